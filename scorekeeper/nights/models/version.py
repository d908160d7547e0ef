"""A match as it stands, in one value: what two installations choose between."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from django.utils import timezone

if TYPE_CHECKING:
    from .match import Match

type Version = dict[str, Any]


def version_of(match: Match) -> Version:
    """House rules, first dealer, end, whether it counts, and every entry with whether it does."""
    return {
        "options": match.options,
        "first_dealer": match.first_dealer,
        "ended_early": match.ended_early,
        "left_out": match.left_out,
        "deleted": match.deleted_at is not None,
        "entries": [
            {"key": entry.key, "record": entry.record, "counts": entry.removed_at is None, "by": entry.by}
            for entry in match.all_entries
        ],
    }


def become(match: Match, version: Version) -> None:
    """Makes the match this version, without rescoring it. Entries that it does not have are taken out, not deleted."""
    match.options = version["options"]
    match.first_dealer = version["first_dealer"]
    match.ended_early = version["ended_early"]
    match.left_out = version["left_out"]
    match.deleted_at = (match.deleted_at or timezone.now()) if version["deleted"] else None
    match.refresh()
    known = {entry.key: entry for entry in match.all_entries}
    number = match.last_number
    wanted = {each["key"]: each for each in version["entries"]}
    for key, each in wanted.items():
        if key not in known:
            number += 1
            known[key] = match.entries.create(number=number, key=key, record=each["record"], by=each["by"])
    for key, entry in known.items():
        there = wanted.get(key, {"record": entry.record, "counts": False})
        removed_at = None if there["counts"] else entry.removed_at or timezone.now()
        if (entry.record, entry.removed_at) != (there["record"], removed_at):
            entry.record, entry.removed_at = there["record"], removed_at
            entry.touch()
    match.refresh()
