"""Forms that a phone sends in the background, each under a key, until they are answered.

The browser's half is static/js/sending.js. Its requests carry

Idempotency-Key  made by the browser for one tap on a button; sent again, it is the same key
Sent-By          who tapped: an account, or the share link of the group
Happened-At      when it was tapped, where it comes later than that

and are answered by

201   done, now or by an earlier try; the page it leads to is in Location
403   this phone belongs to somebody else by now; or, with the header X-CSRFToken, the form's token was too old
422   with a text of one line: the key was used before, for another request or by another sender; nothing was done
else  what the view says: nothing has been changed, and the form sent as an ordinary one shows its page
"""

import re
from collections.abc import Callable
from datetime import datetime
from hashlib import sha256

from django.core.exceptions import BadRequest, PermissionDenied
from django.http import HttpRequest, HttpResponse

from scorekeeper.people.access import group_for, is_sender
from scorekeeper.people.bearer import link_in_header
from scorekeeper.people.keys import handled
from scorekeeper.sending.models import Sending
from scorekeeper.server.write_queue import keep_transaction, roll_back_kept, write_transaction

ACCOUNT = "/account/"  # the addresses of allauth
GROUP = re.compile(r"/g/([^/]+)/")
KEY = re.compile(r"[A-Za-z0-9-]{16,64}")
USED_BEFORE = "This Idempotency-Key was used before, for another request. Use a new one.\n"


class _DoneBefore(Exception):
    """The key was used before: by an earlier try of this form, or for another one."""

    def __init__(self, sending: Sending) -> None:
        super().__init__(sending)
        self.sending = sending


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
        sent_by = request.headers.get("Sent-By", "")
        if not is_sender(request, sent_by):
            raise PermissionDenied
        digest = _digest(request, sent_by)
        if sending := Sending.objects.filter(key=key).first():
            return _done_before(request, sending)
        with keep_transaction(lambda: self.take(key, digest)):
            with handled(key, _moment(request.headers.get("Happened-At", ""))):
                response = self.get_response(request)
            if not (to := response.get("Location")):
                roll_back_kept()
                return response
            try:
                with write_transaction():
                    Sending.objects.filter(key=key).update(to=to[: Sending.LONGEST])
            except _DoneBefore as done:
                return _done_before(request, done.sending)
        return _done(to, response)

    def take(self, key: str, digest: str) -> None:
        """Take the key for this request; another that sends it at the same time waits here for what becomes of the first."""
        sending, is_new = Sending.objects.get_or_create(key=key, defaults={"digest": digest})
        if not is_new:
            raise _DoneBefore(sending)

    def process_exception(self, request: HttpRequest, exception: Exception) -> HttpResponse | None:
        return _done_before(request, exception.sending) if isinstance(exception, _DoneBefore) else None


def _digest(request: HttpRequest, sent_by: str) -> str:
    """Return the SHA-256 of the sender, the method, the address and what is sent, without the token against forged forms."""
    link = link_in_header(request)
    sender = f"link-{link.pk}" if link else sent_by
    fields = [(name, values) for name, values in request.POST.lists() if name != "csrfmiddlewaretoken"]
    digest = sha256(repr((sender, request.method, request.get_full_path(), fields)).encode())
    for name, files in request.FILES.lists():
        for file in files:
            digest.update(f"{name} {file.size}".encode())
            for chunk in file.chunks():
                digest.update(chunk)
            file.seek(0)
    return digest.hexdigest()


def _done_before(request: HttpRequest, sending: Sending) -> HttpResponse:
    """Return the same answer to the same request again; 422 to another one, for whoever has access to its address."""
    if sending.is_of(_digest(request, request.headers.get("Sent-By", ""))):
        return _done(sending.to)
    group = GROUP.match(request.path_info)
    if group:
        group_for(request, group[1])
    return HttpResponse(USED_BEFORE, status=422, content_type="text/plain; charset=utf-8")


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
