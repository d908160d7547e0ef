"""The take-over of a group by a guest's phone, which keeps the score from then on.

Either the host hands over the group, or the guest goes on alone with its copy because the host is out of reach.
"""

import json

from django.contrib import messages
from django.http import HttpRequest, HttpResponse, JsonResponse
from django.shortcuts import render
from django.utils.translation import gettext as _
from django.views.decorators.http import require_POST, require_safe

from pocket.handing_over import take
from pocket.syncing import found
from scorekeeper.exchange.copy import NotACopy, load, reading
from scorekeeper.people.models import Role
from scorekeeper.server.write_queue import write_transaction


@require_safe
def take_over(request: HttpRequest) -> HttpResponse:
    """Show the page that asks whether this phone shall keep the score; its script reads the browser's cached copy."""
    return render(request, "pocket/take_over.html")


@require_POST
def taken_over(request: HttpRequest) -> HttpResponse:
    """Store a group on this phone: from the guest's own copy, or from the document of a host (`handing_over.whole`).

    The response is JSON:

    - `to`: the group's address
    - `links`: for a host's document, the new id of each share link by its id on the host; for a copy {}
    - `problem`: why the group cannot be stored (status 400)
    """
    links: dict[int, int] = {}
    try:
        with reading():
            document = json.loads(request.body)
            if document["role"] < Role.SCORER:
                raise NotACopy
            if "links" in document:
                group, links = take(request, document)
            else:
                with write_transaction():
                    group = found(document)
                    load(group, document)
    except NotACopy:
        return JsonResponse({"problem": _("This copy can’t be read.")}, status=400)
    messages.success(request, _("The pad is on this phone from now on."))
    return JsonResponse({"to": group.get_absolute_url(), "links": links})
