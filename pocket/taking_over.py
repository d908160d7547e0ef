"""Taking over: a guest plays on with the copy that it has, where the phone that kept the score is gone."""

import json

from django.contrib import messages
from django.http import HttpRequest, HttpResponse, JsonResponse
from django.shortcuts import render
from django.utils.translation import gettext as _
from django.views.decorators.http import require_POST, require_safe

from pocket.handing_over import take
from pocket.syncing import found
from scorekeeper.exchange.copy import NotACopy, load
from scorekeeper.people.models import Role
from scorekeeper.server.write_queue import write_transaction


@require_safe
def take_over(request: HttpRequest) -> HttpResponse:
    """Ask whether this phone shall keep the score from now on; the page has the copy from the shell."""
    return render(request, "pocket/take_over.html")


@require_POST
def taken_over(request: HttpRequest) -> HttpResponse:
    """Make a group of the copy, or the whole table of what was handed over (`links`: their new numbers)."""
    links: dict[int, int] = {}
    try:
        document = json.loads(request.body)
        if document["role"] < Role.SCORER:
            raise NotACopy
        if "links" in document:
            group, links = take(document, request.headers.get("Was-Session", ""))
        else:
            with write_transaction():
                group = found(document)
                load(group, document)
    except (NotACopy, ValueError, KeyError, TypeError, RecursionError):
        return JsonResponse({"problem": _("This copy can’t be read.")}, status=400)
    messages.success(request, _("The pad is on this phone from now on."))
    return JsonResponse({"to": group.get_absolute_url(), "links": links})
