"""The judging of a single trick, and of a round that is written down trick by trick while it is played."""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping, Sequence
from typing import Any, NamedTuple

from .game import AnyGame
from .lines import Revoke
from .problems import Problem, Problems
from .record import AnyRecord, Record
from .seats import AnyTable
from .tricks import (
    PLAYED_TWICE,
    WRONG_LEADER,
    WRONG_NUMBER_OF_TRICKS,
    Judged,
    Trick,
    Verdict,
    read_plays,
    read_tricks,
    revokes,
)


def hands_before(last: bool) -> tuple[int, ...]:
    """Return the numbers of cards that each player can hold before a trick."""
    return (1, 2) if last else (2,)


def judge_single_trick(game: AnyGame, record: AnyRecord, hands: Collection[int] = ()) -> Verdict[Any] | None:
    """Return the verdict on a single trick. If the trick is wrong, add its problems to `record` and return None."""
    before = record.problems.added
    read = read_trick(game, record, hands)
    if read is None:
        return None
    trick, trump = read
    verdict = game.judge(record.table, trump)(trick, record)
    return verdict if record.problems.added == before else None


def read_trick(game: AnyGame, record: AnyRecord, hands: Collection[int] = ()) -> tuple[Trick[Any], str | None] | None:
    """Return a complete trick, and the suit that was named trumps for its round (None: no suit)."""
    keys = ["plays", "last"]
    if game.names_trump:
        keys.append("trump")
    if game.has_choices:
        keys.append("choices")
    record.allow(keys)
    trump = record.choice("trump", game.names_trump) if game.names_trump else None
    last = record.flag("last")
    plays = read_plays(record, record.table.deck, None, hands or hands_before(last), game.cards_per_play, {})
    if plays is None:
        return None
    return Trick(plays, last=last, choices=record.raw.get("choices", {})), trump


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
