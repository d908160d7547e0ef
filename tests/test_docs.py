"""Files and names that the documentation mentions exist."""

import re
from pathlib import Path

import pytest

from scorekeeper import __version__

ROOT = Path(__file__).parent.parent
PAGES = [ROOT / "README.md", ROOT / "CONTRIBUTING.md", ROOT / "SECURITY.md", *sorted((ROOT / "docs").glob("*.md"))]
TOP = ("games/", "scorekeeper/", "tests/", "docs/", "bench/", "scripts/", "templates/", "static/")


@pytest.mark.parametrize("page", PAGES, ids=lambda page: page.name)
def test_every_file_that_a_page_names_is_there(page: Path) -> None:
    text = page.read_text("utf-8")
    links = [page.parent / link for link in re.findall(r"\]\(([^)#:]+)(?:#[^)]*)?\)", text)]
    named = [ROOT / name for name in re.findall(r"`([\w./-]+)`", text) if name.startswith(TOP)]
    assert [str(path.relative_to(ROOT)) for path in [*links, *named] if not path.exists()] == []


def test_the_changelog_begins_with_the_version() -> None:
    text = (ROOT / "CHANGELOG.md").read_text("utf-8")
    latest = re.search(r"^## (\S+)", text, re.MULTILINE)
    assert latest
    assert latest[1] == __version__
