"""The reading of score sheets."""

from __future__ import annotations

import keyword
import re
import tomllib
from collections import Counter
from collections.abc import Collection, Iterator, Mapping, Sequence
from dataclasses import replace
from typing import Any, NamedTuple

from games.kernel.lines import ADJUSTMENT
from games.kernel.options import BAD_NAME, Options, fits_as_name
from games.kernel.problems import (
    A_TEXT,
    AN_OBJECT,
    EMPTY,
    MISSING_KEY,
    NOT_TOGETHER,
    UNKNOWN_VALUE,
    WRONG_TYPE,
    Problem,
    Problems,
    out_of_range,
)
from games.kernel.record import JsonObject
from games.kernel.words import LANGUAGES, Message, TypedPhrase, abbreviated, visible

from . import words
from .expressions import (
    COUNT_OF_PLAYERS,
    LARGEST,
    RESERVED,
    Expression,
    Of,
    Place,
    Vocabulary,
    constant,
    nodes,
    parse,
)
from .sheet import (
    CHOICE,
    EACH,
    NUMBER,
    OTHERS,
    PLAYER,
    PLAYERS,
    SITS_OUT,
    SWITCH,
    TABLE,
    TEAM,
    TICK,
    Carried,
    Check,
    Choice,
    Entry,
    Option,
    Row,
    Sheet,
)

VERSION = 1
MOST_BYTES = 65_536
MOST_DOTS = 60  # in a line; no key needs more
MOST = 50  # the most entries in each list: options, rows, values, checks, points, carried, `also`, and a row's choices
MOST_NODES = 2000  # in all expressions of a sheet together; the largest sheet that comes with the site has 182
FEWEST_SEATS, MOST_SEATS = 2, 8
LONGEST_ID, LONGEST_LABEL, LONGEST_TEXT = 40, 60, 200  # characters

KEYS = (
    *("sheet", "slug", "name", "also", "gist", "players", "best", "teams", "target", "rounds", "end", "pays", "passes"),
    *("options", "rows", "values", "checks", "points", "carried"),
)

_ID = re.compile(r"[a-z][a-z0-9_]*", re.ASCII)
_SLUG = re.compile(r"[a-z][a-z0-9-]*", re.ASCII)
_CHOICE = re.compile(r"[a-z0-9][a-z0-9_]*", re.ASCII)
# Reserved ids. A row must not have the id of a key that every record has. An option must not have one of these ids: an
# attribute of all options, an option that the app adds, a field of the forms with house rules.
_OF_A_RECORD = {"kind", "note", "dealer"}
_OF_THE_FORMS = {"csrfmiddlewaretoken", "dealer", "key", "person", "seat", "seen", "sits_out", "sure"}
_OF_THE_OPTIONS = {*Options.rules(), *vars(Options), "target", "sheet", *_OF_THE_FORMS}


class PlacedProblem(NamedTuple):
    """A problem of a sheet's file: its place, such as `points[1].value`, and its line (from 1; None: not found)."""

    place: str
    line: int | None
    problem: Problem


class Answer(NamedTuple):
    """The sheet in a file, or None and every problem of the file."""

    sheet: Sheet | None
    problems: Sequence[PlacedProblem]


def read_file(content: bytes) -> Answer:
    """Return the sheet in the content of a TOML file, or every problem. Never raise an error, whatever the content."""
    if len(content) > MOST_BYTES:
        return _unreadable(words.TOO_LARGE(most=MOST_BYTES))
    try:
        text = content.decode("utf-8-sig").replace("\r\n", "\n")
        # tomllib needs n² steps for a key of n parts, so the number of dots in a line is limited.
        if deep := next((at for at, line in enumerate(text.split("\n"), 1) if line.count(".") > MOST_DOTS), 0):
            return _unreadable(words.TOO_MANY_PARTS(most=MOST_DOTS), deep)
        raw = tomllib.loads(text)
    except UnicodeDecodeError:
        return _unreadable(words.NOT_UTF8())
    except (ValueError, RecursionError) as error:
        return _no_toml(text, str(error))
    problems, lines = Problems(), _lines(text)
    sheet = read_sheet(raw, problems)
    if sheet is not None:
        if heavy := too_heavy(sheet):
            problems.add("", heavy)
        _tell_apart(sheet, problems)
        sheet = None if problems else sheet
    return Answer(sheet, [PlacedProblem(place_of(each.field), _line(each.field, lines), each) for each in problems])


def _unreadable(message: Message, line: int | None = None) -> Answer:
    return Answer(None, [PlacedProblem("", line, Problem("", message))])


def _no_toml(text: str, error: str) -> Answer:
    """Return the problem of a text that is no TOML: at the line that the error names, or at a number of too many digits."""
    lines = text.split("\n")
    found = re.search(r"line (\d+)", error)
    long = (number for number, line in enumerate(lines, 1) if re.search(r"[\d_]{1000}", line))
    line = int(found[1]) if found else next(long, len(lines))
    key = _HEAD.match(lines[line - 1]) or _KEY.match(lines[line - 1])
    if key and re.match("Cannot (declare|overwrite|mutate)", error):
        return _unreadable(words.TAKEN(name=key["key"]), line)
    return _unreadable(words.NO_TOML(line=line), line)


def place_of(field: str) -> str:
    """Return a path as the author of a sheet would write it: `points[1].value` for `points.1.value`."""
    return re.sub(r"\.(\d+)(?=\.|$)", r"[\1]", field)


_HEAD = re.compile(r"\s*(?P<list>\[\[)?\[?\s*(?P<key>(?P<top>[\w-]+)(?P<more>(?:\.[\w-]+)*))\s*\]")
_KEY = re.compile(r"\s*(?P<key>[\w-]+)\s*=")


def _lines(text: str) -> Mapping[str, int]:
    """Return {path: number of the line that sets it, from 1} for a TOML file. A path is e.g. `points.1.value`."""
    found: dict[str, int] = {}
    counted: Counter[str] = Counter()
    within = ""
    for number, line in enumerate(text.split("\n"), 1):
        if head := _HEAD.match(line):
            name, more = head["top"], head["more"]
            if head["list"] and not more:
                counted[name] += 1
            within = f"{name}.{counted[name] - 1}{more}." if counted[name] else f"{name}{more}."
            found.setdefault(within[:-1], number)
        elif key := _KEY.match(line):
            found.setdefault(within + key["key"], number)
    return found


def _line(field: str, lines: Mapping[str, int]) -> int | None:
    """Return the number of the line that sets this path or, if there is none, its nearest parent; else None."""
    while field and field not in lines:
        field = field.rpartition(".")[0]
    return lines.get(field)


def read_sheet(raw: object, problems: Problems, path: str = "") -> Sheet | None:
    """Return the sheet in a JSON value; if it is wrong, add its problems, with this prefix of their paths, and return None."""
    if not isinstance(raw, dict):
        problems.add(path.removesuffix("."), WRONG_TYPE(value=abbreviated(raw), wanted=AN_OBJECT))
        return None
    before = problems.added
    sheet = _Reader(Part(raw, problems, path)).sheet()
    return sheet if problems.added == before else None


def _tell_apart(sheet: Sheet, problems: Problems) -> None:
    """Add a problem for each label that stands twice among house rules, rows, or the choices of one of them."""
    lists: Mapping[str, Sequence[Option | Row]] = {"options": sheet.options, "rows": sheet.rows}
    for key, parts in lists.items():
        labels = {f"{key}.{number}.label": each.label for number, each in enumerate(parts)}
        choices = [
            {f"{key}.{number}.choices.{choice}.label": found.label for choice, found in each.choices.items()}
            for number, each in enumerate(parts)
        ]
        for group in (labels, *choices):
            seen: set[str] = set()
            for field, label in group.items():
                if seen & {label.de, label.en}:
                    problems.add(field, words.TAKEN(name=label))
                seen |= {label.de, label.en}


def too_heavy(sheet: Sheet) -> Message | None:
    """Return why this sheet may not be brought, if it has too many parts; a game that has it already keeps it."""
    return words.TOO_MANY_PARTS(most=MOST_NODES) if _nodes(sheet) > MOST_NODES else None


def _nodes(part: Any) -> int:
    """Return the number of nodes in all expressions of a sheet or a part of it: what scoring a round costs."""
    if isinstance(part, Expression):
        return nodes(part.tree)
    if isinstance(part, Sheet | Row):
        part = vars(part)
    inner = part.values() if isinstance(part, Mapping) else part if isinstance(part, list | tuple) else ()
    return sum(map(_nodes, inner))


class Part(JsonObject):
    """The whole sheet or one table in it: a JSON object, or a table in TOML. It is never used."""

    def id(self, key: str, taken: set[str], pattern: re.Pattern[str] = _ID) -> str:
        """Return the id at a key, and add it to `taken`; "" with a problem if it is missing, taken or breaks a rule."""
        value = self.raw.get(key)
        if not self.needs(key):
            return ""
        if not isinstance(value, str) or len(value) > LONGEST_ID or not pattern.fullmatch(value):
            self.add(key, words.NO_ID(value=abbreviated(value), more="-" if pattern is _SLUG else "_"))
        elif value in taken or (pattern is _ID and keyword.iskeyword(value)):
            self.add(key, words.TAKEN(name=value))
        else:
            taken.add(value)
            return value
        return ""

    def words(self, key: str, longest: int, code: str = "", *, needed: bool = True) -> Any:
        """Return the text at a key, for all languages or one for each, as a phrase with this code; None without it."""
        if not (self.needs(key) if needed else key in self.raw):
            return None
        value = self.raw[key]
        if not isinstance(value, dict):
            return TypedPhrase(code, *[self._text(key, value, longest)] * 2)
        inner = Part(value, self.problems, f"{self.path}{key}.")
        inner.allow(LANGUAGES)
        return TypedPhrase(
            code,
            *(inner._text(each, value[each], longest) if inner.needs(each) else "" for each in LANGUAGES),
        )

    def _text(self, key: str, value: object, longest: int) -> str:
        if not isinstance(value, str):
            self.wrong_type(key, value, A_TEXT)
        elif not fits_as_name(value, 1, longest) or not visible(value):
            self.add(key, BAD_NAME(value=abbreviated(value), longest=longest))
        else:
            return value.strip()
        return ""

    def names(self, key: str) -> list[str]:
        """Return the names in the list at a key; [] if the key is absent. More than MOST names are a problem."""
        found = self.listed(key, self.raw.get(key, [])) or []
        if len(found) > MOST:
            self.add(key, words.TOO_MANY(most=MOST))
        return [self._text(f"{key}.{index}", each, LONGEST_LABEL) for index, each in enumerate(found[:MOST])]

    def one(self, key: str, *allowed: str) -> str:
        """Return the text at a key. It must be one of `allowed`; if the key is absent, it is the first of these."""
        return allowed[0] if key not in self.raw else self.choice(key, allowed) or ""

    def number(self, key: str, default: int | None = None) -> Any:
        return self.whole(key, -LARGEST, LARGEST, default)

    def expression(self, key: str, vocabulary: Vocabulary, default: int | None = None, *, needed: bool = False) -> Any:
        if not (self.needs(key) if needed else key in self.raw):
            return None if default is None else constant(default)
        value = self.raw[key]
        if isinstance(value, str):
            return parse(value, vocabulary, lambda message: self.add(key, message))
        if type(value) is not int:
            self.wrong_type(key, value, words.AN_EXPRESSION)
            return None
        return constant(self.number(key) or 0)

    def tables(self, key: str, *, needed: bool = False) -> Iterator[Part]:
        """Yield the tables in the list at a key; `needed`: an absent or empty list is a problem."""
        if not (self.needs(key) if needed else key in self.raw):
            return
        value = self.listed(key, self.raw[key])
        if value == [] and needed:
            self.add(key, EMPTY())
        if value and len(value) > MOST:
            self.add(key, words.TOO_MANY(most=MOST))
        for index, each in enumerate((value or [])[:MOST]):
            if part := self.within(f"{key}.{index}", each):
                yield part

    def choices(self, of_row: Vocabulary | None = None) -> dict[str, Choice]:
        """Return the choices of an option; of a row, where they can have values, and conditions with these names."""
        raw = self.raw.get("choices")
        if not raw:
            self.add("choices", MISSING_KEY(key="choices"))
        table = self.within("choices", raw) if raw else None
        found: dict[str, Choice] = {}
        if table and len(table.raw) > MOST:
            self.add("choices", words.TOO_MANY(most=MOST))
        for key, value in list(table.raw.items())[:MOST] if table else ():
            field = f"choices.{abbreviated(key)}"
            if not _CHOICE.fullmatch(key) or len(key) > LONGEST_ID:
                self.add(field, words.NO_ID(value=abbreviated(key), more="_"))
            elif part := self.within(field, value):
                part.allow(("label", "value", "when") if of_row else ("label",))
                value = part.number("value", 0) if of_row else 0
                when = part.expression("when", of_row) if of_row else None
                found[key] = Choice(part.words("label", LONGEST_LABEL, key), value, when)
        return found


class _Reader:
    """A reader of a whole sheet, in a fixed order: an expression can use only names that were read before it."""

    def __init__(self, top: Part) -> None:
        self.top = top
        self.teams = "teams" in top.raw
        self.taken = set(RESERVED)
        self.names = {"players": Of.GAME, "seated": Of.TABLE, "round": Of.TABLE, "deals": Of.DEALER, "total": Of.KEPT}
        self.uses = {"total": frozenset({"total"})}
        self.row_of: dict[str, str] = {}  # {name in expressions: id of the row to which it belongs}

    def sheet(self) -> Sheet:
        top = self.top
        top.allow(KEYS)
        version = top.raw.get("sheet")
        if top.needs("sheet") and (type(version) is not int or version != VERSION):
            top.add("sheet", UNKNOWN_VALUE(value=abbreviated(version), allowed=[str(VERSION)]))
        slug = top.id("slug", set(), _SLUG)
        if "end" in top.raw and (both := [key for key in ("target", "rounds") if key in top.raw]):
            top.add("end", NOT_TOGETHER(keys=["end", *both]))
        options = [self.option(part) for part in top.tables("options")]
        kept = [(part.id("id", self.taken), part) for part in top.tables("carried")]
        for name, _ in kept:
            self.see(Of.KEPT, [name], name)
        heads = [(part, self.head(part)) for part in top.tables("rows", needed=True)]
        values = self.values()
        return Sheet(
            raw=top.raw,
            slug=slug,
            name=top.words("name", LONGEST_LABEL, slug),
            also=top.names("also"),
            gist=top.words("gist", LONGEST_TEXT, "gist", needed=False),
            seats=self.seats(),
            lowest_wins=top.one("best", "high", "low") == "low",
            teams=self.teams and top.choice("teams", ("across",)) is not None,
            pays_each_round=top.one("pays", "end", "rounds") == "rounds",
            passes=top.flag("passes"),
            target=top.whole("target", 0, LARGEST) if "target" in top.raw else None,
            rounds=top.expression("rounds", self.at(Place.GAME)),
            end=top.expression("end", self.at(Place.TABLE)),
            options=options,
            rows=self.rows(heads),
            values=values,
            checks=self.checks(),
            points=self.points(),
            carried=[self.carried(*each) for each in kept],
            names=self.names,
            uses=self.uses,
        )

    def see(self, of: Of, names: Collection[str], *uses: str) -> None:
        """Let the expressions that are read from now on use these names, which depend on these rows."""
        self.names |= dict.fromkeys(names, of)
        self.uses |= dict.fromkeys(names, frozenset(uses))

    def at(self, place: Place, later: Collection[str] = ()) -> Vocabulary:
        return Vocabulary(self.names, place, self.teams, later)

    def after(self, rows: Collection[str], place: Place) -> Vocabulary:
        """Return the names that are known once these rows are."""
        unknown = {*self.row_of.values()}.difference(rows)
        names = {name: of for name, of in self.names.items() if unknown.isdisjoint(self.uses.get(name, ()))}
        return Vocabulary(names, place, self.teams)

    def carried(self, name: str, part: Part) -> Carried:
        part.allow(("id", "start", "next"))
        start = part.expression("start", self.at(Place.GAME), needed=True)
        return Carried(name, start, part.expression("next", self.at(Place.PLAYER), needed=True))

    def seats(self) -> list[int]:
        value = self.top.raw.get("players")
        if not self.top.needs("players"):
            return []
        if not isinstance(value, list) or len(value) != 2:
            self.top.wrong_type("players", value, words.TWO_NUMBERS)
        else:
            least = self.top.is_whole("players.0", value[0], FEWEST_SEATS, MOST_SEATS)
            most = self.top.is_whole("players.1", value[1], least or FEWEST_SEATS, MOST_SEATS)
            if least and most:
                seats = [each for each in range(least, most + 1) if not self.teams or each % 2 == 0]
                if not seats:
                    self.top.add("players", words.ODD_TEAMS())
                return seats
        return []

    # House rules, and the rows that are written down

    def option(self, part: Part) -> Option:
        kind = part.choice("kind", (NUMBER, SWITCH, CHOICE)) or ""
        self.allow(part, kind, ("id", "label", "kind", "default"), {NUMBER: ("min", "max"), CHOICE: ("choices",)})
        name = part.id("id", self.taken | _OF_THE_OPTIONS)
        self.taken.add(name)
        low = high = 0
        choices: dict[str, Choice] = {}
        default: Any = None
        names: Collection[str] = {name}
        if kind == NUMBER:
            low, high = part.number("min", 0) or 0, part.number("max")
            if high is not None and low > high:
                part.add("max", out_of_range(high, low, LARGEST))
            high = LARGEST if high is None else max(low, high)  # so that a wrong limit adds no further problem
            default = part.whole("default", low, high, 0 if low <= 0 <= high else low)
        elif kind == CHOICE:
            choices = part.choices()
            names = self.chosen(part, name, choices)
            default = part.one("default", *choices) if choices else None
        elif kind == SWITCH:
            default = part.flag("default")
        self.see(Of.GAME, names)
        return Option(name, part.words("label", LONGEST_LABEL, name), kind, low, high, choices, default)

    @staticmethod
    def allow(part: Part, kind: str, keys: Collection[str], more: Mapping[str, Collection[str]]) -> None:
        """Add a problem for every key that this kind of row or option does not have; `more`: {kind: its own keys}."""
        every = [key for each in more.values() for key in each]
        part.allow((*keys, *(more.get(kind, ()) if kind else every)))

    def chosen(self, part: Part, name: str, choices: Mapping[str, Choice]) -> set[str]:
        """Return the names that these choices have in expressions; add a problem for each that is taken."""
        names = {f"chose_{name}_{choice}" for choice in choices}
        for each in sorted(names & self.taken):
            part.add("choices", words.TAKEN(name=each))
        self.taken |= names
        return names

    def head(self, part: Part) -> Row:
        """Return a row without its expressions: `rows` adds them, once all names are known."""
        kind = part.choice("kind", (NUMBER, TICK, CHOICE, PLAYER, PLAYERS)) or ""
        of = part.choice("of", (EACH, TEAM, TABLE)) or ""
        names_players = kind in (PLAYER, PLAYERS)
        quiet = () if of == EACH else ("quiet",)
        more = {
            NUMBER: ("min", "max", "step", "default", *quiet, *(("sum",) if of != TABLE else ())),
            CHOICE: ("choices", "optional", "default", *quiet),
            PLAYER: ("optional",),
            PLAYERS: ("least", "most"),
        }
        every = ("id", "label", "of", "kind", "when", "before", *(("all",) if of == EACH else ()))
        self.allow(part, kind, every, more)
        name = part.id("id", self.taken | _OF_A_RECORD)
        self.taken.add(name)
        if of == TEAM and not self.teams:
            part.add("of", words.NO_TEAMS())
        if names_players and of in (EACH, TEAM):
            part.add("of", words.ONLY_FOR_THE_TABLE())
        choices = part.choices(self.at(Place.GAME)) if kind == CHOICE else {}
        names = {name, *self.chosen(part, name, choices)}
        self.row_of |= dict.fromkeys(names, name)
        self.see(Of.NAMED if names_players else {EACH: Of.EACH, TEAM: Of.TEAM}.get(of, Of.TABLE), names, name)
        if "quiet" in part:
            part.needs("default")
        return Row(
            name,
            part.words("label", LONGEST_LABEL, name),
            of,
            kind,
            before=part.flag("before"),
            default=part.choice("default", choices) if kind == CHOICE and "default" in part.raw else None,
            quiet=part.flag("quiet"),
            all=part.flag("all"),
            choices=choices,
            optional=kind in (CHOICE, PLAYER) and part.flag("optional"),
        )

    def rows(self, heads: Sequence[tuple[Part, Row]]) -> list[Row]:
        before: set[str] = set()
        found = []
        for part, head in heads:
            asked = self.after(before, Place.ASKED if head.of == EACH else Place.TABLE)
            found.append(replace(head, when=part.expression("when", asked), **self.limits(part, head, before)))
            before.add(head.id)
        return found

    def limits(self, part: Part, head: Row, before: Collection[str]) -> dict[str, Any]:
        table = self.at(Place.TABLE)
        if head.kind == PLAYERS:
            most = part.expression("most", table) or COUNT_OF_PLAYERS
            return {"low": part.expression("least", table, 1), "high": most}
        if head.kind != NUMBER:
            return {}
        return {
            "low": part.expression("min", table, 0),
            "high": part.expression("max", table, needed=True),
            "step": part.expression("step", table, 1),
            "sum": part.expression("sum", table) if head.of != TABLE else None,
            "default": part.expression("default", self.after(before, Place.TABLE)),
        }

    # Calculations from the rows

    def values(self) -> dict[str, Expression]:
        parts = list(self.top.tables("values"))
        names = [part.id("id", self.taken) for part in parts]
        found = {}
        for place, (name, part) in enumerate(zip(names, parts, strict=True)):
            part.allow(("id", "is"))
            found[name] = self.value(name, part, names[place:])
        return found

    def value(self, name: str, part: Part, later: Collection[str]) -> Any:
        """Return the expression of a value; let it be named by the table, too, if it can be worked out for it."""
        problems = Problems()
        found = Part(part.raw, problems).expression("is", self.at(Place.TABLE, later), needed=True)
        of = Of.BOTH
        if problems:
            found = part.expression("is", self.at(Place.PLAYER, later), needed=True)
        if problems and found:
            own = {self.names[each] for each in found.own}
            of = Of.TEAM if self.teams and own <= {Of.GAME, Of.TABLE, Of.TEAM, Of.KEPT} else Of.EACH
        self.see(of, [name], *(row for each in (found.names if found else ()) for row in self.uses.get(each, ())))
        return found

    def checks(self) -> list[Check]:
        taken: set[str] = set()
        found = []
        for part in self.top.tables("checks"):
            part.allow(("id", "that", "says", "when", "at"))
            name, that = part.id("id", taken), part.expression("that", self.at(Place.TABLE), needed=True)
            rows = [self.row_of[each] for each in that.names if each in self.row_of] if that else []
            at = (
                part.choice("at", dict.fromkeys(self.row_of.values())) if "at" in part.raw else rows[-1] if rows else ""
            ) or ""
            says = part.words("says", LONGEST_TEXT, name)
            found.append(Check(name, part.expression("when", self.at(Place.TABLE)), that, says, at))
        return found

    def points(self) -> list[Entry]:
        taken = {ADJUSTMENT.code}
        found = []
        for part in self.top.tables("points", needed=True):
            part.allow(("id", "label", "to", "when", "value", "says"))
            name, to = part.id("id", taken), part.text("to") if "to" in part.raw else EACH
            row = (to or "").removeprefix(OTHERS)
            if to not in (EACH, SITS_OUT, None) and self.names.get(row) is not Of.NAMED:
                part.add("to", words.NO_PLAYER_ROW(name=abbreviated(row)))
            found.append(
                Entry(
                    name,
                    part.words("label", LONGEST_LABEL, name),
                    "" if to == EACH else row,
                    (to or "").startswith(OTHERS),
                    part.expression("when", self.at(Place.PLAYER)),
                    part.expression("value", self.at(Place.PLAYER), needed=True),
                    part.words("says", LONGEST_TEXT, name, needed=False),
                )
            )
        return found
