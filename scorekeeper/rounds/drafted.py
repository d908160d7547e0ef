"""The common ground of bids, piles and tricks, which are parts of a draft."""

from __future__ import annotations

from typing import Any

from games.kernel.parts import EVERYBODY
from games.kernel.posted import Fields
from games.kernel.screen import AnyScreen
from games.kernel.seats import AnyTable
from scorekeeper.nights.models import Match


def parts_of_who_plays(match: Match, kind: str, screen: AnyScreen | None, table: AnyTable) -> dict[str, Any]:
    """Return the parts of this kind by seat (as text), and everybody's under EVERYBODY, as far as they still fit."""
    playing = {str(seat) for seat, _ in table.numbered}
    found = {seat: part for seat, part in match.draft.of_kind(kind).items() if seat in {EVERYBODY, *playing}}
    if (common := found.get(EVERYBODY)) and screen:
        dealing = {str(table.number_of(name)) for name in table.seated}
        kept: Fields = {}
        for name, values in common["fields"].items():
            seats = dealing if name == "dealer" else playing
            stay = [each for each in values if each in seats] if screen.chooses_players(name) else values
            if screen.asks_for(name, table) and (stay or not values):
                kept[name] = stay
        found[EVERYBODY] = {**common, "fields": kept}
    return found


def code_of(kind: str, seat: str) -> str:
    """Return the code of the part of this seat; EVERYBODY for everybody's."""
    return f"{kind} {seat}".strip()
