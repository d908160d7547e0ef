"""The judging of a single trick: the trick is read from its record, checked, and given to the game's referee."""

from __future__ import annotations

from collections.abc import Collection
from typing import Any

from .game import AnyGame
from .record import AnyRecord
from .tricks import Trick, Verdict, read_plays


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
