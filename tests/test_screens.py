"""Every form of every game: typed fields become a record, and the record becomes the same form again."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from games.kernel.engine import Engine
from games.kernel.posted import Posted
from games.kernel.screen import AnyScreen
from tests.fuzz_values import FUZZ_VALUES
from tests.play import TABLES, Group
from tests.play.seeds import CHECKED, SEEDS, sit

VALUES = [*FUZZ_VALUES, "out", "aside", "2", "3", "9", "0,1", "palace_big", "first"]


def plain(record: Any) -> Any:
    """Return a record without empty values and zeros, and with sorted sets, so that equivalent records are equal."""
    if isinstance(record, dict):
        kept = {key: plain(value) for key, value in record.items()}
        return {key: value for key, value in kept.items() if value not in ({}, [], 0, None)}
    return sorted(record) if is_a_set(record) else record


def is_a_set(record: Any) -> bool:
    """Return whether this is a list whose order does not matter: of names, of cards, or of lists of these."""
    return isinstance(record, list) and all(
        isinstance(each, (str, list)) and all(isinstance(word, str) for word in each) for each in record
    )


def typed(them: Group, seed: int) -> Iterator[tuple[AnyScreen, dict[str, Any]]]:
    """Yield (screen, record) for each record of a random round or of a game's end, with each screen that can show it.

    The record has a dealer and, if the seed is odd, a note, as far as the screen has fields for them.
    """
    player = them.players[seed % len(them.players)]
    more = {"dealer": player, **({"note": "counted twice"} if seed % 2 else {})}
    for record in [*them.round(player).noted.values(), *them.closing()]:
        for screen in them.game.screens(them.table):
            if screen.shows(record):
                fields = screen.fields({**record, **more}, them.table)
                yield screen, {**record, **{name: value for name, value in more.items() if fields.get(name)}}


def scored(them: Group, record: dict[str, Any]) -> Any:
    entry = Engine(them.game, them.table, None).enter(record)
    return entry.score.points if entry.score else [(each.field, each.code) for each in entry.problems]


@pytest.mark.parametrize(("slug", "seats"), TABLES)
@given(seed=SEEDS)
@CHECKED
def test_a_record_comes_back_from_its_form(slug: str, seats: int, seed: int) -> None:
    them, _ = sit(slug, seats, seed)
    for screen, record in typed(them, seed):
        again = screen.record(Posted(screen.fields(record, them.table)), them.table)
        assert plain(again) == plain(record), screen.code
        assert scored(them, again) == scored(them, record)


@pytest.mark.parametrize(("slug", "seats"), TABLES)
@given(seed=SEEDS, data=st.data())
@CHECKED
def test_a_screen_answers_whatever_is_posted(slug: str, seats: int, seed: int, data: st.DataObject) -> None:
    """A filled-in form is answered even if some fields contain rubbish or belong to another seat."""
    them, _ = sit(slug, seats, seed)
    table = them.table
    engine = Engine(them.game, table, None)
    for screen, filled_in in typed(them, seed):
        fields = screen.fields(filled_in, table)
        names = [*fields, "rest", *(f"{name.rpartition('-')[0]}-{seat}" for name in fields for seat in (0, seats, 9))]
        rubbish = st.dictionaries(st.sampled_from(names), st.lists(st.sampled_from(VALUES), max_size=2), max_size=9)
        posted = Posted({**fields, **data.draw(rubbish)})
        record = screen.record(posted, table)
        problems = engine.branch().enter(record).problems
        assert all(isinstance(screen.slot(each.field, record, table), str) for each in problems)
        assert isinstance(screen.filled(posted, record, table), dict)
        assert isinstance(screen.live_context(posted, record, table, engine.coming), dict)
        screen.question(posted, record, table)
        assert plain(screen.record(Posted(screen.fields(record, table)), table)) == plain(record), screen.code


class Noted(Posted):
    """A form that collects which fields are read as seats (`as_seats`), and which as numbers (`as_numbers`)."""

    def __init__(self, fields: dict[str, list[str]]) -> None:
        super().__init__(fields)
        self.as_seats: set[str] = set()
        self.as_numbers: set[str] = set()

    def seat(self, name: str, table: Any) -> str | None:
        self.as_seats.add(name)
        return super().seat(name, table)

    def seats(self, name: str, table: Any) -> list[str]:
        self.as_seats.add(name)
        return super().seats(name, table)

    def number(self, name: str) -> int | str | None:
        self.as_numbers.add(name)
        return super().number(name)


OF_THE_PAGE = {"waiting"}  # no form has this field: `Piles.fields` adds it, for the seats without a part


@pytest.mark.parametrize(("slug", "seats"), TABLES)
def test_a_screen_says_which_fields_choose_players(slug: str, seats: int) -> None:
    them, _ = sit(slug, seats, 1)
    before = them.game.before_round(them.table)
    for screen, record in [*typed(them, 1), *([(before, {})] if before else [])]:
        posted = Noted(screen.fields(record, them.table))
        screen.record(posted, them.table)
        assert all(map(screen.chooses_players, posted.as_seats - OF_THE_PAGE)), screen.code
        assert not any(map(screen.chooses_players, posted.as_numbers)), screen.code


def numbers_in(record: Any) -> set[int]:
    """Return all whole numbers in a record."""
    if isinstance(record, dict | list):
        return set().union(*map(numbers_in, record.values() if isinstance(record, dict) else record))
    return {record} if type(record) is int else set()
