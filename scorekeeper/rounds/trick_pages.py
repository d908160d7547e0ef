"""The common base of the pages of a round that is entered trick by trick."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from typing import Any

from django.http import Http404, HttpResponse
from django.shortcuts import get_object_or_404
from django.urls import reverse

from games.kernel.faces import Face
from games.kernel.posted import Fields, Posted, seat_of
from games.kernel.problems import Problem
from games.kernel.screen import TrickByTrick
from scorekeeper.nights.access import match_for
from scorekeeper.nights.models import Entry
from scorekeeper.nights.presenter import match_context
from scorekeeper.people.models import Role
from scorekeeper.rounds.meanwhile import Meanwhile, faster, refuse_stale
from scorekeeper.rounds.piles import Piles
from scorekeeper.rounds.removed import say_removed_by
from scorekeeper.rounds.round_form import RoundForm
from scorekeeper.rounds.saving import changing
from scorekeeper.rounds.trick import TrickInput, judged
from scorekeeper.rounds.trick_form import trick_context
from scorekeeper.rounds.tricks import Tricks
from scorekeeper.web.formatting import language
from scorekeeper.web.htmx import HtmxRequest, redirect_page, render_parts
from scorekeeper.web.posted import form_key, posted, whole_number
from scorekeeper.web.refusals import not_done

NEW = "new"


class TrickPages:
    """The match, entry and draft of a page about a round's tricks, with a method that changes the draft."""

    def __init__(self, request: HtmxRequest, key: str, match_key: str, which: str) -> None:
        self.request = request
        self.match = match_for(request, key, match_key, Role.SCORER)
        self.which = which
        self.entry = None if which == NEW else self._entry(which)
        asked = self.match.game.trick_by_trick(RoundForm(self.match, self.entry).table)
        if asked is None:
            raise Http404("this game is not written down in tricks")
        self.asked: TrickByTrick = asked

    def _entry(self, which: str) -> Entry:
        number = whole_number(which)
        entry = get_object_or_404(self.match.entries, number=number)
        if not is_tricks(entry.record):
            raise Http404("this round was not written down in tricks")
        return entry

    @property
    def draft(self) -> Tricks:
        return Tricks(self.match, self.entry)

    @property
    def over(self) -> bool:
        """Return whether this round can no longer be entered, because the game is over; False for a correction."""
        return self.entry is None and self.match.course.engine.over

    def elsewhere(self) -> HttpResponse | None:
        """Return a redirect if this page cannot be shown now; None if it can."""
        is_opened, where = self.request.method == "GET", [self.match.night.group.key, self.match.key]
        if is_opened and self.over:
            return redirect_page(self.request, self.match)
        if self.entry is not None and self.entry.removed_at:
            return say_removed_by(self.request, self.match, self.entry)
        if self.entry is not None or Piles.current(self.match) is None:
            return None
        to = reverse("piles", args=where)
        return redirect_page(self.request, to) if is_opened else not_done(self.request, to, faster(self.match))

    @contextmanager
    def changing(self) -> Iterator[tuple[Tricks, str]]:
        """Lock the match while the body changes the draft; yield the draft, and the name that its changes bear."""
        with changing(self.request, self.match) as by:
            if self.entry is not None:
                self.entry.refresh_from_db()
            refuse_stale(self.match, posted(self.request.POST), self.entry)
            yield self.draft, by

    @property
    def seen(self) -> int:
        """The version of the draft that the form's page has shown; a script's form may not say."""
        shown = posted(self.request.POST).one("seen")
        return whole_number(shown) if shown else self.draft.draft.version

    def was_faster(self) -> HttpResponse:
        """Return a redirect to the tricks, with the message that another phone was faster."""
        return not_done(self.request, self.url(), faster(self.match))

    @property
    def meanwhile(self) -> Meanwhile:
        return Meanwhile(self.match, posted(self.request.POST), self.entry)

    def url(self, name: str = "next_trick", **more: Any) -> str:
        args = {"key": self.match.night.group.key, "match_key": self.match.key, "which": self.which}
        return reverse(name, kwargs={**args, **more})

    def context(self, draft: Tricks) -> dict[str, Any]:
        """Return the context that all pages of a round's tricks share: the round, and its tricks so far."""
        table = draft.table
        dealer = draft.record.get("dealer")
        return {
            **match_context(self.match),
            "dealer": dealer,
            "leader": table.left_of(dealer) if dealer in table.seated else None,
            "which": self.which,
            "asked": self.asked,
            "draft": draft,
            "entry": self.entry,
            "round": self.number,
            "number": len(draft.tricks) + 1,
            "seen": draft.draft.version,
            "tricks": self.tricks(draft),
            "above": self.above(draft),
            "lead": draft.progress.leader,
            "urls": {
                "here": self.url(),
                "first": self.url("before_tricks"),
                "back": self.url("take_trick_back"),
                "discard": self.url("discard_tricks"),
                "end": self.url("after_tricks"),
                "preview": self.url("preview_tricks"),
            },
            "table_seats": self.match.signs_at(table.whole),
        }

    @property
    def number(self) -> int | None:
        """The number of the round on the pad; None if the entry that is corrected was removed meanwhile."""
        if self.entry is None:
            return self.match.course.rounds_played + 1
        return next((row.number for row in self.match.course.rows if row.entry == self.entry), None)

    def tricks(self, draft: Tricks) -> list[dict[str, Any]]:
        """Return the tricks as the page shows them: the cards, the winner, problems and revokes of each."""
        people = {sign.name: sign for sign in self.match.signs}
        game, progress = self.match.game, draft.progress
        problems = [(each.field, game.say_problem(each, language())) for each in progress.problems]
        revokes = [(each, game.say(each.message, language())) for each in progress.revokes]
        shown = []
        for index, (trick, verdict) in enumerate(zip(draft.tricks, draft.progress.tricks, strict=True)):
            winner = verdict[1].winner if verdict else None
            winning = verdict[1].card.code if verdict and verdict[1].card else None
            plays = [
                {
                    "sign": people[player],
                    "face": face_of(draft, code),
                    "won": code == winning if winning else player == winner,
                }
                for player, code in trick["plays"]
            ]
            slot = f"tricks.{index}"
            shown.append(
                {
                    "number": index + 1,
                    "plays": plays,
                    "winner": people[winner] if winner else None,
                    "problems": [text for field, text in problems if field == slot or field.startswith(f"{slot}.")],
                    "revokes": [text for each, text in revokes if each.trick == index],
                    "url": self.url("change_trick", place=index + 1),
                }
            )
        return shown

    def above(self, draft: Tricks) -> list[str]:
        """Return, in words, the problems that concern no single trick, e.g. that there are too many tricks."""
        return [each.text(language()) for each in draft.progress.problems if each.field == "tricks"]


def is_tricks(record: Mapping[str, Any]) -> bool:
    """Return whether a record has a list of tricks."""
    return isinstance(record.get("tricks"), list)


def face_of(draft: Tricks, code: str) -> Face:
    """Return the face of the card with this code; a face with only the code if the deck has no such card."""
    card = draft.table.deck.get(code)
    return Face(code, code, (), "", code) if card is None else draft.match.game.face(card)


def trick_fields(draft: Tricks, index: int) -> Fields:
    """Return the form fields of the saved trick at this index (from 0)."""
    written = draft.tricks[index]
    fields: Fields = {
        "leader": [seat_of(written["plays"][0][0], draft.table)],
        "play": [code for _player, code in written["plays"]],
    }
    for name, answer in written.get("choices", {}).items():
        answers = answer if isinstance(answer, dict) else {"": answer}
        fields |= {f"{name}-{part}".removesuffix("-"): [each] for part, each in answers.items()}
    return fields


def tapped_trick(pages: TrickPages, draft: Tricks, index: int, form: Posted) -> TrickInput:
    """Return the trick in this form, judged as the trick at this index (from 0) of the round."""
    match, adding = pages.match, index == len(draft.tricks)
    so_far = draft.progress if adding else draft.judge(draft.tricks[:index])
    leader = so_far.leader
    if adding and leader is not None:  # the round says who leads, so ignore the fields that name a leader
        form = Posted({name: values for name, values in form.fields.items() if name not in ("lead", "leader")})
    trump = draft.record.get("trump") if match.game.names_trump else None
    hand = max(1, so_far.hand)
    tapped = judged(match.game, draft.table, form, leader=leader or draft.table.players[0], hand=hand, trump=trump)
    return tapped.after([each[0] for each in so_far.tricks if each], draft.record) if adding else tapped


def trick_page(
    pages: TrickPages,
    draft: Tricks,
    index: int,
    fields: Fields,
    *,
    problems: Sequence[Problem] = (),
    status: int = 200,
    **more: Any,
) -> HttpResponse:
    """Return the page of the trick at this index (from 0); for a request of htmx, only the parts that a tap changes."""
    adding = index == len(draft.tricks)
    tapped = tapped_trick(pages, draft, index, Posted(fields))
    gone = {code for n, trick in enumerate(draft.tricks) if n != index for _player, code in trick["plays"]}
    context = pages.context(draft) | trick_context(tapped, draft.round_form.seats, sent=status == 422, gone=gone)
    context |= {
        "place": index + 1,
        "changing": not adding,
        "fixed": adding and draft.progress.leader is not None,
        "key": form_key(pages.request.POST),
        "fresh": [pages.match.game.say(each.message, language()) for each in draft.fresh_revokes] if adding else [],
        **more,
        "last_one": adding
        and tapped.verdict is not None
        and draft.progress.hand <= len(tapped.codes) // len(tapped.table.players),
    }
    if problems:
        context["wrong"] = [{"slot": "", "text": pages.match.game.say_problem(each, language())} for each in problems]
    return render_parts(pages.request, "tricks/trick.html", ("trick", "foot"), context, status)
