"""The phrases that several games share, and those of the templates rounds/parts/*.html, which games include."""

from __future__ import annotations

from collections.abc import Mapping

from .words import Phrase


def by_code(*phrases: Phrase) -> Mapping[str, Phrase]:
    """Return phrases by their codes."""
    return {phrase.code: phrase for phrase in phrases}


SHARED_PHRASES = by_code(
    Phrase("alone", de="allein", en="alone"),
    Phrase("all_given_out", de="Alles ist verteilt", en="Everything is placed"),
    Phrase("cards_left", de="Noch offen: {cards}", en="Not placed yet: {cards}"),
    Phrase("cards_that_count", de="Karten, die zählen", en="Cards that count"),
    Phrase("in_own_pile", de="in diesem Stapel", en="in this pile"),
    Phrase("many_left", de="Noch offen: {count} Karten", en="{count} cards left"),
    Phrase("next_pile", de="Weiter: {name}", en="Next: {name}"),
    Phrase("others_to", de="Alle anderen Karten gehen an", en="All the other cards go to"),
    Phrase("piles", de="Stapel", en="Piles"),
    Phrase("points_of_all", de="{points} von {all}", en="{points} of {all}"),
    Phrase("rest_to", de="Rest für {name}: {points}", en="{name} gets the rest: {points}"),
    Phrase("rest_to_at_a_cost", de="Rest für {name}: {points}, −{cost}", en="{name} gets the rest: {points}, −{cost}"),
    Phrase("tap_pile", de="Was liegt bei {name}?", en="Which cards did {name} win?"),
    Phrase("with_name", de="bei {name}", en="with {name}"),
    Phrase("with_nobody", de="noch offen", en="not placed yet"),
    Phrase("worth_nothing", de="Karten ohne Punkte", en="Cards worth nothing"),
)
