"""The seats that are occupied at each entry, found from the stored entries without scoring them."""

from __future__ import annotations

from games.kernel.engine import SEATS
from games.kernel.seating import DEALER
from scorekeeper.nights.models import Entry, Match


class OccupiedSeats:
    """The occupied seats, updated entry by entry. In a round all of them play, except a dealer who sits out."""

    def __init__(self, match: Match) -> None:
        self.numbers = {seat.name: seat.position for seat in match.seated}
        self.seats = {seat.position for seat in match.starters}
        self.sits_out = match.sits_out

    def in_entry(self, entry: Entry) -> set[int]:
        """Return the seats that this entry concerns. Call this in order, for all entries that are not removed."""
        record, before = entry.record, self.seats
        if entry.points is not None and entry.kind == SEATS:
            self.seats = {self.numbers[name] for name in record["players"]}
            self.sits_out = record.get("sits_out", DEALER if self.sits_out else None) == DEALER
            return before | self.seats
        if self.sits_out and entry.round is not None and record.get("dealer") in self.numbers:
            return before - {self.numbers[record["dealer"]]}
        return before
