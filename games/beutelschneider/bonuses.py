"""The bonuses of Beutelschneider for winning a trick with a certain card: 10 points each."""

from __future__ import annotations

from collections.abc import Callable, Mapping

from .cards import ADVENTURER, ASSASSIN, BONUS, COUNTESS, GUARD, LEADERS, NIGHT_WATCHMAN
from .trick_state import TrickState
from .tricks import PersonPlay, played_before, seduced
from .words_of_tricks import ASSASSIN_WINS, GUARD_WINS, NIGHT_WATCHMAN_WINS, SEDUCTION


def earn(state: TrickState, winning: PersonPlay) -> None:
    """Add to the verdict the bonuses that the winning card earns, with their reasons; most cards earn none."""
    if earned := EARNED_BY.get(winning.card.code):
        earned(state, winning)


def _night_watchman(state: TrickState, winning: PersonPlay) -> None:
    """Add one bonus if this is the last trick of the round."""
    if state.trick.last:
        state.verdict.bonus(winning.player, "nachtwaechter")
        state.say(NIGHT_WATCHMAN_WINS, player=winning.player)


def _guard(state: TrickState, winning: PersonPlay) -> None:
    """Add one bonus for each cutpurse in the trick."""
    arrested = [play.card for play in state.rest if play.card.is_cutpurse]
    if arrested:
        state.verdict.bonus(winning.player, "gardist", len(arrested))
        state.say(GUARD_WINS, player=winning.player, cards=arrested, points=BONUS * len(arrested))


def _assassin(state: TrickState, winning: PersonPlay) -> None:
    """Add one bonus for each leader played before the Assassin."""
    killed = [card for card in played_before(state.rest, winning.card) if card.code in LEADERS]
    count = len(killed)
    if killed:
        state.verdict.bonus(winning.player, "meuchelmoerder", count)
        state.say(ASSASSIN_WINS, player=winning.player, names=killed, leaders=count, points=BONUS * count)


def _seducer(state: TrickState, winning: PersonPlay) -> None:
    """Add one bonus if Adventurer and Countess are both in the trick, and the one played later wins it."""
    other = seduced(state.rest, winning.card)
    if other:
        state.verdict.bonus(winning.player, "verfuehrung")
        state.decisive.append(other)
        state.say(SEDUCTION, player=winning.player, winning=winning.card, other=other)


EARNED_BY: Mapping[str, Callable[[TrickState, PersonPlay], None]] = {
    NIGHT_WATCHMAN: _night_watchman,
    GUARD: _guard,
    ASSASSIN: _assassin,
    ADVENTURER: _seducer,
    COUNTESS: _seducer,
}
