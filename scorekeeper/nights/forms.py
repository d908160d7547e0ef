"""The form of a night's place, note and date, and the form of the search among past nights."""

from __future__ import annotations

from datetime import date
from typing import Any

from django import forms
from django.core.validators import MaxValueValidator, MinValueValidator
from django.utils import timezone
from django.utils.formats import time_format
from django.utils.translation import gettext_lazy as _

from games.kernel.words import isolated
from games.registry import all_games
from scorekeeper.nights.models import Match, Night
from scorekeeper.nights.titles import titles
from scorekeeper.people.models import Group, Player
from scorekeeper.web.formatting import language

# The earliest and the latest day that forms accept. Both are far inside the limits of `datetime`.
DAYS = (MinValueValidator(date(1900, 1, 1)), MaxValueValidator(date(2999, 12, 31)))


class NightForm(forms.Form):
    """The form of a night's place and note. A `dated` form (for owners) also has the night's date."""

    day = forms.DateField(
        label=_("When did you play?"),
        required=False,  # a form sent by an older version lacks this field: then the day stays as it is
        validators=DAYS,
        widget=forms.DateInput(attrs={"type": "date"}, format="%Y-%m-%d"),
    )
    games = forms.MultipleChoiceField(
        label=_("Which games were played then?"),
        required=False,
        widget=forms.CheckboxSelectMultiple,
    )
    place = forms.CharField(label=_("Where did you play?"), required=False, max_length=Night.TEXTS["place"])
    note = forms.CharField(
        label=_("Note"), required=False, max_length=Night.TEXTS["note"], widget=forms.Textarea(attrs={"rows": 5})
    )

    def __init__(self, *args: Any, night: Night, dated: bool, **kwargs: Any) -> None:
        self.night, matches = night, list(night.matches.all())
        now = {**night.texts, "day": night.day, "games": [match.key for match in matches]}
        super().__init__(*args, **{**kwargs, "initial": now})
        if not dated:
            del self.fields["day"]
        if not dated or len(matches) < 2:
            del self.fields["games"]
        else:
            names = [(match.key, f"{match.title.text(language())}, {_time(match)}") for match in matches]
            self.fields["games"].choices = names  # type: ignore[attr-defined]

    def clean_day(self) -> date:
        day: date | None = self.cleaned_data["day"]
        if day is None and "day" in self.data:
            raise forms.ValidationError(_("Choose the day."))
        day = day or self.night.day
        if day > max(timezone.localdate(), self.night.day):
            raise forms.ValidationError(_("That day is still to come."))
        return day

    def clean(self) -> dict[str, Any]:
        found = super().clean() or {}
        if self.is_moved and "games" in self.fields and not found.get("games"):
            self.add_error("games", _("Choose at least one game."))
        return found

    @property
    def is_moved(self) -> bool:
        """Return whether a day other than the night's own is chosen."""
        return bool(self.cleaned_data.get("day", self.night.day) != self.night.day)

    @property
    def chosen(self) -> list[str]:
        """The keys of the matches that were played on the chosen day: all matches if the form does not ask."""
        return list(self.cleaned_data.get("games", self.initial["games"]))


def _time(match: Match) -> str:
    return time_format(timezone.localtime(match.started_at), "TIME_FORMAT")


class SearchForm(forms.Form):
    """The form of a search among past nights. An empty form finds all nights."""

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
        self.games = [(slug, isolated(name)) for name, slug in names]
        self.fields["game"].choices = [("", _("any")), *self.games]  # type: ignore[attr-defined]
        self.fields["player"].label_from_instance = lambda each: isolated(each.name)  # type: ignore[attr-defined]
        self.fields["player"].queryset = group.players.canonical()  # type: ignore[attr-defined]

    def clean(self) -> dict[str, Any]:
        found = super().clean() or {}
        since, until = found.get("since"), found.get("until")
        if since and until and since > until:
            found["since"], found["until"] = until, since  # they were typed in reverse order
        return found
