"""Internal names of allauth that the site uses because there are no public ones for these steps.

allauth is pinned to one minor version; `tests/test_allauth_internals.py` checks the parameters of each of them.
"""

from typing import Any

from allauth.account.adapter import DefaultAccountAdapter
from allauth.account.internal.flows.login import record_authentication
from django.apps import apps
from django.http import HttpRequest

if apps.is_installed("allauth.mfa"):  # a phone alone has no passkeys
    from allauth.mfa.webauthn.internal.auth import begin_registration
    from allauth.mfa.webauthn.internal.flows import perform_passwordless_login

__all__ = ["begin_registration", "perform_passwordless_login", "record_authentication"]


class LoginAttemptsAdapter(DefaultAccountAdapter):
    """An adapter that counts wrong passwords by name and address together, so nobody else can lock an account."""

    def _get_login_attempts_cache_key(self, request: HttpRequest, **credentials: Any) -> str:
        """Return the cache key without the site's host name, as each of several servers may have another one."""
        return f"{credentials['username'].lower()}:{self.get_client_ip(request)}"
