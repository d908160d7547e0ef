import logging
from typing import Any

from allauth.account.adapter import DefaultAccountAdapter
from django.core.exceptions import PermissionDenied
from django.http import HttpRequest
from django.utils.translation import gettext_lazy as _

logger = logging.getLogger(__name__)


class Adapter(DefaultAccountAdapter):
    """The adapter of allauth: nobody can sign up on allauth's page, and allauth adds no messages to a page."""

    error_messages = {
        **DefaultAccountAdapter.error_messages,
        "enter_current_password": _("That’s not your current password."),
        "too_many_login_attempts": _("Wait a few minutes, then try again."),
        "username_password_mismatch": _("The name or the password is wrong."),
    }

    def is_open_for_signup(self, request: HttpRequest) -> bool:
        return False

    def add_message(self, *args: Any, **kwargs: Any) -> None:
        pass

    def authentication_failed(self, request: HttpRequest, **credentials: Any) -> None:
        logger.warning("Wrong password for %.150r from %s", credentials.get("username"), self.get_client_ip(request))

    def get_client_ip(self, request: HttpRequest) -> str:
        try:
            return str(super().get_client_ip(request))
        except PermissionDenied:
            sent = request.headers.get("X-Forwarded-For")
            logger.warning("The proxy has to send the address of the visitor in X-Forwarded-For, not %.200r", sent)
            raise
