"""A correction by hand: the one entry that every game shares."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from games.kernel.posted import Fields, Posted, number_fields
from games.kernel.screen import Screen
from games.kernel.seats import AnyTable
from games.kernel.words import Phrase


class AdjustmentScreen(Screen[Any, Any, Any]):
    code = "adjustment"
    label = Phrase("adjustment", de="Punkte von Hand", en="Manual adjustment")
    template = "entry/adjustment.html"
    dealt = False

    def record(self, posted: Posted, table: AnyTable) -> dict[str, Any]:
        record: dict[str, Any] = {"kind": self.code, "points": posted.numbers("points", table)}
        if note := posted.one("note"):
            record["note"] = note
        return record

    def fields(self, record: Mapping[str, Any], table: AnyTable) -> Fields:
        return number_fields("points", record.get("points"), table) | {"note": [record.get("note", "")]}
