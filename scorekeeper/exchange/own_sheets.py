"""Lists for pages: the score sheets of a group, and all sheets that can be copied into a new one."""

from __future__ import annotations

from typing import Any, NamedTuple

from django.urls import reverse

from games.registry import all_games
from games.sheets.game import text_of
from games.sheets.reading import read_file
from games.sheets.sheet import Sheet
from scorekeeper.nights.models import OwnSheet
from scorekeeper.nights.offered import offer
from scorekeeper.people.models import Group
from scorekeeper.web.formatting import language


def own_sheets(group: Group) -> list[dict[str, Any]]:
    """Return the group's sheets as {"sheet", "name"}. If this version cannot read a sheet, its name is the slug."""
    found = [(sheet, offer(sheet)) for sheet in OwnSheet.objects.filter(group=group)]
    return [{"sheet": sheet, "name": offered.name if offered else sheet.slug} for sheet, offered in found]


class Source(NamedTuple):
    """A sheet that can be copied into a new sheet.

    `which` is the key of a group's sheet, or the slug of a built-in sheet.
    """

    which: str
    sheet: Sheet
    text: str
    file: str  # URL of the download

    @property
    def name(self) -> str:
        return self.sheet.name.text(language())


def find_source(group: Group, which: str) -> Source | None:
    """Return the sheet with this key or slug; None if there is none, or this version cannot read it."""
    own = OwnSheet.objects.filter(group=group, key=which).first()
    text = own.text if own else text_of(which)
    sheet = read_file(text.encode()).sheet if text else None
    if text is None or sheet is None:
        return None
    name = "take_sheet" if own else "take_along_sheet"
    return Source(which, sheet, text, reverse(name, args=[group.key, which]))


def sources(group: Group) -> list[tuple[str, str]]:
    """Return the sheets that can be copied into a new sheet, as (key or slug, name).

    The group's own sheets come first, then the program's sheets. Sheets that this version cannot read are left out.
    """
    own = [(sheet.key, found.name) for sheet in OwnSheet.objects.filter(group=group) if (found := offer(sheet))]
    along = [(slug, game.name.text(language())) for slug, game in all_games().items() if text_of(slug)]
    return [*own, *sorted(along, key=lambda each: each[1].casefold())]
