"""What is typed about a night as a whole."""

from django import forms
from django.utils.translation import gettext_lazy as _


class NightForm(forms.Form):
    place = forms.CharField(label=_("Where was it?"), required=False, max_length=80)
    note = forms.CharField(label=_("Note"), required=False, max_length=2000, widget=forms.Textarea(attrs={"rows": 5}))
