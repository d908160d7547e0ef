"""Entering a round of Krimsutep: who won which suit or by the points of the suits, what was built; the oases."""

from __future__ import annotations

from abc import abstractmethod
from collections.abc import Callable, Mapping, Sequence
from functools import partial
from itertools import chain
from typing import Any, NamedTuple

from games.kernel.entry import Fields, Posted, Screen, number_fields, seat_fields, seat_of, with_rest
from games.kernel.problems import Problems
from games.kernel.record import Record
from games.kernel.scribe import Scribe
from games.kernel.seats import Deal, Table
from games.kernel.tricks import Trick, Verdict, read_tricks
from games.kernel.words import Phrase, Said

from .board import Board
from .cards import BUILDINGS, OWNED, POINTS_OF_A_SUIT, ROUNDS, SUIT_NAMES, SUITS, BuildingCard, CourtCard, roman_total
from .options import KrimsutepOptions
from .referee import judge
from .scoring import Past, romans_won, suits_won

DOUBLE = Phrase("double", de="{suit} gewonnen: zählt doppelt", en="{suit} won: counts double")
DOUBLED = Phrase("doubled", de="{suit} gewonnen: 2 × {points} = {all}", en="{suit} won: 2 × {points} = {all}")
BUILDS_AS = Phrase("builds_as", de="baut als {place}.", en="builds {place}.")
ORDINALS = {
    place: Phrase("place", de=str(place), en=word)
    for place, word in enumerate(("first", "second", "third", "fourth"), 1)
}

# How a suit and a building are drawn: ink and symbol, and the one word that tells it from its like.
SIGNS = {"red": ("red", "palast"), "grey": ("grey", "obelisk"), "green": ("grn", "oase")}
SHORT = {
    "oasis": Phrase("short", de="Oase", en="oasis"),
    "obelisk_single": Phrase("short", de="einzeln", en="single"),
    "obelisk_double": Phrase("short", de="doppelt", en="double"),
    "palace_small": Phrase("short", de="klein", en="small"),
    "palace_big": Phrase("short", de="groß", en="big"),
}
SUIT_SHORT = {
    "red": Phrase("suit", de="Rot", en="Red"),
    "grey": Phrase("suit", de="Grau", en="Grey"),
    "green": Phrase("suit", de="Grün", en="Green"),
}
ALL_WORTHS = sorted(set(chain.from_iterable(card.worth for card in BUILDINGS.values())))
SIDES = ("first", "second")
FARTHEST, MOST_HALVES = 9, 6


class Suit(NamedTuple):
    """A suit as the screen shows it."""

    code: str
    name: Phrase
    short: Phrase
    ink: str
    icon: str


SUIT_FACES = [Suit(code, SUIT_NAMES[code], SUIT_SHORT[code], *SIGNS[code]) for code in SUITS]


class Site(NamedTuple):
    """A building card as the screen shows it, and how many of it a player has left."""

    code: str
    name: Phrase
    short: Phrase
    ink: str
    icons: Sequence[str]
    worth: Sequence[int]
    left: int
    only: bool


def site(card: BuildingCard, left: int, only: bool = False) -> Site:
    ink, icon = SIGNS[card.suit]
    icons = [icon] * (1 if card.kind == "oasis" else card.halves)
    return Site(card.code, card.name, SHORT[card.code], ink, icons, sorted(card.worth), left, only)


class RoundScreen(Screen):
    """What both ways share: royal pair, maid, roman numbers, building. A player's fields end in their seat.

    Nobody has to tap the building order: without a word it follows the roman numbers, else the seats.
    """

    @abstractmethod
    def suits(self, posted: Posted, table: Table) -> dict[str, Any]:
        """What is said of the three suits."""

    @abstractmethod
    def suit_fields(self, record: Mapping[str, Any], table: Table) -> Fields:
        """The same the other way round."""

    @abstractmethod
    def winners(self, record: Mapping[str, Any], suit: str) -> Sequence[str]:
        """Who won a suit, as far as that is said."""

    def offered(self, table: Table, deal: Deal) -> bool:
        return deal.number < ROUNDS[len(table.players)]

    # What was typed, as a record

    def record(self, posted: Posted, table: Table) -> dict[str, Any]:
        record: dict[str, Any] = {"kind": "round"}
        if dealer := posted.seat("dealer", table):
            record["dealer"] = dealer
        record |= {"royal": posted.seat("royal", table), "maid": posted.seat("maid", table)}
        record |= self.suits(posted, table)
        if roman := posted.numbers("roman", table):
            options: KrimsutepOptions = table.options
            record["roman"] = with_rest(roman, table, roman_total(len(table.players), options.roman_masters))
        record["buildings"] = _buildings(posted, record.get("roman"), table)
        if note := posted.one("note"):
            record["note"] = note
        return record

    # A record, as fields

    def fields(self, record: Mapping[str, Any], table: Table) -> Fields:
        fields: Fields = {key: [seat_of(record.get(key), table)] for key in ("dealer", "royal", "maid")}
        fields |= self.suit_fields(record, table)
        fields |= number_fields("roman", record.get("roman"), table)
        fields |= _building_fields(record, record.get("roman"), table)
        return fields | {"note": [str(record.get("note", ""))]}

    def filled(self, posted: Posted, record: Mapping[str, Any], table: Table) -> dict[str, str | Said]:
        filled = super().filled(posted, record, table)
        filled |= _doubled(record, partial(self.winners, record), table)
        if "roman" in record and len(record["roman"]) == len(table.players):
            for place, player in enumerate(_usual_order(record["roman"], table), 1):
                filled[f"builds-{seat_of(player, table)}"] = BUILDS_AS(place=ORDINALS[place])
        return filled

    def slot(self, slot: str, record: Mapping[str, Any], table: Table) -> str:
        return _building_slot(slot, record, table)

    def kept(self, played: Sequence[tuple[Trick[CourtCard], Verdict[CourtCard]]], table: Table) -> Fields:
        """Who had the royal pair in a trick, and who won one with the maid."""
        earned = [
            (kind, player) for _, verdict in played for player, kinds in verdict.bonuses.items() for kind in kinds
        ]
        return {kind: [seat_of(player, table)] for kind, player in earned}

    # What the template shows

    def context(self, table: Table) -> dict[str, Any]:
        options: KrimsutepOptions = table.options
        return {
            "suits": SUIT_FACES,
            "all_worths": ALL_WORTHS,
            "places": range(1, len(table.players) + 1),
            "roman_total": roman_total(len(table.players), options.roman_masters),
            "of_a_suit": POINTS_OF_A_SUIT,
            "portrait": options.map.portrait,
        }

    def so_far(self, table: Table, deal: Deal) -> dict[str, Any]:
        """The cards each player still owns, and the free spaces; on the map nobody types points."""
        return _ground(table, deal)


class WonScreen(RoundScreen):
    code = "round"
    label = Phrase("won", de="Farben gewonnen", en="Suits won")
    template = "krimsutep/won.html"

    def shows(self, record: Mapping[str, Any]) -> bool:
        return record.get("kind") == "round" and "won" in record

    def suits(self, posted: Posted, table: Table) -> dict[str, Any]:
        won = {suit: posted.seats(f"won-{suit}", table) for suit in SUITS}
        return {"won": {suit: players for suit, players in won.items() if players}}

    def suit_fields(self, record: Mapping[str, Any], table: Table) -> Fields:
        fields: Fields = {}
        for suit, players in record["won"].items():
            fields |= seat_fields(f"won-{suit}", players, table)
        return fields

    def winners(self, record: Mapping[str, Any], suit: str) -> Sequence[str]:
        winners: Sequence[str] = record["won"].get(suit, ())
        return winners


class SuitsScreen(RoundScreen):
    code = "round-suits"
    label = Phrase("suits", de="Punkte der Farben", en="Points of the suits")
    template = "krimsutep/suits.html"
    remembered = True

    def shows(self, record: Mapping[str, Any]) -> bool:
        return record.get("kind") == "round" and "suits" in record

    def suits(self, posted: Posted, table: Table) -> dict[str, Any]:
        points = {suit: posted.numbers(suit, table) for suit in SUITS}
        return {"suits": {suit: with_rest(each, table, POINTS_OF_A_SUIT) for suit, each in points.items() if each}}

    def suit_fields(self, record: Mapping[str, Any], table: Table) -> Fields:
        fields: Fields = {}
        for suit, points in record["suits"].items():
            fields |= number_fields(suit, points, table)
        return fields

    def winners(self, record: Mapping[str, Any], suit: str) -> Sequence[str]:
        points = record["suits"].get(suit, {})
        if not all(isinstance(each, int) for each in points.values()) or sum(points.values()) != POINTS_OF_A_SUIT:
            return ()
        return [player for player, each in points.items() if each == max(points.values())]


class OasesScreen(Screen):
    code = "oases"
    label = Phrase("oases", de="Die Oasen am Ende", en="The oases at the end")
    template = "krimsutep/oases.html"
    dealt = False

    def offered(self, table: Table, deal: Deal) -> bool:
        return deal.number + deal.unknown >= ROUNDS[len(table.players)]

    def record(self, posted: Posted, table: Table) -> dict[str, Any]:
        oases: dict[str, dict[str, Any]] = {}
        for seat, player in enumerate(table.players):
            typed = {key: posted.number(f"{key}-{seat}") for key in ("distance", "halves")}
            if each := {key: number for key, number in typed.items() if number is not None}:
                oases[player] = each
        record = {"kind": self.code, "oases": oases}
        return record | ({"note": posted.one("note")} if posted.one("note") else {})

    def fields(self, record: Mapping[str, Any], table: Table) -> Fields:
        fields: Fields = {"note": [str(record.get("note", ""))]}
        for player, oasis in record["oases"].items():
            fields |= {f"{key}-{seat_of(player, table)}": [str(number)] for key, number in oasis.items()}
        return fields

    def context(self, table: Table) -> dict[str, Any]:
        return {"distances": range(1, FARTHEST + 1), "all_halves": range(MOST_HALVES + 1)}


class AfterTricks(Screen):
    """What was built after a trick game that was written down trick by trick.

    Who builds first follows from the tricks: the form carries their roman numbers. Who won which suit follows too.
    """

    code = "round-tricks"
    label = Phrase("buildings", de="Gebäude", en="Building")
    template = "krimsutep/scribe.html"

    def shows(self, record: Mapping[str, Any]) -> bool:
        return record.get("kind") == "round" and "tricks" in record

    def record(self, posted: Posted, table: Table) -> dict[str, Any]:
        return {"buildings": _buildings(posted, posted.numbers("roman", table), table)}

    def fields(self, record: Mapping[str, Any], table: Table) -> Fields:
        roman = romans_won(table, _verdicts(record, table))
        return number_fields("roman", roman, table) | _building_fields(record, roman, table)

    def filled(self, posted: Posted, record: Mapping[str, Any], table: Table) -> dict[str, str | Said]:
        won = suits_won(table, _verdicts(record, table))
        return super().filled(posted, record, table) | _doubled(record, won.__getitem__, table)

    def slot(self, slot: str, record: Mapping[str, Any], table: Table) -> str:
        return _building_slot(slot, record, table)

    def context(self, table: Table) -> dict[str, Any]:
        options: KrimsutepOptions = table.options
        return {
            "all_worths": ALL_WORTHS,
            "places": range(1, len(table.players) + 1),
            "portrait": options.map.portrait,
        }

    def so_far(self, table: Table, deal: Deal) -> dict[str, Any]:
        return _ground(table, deal)


SCREENS = (WonScreen(), SuitsScreen(), OasesScreen())
SCRIBE = Scribe("round", after=AfterTricks())


# Building


def _ground(table: Table, deal: Deal) -> dict[str, Any]:
    """The cards each player still owns, and the free spaces; on the map nobody types points."""
    past = deal.past if isinstance(deal.past, Past) else None
    board = (past.board if past else None) or Board(table.options.map)
    return {
        "sites": [_sites(past, player, table) for player in table.players],
        "on_map": past is not None and past.board is not None,
        "may_map": past is None or past.board is not None,
        "rows": _free(board),
    }


def _buildings(posted: Posted, roman: Mapping[str, Any] | None, table: Table) -> list[list[Any]]:
    """What everybody built, in building order."""
    buildings = {player: _building(posted, seat) for seat, player in enumerate(table.players)}
    places = {player: posted.one(f"order-{seat}") for seat, player in enumerate(table.players)}
    order = _order(_usual_order(roman, table), places)
    return [[player, buildings[player]] for player in order if buildings[player]]


def _building_fields(record: Mapping[str, Any], roman: Mapping[str, Any] | None, table: Table) -> Fields:
    fields: Fields = {}
    buildings = record.get("buildings", ())
    builders = [player for player, _ in buildings]
    usual = [player for player in _usual_order(roman, table) if player in builders]
    for place, (player, building) in enumerate(buildings, 1):
        seat = seat_of(player, table)
        fields |= {f"{key}-{seat}": [str(building[key])] for key in ("card", "points", "side") if key in building}
        if "at" in building:
            fields[f"at-{seat}"] = [_space_text(building["at"])]
        if builders != usual:
            fields[f"order-{seat}"] = [str(place)]
    return fields


def _doubled(record: Mapping[str, Any], winners: Callable[[str], Sequence[str]], table: Table) -> dict[str, str | Said]:
    """What is said of buildings that count twice."""
    told: dict[str, str | Said] = {}
    for player, building in record.get("buildings", ()):
        card = BUILDINGS.get(building.get("card"))
        if card and player in winners(card.suit):
            points, suit = building.get("points"), SUIT_SHORT[card.suit]
            known = isinstance(points, int) and points in card.worth
            said = DOUBLED(suit=suit, points=points, all=2 * points) if known else DOUBLE(suit=suit)
            told[f"double-{seat_of(player, table)}"] = said
    return told


def _building_slot(slot: str, record: Mapping[str, Any], table: Table) -> str:
    """A building stands with its player, whatever its place in the building order."""
    head, _, rest = slot.partition(".")
    index, _, rest = rest.partition(".")
    if head != "buildings" or not index.isdigit() or int(index) >= len(record["buildings"]):
        return slot
    seat = seat_of(record["buildings"][int(index)][0], table)
    return f"building.{seat}.{rest.removeprefix('1').removeprefix('.')}"


def _verdicts(record: Mapping[str, Any], table: Table) -> list[Verdict[CourtCard]]:
    """The tricks of a record as far as they can be judged."""
    tricks = Record({"tricks": record.get("tricks", [])}, table, Problems())
    played, _, _ = read_tricks(tricks, table.deck, judge, None, cards_each=table.cards_each)
    return [judged[1] for judged in played or () if judged]


def _building(posted: Posted, seat: int) -> dict[str, Any]:
    """A player's building as typed; what a card is always worth need not be."""
    building: dict[str, Any] = {}
    card = posted.one(f"card-{seat}")
    points = posted.number(f"points-{seat}")
    at, side = posted.one(f"at-{seat}"), posted.one(f"side-{seat}")
    if card:
        building["card"] = card
    if points is not None:
        building["points"] = points
    elif card in BUILDINGS and len(BUILDINGS[card].worth) == 1 and not at:
        (building["points"],) = BUILDINGS[card].worth
    if at:
        building["at"] = _space(at)
    if side:
        building["side"] = side
    return building


def _space(text: str) -> Any:
    """`"3,4"` is [3, 4]; anything else stays as it was typed."""
    parts = text.split(",")
    if len(parts) == 2 and all(part.isascii() and part.isdigit() and len(part) < 4 for part in parts):
        return [int(part) for part in parts]
    return text


def _space_text(at: object) -> str:
    return ",".join(map(str, at)) if isinstance(at, list) else str(at)


def _usual_order(roman: Mapping[str, Any] | None, table: Table) -> Sequence[str]:
    """By the roman numbers where all are known, equals and the rest as they sit."""
    known = roman and all(isinstance(roman.get(player), int) for player in table.players)
    return sorted(table.players, key=lambda player: -roman[player]) if roman and known else table.players


def _order(usual: Sequence[str], places: Mapping[str, str]) -> list[str]:
    """Those with a place of their own there, the others as usual in what is left."""
    order: list[str | None] = [None] * len(usual)
    rest = []
    for player in usual:
        place = places[player]
        index = int(place) - 1 if place.isascii() and place.isdigit() and len(place) < 3 else -1
        if 0 <= index < len(order) and order[index] is None:
            order[index] = player
        else:
            rest.append(player)
    return [player or rest.pop(0) for player in order]


def _sites(past: Past | None, player: str, table: Table) -> list[Site]:
    owned = OWNED[len(table.players)]
    used = list(past.used.get(player, ())) if past else []
    left = {code: max(0, owned[code] - used.count(code)) for code in BUILDINGS}
    only = sum(count > 0 for count in left.values()) == 1
    return [site(card, left[code], only and left[code] > 0) for code, card in BUILDINGS.items()]


def _free(board: Board) -> list[tuple[int, list[tuple[str, int]]]]:
    """The free spaces row by row, counted from 1, with their fields' values."""
    rows = []
    for row in range(board.map.rows):
        spaces = [(row, col) for col in range(board.map.cols)]
        free = [space for space in spaces if space not in board.map.nile and space not in board.spaces]
        rows.append((row + 1, [(f"{row},{col}", col + 1) for row, col in free]))
    return [each for each in rows if each[1]]
