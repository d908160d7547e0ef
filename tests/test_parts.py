"""A round entered in everybody's parts equals the same round entered whole on one phone, in every game."""

from __future__ import annotations

from random import Random
from typing import Any

import pytest
from hypothesis import given

from games.kernel.parts import EVERYBODY
from games.kernel.posted import Fields, Posted
from games.registry import all_games
from games.sheets.game import SheetGame
from games.sheets.sheet import EACH
from tests.play import TABLES
from tests.play.seeds import CHECKED, SEEDS, sit_down


def forms(them: Any, round_: Any) -> Any:
    """Yield each form with parts that can show this round, with the round's fields."""
    for screen in them.game.screens(them.table):
        for record in round_.noted.values():
            if screen.own is not None and screen.shows(record):
                yield screen, as_sent(screen.fields(record, them.table), them.table)


def as_sent(fields: Fields, table: Any) -> Fields:
    """Return fields as a browser sends them: the values of a field are in the page's order, by seat or by the deck."""
    order = [*map(str, range(len(table.players))), *table.deck]
    return {name: sorted(values, key=order.index) if len(values) > 1 else values for name, values in fields.items()}


def divided(screen: Any, fields: Fields, table: Any, random: Random) -> dict[str, Fields]:
    """Return the parts of all seats and the common part of a form, in random order; parts may share a field."""
    seats = [*map(str, range(len(table.players))), EVERYBODY]
    random.shuffle(seats)
    return {seat: screen.own.part(fields, seat, table) for seat in seats}


@pytest.mark.parametrize(("slug", "seats"), TABLES)
@given(seed=SEEDS)
@CHECKED
def test_any_parts_in_any_order_make_the_same_record(slug: str, seats: int, seed: int) -> None:
    them, round_ = sit_down(slug, seats, seed)
    table = them.table
    for screen, fields in forms(them, round_):
        parts = divided(screen, fields, table, Random(seed))
        whole = screen.own.whole(parts, table)
        assert screen.record(Posted(whole), table) == screen.record(Posted(fields), table), screen.code
        assert not list(screen.own.claimed_twice(whole))


@pytest.mark.parametrize(("slug", "seats"), TABLES)
@given(seed=SEEDS)
@CHECKED
def test_where_the_rest_follows_one_part_may_be_missing(slug: str, seats: int, seed: int) -> None:
    """If one player's part is missing, the form derives the right facts about this player from the other parts.

    It cannot derive what only the player knows, such as bonuses or a round without a trick.
    """
    them, round_ = sit_down(slug, seats, seed)
    table = them.table
    for screen, fields in forms(them, round_):
        if not screen.rest_follows(table):
            continue
        last = str(seed % seats)
        parts = divided(screen, fields, table, Random(seed))
        mine = parts.pop(last)
        whole = screen.own.whole(parts, table)
        whole |= {name: [last] for name in ("rest", *screen.own.unclaimed(whole))}
        told = {
            name: values for name, values in screen.fields(screen.record(Posted(whole), table), table).items() if values
        }
        needed = screen.fields(screen.record(Posted({**whole, **mine}), table), table)
        follows = {name for name in mine if name in told and screen.own.part(told, last, table).get(name)}
        assert {name: told[name] for name in follows} == {name: needed[name] for name in follows}
        typed = [(name, values) for part in parts.values() for name, values in part.items() if name in needed]
        assert all({*values} <= {*told[name]} for name, values in typed)


@pytest.mark.parametrize(("slug", "seats"), TABLES)
@given(seed=SEEDS)
@CHECKED
def test_whoever_types_all_is_asked_where_the_rest_follows_from_what_they_left_out(
    slug: str, seats: int, seed: int
) -> None:
    """If a player's number is left out, the form fills in the true number, or asks before it saves."""
    them, round_ = sit_down(slug, seats, seed)
    table = them.table
    for screen, fields in forms(them, round_):
        own = screen.own
        left_out = {f"{own.main}-{seed % seats}", *own.rest_from} & fields.keys()
        posted = Posted({name: values for name, values in fields.items() if name not in left_out})
        record = screen.record(posted, table)
        told = screen.fields(record, table)
        gets = {name: told[name] for name in left_out - {*own.rest_from} if told.get(name, ["0"]) not in (["0"], [""])}
        true = {name: fields[name] for name in gets}
        assert gets == true or screen.question(posted, record, table) is not None, screen.code


def test_every_game_lets_everybody_type_their_own_part() -> None:
    for slug, game in all_games().items():
        if isinstance(game, SheetGame) and all(row.of != EACH for row in game.sheet.rows):
            continue  # no row of the sheet belongs to a single player
        tables = [game.table(tuple("ABCDEFGH"[:seats]), game.options()) for seats in game.seats]
        assert all(any(screen.own for screen in game.screens(table)) for table in tables), slug
