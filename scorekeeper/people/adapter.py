from typing import Any

from django.http import HttpRequest
from django.utils.translation import gettext_lazy as _

from scorekeeper.people.allauth_internals import LoginAttemptsAdapter


class Adapter(LoginAttemptsAdapter):
    """The adapter of allauth: nobody can sign up on allauth's page, and allauth adds no messages to a page.

    Accounts are created by an owner's link or an invitation (`views.accounts`).
    """

    error_messages = {
        **LoginAttemptsAdapter.error_messages,
        "enter_current_password": _("That’s not your current password."),
        "too_many_login_attempts": _("Too many attempts. Wait a few minutes, then try again."),
        "username_password_mismatch": _("The name or the password is wrong."),
    }

    def is_open_for_signup(self, request: HttpRequest) -> bool:
        return False

    def add_message(self, *args: Any, **kwargs: Any) -> None:
        pass
