from typing import Any

from django.http import HttpRequest

from scorekeeper.people.allauth_internals import LoginAttemptsAdapter


class Adapter(LoginAttemptsAdapter):
    """Accounts are made by an owner's link only, and signing in shows no message."""

    def is_open_for_signup(self, request: HttpRequest) -> bool:
        return False

    def add_message(self, *args: Any, **kwargs: Any) -> None:
        pass
