"""Requests with a share link in a header. Phones that keep a copy of a group send them, and scripts."""

from collections.abc import Callable
from typing import Any

from django.contrib.sessions.backends.base import SessionBase
from django.contrib.sessions.middleware import SessionMiddleware
from django.http import HttpRequest, HttpResponse, HttpResponseBase
from django.middleware.csrf import CsrfViewMiddleware
from django.utils.cache import patch_vary_headers

from scorekeeper.people.models import Group, Role, ShareLink

GROUPS, COPY = "/g/", "/copy/"
SCHEME = "bearer"  # compared in lower case
READS = ("GET", "HEAD", "OPTIONS")
ASKED_FIRST = {
    "Access-Control-Allow-Origin": "*",
    "Access-Control-Allow-Methods": "GET, POST",
    "Access-Control-Allow-Headers": "Authorization, Idempotency-Key, Happened-At, Held-By, If-None-Match",
    "Access-Control-Max-Age": "7200",
}
FOR_ANYBODY = {"Access-Control-Allow-Origin": "*", "Access-Control-Expose-Headers": "Location, ETag"}

type Next = Callable[[HttpRequest], HttpResponseBase]


def share_link_header(get_response: Next) -> Next:
    """Return a middleware that gives a request the access of the share link in its header."""

    def middleware(request: HttpRequest) -> HttpResponseBase:
        scheme, _, token = request.headers.get("Authorization", "").partition(" ")
        in_a_group = request.path_info.startswith((GROUPS, COPY))
        if request.method == "OPTIONS" and in_a_group and "Access-Control-Request-Method" in request.headers:
            return HttpResponse(status=204, headers=ASKED_FIRST)
        if scheme.lower() != SCHEME:
            return get_response(request)
        links = ShareLink.objects.not_ended().with_token(token.strip())
        link = links.filter(group__in=Group.objects.active()).select_related("group").first()
        response: HttpResponseBase
        if link is None and links.filter(group__in=Group.objects.deleted()).exists():
            response = _refused(410, "This group is deleted. Its owner can still restore it.")
        elif link is None:
            response = _refused(401, "This link is revoked or has expired.")
            response["WWW-Authenticate"] = 'Bearer error="invalid_token"'
        elif not in_a_group:
            response = _refused(403, f"A share link is for addresses below {GROUPS}.")
        elif request.method == "POST" and not request.headers.get("Idempotency-Key"):
            response = _refused(400, "A form that is sent with a share link needs an Idempotency-Key.")
        elif request.method not in READS and link.role < Role.SCORER:
            response = _refused(403, "This link only watches. Ask for one that keeps score.")
        else:
            request.META.pop("HTTP_COOKIE", None)
            request.share_link = link  # type: ignore[attr-defined]
            response = get_response(request)
            response.cookies.clear()
        if request.method == "POST" or request.path_info.endswith(COPY):
            for name, value in FOR_ANYBODY.items():
                response[name] = value
        patch_vary_headers(response, ["Authorization"])
        return response

    return middleware


def _refused(status: int, why: str) -> HttpResponse:
    return HttpResponse(f"{why}\n", status=status, content_type="text/plain; charset=utf-8")


def link_in_header(request: HttpRequest) -> ShareLink | None:
    """Return the live share link in the header of a request; None without one."""
    return getattr(request, "share_link", None)


class Sessions(SessionMiddleware):
    """Django's session middleware, but a request with a share link in its header gets an empty one that is not saved."""

    def process_request(self, request: HttpRequest) -> None:
        if link_in_header(request) is None:
            super().process_request(request)
        else:
            request.session = SessionBase()

    def process_response(self, request: HttpRequest, response: HttpResponse) -> HttpResponse:
        return response if link_in_header(request) else super().process_response(request, response)


class FormTokens(CsrfViewMiddleware):
    """Django's CSRF middleware, but a request with a share link in its header needs no token."""

    def process_view(self, request: HttpRequest, callback: Any, callback_args: Any, callback_kwargs: Any) -> Any:
        if link_in_header(request) is not None:
            return None
        return super().process_view(request, callback, callback_args, callback_kwargs)
