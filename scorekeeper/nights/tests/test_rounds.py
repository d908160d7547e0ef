"""Pages, files and stored data agree on which entries are rounds, on the rounds' numbers, and on the money."""

import csv
import io

import pytest
from django.core.management import call_command
from django.urls import reverse

from scorekeeper.nights.models import Entry, Match, Night
from scorekeeper.people.models import Group, Player

pytestmark = pytest.mark.django_db


def match_of(group: Group, slug: str, names: str, options: dict) -> Match:
    Night.objects.filter(group=group).delete()
    players = [Player.objects.get_or_create(group=group, name=name)[0] for name in names.split()]
    return Match.start(Night.objects.create(group=group), slug, players, options, 0)


def play(match: Match, *records: dict) -> Match:
    for record in records:
        match.refresh()
        match.enter(record, match.last_number, "Sam")
    return match


def building(card: str, points: int) -> dict:
    won = {"red": ["Ben"], "grey": ["Ben"], "green": ["Ben"]}
    return {
        "kind": "round",
        "won": won,
        "buildings": [[name, {"card": card, "points": points}] for name in ("Ben", "Carla", "Dirk")],
    }


BUILDINGS = [("oasis", 3), ("obelisk_single", 1), ("obelisk_single", 1), ("obelisk_double", 2)]
BUILDINGS += [("palace_small", 1), ("palace_small", 1), ("palace_small", 1), ("palace_big", 2)]
OASES = {"kind": "oases", "oases": {name: {"distance": 2, "halves": 3} for name in ("Ben", "Carla", "Dirk")}}


@pytest.fixture
def krimsutep(cast) -> Match:
    """A match with eight rounds, an adjustment after the first, and at the end the oases, an entry without a dealer."""
    rounds = [building(*each) for each in BUILDINGS]
    by_hand = {"kind": "adjustment", "points": {"Ben": 1}}
    return play(match_of(cast.group, "krimsutep", "Ben Carla Dirk", {}), rounds[0], by_hand, *rounds[1:], OASES)


@pytest.fixture
def odd(cast) -> Match:
    """A game of Rufmariasch in which three players share a payment of 50 cents."""
    match = match_of(cast.group, "rufmariasch", "Anna Ben Carla Dora", {"payment": "team", "stake": 5})
    return play(match, {"kind": "call", "caller": "Ben", "trump": "H", "points": 50})


def table(cast, match: Match) -> list[dict[str, str]]:
    url = reverse("spreadsheet", args=[match.night.group.key])
    text = cast.phone("owner").get(url, headers={"accept-language": "en"}).getvalue().decode()
    return list(csv.DictReader(io.StringIO(text.removeprefix("\ufeff"))))


def test_the_spreadsheet_has_the_money_the_engine_gave(cast, odd):
    assert [row["Money"] for row in table(cast, odd)] == ["-0.17", "0.50", "-0.17", "-0.16"]


@pytest.mark.parametrize("field", ["round", "money"])
def test_rescore_tells_and_mends_what_an_entry_keeps(odd, capsys, field):
    Entry.objects.update(**{field: None})
    with pytest.raises(SystemExit):
        call_command("rescore", check=True)
    assert f"entry 1: {field} is kept as None" in capsys.readouterr().out
    call_command("rescore", fix=True)
    call_command("rescore", check=True)
