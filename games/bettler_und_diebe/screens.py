"""The screens to enter a round of Bettler und Diebe. The kinds are a pot round, a Ramsch, and a round of Snear."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from games.kernel.cards import Card
from games.kernel.faces import Face
from games.kernel.giving import Giving, Side
from games.kernel.parts import OwnFields
from games.kernel.posted import (
    Fields,
    Posted,
    card_fields,
    common_fields,
    number_fields,
    seat_fields,
    seat_of,
    with_rest,
)
from games.kernel.record import RawRecord
from games.kernel.screen import Context, MadeBy, Screen
from games.kernel.seats import Deal
from games.kernel.words import Message, Noun, Phrase, join_names, numbered_card

from .cards import ALL_POINTS, POT, THIEF
from .options import BettlerOptions, BettlerTable
from .words import (
    BURIED,
    CARD_NAMES,
    CARDS_SCREEN,
    COLOURS,
    COUNTED_SCREEN,
    HOW_MANY_POINTS,
    IN_THE_POT,
    IN_TRICKS_OF,
    IN_YOUR_TRICKS,
    NO_CARD_IN_THE_POT,
    NOTHING_BURIED,
    NOTHING_IN_THE_POT,
    ONE_NUMBER_SCREEN,
    POINTS_IN_TRICKS_OF,
    POINTS_OF,
    POINTS_SCREEN,
    POT_ROUND,
    RAMSCH_ROUND,
    TAP_ASIDE,
    THE_OTHERS,
    THE_POT,
    THIEF_NAME,
    WHO_TOOK_THE_POT,
)

ASIDE = "aside"  # the pile that belongs to no player: the buried cards or, in a Ramsch, the pot


# Faces and names of the cards

INKS = {THIEF: ("", "dolch"), "B": ("blu", "blau"), "G": ("grn", "gruen"), "R": ("red", "rot")}


def face_of(card: Card) -> Face:
    ink, icon = INKS[card.suit]
    return Face(card.code, str(card.rank), (icon,), ink, CARD_NAMES[card.suit](rank=card.rank), points=card.points)


def called(card: Card) -> Noun:
    """Return a card's name within a sentence: "Thief 14", "blue 3"."""
    if card.suit == THIEF:
        return Noun(THIEF_NAME.code, f"{THIEF_NAME.de} {card.rank}", f"{THIEF_NAME.en} {card.rank}")
    colour = COLOURS[card.suit]
    return numbered_card(colour.code, colour, card.rank)


# Common parts of the screens


def minus(total: int, part: object) -> object:
    """Return `total - part`. If `part` is None, return `total`; if it is not a whole number, return None."""
    return total if part is None else total - part if isinstance(part, int) else None


def read_cards(posted: Posted, table: BettlerTable, aside: str | None) -> RawRecord:
    """Return two keys of a record with the cards in a form: `captured`, by player, and `aside` if it has cards."""
    scoring = [card.code for card in table.deck.values() if card.points]
    captured, apart = posted.piles(table.deck, table, scoring, [ASIDE] if aside else [])
    return {"captured": captured} | {str(aside): codes for codes in apart.values()}


def card_context(table: BettlerTable, aside: Phrase | None = None) -> Context:
    """Return the template context for giving cards to piles."""
    faces = sorted((face_of(card) for card in table.deck.values()), key=lambda face: (bool(face.ink), face.ink))
    places = [ASIDE] if aside else []
    ask = TAP_ASIDE(count=POT[len(table.players)], aside=aside)
    return {
        "hand": [Giving(face, face.points, sides=places) for face in faces if face.points],
        "zeros": [Giving(face, 0, needed=False, sides=places) for face in faces if not face.points],
        "sides": [Side(ASIDE, aside, aside, ask)] if aside else [],
        "crowded": len(table.players) > 4,
    }


class BettlerScreen(Screen[Card, BettlerOptions, None]):
    kind: str
    form: str  # the record's key for the result; no other screen for this kind of round writes this key

    def shows(self, record: RawRecord) -> bool:
        return record.get("kind") == self.kind and self.form in record

    def fields(self, record: RawRecord, table: BettlerTable) -> Fields:
        return common_fields(record, table)


# A pot round: a player takes the pot


class PotScreen(BettlerScreen):
    """The screen for the taker, the partner and the card points of their side."""

    code = "pot"
    label = ONE_NUMBER_SCREEN
    kind_of_round = POT_ROUND
    made_by = MadeBy("taker", WHO_TOOK_THE_POT)
    choosing = ("partner",)
    template = "bettler-und-diebe/pot.html"
    kind = "pot"
    form = "points"

    def record(self, posted: Posted, table: BettlerTable) -> RawRecord:
        record: RawRecord = {"kind": "pot"}
        taker, partner = posted.seat("taker", table), posted.seat("partner", table)
        if taker is not None:
            record["taker"] = taker
        if self.asks_partner(table) or partner is not None:
            # None: the taker plays alone. "": nobody was tapped; scoring reports this as a problem.
            record["partner"] = "" if partner is None else None if partner == taker else partner
        return posted.with_common(record | self.result(posted, table), table)

    def fields(self, record: RawRecord, table: BettlerTable) -> Fields:
        taker, partner = record.get("taker"), record.get("partner")
        fields = super().fields(record, table) | {"taker": [seat_of(taker, table)]}
        if self.asks_partner(table):
            fields["partner"] = [seat_of(taker if partner is None else partner, table)]
        return fields | self.result_fields(record, table)

    def binding(self, table: BettlerTable) -> Sequence[str]:
        return ("taker", "partner") if self.asks_partner(table) else ("taker",)

    def who_knows(self, told: Posted, table: BettlerTable, deal: Deal[None]) -> str | None:
        taker = told.seat("taker", table)
        return taker if taker in table.players else None

    def asks_partner(self, table: BettlerTable) -> bool:
        return len(table.players) > 3

    def asks_for(self, name: str, table: BettlerTable) -> bool:
        return name != "partner" or self.asks_partner(table)

    def result(self, posted: Posted, table: BettlerTable) -> RawRecord:
        points = posted.number("points")
        return {} if points is None else {"points": points}

    def result_fields(self, record: RawRecord, table: BettlerTable) -> Fields:
        return {"points": [str(record.get("points", ""))]}

    def side_points(self, record: RawRecord, side: Sequence[str], table: BettlerTable) -> object:
        """Return the card points of the taker's side, as typed or derived; None if they are not known yet."""
        return record.get("points")

    def filled(self, posted: Posted, record: RawRecord, table: BettlerTable) -> dict[str, str | Message]:
        filled = super().filled(posted, record, table)
        taker, partner = record.get("taker"), record.get("partner")
        if taker in table.players and (partner is None or partner in table.players):
            side = [player for player in table.players if player in (taker, partner)]
            others = [player for player in table.players if player not in side]
            filled["side"] = POINTS_OF(team=join_names(side))
            points = self.side_points(record, side, table)
            if isinstance(points, int) and 0 <= points <= ALL_POINTS:
                filled["others"] = THE_OTHERS(others=join_names(others), count=len(others), points=ALL_POINTS - points)
        return filled

    def context(self, table: BettlerTable) -> Context:
        return {"asks_partner": self.asks_partner(table)}


class PotCountedScreen(PotScreen):
    code = "pot-counted"
    label = COUNTED_SCREEN
    template = "bettler-und-diebe/pot_counted.html"
    own = OwnFields(
        numbered=("counted",),
        main="counted",
        rest_from=("buried",),
        has_common_part=True,
        about=THE_POT,
        yours=HOW_MANY_POINTS,
        theirs=POINTS_IN_TRICKS_OF,
        pile=True,
    )
    form = "counted"
    remembered = True

    def rest_follows(self, table: BettlerTable) -> bool:
        return True

    def binding(self, table: BettlerTable) -> Sequence[str]:
        return (*super().binding(table), "buried")

    def result(self, posted: Posted, table: BettlerTable) -> RawRecord:
        buried = posted.number("buried")
        counted = posted.with_rest(posted.numbers("counted", table), table, minus(ALL_POINTS, buried))
        return {"counted": counted} | ({} if buried is None else {"buried": buried})

    def result_fields(self, record: RawRecord, table: BettlerTable) -> Fields:
        return number_fields("counted", record.get("counted"), table) | {"buried": [str(record.get("buried", ""))]}

    def question(self, posted: Posted, record: RawRecord, table: BettlerTable) -> Message | None:
        """Return the question whether really no points are buried; None if there is no need to ask."""
        typed = posted.numbers("counted", table)
        last = [player for player in table.players if player not in typed]
        if len(last) != 1 or posted.number("buried") is not None or not record["counted"].get(last[0]):
            return None
        return NOTHING_BURIED(player=last[0], points=record["counted"][last[0]])

    def side_points(self, record: RawRecord, side: Sequence[str], table: BettlerTable) -> object:
        counted, buried = record["counted"], record.get("buried", 0)
        numbers = [*counted.values(), buried]
        whole = len(counted) == len(table.players) and all(isinstance(each, int) for each in numbers)
        if not whole or sum(numbers) != ALL_POINTS:
            return None
        return buried + sum(counted[player] for player in side)


class PotCapturedScreen(PotScreen):
    code = "pot-captured"
    label = CARDS_SCREEN
    template = "bettler-und-diebe/pot_captured.html"
    own = OwnFields(
        exclusive=("card-*",),
        has_common_part=True,
        about=THE_POT,
        yours=IN_YOUR_TRICKS,
        theirs=IN_TRICKS_OF,
        pile=True,
    )
    form = "captured"
    remembered = True

    def result(self, posted: Posted, table: BettlerTable) -> RawRecord:
        return read_cards(posted, table, "buried_cards")

    def result_fields(self, record: RawRecord, table: BettlerTable) -> Fields:
        return card_fields(record, table, {ASIDE: "buried_cards"})

    def side_points(self, record: RawRecord, side: Sequence[str], table: BettlerTable) -> object:
        piles = [*record["captured"].values(), record.get("buried_cards", [])]
        if sum(table.deck[code].points for pile in piles for code in pile) != table.deck.points:
            return None
        mine = [record.get("buried_cards", []), *(record["captured"].get(player, []) for player in side)]
        return sum(table.deck[code].points for pile in mine for code in pile)

    def context(self, table: BettlerTable) -> Context:
        return super().context(table) | card_context(table, BURIED)


# A Ramsch: nobody takes the pot


class RamschScreen(BettlerScreen):
    """The screen for each player's card points, and for the players without a trick."""

    code = "ramsch"
    label = COUNTED_SCREEN
    kind_of_round = RAMSCH_ROUND
    template = "bettler-und-diebe/ramsch.html"
    own = OwnFields(
        numbered=("points", "tricks"),
        main="points",
        shared=("no_trick",),
        has_common_part=True,
        about=IN_THE_POT,
        yours=HOW_MANY_POINTS,
        theirs=POINTS_IN_TRICKS_OF,
        pile=True,
    )
    kind = "ramsch"
    form = "points"

    def record(self, posted: Posted, table: BettlerTable) -> RawRecord:
        record: RawRecord = {"kind": "ramsch"}
        no_trick = posted.seats("no_trick", table)
        tricks = with_rest(posted.numbers("tricks", table), table, table.hand_size)
        if no_trick or not tricks:
            record["no_trick"] = no_trick
        if tricks:
            record["tricks"] = tricks
        trickless = {*no_trick, *(player for player, count in tricks.items() if count == 0)}
        return posted.with_common(record | self.result(posted, table, trickless), table)

    def fields(self, record: RawRecord, table: BettlerTable) -> Fields:
        return (
            super().fields(record, table)
            | seat_fields("no_trick", record.get("no_trick", ()), table)
            | number_fields("tricks", record.get("tricks"), table)
            | self.result_fields(record, table)
        )

    def result(self, posted: Posted, table: BettlerTable, trickless: set[str]) -> RawRecord:
        typed, pot = posted.numbers("points", table), posted.number("pot")
        # A player without a trick has no points.
        points: dict[str, Any] = {player: 0 for player in table.players if player in trickless} | typed
        whole = len(points) == len(table.players) and all(isinstance(each, int) for each in points.values())
        if pot is None and whole and sum(points.values()) < ALL_POINTS:
            pot = ALL_POINTS - sum(points.values())  # all players counted, so the missing points are in the pot
        points = posted.with_rest(points, table, minus(ALL_POINTS, pot))
        return {"points": points} | ({} if pot is None else {"pot": pot})

    def result_fields(self, record: RawRecord, table: BettlerTable) -> Fields:
        return number_fields("points", record.get("points"), table) | {"pot": [str(record.get("pot", ""))]}

    def question(self, posted: Posted, record: RawRecord, table: BettlerTable) -> Message | None:
        """Return the question whether the pot really has no points; None if there is no need to ask."""
        trickless = [player for player, count in record.get("tricks", {}).items() if count == 0]
        typed = {*posted.numbers("points", table), *record.get("no_trick", ()), *trickless}
        last = [player for player in table.players if player not in typed]
        if len(last) != 1 or posted.number("pot") is not None or not record["points"].get(last[0]):
            return None
        return NOTHING_IN_THE_POT(player=last[0], points=record["points"][last[0]])


class RamschCapturedScreen(RamschScreen):
    code = "ramsch-captured"
    label = CARDS_SCREEN
    template = "bettler-und-diebe/ramsch_captured.html"
    own = OwnFields(
        exclusive=("card-*",),
        numbered=("tricks",),
        shared=("no_trick",),
        yours=IN_YOUR_TRICKS,
        theirs=IN_TRICKS_OF,
        pile=True,
    )
    form = "captured"

    def result(self, posted: Posted, table: BettlerTable, trickless: set[str]) -> RawRecord:
        return read_cards(posted, table, "pot_cards")

    def result_fields(self, record: RawRecord, table: BettlerTable) -> Fields:
        return card_fields(record, table, {ASIDE: "pot_cards"})

    def question(self, posted: Posted, record: RawRecord, table: BettlerTable) -> Message | None:
        return None if record.get("pot_cards") else NO_CARD_IN_THE_POT()

    def context(self, table: BettlerTable) -> Context:
        return card_context(table, IN_THE_POT)


# Two players


class TwoScreen(BettlerScreen):
    kind = "snear"

    def rest_follows(self, table: BettlerTable) -> bool:
        return True


class SnearScreen(TwoScreen):
    """The screen for the card points of both players. If one number is typed, the other is derived: the sum is 120."""

    code = "snear"
    label = POINTS_SCREEN
    template = "bettler-und-diebe/snear.html"
    own = OwnFields(numbered=("points",), main="points", yours=HOW_MANY_POINTS, theirs=POINTS_IN_TRICKS_OF, pile=True)
    form = "points"

    def record(self, posted: Posted, table: BettlerTable) -> RawRecord:
        points = posted.with_rest(posted.numbers("points", table), table, ALL_POINTS)
        return posted.with_common({"kind": self.kind, "points": points}, table)

    def fields(self, record: RawRecord, table: BettlerTable) -> Fields:
        return super().fields(record, table) | number_fields("points", record.get("points"), table)


class SnearCapturedScreen(TwoScreen):
    code = "snear-captured"
    label = CARDS_SCREEN
    template = "bettler-und-diebe/snear_captured.html"
    own = OwnFields(exclusive=("card-*",), yours=IN_YOUR_TRICKS, theirs=IN_TRICKS_OF, pile=True, scores=True)
    form = "captured"
    remembered = True

    def record(self, posted: Posted, table: BettlerTable) -> RawRecord:
        return posted.with_common({"kind": self.kind} | read_cards(posted, table, None), table)

    def fields(self, record: RawRecord, table: BettlerTable) -> Fields:
        return super().fields(record, table) | card_fields(record, table)

    def context(self, table: BettlerTable) -> Context:
        return card_context(table)


def screens(table: BettlerTable) -> Sequence[Screen[Card, BettlerOptions, None]]:
    """Return the screens, the usual one first. Cards can be tapped only if the group has set the card values."""
    options = table.options
    if len(table.players) == 2:
        return (SnearScreen(), SnearCapturedScreen()) if options.card_values else (SnearScreen(),)
    usual = (PotScreen(), RamschScreen(), PotCountedScreen())
    return (*usual, PotCapturedScreen(), RamschCapturedScreen()) if options.card_values else usual
