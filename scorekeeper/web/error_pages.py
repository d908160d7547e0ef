"""The error pages, each with the reason for the error and links that help."""

import logging
import sys

from django.core.exceptions import DisallowedHost
from django.db import InterfaceError, OperationalError
from django.http import Http404, HttpRequest, HttpResponse
from django.middleware.csrf import get_token
from django.template.loader import render_to_string
from django.utils import translation
from django.utils.translation import gettext as _

from scorekeeper.server.same_file import Replaced

logger = logging.getLogger(__name__)


class OtherRules(Http404):
    """Raised for a match whose house rules this version of the program cannot read."""

    def __init__(self, night: str, delete: str) -> None:
        super().__init__("house rules of another version")
        self.ways = {"night": night, "delete": delete}


class Deleted(Http404):
    """Raised if a request with access to the group opens a deleted match or night that can still be restored."""

    def __init__(self, title: str, why: str, *, restore: str, night: str = "") -> None:
        super().__init__("deleted")
        self.title, self.why = title, why
        self.ways = {"restore": restore, "night": night}


class CodeEnded(Http404):
    """Raised if a phone opens a group by a share link that was withdrawn or has expired."""


class GroupDeleted(Http404):
    """Raised if somebody opens a deleted group to which they had access."""


def _sorry(request: HttpRequest | None, status: int, title: str, why: str, what_now: str, **ways: str) -> HttpResponse:
    """Render an error page; `ways` are URLs for its links. Without a request, no session or database is used."""
    context = {"status": status, "title": title, "why": why, "what_now": what_now, **ways}
    return HttpResponse(render_to_string("sorry.html", context, request), status=status)


def bad_request(request: HttpRequest, exception: Exception) -> HttpResponse:
    with translation.override(translation.get_language_from_request(request)):  # LocaleMiddleware may not have run
        if isinstance(exception, DisallowedHost):
            return _sorry(
                None,
                400,
                _("This isn’t one of the server’s names"),
                "",
                _("Open it by the address you were given. Whoever runs it can add a name: SCOREKEEPER_HOSTS."),
            )
        return _sorry(
            None,
            400,
            _("Something got lost on the way"),
            "",
            _("Go back, reload and try again."),
        )


def forbidden(request: HttpRequest, exception: Exception) -> HttpResponse:
    return _sorry(
        request,
        403,
        _("Not allowed with this code"),
        "",
        _("To keep score, ask the group’s owner for a scorer code."),
    )


def _misled(request: HttpRequest, reason: str) -> str:
    """Return what a misconfigured proxy has to do, for the log, if it hides or changes a form's origin; else ""."""
    if "Referer" in reason or (origin := request.headers.get("Origin", "")) == "null":
        return "A form came without its origin. A proxy that sets Referrer-Policy: no-referrer must not; same-origin is good."
    here = request.get_host()
    if origin in ("", f"{request.scheme}://{here}"):
        return ""
    if origin.startswith("https://") and not request.is_secure():
        return f"A form came from {origin[:100]!r}, but this server does not know of https. Behind a proxy set SCOREKEEPER_HTTPS=1."
    return f"A form came from {origin[:100]!r}, but for this server it is at {here}. A proxy has to pass on the header Host as it is."


def csrf_failure(request: HttpRequest, reason: str = "") -> HttpResponse:
    safe = _("To be safe, nothing was saved or changed.")
    if misled := _misled(request, reason):
        logger.warning(misled)
        what_now = _("Open this page by its own address. Whoever runs the server finds the reason in its log.")
        response = _sorry(request, 403, _("Something went wrong on our side"), safe, what_now)
        response["X-Explained"] = "yes"  # tells outbox.js to show the page
        return response
    title = _("This page was open for too long") if request.COOKIES else _("It doesn’t work without cookies")
    response = _sorry(request, 403, title, safe, _("Go back, reload and try again."))
    response["X-CSRFToken"] = get_token(request)  # with it, outbox.js sends the form again
    return response


def not_found(request: HttpRequest, exception: Exception) -> HttpResponse:
    if isinstance(exception, OtherRules):
        return _sorry(
            request,
            409,
            _("House rules of another version"),
            "",
            _("Update Scorekeeper to see its rounds. The result is on its night’s page."),
            **exception.ways,
        )
    if isinstance(exception, Deleted):
        may_restore = bool(exception.ways["restore"])
        what_now = _("What you typed is still here.") if may_restore else ""
        return _sorry(request, 410, exception.title, exception.why, what_now, **exception.ways)
    if isinstance(exception, CodeEnded):
        return _sorry(
            request,
            404,
            _("This phone’s code no longer works"),
            _("This link was revoked or has expired. Ask the group’s owner for a new one."),
            _("What you typed is still here."),
        )
    if isinstance(exception, GroupDeleted):
        return _sorry(
            request,
            404,
            _("This group was deleted"),
            _("The group’s owner can restore it."),
            _("What you typed is still here."),
        )
    return _sorry(
        request,
        404,
        _("Page not found"),
        _("This page doesn’t exist, or it belongs to a group this phone can’t open."),
        _("Scan the group’s code again."),
    )


def replaced(request: HttpRequest) -> HttpResponse:
    """Return the page (status 503) that says that the database file was replaced or deleted. A restart is needed."""
    logger.error(
        "The database was replaced or deleted while the server was running, and nothing is saved any more. "
        "Put that file back, or stop the server and restore a backup."
    )
    with translation.override(translation.get_language_from_request(request)):
        response = _sorry(
            None,
            503,
            _("We can’t reach the scores right now"),
            "",
            _("What you type stays on this phone. Whoever runs the server has to start it again."),
        )
    response["Retry-After"] = "3"
    return response


def server_error(request: HttpRequest) -> HttpResponse:
    """Render the page of a server error."""
    error = sys.exception()
    if isinstance(error, Replaced):
        return replaced(request)
    if isinstance(error, (OperationalError, InterfaceError, OSError)) or type(error).__module__ == "redis.exceptions":
        response = _sorry(
            None,
            503,
            _("We can’t reach the scores right now"),
            _("What was saved is safe. The last step may not have been saved."),
            _("Wait a few seconds, then reload. Nothing is entered twice."),
        )
        response["Retry-After"] = "3"
        return response
    return _sorry(
        None,
        500,
        _("Something went wrong on our side"),
        _("What was saved is safe. The last step may not have been saved."),
        _("Go back, reload and try again."),
    )
