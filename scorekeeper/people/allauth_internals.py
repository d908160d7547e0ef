"""The inner names of allauth that the site leans on: it offers no public ones for these steps.

allauth is pinned to one minor version; `tests/test_allauth_internals.py` says what each of them must take.
"""

from allauth.account.internal.flows.login import record_authentication
from django.apps import apps

if apps.is_installed("allauth.mfa"):  # a phone alone has no passkeys
    from allauth.mfa.webauthn.internal.auth import begin_registration
    from allauth.mfa.webauthn.internal.flows import perform_passwordless_login

__all__ = ["begin_registration", "perform_passwordless_login", "record_authentication"]
