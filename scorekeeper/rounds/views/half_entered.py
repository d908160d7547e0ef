"""Going on with a round that was begun and never entered."""

from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.utils.translation import gettext as _
from django.views.decorators.http import require_POST

from scorekeeper.nights.access import match_for
from scorekeeper.nights.models import Stale
from scorekeeper.people.models import Role
from scorekeeper.rounds.saving import changing
from scorekeeper.web.refusals import not_done


@require_POST
def half_entered(request: HttpRequest, key: str, match_key: str) -> HttpResponse:
    """Go on with a round that was begun and never entered, as the coming one; or discard it (`do` is "away")."""
    match = match_for(request, key, match_key, Role.SCORER)
    try:
        with changing(request, match) as by:
            draft = match.sleeping
            if draft is None or draft.key != request.POST.get("draft"):
                return redirect(match)  # another phone was faster
            if request.POST.get("do") == "away":
                draft.delete()
                match.touch()
            else:
                draft.match = match
                draft.wake(by)
    except Stale:
        return not_done(request, match, _("The next round has been begun already. Finish it first."))
    return redirect(match)
