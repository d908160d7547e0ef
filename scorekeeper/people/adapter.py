from typing import Any

from allauth.account.adapter import DefaultAccountAdapter
from django.http import HttpRequest


class Adapter(DefaultAccountAdapter):
    """Accounts are made by an owner's link only, and signing in shows no message."""

    def is_open_for_signup(self, request: HttpRequest) -> bool:
        return False

    def _get_login_attempts_cache_key(self, request: HttpRequest, **credentials: Any) -> str:
        """Count wrong passwords by name and address together, so that nobody can lock an account from elsewhere.

        Not by the site's name, as allauth does: each of several servers may be asked under another.
        """
        return f"{credentials['username'].lower()}:{self.get_client_ip(request)}"

    def add_message(self, *args: Any, **kwargs: Any) -> None:
        pass
