"""The winner of a trick of Beutelschneider, steps (3.) to (6.) of "Working out a trick" in the rulebook, and its bonuses."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence

from .cards import (
    ADVENTURER,
    ASSASSIN,
    BARD,
    BONUS,
    COUNTESS,
    FOOL,
    GUARD,
    HYPNOTIST,
    LEADERS,
    MAID,
    NIGHT_WATCHMAN,
    Person,
)
from .trick_state import PersonPlay, TrickState, played_before, seduced, suit_led
from .words_of_tricks import (
    ASSASSIN_WINS,
    COLOURED,
    FOOL_VOIDS,
    FOOL_WINS,
    GUARD_WINS,
    HIGHEST_OF_LED,
    HIGHEST_TRUMP,
    HYPNOTIST_TAKES_THIS_ORDER,
    HYPNOTIST_TURNS,
    LATER_IS_HIGHER,
    LEADER_KILLED,
    LED_BY_SPECIAL,
    LOWEST_OF_LED,
    LOWEST_TRUMP,
    MAID_CHARMS,
    MAID_CHARMS_LOWEST,
    MAID_FINDS_NO_GOLD,
    NEW_LED,
    NIGHT_WATCHMAN_WINS,
    ONLY_BARD_LEFT,
    ONLY_SPECIALS,
    ONLY_SPECIALS_WITH_FOOL,
    SEDUCTION,
    SUIT_WORDS,
)

type Strength = tuple[int, int, int]
"""The sort key of a trump in its trick: (step, rank, index among the trumps).

The steps, if an Assassin was played after a leader (`LEADERS`):
- the Assassin: 1
- the trumps that the Assassin beats: 0
- the other trumps: 2

Without such an Assassin, all trumps have step 0.
"""


def winning_play(state: TrickState) -> PersonPlay:
    """Return the winning play and add the reasons to the verdict. The Bard's couple must have left the trick."""
    if state.has(FOOL) and any(play.card.is_trump for play in state.rest):
        state.say(FOOL_VOIDS)
    return (
        _among_specials(state)
        or _fool_without_colours(state)
        or _gold_with_the_maid(state)
        or _trump(state)
        or _colour_card(state)
    )


def _among_specials(state: TrickState) -> PersonPlay | None:
    """Return the winning play of a trick of special cards only; None for any other trick.

    The Bard wins if his couple left the trick. Otherwise the Fool wins or, without him, the first card (ruling).
    """
    if not all(play.card.is_special for play in state.rest):
        return None
    if state.couple_left:
        winning, phrase = state.play_of(BARD), ONLY_BARD_LEFT
    elif state.has(FOOL):
        winning, phrase = state.play_of(FOOL), ONLY_SPECIALS_WITH_FOOL
    else:
        winning, phrase = state.rest[0], ONLY_SPECIALS
    state.say(phrase, player=winning.player)
    return winning


def _fool_without_colours(state: TrickState) -> PersonPlay | None:
    """If the Fool is in a trick without colour cards, return his play, since he makes trumps void (3.); else None."""
    if not state.has(FOOL) or any(play.card.is_colour for play in state.rest):
        return None
    winning = state.play_of(FOOL)
    state.say(FOOL_WINS, player=winning.player)
    return winning


def _gold_with_the_maid(state: TrickState) -> PersonPlay | None:
    """Return the play that wins because of the Maid (4.): the highest gold card, the first of equal ones.

    With the Hypnotist the lowest gold card wins (ruling). Return None without the Maid, or without gold (ruling).
    """
    if not state.has(MAID):
        return None
    gold = [play for play in state.rest if play.card.is_gold]
    if not gold:  # ruling: without gold the Maid has no effect
        state.say(MAID_FINDS_NO_GOLD)
        return None
    lowest = state.has(HYPNOTIST)
    winning = (min if lowest else max)(gold, key=lambda play: play.card.points)
    state.say(MAID_CHARMS_LOWEST if lowest else MAID_CHARMS, player=winning.player, card=winning.card)
    return winning


def _trump(state: TrickState) -> PersonPlay | None:
    """Return the play of the highest valid trump (6.) or, with the Hypnotist, of the lowest (5.); None without one."""
    trumps = state.trumps
    if not trumps:
        return None
    strength = _order(state, trumps)
    lowest = state.has(HYPNOTIST)
    winning = (min if lowest else max)(trumps, key=lambda play: strength[play.card.code])
    if lowest:
        state.say(HYPNOTIST_TURNS)
    if lowest and any(step for step, _, _ in strength.values()):
        state.say(HYPNOTIST_TAKES_THIS_ORDER)
    state.say(LOWEST_TRUMP if lowest else HIGHEST_TRUMP, player=winning.player, card=winning.card)
    return winning


def _order(state: TrickState, trumps: Sequence[PersonPlay]) -> dict[str, Strength]:
    """Return the sort key of each of these trumps, by code.

    The order is that of the ranks, with two exceptions:
    - Of Adventurer and Countess, the one played later is higher.
    - An Assassin played after a leader beats all trumps played before him. Of the trumps played after him, he beats
      only Night watchman and Guard.

    With the Hypnotist, the lowest in this order wins (ruling).
    """
    cards = [play.card for play in trumps]
    codes = [card.code for card in cards]
    if ADVENTURER in codes and COUNTESS in codes:
        later = max((ADVENTURER, COUNTESS), key=codes.index)
        state.say(LATER_IS_HIGHER, later=cards[codes.index(later)])
    assassin = codes.index(ASSASSIN) if ASSASSIN in codes else 0
    leaders = [card for card in cards[:assassin] if card.code in LEADERS]
    if leaders:
        state.say(LEADER_KILLED, leaders=leaders)
        state.decisive += leaders

    def step(place: int, card: Person) -> int:
        if not leaders or place < assassin or card.code in (NIGHT_WATCHMAN, GUARD):
            return 0
        return 1 if place == assassin else 2

    return {card.code: (step(place, card), card.rank, place) for place, card in enumerate(cards)}


def _colour_card(state: TrickState) -> PersonPlay:
    """Return the play of the highest card of the suit led (6.), or of the lowest with the Hypnotist (5.)."""
    led = _suit_that_counts(state)
    running = [play for play in state.rest if play.card.suit == led]
    lowest = state.has(HYPNOTIST)
    winning = (min if lowest else max)(running, key=lambda play: play.card.rank)
    if lowest:
        state.say(HYPNOTIST_TURNS)
    phrase = LOWEST_OF_LED if lowest else HIGHEST_OF_LED
    state.say(phrase, player=winning.player, card=winning.card, colour=COLOURED[led])
    return winning


def _suit_that_counts(state: TrickState) -> str:
    """Return the suit that counts as led in a trick without a valid trump.

    - Usually it is the suit that was led (`suit_led`).
    - With the Fool, it is the suit of the first colour card played.
    - If the Bard's couple has taken all cards of this suit, it is the suit of the first colour card left (ruling).
    """
    plays = state.trick.plays
    led = suit_led([play for play in plays if play.card.is_colour] if state.has(FOOL) else plays)
    left = [play.card.suit for play in state.rest if play.card.is_colour]
    if led in left:
        if plays[0].card.is_special:
            state.say(LED_BY_SPECIAL, card=plays[0].card, colour=SUIT_WORDS[str(led)])
        return str(led)
    state.say(NEW_LED, colour=SUIT_WORDS[left[0]])
    return left[0]


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
