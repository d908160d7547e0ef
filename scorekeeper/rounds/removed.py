"""Entries that were removed while their form was open: the message that says so and offers to restore them."""

from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, resolve_url
from django.urls import reverse
from django.utils.translation import gettext as _

from scorekeeper.nights.models import Entry, Match
from scorekeeper.people.names import someone
from scorekeeper.rounds.messages import round_of
from scorekeeper.web.refusals import NotDone


def say_removed_by(request: HttpRequest, match: Match, entry: Entry) -> HttpResponse:
    """Redirect to the pad, where a message says who removed this entry, with a button that restores it."""
    said = _("%(by)s removed this: %(round)s.") % {"by": someone(entry.last_hand), "round": round_of(entry)}
    restore = reverse("restore", args=[match.night.group.key, match.key, entry.key])
    messages.info(request, said, extra_tags=restore)
    return NotDone(resolve_url(match)) if request.method == "POST" else redirect(match)
