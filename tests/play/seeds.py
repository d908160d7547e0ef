"""Groups made from a seed, for tests of properties that every round has."""

from __future__ import annotations

from random import Random
from typing import Any

from hypothesis import settings
from hypothesis import strategies as st

from games.kernel.engine import Engine
from games.kernel.lines import Score
from games.kernel.needs import Need
from games.registry import all_games
from tests.fuzz_values import repeated

from . import Group, Round, group

CHECKED = settings(max_examples=len(repeated(12)))  # examples for each set of a test's parameters
SEEDS = st.integers(0, 2**32)


def sit(slug: str, seats: int, seed: int, **options: object) -> tuple[Group, Random]:
    """Return a group that is made from a seed, and its random number generator."""
    random = Random(seed)
    return group(all_games()[slug], seats, random, **options), random


def sit_down(slug: str, seats: int, seed: int, **options: object) -> tuple[Group, Round]:
    """Return a group that is made from a seed, and one round that it played."""
    them, random = sit(slug, seats, seed, **options)
    return them, them.round(random.choice(them.players))


def any_record(them: Group, random: Random) -> dict[str, Any]:
    """Play a round, and return one of its records (`Round.noted`), chosen at random."""
    noted = them.round(random.choice(them.players)).noted
    return noted[random.choice(sorted(noted))]


def score(them: Group, record: dict[str, Any], players: tuple[str, ...] | None = None) -> Score:
    """Return the score of one round, at the group's own table or with `players` seated in this order."""
    table = them.table if players is None else them.game.table(players, them.table.options)
    entry = Engine(them.game, table, None).enter(record)
    assert not entry.problems, [problem.text("en") for problem in entry.problems]
    assert entry.score is not None
    return entry.score


def points_of(them: Group, record: dict[str, Any]) -> dict[str, int]:
    return dict(score(them, record).points)


def codes(need: Need) -> list[str]:
    return [said.code for said in need.messages]


def needs_at(them: Group, totals: dict[str, int]) -> dict[str, Need]:
    """Return what each player needs to win, by player, if these are the totals before the first round."""
    coming = Engine(them.game, them.table, None).coming
    return {need.player: need for need in them.game.needs(them.table, totals, coming)}
