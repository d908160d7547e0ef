"""Taking over: a guest plays on with the copy that it has, where the phone that kept the score is gone."""

import json

from django.contrib import messages
from django.http import HttpRequest, HttpResponse, JsonResponse
from django.shortcuts import render
from django.utils.translation import gettext as _
from django.views.decorators.http import require_POST, require_safe

from pocket.joining import set_aside
from pocket.middleware import owner
from scorekeeper.exchange.copy import NotACopy, load
from scorekeeper.people.models import Group, Role
from scorekeeper.server.write_queue import write_transaction


@require_safe
def take_over(request: HttpRequest) -> HttpResponse:
    """Ask whether this phone shall keep the score from now on; the page has the copy from the shell."""
    return render(request, "pocket/take_over.html")


@require_POST
def taken_over(request: HttpRequest) -> HttpResponse:
    """Make a group of the copy, which this phone owns; what it had of the same group stays beside it."""
    person = owner()
    try:
        document = json.loads(request.body)
        key = str(document["group"]["key"])
        if document["role"] < Role.SCORER or person is None:
            raise NotACopy
        with write_transaction():
            for each in Group.objects.filter(key=key):
                set_aside(each)
            group = Group.found(document["group"]["name"], person)
            Group.objects.filter(pk=group.pk).update(key=key)
            group.key = key
            load(group, document)
    except (NotACopy, ValueError, KeyError, TypeError, RecursionError):
        return JsonResponse({"problem": _("This copy can’t be read.")}, status=400)
    messages.success(request, _("The pad is on this phone from now on."))
    return JsonResponse({"to": group.get_absolute_url()})
