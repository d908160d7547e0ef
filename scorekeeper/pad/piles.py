"""A round that everybody types a part of: who is done, one's own part, and what can be done with the whole.

Every page is a plain form. `whose` in the address is the number of a seat, or "all" for what concerns everybody.
"""

from __future__ import annotations

import json
from typing import Any

from django.contrib import messages
from django.http import Http404, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils.http import urlencode
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods, require_POST, require_safe
from django_htmx.http import trigger_client_event

from games.kernel.parts import EVERYBODY
from games.kernel.posted import Fields, Posted
from games.kernel.problems import Problem
from games.kernel.screen import AnyScreen
from games.kernel.words import Phrase
from scorekeeper.entry.round_in_progress import RoundInProgress, are_piles, concerned, may_come, own_screens
from scorekeeper.entry.views.entering import (
    add_body,
    offered_screens,
    screen_choices,
    screen_context,
    screen_messages,
    usual_screen,
)
from scorekeeper.nights.access import match_for
from scorekeeper.nights.models import Draft, Match, Refused, Stale
from scorekeeper.nights.presenter import ledger_texts, match_context, row_in_words
from scorekeeper.pad.views import followed_page, holder_context, seat_of
from scorekeeper.people.access import actor, person_of
from scorekeeper.people.models import Role
from scorekeeper.people.signs import Sign
from scorekeeper.server.write_queue import write_transaction
from scorekeeper.web.formatting import all_of, language, minus
from scorekeeper.web.htmx import HtmxRequest
from scorekeeper.web.posted import entry_key, prefilled, whole_number

ALL = "all"
LONGEST_NAME = 80  # of a field


def url(match: Match, name: str, *args: str) -> str:
    return reverse(name, args=[match.night.group.key, match.key, *args])


# Who is done


@require_safe
def piles(request: HtmxRequest, key: str, match_key: str) -> HttpResponse:
    """The round in the progress: whose part is there, what is missing or held twice, what it comes to."""
    return _overview(request, match_for(request, key, match_key))


def _overview(request: HtmxRequest, match: Match, status: int = 200, said: str = "") -> HttpResponse:
    return followed_page(
        request,
        match,
        "pad/piles.html",
        ("state", "actions"),
        lambda: _state(match),
        status=status,
        said=said,
        **holder_context(request, match),
    )


def _state(match: Match) -> dict[str, Any]:
    """Return what everybody sees of the round in the progress."""
    draft = Draft.in_parts(match)
    progress = RoundInProgress(match, draft)
    typed = {name: values for name, values in draft.fields().items() if name != "rest"}
    finish: dict[str, Any] = {"as": progress.screen.code, "draft": draft.version, **typed} if progress.screen else {}
    context = match_context(match)
    meanwhile = [_in_words(match, row) for row in draft.newer] if draft.pk else []
    return context | {
        "progress": progress,
        "own_piles": are_piles(offered_screens(match)),
        "draft": draft,
        "newest": row_in_words(match, match.course.rows[-1]) if match.course.rows else None,
        "meanwhile": meanwhile,
        "may_type": match.night.group.may_score and not meanwhile,
        "finish": f"{url(match, 'enter')}?{urlencode(finish, doseq=True)}" if finish else url(match, "enter"),
    }


def _in_words(match: Match, row: Any) -> dict[str, Any]:
    return {"row": row, "texts": ledger_texts(match, row.record, row.score)}


@require_POST
def update_piles(request: HtmxRequest, key: str, match_key: str) -> HttpResponse:
    """Do what `do` says with the round in progress, and show what comes of it.

    It is "save", "away" (throws the round away), "on" (it is another round than the one entered meanwhile), "back 2"
    (takes a part back), "give card-R10 2", or "kind ramsch 2" (begins it, on this screen).
    """
    match = match_for(request, key, match_key, Role.SCORER)
    verb, *which = request.POST.get("do", "").split() or [""]
    seen, last = whole_number(request.POST.get("seen", "")), whole_number(request.POST.get("last", ""))
    by = actor(request, match.night.group)
    if match.entries.filter(key=entry_key(request.POST.get("key", ""))).exists():
        return redirect(match)  # another phone was quicker: it is saved
    try:
        with write_transaction(match.night.group):
            match.lock()
            draft = Draft.in_parts(match)
            if match.course.engine.over:
                raise Stale
            if verb == "kind" and len(which) == 2 and which[0] in kinds(match).values():
                draft.choose(which[0], seen, by)
            elif draft.pk is None or draft.in_tricks:
                raise Stale
            elif verb == "save":
                draft.save_parts(seen, last, by)
            elif verb == "away":
                draft.throw_away(seen)
            elif verb == "on":
                draft.rebase(last, by)
            elif verb == "back" and len(which) == 1:
                draft.take_part_back(EVERYBODY if which[0] == ALL else which[0], seen)
            elif verb == "give" and len(which) == 2 and draft.can_assign(which[0]):
                draft.assign(which[0], which[1])
            else:
                raise Stale
    except Refused:
        return _overview(request, match, 422, _("Something is still open. See below."))
    except Stale:
        match.refresh()
        return _overview(
            request, match, 409, _("Someone else changed this round in the meantime. This is how it looks now.")
        )
    if verb == "away":
        messages.success(request, _("Discarded."))
    if verb == "kind":
        return redirect(url(match, "pile", ALL if which[1] == ALL else str(max(0, whole_number(which[1])))))
    return redirect(match if verb in ("save", "away") else url(match, "piles"))


def kinds(match: Match) -> dict[Phrase, str]:
    """Return the kinds of round to choose from, each with its usual screen; none where there is only one."""
    found: dict[Phrase, str] = {}
    for screen in own_screens(offered_screens(match)):
        if screen.kind_of_round is not None:
            found.setdefault(screen.kind_of_round, screen.code)
    return found if len(found) > 1 else {}


def after_part(match: Match, progress: RoundInProgress, seat: Sign | None) -> HttpResponse:
    """To what concerns everybody, where only that is open or this player can tell it at once; else to who is done."""
    asked = progress.open_to_all or (seat is not None and progress.knows == seat.seat)
    return redirect(url(match, "pile", ALL) if asked else url(match, "piles"))


# One's own part


class Page:
    """The part of a round that this address is about."""

    def __init__(self, request: HtmxRequest, key: str, match_key: str, whose: str) -> None:
        self.request = request
        self.match = match_for(request, key, match_key, Role.SCORER)
        self.table = self.match.table
        self.draft = Draft.in_parts(self.match)
        self.seat = self._seat(whose)
        self.whose = whose
        self.sign = self.match.signs[int(self.seat)] if self.seat != EVERYBODY else None
        self.mine = seat_of(self.match, person_of(request, self.match.night.group))

    def _seat(self, whose: str) -> str:
        number = whole_number(whose)
        if whose != ALL and not 0 <= number < len(self.table.players):
            raise Http404("no such seat")
        return EVERYBODY if whose == ALL else str(number)

    @property
    def screens(self) -> list[AnyScreen]:
        """Return those to choose from: one, as soon as somebody else has given a part."""
        begun = self.draft.screen
        if begun is not None and self.draft.parts.keys() - {self.seat}:
            return [begun]
        return own_screens(offered_screens(self.match))

    def screen(self, code: str) -> AnyScreen:
        """The screen with this code where it can be chosen, else the usual one."""
        screens = self.screens
        if not screens or (
            self.seat == EVERYBODY and not any(each.own and each.own.has_common_part for each in screens)
        ):
            raise Http404("nothing here is a player's own, or everybody's")
        usual = [code, self.draft.screen_code, usual_screen(self.match).code]
        return next((each for want in usual for each in screens if each.code == want), screens[0])

    def posted_screen(self, code: str) -> AnyScreen:
        """The screen that a form was typed on, also where it can no longer be chosen."""
        every = own_screens(self.match.game.screens(self.table))
        return next((each for each in every if each.code == code), None) or self.screen(code)

    @property
    def elsewhere(self) -> str:
        """Return where the round is instead, if it is not typed in parts just now."""
        if self.match.course.engine.over:
            return self.match.get_absolute_url()
        if self.draft.in_tricks:
            return url(self.match, "next_trick", "new")
        return url(self.match, "piles") if self.draft.overtaken else ""

    def version(self) -> int:
        part = self.draft.parts.get(self.seat)
        return part["version"] if part else 0

    @property
    def rest(self) -> bool:
        """Return whether this part is what all the others have left."""
        return self.sign is not None and self.draft.last == self.sign.seat

    @property
    def left(self) -> Fields:
        """Return what stands in this part if nobody types it: what the others leave, where they are done."""
        return RoundInProgress(self.match, self.draft).fields_of(self.seat)

    def trial(self, screen: AnyScreen, fields: Fields) -> RoundInProgress:
        """Return what the round would be with this part."""
        return RoundInProgress(self.match, self.draft.with_part(self.seat, self._own(screen, fields), screen.code))

    def _own(self, screen: AnyScreen, fields: Fields) -> Fields:
        """Return what of a form is this part; no field has a name as long as that."""
        short = {name: values for name, values in fields.items() if len(name) < LONGEST_NAME}
        return screen.own.part(short, self.seat, self.table) if screen.own else {}

    def context(self, screen: AnyScreen, fields: Fields, *, sent: bool = False) -> dict[str, Any]:
        """The form of this part, with what is wrong in it beside its fields."""
        progress = self.trial(screen, fields)
        taken = progress.taken(self.seat)
        record = progress.draft.typed
        shown = [each for each in progress.row.problems if self._shows(progress, each, sent)]
        context = match_context(self.match) | {
            "page": self,
            "progress": progress,
            "screen": screen,
            "fields": {**fields, **self._common()},
            "own": self.sign,
            "common": self.sign is None,
            "seats": [self.sign] if self.sign else progress.people,
            "problems": screen_messages(shown, screen, record, self.match, sent=True),
            "filled": screen.filled(Posted(progress.draft.fields()), record, self.table),
            "entry": None,
            "taken": taken,
            "taken_by": all_of(list(dict.fromkeys(sign.name for sign in taken.values()))) if taken else "",
            **screen_context(self.match, screen, Posted({**progress.draft.fields(), "builder": [self.seat]})),
        }
        add_body(self.request, screen, context)
        earned = progress.earned(self.sign.seat) if self.sign else None
        left = ""
        if self.rest and self.sign and earned:
            left = minus(earned.points)
        elif self.rest and self.sign:
            left = RoundInProgress(self.match, self.draft).left_in_words(self.sign.seat)
        pale = {
            code: [sign.css.split()[0], sign.letters, _("with %(name)s") % {"name": sign.name}]
            for code, sign in taken.items()
        }
        return context | {
            "questions": [each for each in progress.questions if self.sign is None or self.sign.seat in each.whom],
            "earned": earned,
            "pale": pale,
            "pale_json": json.dumps(pale),
            "so_far": RoundInProgress(self.match, self.draft),
            "nothing": self.asked_for_nothing and not self._given(screen, fields),
            "finishes": progress.ready and progress.last is None and not progress.question,
            "rest": self.rest,
            "left": left,
            "as_left": self.rest and self._own(screen, fields) == self.left,
        }

    def _given(self, screen: AnyScreen, fields: Fields) -> bool:
        """Return whether anything stands in this part, or nothing need: where nothing is left, and for everybody."""
        return self.sign is None or bool(self._own(screen, fields)) or (self.rest and not self.left)

    @property
    def asked_for_nothing(self) -> bool:
        """Return whether somebody has been asked already if this part is really empty."""
        return self.request.POST.get("nothing") == "yes"

    @property
    def is_pile(self) -> bool:
        """Return whether what is a player's own lies in a pile of captured cards."""
        return are_piles(self.screens)

    def question(self, screen: AnyScreen) -> str:
        """Return what is asked at the head of a player's own part."""
        if self.sign is None or screen.own is None:
            return ""
        asked = screen.own.yours if self.sign == self.mine else screen.own.theirs
        return asked(name=self.sign.name).text(language())

    def _shows(self, progress: RoundInProgress, problem: Problem, sent: bool) -> bool:
        """Return whether this part's form shows the problem: one that concerns it; of what is only missing yet, when it was sent."""
        if may_come(problem) and not (sent and progress.complete):
            return False
        return self.sign is None or self.sign.seat in concerned(problem, self.table)

    def _common(self) -> Fields:
        """Return what concerns everybody, as given: a player's own part may depend on it."""
        part = self.draft.parts.get(EVERYBODY)
        return part["fields"] if part and self.sign else {}

    def show(self, screen: AnyScreen, fields: Fields, status: int = 200, **more: Any) -> HttpResponse:
        screens = self.screens
        begun = self.draft.screen
        context = self.context(screen, fields, sent=status == 422) | {
            **screen_choices(screens, screen),
            "asked": self.question(screen),
            "seen": self.version(),
            "last_seen": self.match.last_number,
            "given": self.seat in self.draft.parts,
            "otherwise": begun
            if begun and begun.code != screen.code and self.draft.parts.keys() - {self.seat}
            else None,
            **more,
        }
        return render(self.request, "pad/pile.html", context, status=status)


@require_safe
def my_pile(request: HtmxRequest, key: str, match_key: str) -> HttpResponse:
    """To the part of whoever holds this phone; where it is given, to who else is done."""
    match = match_for(request, key, match_key, Role.SCORER)
    seat = seat_of(match, person_of(request, match.night.group))
    if seat is None:
        return redirect("who", key=match.night.group.key)
    draft = Draft.in_parts(match)
    if str(seat.seat) in draft.parts:
        return after_part(match, RoundInProgress(match, draft), seat)
    return redirect(url(match, "pile", str(seat.seat)))


@require_http_methods(["GET", "POST"])
def pile(request: HtmxRequest, key: str, match_key: str, whose: str) -> HttpResponse:
    """One part of the round. A POST gives it; the one that makes the round whole makes it a round of the pad."""
    page = Page(request, key, match_key, whose)
    if request.method == "GET":
        if page.elsewhere:
            return redirect(page.elsewhere)
        if not page.draft.screen_code and "as" not in request.GET and (choices := kinds(page.match)):
            context = match_context(page.match) | {"page": page, "choices": choices, "draft": page.draft}
            return render(request, "pad/kind.html", context)
        screen = page.screen(request.GET.get("as", ""))
        progress = RoundInProgress(
            page.match,
            page.draft if page.draft.screen_code == screen.code else Draft(match=page.match, screen_code=screen.code),
        )
        return page.show(screen, progress.fields_of(page.seat))
    screen, fields = page.posted_screen(request.POST.get("screen", "")), prefilled(request.POST)
    seen, last = whole_number(request.POST.get("seen", "")), whole_number(request.POST.get("last", ""))
    by = actor(request, page.match.night.group)
    if not page.asked_for_nothing and not page._given(screen, fields):
        if page.rest and "all_done" not in request.POST:  # opened before the others were done
            return redirect(url(page.match, "pile", whose))
        return page.show(screen, fields, 422, nothing=True)
    try:
        with write_transaction(page.match.night.group):
            page.match.lock()
            page.draft = draft = Draft.in_parts(page.match)
            if page.match.rounds_after(last) or page.match.course.engine.over or draft.overtaken:
                raise Stale
            draft.save_part(page.seat, page._own(screen, fields), screen.code, seen, by)
            progress = RoundInProgress(page.match, draft)
            finished = progress.ready and progress.last is None and not progress.question
            if finished:
                draft.save_parts(draft.version, page.match.last_number, by)
    except Refused as refused:  # what concerns the match, as the round is whole
        page.match.refresh()
        return _overview(request, page.match, 422, " ".join(each.text(language()) for each in refused.problems))
    except Stale:
        page.match.refresh()
        page.draft = Draft.in_parts(page.match)
        newer = [_in_words(page.match, row) for row in page.match.rounds_after(last)]
        theirs = page.draft.parts.get(page.seat)
        ended = page.match.course.engine.over
        return page.show(screen, fields, 409, newer=newer, theirs=None if newer else theirs, stale=True, ended=ended)
    if finished:
        return redirect(page.match)
    return redirect(url(page.match, "piles")) if page.sign is None else after_part(page.match, progress, page.mine)


@require_POST
def pile_preview(request: HtmxRequest, key: str, match_key: str, whose: str) -> HttpResponse:
    """Show what the part comes to as tapped so far, and what of it does not fit the parts of others; saves nothing."""
    page = Page(request, key, match_key, whose)
    screen, fields = page.posted_screen(request.POST.get("screen", "")), prefilled(request.POST)
    part = page.draft.parts.get(page.seat)
    meanwhile = part if part and part["version"] > whole_number(request.POST.get("seen", "")) else None
    context = page.context(screen, fields) | {"meanwhile": meanwhile}
    response = render(request, "pad/parts/pile_result.html", context)
    texts = {name: value for name, value in context["filled"].items() if isinstance(value, str)}
    return trigger_client_event(trigger_client_event(response, "filled", texts), "taken", context["pale"])
