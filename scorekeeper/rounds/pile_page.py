"""The page of one part of a round: a player's own part, or the part that concerns everybody."""

from __future__ import annotations

import json
from collections.abc import Sequence
from functools import cached_property
from typing import Any

from django.http import Http404, HttpResponse
from django.shortcuts import render
from django.utils.translation import gettext as _

from games.kernel.parts import EVERYBODY
from games.kernel.posted import Fields, Posted
from games.kernel.problems import Problem
from games.kernel.screen import AnyScreen
from games.kernel.words import isolated
from scorekeeper.nights.presenter import match_context
from scorekeeper.rounds.bids import Bids
from scorekeeper.rounds.forms import add_body, screen_choices
from scorekeeper.rounds.part_page import PartPage, url
from scorekeeper.rounds.parts_state import Outcome, PartsState, are_piles, concerned, may_come, own_screens
from scorekeeper.rounds.round_form import RoundForm
from scorekeeper.rounds.tricks import Tricks
from scorekeeper.web.formatting import all_of, language, minus
from scorekeeper.web.htmx import HtmxRequest
from scorekeeper.web.templatetags.ui import words


class PilePage(PartPage):
    """The page of one part of a round: a player's own part, or the part that concerns everybody."""

    def __init__(self, request: HtmxRequest, key: str, match_key: str, whose: str) -> None:
        super().__init__(request, key, match_key, whose)
        self.table = self.match.table
        self.round_form = RoundForm(self.match)
        self.draft = PartsState(self.match)

    @property
    def screens(self) -> list[AnyScreen]:
        """The screens to choose from, among those on which players enter their own parts."""
        begun = self.draft.screen
        if begun is not None and self.draft.given - {self.seat}:
            return [begun]
        return own_screens(self.round_form.offered)

    def screen(self, code: str) -> AnyScreen:
        """Return the screen with this code. Raise Http404 if there are no `screens`."""
        screens = self.screens
        if not screens or (
            self.seat == EVERYBODY and not any(each.own and each.own.has_common_part for each in screens)
        ):
            raise Http404("nothing here is a player's own, or everybody's")
        usual = [code, self.match.draft.form, self.round_form.usual_screen.code]
        return next((each for want in usual for each in screens if each.code == want), screens[0])

    def posted_screen(self, code: str) -> AnyScreen:
        """Return the screen with this code, even if it can no longer be chosen."""
        every = own_screens(self.match.game.screens(self.table))
        return next((each for each in every if each.code == code), None) or self.screen(code)

    @property
    def elsewhere(self) -> str:
        """The address to redirect to if no part can be entered now; else ""."""
        if self.match.course.engine.over:
            return self.match.get_absolute_url()
        if Tricks.current(self.match):
            return url(self.match, "next_trick", "new")
        return ""

    @property
    def version(self) -> int:
        """The version of this part; 0 if it is not saved. What is typed and not sent yet belongs to it."""
        part = self.draft.parts.get(self.seat)
        return part["version"] if part else 0

    @property
    def rest(self) -> bool:
        """Return whether this part follows from all other parts."""
        return self.sign is not None and self.draft.derived_seat == self.sign.seat

    @property
    def left(self) -> Fields:
        """The known fields of this part, on the draft's screen (see `PartsState.fields_of`)."""
        return self.draft.fields_of(self.seat)

    @cached_property
    def bid(self) -> Fields:
        """The fields of this part's bid. A secret bid is known only to the phone of its player."""
        own_seat = self.seat if self.sign is not None and self.sign == self.mine else None
        return Bids.shown_parts(self.match, own_seat).get(self.seat, {})

    def opening_fields(self, screen: AnyScreen) -> Fields:
        """Return the initial values of this part's form on this screen."""
        draft = self.draft if self.match.draft.form == screen.code else PartsState(self.match, {}, screen.code)
        fields = draft.fields_of(self.seat)
        return fields if self.seat in draft.parts else self.bid | fields

    def trial(self, screen: AnyScreen, fields: Fields) -> PartsState:
        """Return the round as it would be with this part."""
        mine = self.own_fields(screen, fields)
        emptied = self.seat in self.draft.parts or "all_done" in self.request.POST
        parts = {self.seat: mine} if mine or emptied or self.sign is None or self.asked_for_nothing else {}
        return self.draft.with_parts(parts | self.binding(screen, fields), screen.code)

    def own_fields(self, screen: AnyScreen, fields: Fields) -> Fields:
        """Return the fields of a form that belong to this part."""
        return self._part(screen, fields, self.seat)

    def _part(self, screen: AnyScreen, fields: Fields, seat: str) -> Fields:
        return screen.own.part(self.typed(fields), seat, self.table) if screen.own else {}

    def asks_all(self, screen: AnyScreen) -> bool:
        """Return whether this player's form also has the fields that concern everybody."""
        before = self.draft.with_parts({}, screen.code)
        return self.sign is not None and (before.knows == self.sign or "asks_all" in self.request.POST)

    def binding(self, screen: AnyScreen, fields: Fields) -> dict[str, Fields]:
        """Return the fields in a player's form that concern everybody, as {EVERYBODY: fields}."""
        part = self._part(screen, fields, EVERYBODY)
        answered = any(name in part for name in screen.binding(self.table)) and self.asks_all(screen)
        return {EVERYBODY: part} if answered else {}

    def context(self, screen: AnyScreen, fields: Fields, *, sent: bool = False) -> dict[str, Any]:
        """Return the context of this part's form, with its problems beside their fields."""
        progress, asks_all = self.trial(screen, fields), self.asks_all(screen)
        taken = progress.taken(self.seat)
        record = progress.record
        shown = [each for each in progress.row.problems if self._shows(progress, each, sent)]
        shown += self.untold(screen, fields) if sent else []
        context = match_context(self.match) | {
            "page": self,
            "progress": progress,
            "screen": screen,
            "fields": {**self._common(), **fields} if asks_all else {**fields, **self._common()},
            "asked": self.question(screen),
            "asks_all": asks_all,
            "own": self.sign,
            "common": self.sign is None,
            "seats": [self.sign] if self.sign else progress.playing,
            "problems": self.round_form.messages(shown, screen, record, sent=True),
            "filled": progress.filled,
            "entry": None,
            "taken": taken,
            "taken_by": ", ".join(dict.fromkeys(isolated(sign.name) for sign in taken.values())),
            **self.round_form.context(screen, Posted({**progress.fields(), "builder": [self.seat]})),
        }
        add_body(self.request, screen, context)
        earned = progress.earned(self.sign.seat) if self.sign else None
        mine = self.own_fields(screen, fields)
        offered = self.rest and not mine and "all_done" not in self.request.POST
        pale = {
            code: [sign.css.split()[0], sign.letters, _("with %(name)s") % {"name": isolated(sign.name)}]
            for code, sign in taken.items()
        }
        return context | {
            "questions": [each for each in progress.questions if self.sign is None or self.sign.seat in each.whom],
            "earned": earned,
            "pale": pale,
            "pale_json": json.dumps(pale),
            "so_far": self.draft,
            "nothing": self.asked_for_nothing and not self.is_given(screen, fields),
            # The question about secret bids has no influence on the button. Otherwise, somebody could find out a bid
            # by typing several and looking at the button.
            "finishes": progress.is_ready and progress.last is None and not progress.doubt_of_screen,
            "rest": self.rest,
            "left": self._left_in_words(earned),
            "doubtful": self._doubtful(context),
            "offered": offered,
            "as_left": offered or (self.rest and mine == self.left),
        }

    def _left_in_words(self, earned: Outcome | None) -> str:
        """Return this part in words if it follows from the other parts; else ""."""
        if self.sign is None or not self.rest:
            return ""
        if earned and self.draft.own.scores:
            return minus(earned.points)
        return self.draft.left_in_words(self.sign.seat)

    def _doubtful(self, context: dict[str, Any]) -> str:
        """Return the names of the doubtful cards of a part that follows from the other parts; "" for none."""
        left = self.left if self.rest else {}
        found = [each for each in context.get("hand", ()) if each.field in left and (each.sides or each.mark)]
        return all_of([words(each.name) for each in found]) if found else ""

    def is_given(self, screen: AnyScreen, fields: Fields) -> bool:
        """Return whether this part can be saved at once; otherwise the page asks whether it is really empty."""
        # The form opens with the bid, so the bid does not count as typed.
        typed = any(self.bid.get(name) != values for name, values in self.own_fields(screen, fields).items())
        return self.sign is None or typed or (self.rest and not self.left)

    def untold(self, screen: AnyScreen, fields: Fields) -> Sequence[Problem]:
        """Return the problems of required fields that are empty in a player's part."""
        mine = self.own_fields(screen, fields)
        return screen.untold(Posted(mine), self.sign.name, self.table) if self.sign and mine else ()

    @property
    def asked_for_nothing(self) -> bool:
        """Return whether the sender has confirmed that this part is really empty."""
        return self.request.POST.get("nothing") == "yes"

    @property
    def is_pile(self) -> bool:
        """Return whether any screen that can be chosen has a pile of captured cards as each player's own part."""
        return are_piles(self.screens)

    def question(self, screen: AnyScreen) -> str:
        """Return the question above a player's own part; "" for the part that concerns everybody."""
        if self.sign is None or screen.own is None:
            return ""
        asked = screen.own.yours if self.sign == self.mine else screen.own.theirs
        return asked(name=self.sign.name).text(language())

    def _shows(self, progress: PartsState, problem: Problem, sent: bool) -> bool:
        """Return whether this part's form shows the problem."""
        if may_come(problem) and not (sent and progress.complete):
            return False
        return self.sign is None or self.sign.seat in concerned(problem, self.table)

    def _common(self) -> Fields:
        """Return the saved fields that concern everybody, because a player's part may depend on them."""
        part = self.draft.parts.get(EVERYBODY)
        if self.sign is None:
            return {}
        return part["fields"] if part else self.draft.bids.get(EVERYBODY, {})

    def show(self, screen: AnyScreen, fields: Fields, status: int = 200, **more: Any) -> HttpResponse:
        screens = self.screens
        begun = self.draft.screen
        context = self.context(screen, fields, sent=status == 422) | {
            **screen_choices(screens, screen),
            "seen": self.match.draft.version,
            "last_seen": self.match.last_number,
            "given": self.seat in self.draft.parts,
            "otherwise": begun if begun and begun.code != screen.code and self.draft.given - {self.seat} else None,
            **more,
        }
        return render(self.request, "piles/pile.html", context, status=status)
