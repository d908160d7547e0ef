"""Files and commands that the documentation mentions exist, and the version is that of the changelog."""

import re
from functools import cache
from importlib.util import find_spec
from pathlib import Path

import pytest
from django.core.management import get_commands

from scorekeeper import __version__
from scorekeeper.__main__ import main

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


def test_the_changelog_begins_with_the_version() -> None:
    text = (ROOT / "CHANGELOG.md").read_text("utf-8")
    latest = re.search(r"^## (\S+)", text, re.MULTILINE)
    assert latest
    assert latest[1] == __version__


def test_the_command_line_tells_its_own_version(monkeypatch, capsys) -> None:
    monkeypatch.setattr("sys.argv", ["scorekeeper", "--version"])
    main()
    assert capsys.readouterr().out == f"Scorekeeper {__version__}\n"
