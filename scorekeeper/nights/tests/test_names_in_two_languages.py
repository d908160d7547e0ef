"""A group's own sheet whose game has a German and an English name: each reader sees the name in their language."""

import pytest

from scorekeeper.nights.models import Match, Night, OwnSheet
from scorekeeper.people.names import key
from tests.fixtures import words

SHEET = """
sheet = 1
slug = "cat"
name = {de = "Schwarze Katze", en = "Black Cat"}
players = [2, 4]
rounds = 1
[[rows]]
id = "p"
label = {de = "Punkte", en = "Points"}
of = "each"
kind = "number"
max = 100
[[points]]
id = "p"
label = {de = "Punkte", en = "Points"}
value = "p"
"""
GAME = f"sheet:{key('Schwarze Katze')}"


@pytest.fixture
def match(cast) -> Match:
    sheet = OwnSheet.brought(cast.group, "cat", SHEET)
    found = Match.start(Night.tonight(cast.group), "sheet", list(cast.group.players.all()), sheet.options, 0)
    found.enter({"kind": "round", "p": {"Ben": 5, "Carla": 1}}, 0, "Sam")
    return found


@pytest.mark.parametrize(
    ("language", "name", "other"), [("de", "Schwarze Katze", "Black"), ("en", "Black Cat", "Katze")]
)
def test_statistics_and_search_call_it_as_the_reader_does(cast, match, language, name, other):
    phone, group = cast.phone("scorer"), cast.group.get_absolute_url()
    phone.post(f"{group}who/", {"player": cast.player.pk})
    pages = ["best/", f"best/?game={GAME}", "people/", f"people/{cast.player.key}/", "nights/", "me/"]
    pages += [f"people/{cast.player.key}/?game={GAME}", f"nights/?game={GAME}"]
    for page in pages:
        text = words(phone.get(group + page, headers={"accept-language": language}))
        assert name in text, page
        assert other not in text, page
    assert match.game_key == GAME, "statistics count it once, whatever the language"
