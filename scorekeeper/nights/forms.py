"""Forms about a night as a whole."""

from __future__ import annotations

from datetime import date
from typing import Any

from django import forms
from django.core.validators import MaxValueValidator, MinValueValidator
from django.utils.translation import gettext_lazy as _

from games.registry import all_games
from scorekeeper.nights.models import LONGEST_NOTE
from scorekeeper.nights.titles import titles
from scorekeeper.people.models import Group, Player
from scorekeeper.web.formatting import language


class NightForm(forms.Form):
    place = forms.CharField(label=_("Where did you play?"), required=False, max_length=80)
    note = forms.CharField(
        label=_("Note"), required=False, max_length=LONGEST_NOTE, widget=forms.Textarea(attrs={"rows": 5})
    )


# Wider than any real date, but well inside what `datetime` can hold.
DAYS = (MinValueValidator(date(1900, 1, 1)), MaxValueValidator(date(2999, 12, 31)))


class SearchForm(forms.Form):
    """The form of a search among past nights; nothing typed finds all of them."""

    game = forms.ChoiceField(label=_("Game"), required=False)
    player: forms.ModelChoiceField[Player] = forms.ModelChoiceField(
        label=_("Player"), required=False, queryset=Player.objects.none(), empty_label=_("anyone")
    )
    place = forms.CharField(label=_("Place"), required=False, max_length=80)
    since = forms.DateField(
        label=_("From"),
        required=False,
        validators=DAYS,
        widget=forms.DateInput(attrs={"type": "date"}, format="%Y-%m-%d"),
    )
    until = forms.DateField(
        label=_("To"),
        required=False,
        validators=DAYS,
        widget=forms.DateInput(attrs={"type": "date"}, format="%Y-%m-%d"),
    )

    def __init__(self, *args: Any, group: Group, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        named = [(name, what) for what, name in titles(group).items()]
        names = sorted([*((game.name.text(language()), slug) for slug, game in all_games().items()), *named])
        self.games = [(slug, name) for name, slug in names]
        self.fields["game"].choices = [("", _("any")), *self.games]  # type: ignore[attr-defined]
        self.fields["player"].queryset = group.players.themselves()  # type: ignore[attr-defined]

    def clean(self) -> dict[str, Any]:
        found = super().clean() or {}
        since, until = found.get("since"), found.get("until")
        if since and until and since > until:
            found["since"], found["until"] = until, since  # the days are clear, whichever was typed first
        return found
