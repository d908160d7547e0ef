"""A round of Krimsutep: the trick game, then building; and the oases at the end. Points are victory points (VP)."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import NamedTuple

from games.kernel.engine import COMMON_KEYS, DEALT_KEYS
from games.kernel.lines import Line, Revoke, Score, score_of
from games.kernel.problems import A_PAIR, AN_OBJECT, EMPTY, MISSING_KEY, NOT_TOGETHER
from games.kernel.record import Record
from games.kernel.seats import Deal
from games.kernel.tricks import Verdict, follow_suit, read_round, revokes
from games.kernel.words import Message, Phrase

from .board import FULL_PALACE, Board, Space
from .cards import (
    BUILDINGS,
    OWNED,
    POINTS_OF_A_SUIT,
    ROUNDS,
    SUIT_NAMES,
    SUITS,
    TRUMP,
    BuildingCard,
    CourtCard,
    roman_total,
)
from .options import GROUP, OFF_THE_MAP, KrimsutepOptions, KrimsutepRecord, KrimsutepTable, read_space, shown_space
from .referee import judge

# Points

ROYAL_POINTS = MAID_POINTS = 2
TRICK_BONUSES = {
    "royal": (Phrase("royal", de="Pharao und Frau in einem Stich", en="Pharaoh and wife in one trick"), ROYAL_POINTS),
    "maid": (Phrase("maid", de="Stich mit der Magd", en="Trick won with the maid"), MAID_POINTS),
}
"""What a single trick earns, in words, with its points."""
SUIT_POINTS = 1

ROYAL = Phrase(
    "royal",
    de="{player}: zweite Karte von Pharao und Frau im selben Stich, {amount:+}",
    en="{player}: second of Pharaoh and wife in one trick, {amount:+}",
)
MAID = Phrase(
    "maid",
    de="{player}: Stich mit der Magd gewonnen, {amount:+}",
    en="{player}: trick won with the maid, {amount:+}",
)
SUIT_WON = {
    suit: Phrase(
        f"suit:{suit}",
        de="{player}: die meisten Punkte in {suit}, {amount:+}",
        en="{player}: most points in {suit}, {amount:+}",
    )
    for suit in SUITS
}
BUILDING = Phrase("building", de="{player}: {card} gebaut, {amount:+}", en="{player}: {card} built, {amount:+}")
DOUBLED = Phrase(
    "doubled",
    de="{player}: {suit} gewonnen, {card} zählt doppelt: {amount:+}",
    en="{player}: won {suit}, the {card} counts double: {amount:+}",
)
OASIS_END = Phrase(
    "oasis_end",
    de="{player}: Oase, {distance:1 Feld|{distance} Felder} vom Nil × {halves:1 Palasthälfte|{halves} Palasthälften}: {amount:+}",
    en="{player}: oasis, {distance:1 space|{distance} spaces} from the Nile × {halves:1 palace half|{halves} palace halves}: {amount:+}",
)

PALACE_TOO_BIG = Phrase(
    "palace_too_big",
    de="{player}: der Palast würde mehr als {most} wert, also 0. Ob anderswo Platz war, prüft niemand.",
    en="{player}: the palace would be worth more than {most}, so 0. Nobody checks whether there was room elsewhere.",
)
OBELISK_LINES = Phrase(
    "obelisk_lines",
    de="{player}: es zählen nur Obelisken in gerader Linie, nicht um die Ecke.",
    en="{player}: only obelisks in a straight line count, not round a corner.",
)
OASIS_DISTANCE = Phrase(
    "oasis_distance",
    de="Der Abstand zum Nil sind die wenigsten Schritte, gerade, nie schräg.",
    en="The distance to the Nile is the fewest steps, straight, never slanting.",
)

# Problems

TOO_MANY_ROUNDS = Phrase(
    "too_many_rounds",
    de="Zu {seats} werden nur {rounds} Runden gespielt.",
    en="With {seats} players there are only {rounds} rounds.",
)
OASES_TOO_EARLY = Phrase(
    "oases_too_early",
    de="Die Oasen zählen erst nach der letzten von {rounds} Runden.",
    en="The oases count after the last of {rounds} rounds.",
)
OASES_ON_THE_MAP = Phrase(
    "oases_on_the_map",
    de="Auf der Karte zählen die Oasen von selbst mit der letzten Runde.",
    en="On the map the oases count by themselves with the last round.",
)
BUILT_TWICE = Phrase("built_twice", de="{player} baut zweimal.", en="{player} builds twice.")
NONE_LEFT = Phrase(
    "building_card_used_up",
    de="{player} hat kein Gebäude „{card}“ mehr: davon gibt es {owned}.",
    en="{player} has no {card} left: there {owned:is one|are {owned}}.",
)
WRONG_WORTH = Phrase(
    "out_of_range",
    de="{card}: möglich sind {worth}, nicht {points}.",
    en="{card}: {worth} are possible, not {points}.",
)
TYPED_OR_ON_MAP = Phrase(
    "typed_or_on_map",
    de="Alle Gebäude eines Spiels werden eingetippt oder alle auf die Karte gelegt.",
    en="All buildings of a game are typed in, or all are on the map.",
)
SPACE_TAKEN = Phrase("space_taken", de="Auf {space} steht schon etwas.", en="Something stands on {space} already.")
ON_THE_NILE = Phrase("on_the_nile", de="Durch {space} fließt der Nil.", en="The Nile flows through {space}.")
NO_SIDE = Phrase(
    "no_side",
    de="{card} füllt beide Hälften: „side“ gehört nicht dazu.",
    en="The {card} fills both halves: no “side” here.",
)

WHO_WON = Phrase("missing_key", de="Wer hat {suit} gewonnen?", en="Who won {suit}?")
HOW_MANY = Phrase("missing_key", de="Wer hat wie viele Punkte in {suit}?", en="Who has how many points in {suit}?")
WHICH_CARD = Phrase("missing_key", de="Welches Gebäude?", en="Which building?")
HOW_MUCH = Phrase(
    "one_of_these_missing", de="Wie viele Punkte, oder wo steht es?", en="How many points, or where does it stand?"
)
BUILT_NOTHING = Phrase("player_missing", de="{name} hat noch nichts gebaut.", en="{name} has built nothing yet.")
HOW_FAR = Phrase("missing_key", de="Wie weit ist es zum Nil?", en="How far is it to the Nile?")
HOW_MANY_HALVES = Phrase(
    "missing_key", de="Wie viele Palasthälften liegen daneben?", en="How many palace halves are beside it?"
)
WHICH_HALF = Phrase("missing_key", de="Welche Hälfte füllt es?", en="Which half does it fill?")

ROUND_KEYS = frozenset((*DEALT_KEYS, "royal", "maid", "suits", "won", "roman", "buildings", "tricks"))
NOT_WITH_TRICKS = ("roman", "royal", "maid")


@dataclass(frozen=True, slots=True)
class Past:
    """What a round leaves behind: the cards used by each player, the board (None: buildings are typed), the end."""

    used: Mapping[str, Sequence[str]] = field(default_factory=dict)
    board: Board | None = None
    finished: bool = False


class TrickGame(NamedTuple):
    """What the trick game gave, however it was written down."""

    royal: Sequence[str]
    maid: Sequence[str]
    winners: Mapping[str, Sequence[str]]  # of each suit
    revokes: Sequence[Revoke] = ()


class Built(NamedTuple):
    """One building with its points before doubling."""

    player: str
    card: BuildingCard
    points: int
    only_lines: bool = False  # it would be worth more if obelisks joined round a corner counted


def round_(record: KrimsutepRecord, deal: Deal[Past]) -> Score | None:
    """One round: trick game and building."""
    record.allow(ROUND_KEYS)
    table = record.table
    past = deal.past
    rounds = ROUNDS[len(table.players)]
    if deal.number >= rounds and not (past and past.finished):
        record.add("kind", TOO_MANY_ROUNDS(seats=len(table.players), rounds=rounds))
    trick_game = _read_trick_game(record, deal)
    buildings = _Buildings(record, past).read()
    if record.problems or trick_game is None or buildings is None:
        return None
    built, after = buildings
    lines = _trick_game_lines(table, trick_game) + _building_lines(built, trick_game)
    if after.board and deal.number + 1 == rounds:
        lines += oasis_lines(table, {player: after.board.oasis(player) for player in table.players})
        after = replace(after, finished=True)
    rulings = _rulings(built, after)
    return score_of(table.players, lines, revokes=trick_game.revokes, past=after, rulings=rulings)


def oases(record: KrimsutepRecord, deal: Deal[Past]) -> Score | None:
    """The oases at the end of a game whose buildings were typed: distance to the Nile × palace halves beside it."""
    record.allow((*COMMON_KEYS, "oases"))
    table = record.table
    past = deal.past
    rounds = ROUNDS[len(table.players)]
    if past and past.board and not past.finished:
        record.add("kind", OASES_ON_THE_MAP())
    elif deal.number + deal.unknown < rounds:
        record.add("kind", OASES_TOO_EARLY(rounds=rounds))
    raw = record.by_player("oases", everybody=True)
    found: dict[str, tuple[int, int] | None] = {}
    for player, each in (raw or {}).items():
        if not isinstance(each, dict):
            record.wrong_type(f"oases.{player}", each, AN_OBJECT)
            continue
        oasis = Record(each, table, record.problems, f"{record.path}oases.{player}.")
        oasis.allow(("distance", "halves"))
        for key, question in (("distance", HOW_FAR), ("halves", HOW_MANY_HALVES)):
            if key not in oasis:
                oasis.add(key, question())
        distance = oasis.whole("distance", 1, 9) if "distance" in oasis else None
        halves = oasis.whole("halves", 0, 6) if "halves" in oasis else None
        found[player] = (distance or 0, halves or 0)
    if record.problems:
        return None
    lines, after = oasis_lines(table, found), replace(past or Past(), finished=True)
    return score_of(table.players, lines, past=after, rulings=[OASIS_DISTANCE()])


# Lines


def _trick_game_lines(table: KrimsutepTable, game: TrickGame) -> list[Line]:
    lines = [Line(player, ROYAL, ROYAL_POINTS) for player in game.royal]
    lines += [Line(player, MAID, MAID_POINTS) for player in game.maid]
    for suit, winners in game.winners.items():
        facts = {"suit": SUIT_NAMES[suit]}
        lines += [Line(player, SUIT_WON[suit], SUIT_POINTS, facts) for player in table.players if player in winners]
    return lines


def _building_lines(built: Sequence[Built], game: TrickGame) -> list[Line]:
    """A building, and the same again for a player who won or shared its suit."""
    lines = []
    for player, card, points, _ in built:
        lines.append(Line(player, BUILDING, points, {"card": card}))
        if player in game.winners[card.suit]:
            lines.append(Line(player, DOUBLED, points, {"card": card, "suit": SUIT_NAMES[card.suit]}))
    return lines


def _rulings(built: Sequence[Built], after: Past) -> list[Message]:
    """What of a round's building the source does not say."""
    told = [PALACE_TOO_BIG(player=each.player, most=FULL_PALACE) for each in built if not each.points]
    told += [OBELISK_LINES(player=each.player) for each in built if each.only_lines]
    return told + ([OASIS_DISTANCE()] if after.finished and after.board else [])


def oasis_lines(table: KrimsutepTable, found: Mapping[str, tuple[int, int] | None]) -> list[Line]:
    lines = []
    for player in table.players:
        distance, halves = found.get(player) or (0, 0)
        lines.append(Line(player, OASIS_END, distance * halves, {"distance": distance, "halves": halves}))
    return lines


# The trick game


def _read_trick_game(record: KrimsutepRecord, deal: Deal[Past]) -> TrickGame | None:
    form = record.one_of("suits", "won", "tricks")
    if "tricks" in record:
        for key in NOT_WITH_TRICKS:
            if key in record:
                record.add(key, NOT_TOGETHER(keys=["tricks", key]))
    if form == "tricks":
        return _played(record, deal)
    royal = record.player_or_nobody("royal")
    maid = record.player_or_nobody("maid")
    _check_roman(record)
    winners = _most_points(record) if form == "suits" else _named_winners(record) if form == "won" else None
    if winners is None:
        return None
    return TrickGame([royal] if royal else [], [maid] if maid else [], winners)


def _played(record: KrimsutepRecord, deal: Deal[Past]) -> TrickGame | None:
    """The trick game as it was played; what it comes to follows."""
    table = record.table
    played = read_round(record, table.deck, judge, deal.leader, hand_size=table.hand_size)
    if played is None:
        return None
    earned: dict[str, list[str]] = {"royal": [], "maid": []}
    for _, verdict in played:
        for player, bonuses in verdict.bonuses.items():
            for kind in bonuses:
                earned[kind].append(player)
    found = revokes([trick for trick, _ in played], follow_suit)
    verdicts = [verdict for _, verdict in played]
    return TrickGame(earned["royal"], earned["maid"], suits_won(table, verdicts), found)


def suits_won(table: KrimsutepTable, verdicts: Iterable[Verdict[CourtCard]]) -> dict[str, list[str]]:
    """Who has the most points of each suit after these tricks."""
    counts: dict[str, dict[str, int]] = {suit: dict.fromkeys(table.players, 0) for suit in SUITS}
    for verdict in verdicts:
        cards = verdict.captured[verdict.winner]
        for suit, letter in SUITS.items():
            counts[suit][verdict.winner] += sum(card.points for card in cards if card.suit == letter)
    return _most(counts)


def romans_won(table: KrimsutepTable, verdicts: Iterable[Verdict[CourtCard]]) -> dict[str, int]:
    """The roman numbers each player has after these tricks: they decide the building order."""
    counts = dict.fromkeys(table.players, 0)
    for verdict in verdicts:
        cards = verdict.captured[verdict.winner]
        counts[verdict.winner] += sum(card.roman for card in cards if table.options.roman_masters or card.suit == TRUMP)
    return counts


def _most(counts: Mapping[str, Mapping[str, int]]) -> dict[str, list[str]]:
    """Who has the most points of each suit; equals share it, and each counts as having won it."""
    return {
        suit: [player for player, points in each.items() if points == max(each.values())]
        for suit, each in counts.items()
    }


def _most_points(record: KrimsutepRecord) -> Mapping[str, Sequence[str]] | None:
    """Each suit's points by player: 20 in all."""
    raw = record.raw["suits"]
    if not isinstance(raw, dict):
        record.wrong_type("suits", raw, AN_OBJECT)
        return None
    before = len(record.problems)
    suits = Record(raw, record.table, record.problems, f"{record.path}suits.")
    suits.allow(SUITS)
    counts = {}
    for suit in SUITS:
        if suit not in suits:
            suits.add(suit, HOW_MANY(suit=SUIT_NAMES[suit]))
            continue
        points = suits.counts(suit)
        if points is not None:
            suits.sums_to(suit, sum(points.values()), POINTS_OF_A_SUIT)
            counts[suit] = points
    return _most(counts) if len(record.problems) == before else None


def _named_winners(record: KrimsutepRecord) -> Mapping[str, Sequence[str]] | None:
    """Who won each suit, where the table only says that."""
    raw = record.raw["won"]
    if not isinstance(raw, dict):
        record.wrong_type("won", raw, AN_OBJECT)
        return None
    before = len(record.problems)
    won = Record(raw, record.table, record.problems, f"{record.path}won.")
    won.allow(SUITS)
    winners = {}
    for suit in SUITS:
        if suit not in won:
            won.add(suit, WHO_WON(suit=SUIT_NAMES[suit]))
            continue
        names = won.players(suit)
        if names == []:
            won.add(suit, EMPTY())
        winners[suit] = names or []
    return winners if len(record.problems) == before else None


def _check_roman(record: KrimsutepRecord) -> None:
    """Roman numbers decide the building order only; they are kept and must add up."""
    if "roman" not in record:
        return
    roman = record.counts("roman")
    if roman is not None:
        total = roman_total(len(record.table.players), record.table.options.roman_masters)
        record.sums_to("roman", sum(roman.values()), total)


# Building


class _Buildings:
    """Reads the buildings of a round in order, as each changes the board for the next."""

    def __init__(self, record: KrimsutepRecord, past: Past | None) -> None:
        self.record = record
        self.options: KrimsutepOptions = record.table.options
        self.past = past or Past()
        self.on_map: bool | None = None if past is None else past.board is not None
        self.board = self.past.board or Board(self.options.map)
        self.built: list[Built] = []
        self.only_lines = False  # of the building just read

    def read(self) -> tuple[list[Built], Past] | None:
        record = self.record
        if "buildings" not in record:
            record.add("buildings", MISSING_KEY(key="buildings"))
            return None
        raw = record.listed("buildings", record.raw["buildings"])
        if raw is None:
            return None
        before = len(record.problems)
        builders: dict[str, str] = {}
        for index, each in enumerate(raw):
            self._read_one(f"buildings.{index}", each, builders)
        for player in record.table.players:
            if player not in builders:
                record.add("buildings", BUILT_NOTHING(name=player))
        if len(record.problems) > before:
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
            record.add(f"{builders[player]}.0", BUILT_TWICE(player=player))
        if not isinstance(raw[1], dict):
            record.wrong_type(f"{path}.1", raw[1], AN_OBJECT)
            return
        building = Record(raw[1], record.table, record.problems, f"{record.path}{path}.1.")
        building.allow(("card", "points", "at", "side"))
        if "card" not in building:
            building.add("card", WHICH_CARD())
        code = building.choice("card", BUILDINGS) if "card" in building else None
        card = BUILDINGS[code] if code else None
        if card and player:
            self._check_owned(building, player, card)
        points = self._read_worth(building, player or "", card)
        if player is not None and card is not None and points is not None:
            self.built.append(Built(player, card, points, self.only_lines))

    def _check_owned(self, building: KrimsutepRecord, player: str, card: BuildingCard) -> None:
        owned = OWNED[len(self.record.table.players)][card.code]
        if list(self.past.used.get(player, ())).count(card.code) >= owned:
            building.add("card", NONE_LEFT(player=player, card=card, owned=owned))

    def _read_worth(self, building: KrimsutepRecord, player: str, card: BuildingCard | None) -> int | None:
        """The building's points before doubling: as typed, or from its place on the map."""
        if "points" not in building and "at" not in building:
            building.add("points", HOW_MUCH())
            return None
        form = building.one_of("points", "at")
        if form is None:
            return None
        if self.on_map is None:
            self.on_map = form == "at"
        elif self.on_map != (form == "at"):
            building.add(form, TYPED_OR_ON_MAP())
        self.only_lines = False
        if form == "at":
            return self._place(building, player, card)
        if "side" in building:
            building.add("side", NOT_TOGETHER(keys=["points", "side"]))
        points = building.whole("points", 0, 12)
        if points is not None and card and points not in card.worth:
            building.add("points", WRONG_WORTH(card=card, worth=sorted(card.worth), points=points))
        return points

    def _place(self, building: KrimsutepRecord, player: str, card: BuildingCard | None) -> int | None:
        second = self._read_side(building, card)
        space = read_space(building.raw["at"], building.path + "at", building.problems)
        if space is None or not self._is_free(building, space) or card is None or second is None:
            return None
        self.board = self.board.build(player, card, space, second)
        in_groups = self.options.obelisk_chain == GROUP
        worth = self.board.worth(space, chain_in_groups=in_groups)
        self.only_lines = not in_groups and worth < self.board.worth(space, chain_in_groups=True)
        return worth

    def _read_side(self, building: KrimsutepRecord, card: BuildingCard | None) -> bool | None:
        """Which half a half-filled card fills: True for the second (bottom or right)."""
        if card and card.halves == 2:
            if "side" in building:
                building.add("side", NO_SIDE(card=card))
            return False
        if card is None and "side" not in building:
            return None
        if "side" not in building:
            building.add("side", WHICH_HALF())
            return None
        side = building.choice("side", ("first", "second"))
        return None if side is None else side == "second"

    def _is_free(self, building: KrimsutepRecord, space: Space) -> bool:
        board = self.board
        if not board.map.holds(space):
            building.add("at", OFF_THE_MAP(space=shown_space(space)))
        elif space in board.map.nile:
            building.add("at", ON_THE_NILE(space=shown_space(space)))
        elif not board.is_free(space):
            building.add("at", SPACE_TAKEN(space=shown_space(space)))
        else:
            return True
        return False
