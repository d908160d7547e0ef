"""The screen for a manual adjustment of points, which every game offers."""

from __future__ import annotations

from typing import Any

from games.kernel.posted import Fields, Posted, note_fields, number_fields
from games.kernel.record import RawRecord
from games.kernel.screen import Screen
from games.kernel.seats import AnyTable
from games.kernel.words import Phrase


class AdjustmentScreen(Screen[Any, Any, Any]):
    code = "adjustment"
    label = Phrase("adjustment", de="Punkte von Hand", en="Manual adjustment")
    template = "rounds/adjustment.html"
    dealt = False

    def record(self, posted: Posted, table: AnyTable) -> RawRecord:
        return posted.with_note({"kind": self.code, "points": posted.numbers("points", table.whole)})

    def fields(self, record: RawRecord, table: AnyTable) -> Fields:
        return number_fields("points", record.get("points"), table) | note_fields(record)
