"""Players who left a game, read from stored results."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from django.utils.translation import gettext as _

from games.kernel.engine import SEATS
from games.kernel.words import isolated
from scorekeeper.nights.models import Entry, Match
from scorekeeper.people.signs import Sign
from scorekeeper.web.formatting import minus


@dataclass(frozen=True)
class Departure:
    """A player who left after `rounds` rounds with `points` points."""

    sign: Sign
    rounds: int
    points: int
    heir: Sign | None = None

    @property
    def text(self) -> str:
        facts = {
            "name": isolated(self.sign.name),
            "number": self.rounds,
            "points": minus(self.points),
            "heir": isolated(self.heir.name) if self.heir else "",
        }
        if self.heir:
            return _("%(heir)s took over from %(name)s after round %(number)s, with %(points)s.") % facts
        return _("%(name)s left after round %(number)s with %(points)s.") % facts


def load_seat_changes(matches: Iterable[Match]) -> None:
    """Fill the cached `seat_changes` of these matches with one query."""
    changed = {match.pk: match for match in matches if match.seating is not None}
    for match in changed.values():
        match.seat_changes = []
    for entry in Entry.objects.filter(match__in=changed, removed_at=None, record__kind=SEATS):
        if entry.points is not None:
            changed[entry.match_id].seat_changes.append(entry)


def departures(match: Match, entries: Sequence[Entry]) -> list[Departure]:
    """Return the players who have left, in the order of their seats' positions."""
    gone = {sign.name: sign for sign in match.have_left}
    if not gone:
        return []
    changes = {entry.number: entry.record for entry in match.seat_changes}
    people = {sign.name: sign for sign in match.signs}
    sitting = [seat.name for seat in match.starters]
    totals = [0] * len(people)
    found: dict[str, Departure] = {}
    rounds = 0
    for entry in entries:
        if record := changes.get(entry.number):
            heirs = {old: new for new, old in record.get("replaced", {}).items()}
            for name in sitting:
                if name in gone and name not in record["players"]:
                    sign, heir = gone[name], people.get(heirs.get(name, ""))
                    found[name] = Departure(sign, rounds, totals[sign.seat], heir)
            sitting = record["players"]
        totals = [before + points for before, points in zip(totals, entry.points or (), strict=False)]
        rounds = entry.round or rounds
    return [found[name] for name in gone if name in found]
