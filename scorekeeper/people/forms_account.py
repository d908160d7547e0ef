"""Forms for signing in and for new passwords. Forms of allauth get our own labels instead of placeholders."""

from typing import Any

from allauth.account import forms as allauth
from django import forms
from django.contrib.auth.hashers import make_password
from django.contrib.auth.password_validation import validate_password
from django.utils.translation import gettext_lazy as _
from django.utils.translation import gettext_noop

from scorekeeper.people.forms import PASSWORD_HELP
from scorekeeper.people.models import User

# Django's own sentences, listed here so that the site's catalogue can translate them better.
gettext_noop("This field is required.")
gettext_noop("This password is too common.")
gettext_noop("This password is too short. It must contain at least %d character.")
gettext_noop("Ensure this value has at most %(limit_value)d character (it has %(show_value)d).")
gettext_noop("Enter a valid date.")
gettext_noop("The password is too similar to the %(verbose_name)s.")


class LoginForm(allauth.LoginForm):
    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.fields["login"].label = _("Your name")
        self.fields["login"].widget.attrs["autocapitalize"] = "none"
        self.fields["password"].help_text = ""
        for field in self.fields.values():
            field.widget.attrs.pop("placeholder", None)

    def clean_login(self) -> str:
        """Return the account's name in its own spelling; the typed name if there is no such account."""
        login: str = super().clean_login()
        user = User.named(login)
        return user.username if user else login


class OurWords:
    """A mixin with our own labels, for forms of allauth that ask for a new password twice."""

    fields: dict[str, forms.Field]

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.fields["password1"].label = _("New password")
        self.fields["password1"].help_text = PASSWORD_HELP
        self.fields["password2"].label = _("Repeat the new password")
        for field in self.fields.values():
            field.widget.attrs.pop("placeholder", None)


class SetPasswordForm(OurWords, allauth.SetPasswordForm):
    pass


class ChangePasswordForm(OurWords, allauth.ChangePasswordForm):
    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.fields["oldpassword"].label = _("Current password")


class NewPasswordForm(forms.Form):
    """The form of a sign-in link: a new password, which may be left empty. Its cleaned value is a hash or ""."""

    password = forms.CharField(
        label=_("New password"),
        strip=False,
        required=False,
        max_length=200,
        widget=forms.PasswordInput(attrs={"autocomplete": "new-password", "data-reveal": _("Show password")}),
    )

    def __init__(self, data: Any = None, *, user: User) -> None:
        super().__init__(data)
        self.user = user

    def clean_password(self) -> str:
        password: str = self.cleaned_data["password"]
        if password:
            validate_password(password, self.user)
        return password and make_password(password)  # outside of `write_transaction()`: hashing takes most of a second
