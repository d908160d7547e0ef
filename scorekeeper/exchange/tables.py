"""The export of rounds for a spreadsheet, with one row for each player of each round."""

from __future__ import annotations

import csv
from collections.abc import Iterable, Iterator
from typing import Any

from django.utils import timezone
from django.utils.translation import gettext as _

from games.kernel.engine import SEATS
from games.kernel.seating import DEALER
from games.kernel.words import without_isolates
from scorekeeper.history.renaming import todays_names, under_names
from scorekeeper.nights.models import Entry, Match
from scorekeeper.web.formatting import language

BYTE_ORDER_MARK = "\ufeff"  # without it a spreadsheet reads ü as two letters
_FORMULA = ("=", "+", "-", "@", "\t", "\r", "\n", "＝", "＋", "－", "＠")


class _Echo:
    """A file for `csv.writer` that returns each line instead of storing it."""

    @staticmethod
    def write(line: str) -> str:
        return line


def rows(matches: Iterable[Match]) -> Iterator[str]:
    """Return the lines of a CSV file in the spreadsheet conventions of the reader's language.

    German: semicolons and 1,50. English: commas and 1.50. Points are whole numbers; money is in whole units and cents.
    """
    german = language() == "de"
    # Language and titles are read now, as the lines are written after the request has ended.
    return _lines(matches, _titles(), language(), german)


def _lines(matches: Iterable[Match], titles: list[str], spoken: str, german: bool) -> Iterator[str]:
    writer = csv.writer(_Echo(), delimiter=";" if german else ",")
    yield BYTE_ORDER_MARK + writer.writerow(titles)
    for match in matches:
        for row in _rounds(match, without_isolates(match.title.text(spoken))):
            yield writer.writerow([_cell(value, german) for value in row])


def _titles() -> list[str]:
    return [
        _("Date"),
        _("Time"),
        _("Place"),
        _("Game"),
        _("Game’s id"),
        _("Round"),
        _("Player"),
        _("Points"),
        _("Total"),
        _("Money"),
        _("Currency"),
        _("Dealer"),
        _("Note"),
        _("Counts"),
    ]


class Money(int):
    """An amount in minor units, written as 1.50 or 1,50."""


def _rounds(match: Match, name: str) -> Iterator[tuple[Any, ...]]:
    """Yield a line for each player of each round, from the results stored with the entries.

    Money is given only in games in which each round is paid by itself. A round that the rules no longer count has no
    points, and a remark says so. Who has not played a round has no line in it, so that an average is one of rounds played.
    """
    began = timezone.localtime(match.started_at)
    players = todays_names(match)
    renamed = under_names(match, players)
    totals = [0] * len(players)
    here = _Here(match)
    entries = sorted(match.entries.all(), key=lambda entry: entry.number)
    for entry in (each for each in entries if each.removed_at is None):
        record = renamed(entry.record)
        counts = entry.points is not None
        gains = entry.points or [0] * len(players)
        concerned = here.in_entry(entry)
        for seat, (player, points) in enumerate(zip(players, gains, strict=True)):
            totals[seat] += points
            if seat not in concerned:
                continue
            yield (
                f"{match.night.day}",
                f"{began:%H:%M}",
                match.night.place,
                name,
                match.id_in_files,
                "" if entry.round is None else entry.round,
                player,
                points if counts else "",
                totals[seat],
                "" if entry.money is None else Money(entry.money[seat]),
                "" if entry.money is None else match.house_rules.currency,
                record.get("dealer", ""),
                record.get("note", ""),
                "" if counts else _("no"),
            )


class _Here:
    """The seats at which people sit, entry by entry. All of them play a round, unless the dealer sits out."""

    def __init__(self, match: Match) -> None:
        self.numbers = {seat.name: seat.position for seat in match.seated}
        self.seats = {seat.position for seat in match.starters}
        self.sits_out = match.sits_out

    def in_entry(self, entry: Entry) -> set[int]:
        """Return whom the next entry concerns: of a change of seats, who sits there before it or after it."""
        record, before = entry.record, self.seats
        if entry.points is not None and entry.kind == SEATS:
            self.seats = {self.numbers[name] for name in record["players"]}
            self.sits_out = record.get("sits_out", DEALER if self.sits_out else None) == DEALER
            return before | self.seats
        if self.sits_out and entry.round is not None and record.get("dealer") in self.numbers:
            return before - {self.numbers[record["dealer"]]}
        return before


def _cell(value: Any, german: bool) -> str:
    """Return money as 1.50 or 1,50, a number unchanged, and a text so that no spreadsheet takes it for a formula."""
    if isinstance(value, Money):
        whole, cents = divmod(abs(value), 100)
        return f"{'-' if value < 0 else ''}{whole}{',' if german else '.'}{cents:02}"
    if isinstance(value, int):
        return str(value)
    text = str(value)
    return f"'{text}" if text.startswith(_FORMULA) else text
