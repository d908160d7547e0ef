"""One trick of Beutelschneider's first edition: who wins, whether the Guard cancels the cutpurse, bonuses, and why."""

from __future__ import annotations

from collections.abc import Sequence

from games.beutelschneider.cards import ADVENTURER, ASSASSIN, BONUS, COUNTESS, GUARD, SOVEREIGN, TRUMP, Person
from games.beutelschneider.trick_state import PersonPlay, played_before, seduced
from games.beutelschneider.words_of_tricks import (
    ASSASSIN_WINS,
    COLOURED,
    GUARD_WINS,
    HIGHEST_OF_LED,
    HIGHEST_TRUMP,
    LATER_IS_HIGHER,
    SEDUCTION,
)
from games.kernel.record import AnyRecord
from games.kernel.tricks import Trick, Verdict, captured_by, highest
from games.kernel.words import Facts, Message

from .cards import CUTPURSE
from .words import CUTPURSE_CANCELLED, GUARD_LAST, SOVEREIGN_KILLED


def judge(trick: Trick[Person], record: AnyRecord) -> Verdict[Person] | None:
    """Return the verdict on a complete trick; never None, since these rules decide every trick."""
    why: list[Message] = []
    competing = _competing(trick.plays, why)
    codes = [play.card.code for play in competing]
    if ADVENTURER in codes and COUNTESS in codes:
        later = max((ADVENTURER, COUNTESS), key=codes.index)
        why.append(LATER_IS_HIGHER(later=competing[codes.index(later)].card))
    winning = highest(competing, TRUMP) if codes else trick.plays[0]
    why.append(_why_highest(winning))
    captured = captured_by(winning.player, trick.plays)
    verdict = Verdict(winner=winning.player, captured=captured, why=why, card=winning.card)
    cutpurse = _cancelled(trick.plays)
    if cutpurse:
        verdict.discarded.append(cutpurse)
        why.append(CUTPURSE_CANCELLED())
    _bonuses(verdict, trick, winning, cutpurse)
    return verdict


def _competing(plays: Sequence[PersonPlay], why: list[Message]) -> Sequence[PersonPlay]:
    """Return the plays that can win. These are all plays. The Assassin keeps his own rank."""
    codes = [play.card.code for play in plays]
    if ASSASSIN in codes and SOVEREIGN in codes[: codes.index(ASSASSIN)]:
        why.append(SOVEREIGN_KILLED())
        return [play for play in plays if play.card.code != SOVEREIGN]
    return plays


def _why_highest(winning: PersonPlay) -> Message:
    facts: Facts = {"player": winning.player, "card": winning.card}
    if winning.card.is_trump:
        return HIGHEST_TRUMP(**facts)
    return HIGHEST_OF_LED(**facts, colour=COLOURED[winning.card.suit])


def _cancelled(plays: Sequence[PersonPlay]) -> Person | None:
    """Return the cutpurse if the Guard was played after it in this trick, else None; the Guard need not win."""
    codes = [play.card.code for play in plays]
    if CUTPURSE in codes and GUARD in codes[codes.index(CUTPURSE) :]:
        return plays[codes.index(CUTPURSE)].card
    return None


def _bonuses(verdict: Verdict[Person], trick: Trick[Person], winning: PersonPlay, cutpurse: Person | None) -> None:
    """Add the winning card's bonuses and their reasons to the verdict. `cutpurse`: the cancelled cutpurse or None."""
    card, player = winning.card, winning.player
    if card.code == GUARD and cutpurse:
        verdict.bonus(player, "gardist")
        verdict.why.append(GUARD_WINS(player=player, cards=[cutpurse], points=BONUS))
    if card.code == GUARD and trick.last:
        verdict.bonus(player, "gardist_last")
        verdict.why.append(GUARD_LAST(player=player))
    if card.code == ASSASSIN:
        killed = [each for each in played_before(trick.plays, card) if each.code == SOVEREIGN]
        if killed:
            verdict.bonus(player, "meuchelmoerder")
            verdict.why.append(ASSASSIN_WINS(player=player, names=killed, leaders=1, points=BONUS))
    other = seduced(trick.plays, card)
    if other:
        verdict.bonus(player, "verfuehrung")
        verdict.why.append(SEDUCTION(player=player, winning=card, other=other))
