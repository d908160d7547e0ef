"""An entry form with missing, repeated, wrong, enormous or foreign values gets an answer, never a 500.

The right names with wrong values, drawn anew from a fixed seed. `test_walls.py` has all other addresses.
"""

import json
import random
from collections.abc import Callable
from copy import deepcopy
from itertools import product
from typing import Any
from uuid import uuid4

import pytest
from django.urls import reverse

from games.kernel.options import Options
from games.kernel.posted import Posted
from games.registry import all_games
from scorekeeper.nights.models import Match, Night
from scorekeeper.people.models import Player
from tests.play import group
from tests.rubbish import RUBBISH, repeated

pytestmark = [pytest.mark.sqlite, pytest.mark.slow]


def rubbish(chance: random.Random, names: list[str]) -> dict[str, list[str]]:
    """A form with some of the names, each with one or several values."""
    chosen = chance.sample(names, k=chance.randint(0, len(names)))
    return {name: chance.choices(RUBBISH, k=chance.choice((1, 1, 1, 2, 3))) for name in chosen}


def fields_of(page: str) -> list[str]:
    """The names a page's own form asks for."""
    return sorted({part.split('"', 1)[0] for part in page.split('name="')[1:]} - {"csrfmiddlewaretoken"})


@pytest.fixture
def tables(cast) -> Callable[..., list[Match]]:
    """A function that starts matches of some games with the fewest and the most players: tables("krimsutep")."""
    players = [
        Player.objects.create(group=cast.group, name=name)
        for name in ("Anna", "Zoë", "Émile", "李", "Max", "Ida", "Ole", "Ruth")
    ]
    night = Night.tonight(cast.group)

    def start(*slugs: str) -> list[Match]:
        return [
            Match.start(night, slug, players[:seats], {}, 0)
            for slug in slugs
            for seats in {min(all_games()[slug].seats), max(all_games()[slug].seats)}
        ]

    return start


@pytest.mark.parametrize("slug", list(all_games()))
def test_every_entry_screen_survives_rubbish(slug, cast, tables):
    chance = random.Random(f"2 {slug}")
    phone = cast.phone("scorer")
    for match in tables(slug):
        here = match.get_absolute_url()
        for screen in match.game.screens(match.table):
            page = phone.get(f"{here}round/?as={screen.code}")
            assert page.status_code == 200, (match.game_slug, screen.code)
            names = [*fields_of(page.content.decode()), "points-9"]
            for _ in repeated(1):
                data = {**rubbish(chance, names), "screen": screen.code, "key": str(uuid4())}
                assert phone.post(here + "preview/", data).status_code == 200, (match.game_slug, data)
                sent = phone.post(here + "round/", data)
                assert sent.status_code in (302, 409, 422), (match.game_slug, data)


def broken(record: Any, chance: random.Random) -> Any:
    """A record in which a value is missing, is another or belongs nowhere."""
    record = deepcopy(record)
    there = [record]
    for each in there:
        parts = each.values() if isinstance(each, dict) else each
        there += [part for part in parts if isinstance(part, dict | list) and part]
    part = chance.choice(there)
    place = chance.choice([*part] if isinstance(part, dict) else range(len(part)))
    value = chance.choice([None, "", 0, -1, 10**15, "x", True, [], {}, [[]], {"a": 1}, ["Ben", "E"], [["Ben", {}]]])
    if chance.random() < 0.2:
        del part[place]
    elif isinstance(part, dict):
        part[chance.choice([place, "anybody"])] = value
    else:
        part[place] = value
    return record


@pytest.mark.parametrize("slug", list(all_games()))
def test_whatever_is_sent_as_a_record_is_answered(slug, cast):
    """As a score file might write it, by a script that makes mistakes."""
    chance = random.Random(slug)
    phone = cast.phone("scorer")
    for _, seats in product(repeated(1), {min(all_games()[slug].seats), max(all_games()[slug].seats)}):
        them = group(all_games()[slug], seats, chance)
        here = f"{cast.start(slug, them.players, **them.options).get_absolute_url()}round/"
        for _round in range(2):
            for record in [*them.round(them.players[0]).noted.values(), *them.closing()]:
                for sound in (True, False, False, False):
                    sent = json.dumps(record if sound else broken(record, chance))
                    answer = phone.post(here, {"record": sent, "next": "yes"})
                    assert answer.status_code in (302, 400, 409, 422), sent


def test_what_was_typed_is_still_there(cast, tables):
    """A number field keeps whatever was typed into it, word for word."""
    phone = cast.phone("scorer")
    for match in tables(*all_games()):
        here = match.get_absolute_url()
        for screen in match.game.screens(match.table):
            page = phone.get(f"{here}round/?as={screen.code}").content.decode()
            fields = [name for name in fields_of(page) if f'name="{name}"' in page and "data-number" in page]
            numbers = [
                part.split('"', 1)[0] for part in page.split('name="')[1:] if "data-number" in part.split(">", 1)[0]
            ]
            if not numbers:
                continue
            assert set(numbers) <= set(fields)
            data = {name: f"typed {index}" for index, name in enumerate(numbers)}
            data |= {"screen": screen.code, "seen": str(match.last_number)}
            answer = phone.post(here + "round/", data)
            assert answer.status_code == 422
            for name in numbers:
                assert f'value="{data[name]}"' in answer.content.decode(), (match.game_slug, screen.code, name)


@pytest.mark.parametrize("slug", list(all_games()))
def test_options_survive_rubbish(slug, cast):
    chance = random.Random(3)
    game = all_games()[slug]
    rules: type[Options] = game.options
    phone = cast.phone("scorer")
    url = reverse("play_game", kwargs={"key": cast.group.key, "slug": slug})
    for _ in repeated(3):
        form = rubbish(chance, [*rules.rules(), "seat", "dealer"])
        typed = rules.typed(Posted(form))
        assert isinstance(typed, dict)
        assert phone.post(url, form).status_code in (302, 422)
