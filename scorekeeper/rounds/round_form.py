"""The form of a round: the table at which it is played, the screens to choose from, and what their templates need."""

from collections.abc import Mapping, Sequence
from dataclasses import replace
from functools import cached_property
from types import MappingProxyType
from typing import Any

from django.http import Http404

from games.kernel.posted import Posted, player_on
from games.kernel.problems import Problem
from games.kernel.screen import AnyScreen
from games.kernel.seats import AnyDeal, AnyTable
from scorekeeper.nights.models import Entry, Match, Row
from scorekeeper.nights.presenter import problem_messages
from scorekeeper.people.signs import Sign
from scorekeeper.rounds.adjustment import AdjustmentScreen
from scorekeeper.rounds.bids import Bids


class RoundForm:
    """The form of the coming round of a match or, with an `entry`, of its correction."""

    def __init__(self, match: Match, entry: Entry | None = None, dealer: str = "") -> None:
        self.match, self.entry, self.dealer = match, entry, dealer

    @cached_property
    def row(self) -> Row | None:
        """The row of the entry that is corrected, even if it was removed; None for the coming round."""
        if self.entry is None:
            return None
        row = next((row for row in self.match.course.rows if row.entry == self.entry), None)
        return row or self.match.preview(self.entry.record, instead_of=self.entry)[1]

    @cached_property
    def table(self) -> AnyTable:
        row, seating = self.row, self.row.table if self.row else self.match.course.engine.seating
        dealer = player_on(self.dealer, seating)
        if self.dealer_sits_out and dealer in seating.seated:
            return replace(seating.whole, players=tuple(each for each in seating.seated if each != dealer))
        return row.table.without_dealer(row.dealer) if row else self.match.table

    @property
    def dealer_sits_out(self) -> bool:
        return len(self.row.table.players) < len(self.row.table.seated) if self.row else self.match.dealer_sits_out

    @property
    def seats(self) -> list[Sign]:
        """The signs of those who play the round, clockwise."""
        return self.match.signs_at(self.table)

    @property
    def coming(self) -> AnyDeal:
        """What was known right before the round: who was to deal and to lead, and the state of the game."""
        if self.entry is None:
            return self.match.course.engine.coming
        before = [(each, each.record) for each in self.match.active if each.number < self.entry.number]
        return self.match.course_of(before).engine.coming

    @property
    def bids(self) -> Bids | None:
        """The bids for the coming round; None in a correction, and where the game has none or is over."""
        return Bids.of(self.match, self.table) if self.entry is None else None

    # Its screens

    @property
    def screens(self) -> list[AnyScreen]:
        return [*self.match.game.screens(self.table), AdjustmentScreen()]

    @property
    def offered(self) -> list[AnyScreen]:
        """The game's screens that are offered for the coming round; all its screens if none is offered."""
        screens = self.match.game.screens(self.table)
        return [each for each in screens if each.is_offered(self.table, self.match.course.engine.coming)] or [*screens]

    @property
    def usual_screen(self) -> AnyScreen:
        """The first offered screen that is `remembered` and can show the last entry; else the first offered one."""
        screens = self.offered or self.screens
        last = self.match.active[-1].record if self.match.active else {}
        return next((screen for screen in screens if screen.remembered and screen.shows(last)), screens[0])

    @property
    def alternatives(self) -> list[AnyScreen]:
        """The screens to choose from."""
        if self.entry is None:
            return self.offered
        kind = self.match.game.kinds(self.table).get(self.entry.kind)
        if kind is None or not kind.dealt:
            return []
        return [screen for screen in self.match.game.screens(self.table) if screen.dealt]  # the kind may be wrong

    def screen(self, code: str) -> AnyScreen:
        """Return the screen with this code; `usual_screen` for "". Raise Http404 for an unknown code."""
        if not code:
            return self.usual_screen
        for screen in self.screens:
            if screen.code == code:
                return screen
        raise Http404("no such screen")

    # What its templates need

    @property
    def dealers(self) -> list[dict[str, Any]]:
        """The possible dealers: `sign`, `deals`, `again` (dealt the last round, too), `next` (the left neighbour)."""
        row, course = self.row, self.match.course
        table = row.table if row else course.engine.seating
        deals = row.dealer if row else course.engine.next_dealer
        dealt = [
            each.dealer for each in course.rows if each.number and (row is None or each.number < (row.number or 0))
        ]
        seated = table.seated
        return [
            {
                "sign": self.match.signs[table.number_of(name)],
                "deals": name == deals,
                "again": bool(dealt) and name == dealt[-1] and row is None,
                "next": table.number_of(seated[(place + 1) % len(seated)]),
            }
            for place, name in enumerate(seated)
        ]

    def _pausing(self, form: Posted) -> Sign | None:
        """Return the sign of the dealer who sits out; None if the dealer plays or is not known."""
        said = form.one("dealer") or any(each["deals"] for each in self.dealers)
        out = [name for name in self.table.seated if name not in self.table.players]
        known = self.dealer_sits_out and said and len(out) == 1
        return self.match.signs[self.table.number_of(out[0])] if known else None

    def messages(
        self, problems: Sequence[Problem], screen: AnyScreen, record: Any, *, sent: bool
    ) -> list[dict[str, str]]:
        """Return the problems in words; `slot` is the field beside which the screen shows each."""
        return [
            {**problem, "slot": screen.slot(problem["slot"], record, self.table)}
            for problem in problem_messages(problems, self.match, sent=sent)
        ]

    def context(
        self, screen: AnyScreen, form: Posted, beside: Mapping[str, Any] = MappingProxyType({})
    ) -> dict[str, Any]:
        """Return the variables of a screen's own template."""
        table = self.table
        record = {**beside, **screen.record(form, table)}
        pauses = self._pausing(form)
        return {
            "options": table.options,
            "table": table,
            "playing": self.seats,
            "pauses": pauses,
            "leads": self.match.signs[table.number_of(table.left_of(pauses.name))] if pauses else None,
            "dealers": self.dealers if screen.dealt else [],
            "dealer_sits_out": self.dealer_sits_out,
            **screen.context(table),
            **screen.live_context(form, record, table, self.coming),
        }
