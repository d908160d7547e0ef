"""The screens of Krimsutep: a round by the winners or points of each suit, buildings after tricks, and the oases."""

from __future__ import annotations

from abc import abstractmethod
from collections.abc import Mapping, Sequence
from typing import Any

from games.kernel.parts import OwnFields
from games.kernel.posted import (
    Fields,
    Posted,
    common_fields,
    note_fields,
    number_fields,
    seat_fields,
    seat_of,
    with_rest,
)
from games.kernel.problems import Problems
from games.kernel.record import RawRecord, Record
from games.kernel.screen import Context, Screen, TrickByTrick
from games.kernel.seats import Deal
from games.kernel.tricks import Trick, Verdict, read_tricks
from games.kernel.words import Message, Phrase

from . import words
from .board import FARTHEST, MOST_HALVES
from .building_screen import BuildingScreen, read_buildings, usual_order
from .buildings import Past
from .cards import POINTS_OF_A_SUIT, ROUNDS, SUITS, CourtCard, roman_total
from .faces import SUIT_FACES
from .options import KrimsutepOptions, KrimsutepTable
from .referee import judge
from .trick_game import romans_won, suits_won


class RoundScreen(BuildingScreen):
    """A screen for a whole round, without tricks: suits, the royal pair, the maid, roman numbers and buildings."""

    own = OwnFields(
        numbered=(*SUITS, "roman", "card", "points", "at", "side", "order"),
        exclusive=("royal", "maid"),
        shared=("won-*",),
        common=("map",),
    )

    @abstractmethod
    def suits(self, posted: Posted, table: KrimsutepTable) -> RawRecord:
        """Return the suits that are filled in on a form, as a part of the record: under the key `won` or `suits`."""

    @abstractmethod
    def suit_fields(self, record: RawRecord, table: KrimsutepTable) -> Fields:
        """Return the form fields of the suits in a record."""

    def is_offered(self, table: KrimsutepTable, deal: Deal[Past]) -> bool:
        return deal.number < ROUNDS[len(table.players)]

    def roman(self, record: RawRecord, table: KrimsutepTable) -> Mapping[str, Any] | None:
        return record.get("roman")

    # From a form to a record

    def record(self, posted: Posted, table: KrimsutepTable) -> RawRecord:
        record: RawRecord = {"kind": "round"}
        record |= {"royal": posted.seat("royal", table), "maid": posted.seat("maid", table)}
        record |= self.suits(posted, table)
        if roman := posted.numbers("roman", table):
            record["roman"] = with_rest(roman, table, roman_total(len(table.players), table.options.roman_masters))
        record["buildings"] = read_buildings(posted, record.get("roman"), table)
        return posted.with_common(record, table)

    # From a record to form fields

    def fields(self, record: RawRecord, table: KrimsutepTable) -> Fields:
        fields: Fields = {key: [seat_of(record.get(key), table)] for key in ("royal", "maid")}
        fields |= self.suit_fields(record, table)
        fields |= number_fields("roman", record.get("roman"), table)
        fields |= self.building_fields(record, table)
        return fields | common_fields(record, table)

    def filled(self, posted: Posted, record: RawRecord, table: KrimsutepTable) -> dict[str, str | Message]:
        filled = super().filled(posted, record, table)
        if "roman" in record and len(record["roman"]) == len(table.players):
            for place, player in enumerate(usual_order(record["roman"], table), 1):
                filled[f"builds-{seat_of(player, table)}"] = words.BUILDS[place]()
        return filled

    def from_judged(
        self, played: Sequence[tuple[Trick[CourtCard], Verdict[CourtCard]]], table: KrimsutepTable
    ) -> Fields:
        """Return the fields `royal` and `maid`. Their values are the seats of the players who earned these bonuses."""
        earned = [
            (kind, player) for _, verdict in played for player, kinds in verdict.bonuses.items() for kind in kinds
        ]
        return {kind: [seat_of(player, table)] for kind, player in earned}

    def context(self, table: KrimsutepTable) -> Context:
        return super().context(table) | {
            "suits": SUIT_FACES,
            "bonus_chips": words.BONUS_CHIPS,
            "roman_total": roman_total(len(table.players), table.options.roman_masters),
            "of_a_suit": POINTS_OF_A_SUIT,
        }


class WonScreen(RoundScreen):
    code = "round"
    label = Phrase("won", de="Farben gewonnen", en="Suits won")
    template = "krimsutep/won.html"

    def shows(self, record: RawRecord) -> bool:
        return record.get("kind") == "round" and "won" in record

    def suits(self, posted: Posted, table: KrimsutepTable) -> RawRecord:
        won = {suit: posted.seats(f"won-{suit}", table) for suit in SUITS}
        return {"won": {suit: players for suit, players in won.items() if players}}

    def suit_fields(self, record: RawRecord, table: KrimsutepTable) -> Fields:
        fields: Fields = {}
        for suit, players in record["won"].items():
            fields |= seat_fields(f"won-{suit}", players, table)
        return fields

    def winners(self, record: RawRecord, suit: str, table: KrimsutepTable) -> Sequence[str]:
        winners: Sequence[str] = record["won"].get(suit, ())
        return winners


class SuitsScreen(RoundScreen):
    code = "round-suits"
    label = Phrase("suits", de="Punkte der Farben", en="Points of the suits")
    template = "krimsutep/suits.html"
    remembered = True

    def shows(self, record: RawRecord) -> bool:
        return record.get("kind") == "round" and "suits" in record

    def suits(self, posted: Posted, table: KrimsutepTable) -> RawRecord:
        points = {suit: posted.numbers(suit, table) for suit in SUITS}
        return {"suits": {suit: with_rest(each, table, POINTS_OF_A_SUIT) for suit, each in points.items() if each}}

    def suit_fields(self, record: RawRecord, table: KrimsutepTable) -> Fields:
        fields: Fields = {}
        for suit, points in record["suits"].items():
            fields |= number_fields(suit, points, table)
        return fields

    def winners(self, record: RawRecord, suit: str, table: KrimsutepTable) -> Sequence[str]:
        points = record["suits"].get(suit, {})
        if not all(isinstance(each, int) for each in points.values()) or sum(points.values()) != POINTS_OF_A_SUIT:
            return ()
        return [player for player, each in points.items() if each == max(points.values())]


class OasesScreen(Screen[CourtCard, KrimsutepOptions, Past]):
    code = "oases"
    label = Phrase("oases", de="Die Oasen am Ende", en="The oases at the end")
    template = "krimsutep/oases.html"
    own = OwnFields(numbered=("distance", "halves"))
    dealt = False

    def is_offered(self, table: KrimsutepTable, deal: Deal[Past]) -> bool:
        return deal.number + deal.unknown >= ROUNDS[len(table.players)]

    def record(self, posted: Posted, table: KrimsutepTable) -> RawRecord:
        oases: dict[str, dict[str, Any]] = {}
        for seat, player in table.numbered:
            typed = {key: posted.number(f"{key}-{seat}") for key in ("distance", "halves")}
            if each := {key: number for key, number in typed.items() if number is not None}:
                oases[player] = each
        return posted.with_note({"kind": self.code, "oases": oases})

    def fields(self, record: RawRecord, table: KrimsutepTable) -> Fields:
        fields = note_fields(record)
        for player, oasis in record["oases"].items():
            fields |= {f"{key}-{seat_of(player, table)}": [str(number)] for key, number in oasis.items()}
        return fields

    def context(self, table: KrimsutepTable) -> Context:
        return {"distances": range(1, FARTHEST + 1), "all_halves": range(MOST_HALVES + 1)}


class AfterTricks(BuildingScreen):
    """The screen for the buildings, after a trick game that was written down trick by trick."""

    code = "round-tricks"
    label = Phrase("buildings", de="Gebäude", en="Building")
    template = "krimsutep/after_tricks.html"

    def shows(self, record: RawRecord) -> bool:
        return record.get("kind") == "round" and "tricks" in record

    def record(self, posted: Posted, table: KrimsutepTable) -> RawRecord:
        return {"buildings": read_buildings(posted, posted.numbers("roman", table), table)}

    def fields(self, record: RawRecord, table: KrimsutepTable) -> Fields:
        return number_fields("roman", self.roman(record, table), table) | self.building_fields(record, table)

    def roman(self, record: RawRecord, table: KrimsutepTable) -> Mapping[str, Any] | None:
        return romans_won(table, _verdicts(record, table))

    def winners(self, record: RawRecord, suit: str, table: KrimsutepTable) -> Sequence[str]:
        return suits_won(table, _verdicts(record, table))[suit]


SCREENS = (WonScreen(), SuitsScreen(), OasesScreen())
TRICK_BY_TRICK = TrickByTrick("round", after=AfterTricks())


def _verdicts(record: RawRecord, table: KrimsutepTable) -> list[Verdict[CourtCard]]:
    """Return the verdicts on the tricks of a record, without the tricks that have a problem."""
    tricks = Record({"tricks": record.get("tricks", [])}, table, Problems())
    played, _, _ = read_tricks(tricks, table.deck, judge, None, hand_size=table.hand_size)
    return [judged[1] for judged in played or () if judged]
