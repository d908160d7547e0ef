"""Middleware that says who asks, the owner of the phone or a guest, and lets a group's pages talk to its server."""

from collections.abc import Callable
from typing import Any

from django.conf import settings
from django.contrib.auth.models import AnonymousUser
from django.http import Http404, HttpRequest, HttpResponseBase
from django.utils.csp import CSP
from django.views.decorators.csp import csp_override

from pocket import GUEST
from pocket.outbox import server_of
from scorekeeper.people.models import User

# Pages about accounts: there is nothing to sign in to. And the first evening's code, which a server would answer.
NO_ACCOUNTS = {
    "owner_link", "invitation", "sign_in", "accounts", "account",
    "account_withdraw", "account_link", "phones", "invite", "invite_withdraw", "account_login",
    "account_logout", "account_change_password", "account_set_password", "account_reauthenticate",
    "account_sessions",
}  # fmt: skip


def owner() -> User | None:
    """Return the owner of the phone: in a copy that comes from a server, whoever set that up."""
    return User.objects.filter(is_active=True).order_by("pk").first()


def is_guest(request: HttpRequest) -> bool:
    """Return whether another phone at the table asks."""
    return bool(request.META[GUEST])


class OwnerOrGuest:
    """Every request comes from the owner of the phone or, by a share link, from a guest.

    What makes no sense without accounts does not exist; for a guest, nor do pocket's own pages, about all of this phone.
    """

    def __init__(self, get_response: Callable[[HttpRequest], HttpResponseBase]) -> None:
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponseBase:
        request.user = AnonymousUser() if is_guest(request) else owner()  # type: ignore[assignment]
        return self.get_response(request)

    def process_view(self, request: HttpRequest, view: Any, args: Any, kwargs: Any) -> None:
        if request.resolver_match and request.resolver_match.url_name in NO_ACCOUNTS:
            raise Http404("there are no accounts")
        if is_guest(request) and view.__module__.startswith("pocket."):
            raise Http404("not for guests")


def may_reach_its_server(get_response: Callable[[HttpRequest], HttpResponseBase]) -> Callable[..., HttpResponseBase]:
    """Let the pages of a group that a server keeps talk to this server, and to no other."""

    def middleware(request: HttpRequest) -> HttpResponseBase:
        server = server_of(request) if request.method == "GET" and not is_guest(request) else None
        return reaching(server.origin)(get_response)(request) if server else get_response(request)

    return middleware


def reaching(origin: str) -> Callable[[Any], Any]:
    """Return the decorator of a view whose page may talk to this server."""
    policy: dict[str, Any] = {**settings.SECURE_CSP, "connect-src": [CSP.SELF, origin]}
    decorator: Callable[[Any], Any] = csp_override(policy)
    return decorator
