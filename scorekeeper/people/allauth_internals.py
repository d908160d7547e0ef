"""The internal functions of allauth that this site needs, because allauth has no public ones for these steps."""

from allauth.account.internal.flows.login import record_authentication
from django.apps import apps

if apps.is_installed("allauth.mfa"):  # not on a phone that runs the site itself (`pocket`)
    from allauth.mfa.webauthn.internal.auth import begin_registration
    from allauth.mfa.webauthn.internal.flows import perform_passwordless_login

__all__ = ["begin_registration", "perform_passwordless_login", "record_authentication"]
