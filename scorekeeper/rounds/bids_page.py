"""Bids, which are written down before a round is played: their form, and what other pages show of them."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import cached_property
from typing import Any, NamedTuple

from django.http import Http404, HttpResponse
from django.shortcuts import render

from games.kernel.game import Bid
from games.kernel.posted import Fields, Posted
from games.kernel.problems import Problem
from games.kernel.words import Message
from scorekeeper.nights.models import Match
from scorekeeper.nights.presenter import match_context
from scorekeeper.people.signs import Sign
from scorekeeper.rounds.bids import Bids
from scorekeeper.rounds.forms import add_body
from scorekeeper.rounds.part_page import ALL, PartPage
from scorekeeper.rounds.parts_state import idle
from scorekeeper.rounds.piles import Piles
from scorekeeper.rounds.round_form import RoundForm
from scorekeeper.web.formatting import all_of, language
from scorekeeper.web.htmx import HtmxRequest


class Said(NamedTuple):
    """A bid in words, with the signs of the players who made it: one player, or all players of a team."""

    signs: Sequence[Sign]
    text: str


class BidsSoFar(Bids):
    """The bids for the coming round that every phone may show, in words."""

    @property
    def begun(self) -> bool:
        """Return whether a bid is saved."""
        return bool(self.draft.of_kind("bid"))

    @cached_property
    def all_said(self) -> list[Said]:
        match, table = self.match, self.table
        return [
            Said([match.signs[table.number_of(player)] for player in bid.players], _text(match, bid))
            for bid in self.in_words()
        ]

    @property
    def said(self) -> list[Said]:
        """The bids of players and teams."""
        return [each for each in self.all_said if each.signs]

    @property
    def of_table(self) -> list[str]:
        """The sentences about all bids."""
        return [each.text for each in self.all_said if not each.signs]

    @property
    def wrong(self) -> list[str]:
        """The problems of complete bids in words."""
        problems = self.problems(self.open_parts()) if self.complete else []
        return [self.match.game.say_problem(each, language()) for each in problems]

    @property
    def is_own(self) -> bool:
        """Return whether players bid individually."""
        return self.screen.own is not None

    @property
    def waiting(self) -> list[Sign]:
        """The players who have yet to bid; [] if players do not bid individually."""
        return [self.match.signs[seat] for seat in self.missing] if self.is_own else []

    @property
    def done(self) -> list[Sign]:
        """The players who have bid; [] if players do not bid individually, or nobody has bid yet."""
        playing = self.match.signs_at(self.table) if self.is_own and self.begun else []
        return [sign for sign in playing if sign.seat not in self.missing]

    @property
    def idle(self) -> list[Sign]:
        """The people who have no bid of their own to make."""
        return idle(self.match, self.done)

    @property
    def waiting_text(self) -> str:
        return all_of([sign.name for sign in self.waiting])

    @property
    def done_text(self) -> str:
        return all_of([sign.name for sign in self.done])


def _text(match: Match, bid: Bid) -> str:
    return match.game.say(bid.words, language()) if isinstance(bid.words, Message) else bid.words.text(language())


def bids_so_far(match: Match, entered: Piles | None) -> BidsSoFar | None:
    """Return the bids for the coming round, as saved or as typed in parts of the round; None as `Bids.of`."""
    bids = BidsSoFar.of(match)
    return bids.with_round(entered.told) if bids and entered else bids


class BidsPage(PartPage):
    """The form of the bids for the coming round, for all players or for one."""

    def __init__(self, request: HtmxRequest, key: str, match_key: str, whose: str = ALL) -> None:
        super().__init__(request, key, match_key, whose)
        if self.match.game.before_round(self.match.table) is None:
            raise Http404("nothing is written down before a round")
        self.draft = BidsSoFar(self.match)
        if self.sign and not self.draft.is_own:
            raise Http404("players do not bid individually")

    @property
    def _own_seat(self) -> str | None:
        return str(self.mine.seat) if self.mine else None

    def shown(self) -> Fields:
        """Return the fields with which the form opens: the saved bids, except those that this phone must not show."""
        parts = self.draft.open_parts(self._own_seat)
        return self.draft.form(parts if self.sign is None else {self.seat: parts.get(self.seat, {})})

    def with_others(self, fields: Fields) -> Fields:
        """Return the typed fields, and the fields that need no typing, such as the dealer."""
        given = {seat: part for seat, part in self.parts(fields).items() if part}
        known = {} if self.sign else self.draft.open_parts(self._own_seat)
        return {**fields, **self.draft.form({**known, **given})}

    def parts(self, fields: Fields) -> Mapping[str, Fields]:
        """Divide the form's fields into parts, by seat: the seat's number as text, or EVERYBODY."""
        parts = self.draft.divided(self.typed(fields))
        return parts if self.sign is None else {self.seat: parts[self.seat]}

    def untold(self, fields: Fields) -> Sequence[Problem]:
        """Return the problems of required fields that are empty."""
        table = self.match.table
        if self.sign is not None:
            return self.draft.screen.untold(Posted(fields), self.sign.name, table)
        if any(self.parts(fields).values()) or self.draft.parts:
            return ()
        return [
            each for _, player in table.numbered for each in self.draft.screen.untold(Posted(fields), player, table)
        ]

    def context(self, fields: Fields, problems: Sequence[Problem] = (), *, sent: bool = False) -> dict[str, Any]:
        draft, match, screen = self.draft, self.match, self.draft.screen
        given = {seat: part for seat, part in self.parts(fields).items() if part}
        known = {**draft.open_parts(self._own_seat), **given}
        if not self.sign and not draft.is_secret:
            known = given  # the form shows all saved bids, so a bid that was emptied counts as removed
        problems = [*problems] or [each for each in draft.problems(known) if not each.gap]
        form, round_form = draft.form(known), RoundForm(match)
        context = match_context(match) | {
            "page": self,
            "draft": draft,
            "screen": screen,
            "fields": fields,
            "own": self.sign,
            "common": False,
            "seats": [self.sign] if self.sign else match.signs_at(match.table),
            "problems": round_form.messages(problems, screen, draft.record(known), sent=sent),
            "entry": None,
            "in_all": [_text(match, bid) for bid in draft.in_words(known) if not bid.players],
            **round_form.context(screen, Posted(form)),
        }
        add_body(self.request, screen, context)
        return context

    def show(self, fields: Fields, problems: Sequence[Problem] = (), status: int = 200, **more: Any) -> HttpResponse:
        now = {"seen": self.draft.version, "hidden": self.draft.is_secret and not self.sign}
        context = self.context(fields, problems, sent=status == 422) | now | more
        return render(self.request, "bids/bids.html", context, status=status)
