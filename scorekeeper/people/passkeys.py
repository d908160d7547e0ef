"""Passkeys: django-allauth's views, adapted to this site. A passkey signs in without a password."""

from __future__ import annotations

import struct
from collections.abc import Callable
from typing import Any, cast

from allauth.account.decorators import reauthentication_required
from allauth.mfa.adapter import DefaultMFAAdapter
from allauth.mfa.base import views as base
from allauth.mfa.models import Authenticator
from allauth.mfa.recovery_codes import views as recovery_codes
from allauth.mfa.webauthn import forms, views
from django import forms as django_forms
from django.contrib import messages
from django.core.exceptions import ValidationError
from django.http import HttpRequest, HttpResponse, HttpResponseBase, HttpResponseRedirect
from django.shortcuts import redirect
from django.template.response import TemplateResponse
from django.urls import reverse
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_safe

from scorekeeper.people.models import NAME_LENGTH
from scorekeeper.server.write_queue import write_transaction

MOST = 20  # the most passkeys of an account
LONGEST = 20_000  # the most characters of a credential that a browser sends
# Exceptions that fido2 raises for a credential with contents that no browser sends.
MADE_UP = (ArithmeticError, AttributeError, LookupError, RecursionError, TypeError, ValueError, struct.error)


class Adapter(DefaultMFAAdapter):  # type: ignore[misc]
    error_messages = {
        **DefaultMFAAdapter.error_messages,
        "incorrect_code": gettext_lazy("That didn’t work. Try again."),
    }

    def generate_authenticator_name(self, user: Any, type: Any) -> str:  # noqa: A002 - allauth's name
        return _("Passkey")

    def send_notification_mail(self, *args: Any, **kwargs: Any) -> None:
        """Send nothing: accounts have no e-mail address."""


class CredentialField(django_forms.JSONField):
    """A field for the credential that a browser sends: a JSON object of at most `LONGEST` characters."""

    widget = django_forms.HiddenInput

    def to_python(self, value: Any) -> Any:
        try:
            found = super().to_python(value) if len(str(value)) <= LONGEST else None
        except RecursionError:
            found = None
        if not isinstance(found, dict):
            raise ValidationError(Adapter.error_messages["incorrect_code"])
        return found


def _checked[T](read: Callable[[], T]) -> T:
    try:
        return read()
    except ValidationError:
        raise
    except MADE_UP:
        raise ValidationError(Adapter.error_messages["incorrect_code"]) from None


class AddForm(forms.AddWebAuthnForm):  # type: ignore[misc]
    passwordless = None  # removes allauth's field: every passkey signs in without a password
    name = django_forms.CharField(
        label=gettext_lazy("Where is it kept?"),
        max_length=NAME_LENGTH,
        required=False,
        help_text=gettext_lazy("Optional, for example: Anna’s phone"),
    )
    credential = CredentialField()

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.initial.pop("name", None)

    def clean(self) -> Any:
        return _checked(super().clean)


class _OfACredential(django_forms.Form):
    """A form with nothing but a credential."""

    credential = CredentialField()

    def clean_credential(self) -> Authenticator:
        return _checked(super().clean_credential)  # type: ignore[misc]  # allauth's forms, below, have it


class LoginForm(_OfACredential, forms.LoginWebAuthnForm):  # type: ignore[misc]
    pass


class AuthenticateForm(_OfACredential, forms.AuthenticateWebAuthnForm):  # type: ignore[misc]
    pass


class ReauthenticateForm(_OfACredential, forms.ReauthenticateWebAuthnForm):  # type: ignore[misc]
    pass


class Add(views.AddWebAuthnView):  # type: ignore[misc]
    def dispatch(self, request: HttpRequest, *args: Any, **kwargs: Any) -> HttpResponseBase:
        if Authenticator.objects.filter(user_id=request.user.pk).count() > MOST:
            return redirect("mfa_list_webauthn")
        return cast(HttpResponseBase, super().dispatch(request, *args, **kwargs))

    def get_context_data(self, **kwargs: Any) -> dict[str, Any]:
        found: dict[str, Any] = super().get_context_data(**kwargs)
        options = found["js_data"]["creation_options"]["publicKey"]
        options["authenticatorSelection"] |= {"residentKey": "required", "requireResidentKey": True}
        return found

    def get_success_url(self) -> str:
        return reverse("mfa_view_recovery_codes" if self.did_generate_recovery_codes else "mfa_list_webauthn")


class SignIn(views.LoginWebAuthnView):  # type: ignore[misc]
    def form_invalid(self, form: Any) -> HttpResponse:
        messages.error(self.request, _("We don’t know this passkey. Sign in with your password."))
        return HttpResponseRedirect(reverse("account_login"))


class ConfirmByPasskey(views.ReauthenticateWebAuthnView):  # type: ignore[misc]
    def form_invalid(self, form: Any) -> HttpResponse:
        messages.error(self.request, _("That didn’t work. Try again."))
        return HttpResponseRedirect(self.request.get_full_path())


def _in_turn(view: Callable[..., HttpResponseBase]) -> Callable[..., HttpResponseBase]:
    """Return the view with each POST handled inside one write transaction."""

    def seen(request: HttpRequest, *args: Any, **kwargs: Any) -> HttpResponseBase:
        if request.method != "POST":
            return view(request, *args, **kwargs)
        with write_transaction():
            return view(request, *args, **kwargs)

    return seen


@require_safe
@never_cache
@reauthentication_required(app="allauth.mfa")  # type: ignore[untyped-decorator]
def codes(request: HttpRequest) -> HttpResponseBase:
    """Show the recovery codes the first time, and store that they were shown; later show only how many are left."""
    with write_transaction():
        return cast(TemplateResponse, recovery_codes.view_recovery_codes(request)).render()


passkeys = require_safe(views.list_webauthn)
add = _in_turn(Add.as_view())
remove = _in_turn(views.remove_webauthn)
sign_in = _in_turn(SignIn.as_view())
second_step = _in_turn(base.authenticate)
confirm_by_code = _in_turn(base.reauthenticate)
confirm_by_passkey = _in_turn(ConfirmByPasskey.as_view())
new_codes = _in_turn(recovery_codes.generate_recovery_codes)
