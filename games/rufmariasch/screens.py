"""The screens to enter a round of Rufmariasch: by the points of the caller's team, or by captured aces and tens."""

from __future__ import annotations

from abc import abstractmethod
from collections.abc import Sequence
from functools import cache
from typing import Any

from games.kernel.cards import Card
from games.kernel.faces import Face
from games.kernel.giving import Giving
from games.kernel.parts import OwnFields
from games.kernel.posted import Fields, Posted, card_fields, note_fields, seat_fields, seat_of
from games.kernel.record import RawRecord
from games.kernel.screen import Context, Screen
from games.kernel.seats import AnyDeal
from games.kernel.words import Message, Phrase, join_names

from . import words
from .cards import ALL_POINTS, COUNTING, DECK, DECLARED, DECLARED_IN_TRUMPS, EACH_COUNTS, LAST_TRICK, LOW_TO_HIGH, SUITS
from .faces import Faces
from .options import RufmariaschOptions, RufmariaschTable

LAST_TRICK_FACE = Face("last_trick", "", ("trick",), "", words.ITEM_LAST_TRICK)
SCORING = [suit + label for label in reversed(LOW_TO_HIGH) if label in COUNTING for suit in SUITS]


def hand(faces: Faces) -> list[Giving]:
    """Return what counts points in a round: aces, tens and the last trick."""
    points = {"points": EACH_COUNTS}
    return [
        *(Giving(faces.face(code), EACH_COUNTS, worth=points, row=code[1:], layout="four") for code in SCORING),
        Giving(LAST_TRICK_FACE, LAST_TRICK, own_field="last_trick", worth={"points": LAST_TRICK}, row="last"),
    ]


def head_record(posted: Posted, table: RufmariaschTable) -> RawRecord:
    """Return the record's keys for the call in a form. The caller is the player to the left of the form's dealer."""
    record: RawRecord = {}
    dealer = posted.seat("dealer", table)
    if dealer is not None:
        record["caller"] = table.left_of(dealer) if dealer in table.seated else dealer
    for key in ("trump", "called"):
        if value := posted.one(key):
            record[key] = value
    return record


def declared(posted: Posted, table: RufmariaschTable) -> RawRecord:
    """Return the declared pairs in a form as the record's key `declared`; {} if there are none."""
    pairs = [[player, suit] for suit in SUITS for player in posted.seats(f"declared_{suit}", table)]
    return {"declared": pairs} if pairs else {}


def head_fields(record: RawRecord, table: RufmariaschTable) -> Fields:
    """Return the form fields that both kinds of record have: the dealer, trumps, the called card, the declarations."""
    caller, dealer = record.get("caller"), record.get("dealer")
    if dealer is None and caller in table.players:
        dealer = table.dealer_before(caller)
    fields: Fields = {"dealer": [seat_of(dealer, table)]}
    for key in ("trump", "called"):
        fields[key] = [str(record.get(key, ""))]
    for player, suit in record.get("declared", ()):
        fields.setdefault(f"declared_{suit}", []).append(seat_of(player, table))
    return fields


class FacedScreen(Screen[Card, RufmariaschOptions, None]):
    """A screen on which suits and cards have the faces that the group has chosen."""

    def __init__(self, faces: Faces) -> None:
        self.faces = faces

    def context(self, table: RufmariaschTable) -> Context:
        return {
            "suits": [self.faces.suit(code) for code in SUITS],
            "ober": self.faces.rank("O"),
            "declared": DECLARED,
            "in_trumps": DECLARED_IN_TRUMPS,
            "callable_cards": [self.faces.face(suit + label) for label in reversed(LOW_TO_HIGH) for suit in SUITS],
        }


class CallScreen(FacedScreen):
    """The base class of both screens, with the dealer, trumps, the partner and the declarations."""

    dealer_decides = True
    choosing = ("partner", "declared_*", "no_trick")

    @abstractmethod
    def result(self, posted: Posted, table: RufmariaschTable) -> RawRecord:
        """Return the form's result as keys of a record: the points, or the captured cards and the last trick."""

    @abstractmethod
    def result_fields(self, record: RawRecord, table: RufmariaschTable) -> Fields:
        """Return the form fields for the result in a record. This is the reverse of `result`."""

    @abstractmethod
    def points(self, record: RawRecord, team: Sequence[str]) -> int | None:
        """Return the card points of the caller's team; None if the record does not give them yet."""

    def record(self, posted: Posted, table: RufmariaschTable) -> RawRecord:
        record: RawRecord = {"kind": "call"}
        record |= head_record(posted, table)
        partner = posted.seat("partner", table)
        # If the caller's own seat was tapped, the caller plays alone: the record has None. If no seat was tapped, the
        # record has "", which is a problem when the record is read.
        record["partner"] = "" if partner is None else None if partner == record.get("caller") else partner
        record |= self.result(posted, table)
        record |= declared(posted, table)
        if no_trick := posted.seats("no_trick", table):
            record["no_trick"] = no_trick
        return posted.with_common(record, table)

    def fields(self, record: RawRecord, table: RufmariaschTable) -> Fields:
        partner = record.get("partner")
        fields: Fields = {
            "partner": [seat_of(record.get("caller") if partner is None else partner, table)],
            "no_trick": seat_fields("no_trick", record.get("no_trick", ()), table)["no_trick"],
        }
        return fields | note_fields(record) | head_fields(record, table) | self.result_fields(record, table)

    def known_fields(self, table: RufmariaschTable, deal: AnyDeal) -> Fields:
        return {"dealer": [seat_of(deal.dealer, table)]} if deal.dealer else {}

    def binding(self, table: RufmariaschTable) -> Sequence[str]:
        return "trump", "partner"

    def who_knows(self, told: Posted, table: RufmariaschTable, deal: AnyDeal) -> str | None:
        dealer = told.seat("dealer", table)
        return table.left_of(dealer) if dealer in table.seated else None

    def filled(self, posted: Posted, record: RawRecord, table: RufmariaschTable) -> dict[str, str | Message]:
        filled = super().filled(posted, record, table)
        caller, partner = record.get("caller"), record.get("partner")
        if caller not in table.players:
            return filled
        filled["calls"] = words.CALLS(caller=caller)
        if partner is None or partner in table.players:
            team = [player for player in table.players if player in (caller, partner)]
            others = [player for player in table.players if player not in team]
            filled["side"] = words.POINTS_OF(team=join_names(team))
            points = self.points(record, team)
            if points is not None and 0 <= points <= ALL_POINTS:
                filled["others"] = words.THE_OTHERS(
                    others=join_names(others), count=len(others), points=ALL_POINTS - points
                )
        return filled

    def context(self, table: RufmariaschTable) -> Context:
        return super().context(table) | {"tens": range(0, ALL_POINTS + 1, EACH_COUNTS), "extremes": (0, ALL_POINTS)}


class PointsScreen(CallScreen):
    code = "call"
    label = Phrase("call", de="Augen", en="Card points")
    template = "rufmariasch/points.html"

    def shows(self, record: RawRecord) -> bool:
        return record.get("kind") == "call" and "captured" not in record

    def result(self, posted: Posted, table: RufmariaschTable) -> RawRecord:
        points = posted.number("points")
        return {} if points is None else {"points": points}

    def result_fields(self, record: RawRecord, table: RufmariaschTable) -> Fields:
        return {"points": [str(record.get("points", ""))]}

    def points(self, record: RawRecord, team: Sequence[str]) -> int | None:
        points = record.get("points")
        return points if isinstance(points, int) else None


class CapturedScreen(CallScreen):
    code = "call-captured"
    label = Phrase("captured", de="Asse und Zehner", en="Aces and tens")
    template = "rufmariasch/captured.html"
    own = OwnFields(
        exclusive=("card-*", "last_trick"),
        shared=("no_trick", "declared_*"),
        has_common_part=True,
        about=words.TRUMPS_AND_PARTNER,
        names={"last_trick": words.ITEM_LAST_TRICK},
        yours=words.WHAT_YOU_WON,
        theirs=words.WHAT_WAS_WON,
        pile=True,
    )
    remembered = True

    def shows(self, record: RawRecord) -> bool:
        return record.get("kind") == "call" and "captured" in record

    def rest_follows(self, table: RufmariaschTable) -> bool:
        return True

    def result(self, posted: Posted, table: RufmariaschTable) -> RawRecord:
        captured, _ = posted.piles(DECK, table, SCORING)
        result: dict[str, Any] = {"captured": captured}
        if last_trick := posted.seat("last_trick", table):
            result["last_trick"] = last_trick
        return result

    def result_fields(self, record: RawRecord, table: RufmariaschTable) -> Fields:
        return card_fields(record, table) | {"last_trick": [seat_of(record.get("last_trick"), table)]}

    def points(self, record: RawRecord, team: Sequence[str]) -> int | None:
        captured = record["captured"]
        given = {code: player for player, codes in captured.items() for code in codes}
        if "last_trick" not in record or any(code not in given for code in SCORING):
            return None
        mine = sum(EACH_COUNTS for code in SCORING if given[code] in team)
        return mine + (LAST_TRICK if record["last_trick"] in team else 0)

    def context(self, table: RufmariaschTable) -> Context:
        return super().context(table) | {
            "hand": hand(self.faces),
            "zero_cards": [code for code in DECK if code not in SCORING],
        }


class BeforeTricks(FacedScreen):
    """The form before the first trick of a round that is written down trick by trick."""

    code = "call-tricks"
    label = Phrase("called", de="Trumpf und gerufene Karte", en="Trumps and the called card")
    template = "rufmariasch/before_tricks.html"

    def record(self, posted: Posted, table: RufmariaschTable) -> RawRecord:
        record = head_record(posted, table) | declared(posted, table)
        return {"caller": None, "trump": None, "called": None, "declared": None, **record}

    def fields(self, record: RawRecord, table: RufmariaschTable) -> Fields:
        return head_fields(record, table)


@cache
def screens(faces: Faces) -> Sequence[CallScreen]:
    """Return the screens to enter a round, the usual one first."""
    return (PointsScreen(faces), CapturedScreen(faces))
