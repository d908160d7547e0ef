"""The internal functions of allauth that this site needs, because allauth has no public ones for these steps.

An update may change them without notice. So allauth is pinned to one minor version, and
`tests/test_allauth_internals.py` checks the parameters of each function.
"""

from typing import Any

from allauth.account.adapter import DefaultAccountAdapter
from allauth.account.internal.flows.login import record_authentication
from django.apps import apps
from django.http import HttpRequest

if apps.is_installed("allauth.mfa"):  # not on a phone that runs the site itself (`pocket`)
    from allauth.mfa.webauthn.internal.auth import begin_registration
    from allauth.mfa.webauthn.internal.flows import perform_passwordless_login

__all__ = ["begin_registration", "perform_passwordless_login", "record_authentication"]


class LoginAttemptsAdapter(DefaultAccountAdapter):
    """An adapter that counts wrong passwords for each pair of account name and IP address.

    So wrong passwords from one address do not lock the account for other addresses.
    """

    def _get_login_attempts_cache_key(self, request: HttpRequest, **credentials: Any) -> str:
        """Return the cache key of the counter.

        Unlike allauth's own key, it has no host name, because servers that share the cache may have different ones.
        """
        return f"{credentials['username'].lower()}:{self.get_client_ip(request)}"
