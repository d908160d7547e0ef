"""The export of rounds and other entries as a CSV file for spreadsheets: a row for each entry and player."""

from __future__ import annotations

import csv
from collections.abc import Iterable, Iterator
from typing import Any, NamedTuple

from django.utils import timezone
from django.utils.translation import gettext as _

from games.kernel.words import without_isolates
from scorekeeper.history.renaming import todays_names, under_names
from scorekeeper.nights.models import Match
from scorekeeper.nights.occupied_seats import OccupiedSeats
from scorekeeper.web.formatting import decimal, language

BYTE_ORDER_MARK = "\ufeff"  # without it, Excel takes UTF-8 for another encoding: ü becomes two letters
_FORMULA = ("=", "+", "-", "@", "\t", "\r", "\n", "＝", "＋", "－", "＠")


class _Echo:
    """A file object for `csv.writer` whose `write()` returns the line instead of storing it."""

    @staticmethod
    def write(line: str) -> str:
        return line


def rows(matches: Iterable[Match]) -> Iterator[str]:
    """Return the lines of a CSV file, as spreadsheets in the current language expect them. Points are whole numbers."""
    german = language() == "de"
    # The generator runs after the request has ended, perhaps in another language. So the texts are translated here.
    return _lines(matches, _titles(), _("no"), language(), german)


def _lines(matches: Iterable[Match], titles: list[str], no: str, spoken: str, german: bool) -> Iterator[str]:
    writer = csv.writer(_Echo(), delimiter=";" if german else ",")
    yield BYTE_ORDER_MARK + writer.writerow(titles)
    for match in matches:
        for row in _rounds(match, without_isolates(match.title.text(spoken)), no):
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


class Money(NamedTuple):
    """An amount of money in minor units. By its type, `_cell` distinguishes it from points."""

    units: int
    currency: str


def _rounds(match: Match, name: str, no: str) -> Iterator[tuple[Any, ...]]:
    """Yield a row of the table for each entry and each player whom the entry concerns."""
    began = timezone.localtime(match.started_at)
    players = todays_names(match)
    renamed = under_names(match, players)
    totals = [0] * len(players)
    here = OccupiedSeats(match)
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
                "" if entry.money is None else Money(entry.money[seat], match.house_rules.currency),
                "" if entry.money is None else match.house_rules.currency,
                record.get("dealer") or "",
                record.get("note", ""),
                "" if counts else no,
            )


def _cell(value: Any, german: bool) -> str:
    """Return a value as text. Money is written as 1.50 or 1,50."""
    if isinstance(value, Money):
        return f"{'-' if value.units < 0 else ''}{decimal(value.units, value.currency, german=german)}"
    if isinstance(value, int):
        return str(value)
    text = str(value)
    return f"'{text}" if text.startswith(_FORMULA) else text
