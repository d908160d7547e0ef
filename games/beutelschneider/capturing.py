"""The cards that each player captures in a trick of Beutelschneider, in the order of the rules."""

from __future__ import annotations

from collections.abc import Mapping

from .cards import ALCHEMIST, BONUS, DANCER, GUARD, ILLUSIONIST, MAID, MUSCLEMAN, Person
from .choosing import illusionists_card, no_illusionists_card
from .judging import Judging
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
"""Who takes a card that does not go to the winner of the trick, by the card's code."""


def share_out(judging: Judging) -> None:
    """Set what each player captures, what is discarded and what is worthless."""
    verdict = judging.verdict
    takers: Takers = {}
    left = [play.card for play in judging.rest]
    left = _guard_discards(judging, left)
    left = _illusionist_takes(judging, left, takers)
    left = _muscleman_takes(judging, left, takers)
    left = _dancer_takes(judging, left, takers)
    only_specials = all(play.card.is_special for play in judging.rest)
    if takers:
        verdict.captured = _piles(judging, takers | {card.code: verdict.winner for card in left})
    elif judging.couple_left or not only_specials:
        verdict.captured[verdict.winner] = left
    if judging.has(ALCHEMIST):
        verdict.worthless.extend(play.card for play in judging.rest if play.card.is_gold)
        if verdict.worthless:
            judging.say(ALCHEMIST_SPOILS, cards=verdict.worthless)


def _piles(judging: Judging, takers: Mapping[str, str]) -> dict[str, list[Person]]:
    """Return the piles of a trick from which several players take cards, each pile in the order played."""
    piles: dict[str, list[Person]] = {}
    for play in judging.rest:
        if taker := takers.get(play.card.code):
            piles.setdefault(taker, []).append(play.card)
    return piles


def _guard_discards(judging: Judging, left: list[Person]) -> list[Person]:
    """Let a valid Guard discard every cutpurse, whoever wins, with the Maid too (ruling); return the cards left."""
    arrested = [card for card in left if card.is_cutpurse]
    if not arrested or not any(play.card.code == GUARD for play in judging.trumps):
        return left
    judging.verdict.discarded.extend(arrested)
    judging.say(GUARD_ARRESTS, cards=arrested)
    if judging.has(MAID) and any(play.card.is_gold for play in judging.rest):
        judging.say(GUARD_STAYS_AWAKE)
    return [card for card in left if card not in arrested]


def _illusionist_takes(judging: Judging, left: list[Person], takers: Takers) -> list[Person]:
    """Let the Illusionist take one card of his player's choice; return the cards left.

    He may take special cards too (ruling). He must take a card, unless only special cards are left: then he takes none.
    """
    if not judging.has(ILLUSIONIST) or all(card.is_special for card in left):
        if judging.has(ILLUSIONIST):
            judging.say(ILLUSIONIST_IDLE)
        no_illusionists_card(judging)
        return left
    card = illusionists_card(judging, left)
    if card is None:
        return left
    player = takers[card.code] = judging.owners[ILLUSIONIST]
    judging.say(ILLUSIONIST_TAKES, player=player, card=card)
    if card.is_special and card.sex:
        judging.say(EFFECT_STAYS, card=card)
    elif card in judging.decisive:
        judging.say(STILL_COUNTS, card=card)
    return [each for each in left if each is not card]


def _muscleman_takes(judging: Judging, left: list[Person], takers: Takers) -> list[Person]:
    """Let the Muscleman seize every wench, one bonus each; return the cards left."""
    wenches = [card for card in left if card.is_wench] if judging.has(MUSCLEMAN) else []
    if not wenches:
        return left
    player = judging.owners[MUSCLEMAN]
    takers.update((card.code, player) for card in wenches)
    judging.verdict.bonus(player, "muskelmann", len(wenches))
    judging.say(MUSCLEMAN_TAKES, player=player, cards=wenches, points=BONUS * len(wenches))
    return [card for card in left if not card.is_wench]


def _dancer_takes(judging: Judging, left: list[Person], takers: Takers) -> list[Person]:
    """Let the Dancer take every coin (1 to 4) but no sacks; return the cards left."""
    coins = [card for card in left if card.is_coin] if judging.has(DANCER) else []
    if not coins:
        return left
    player = judging.owners[DANCER]
    takers.update((card.code, player) for card in coins)
    judging.say(DANCER_TAKES, player=player, cards=coins)
    return [card for card in left if not card.is_coin]
