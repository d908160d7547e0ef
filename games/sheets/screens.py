"""The form of a round of a game with a score sheet, made from the sheet's rows."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from itertools import groupby
from types import MappingProxyType
from typing import Any, NamedTuple

from games.kernel.cards import Card
from games.kernel.engine import UNSCORED
from games.kernel.options import Options
from games.kernel.parts import OwnFields
from games.kernel.posted import Fields, Posted, common_fields, number_fields, seat_fields, seat_of
from games.kernel.problems import PLAYER_MISSING, Problem, Problems
from games.kernel.record import RawRecord, Record
from games.kernel.screen import Context, Screen
from games.kernel.seats import Deal, Table
from games.kernel.words import Message, Phrase, Typed, minus

from . import words
from .expressions import Expression
from .facts import Facts
from .rounds import RoundReader
from .sheet import CHOICE, EACH, NUMBER, PLAYER, PLAYERS, ROUND, TABLE, TICK, Row, Sheet
from .story import value_in_words

YES = "yes"
PASSED = "passed"
ANY_DIGITS = 7
FEW, CHIPS = 21, 66  # a number is tapped if it has at most so many possible values, and the form so many chips for it
SUITS = {
    "clubs": "",
    "spades": "",
    "hearts": "red",
    "diamonds": "red",
    "acorns": "yel",
    "leaves": "grn",
    "roses": "red",
    "bells": "yel",
    "shields": "grey",
}
"""The ink of each suit; a choice with the id of a suit is shown with its symbol."""

type SheetTable = Table[Options, Card]


def field_of(row: Row) -> str:
    """Return the name of a row's field. A number or a choice of each player or team has a field for each seat."""
    return f"row-{row.id}"


class Answer(NamedTuple):
    """One of the answers to a row that are tapped: what its field then has, and how it is shown."""

    code: str
    label: Phrase | str
    suit: str = ""
    ink: str = ""


class FormRow(NamedTuple):
    """A row as the form shows it."""

    row: Row
    field: str
    asked: Sequence[int]  # seat numbers of those for whom its condition is met or cannot be calculated yet
    answers: Sequence[Answer]  # what is tapped; empty: a number is typed, or players are chosen
    usual: str  # answer if nothing is tapped; "" without one
    moves: bool  # whether the answers depend on what is typed in this form
    told: Sequence[Message | Phrase | Typed]  # what is entered so far, in words
    quiet: bool
    digits: int  # most digits that its number can have
    most: int | None  # its highest number; None if not known
    # message that compares the sum of its numbers with the required sum; None if no sum is required, or if the
    # required sum is not known
    sum: Message | None
    order: int  # its place on the form, from 0

    @property
    def template(self) -> str:
        if self.answers:
            return "sheets/_chips.html"
        if _is_of_seats(self.row):
            return "sheets/_players.html"
        if self.row.kind == TICK:
            return "sheets/_ticks.html"
        return "sheets/_number.html" if self.row.of == TABLE else "sheets/_lines.html"

    @property
    def css(self) -> str:
        if all(len(each.label if isinstance(each.label, str) else each.label.de) <= 2 for each in self.answers):
            return "chips"
        return "opts trumps" if any(each.suit for each in self.answers) else "opts names"

    @property
    def drawn_with(self) -> tuple[str, Any]:
        """The key of the rows that are drawn as one block with it, if they are its neighbours."""
        together = self.template in ("sheets/_lines.html", "sheets/_ticks.html") and not self.quiet
        return self.template, self.row.of if together else self.field


class Block(NamedTuple):
    """Rows that are drawn together by one template."""

    template: str
    of_each: bool  # whether each player has a value in them
    rows: Sequence[FormRow]
    said: Mapping[int, Sequence[Phrase | Message]]  # {seat: what was bid before the round}

    @property
    def stacked(self) -> bool:
        """Return whether the numbers stand below the names, each with its label."""
        return self.template == "sheets/_lines.html" and len(self.rows) > 2

    @property
    def has_labels(self) -> bool:
        """Return whether each of its fields shows its own label, so that the block needs no heading."""
        return self.template in ("sheets/_ticks.html", "sheets/_number.html")

    @property
    def css(self) -> str:
        return "stacked" if self.stacked else "lines" if self.template == "sheets/_lines.html" else ""


class SheetScreen(Screen[Card, Options, Facts]):
    """The form of a round, made from the rows of a sheet. With `before`, it has only the rows from before the round.

    Examples of its fields:
    - `row-bid-0`: a number or a choice of the player or team on seat 0.
    - `row-nil`: a tick for each player. The values are the seats of those who are ticked.
    - `row-tops`: a value of the table.
    - `passed`: whether everybody has passed.
    - `round`, `before-total-0`: hidden fields with numbers from before the round that the rows need.
    """

    template = "sheets/round.html"

    def __init__(self, sheet: Sheet, *, before: bool = False) -> None:
        self.sheet = sheet
        self.before = before
        self.code = "before" if before else ROUND
        self.label = words.BEFORE_SCREEN if before else words.ROUND_SCREEN
        self.rows = [row for row in sheet.rows if row.before or not before]
        self.bids = any(row.before for row in sheet.rows)
        self.needed = _needed_from_before(sheet, self.rows)
        self.choosing = tuple(field_of(row) for row in self.rows if _is_of_seats(row))
        each = [row for row in self.rows if row.of == EACH]
        # If all bids are ticks, nobody enters their own bid: they are all entered on the form for everybody.
        if each and not (before and all(row.kind == TICK for row in each)):
            self.own = OwnFields(
                numbered=tuple(field_of(row) for row in each if row.kind != TICK),
                shared=tuple(field_of(row) for row in each if row.kind == TICK),
                main=next((field_of(row) for row in each if row.kind == NUMBER), ""),
                rest_from=("round",),
                has_common_part=len(each) < len(self.rows),
            )

    # A form and its record

    def record(self, posted: Posted, table: SheetTable) -> RawRecord:
        if self.sheet.passes and posted.one(PASSED):
            return posted.with_common({"kind": UNSCORED}, table)
        typed = {row.id: _typed(row, posted, table, self._holders(row, table)) for row in self.rows}
        record: RawRecord = {
            "kind": ROUND,
            **{key: value for key, value in typed.items() if value not in (None, {}, [])},
        }
        facts = self._read(record, self._before(posted, table), table)
        for row in self.rows:
            asked = self._asked_of(row, facts, table)
            if not asked:
                record.pop(row.id, None)
            elif row.of == EACH and row.id in record:
                record[row.id] = {player: each for player, each in record[row.id].items() if player in asked}
            if asked and row.sum and row.id in record:
                rest = self._rest(row, record[row.id], facts, table)
                record[row.id] |= {player: each for player, each in rest.items() if posted.gets_rest(player, table)}
            if asked and row.quiet and row.id not in record and not self.before:
                usual = row.default if row.kind == CHOICE else facts.value(row.default)
                record[row.id] = usual if row.of == TABLE else dict.fromkeys(asked, usual)
            if asked and row.kind == NUMBER and row.default is None and not self.before:
                typed_in = record.get(row.id)
                record[row.id] = typed_in if row.of == TABLE else dict.fromkeys(asked) | (typed_in or {})
        return posted.with_common(record, table)

    def _holders(self, row: Row, table: SheetTable) -> Sequence[tuple[int, str]]:
        """Return (seat number, player) for all who have a value in a row: all players, or the first of each team."""
        return [table.numbered[seat] for seat in self.sheet.holders(row.of, len(table.players))]

    def _asked_of(self, row: Row, facts: Facts, table: SheetTable) -> dict[str, int]:
        """Return {player: seat number} of those of `_holders` who are asked for their value."""
        holders = enumerate(self._holders(row, table))
        return {player: number for place, (number, player) in holders if _asked(row, facts, place)}

    def _before(self, posted: Posted, table: SheetTable) -> Facts:
        """Return the facts known before the round: those of the game, and those in the form's hidden fields."""
        facts = Facts.of_the_game(self.sheet, table)
        if isinstance(number := posted.number("round"), int):
            facts.table["round"] = number
        for name in self.needed:
            numbers = [posted.number(_field_before(name, seat)) for seat, _ in table.numbered]
            whole = [number for number in numbers if isinstance(number, int)]
            if whole == numbers:
                facts.columns[name] = whole
        return facts

    def _read(self, record: RawRecord, facts: Facts, table: SheetTable) -> Facts:
        """Add the valid rows of the record to the facts from before the round. Return `facts`, too."""
        RoundReader(facts, Record(record, table, Problems()), before=self.before).read()
        return facts

    def _rest(self, row: Row, typed: Mapping[str, Any], facts: Facts, table: SheetTable) -> dict[str, int]:
        """Return {player: number} with the numbers that follow from the others: the last one, or 0 if nothing is left."""
        open_ = [player for _, player in self._holders(row, table) if player not in typed]
        wanted, low, high = (facts.value(each) for each in (row.sum, row.low, row.high))
        if None in (wanted, low, high) or not all(isinstance(each, int) for each in typed.values()):
            return {}
        rest = wanted - sum(typed.values())
        follows = low <= rest <= high if len(open_) == 1 else rest == low == 0
        return dict.fromkeys(open_, rest) if follows else {}

    def shows(self, record: RawRecord) -> bool:
        return super().shows(record) or (self.sheet.passes and record.get("kind") == UNSCORED)

    def fields(self, record: RawRecord, table: SheetTable) -> Fields:
        fields = common_fields(record, table)
        if record.get("kind") == UNSCORED:
            return {**fields, PASSED: [YES]}
        for row in self.rows:
            if record.get(row.id) is not None:
                fields |= _fields(row, record[row.id], table)
        return fields

    def rest_follows(self, table: SheetTable) -> bool:
        """Return whether the part of the last player can be derived from the parts of all others."""
        each = [row for row in self.rows if row.of == EACH and not row.before]
        return bool(each) and all(row.sum is not None for row in each)

    def binding(self, table: SheetTable) -> Sequence[str]:
        """Return the required fields of the table and of teams: choices, players, and numbers without a default."""
        told = []
        facts = Facts.of_the_game(self.sheet, table)
        for row in self.rows:
            may_be_none = row.optional or row.default is not None
            may_be_none = may_be_none or (row.kind == PLAYERS and facts.value(row.low) == 0)
            if row.of != EACH and row.when is None and row.kind != TICK and not may_be_none:
                told += (
                    [field_of(row)]
                    if row.of == TABLE
                    else [f"{field_of(row)}-{number}" for number, _ in self._holders(row, table)]
                )
        return told

    def untold(self, posted: Posted, player: str, table: SheetTable) -> Sequence[Problem]:
        """Return a problem for each row that this player must fill in before the round but left empty."""
        number = table.number_of(player)
        said = [row for row in self.rows if row.of == EACH and row.kind != TICK and row.before and row.when is None]
        needed = [row for row in said if row.default is None and not row.optional]
        missing = [row for row in needed if not posted.one(f"{field_of(row)}-{number}")]
        return [Problem(f"{row.id}.{player}", PLAYER_MISSING(name=player)) for row in missing]

    def known_fields(self, table: SheetTable, deal: Deal[Facts]) -> Fields:
        facts = Facts.before_round(self.sheet, table, deal, deal.number + 1)
        known = {
            _field_before(name, seat): [str(number)]
            for name in self.needed
            for (seat, _), number in zip(table.numbered, facts.columns[name], strict=True)
        }
        return {"round": [str(deal.number + 1)], **known}

    # What the form shows

    def context(self, table: SheetTable) -> Context:
        teams = [[table.number_of(player) for player in team] for team in table.in_teams(2 if self.sheet.teams else 0)]
        return {"teams": teams, "firsts": [team[0] for team in teams]}

    def live_context(self, posted: Posted, record: RawRecord, table: SheetTable, deal: Deal[Facts]) -> Context:
        number = deal.number + 1
        facts = self._read(record, Facts.before_round(self.sheet, table, deal, number), table)
        said = {} if self.before else self._said(record, table)
        shown = [self._shown(row, record, facts, table) for row in self.rows if self._may_be_asked(row, facts, table)]
        blocks = [
            Block(template, rows[0].row.of == EACH, rows, {} if rows[0].row.before else said)
            for (template, _), group in groupby(shown, key=lambda each: each.drawn_with)
            for rows in [list(group)]
        ]
        typed = [each for each in shown if each.row.kind == NUMBER and not each.answers]
        return {
            "blocks": blocks,
            # bids begin at the dealer's left, and so does what comes of them
            "first": table.number_of(table.left_of(deal.dealer)) if self.bids and deal.dealer in table.seated else 0,
            "known": {name: value for name, [value] in self.known_fields(table, deal).items()},
            "keypad": bool(typed),
            "minus": any((facts.value(each.row.low) or 0) < 0 for each in typed),
        }

    def _said(self, record: RawRecord, table: SheetTable) -> dict[int, list[Phrase | Message]]:
        """Return {seat: what this player or team has bid}."""
        said: dict[int, list[Phrase | Message]] = {}
        for row in self.rows:
            bids: Any = record.get(row.id) if row.before and row.of != TABLE else None
            for number, player in self._holders(row, table) if bids else ():
                if (bid := bids.get(player)) is not None and bid is not False:
                    value = words.ASKED_ROW(label=row.label, value=value_in_words(row, bid))
                    said.setdefault(number, []).append(row.label if row.kind == TICK else value)
        return said

    def _may_be_asked(self, row: Row, facts: Facts, table: SheetTable) -> bool:
        """Return whether the condition of a row is met now (`_asked_of`), or could be with another answer here."""
        if self._asked_of(row, facts, table):
            return True
        used = [each for each in self.rows if row.when and each.id in self.sheet.used_by(row.when)]
        if row.when is None or len(used) != 1:
            return bool(used)
        names = [f"chose_{used[0].id}_{code}" for code in used[0].offered(facts.scope())]
        others = [{**dict.fromkeys(names, 0), name: 1} for name in names]
        others += [{used[0].id: number} for number in self._numbers(used[0], facts, table)]
        seat = 0 if row.of == EACH else None
        return not others or any(_open(row.when, facts, seat, other) for other in others)

    def _depends(self, expression: Expression | None) -> bool:
        """Return whether the value of an expression depends on what is entered on this form."""
        written = {row.id for row in self.rows}
        return expression is not None and bool(written & self.sheet.used_by(expression))

    def _shown(self, row: Row, record: RawRecord, facts: Facts, table: SheetTable) -> FormRow:
        low, most = (_open(each, facts) for each in (row.low, row.high))
        asked = self._asked_of(row, facts, table)
        unsaid = row.default if row.kind == CHOICE else facts.value(row.default)
        given: Any = record.get(row.id)
        told = [given] if row.of == TABLE else [(given or {}).get(player) for player in asked]
        if row.kind == TICK:
            told = [bool(each) for each in told]
        known = bool(told) and all(each is not None for each in told)
        return FormRow(
            row,
            field_of(row),
            [*asked.values()],
            self._answers(row, facts, table),
            "" if unsaid is None else minus(unsaid) if row.kind == NUMBER else str(unsaid),
            self._depends(row.low) or self._depends(row.high),
            [value_in_words(row, unsaid if each is None else each) for each in told] if row.quiet or known else [],
            row.quiet or (row.before and not self.before and known),
            ANY_DIGITS if low is None or most is None else len(str(max(abs(low), abs(most)))),
            most,
            self._count(row, record.get(row.id, {}), facts, table),
            self.rows.index(row),
        )

    def _answers(self, row: Row, facts: Facts, table: SheetTable) -> Sequence[Answer]:
        """Return what is tapped in a row: its choices, or its numbers if they are few."""
        if row.kind == CHOICE:
            none = [Answer("", words.NOTHING)] if row.optional else []
            offered = row.offered(facts.scope()).items()
            return none + [
                Answer(code, choice.label, f"sheets/{code}" if code in SUITS else "", SUITS.get(code, ""))
                for code, choice in offered
            ]
        return [Answer(minus(number), minus(number)) for number in self._numbers(row, facts, table)]

    def _numbers(self, row: Row, facts: Facts, table: SheetTable) -> Sequence[int]:
        """Return the numbers that a row can have, if they are few; else []."""
        low, most, step = (_open(each, facts) for each in (row.low, row.high, row.step))
        if row.kind != NUMBER or low is None or most is None or not step or step < 0:
            return []
        numbers = range(low, most + 1, step)
        holders = self.sheet.holders(row.of, len(table.players)) if row.of != TABLE else [0]
        return numbers if len(numbers) <= FEW and len(numbers) * len(holders) <= CHIPS else []

    def _count(self, row: Row, typed: Any, facts: Facts, table: SheetTable) -> Message | None:
        """Return a message that compares the sum of a row's numbers with the required sum."""
        wanted = facts.value(row.sum)
        if wanted is None or not isinstance(typed, dict):
            return None
        total = sum(each for each in typed.values() if isinstance(each, int))
        off = wanted - total
        typed_any = any(each is not None for each in typed.values())
        fits = words.SUM_FITS if not off else words.SUM_OPEN if off > 0 else words.SUM_OVER
        say = fits if typed_any else words.SUM_ALL
        return say(sum=total, all=wanted, off=abs(off))


def _needed_from_before(sheet: Sheet, rows: Sequence[Row]) -> list[str]:
    """Return which numbers from before the round these rows use, by name: "total" and ids of carried numbers."""
    used = [
        name
        for row in rows
        for expression in (row.when, row.low, row.high, row.step, row.sum)
        if expression
        for name in sheet.used_by(expression)
    ]
    return [name for name in ("total", *(each.id for each in sheet.carried)) if name in used]


def _field_before(name: str, seat: int) -> str:
    """Return the name of the hidden field for a player's number from before the round."""
    return f"before-{name}-{seat}"


class _Open(dict[Any, int]):
    """The names of a scope, with what is `known` besides, and 0 for what is not answered yet."""

    def __init__(self, scope: Mapping[Any, int], known: Mapping[Any, int]) -> None:
        super().__init__(known)
        self.scope = scope

    def __missing__(self, name: Any) -> int:
        try:
            return self.scope[name]
        except KeyError:
            return 0


def _open(
    expression: Expression, facts: Facts, seat: int | None = None, known: Mapping[Any, int] = MappingProxyType({})
) -> int | None:
    """Return an expression's value with what is `known` besides, and 0 for what is not answered yet."""
    try:
        return expression(_Open(facts.scope(seat), known))
    except ArithmeticError:
        return None


def _is_of_seats(row: Row) -> bool:
    """Return whether the row has just one field, whose values are the seats of the chosen players or teams."""
    return row.kind in (PLAYER, PLAYERS) or (row.kind == TICK and row.of != TABLE)


def _asked(row: Row, facts: Facts, seat: int | None = None) -> bool:
    return row.when is None or _open(row.when, facts, seat if row.of == EACH else None) != 0


def _typed(row: Row, posted: Posted, table: SheetTable, holders: Sequence[tuple[int, str]]) -> Any:
    """Return the value typed in a row, as a record has it; None, {} or [] if nothing was typed."""
    field = field_of(row)
    if row.kind == PLAYER:
        return posted.seat(field, table)
    if row.kind == PLAYERS:
        return posted.seats(field, table)
    if row.kind == TICK and row.of != TABLE:
        return dict.fromkeys(posted.seats(field, table), True)

    def one(name: str) -> Any:
        if row.kind == NUMBER:
            return posted.number(name)
        text = posted.one(name) or None
        return text == YES or text if row.kind == TICK and text else text

    if row.of == TABLE:
        return one(field)
    typed = {player: one(f"{field}-{number}") for number, player in holders}
    return {player: value for player, value in typed.items() if value is not None}


def _fields(row: Row, value: Any, table: SheetTable) -> Fields:
    """Return the form fields of a row that has this value in a record."""
    field = field_of(row)
    if row.kind == NUMBER and row.of != TABLE:
        value = {player: each for player, each in value.items() if each is not None}
    if row.kind == PLAYERS:
        return seat_fields(field, value, table)
    if row.kind == PLAYER:
        return {field: [seat_of(value, table)]}
    if row.kind == TICK and row.of != TABLE:
        return seat_fields(field, [player for player, ticked in value.items() if ticked], table)
    if row.kind == NUMBER and row.of != TABLE:
        return number_fields(field, value, table)
    if row.of != TABLE:
        return {f"{field}-{seat_of(player, table)}": [str(each or "")] for player, each in value.items()}
    if row.kind == NUMBER:
        [written] = number_fields(field, {table.players[0]: value}, table).values()
        return {field: written}
    return {field: [YES if value is True else str(value or "")]}
