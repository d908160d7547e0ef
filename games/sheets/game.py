"""The games with a score sheet: one for each file in the folder `sheets`, and `OwnGame` for the groups' own games."""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from functools import cached_property, lru_cache
from pathlib import Path
from typing import Any

from games.kernel.cards import Card
from games.kernel.feats import Feat
from games.kernel.game import AnyGame, Bid, Game, Kind
from games.kernel.lines import Score
from games.kernel.needs import Need
from games.kernel.options import Options
from games.kernel.problems import Problem, Problems
from games.kernel.record import RawRecord, Record
from games.kernel.rulebook import Rulebook
from games.kernel.screen import Context, Screen
from games.kernel.seats import Deal, Table
from games.kernel.words import Message, Phrase

from . import words
from .book import SheetBook, book_context
from .expressions import LARGEST
from .facts import Facts
from .options import options_of, written
from .reading import read_file, read_sheet, too_heavy
from .rounds import AnyRecord, RoundReader
from .scoring import is_ended, read_round, score_round
from .screens import SheetScreen
from .sheet import ROUND, Sheet
from .story import bids, noted, result

FOLDER = Path(__file__).parent / "sheets"
DRAWN = {path.stem for path in FOLDER.glob("*.toml")}  # each has its symbol in icons.svg
MOST_KEPT = 64  # how many groups' own games are cached at most
OWN = "sheet"  # the slug of all groups' own games

type SheetTable = Table[Options, Card]


NO_SHEET: Any = read_sheet(
    {
        "sheet": 1,
        "slug": OWN,
        "name": {"de": words.OWN.de, "en": words.OWN.en},
        "players": [2, 8],
        "rows": [{"id": "points", "label": "…", "of": "each", "kind": "number", "min": -LARGEST, "max": LARGEST}],
        "points": [{"id": "points", "label": "…", "value": "points"}],
    },
    Problems(),
)
"""The sheet of a group's own game while its real sheet is not known yet."""


def feats_of(lowest_wins: bool) -> Sequence[Feat]:
    """Return a list with the only feat of a sheet's game: the number of rounds won."""

    def won(record: RawRecord, score: Score) -> Mapping[str, int]:
        best = (min if lowest_wins else max)(score.points.values())
        players = [player for player, points in score.points.items() if points == best]
        return dict.fromkeys(players, 1) if score.lines and len(players) < len(score.points) else {}

    title = Phrase("rounds_won", de="Meiste Runden gewonnen", en="Most rounds won")
    amount = Phrase("rounds", de="{amount:1 Runde|{amount} Runden}", en="{amount:1 round|{amount} rounds}")
    return [Feat(title, amount, won)]


class SheetGame(Game[Card, Options, Facts]):
    """A game with the rules of a score sheet: that of its file, or the one that a game was begun with, in its options."""

    shown_first = False
    champion = words.WON
    phrases = words.PHRASES

    def __init__(self, sheet: Sheet, slug: str = "") -> None:
        """`slug`: that of the game, if its options bring the sheet."""
        self.sheet = sheet
        self.slug = slug or sheet.slug
        self.name = sheet.name
        self.gist = sheet.gist
        self.also = sheet.also
        self.seats = sheet.seats
        self.pays_each_round = sheet.pays_each_round
        self.passes = sheet.passes
        self.options = options_of(sheet, brought=slug != "", known=sheet is not NO_SHEET)
        self.feats = feats_of(sheet.lowest_wins)
        self.screen = SheetScreen(sheet)
        self.screen_before = SheetScreen(sheet, before=True) if any(row.before for row in sheet.rows) else None

    @property
    def emblem(self) -> str:
        return f"sheets/{self.sheet.slug}" if self.sheet.slug in DRAWN else "sheet"

    def with_rules_in(self, options: Mapping[str, Any]) -> AnyGame:
        raw = options.get("sheet") if isinstance(options, dict) else None
        text = written(raw) if isinstance(raw, dict) else ""
        return (text and game_of(text, self.slug)) or self

    def refused_in_files(self) -> Problem | None:
        heavy = too_heavy(self.sheet)
        return Problem("options.sheet", heavy) if heavy else None

    def kinds(self, table: SheetTable) -> Mapping[str, Kind[Card, Options, Facts]]:
        sheet = self.sheet
        return {ROUND: Kind(lambda record, deal: score_round(sheet, record, deal))}

    def screens(self, table: SheetTable) -> Sequence[Screen[Card, Options, Facts]]:
        return [self.screen]

    def before_round(self, table: SheetTable) -> Screen[Card, Options, Facts] | None:
        return self.screen_before

    def check_before_round(self, record: AnyRecord, deal: Deal[Facts]) -> None:
        read_round(self.sheet, record, deal, before=True)

    def keeps_bids_secret(self, options: Options) -> bool:
        """Return whether the sheet has a house rule with the id `secret`, and this rule is switched on."""
        return getattr(options, "secret", False) is True

    def bids_in_words(self, table: SheetTable, record: RawRecord, deal: Deal[Facts]) -> Sequence[Bid]:
        facts = Facts.before_round(self.sheet, table, deal, deal.number + 1)
        RoundReader(facts, Record(record, table, Problems()), before=True).read()
        return bids(facts, record)

    def team_count(self, options: Options) -> int:
        return 2 if self.sheet.teams else 0

    def passed_on(self, past: Facts | None, heirs: Mapping[str, str]) -> Facts | None:
        return past and past.passed_on(heirs)

    def lowest_wins(self, options: Options) -> bool:
        return self.sheet.lowest_wins

    def goal(self, table: SheetTable) -> int | None:
        return getattr(table.options, "target", 0) or None

    def rounds(self, table: SheetTable) -> int | None:
        count = Facts.of_the_game(self.sheet, table).value(self.sheet.rounds, otherwise=0)
        return count if count > 0 else None

    def over(self, table: SheetTable, totals: Mapping[str, int], deal: Deal[Facts]) -> bool:
        return super().over(table, totals, deal) or is_ended(self.sheet, table, totals, deal)

    def result(self, table: SheetTable, score: Score) -> Message:
        return result(score, lowest=self.sheet.lowest_wins) or super().result(table, score)

    def story(self, table: SheetTable, record: RawRecord, score: Score) -> Sequence[Message]:
        """Return a sentence on the values written down for the table, if there are any, and one on the result."""
        told = noted(self.sheet, record)
        return [*([told] if told else []), *super().story(table, record, score)]

    @cached_property
    def rulebook(self) -> Rulebook:
        return SheetBook(FOLDER.parent / "rulebook", self.sheet)

    def rulebook_context(self, table: SheetTable) -> Context:
        return book_context(self, self.sheet, table)

    def needs(self, table: SheetTable, totals: Mapping[str, int], deal: Deal[Facts]) -> Sequence[Need]:
        """Return the points that each player needs to reach the target."""
        return [] if self.sheet.lowest_wins else super().needs(table, totals, deal)


class OwnGame(SheetGame):
    """A group's own game. Its rules are a sheet in its options; `NO_SHEET` stands for a sheet that is not known yet."""

    rules_in_options = True

    def variant(self, options: Options) -> str:
        """Return the German name in the sheet; "" without a sheet. Statistics count each name as a separate game."""
        return "" if self.sheet is NO_SHEET else self.name.de


@lru_cache(maxsize=MOST_KEPT)
def game_of(written: str, slug: str = OWN) -> SheetGame | None:
    """Return the game with this sheet, which is JSON text; None if the sheet is not valid."""
    sheet = read_sheet(json.loads(written), Problems())
    return None if sheet is None else (OwnGame if slug == OWN else SheetGame)(sheet, slug)


def found(path: Path) -> Sheet:
    """Return the sheet in a file that comes with the app. Raise ValueError if it is not valid or named otherwise."""
    answer = read_file(path.read_bytes())
    if answer.sheet is None or answer.sheet.slug != path.stem:
        raise ValueError(f"{path}: {[(each.place, each.line, each.problem.text('en')) for each in answer.problems]}")
    return answer.sheet


GAMES = [*(SheetGame(found(path)) for path in sorted(FOLDER.glob("*.toml"))), OwnGame(NO_SHEET, OWN)]
