"""Middleware that signs in the only person there is."""

from collections.abc import Callable
from typing import Any

from django.http import Http404, HttpRequest, HttpResponseBase

from scorekeeper.people.models import User

# Pages about other phones and accounts: there is one phone, and nothing to sign in to.
NOT_ALONE = {
    "owner_link", "join", "invitation", "sign_in", "leave", "links", "link", "link_withdraw", "accounts", "account",
    "account_withdraw", "account_link", "phones", "invite", "invite_withdraw", "account_login",
    "account_logout", "account_change_password", "account_set_password", "account_reauthenticate",
}  # fmt: skip


def owner() -> User | None:
    """The owner of the phone: in a copy that comes from a server, whoever set that up."""
    return User.objects.filter(is_active=True).order_by("pk").first()


class OnlyPerson:
    """Every request comes from the owner of the phone, and what makes no sense alone does not exist."""

    def __init__(self, get_response: Callable[[HttpRequest], HttpResponseBase]) -> None:
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponseBase:
        request.user = owner()  # type: ignore[assignment]
        return self.get_response(request)

    def process_view(self, request: HttpRequest, view: Any, args: Any, kwargs: Any) -> None:
        if request.resolver_match and request.resolver_match.url_name in NOT_ALONE:
            raise Http404("nobody else is here")
