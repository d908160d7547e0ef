"""The list of a group's score sheets, for pages."""

from __future__ import annotations

from typing import Any

from scorekeeper.nights.models import OwnSheet
from scorekeeper.nights.offered import offer
from scorekeeper.people.models import Group


def own_sheets(group: Group) -> list[dict[str, Any]]:
    """Return the group's sheets as {"sheet", "name"}. If this version cannot read a sheet, its name is the slug."""
    found = [(sheet, offer(sheet)) for sheet in OwnSheet.objects.filter(group=group)]
    return [{"sheet": sheet, "name": offered.name if offered else sheet.slug} for sheet, offered in found]
