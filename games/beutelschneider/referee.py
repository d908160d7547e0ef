"""One trick of Beutelschneider: who wins, who captures what, and why.

The code follows "Working out a trick" in the rulebook; a number such as (2.) is the step there. "(ruling)" marks a
decision of our own, because the source is silent or unclear.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from games.kernel.choices import Choice
from games.kernel.problems import Problems
from games.kernel.record import AnyRecord, Record
from games.kernel.seats import AnyTable
from games.kernel.tricks import Play, Trick, Verdict, captured_by, highest
from games.kernel.words import Message, Phrase

from .capturing import share_out
from .cards import BARD, CON_ARTIST, FORTUNE_TELLER, JUGGLER, Person
from .choosing import ask_for_suit, bards_couple, named_suit, read_choices
from .trick_state import TrickState
from .winning import earn, winning_play
from .words_of_tricks import (
    COLOURED,
    COUPLE_LEAVES,
    COUPLE_SILENCED,
    HIGHEST_OF_LED,
    JUGGLER_PROLONGS,
    JUGGLER_TOO_LATE,
    NEXT_COLOUR,
    NEXT_COLOUR_OPEN,
    NEXT_FACE_DOWN,
    NOTHING_IN_THE_LAST,
    STILL_PROLONGED,
    SUIT_WORDS,
    TWO_SPECIAL_CARDS,
)


def judge(trick: Trick[Person], record: AnyRecord) -> Verdict[Person] | None:
    """Return the verdict on a complete trick."""
    if trick.choices == {} and all(play.card.is_colour for play in trick.plays):
        return _among_colours(trick)
    state = TrickState(trick, record)
    _judge(state)
    return state.verdict if state.fine else None


def judge_alone(trick: Trick[Person], record: AnyRecord) -> Verdict[Person] | None:
    """Return the verdict on a complete trick, judged without the rest of its round."""
    before = record.problems.added
    first: dict[str, int] = {}
    for index, (player, card) in enumerate(trick.plays):
        if card.is_special and first.setdefault(player, index) != index:
            cards = [trick.plays[first[player]].card, card]
            record.add(f"plays.{first[player]}", TWO_SPECIAL_CARDS(player=player, cards=cards))
    verdict = judge(trick, record)
    return verdict if record.problems.added == before else None


def second_special(before: Sequence[Trick[Person]], plays: Sequence[Play[Person]]) -> list[tuple[int, Message]]:
    """Return the index in `plays` and a message for each special card of whoever played one before."""
    had = {play.player: play.card for trick in before for play in trick.plays if play.card.is_special}
    return [
        (index, TWO_SPECIAL_CARDS(player=player, cards=[had[player], card]))
        for index, (player, card) in enumerate(plays)
        if card.is_special and player in had
    ]


def choices(trick: Trick[Person], table: AnyTable) -> list[Choice]:
    """Return the choices that the special cards of a complete trick ask for, in order."""
    state = TrickState(trick, Record({}, table, Problems()))
    _judge(state)
    return state.asked


def _among_colours(trick: Trick[Person]) -> Verdict[Person]:
    """Return the verdict on a trick of colour cards only: the highest card of the suit led wins."""
    player, card = highest(trick.plays, None)
    why = [HIGHEST_OF_LED(player=player, card=card, colour=COLOURED[card.suit])]
    return Verdict(player, captured_by(player, trick.plays), why, card=card)


def _judge(state: TrickState) -> None:
    """Judge a trick of any cards, step by step; store the verdict and the choices in `state`."""
    if not read_choices(state):
        return
    _juggler(state)
    _bard(state)
    if state.fine:
        winning = winning_play(state)
        state.verdict.winner, state.verdict.card = winning
        earn(state, winning)
        state.decisive.append(winning.card)
    share_out(state)
    _reminders(state)


def _juggler(state: TrickState) -> None:
    if state.has(JUGGLER):
        state.say(JUGGLER_PROLONGS if state.is_double else JUGGLER_TOO_LATE)


def _bard(state: TrickState) -> None:
    """If the Bard has a couple, take it out of the trick and add a bonus for his player (2.).

    Special cards in the couple lose their effect (ruling). Only the Juggler keeps it: the trick stays doubled
    (ruling).
    """
    couple = bards_couple(state)
    if couple is None:
        return
    marker, discard = couple
    bard = state.owners[BARD]
    state.remove(couple)
    state.verdict.discarded.append(discard)
    state.verdict.bonus(bard, "barde")
    state.say(COUPLE_LEAVES, player=bard, marker=marker, discard=discard)
    silenced = [card for card in couple if card.is_special and card.code != JUGGLER]
    if silenced:
        state.say(COUPLE_SILENCED, cards=silenced)
    if state.is_double and JUGGLER in (marker.code, discard.code):  # ruling: the trick stays doubled
        state.say(STILL_PROLONGED)


def _reminders(state: TrickState) -> None:
    """Ask for the Fortune teller's suit, and add reminders for the next trick to the verdict."""
    ask_for_suit(state)
    if state.has(CON_ARTIST):
        _remind(state, CON_ARTIST, NEXT_FACE_DOWN)
    suit = named_suit(state)
    if suit:
        _remind(state, FORTUNE_TELLER, NEXT_COLOUR, colour=SUIT_WORDS[suit])
    elif state.has(FORTUNE_TELLER):
        _remind(state, FORTUNE_TELLER, NEXT_COLOUR_OPEN)


def _remind(state: TrickState, special: str, phrase: Phrase, **facts: Any) -> None:
    play = state.play_of(special)
    if state.trick.last:
        state.say(NOTHING_IN_THE_LAST, card=play.card)
    else:
        state.say(phrase, player=play.player, **facts)
