"""The middleware that processes a form only once, however often it arrives. The response has one of these statuses."""

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
from scorekeeper.web.refusals import NotDone

HEADER = "Idempotency-Key"
ACCOUNT = "/account/"  # the prefix of allauth's addresses
GROUP = re.compile(r"/g/([^/]+)/")
KEY, KEY_IN_FORM = re.compile(r"[A-Za-z0-9-]{16,64}"), re.compile(r"[A-Za-z0-9-]{8,36}")
USED_BEFORE = "This Idempotency-Key was used before, for another request. Use a new one.\n"


class ExactlyOnceMiddleware:
    """Middleware that processes a form only once, however often it arrives."""

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
            is_done = "Location" in response and not isinstance(response, NotDone)
            if is_done and _is_first(key, digest, response["Location"]):
                return _done(request, response["Location"], response)
            roll_back_kept()
        return _done_before(request, key, digest) or _not_done(request, response)

    def process_exception(self, request: HttpRequest, exception: Exception) -> HttpResponse | None:
        """Return the response to a form that a faster request has processed meanwhile; None for any other exception."""
        is_late = isinstance(exception, IntegrityError) and hasattr(request, "once")
        return _done_before(request, *request.once) if is_late else None  # type: ignore[attr-defined]


def _key_of(request: HttpRequest) -> tuple[str, str]:
    """Return the key of a form and the digest of its request; two empty strings for a form that is not checked."""
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
    """Return the SHA-256 (in hex) of the sender, method, address, files and fields (except the CSRF token)."""
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
    """Save the form's key and the Location `to` of its response; return False if this key was already saved."""
    try:
        with write_transaction():
            ProcessedForm.objects.create(key=key, digest=digest, to=to[: ProcessedForm.LONGEST])
    except IntegrityError:
        return False
    return True


def _done_before(request: HttpRequest, key: str, digest: str) -> HttpResponse | None:
    """Return the response to a form whose key was saved before; None if the key is new."""
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
    """Return the time in the header Happened-At; None without one. `keys.Form` decides whether to believe it."""
    if not text:
        return None
    try:
        at = datetime.fromisoformat(text)
    except ValueError:
        at = None
    if at is None or at.tzinfo is None:
        raise BadRequest("Happened-At takes a time with its time zone, such as 2026-11-21T21:14:00+01:00.")
    return at


def _done(request: HttpRequest, to: str, response: HttpResponse | None = None) -> HttpResponse:
    """Return the response to a processed form: a redirect, or status 201 if the key came in a header."""
    if HEADER not in request.headers:
        return response or redirect(to)
    done = HttpResponse(status=201, headers={"Location": to})
    if response is not None:
        done.cookies = response.cookies
    return done


def _not_done(request: HttpRequest, response: HttpResponse) -> HttpResponse:
    """Return the response to a form that was not processed: usually the view's own response."""
    if HEADER in request.headers and isinstance(response, NotDone):
        headers = {"Location": response["Location"], "Content-Type": response["Content-Type"]}
        return HttpResponse(response.content, status=409, headers=headers)
    return response
