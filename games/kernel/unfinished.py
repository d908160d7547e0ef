"""A round that is written down trick by trick while it is played, as far as it goes."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Any, NamedTuple

from .game import AnyGame
from .lines import Revoke
from .problems import Problem, Problems
from .record import Record
from .seats import AnyTable
from .tricks import PLAYED_TWICE, WRONG_LEADER, WRONG_NUMBER_OF_TRICKS, Judged, Trick, read_tricks, revokes


class TrickProgress(NamedTuple):
    """The tricks of an unfinished round.

    A trick with a problem is None. `hand`: how many cards each player still holds, below zero where too many tricks are
    written down. `leader`: who leads next; None where that is not known, and any player may. `revokes` are only those
    that are certain already: a card that a player plays later was in their hand before. `together` are the problems
    that come from two tricks, or from a trick and another part of the record: either may be wrong.
    """

    tricks: Sequence[Judged[Any] | None]
    hand: int
    leader: str | None
    problems: Problems
    revokes: Sequence[Revoke]
    together: Sequence[Problem]

    def problems_within(self, place: int) -> list[Problem]:
        """Return the problems of the trick at this place (from 0), whatever the other tricks are."""
        return [
            problem
            for problem in self.problems
            if problem.field.startswith(f"tricks.{place}.")
            and problem.message.phrase not in (PLAYED_TWICE, WRONG_LEADER)
            and problem not in self.together
        ]


def progress_of(game: AnyGame, table: AnyTable, raw: Mapping[str, Any]) -> TrickProgress:
    """Judge the tricks of an unfinished round with the game's own referee; `raw` is its record, which names the dealer.

    Raises nothing for a record with mistakes: they are the `problems` of the answer, each with its path.
    """
    problems = Problems()
    record = Record(dict(raw), table, problems)
    dealer, trump = raw.get("dealer"), raw.get("trump") if game.names_trump else None
    tricks, hand, leader = read_tricks(
        record,
        table.deck,
        game.judge(table, trump),
        table.left_of(dealer) if dealer in table.seated else None,
        hand_size=table.hand_size,
        cards_per_play=game.cards_per_play,
        choices=game.has_choices,
    )
    tricks = tricks or []
    if hand < 0:
        record.add("tricks", WRONG_NUMBER_OF_TRICKS(count=len(tricks), wanted=len(tricks) + hand))
    played = [judged[0] for judged in tricks if judged]
    certain = revokes(played, game.duty(table, trump)) if len(played) == len(tricks) else []
    together = list(_contradictions(game, raw, tricks))
    problems.extend(together)
    return TrickProgress(tricks, hand, leader, problems, certain, together)


def _contradictions(game: AnyGame, raw: Mapping[str, Any], tricks: Sequence[Judged[Any] | None]) -> Iterator[Problem]:
    before: list[Trick[Any]] = []
    for number, judged in enumerate(tricks):
        if judged is None:
            continue
        for place, message in game.contradictions({**raw}, before, judged[0].plays):
            yield Problem(f"tricks.{number}.plays.{place}", message)
        before.append(judged[0])
