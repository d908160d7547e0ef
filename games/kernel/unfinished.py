"""An unfinished round that is written down trick by trick while it is played."""

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
    """The tricks of an unfinished round."""

    tricks: Sequence[Judged[Any] | None]  # None stands for a trick that cannot be judged
    hand: int  # number of cards that each player still holds; below zero after too many tricks
    leader: str | None  # player who leads next; None if not known. Then any player may lead
    problems: Problems
    # revokes that later cards of the same player prove. If a trick is None, the list is empty
    revokes: Sequence[Revoke]
    # those of the `problems` that are contradictions between two tricks, or between a trick and the rest of the
    # record. Either side may be wrong
    together: Sequence[Problem]

    def problems_within(self, place: int) -> list[Problem]:
        """Return the problems inside the trick with this index (from 0)."""
        return [
            problem
            for problem in self.problems
            if problem.field.startswith(f"tricks.{place}.")
            and problem.message.phrase not in (PLAYED_TWICE, WRONG_LEADER)
            and problem not in self.together
        ]


def progress_of(game: AnyGame, table: AnyTable, raw: Mapping[str, Any]) -> TrickProgress:
    """Return the tricks of an unfinished round, judged by the game's referee."""
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
