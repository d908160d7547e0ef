"""Sign-in and change of password in our own words; labels stay, placeholders would vanish."""

from typing import Any

from allauth.account import forms as allauth
from django.utils.translation import gettext_lazy as _

from scorekeeper.people.models import User


class LoginForm(allauth.LoginForm):
    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.fields["login"].label = _("Your name")
        self.fields["login"].widget.attrs["autocapitalize"] = "none"
        self.fields["password"].help_text = ""
        for field in self.fields.values():
            field.widget.attrs.pop("placeholder", None)

    def clean_login(self) -> str:
        """The account's own spelling of the name, if there is an account."""
        login: str = super().clean_login()
        user = User.named(login)
        return user.username if user else login


class ChangePasswordForm(allauth.ChangePasswordForm):
    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        for field in self.fields.values():
            field.widget.attrs.pop("placeholder", None)
