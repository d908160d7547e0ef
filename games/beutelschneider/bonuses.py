"""The bonuses of Beutelschneider for winning a trick with a certain card: 10 points each.

The bonuses of Bard and Muscleman do not depend on the winner of the trick: see referee.py and capturing.py.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping

from .cards import ADVENTURER, ASSASSIN, BONUS, COUNTESS, GUARD, LEADERS, NIGHT_WATCHMAN
from .judging import Judging
from .tricks import PersonPlay, played_before, seduced
from .words_of_tricks import ASSASSIN_WINS, GUARD_WINS, NIGHT_WATCHMAN_WINS, SEDUCTION


def earn(judging: Judging, winning: PersonPlay) -> None:
    """Add the bonuses that the winning card earns to the verdict; most cards earn none."""
    if earned := EARNED_BY.get(winning.card.code):
        earned(judging, winning)


def _night_watchman(judging: Judging, winning: PersonPlay) -> None:
    """Add one bonus if this is the last trick of the round."""
    if judging.trick.last:
        judging.verdict.bonus(winning.player, "nachtwaechter")
        judging.say(NIGHT_WATCHMAN_WINS, player=winning.player)


def _guard(judging: Judging, winning: PersonPlay) -> None:
    """Add one bonus for each cutpurse in the trick."""
    arrested = [play.card for play in judging.rest if play.card.is_cutpurse]
    if arrested:
        judging.verdict.bonus(winning.player, "gardist", len(arrested))
        judging.say(GUARD_WINS, player=winning.player, cards=arrested, points=BONUS * len(arrested))


def _assassin(judging: Judging, winning: PersonPlay) -> None:
    """Add one bonus for each leader played before the Assassin."""
    killed = [card for card in played_before(judging.rest, winning.card) if card.code in LEADERS]
    count = len(killed)
    if killed:
        judging.verdict.bonus(winning.player, "meuchelmoerder", count)
        judging.say(ASSASSIN_WINS, player=winning.player, names=killed, leaders=count, points=BONUS * count)


def _seducer(judging: Judging, winning: PersonPlay) -> None:
    """Add one bonus if the winning card is the Adventurer and the Countess was played before him, or the reverse."""
    other = seduced(judging.rest, winning.card)
    if other:
        judging.verdict.bonus(winning.player, "verfuehrung")
        judging.decisive.append(other)
        judging.say(SEDUCTION, player=winning.player, winning=winning.card, other=other)


EARNED_BY: Mapping[str, Callable[[Judging, PersonPlay], None]] = {
    NIGHT_WATCHMAN: _night_watchman,
    GUARD: _guard,
    ASSASSIN: _assassin,
    ADVENTURER: _seducer,
    COUNTESS: _seducer,
}
