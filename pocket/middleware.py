"""Middleware that tells the phone's owner from guests, and middleware that lets pages connect to a group's server."""

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

# Names of URLs that answer 404 here. Most are pages about accounts: nobody signs in on a phone. `phones` shows a code
# by which phones join at a server.
NO_ACCOUNTS = {
    "owner_link", "invitation", "sign_in", "accounts", "account",
    "account_withdraw", "account_link", "phones", "invite", "invite_withdraw", "account_login",
    "account_logout", "account_change_password", "account_set_password", "account_reauthenticate",
    "account_sessions",
}  # fmt: skip


def owner() -> User | None:
    """Return the phone's owner: the oldest active account; None if there is none."""
    return User.objects.filter(is_active=True).order_by("pk").first()


def is_guest(request: HttpRequest) -> bool:
    """Return whether the request comes from another phone at the table."""
    return bool(request.META[GUEST])


class OwnerOrGuest:
    """Middleware that sets the user of a request: the phone's owner or, for a guest, AnonymousUser."""

    def __init__(self, get_response: Callable[[HttpRequest], HttpResponseBase]) -> None:
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponseBase:
        request.user = AnonymousUser() if is_guest(request) else owner()  # type: ignore[assignment]
        return self.get_response(request)

    def process_view(self, request: HttpRequest, view: Any, args: Any, kwargs: Any) -> None:
        name = request.resolver_match.url_name if request.resolver_match else None
        if name in NO_ACCOUNTS:
            raise Http404("there are no accounts")
        if is_guest(request) and view.__module__.startswith("pocket.") and name != "full":
            raise Http404("not for guests")


def may_reach_its_server(get_response: Callable[[HttpRequest], HttpResponseBase]) -> Callable[..., HttpResponseBase]:
    """Let the scripts on the owner's pages of a group connect to the group's server (Content-Security-Policy)."""

    def middleware(request: HttpRequest) -> HttpResponseBase:
        server = server_of(request) if request.method == "GET" and not is_guest(request) else None
        return reaching(server.origin)(get_response)(request) if server else get_response(request)

    return middleware


def reaching(origin: str) -> Callable[[Any], Any]:
    """Return a decorator that lets the scripts on a view's pages connect to this origin and to the site itself."""
    policy: dict[str, Any] = {**settings.SECURE_CSP, "connect-src": [CSP.SELF, origin]}
    decorator: Callable[[Any], Any] = csp_override(policy)
    return decorator
