"""The bonuses, discarded cards and worthless cards of judged tricks, e.g. those saved for the coming round."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, NamedTuple

from games.kernel.game import AnyGame
from games.kernel.tricks import Verdict
from scorekeeper.people.signs import Sign
from scorekeeper.web.formatting import language


class Bonus(NamedTuple):
    sign: Sign
    words: str
    points: int


class Saved(NamedTuple):
    """The bonuses of the saved tricks, and the names of their cards that are discarded or worthless."""

    bonuses: Sequence[Bonus]
    discarded: Sequence[str]
    worthless: Sequence[str]


def saved_bonuses(game: AnyGame, seats: Sequence[Sign], verdicts: Sequence[Verdict[Any]]) -> Saved | None:
    """Return the bonuses and the discarded or worthless cards of these tricks; None if there are none."""
    people = {sign.name: sign for sign in seats}
    bonuses = [bonus for verdict in verdicts for bonus in bonuses_of(verdict, game, people)]
    discarded = [game.called(card).text(language()) for verdict in verdicts for card in verdict.discarded]
    worthless = [game.called(card).text(language()) for verdict in verdicts for card in verdict.worthless]
    return Saved(bonuses, discarded, worthless) if bonuses or discarded or worthless else None


def bonuses_of(verdict: Verdict[Any], game: AnyGame, people: Mapping[str, Sign]) -> list[Bonus]:
    return [
        Bonus(people[player], earned.words.text(language()), earned.points)
        for player, kinds in verdict.bonuses.items()
        for earned in (game.earned(kind, count) for kind, count in kinds.items())
    ]
