"""The choices in a trick of Beutelschneider: the Bard's couple, the Illusionist's card, the Fortune teller's suit."""

from __future__ import annotations

from collections.abc import Sequence

from games.kernel.choices import Candidate, Choice
from games.kernel.problems import UNKNOWN_VALUE
from games.kernel.words import abbreviated

from .cards import BARD, CALLS, FORTUNE_TELLER, ILLUSIONIST, Person
from .faces import SIGNS
from .trick_state import TrickState
from .words_of_tricks import (
    CARD_GONE,
    CARD_NEEDED,
    COUPLE_NEEDED,
    NO_COUPLE,
    NO_COUPLE_HERE,
    NOBODY_MAY_CHOOSE,
    NOT_IN_TRICK,
    NOT_THE_BARD,
    SUIT_WORDS,
    WHICH_CARD,
    WHICH_COLOUR,
    WHICH_DISCARD,
    WHICH_MARKER,
)

CHOICES = ("couple", "illusionist", "colour")
COUPLE_KEYS = ("marker", "discard")
COLOURS_TO_NAME = [
    Candidate(word, SUIT_WORDS[suit], icons=(SIGNS[suit][1],), ink=SIGNS[suit][0]) for word, suit in CALLS.items()
]


def read_choices(state: TrickState) -> bool:
    """Set `state.choices` to the choices of the trick, add a problem for each unknown key, and return True."""
    choices = state.record.within("choices", state.trick.choices)
    if choices is None:
        return False
    state.choices = choices.raw
    choices.allow(CHOICES)
    return True


def _chosen_card(state: TrickState, path: str, code: object) -> Person | None:
    """Return the card with this code. If it is not in the trick, add a problem at `path` and return None."""
    card = next((card for card in state.trick.cards if card.code == code), None)
    if card is None:
        state.record.add(path, NOT_IN_TRICK(card=abbreviated(code)))
    return card


# The Bard


def bards_couple(state: TrickState) -> tuple[Person, Person] | None:
    """Ask for the Bard's couple, a man and a woman, and return it as (marker, discarded card).

    The Bard himself cannot be in the couple (ruling). Return None if the trick has no Bard or no couple. If the choice
    is missing or wrong, add a problem to the record and return None.
    """
    people = [card for card in state.trick.cards if card.sex and card.code != BARD] if state.has(BARD) else []
    men = [card for card in people if card.sex == "m"]
    women = [card for card in people if card.sex == "f"]
    if not men or not women:
        if state.has(BARD):
            state.say(NO_COUPLE_HERE)
        if "couple" in state.choices:
            state.record.add("choices.couple", NOBODY_MAY_CHOOSE())
        return None
    _ask_for_couple(state, people)
    if "couple" not in state.choices:
        state.record.add("choices.couple", COUPLE_NEEDED(men=men, women=women))
        return None
    return _read_couple(state)


def _ask_for_couple(state: TrickState, people: Sequence[Person]) -> None:
    """Ask which person becomes the marker. Once this is answered, ask which person of the other sex is discarded."""
    state.ask("couple.marker", WHICH_MARKER, BARD, people)
    named = state.choices.get("couple")
    marker = named.get("marker") if isinstance(named, dict) else None
    for sex in [card.sex for card in people if card.code == marker]:
        state.ask("couple.discard", WHICH_DISCARD, BARD, [card for card in people if card.sex != sex])


def _read_couple(state: TrickState) -> tuple[Person, Person] | None:
    path, record = "choices.couple", state.record
    couple = record.within(path, state.choices["couple"])
    if couple is None:
        return None
    couple.allow(COUPLE_KEYS)
    chosen = []
    for key in COUPLE_KEYS:
        card = _chosen_card(state, f"{path}.{key}", couple.raw[key]) if couple.needs(key) else None
        if card and card.code == BARD:  # ruling: the Bard cannot be one of the couple
            couple.add(key, NOT_THE_BARD())
        elif card:
            chosen.append(card)
    if len(chosen) < len(COUPLE_KEYS):
        return None
    marker, discard = chosen
    if {marker.sex, discard.sex} != {"m", "f"}:
        record.add(path, NO_COUPLE(first=marker, second=discard))
        return None
    return marker, discard


# The Illusionist


def illusionists_card(state: TrickState, left: Sequence[Person]) -> Person | None:
    """Ask for the Illusionist's card, which must be in `left`, and return it."""
    path = "choices.illusionist"
    if state.fine:
        state.ask("illusionist", WHICH_CARD, ILLUSIONIST, left)
    if "illusionist" not in state.choices:
        state.record.add(path, CARD_NEEDED(cards=left))
        return None
    card = _chosen_card(state, path, state.choices["illusionist"])
    if card is not None and card not in left:
        state.record.add(path, CARD_GONE(card=card))
        return None
    return card


def no_illusionists_card(state: TrickState) -> None:
    """Add a problem if the record names a card for the Illusionist, although he takes none in this trick."""
    if "illusionist" in state.choices:
        state.record.add("choices.illusionist", NOBODY_MAY_CHOOSE())


# The Fortune teller


def ask_for_suit(state: TrickState) -> None:
    """Ask which suit the Fortune teller names for the next lead. The choice is optional."""
    if state.has(FORTUNE_TELLER) and state.fine and not state.trick.last:
        question = WHICH_COLOUR(player=state.owners[FORTUNE_TELLER])
        state.asked.append(Choice("colour", question, COLOURS_TO_NAME, needed=False))


def named_suit(state: TrickState) -> str | None:
    """Return the letter of the suit that the Fortune teller named; None if none is named."""
    if "colour" not in state.choices:
        return None
    call = state.choices["colour"]
    if not state.has(FORTUNE_TELLER):
        state.record.add("choices.colour", NOBODY_MAY_CHOOSE())
    elif not isinstance(call, str) or call not in CALLS:
        state.record.add("choices.colour", UNKNOWN_VALUE(value=abbreviated(call), allowed=list(CALLS)))
    else:
        return CALLS[call]
    return None
