"""Each symbol of the site's sprite is used, and the sprite has each symbol that a template draws."""

import re
from pathlib import Path

from django.conf import settings

ROOT = Path(settings.BASE_DIR)
SPRITE = (ROOT / "static/img/sprite.svg").read_text("utf-8")


def source(pattern: str, *folders: str) -> str:
    files = [file for folder in folders for file in (ROOT / folder).rglob(pattern) if "tests" not in file.parts]
    return "\n".join(file.read_text("utf-8") for file in files)


def test_the_sprite_has_what_is_drawn_and_nothing_else() -> None:
    """Templates draw symbols by name. In their code, games name the symbols of their suits and cards."""
    symbols = set(re.findall(r'<symbol id="([^"]+)"', SPRITE))
    drawn = set(re.findall(r'{% icon "([^"/]+)"', source("*.html", "games", "pocket", "scorekeeper", "templates")))
    named_by_games = set(re.findall(r'"([a-z]+)"', source("*.py", "games")))
    assert drawn - symbols == set()
    assert "muenze" not in named_by_games, "the coin is money; a game's gold has a sign of its own"
    assert symbols - drawn - named_by_games == set()
