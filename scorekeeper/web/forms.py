"""A form that does not take back what another phone has changed since it was shown."""

from copy import copy
from typing import Any

from django import forms


class ChangeForm(forms.Form):
    """A form that changes a row. A field that was left as it was shown gets the row's present value.

    So two phones can change different fields. The form sends what it showed, too, by `show_hidden_initial`. For a field
    without it, as a program or an old page sends it, the present value counts as shown.

    Read the row and check the form inside `write_transaction()`.
    """

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        for field in self.fields.values():
            field.show_hidden_initial = True

    def full_clean(self) -> None:
        """Put the present values into the posted data, and check it. If it has errors, the page shows these values."""
        if self.is_bound:
            data: Any = copy(self.data)
            present = {field.name: self._present_value(field) for field in self}
            for field in self:
                data.setdefault(field.html_initial_name, present[field.name])
            self.data = data
            for field in self:
                if field.name not in self.changed_data:
                    data[field.html_name] = present[field.name]
                data[field.html_initial_name] = present[field.name]
        super().full_clean()

    @staticmethod
    def _present_value(field: forms.BoundField) -> str:
        """Return the row's present value as a hidden field of the page sends it."""
        return field.field.hidden_widget().format_value(field.field.prepare_value(field.initial)) or ""
