"""The middleware by which a form is done once, however often it arrives.

Each form has a key, made in the browser. A form that static/js/sending.js sends in the background has it in a header:

Idempotency-Key  made by the browser for one tap on a button; the same if the form is sent again
Sent-By          who tapped: an account, or the share link of the group
Happened-At      the time of the tap, if the form is sent later

It is answered by

201   done, now or by an earlier try; Location has the page to which the form leads
403   this phone has another account or link by now; or, with the header X-CSRFToken, the form's token was too old
422   with a text of one line: the key was used before, for another request or by another sender; nothing was done
else  the answer of the view: nothing was changed; sent as an ordinary form, it shows the page that says why

An ordinary form has its key in the field `key`; if it is sent again, the answer redirects to the same page. If it is
sent again with other values, it counts as another form and is done.
"""

import re
from collections.abc import Callable
from datetime import datetime
from hashlib import sha256

from django.core.exceptions import BadRequest, PermissionDenied
from django.db import IntegrityError
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect

from scorekeeper.people.access import group_for, is_sender
from scorekeeper.people.bearer import link_in_header
from scorekeeper.people.keys import form_context
from scorekeeper.sending.models import ProcessedForm
from scorekeeper.server.write_queue import keep_transaction, roll_back_kept, write_transaction

HEADER = "Idempotency-Key"
ACCOUNT = "/account/"  # the addresses of allauth
GROUP = re.compile(r"/g/([^/]+)/")
KEY, KEY_IN_FORM = re.compile(r"[A-Za-z0-9-]{16,64}"), re.compile(r"[A-Za-z0-9-]{8,36}")
USED_BEFORE = "This Idempotency-Key was used before, for another request. Use a new one.\n"


class ExactlyOnceMiddleware:
    """Middleware that does what a form asks for once, however often the form arrives.

    Everything that the view writes is in one transaction with the form's key. The transaction begins when the view writes
    for the first time, and waits for other writers only then; so pages that report errors are rendered outside of it. If
    the same form arrives twice at the same time, the second one finds the key of the first, and is rolled back.
    """

    def __init__(self, get_response: Callable[[HttpRequest], HttpResponse]) -> None:
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponse:
        key, digest = _key_of(request) if request.method == "POST" else ("", "")
        if not key:
            return self.get_response(request)
        if before := _done_before(request, key, digest):
            return before
        request.once = key, digest  # type: ignore[attr-defined]
        with keep_transaction():
            with form_context(key, _moment(request.headers.get("Happened-At", ""))):
                response = self.get_response(request)
            if "Location" in response and _is_first(key, digest, response["Location"]):
                return _done(request, response["Location"], response)
            roll_back_kept()
        return _done_before(request, key, digest) or response

    def process_exception(self, request: HttpRequest, exception: Exception) -> HttpResponse | None:
        """Return the answer of a faster try of the same form, if this one failed because that has used the same keys."""
        is_late = isinstance(exception, IntegrityError) and hasattr(request, "once")
        return _done_before(request, *request.once) if is_late else None  # type: ignore[attr-defined]


def _key_of(request: HttpRequest) -> tuple[str, str]:
    """Return the key of a form, and the digest of its request; "" as the key of a form that has none.

    The key of an ordinary form includes the digest, so that with other values it is another form. Raise if the key is
    invalid, or this phone may not send the form.
    """
    key, in_form = request.headers.get(HEADER, ""), request.POST.get("key", "")
    in_account = request.path_info.startswith(ACCOUNT)
    if in_form and not in_account and not KEY_IN_FORM.fullmatch(in_form):
        raise BadRequest("A form's key has 8 to 36 letters, figures and hyphens.")
    if key:
        if not KEY.fullmatch(key):
            raise BadRequest("A sending's key has 16 to 64 letters, figures and hyphens.")
        if in_account:
            raise BadRequest("Signing in is not sent in the background: what is undone here would undo its limits.")
        sent_by = request.headers.get("Sent-By", "")
        if not is_sender(request, sent_by):
            raise PermissionDenied
        link = link_in_header(request)
        return key, _digest(request, f"link-{link.pk}" if link else sent_by)
    if not in_form or in_account or "HX-Request" in request.headers:
        return "", ""
    user = request.user
    digest = _digest(request, f"account-{user.pk}" if user.is_authenticated else f"{request.session.session_key}")
    return sha256(f"{in_form} {digest}".encode()).hexdigest()[:32], digest


def _digest(request: HttpRequest, sender: str) -> str:
    """Return the SHA-256 of the sender, the method, the address, and the form's fields and files without its CSRF token."""
    fields = [(name, values) for name, values in request.POST.lists() if name != "csrfmiddlewaretoken"]
    digest = sha256(repr((sender, request.method, request.get_full_path(), fields)).encode())
    for name, files in request.FILES.lists():
        for file in files:
            digest.update(f"{name} {file.size}".encode())
            for chunk in file.chunks():
                digest.update(chunk)
            file.seek(0)
    return digest.hexdigest()


def _is_first(key: str, digest: str, to: str) -> bool:
    """Save the form's key with the address to which it leads; return False if another try of the form was faster."""
    try:
        with write_transaction():
            ProcessedForm.objects.create(key=key, digest=digest, to=to[: ProcessedForm.LONGEST])
    except IntegrityError:
        return False
    return True


def _done_before(request: HttpRequest, key: str, digest: str) -> HttpResponse | None:
    """Return the first answer again for the same request, status 422 for another one; None if the key is new.

    Only somebody with access to the address learns that the key was used.
    """
    form = ProcessedForm.objects.filter(key=key).first()
    if form is None:
        return None
    if form.digest == digest:
        return _done(request, form.to)
    group = GROUP.match(request.path_info)
    if group:
        group_for(request, group[1])
    return HttpResponse(USED_BEFORE, status=422, content_type="text/plain; charset=utf-8")


def _moment(text: str) -> datetime | None:
    """Return the time at which a form was first sent, as its header says; None if it gives no time with a time zone."""
    try:
        at = datetime.fromisoformat(text)
    except ValueError:
        return None
    return at if at.tzinfo else None


def _done(request: HttpRequest, to: str, response: HttpResponse | None = None) -> HttpResponse:
    """Return the answer to a form that was done: a redirect to an ordinary form, or 201 to a script.

    A script would follow a redirect without showing it, and the page would be rendered twice.
    """
    if HEADER not in request.headers:
        return response or redirect(to)
    done = HttpResponse(status=201, headers={"Location": to})
    if response is not None:
        done.cookies = response.cookies
    return done
