"""The form of a payment, and the field of an amount."""

from __future__ import annotations

import re
from typing import Any

from django import forms
from django.core.exceptions import ValidationError
from django.utils.translation import gettext as _

from games.kernel.currencies import minor_units
from scorekeeper.money.models import Payment
from scorekeeper.people.models import NAME_LENGTH, Group, Player
from scorekeeper.web.formatting import amount as shown

_BELOW_ZERO = re.compile(r"^\D*[-−–]")


class AmountField(forms.CharField):
    """A required field for an amount above zero. Its value is in minor units of `currency`."""

    def __init__(self, currency: str) -> None:
        super().__init__(required=False, max_length=30)
        self.currency = currency

    def clean(self, value: Any) -> Any:
        text = super().clean(value)
        if not text:
            raise ValidationError(_("How much was it?"))
        if _BELOW_ZERO.match(text):
            raise ValidationError(_("How much was it?"))
        found = minor_units(text.rstrip(".,"), self.currency, plain_is_whole=True)
        if isinstance(found, str):
            raise ValidationError(_("Enter an amount such as %(amount)s.") % {"amount": shown(150, self.currency)})
        if found == 0:
            raise ValidationError(_("How much was it?"))
        return found


class PaymentForm(forms.Form):
    """The form of a payment. People are given by key or by name; "" is the cash box."""

    payer = forms.CharField(required=False, max_length=NAME_LENGTH)
    receiver = forms.CharField(required=False, max_length=NAME_LENGTH)
    note = forms.CharField(required=False, max_length=Payment.NOTE_LENGTH)

    def __init__(self, *args: Any, group: Group, currency: str, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.group = group
        self.fields["amount"] = AmountField(currency)

    def clean_payer(self) -> Player | None:
        return self._person("payer", _("Who paid?"))

    def clean_receiver(self) -> Player | None:
        return self._person("receiver", _("Who got it?"))

    def _person(self, field: str, ask: str) -> Player | None:
        if field not in self.data:
            raise ValidationError(ask)
        name: str = self.cleaned_data[field]
        found = self.group.players.find_by_name(name)
        if name and found is None:
            raise ValidationError(_("Nobody in this group has that name."))
        return found
