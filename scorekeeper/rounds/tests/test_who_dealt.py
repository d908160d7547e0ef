"""Who really dealt, in every game: said when a round is entered and when it is corrected."""

import json
import re
from random import Random

import pytest
from django.urls import reverse

from games.registry import all_games
from scorekeeper.nights.models import Match
from tests.fixtures import words
from tests.play import group

pytestmark = pytest.mark.django_db


def fields_of(text: str) -> dict[str, list[str]]:
    """What a browser would send of a round's form as it stands there."""
    form = re.search(r'<form[^>]*id="entry".*?</form>', text, re.DOTALL)[0]
    found: dict[str, list[str]] = {}
    for tag in re.findall(r"<input[^>]*>", form):
        at = dict(re.findall(r'([\w-]+)="([^"]*)"', tag))
        if "name" in at and (at.get("type") not in ("checkbox", "radio") or re.search(r"\schecked\b", tag)):
            found.setdefault(at["name"], []).append(at.get("value", ""))
    return found


def typed(match: Match, seed: int = 1):
    """A round of this match on the first screen that can show one, with its fields."""
    random, game = Random(seed), match.game
    for _ in range(40):
        them = group(game, len(match.table.players), random)
        for record in them.round(them.players[-1]).noted.values():
            here = json.loads(json.dumps(record))
            names = dict(zip(them.players, match.table.players, strict=True))
            text = json.dumps(here)
            for old, new in names.items():
                text = text.replace(f'"{old}"', f'"<{new}>"')
            record = json.loads(text.replace("<", "").replace(">", ""))
            record.pop("dealer", None)
            for screen in game.screens(match.table):
                if screen.dealt and not screen.asks_dealer and screen.shows(record):
                    _course, row = match.preview(match.with_dealer(record))
                    if not row.problems:
                        return screen, screen.fields(record, match.table)
    return None


@pytest.mark.parametrize("slug", sorted(all_games()))
def test_who_dealt_is_said_as_a_round_is_entered_and_as_it_is_corrected(cast, slug) -> None:
    game = all_games()[slug]
    names = ["Anna", "Ben", "Carla", "Dora", "Ida", "Fritz"]
    match = cast.start(slug, names[: max(3, min(game.seats))] if 3 in game.seats else names[: min(game.seats)])
    found = typed(match)
    if found is None:
        pytest.skip("its own template asks it, or its rounds are written down otherwise")
    screen, fields = found
    phone, where = cast.phone("scorer"), [cast.group.key, match.key]
    shown = phone.get(reverse("enter", args=where), {"as": screen.code})
    assert "Someone else dealt" in words(shown.text)
    form = fields_of(shown.text)
    assert form["dealer"] == form["turn"] == ["0"]

    assert phone.post(reverse("enter", args=where), {**form, **fields, "dealer": "1"}).status_code == 302
    match = Match.objects.get(pk=match.pk)
    assert match.course.rows[-1].dealer == "Ben"
    entry = match.all_entries[0]
    url = reverse("correct", args=[*where, entry.key])
    form = fields_of(phone.get(url).text)
    assert form["dealer"] == ["1"]
    last = str(len(match.table.players) - 1)
    assert phone.post(url, {**form, **fields, "dealer": last}).status_code == 302
    match = Match.objects.get(pk=match.pk)
    assert (match.course.rows[-1].dealer, match.course.engine.next_dealer) == (match.table.players[-1], "Anna")


def test_in_any_other_game_somebody_deals_once_more(cast) -> None:
    match = cast.start("other-game", ["Anna", "Ben"])
    match.enter({"kind": "points", "points": {"Anna": 1, "Ben": 2}}, 0, "Sam")
    where = [cast.group.key, match.key]
    shown = cast.phone("scorer").get(reverse("enter", args=where))
    assert "Anna once more" in words(shown.text)
    form = fields_of(shown.text)
    assert form["dealer"] == ["1"]
    cast.phone("scorer").post(reverse("enter", args=where), {**form, "points-0": "4", "dealer": "0"})
    assert Match.objects.get(pk=match.pk).course.engine.next_dealer == "Ben"


def test_where_the_dealer_sits_out_the_others_are_asked_then(cast) -> None:
    match = cast.start("other-game", ["Anna", "Ben", "Carla"])
    Match.objects.filter(pk=match.pk).update(sits_out=True)
    where, phone = [cast.group.key, match.key], cast.phone("scorer")
    form = fields_of(phone.get(reverse("enter", args=where), {"as": "round", "dealer": "1"}).text)
    assert [name for name in form if name.startswith("points-")] == ["points-0", "points-2"]
    assert phone.post(reverse("enter", args=where), {**form, "points-0": "4", "points-2": "5"}).status_code == 302
    match = Match.objects.get(pk=match.pk)
    assert (match.course.rows[0].dealer, match.course.rows[0].points) == ("Ben", [4, 0, 5])
    url = reverse("correct", args=[*where, match.all_entries[0].key])
    form = fields_of(phone.get(url, {"as": "round", "dealer": "2"}).text)
    assert [name for name in form if name.startswith("points-")] == ["points-0", "points-1"]
    assert phone.post(url, {**form, "points-0": "4", "points-1": "5"}).status_code == 302
    match = Match.objects.get(pk=match.pk)
    assert (match.course.rows[0].dealer, match.course.rows[0].points) == ("Carla", [4, 5, 0])
