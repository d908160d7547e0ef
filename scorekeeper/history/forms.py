"""The form of a season."""

from __future__ import annotations

from typing import Any

from django import forms
from django.utils.translation import gettext_lazy as _

from scorekeeper.nights.forms import DAYS
from scorekeeper.people.forms import NameField


def _day(**options: Any) -> forms.DateField:
    return forms.DateField(
        validators=DAYS, widget=forms.DateInput(attrs={"type": "date"}, format="%Y-%m-%d"), **options
    )


class SeasonForm(forms.Form):
    """The form of a season: its name, its first and its last day."""

    name = NameField(
        label=_("Name"),
        error_messages={"required": _("Enter a name.")},
    )
    first = _day(label=_("From"), error_messages={"required": _("Choose the day.")})
    last = _day(label=_("To"), required=False, help_text=_("Leave blank if it’s still running."))

    def clean(self) -> dict[str, Any]:
        found = super().clean() or {}
        first, last = found.get("first"), found.get("last")
        if first and last and last < first:
            self.add_error("last", _("The last day is before the first."))
        return found
