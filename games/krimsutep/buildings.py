"""The reading of a record's buildings: the player, the card, its points, and its space on the map."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import NamedTuple

from games.kernel.problems import A_PAIR, NOT_TOGETHER

from . import words
from .board import SIDES, Board, Space
from .cards import BUILDINGS, OWNED, BuildingCard
from .options import GROUP, KrimsutepRecord, read_space, shown_space


@dataclass(frozen=True, slots=True)
class Past:
    """The facts that a game remembers from its rounds so far."""

    used: Mapping[str, Sequence[str]] = field(default_factory=dict)  # by player, the codes of the building cards used
    board: Board | None = None  # board; None if points are typed and no map is used
    finished: bool = False  # whether the oases are scored

    def passed_on(self, heirs: Mapping[str, str]) -> Past:
        """Return the facts after seats were taken over: `heirs` maps each replaced player to the player's heir."""
        used = {heirs.get(player, player): cards for player, cards in self.used.items()}
        return replace(self, used=used, board=self.board and self.board.passed_on(heirs))


class Built(NamedTuple):
    """One building, with its victory points before doubling."""

    player: str
    card: BuildingCard
    points: int
    only_lines: bool = False  # whether obelisks joined round a corner would add points, if they counted


class Buildings:
    """The reader of a round's buildings, in building order: each building changes the board for the next."""

    def __init__(self, record: KrimsutepRecord, past: Past | None) -> None:
        self.record = record
        self.options = record.table.options
        self.past = past or Past()
        self.on_map: bool | None = None if past is None else past.board is not None
        self.board = self.past.board or Board(self.options.map)
        self.built: list[Built] = []
        self.only_lines = False  # `Built.only_lines` of the building being read

    def read(self) -> tuple[list[Built], Past] | None:
        """Return the buildings of a round, and the facts to remember after it."""
        record = self.record
        raw = record.listed("buildings", record.raw["buildings"]) if record.needs("buildings") else None
        if raw is None:
            return None
        before = record.problems.added
        builders: dict[str, str] = {}
        for index, each in enumerate(raw):
            self._read_one(f"buildings.{index}", each, builders)
        for player in record.table.players:
            if player not in builders:
                record.add("buildings", words.BUILT_NOTHING(name=player))
        if record.problems.added > before:
            return None
        used = {each.player: (*self.past.used.get(each.player, ()), each.card.code) for each in self.built}
        return self.built, Past(used, self.board if self.on_map else None)

    def _read_one(self, path: str, raw: object, builders: dict[str, str]) -> None:
        record = self.record
        if not isinstance(raw, list) or len(raw) != 2:
            record.wrong_type(path, raw, A_PAIR)
            return
        player = record.seated(f"{path}.0", raw[0])
        if player is not None and builders.setdefault(player, path) != path:
            record.add(f"{builders[player]}.0", words.BUILT_TWICE(player=player))
        building = record.within(f"{path}.1", raw[1])
        if building is None:
            return
        building.allow(("card", "points", "at", "side"))
        code = building.choice("card", BUILDINGS, words.WHICH_CARD)
        card = BUILDINGS[code] if code else None
        if card and player:
            self._check_owned(building, player, card)
        points = self._read_worth(building, player or "", card)
        if player is not None and card is not None and points is not None:
            self.built.append(Built(player, card, points, self.only_lines))

    def _check_owned(self, building: KrimsutepRecord, player: str, card: BuildingCard) -> None:
        owned = OWNED[len(self.record.table.players)][card.code]
        if list(self.past.used.get(player, ())).count(card.code) >= owned:
            building.add("card", words.NONE_LEFT(player=player, card=card, owned=owned))

    def _read_worth(self, building: KrimsutepRecord, player: str, card: BuildingCard | None) -> int | None:
        """Return the points of a building before doubling: those typed, or those of its space on the map."""
        if "points" not in building and "at" not in building:
            building.add("points", words.HOW_MUCH())
            return None
        form = building.one_of("points", "at")
        if form is None:
            return None
        if self.on_map is None:
            self.on_map = form == "at"
        elif self.on_map != (form == "at"):
            building.add(form, words.TYPED_OR_ON_MAP())
        self.only_lines = False
        if form == "at":
            return self._place(building, player, card)
        if "side" in building:
            building.add("side", NOT_TOGETHER(keys=["points", "side"]))
        points = building.whole("points", 0, 12)
        if points is not None and card and points not in card.worth:
            building.add("points", words.WRONG_WORTH(card=card, worth=sorted(card.worth), points=points))
        return points

    def _place(self, building: KrimsutepRecord, player: str, card: BuildingCard | None) -> int | None:
        second = self._read_side(building, card)
        space = read_space(building, "at", building.raw["at"])
        if space is None or not self._is_free(building, space) or card is None or second is None:
            return None
        self.board = self.board.build(player, card, space, second)
        in_groups = self.options.obelisk_chain == GROUP
        worth = self.board.worth(space, chain_in_groups=in_groups)
        self.only_lines = not in_groups and worth < self.board.worth(space, chain_in_groups=True)
        return worth

    def _read_side(self, building: KrimsutepRecord, card: BuildingCard | None) -> bool | None:
        """Return whether the card fills the second half of its space (bottom or right); None if not known."""
        if card and card.halves == 2:
            if "side" in building:
                building.add("side", words.NO_SIDE(card=card))
            return False
        if card is None and "side" not in building:
            return None
        if "side" not in building:
            building.add("side", words.WHICH_HALF())
            return None
        side = building.choice("side", SIDES)
        return None if side is None else side == SIDES[1]

    def _is_free(self, building: KrimsutepRecord, space: Space) -> bool:
        board = self.board
        if not board.map.holds(space):
            building.add("at", words.OFF_THE_MAP(space=shown_space(space)))
        elif space in board.map.nile:
            building.add("at", words.ON_THE_NILE(space=shown_space(space)))
        elif not board.is_free(space):
            building.add("at", words.SPACE_TAKEN(space=shown_space(space)))
        else:
            return True
        return False
