"""The error pages."""

import sys

from django.db import InterfaceError, OperationalError
from django.http import Http404, HttpRequest, HttpResponse
from django.middleware.csrf import get_token
from django.template.loader import render_to_string
from django.utils.translation import gettext as _


class OtherRules(Http404):
    """A game whose house rules this version does not know: a version after or before it wrote them.

    `night` and `delete` are the addresses of the game's night and of what deletes the game; "" for who may not.
    """

    def __init__(self, night: str, delete: str) -> None:
        super().__init__("house rules of another version")
        self.ways = {"night": night, "delete": delete}


def _sorry(request: HttpRequest | None, status: int, title: str, why: str, what_now: str, **ways: str) -> HttpResponse:
    """Without a request the page asks neither session nor database, which may be what failed. `ways` lead on from it."""
    context = {"status": status, "title": title, "why": why, "what_now": what_now, **ways}
    return HttpResponse(render_to_string("sorry.html", context, request), status=status)


def bad_request(request: HttpRequest, exception: Exception) -> HttpResponse:
    return _sorry(
        None,
        400,
        _("That did not arrive in one piece"),
        _("The server could not make sense of what this phone sent."),
        _("Go back and try it again."),
    )


def forbidden(request: HttpRequest, exception: Exception) -> HttpResponse:
    return _sorry(
        request,
        403,
        _("Not with this code"),
        _("This page is for the group’s scorers or for its owner only."),
        _("Ask the group’s owner for another code."),
    )


def csrf_failure(request: HttpRequest, reason: str = "") -> HttpResponse:
    response = _sorry(
        request,
        403,
        _("This page was open for too long"),
        _("For your safety the form was not taken; nothing has been changed."),
        _("Go back, reload the page and send it again. Cookies must be allowed."),
    )
    response["X-CSRFToken"] = get_token(request)  # for a script of this site, which sends the form once more
    return response


def not_found(request: HttpRequest, exception: Exception) -> HttpResponse:
    if isinstance(exception, OtherRules):
        return _sorry(
            request,
            409,
            _("House rules of another version"),
            _("This version does not know the house rules of this game. What was written down is safe."),
            _("Bring Scorekeeper up to date to see its rounds. Its result stands on the page of its night."),
            **exception.ways,
        )
    return _sorry(
        request,
        404,
        _("Nothing here for you"),
        _("This page does not exist, or it belongs to a group this phone has no access to."),
        _("Scan the group’s code again, or sign in."),
    )


def server_error(request: HttpRequest) -> HttpResponse:
    """A fault of ours, or a database that is away for a moment: then the same form may soon be sent again."""
    error = sys.exception()
    if isinstance(error, (OperationalError, InterfaceError)) or type(error).__module__ == "redis.exceptions":
        response = _sorry(
            None,
            503,
            _("The score is out of reach for a moment"),
            _("What was saved before is safe. The last step may not have been saved."),
            _("Wait a few seconds, go back and send it again: nothing is entered twice."),
        )
        response["Retry-After"] = "3"
        return response
    return _sorry(
        None,
        500,
        _("Something broke on our side"),
        _("What was saved before is safe. The last step may not have been saved."),
        _("Go back, look whether it is there, and try again."),
    )
