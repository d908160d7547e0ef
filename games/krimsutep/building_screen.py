"""The base class of the screens on which each player's building is entered, with typed points or on the map."""

from __future__ import annotations

from abc import abstractmethod
from collections.abc import Mapping, Sequence
from typing import Any

from games.kernel.posted import Fields, Posted, seat_of
from games.kernel.record import RawRecord
from games.kernel.screen import Context, Screen
from games.kernel.seats import Deal
from games.kernel.words import Message

from . import words
from .board import Board, Map
from .buildings import Past
from .cards import BUILDINGS, CourtCard
from .faces import ALL_WORTHS, SUIT_SHORT, sites_left
from .ground import Ground, Plot
from .options import KrimsutepOptions, KrimsutepTable, shown_space, space_text, typed_space


class BuildingScreen(Screen[CourtCard, KrimsutepOptions, Past]):
    """A screen that asks for the buildings of a round."""

    @abstractmethod
    def winners(self, record: RawRecord, suit: str, table: KrimsutepTable) -> Sequence[str]:
        """Return the winners of a suit; an empty sequence if the record does not say who they are."""

    @abstractmethod
    def roman(self, record: RawRecord, table: KrimsutepTable) -> Mapping[str, Any] | None:
        """Return the sum of each player's roman numbers in the record; None if the record has none."""

    def building_fields(self, record: RawRecord, table: KrimsutepTable) -> Fields:
        fields: Fields = {}
        buildings = record.get("buildings", ())
        builders = [player for player, _ in buildings]
        usual = [player for player in usual_order(self.roman(record, table), table) if player in builders]
        for place, (player, building) in enumerate(buildings, 1):
            seat = seat_of(player, table)
            fields |= {f"{key}-{seat}": [str(building[key])] for key in ("card", "points", "side") if key in building}
            if "at" in building:
                fields |= {f"at-{seat}": [_space_text(building["at"])], "map": ["yes"]}
            if builders != usual:
                fields[f"order-{seat}"] = [str(place)]
        return fields

    def filled(self, posted: Posted, record: RawRecord, table: KrimsutepTable) -> dict[str, str | Message]:
        """Return the values of empty fields that follow from other fields."""
        filled = super().filled(posted, record, table)
        for player, building in record.get("buildings", ()):
            card = BUILDINGS.get(building.get("card"))
            if card and player in self.winners(record, card.suit, table):
                points, suit = building.get("points"), SUIT_SHORT[card.suit]
                known = isinstance(points, int) and points in card.worth
                message = (
                    words.WON_DOUBLED(suit=suit, points=points, all=2 * points)
                    if known
                    else words.WON_DOUBLE(suit=suit)
                )
                filled[f"double-{seat_of(player, table)}"] = message
        return filled

    def slot(self, slot: str, record: RawRecord, table: KrimsutepTable) -> str:
        """Return the slot for the problems of the path `slot`. For a building, the slot has the seat of its player."""
        head, _, rest = slot.partition(".")
        index, _, rest = rest.partition(".")
        if head != "buildings" or not index.isdigit() or int(index) >= len(record["buildings"]):
            return slot
        seat = seat_of(record["buildings"][int(index)][0], table)
        return f"building.{seat}.{rest.removeprefix('1').removeprefix('.')}"

    # The context of the template

    def context(self, table: KrimsutepTable) -> Context:
        return {
            "all_worths": ALL_WORTHS,
            "places": range(1, len(table.players) + 1),
            "portrait": table.options.map.portrait,
        }

    def live_context(self, posted: Posted, record: RawRecord, table: KrimsutepTable, deal: Deal[Past]) -> Context:
        return {**self._before(table, deal), **self._building(posted, record, table, deal)}

    def _before(self, table: KrimsutepTable, deal: Deal[Past]) -> Context:
        """Return the variables for the state before this round."""
        past = deal.past
        return {
            "sites": [(seat, sites_left(past, player, table)) for seat, player in table.numbered],
            "on_map": past is not None and past.board is not None,
            "may_map": past is None or past.board is not None,
            "own_map": table.options.map != Map(),
            "rows": _free(_board(deal, table)),
        }

    def _building(self, posted: Posted, record: RawRecord, table: KrimsutepTable, deal: Deal[Past]) -> Context:
        """Return the variables for the board with the buildings of this round."""
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
            plot = Plot(table.number_of(player), player, doubled)
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
            "builder": table.number_of(active),
            "said": ground.next_step(),
        }


def read_buildings(posted: Posted, roman: Mapping[str, Any] | None, table: KrimsutepTable) -> list[list[Any]]:
    """Return the buildings in a form as [player, building], in building order. Leave out players who built nothing."""
    on_map = any(posted.one(name) for name in ("map", *(f"at-{seat}" for seat, _ in table.numbered)))
    buildings = {player: _building(posted, seat, on_map) for seat, player in table.numbered}
    return [[player, buildings[player]] for player in _order(posted, roman, table) if buildings[player]]


def _building(posted: Posted, seat: int, on_map: bool) -> RawRecord:
    """Return a player's building in a form, with only those keys that are filled in."""
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


def usual_order(roman: Mapping[str, Any] | None, table: KrimsutepTable) -> Sequence[str]:
    """Return the players by roman number, the highest first. If numbers are equal, the seat decides."""
    known = roman and all(isinstance(roman.get(player), int) for player in table.players)
    return sorted(table.players, key=lambda player: -roman[player]) if roman and known else table.players


def _order(posted: Posted, roman: Mapping[str, Any] | None, table: KrimsutepTable) -> list[str]:
    """Return the building order: the places chosen in the form, filled up in the usual order."""
    usual = usual_order(roman, table)
    places = {player: posted.one(f"order-{seat}") for seat, player in table.numbered}
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


# The board


def _board(deal: Deal[Past], table: KrimsutepTable) -> Board:
    """Return the board before this round."""
    return (deal.past and deal.past.board) or Board(table.options.map)


def _free(board: Board) -> list[tuple[int, list[tuple[str, int]]]]:
    """Return the free spaces as (row, [(field value, column), …]), without rows that have none."""
    rows = []
    for row in range(board.map.rows):
        spaces = [(row, col) for col in range(board.map.cols)]
        rows.append((row + 1, [(space_text(space), space[1] + 1) for space in spaces if board.is_free(space)]))
    return [each for each in rows if each[1]]
