"""The server's end of an exchange, and the choice where something went on in two places."""

from __future__ import annotations

import json
import logging
from typing import Any

from django.contrib import messages
from django.http import HttpRequest, HttpResponse, JsonResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.utils.translation import gettext as _
from django.views.decorators.csrf import csrf_exempt
from django.views.decorators.http import require_http_methods, require_POST

from scorekeeper.exchange import two_sides
from scorekeeper.exchange.checking import Unfit
from scorekeeper.exchange.choosing import Choice, decide, transient
from scorekeeper.exchange.giving import LARGEST_EXCHANGE
from scorekeeper.exchange.models import Conflict
from scorekeeper.nights.models import Match, Refused, Row
from scorekeeper.nights.presenter import ledger_texts
from scorekeeper.people.access import actor, group_for
from scorekeeper.people.models import Role, ShareLink
from scorekeeper.server.write_queue import write_transaction
from scorekeeper.web.formatting import language

logger = logging.getLogger(__name__)


def document_of(request: HttpRequest) -> Any:
    """The JSON that was sent; raises NotAnExchange where it is none, or too long."""
    try:
        if int(request.META.get("CONTENT_LENGTH") or 0) > LARGEST_EXCHANGE:
            raise two_sides.NotAnExchange
        return json.loads(request.read())
    except (ValueError, RecursionError) as error:
        raise two_sides.NotAnExchange from error


@csrf_exempt
@require_POST
def exchange(request: HttpRequest) -> HttpResponse:
    """A phone that keeps a group by itself brings what it has, and gets what it lacks (`two_sides`).

    It may come from another site. So no cookie is looked at, and the answer may be read from anywhere: all that counts is
    the token of a share link, in the document. 400: no such document; 410: the link is withdrawn or has run out.
    """
    try:
        document = document_of(request)
        # First the token: nobody without one makes the server read a long document.
        link = ShareLink.objects.live().with_token(str(document["token"])).select_related("group").first()
        if link is None:
            return _for_anybody(JsonResponse({"format": two_sides.FORMAT}, status=410))
        asked = two_sides.read(document, two_sides.REQUEST)
    except (two_sides.NotAnExchange, KeyError, TypeError, UnicodeError):
        return _for_anybody(JsonResponse({"format": two_sides.FORMAT}, status=400))
    if not link.use_is_old_news():
        with write_transaction(link.group):
            link.notice_use()
    answer = two_sides.answer_to(link.group, asked, str(link), may_write=link.role >= Role.SCORER)
    counts = (len(asked["give"]["games"]), len(answer["give"]["games"]))
    logger.info("Group %s: exchange with a phone by link %d: %d games came, %d went", link.group.key, link.pk, *counts)
    return _for_anybody(JsonResponse(answer))


def _for_anybody(response: HttpResponse) -> HttpResponse:
    response["Access-Control-Allow-Origin"] = "*"
    return response


@require_http_methods(["GET", "POST"])
def versions(request: HttpRequest, key: str, pk: int) -> HttpResponse:
    """Two versions of a game, a night or a person side by side; a POST chooses."""
    group = group_for(request, key, Role.SCORER)
    conflict = get_object_or_404(Conflict.objects.open().of(group), pk=pk)
    context: dict[str, Any] = {"group": group, "conflict": conflict}
    if request.method == "POST" and request.POST.get("choice") in {choice.value for choice in Choice}:
        try:
            aside = decide(conflict, Choice(request.POST["choice"]), actor(request, group))
        except Refused as refused:
            context["problems"] = [problem.text(language()) for problem in refused.problems]
        except Unfit:
            context["problems"] = [_unfit()]
        else:
            brought = _("The next exchange brings it to the others.") if conflict.of_a_server else ""
            kept = _("Decided. What gave way is among the deleted games of the night for thirty days.")
            told = kept if aside else _("Decided.")
            messages.success(request, f"{told} {brought}".rstrip())
            return redirect(conflict.match or conflict.night or group)
        conflict = get_object_or_404(Conflict.objects.open().of(group), pk=pk)
    if conflict.match is not None:
        context["match"] = conflict.match
        try:
            context |= _two_games(conflict.match, conflict.theirs)
        except Unfit:
            context |= {"problems": [_unfit()], "unfit": True}
    return render(request, "exchange/versions.html", context, status=422 if request.method == "POST" else 200)


def _unfit() -> str:
    return _("This version of the program cannot keep what is there. Bring it up to date first.")


def _told(match: Match, row: Row) -> dict[str, Any]:
    """A round's number, its sentence and each player's reasons; of points by hand the sentence says it all."""
    sentence, *reasons = ledger_texts(match, row.record, row.score) or [""]
    return {"number": row.number, "sentence": sentence, "reasons": reasons if row.number else []}


def _two_games(ours: Match, game: dict[str, Any]) -> dict[str, Any]:
    """The totals of both, and the rounds that only one of them has; raises Unfit."""
    theirs = transient(ours, game)
    known = [
        {entry.key: row for entry, row in zip(match.active, match.course.rows, strict=True)} for match in (ours, theirs)
    ]
    only = []
    for match, mine, other in ((ours, known[0], known[1]), (theirs, known[1], known[0])):
        rows = [row for key, row in mine.items() if key not in other or other[key].record != row.record]
        only.append([_told(match, row) for row in rows])
    return {
        "totals": [
            {"sign": sign, "ours": mine, "theirs": other}
            for sign, mine, other in zip(ours.signs, ours.course.totals, theirs.course.totals, strict=True)
        ],
        "only_ours": only[0],
        "only_theirs": only[1],
    }
