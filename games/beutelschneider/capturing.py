"""The cards that each player captures in a trick of Beutelschneider. The steps follow the order of the rules."""

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
"""A mapping from card code to player, for the cards that do not go to the winner of the trick."""


def share_out(judging: Judging) -> None:
    """Set in the verdict the cards that each player captures, the discarded cutpurses and the worthless gold."""
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
    """Return the cards that each player takes from the trick, in the order played.

    `takers` maps the code of each card to its player; a discarded card is missing there.
    """
    piles: dict[str, list[Person]] = {}
    for play in judging.rest:
        if taker := takers.get(play.card.code):
            piles.setdefault(taker, []).append(play.card)
    return piles


def _guard_discards(judging: Judging, left: list[Person]) -> list[Person]:
    """Discard every cutpurse if a valid Guard is in the trick, and return the cards left.

    The Guard need not win the trick, and the Maid does not stop him (ruling). With the Fool he is not valid.
    """
    arrested = [card for card in left if card.is_cutpurse]
    if not arrested or not any(play.card.code == GUARD for play in judging.trumps):
        return left
    judging.verdict.discarded.extend(arrested)
    judging.say(GUARD_ARRESTS, cards=arrested)
    if judging.has(MAID) and any(play.card.is_gold for play in judging.rest):
        judging.say(GUARD_STAYS_AWAKE)
    return [card for card in left if card not in arrested]


def _illusionist_takes(judging: Judging, left: list[Person], takers: Takers) -> list[Person]:
    """Give the Illusionist's player the one card that this player chose, and return the cards left.

    The chosen card may be a special card (ruling). If only special cards are left, the Illusionist takes none;
    otherwise the choice of a card is required, and a missing or wrong choice is a problem of the record.
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
    """Give the Muscleman's player every wench that is left, with one bonus for each; return the other cards."""
    wenches = [card for card in left if card.is_wench] if judging.has(MUSCLEMAN) else []
    if not wenches:
        return left
    player = judging.owners[MUSCLEMAN]
    takers.update((card.code, player) for card in wenches)
    judging.verdict.bonus(player, "muskelmann", len(wenches))
    judging.say(MUSCLEMAN_TAKES, player=player, cards=wenches, points=BONUS * len(wenches))
    return [card for card in left if not card.is_wench]


def _dancer_takes(judging: Judging, left: list[Person], takers: Takers) -> list[Person]:
    """Give the Dancer's player every coin that is left (gold of 1 to 4 points, no sacks); return the other cards."""
    coins = [card for card in left if card.is_coin] if judging.has(DANCER) else []
    if not coins:
        return left
    player = judging.owners[DANCER]
    takers.update((card.code, player) for card in coins)
    judging.say(DANCER_TAKES, player=player, cards=coins)
    return [card for card in left if not card.is_coin]
