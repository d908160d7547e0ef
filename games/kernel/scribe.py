"""A round written down trick by trick while it is played, and what a game asks beside the tricks."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, NamedTuple

from .entry import Screen
from .lines import Revoke
from .problems import Problems
from .record import Record
from .tricks import WRONG_NUMBER_OF_TRICKS, Judged, read_tricks, revokes

if TYPE_CHECKING:
    from .game import Game
    from .seats import Table


@dataclass(frozen=True)
class Scribe:
    """The kind of round that is written down in tricks, and what else its record holds.

    `before` is asked before the first trick (trumps, who declares what), `after` when the last one is played.
    """

    kind: str = "tricks"
    before: Screen | None = None
    after: Screen | None = None


class Written(NamedTuple):
    """The tricks of a round as far as they are written down.

    A trick with a problem is None. `hand`: how many cards everybody still holds. `leader`: who leads next; None
    where that is not known, and anybody may. `revokes` are those that are certain already: whoever was seen to hold
    a card later held it before.
    """

    tricks: Sequence[Judged[Any] | None]
    hand: int
    leader: str | None
    problems: Problems
    revokes: Sequence[Revoke]


def written(game: Game, table: Table, raw: Mapping[str, Any]) -> Written:
    """Judges the tricks of an unfinished round with the game's own referee. `raw` names the dealer."""
    problems = Problems()
    record = Record(dict(raw), table, problems)
    dealer, trump = raw.get("dealer"), raw.get("trump") if game.names_trump else None
    tricks, hand, leader = read_tricks(
        record,
        table.deck,
        game.judge(table, trump),
        table.left_of(dealer) if dealer in table.players else None,
        cards_each=table.cards_each,
        plays_each=game.plays_each,
        choices=game.has_choices,
    )
    tricks = tricks or []
    if hand < 0:
        record.add("tricks", WRONG_NUMBER_OF_TRICKS(count=len(tricks), wanted=len(tricks) + hand))
    played = [judged[0] for judged in tricks if judged]
    certain = revokes(played, game.duty(table, trump)) if len(played) == len(tricks) else []
    return Written(tricks, hand, leader, problems, certain)
