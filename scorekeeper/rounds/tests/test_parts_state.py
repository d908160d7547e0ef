"""The values derived from the parts of a round, whatever the order in which the parts arrive."""

from __future__ import annotations

from collections.abc import Iterator
from random import Random
from typing import Any

import pytest

from games.kernel.parts import EVERYBODY
from games.kernel.posted import Fields, Posted
from games.kernel.words import Message
from games.registry import all_games
from scorekeeper.nights.models import Match, Night
from scorekeeper.people.models import Player
from scorekeeper.rounds.parts_state import PartsState
from tests.play import DIFFERENT
from tests.play.seeds import sit_down
from tests.test_parts import TABLES, forms

pytestmark = pytest.mark.slow

ROUNDS = 6  # number of rounds of each game for each number of players


def arriving(screen: Any, fields: Fields, table: Any, random: Random) -> list[tuple[str, Fields]]:
    """Return the parts of the round in random order.

    Each answer that concerns everybody is a part by itself. The answer about the dealer comes first.
    """
    seats = [(str(seat), screen.own.part(fields, str(seat), table)) for seat in range(len(table.players))]
    answers = screen.own.part(fields, EVERYBODY, table) if screen.own.has_common_part else {}
    coming = [*seats, *((EVERYBODY, {name: values}) for name, values in answers.items())]
    random.shuffle(coming)
    return sorted(coming, key=lambda each: "dealer" not in each[1])


def drafts(match: Match, screen: Any, coming: list[tuple[str, Fields]]) -> Iterator[PartsState]:
    """Yield the draft of the round after each part."""
    parts: dict[str, Any] = {}
    for seat, fields in coming:
        parts[seat] = {"fields": {**parts.get(seat, {"fields": {}})["fields"], **fields}}
        yield PartsState(match, {**parts}, screen.code)


def rounds(cast: Any, slug: str, seats: int) -> Iterator[tuple[Match, Any, Fields, Random]]:
    """Yield random rounds, each on every screen on which everybody can enter their own part."""
    for seed in range(ROUNDS):
        them, round_ = sit_down(slug, seats, seed)
        players = [Player.objects.get_or_create(group=cast.group, name=name)[0] for name in them.players]
        match = Match.start(Night.tonight(cast.group), slug, players, them.options, 0)
        for screen, fields in forms(them, round_):
            yield match, screen, fields, Random(f"{seed} {screen.code}")


@pytest.mark.parametrize(("slug", "seats"), TABLES)
@pytest.mark.sqlite
def test_nothing_is_filled_in_that_is_not_so(cast, slug, seats):
    """After each part, every value that is derived or filled in equals that of the complete round."""
    for match, screen, fields, random in rounds(cast, slug, seats):
        table, coming = match.table, arriving(screen, fields, match.table, random)
        true = {seat: screen.own.complete(part, seat) for seat, part in coming if seat != EVERYBODY}
        whole = screen.filled(Posted(fields), screen.record(Posted(fields), table), table)
        for progress in drafts(match, screen, coming):
            waiting = {str(seat): true[str(seat)] for seat in progress.waiting}
            if progress.derived_seat is not None:
                left = progress.fields_of(str(progress.derived_seat))
                assert left == {name: true[str(progress.derived_seat)].get(name) for name in left}, screen.code
            for seat, part in waiting.items():
                own = {
                    name: [text] for name, text in progress.filled.items() if screen.own.part({name: "x"}, seat, table)
                }
                if not screen.own.main:  # a 0 that is filled in means the same as a number left out
                    own = {name: text for name, text in own.items() if text != ["0"]}
                assert own == {name: part.get(name) for name in own}, screen.code
            said = {name: each for name, each in progress.filled.items() if isinstance(each, Message)}
            assert said == {name: whole.get(name) for name in said}, screen.code
        assert match.with_dealer(progress.record) == match.with_dealer(screen.record(Posted(fields), table)), (
            screen.code
        )


@pytest.mark.parametrize("slug", DIFFERENT)
@pytest.mark.sqlite
def test_what_a_part_comes_to_by_itself_is_what_it_comes_to_in_the_end(cast, slug):
    for match, screen, fields, random in rounds(cast, slug, max(all_games()[slug].seats)):
        coming = arriving(screen, fields, match.table, random)
        *_, whole = drafts(match, screen, coming)
        points = whole.row.points
        for draft in drafts(match, screen, coming):
            for seat in {*range(len(points))} - {*draft.waiting}:
                earned = draft.earned(seat)
                assert earned is None or earned.points == points[seat], (screen.code, draft.parts)
