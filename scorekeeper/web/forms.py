"""A form that does not take back what another phone has changed since it was shown."""

from typing import Any

from django import forms


class ChangeForm(forms.Form):
    """A form that changes a row. A field that was left as it was shown gets the row's present value.

    So two phones can change different fields. The form sends what it showed, too, by `show_hidden_initial`. A field
    without it, as a program sends it, counts as changed.
    """

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        for field in self.fields.values():
            field.show_hidden_initial = True

    def clean(self) -> dict[str, Any]:
        for name in self.cleaned_data.keys() - set(self.changed_data):
            if self[name].html_initial_name in self.data:
                self.cleaned_data[name] = self.get_initial_for_field(self.fields[name], name)
        return super().clean() or self.cleaned_data
