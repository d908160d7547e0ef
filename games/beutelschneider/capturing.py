"""The cards that each player captures in a trick of Beutelschneider."""

from __future__ import annotations

from collections.abc import Mapping

from .cards import ALCHEMIST, BONUS, DANCER, GUARD, ILLUSIONIST, MAID, MUSCLEMAN, Person
from .choosing import illusionists_card, no_illusionists_card
from .trick_state import TrickState
from .words_of_tricks import (
    ALCHEMIST_SPOILS,
    DANCER_TAKES,
    EFFECT_STAYS,
    GUARD_ARRESTS,
    GUARD_STAYS_AWAKE,
    ILLUSIONIST_IDLE,
    ILLUSIONIST_TAKES,
    MUSCLEMAN_TAKES,
    STILL_COUNTS,
)

type Takers = dict[str, str]
"""A mapping from card code to player, for the cards that special cards have taken."""


def share_out(state: TrickState) -> None:
    """Add captured, discarded and worthless cards, the Muscleman's bonuses, and the reasons to the verdict."""
    verdict = state.verdict
    takers: Takers = {}
    left = [play.card for play in state.rest]
    left = _guard_discards(state, left)
    left = _illusionist_takes(state, left, takers)
    left = _muscleman_takes(state, left, takers)
    left = _dancer_takes(state, left, takers)
    only_specials = all(play.card.is_special for play in state.rest)
    if takers:
        verdict.captured = _piles(state, takers | {card.code: verdict.winner for card in left})
    elif state.couple_left or not only_specials:
        verdict.captured[verdict.winner] = left
    if state.has(ALCHEMIST):
        verdict.worthless.extend(play.card for play in state.rest if play.card.is_gold)
        if verdict.worthless:
            state.say(ALCHEMIST_SPOILS, cards=verdict.worthless)


def _piles(state: TrickState, takers: Mapping[str, str]) -> dict[str, list[Person]]:
    """Return the cards that each player takes from the trick, in the order played."""
    piles: dict[str, list[Person]] = {}
    for play in state.rest:
        if taker := takers.get(play.card.code):
            piles.setdefault(taker, []).append(play.card)
    return piles


def _guard_discards(state: TrickState, left: list[Person]) -> list[Person]:
    """Discard every cutpurse if a valid Guard is in the trick, and return the cards left.

    The Guard need not win the trick, and the Maid does not stop him (ruling). With the Fool no trump is valid, so the
    Guard is not.
    """
    arrested = [card for card in left if card.is_cutpurse]
    if not arrested or not any(play.card.code == GUARD for play in state.trumps):
        return left
    state.verdict.discarded.extend(arrested)
    state.say(GUARD_ARRESTS, cards=arrested)
    if state.has(MAID) and any(play.card.is_gold for play in state.rest):
        state.say(GUARD_STAYS_AWAKE)
    return [card for card in left if card not in arrested]


def _illusionist_takes(state: TrickState, left: list[Person], takers: Takers) -> list[Person]:
    """Give the Illusionist's player the one card that this player chose, and return the cards left.

    The chosen card may be a special card (ruling). If only special cards are left, the Illusionist takes none.

    A missing or wrong choice is a problem of the record. So is a choice if the Illusionist takes none, or if he is not
    in the trick.
    """
    if not state.has(ILLUSIONIST) or all(card.is_special for card in left):
        if state.has(ILLUSIONIST):
            state.say(ILLUSIONIST_IDLE)
        no_illusionists_card(state)
        return left
    card = illusionists_card(state, left)
    if card is None:
        return left
    player = takers[card.code] = state.owners[ILLUSIONIST]
    state.say(ILLUSIONIST_TAKES, player=player, card=card)
    if card.is_special and card.sex:
        state.say(EFFECT_STAYS, card=card)
    elif card in state.decisive:
        state.say(STILL_COUNTS, card=card)
    return [each for each in left if each is not card]


def _muscleman_takes(state: TrickState, left: list[Person], takers: Takers) -> list[Person]:
    """Give the Muscleman's player every wench that is left, with one bonus for each; return the other cards."""
    wenches = [card for card in left if card.is_wench] if state.has(MUSCLEMAN) else []
    if not wenches:
        return left
    player = state.owners[MUSCLEMAN]
    takers.update((card.code, player) for card in wenches)
    state.verdict.bonus(player, "muskelmann", len(wenches))
    state.say(MUSCLEMAN_TAKES, player=player, cards=wenches, points=BONUS * len(wenches))
    return [card for card in left if not card.is_wench]


def _dancer_takes(state: TrickState, left: list[Person], takers: Takers) -> list[Person]:
    """Give the Dancer's player every coin that is left (gold of 1 to 4 points, not sacks); return the other cards."""
    coins = [card for card in left if card.is_coin] if state.has(DANCER) else []
    if not coins:
        return left
    player = state.owners[DANCER]
    takers.update((card.code, player) for card in coins)
    state.say(DANCER_TAKES, player=player, cards=coins)
    return [card for card in left if not card.is_coin]
