"""Forms that a phone sends in the background, each under a key, until they are answered.

The browser's half is static/js/sending.js. Its requests carry

Idempotency-Key  made by the browser for one tap on a button; sent again, it is the same key
Sent-By          who tapped: an account, or the share link of the group
Happened-At      when it was tapped, where it comes later than that

and are answered by

201   done, now or by an earlier try; the page it leads to is in Location
403   this phone belongs to somebody else by now; or, with the header X-CSRFToken, the form's token was too old
else  what the view says: nothing has been changed, and the form sent as an ordinary one shows its page
"""

import re
from collections.abc import Callable
from datetime import datetime

from django.core.exceptions import BadRequest, PermissionDenied
from django.http import HttpRequest, HttpResponse

from scorekeeper.people.access import is_sender
from scorekeeper.people.keys import handled
from scorekeeper.sending.models import Sending
from scorekeeper.server.write_queue import keep_transaction, roll_back_kept, write_transaction

ACCOUNT = "/account/"  # the addresses of allauth
KEY = re.compile(r"[A-Za-z0-9-]{16,64}")


class _DoneBefore(Exception):
    """The form was done by an earlier try, which led to this page."""

    def __init__(self, to: str) -> None:
        super().__init__(to)
        self.to = to


class ExactlyOnceMiddleware:
    """Do what a form asks for once, however often it arrives. What it writes and its key are one transaction.

    That begins, and waits for other writers, where the view begins to write: a page that says what is wrong is drawn
    without it.
    """

    def __init__(self, get_response: Callable[[HttpRequest], HttpResponse]) -> None:
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponse:
        key = request.headers.get("Idempotency-Key", "")
        if request.method != "POST" or not key:
            return self.get_response(request)
        if not KEY.fullmatch(key):
            raise BadRequest("A sending's key has 16 to 64 letters, figures and hyphens.")
        if request.path_info.startswith(ACCOUNT):
            raise BadRequest("Signing in is not sent in the background: what is undone here would undo its limits.")
        if not is_sender(request, request.headers.get("Sent-By", "")):
            raise PermissionDenied
        if sending := Sending.objects.filter(key=key).first():
            return _done(sending.to)
        with keep_transaction(lambda: self.take(key)):
            with handled(key, _moment(request.headers.get("Happened-At", ""))):
                response = self.get_response(request)
            if not (to := response.get("Location")):
                roll_back_kept()
                return response
            try:
                with write_transaction():
                    Sending.objects.filter(key=key).update(to=to[: Sending.LONGEST])
            except _DoneBefore as done:
                return _done(done.to)
        return _done(to, response)

    def take(self, key: str) -> None:
        """Take the key for this request; another that sends it at the same time waits here for what becomes of the first."""
        sending, is_new = Sending.objects.get_or_create(key=key)
        if not is_new:
            raise _DoneBefore(sending.to)

    def process_exception(self, request: HttpRequest, exception: Exception) -> HttpResponse | None:
        return _done(exception.to) if isinstance(exception, _DoneBefore) else None


def _moment(text: str) -> datetime | None:
    """Return when a form says it was sent first; None where it does not say it with its time zone."""
    try:
        at = datetime.fromisoformat(text)
    except ValueError:
        return None
    return at if at.tzinfo else None


def _done(to: str, response: HttpResponse | None = None) -> HttpResponse:
    """Return 201 with the address, not a redirect: a script would follow that unseen, and its page be drawn twice."""
    done = HttpResponse(status=201, headers={"Location": to})
    if response is not None:
        done.cookies = response.cookies
    return done
