"""Files and commands that the documentation mentions exist, and the version is that of the changelog."""

import json
import re
from functools import cache
from importlib.util import find_spec
from pathlib import Path

import pytest
from django.core.management import get_commands

from games.kernel.options import Options
from games.score_file import judge_text, score_text
from games.sheets.game import SheetGame
from scorekeeper import __version__
from scorekeeper.__main__ import main

from .test_cases import OF_THE_TREE

ROOT = Path(__file__).parent.parent
PAGES = [*ROOT.glob("*.md"), *sorted((ROOT / "docs").glob("*.md"))]
FOLDERS = ".ci|bench|docs|games|hosting|pocket|scorekeeper|scripts|static|templates|tests"
# Matches what the documentation mentions; `<game>` stands for any name:
# - a file, by its name or the end of its path
# - a folder, by a path that ends in a slash
# - any path that begins with one of FOLDERS
PATH = re.compile(
    r"([\w.<>-]+/)*[\w<>-]+\.(css|html|js|json|md|py|svg|toml)"
    r"|([\w.<>-]+/)+"
    rf"|({FOLDERS})/[\w.@/-]+"
)
MADE = {"data/", "data/backups/", "dist/pocket/", "dist/release/", "404.html", "build.json"}  # paths that commands make


@cache
def tree() -> str:
    """Return the path of every file and folder of the project, a line each: "/file", "/folder/"."""
    found = [*ROOT.iterdir(), *(path for folder in FOLDERS.split("|") for path in (ROOT / folder).rglob("*"))]
    return "".join(f"/{path.relative_to(ROOT)}{'/' * path.is_dir()}\n" for path in found)


def is_there(name: str) -> bool:
    ending = re.sub(r"<\w+>", "[^/]+", re.escape(name))
    return re.search(f"/{ending}/?$", tree(), re.MULTILINE) is not None


@pytest.mark.parametrize("page", PAGES, ids=lambda page: page.name)
def test_every_file_that_a_page_names_is_there(page: Path) -> None:
    text = page.read_text("utf-8")
    links = [page.parent / link for link in re.findall(r"\]\(([^)#:]+)(?:#[^)]*)?\)", text)]
    named = {name for said in re.findall(r"`([^`\n]+)`", text) for name in said.split() if PATH.fullmatch(name)}
    assert [str(path.relative_to(ROOT)) for path in links if not path.exists()] == []
    assert sorted(name for name in named - MADE if not is_there(name)) == []


@pytest.mark.parametrize("page", PAGES, ids=lambda page: page.name)
def test_every_command_that_a_page_names_is_there(page: Path) -> None:
    text = page.read_text("utf-8")
    targets = set(re.findall(r"^([a-z-]+):", (ROOT / "Makefile").read_text("utf-8"), re.MULTILINE))
    assert set(re.findall(r"(?:`|^ {4})(?:[A-Z]+=\S+ )*make ([a-z-]+)", text, re.MULTILINE)) <= targets
    assert set(re.findall(r"manage\.py ([a-z_]+)", text)) <= set(get_commands())
    modules = re.findall(r"python -m ((?:bench|pocket|tests)[\w.]*)", text)
    assert [module for module in modules if not find_spec(module)] == []


@pytest.mark.parametrize("slug", [slug for slug, game in OF_THE_TREE.items() if not isinstance(game, SheetGame)])
def test_the_score_file_page_has_every_option_with_its_default(slug: str) -> None:
    sections = (ROOT / "docs/score-file.md").read_text("utf-8").split("\n## ")
    own = next(section for section in sections if f"`{slug}`" in section.split("\n\n")[1])
    common = next(section for section in sections if "\n### Options\n" in section)
    options = OF_THE_TREE[slug].options
    for name in options.rules():
        listed = (common if name in Options.rules() else own).partition("Options")[2].partition("\n\n**")[0]
        told = re.search(f"`{name}`(.*?)(?=`({'|'.join(options.rules())})`|$)", listed, re.MULTILINE)
        assert told, name
        default = getattr(options(), name)
        if isinstance(default, str | int):
            word = default if isinstance(default, str) else json.dumps(default)
            assert re.search(rf"(?<!\w){re.escape(word)}(?!\w)", told[1]), name


@pytest.mark.parametrize(
    "text", re.findall(r"```json\n(\{\n.*?)```", (ROOT / "docs/score-file.md").read_text("utf-8"), re.S)
)
def test_the_files_on_the_score_file_page_are_valid(text: str) -> None:
    assert not (judge_text if '"trick"' in text else score_text)(text).problems


def test_the_changelog_begins_with_the_version() -> None:
    text = (ROOT / "CHANGELOG.md").read_text("utf-8")
    latest = re.search(r"^## (\S+)", text, re.MULTILINE)
    assert latest
    assert latest[1] == __version__


def test_the_command_line_tells_its_own_version(monkeypatch, capsys) -> None:
    monkeypatch.setattr("sys.argv", ["scorekeeper", "--version"])
    main()
    assert capsys.readouterr().out == f"Scorekeeper {__version__}\n"
