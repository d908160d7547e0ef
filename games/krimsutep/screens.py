"""Entering a round of Krimsutep: who won which suit or by the points of the suits, what was built; the oases."""

from __future__ import annotations

from abc import abstractmethod
from collections.abc import Mapping, Sequence
from itertools import chain
from typing import Any, NamedTuple

from games.kernel.posted import Fields, Posted, number_fields, seat_fields, seat_of, with_rest
from games.kernel.problems import Problems
from games.kernel.record import Record
from games.kernel.screen import Screen, TrickByTrick
from games.kernel.seats import Deal
from games.kernel.tricks import Trick, Verdict, read_tricks
from games.kernel.words import Message, Phrase

from .board import Board, Map
from .cards import BUILDINGS, OWNED, POINTS_OF_A_SUIT, ROUNDS, SUIT_NAMES, SUITS, BuildingCard, CourtCard, roman_total
from .drawing import Ground, Plot
from .options import KrimsutepOptions, KrimsutepTable, shown_space, space_text, typed_space
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
    halves: int
    worth: Sequence[int]
    left: int
    only: bool


def site(card: BuildingCard, left: int, only: bool = False) -> Site:
    ink, icon = SIGNS[card.suit]
    icons = [icon] * (1 if card.kind == "oasis" else card.halves)
    return Site(card.code, card.name, SHORT[card.code], ink, icons, card.halves, sorted(card.worth), left, only)


class Building(Screen[CourtCard, KrimsutepOptions, Past]):
    """What was built in a round, however its trick game was written down. A player's fields end in their seat.

    Nobody has to tap the building order: without a word it follows the roman numbers, else the seats.
    """

    drawing = "krimsutep/_ground.html"

    @abstractmethod
    def winners(self, record: Mapping[str, Any], suit: str, table: KrimsutepTable) -> Sequence[str]:
        """Who won a suit, as far as that is said."""

    @abstractmethod
    def roman(self, record: Mapping[str, Any], table: KrimsutepTable) -> Mapping[str, Any] | None:
        """The roman numbers of the players, as far as they are said."""

    def building_fields(self, record: Mapping[str, Any], table: KrimsutepTable) -> Fields:
        fields: Fields = {}
        buildings = record.get("buildings", ())
        builders = [player for player, _ in buildings]
        usual = [player for player in _usual_order(self.roman(record, table), table) if player in builders]
        for place, (player, building) in enumerate(buildings, 1):
            seat = seat_of(player, table)
            fields |= {f"{key}-{seat}": [str(building[key])] for key in ("card", "points", "side") if key in building}
            if "at" in building:
                fields |= {f"at-{seat}": [_space_text(building["at"])], "map": ["yes"]}
            if builders != usual:
                fields[f"order-{seat}"] = [str(place)]
        return fields

    def filled(self, posted: Posted, record: Mapping[str, Any], table: KrimsutepTable) -> dict[str, str | Message]:
        """Which buildings count twice."""
        filled = super().filled(posted, record, table)
        for player, building in record.get("buildings", ()):
            card = BUILDINGS.get(building.get("card"))
            if card and player in self.winners(record, card.suit, table):
                points, suit = building.get("points"), SUIT_SHORT[card.suit]
                known = isinstance(points, int) and points in card.worth
                said = DOUBLED(suit=suit, points=points, all=2 * points) if known else DOUBLE(suit=suit)
                filled[f"double-{seat_of(player, table)}"] = said
        return filled

    def slot(self, slot: str, record: Mapping[str, Any], table: KrimsutepTable) -> str:
        """A building stands with its player, whatever its place in the building order."""
        head, _, rest = slot.partition(".")
        index, _, rest = rest.partition(".")
        if head != "buildings" or not index.isdigit() or int(index) >= len(record["buildings"]):
            return slot
        seat = seat_of(record["buildings"][int(index)][0], table)
        return f"building.{seat}.{rest.removeprefix('1').removeprefix('.')}"

    # What the template shows

    def context(self, table: KrimsutepTable) -> dict[str, Any]:
        return {
            "all_worths": ALL_WORTHS,
            "places": range(1, len(table.players) + 1),
            "portrait": table.options.map.portrait,
        }

    def so_far(self, table: KrimsutepTable, deal: Deal[Past]) -> dict[str, Any]:
        """The cards each player still owns, and the free spaces; on the map nobody types points."""
        past = deal.past
        return {
            "sites": [sites_left(past, player, table) for player in table.players],
            "on_map": past is not None and past.board is not None,
            "may_map": past is None or past.board is not None,
            "own_map": table.options.map != Map(),
            "rows": _free(_board(deal, table)),
        }

    def drawn(
        self, posted: Posted, record: Mapping[str, Any], table: KrimsutepTable, deal: Deal[Past]
    ) -> dict[str, Any]:
        """The board as this round builds on it, and what each place would earn whoever builds now."""
        buildings = dict(record["buildings"])
        order = _order(posted, self.roman(record, table), table)
        waiting = [player for player in order if "at" not in buildings.get(player, {})]
        active = posted.seat("builder", table)
        if active not in order:
            active = (waiting or order)[0]
        ground = Ground(_board(deal, table), table)
        for player in order:
            building = buildings.get(player, {})
            card = BUILDINGS.get(building.get("card"))
            doubled = card is not None and player in self.winners(record, card.suit, table)
            plot = Plot(table.players.index(player), player, doubled)
            if player == active:
                ground.active = plot
            ground.build(plot, building)
        spaces = [building["at"] for building in buildings.values() if isinstance(building.get("at"), list)]
        return {
            "picture": ground.picture(),
            "elsewhere": [
                (space_text(at), shown_space((at[0], at[1])))
                for at in spaces
                if not _board(deal, table).is_free((at[0], at[1]))
            ],
            "builders": ground.builders(),
            "builder": table.players.index(active),
            "said": ground.told(SUIT_SHORT),
        }


class RoundScreen(Building):
    """What both ways of counting the trick game share: royal pair, maid, roman numbers."""

    @abstractmethod
    def suits(self, posted: Posted, table: KrimsutepTable) -> dict[str, Any]:
        """What is said of the three suits."""

    @abstractmethod
    def suit_fields(self, record: Mapping[str, Any], table: KrimsutepTable) -> Fields:
        """The same the other way round."""

    def offered(self, table: KrimsutepTable, deal: Deal[Past]) -> bool:
        return deal.number < ROUNDS[len(table.players)]

    def roman(self, record: Mapping[str, Any], table: KrimsutepTable) -> Mapping[str, Any] | None:
        return record.get("roman")

    # What was typed, as a record

    def record(self, posted: Posted, table: KrimsutepTable) -> dict[str, Any]:
        record: dict[str, Any] = {"kind": "round"}
        if dealer := posted.seat("dealer", table):
            record["dealer"] = dealer
        record |= {"royal": posted.seat("royal", table), "maid": posted.seat("maid", table)}
        record |= self.suits(posted, table)
        if roman := posted.numbers("roman", table):
            record["roman"] = with_rest(roman, table, roman_total(len(table.players), table.options.roman_masters))
        record["buildings"] = _buildings(posted, record.get("roman"), table)
        if note := posted.one("note"):
            record["note"] = note
        return record

    # A record, as fields

    def fields(self, record: Mapping[str, Any], table: KrimsutepTable) -> Fields:
        fields: Fields = {key: [seat_of(record.get(key), table)] for key in ("dealer", "royal", "maid")}
        fields |= self.suit_fields(record, table)
        fields |= number_fields("roman", record.get("roman"), table)
        fields |= self.building_fields(record, table)
        return fields | {"note": [str(record.get("note", ""))]}

    def filled(self, posted: Posted, record: Mapping[str, Any], table: KrimsutepTable) -> dict[str, str | Message]:
        filled = super().filled(posted, record, table)
        if "roman" in record and len(record["roman"]) == len(table.players):
            for place, player in enumerate(_usual_order(record["roman"], table), 1):
                filled[f"builds-{seat_of(player, table)}"] = BUILDS_AS(place=ORDINALS[place])
        return filled

    def from_saved_tricks(
        self, played: Sequence[tuple[Trick[CourtCard], Verdict[CourtCard]]], table: KrimsutepTable
    ) -> Fields:
        """Who had the royal pair in a trick, and who won one with the maid."""
        earned = [
            (kind, player) for _, verdict in played for player, kinds in verdict.bonuses.items() for kind in kinds
        ]
        return {kind: [seat_of(player, table)] for kind, player in earned}

    def context(self, table: KrimsutepTable) -> dict[str, Any]:
        return super().context(table) | {
            "suits": SUIT_FACES,
            "roman_total": roman_total(len(table.players), table.options.roman_masters),
            "of_a_suit": POINTS_OF_A_SUIT,
        }


class WonScreen(RoundScreen):
    code = "round"
    label = Phrase("won", de="Farben gewonnen", en="Suits won")
    template = "krimsutep/won.html"

    def shows(self, record: Mapping[str, Any]) -> bool:
        return record.get("kind") == "round" and "won" in record

    def suits(self, posted: Posted, table: KrimsutepTable) -> dict[str, Any]:
        won = {suit: posted.seats(f"won-{suit}", table) for suit in SUITS}
        return {"won": {suit: players for suit, players in won.items() if players}}

    def suit_fields(self, record: Mapping[str, Any], table: KrimsutepTable) -> Fields:
        fields: Fields = {}
        for suit, players in record["won"].items():
            fields |= seat_fields(f"won-{suit}", players, table)
        return fields

    def winners(self, record: Mapping[str, Any], suit: str, table: KrimsutepTable) -> Sequence[str]:
        winners: Sequence[str] = record["won"].get(suit, ())
        return winners


class SuitsScreen(RoundScreen):
    code = "round-suits"
    label = Phrase("suits", de="Punkte der Farben", en="Points of the suits")
    template = "krimsutep/suits.html"
    remembered = True

    def shows(self, record: Mapping[str, Any]) -> bool:
        return record.get("kind") == "round" and "suits" in record

    def suits(self, posted: Posted, table: KrimsutepTable) -> dict[str, Any]:
        points = {suit: posted.numbers(suit, table) for suit in SUITS}
        return {"suits": {suit: with_rest(each, table, POINTS_OF_A_SUIT) for suit, each in points.items() if each}}

    def suit_fields(self, record: Mapping[str, Any], table: KrimsutepTable) -> Fields:
        fields: Fields = {}
        for suit, points in record["suits"].items():
            fields |= number_fields(suit, points, table)
        return fields

    def winners(self, record: Mapping[str, Any], suit: str, table: KrimsutepTable) -> Sequence[str]:
        points = record["suits"].get(suit, {})
        if not all(isinstance(each, int) for each in points.values()) or sum(points.values()) != POINTS_OF_A_SUIT:
            return ()
        return [player for player, each in points.items() if each == max(points.values())]


class OasesScreen(Screen[CourtCard, KrimsutepOptions, Past]):
    code = "oases"
    label = Phrase("oases", de="Die Oasen am Ende", en="The oases at the end")
    template = "krimsutep/oases.html"
    dealt = False

    def offered(self, table: KrimsutepTable, deal: Deal[Past]) -> bool:
        return deal.number + deal.unknown >= ROUNDS[len(table.players)]

    def record(self, posted: Posted, table: KrimsutepTable) -> dict[str, Any]:
        oases: dict[str, dict[str, Any]] = {}
        for seat, player in enumerate(table.players):
            typed = {key: posted.number(f"{key}-{seat}") for key in ("distance", "halves")}
            if each := {key: number for key, number in typed.items() if number is not None}:
                oases[player] = each
        record = {"kind": self.code, "oases": oases}
        return record | ({"note": posted.one("note")} if posted.one("note") else {})

    def fields(self, record: Mapping[str, Any], table: KrimsutepTable) -> Fields:
        fields: Fields = {"note": [str(record.get("note", ""))]}
        for player, oasis in record["oases"].items():
            fields |= {f"{key}-{seat_of(player, table)}": [str(number)] for key, number in oasis.items()}
        return fields

    def context(self, table: KrimsutepTable) -> dict[str, Any]:
        return {"distances": range(1, FARTHEST + 1), "all_halves": range(MOST_HALVES + 1)}


class AfterTricks(Building):
    """What was built after a trick game that was written down trick by trick.

    Who decides the building order follows from the tricks: the form carries their roman numbers. Who won which
    suit follows too.
    """

    code = "round-tricks"
    label = Phrase("buildings", de="Gebäude", en="Building")
    template = "krimsutep/after_tricks.html"

    def shows(self, record: Mapping[str, Any]) -> bool:
        return record.get("kind") == "round" and "tricks" in record

    def record(self, posted: Posted, table: KrimsutepTable) -> dict[str, Any]:
        return {"buildings": _buildings(posted, posted.numbers("roman", table), table)}

    def fields(self, record: Mapping[str, Any], table: KrimsutepTable) -> Fields:
        return number_fields("roman", self.roman(record, table), table) | self.building_fields(record, table)

    def roman(self, record: Mapping[str, Any], table: KrimsutepTable) -> Mapping[str, Any] | None:
        return romans_won(table, _verdicts(record, table))

    def winners(self, record: Mapping[str, Any], suit: str, table: KrimsutepTable) -> Sequence[str]:
        return suits_won(table, _verdicts(record, table))[suit]


SCREENS = (WonScreen(), SuitsScreen(), OasesScreen())
TRICK_BY_TRICK = TrickByTrick("round", after=AfterTricks())


# Building


def _buildings(posted: Posted, roman: Mapping[str, Any] | None, table: KrimsutepTable) -> list[list[Any]]:
    """What everybody built, in building order."""
    on_map = any(posted.one(name) for name in ("map", *(f"at-{seat}" for seat in range(len(table.players)))))
    buildings = {player: _building(posted, seat, on_map) for seat, player in enumerate(table.players)}
    return [[player, buildings[player]] for player in _order(posted, roman, table) if buildings[player]]


def _verdicts(record: Mapping[str, Any], table: KrimsutepTable) -> list[Verdict[CourtCard]]:
    """The tricks of a record as far as they can be judged."""
    tricks = Record({"tricks": record.get("tricks", [])}, table, Problems())
    played, _, _ = read_tricks(tricks, table.deck, judge, None, hand_size=table.hand_size)
    return [judged[1] for judged in played or () if judged]


def _building(posted: Posted, seat: int, on_map: bool) -> dict[str, Any]:
    """A player's building as typed; what a card is always worth need not be, nor on the map."""
    building: dict[str, Any] = {}
    card = posted.one(f"card-{seat}")
    points = posted.number(f"points-{seat}")
    at, side = posted.one(f"at-{seat}"), posted.one(f"side-{seat}")
    if card:
        building["card"] = card
    if points is not None:
        building["points"] = points
    elif card in BUILDINGS and len(BUILDINGS[card].worth) == 1 and not on_map:
        (building["points"],) = BUILDINGS[card].worth
    if at:
        building["at"] = typed_space(at)
    if side:
        building["side"] = side
    return building


def _space_text(at: object) -> str:
    return space_text(at) if isinstance(at, list) else str(at)


def _usual_order(roman: Mapping[str, Any] | None, table: KrimsutepTable) -> Sequence[str]:
    """By the roman numbers where all are known, equals and the rest as they sit."""
    known = roman and all(isinstance(roman.get(player), int) for player in table.players)
    return sorted(table.players, key=lambda player: -roman[player]) if roman and known else table.players


def _order(posted: Posted, roman: Mapping[str, Any] | None, table: KrimsutepTable) -> list[str]:
    """Those with a place of their own there, the others as usual in what is left."""
    usual = _usual_order(roman, table)
    places = {player: posted.one(f"order-{seat}") for seat, player in enumerate(table.players)}
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


def sites_left(past: Past | None, player: str, table: KrimsutepTable) -> list[Site]:
    """Every kind of building card, with how many of it a player still owns."""
    owned = OWNED[len(table.players)]
    used = list(past.used.get(player, ())) if past else []
    left = {code: max(0, owned[code] - used.count(code)) for code in BUILDINGS}
    only = sum(count > 0 for count in left.values()) == 1
    return [site(card, left[code], only and left[code] > 0) for code, card in BUILDINGS.items()]


def _board(deal: Deal[Past], table: KrimsutepTable) -> Board:
    """What was built before."""
    return (deal.past and deal.past.board) or Board(table.options.map)


def _free(board: Board) -> list[tuple[int, list[tuple[str, int]]]]:
    """The free spaces row by row, counted from 1, with their fields' values."""
    rows = []
    for row in range(board.map.rows):
        spaces = [(row, col) for col in range(board.map.cols)]
        rows.append((row + 1, [(space_text(space), space[1] + 1) for space in spaces if board.is_free(space)]))
    return [each for each in rows if each[1]]
