"""The page of an account's sessions, with the browser of each."""

from typing import Any

from allauth.account.decorators import reauthentication_required
from django.contrib.auth.decorators import login_required
from django.http import HttpResponse
from django.shortcuts import redirect, render
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods

from scorekeeper.people.models import Group
from scorekeeper.people.signals import access_ended
from scorekeeper.people.signed_in import sessions_of
from scorekeeper.server.write_queue import write_transaction
from scorekeeper.web.models import Session

OTHERS = "others"


@never_cache
@login_required
@reauthentication_required(allow_get=True)  # type: ignore[untyped-decorator]
@require_http_methods(["GET", "POST"])
def sessions(request: Any) -> HttpResponse:
    """Show the browsers in which the account is signed in. A POST signs the account out in other browsers."""
    found = list(sessions_of(request.user))
    here = [each for each in found if each.key == request.session.session_key]
    others = [each for each in found if each not in here]
    if request.method == "POST":
        chosen = request.POST.get("end", "")
        ending = [each for each in others if chosen in (OTHERS, each.name)]
        with write_transaction():
            for each in ending:
                each.end()
            for group in Group.objects.filter(memberships__user=request.user) if ending else ():
                access_ended.send(Session, group=group)
        return redirect("account_sessions")
    return render(request, "account/sessions.html", {"here": here, "others": others})
