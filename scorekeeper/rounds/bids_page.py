"""Bids, which are written down before a round is played: their form, and what other pages show of them."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, NamedTuple

from django.http import Http404, HttpResponse
from django.shortcuts import render

from games.kernel.game import Bid
from games.kernel.parts import EVERYBODY
from games.kernel.posted import Fields, Posted
from games.kernel.problems import Problem
from games.kernel.words import Message
from scorekeeper.nights.access import match_for
from scorekeeper.nights.live_updates import seat_of
from scorekeeper.nights.models import Match
from scorekeeper.nights.presenter import match_context
from scorekeeper.people.access import person_of
from scorekeeper.people.models import Role
from scorekeeper.people.signs import Sign
from scorekeeper.rounds.bids import Bids
from scorekeeper.rounds.forms import add_body
from scorekeeper.rounds.parts_state import idle
from scorekeeper.rounds.pile_page import ALL, LONGEST_NAME, OF_THE_PAGE
from scorekeeper.rounds.piles import Piles
from scorekeeper.rounds.round_form import RoundForm
from scorekeeper.web.formatting import all_of, language
from scorekeeper.web.htmx import HtmxRequest
from scorekeeper.web.posted import whole_number

# Hidden inputs of this page, which belong to no bid. The input "hidden" says whether the bids were secret.
OF_THIS_PAGE = {*OF_THE_PAGE, "key", "hidden"}


class Said(NamedTuple):
    """A bid in words, with the signs of the players who made it: one player, or all players of a team."""

    signs: Sequence[Sign]
    text: str


class BidsSoFar:
    """The bids for the coming round that every phone may show, as saved or as typed in parts of the round."""

    def __init__(self, match: Match, draft: Bids, entered: Piles | None = None) -> None:
        self.match, self.draft = match, draft
        self.now = draft if entered is None else draft.with_round(entered.told)
        self.playing = match.signs_at(match.table)
        self.complete, waiting = self.now.complete, self.now.waiting
        self.is_own = draft.screen.own is not None
        self.waiting = [sign for sign in self.playing if sign.seat in waiting] if self.is_own else []
        self.said, self.of_table = [], []
        for bid in self.now.in_words():
            signs = [match.signs[match.table.number_of(player)] for player in bid.players]
            self.said += [Said(signs, _text(match, bid))] if signs else []
            self.of_table += [] if signs else [_text(match, bid)]
        self.wrong = [match.game.say_problem(each, language()) for each in self._problems()]

    def _problems(self) -> list[Problem]:
        return self.now.problems(self.now.open_parts()) if self.complete else []

    @property
    def begun(self) -> bool:
        return bool(self.draft.parts)

    @property
    def done(self) -> list[Sign]:
        """The players who have bid; [] if players do not bid individually, or nobody has bid yet."""
        return [sign for sign in self.playing if sign not in self.waiting] if self.is_own and self.begun else []

    @property
    def waiting_text(self) -> str:
        return all_of([sign.name for sign in self.waiting])

    @property
    def idle(self) -> list[Sign]:
        """The people who have no bid of their own to make."""
        return idle(self.match, self.done)

    @property
    def done_text(self) -> str:
        return all_of([sign.name for sign in self.done])


def _text(match: Match, bid: Bid) -> str:
    return match.game.say(bid.words, language()) if isinstance(bid.words, Message) else bid.words.text(language())


def bids_so_far(match: Match, entered: Piles | None) -> BidsSoFar | None:
    """Return the bids for the coming round, even if none is made yet; None if the game has no bids or is over."""
    if match.course.engine.over or match.game.before_round(match.table) is None:
        return None
    return BidsSoFar(match, Bids(match), entered)


class BidsPage:
    """The form of the bids for the coming round, for all players or for one."""

    def __init__(self, request: HtmxRequest, key: str, match_key: str, whose: str = ALL) -> None:
        self.request = request
        self.match = match_for(request, key, match_key, Role.SCORER)
        if self.match.game.before_round(self.match.table) is None:
            raise Http404("nothing is written down before a round")
        self.whose = whose
        self.draft = Bids(self.match)
        number = whole_number(whose)
        if whose != ALL and (number not in range(len(self.match.signs)) or self.draft.screen.own is None):
            raise Http404("no such seat")
        self.seat = EVERYBODY if whose == ALL else str(number)
        self.sign = None if whose == ALL else self.match.signs[number]
        self.mine = seat_of(self.match, person_of(request, self.match.night.group))

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
        typed = {name: each for name, each in fields.items() if len(name) < LONGEST_NAME and name not in OF_THIS_PAGE}
        parts = self.draft.divided(typed)
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
            "so_far": BidsSoFar(match, draft),
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
