"""The score sheets of a group's own, as pages list them."""

from __future__ import annotations

from typing import Any

from scorekeeper.nights.models import OwnSheet
from scorekeeper.nights.offered import offer
from scorekeeper.people.models import Group


def own_sheets(group: Group) -> list[dict[str, Any]]:
    """Return each with its name; its slug, where this version cannot read it."""
    found = [(sheet, offer(sheet)) for sheet in OwnSheet.objects.filter(group=group)]
    return [{"sheet": sheet, "name": offered.name if offered else sheet.slug} for sheet, offered in found]
