"""The forms in which a group describes a game of its own."""

from __future__ import annotations

import re
from collections.abc import Iterator
from functools import cached_property
from itertools import count
from typing import Any

from django import forms
from django.core.exceptions import ValidationError
from django.http import QueryDict
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from games.kernel.posted import as_number
from games.sheets.by_hand import MOST_LINES, MOST_ROUNDS, DescribedGame, Line
from games.sheets.expressions import LARGEST
from games.sheets.reading import FEWEST_SEATS, LONGEST_LABEL, MOST_SEATS
from scorekeeper.nights.models import OwnSheet
from scorekeeper.nights.models.own_sheet import SLUG_LENGTH
from scorekeeper.nights.offered import is_called
from scorekeeper.people import names
from scorekeeper.people.keys import is_replay
from scorekeeper.people.models import Group

HIGH, LOW = "high", "low"


class TextField(forms.CharField):
    """A field for a name or a label in a sheet: at most LONGEST_LABEL characters, tidied by `names.tidy`."""

    def __init__(self, **kwargs: Any) -> None:
        super().__init__(max_length=LONGEST_LABEL, **kwargs)
        self.widget.attrs |= {"autocomplete": "off", "dir": "auto"}

    def to_python(self, value: Any) -> str:
        return names.tidy(super().to_python(value) or "")


class NumberField(forms.IntegerField):
    """A field for a whole number, typed on a phone's keypad and read as in the forms of rounds (`as_number`)."""

    def __init__(self, low: int, high: int, **kwargs: Any) -> None:
        words = {
            "required": gettext_lazy("A number is missing here."),
            "invalid": gettext_lazy("Enter a whole number."),
        }
        attrs = {"inputmode": "numeric", "autocomplete": "off", "class": "fig"}
        kwargs = {"widget": forms.TextInput(attrs=attrs), "error_messages": words, **kwargs}
        super().__init__(min_value=low, max_value=high, **kwargs)

    def to_python(self, value: Any) -> int | None:
        number = as_number(str(value if value is not None else "").strip())
        if isinstance(number, str):
            raise ValidationError(self.error_messages["invalid"], code="invalid")
        return number


class GameForm(forms.Form):
    """The form of a game: its name, how many play, who wins, and when it ends."""

    name = TextField(
        label=gettext_lazy("What is it called?"),
        error_messages={"required": gettext_lazy("Enter a name.")},
    )
    fewest = forms.TypedChoiceField(
        label=gettext_lazy("at least"),
        choices=[(number, number) for number in range(FEWEST_SEATS, MOST_SEATS + 1)],
        coerce=int,
        initial=2,
    )
    most = forms.TypedChoiceField(
        label=gettext_lazy("at most"),
        choices=[(number, number) for number in range(FEWEST_SEATS, MOST_SEATS + 1)],
        coerce=int,
        initial=6,
    )
    best = forms.ChoiceField(
        label=gettext_lazy("Who wins?"),
        choices=[(HIGH, gettext_lazy("Most points")), (LOW, gettext_lazy("Fewest points"))],
        widget=forms.RadioSelect,
        initial=HIGH,
    )
    target = NumberField(1, LARGEST, label=gettext_lazy("at … points"), required=False)
    rounds = NumberField(
        1,
        MOST_ROUNDS,
        label=gettext_lazy("after … rounds"),
        required=False,
    )
    done = TextField(
        label=gettext_lazy("when someone has done this, such as phase 10"),
        required=False,
    )

    def __init__(self, data: Any, group: Group, *, sheet: OwnSheet | None = None, **kwargs: Any) -> None:
        super().__init__(data, use_required_attribute=False, **kwargs)
        self.group, self.sheet = group, sheet

    def clean_name(self) -> str:
        name: str = self.cleaned_data["name"]
        if is_replay():  # a phone has described it offline, and plays it already
            return next(each for each in _numbered(name) if not is_called(self.group, each, but=self.sheet))
        if is_called(self.group, name, but=self.sheet):
            raise ValidationError(_("This name is already taken."))
        return name

    def clean(self) -> dict[str, Any]:
        found = super().clean() or {}
        if found.get("fewest", 0) > found.get("most", MOST_SEATS):
            self.add_error("most", _("That’s fewer than the least."))
        return found


class LineForm(forms.Form):
    """The form of a line: a number or a tick of each player in each round. An empty form adds no line."""

    label = TextField(
        label=gettext_lazy("What do you write down?"),
        error_messages={"required": gettext_lazy("What is it called?")},
    )
    worth = NumberField(-LARGEST, LARGEST, label=gettext_lazy("points each"), initial=1, required=False)
    sum = NumberField(0, LARGEST, label=gettext_lazy("in all"), required=False)
    most = NumberField(1, LARGEST, label=gettext_lazy("at most"), required=False)
    tick = forms.BooleanField(label=gettext_lazy("no number, just a tick"), required=False)

    def has_changed(self) -> bool:
        typed = {name: str(self.data.get(self.add_prefix(name), "")).strip() for name in self.fields}
        return typed.pop("worth") not in ("", "1") or any(typed.values())

    @property
    def is_there(self) -> bool:
        """Return whether the form has a line: a typed one or, if nothing was sent, one of the game to copy or edit."""
        return self.has_changed() if self.is_bound else bool(self.initial)

    @property
    def asks_more(self) -> bool:
        """Return whether more than the label was typed, or has a problem."""
        found = {**self.initial, **(self.cleaned_data if self.is_bound and self.is_valid() else {})}
        return (
            bool(self.errors) or found.pop("worth", 1) != 1 or any(found.get(name) for name in ("sum", "most", "tick"))
        )

    @cached_property
    def line(self) -> Line | None:
        """The line that was typed; None for an empty or invalid form."""
        return Line(**self.cleaned_data) if self.is_bound and self.has_changed() and self.is_valid() else None

    def clean_worth(self) -> int:
        worth: int | None = self.cleaned_data["worth"]
        return 1 if worth is None else worth

    def clean(self) -> dict[str, Any]:
        found = super().clean() or {}
        if found.get("tick"):
            found |= {"most": None, "sum": None}
        if found.get("most") and found.get("worth") and found["most"] * abs(found["worth"]) > LARGEST:
            self.add_error("worth", _("That comes to more than %(most)s points.") % {"most": LARGEST})
        return found


class Description:
    """All forms that describe a game. `sheet` is the sheet that the forms change; None if they create a new sheet."""

    def __init__(
        self,
        group: Group,
        data: QueryDict | None = None,
        *,
        game: DescribedGame | None = None,
        sheet: OwnSheet | None = None,
    ) -> None:
        self.group, self.data = group, data
        lines = [vars(line) for line in game.lines] if game else []
        first = {**vars(game), "best": LOW if game.lowest_wins else HIGH} if game else {}
        self.game_form = GameForm(data, group, sheet=sheet, initial=first)
        self.line_forms = [
            LineForm(
                data,
                prefix=f"line-{place}",
                empty_permitted=True,
                use_required_attribute=False,
                initial=lines[place] if place < len(lines) else {},
            )
            for place in range(MOST_LINES)
        ]

    @property
    def lines(self) -> list[Line]:
        return [form.line for form in self.line_forms if form.line]

    def is_valid(self) -> bool:
        """Return whether the forms describe a game; if not, add an error to each field with a problem."""
        fine = [form.is_valid() for form in (self.game_form, *self.line_forms)]
        first = self.line_forms[0]
        if not any(form.has_changed() for form in self.line_forms):
            first.add_error("label", _("What do you write down?"))
            return False
        fewest, labels = self.game_form.cleaned_data.get("fewest"), {self.game_form.cleaned_data.get("done")}
        for form in self.line_forms:
            line = form.line
            if line and line.label in labels:
                form.add_error("label", _("This name is already taken."))
                fine.append(False)
            labels.add(line.label if line else "")
            if fewest and line and line.sum is not None and line.most and line.sum > fewest * line.most:
                facts = {"players": fewest, "most": fewest * line.most}
                form.add_error("sum", _("%(players)s players have at most %(most)s in all.") % facts)
                fine.append(False)
        return all(fine)

    @property
    def game(self) -> DescribedGame:
        """The game that the forms describe. May be used only after `is_valid()` has returned True."""
        found = self.game_form.cleaned_data
        return DescribedGame(
            found["name"],
            found["fewest"],
            found["most"],
            found["best"] == LOW,
            found["target"],
            found["rounds"],
            found["done"],
            self.lines,
        )


def _numbered(name: str) -> Iterator[str]:
    """Yield the name, then the name with a number from 2 on."""
    yield name
    yield from (f"{name[: LONGEST_LABEL - 3]} {number}" for number in count(2))


def free_slug(group: Group, name: str) -> str:
    """Derive a slug from the name. Return one that no sheet of the group has."""
    plain = re.sub(r"[^a-z0-9]+", "-", names.folded(name)).strip("-")
    slug = plain if plain[:1].isalpha() else f"game-{plain}".strip("-")
    taken = set(OwnSheet.objects.filter(group=group).values_list("slug", flat=True))
    room = SLUG_LENGTH - len("-00")
    slugs = (slug[:SLUG_LENGTH].strip("-"), *(f"{slug[:room]}-{number}" for number in range(2, len(taken) + 3)))
    return next(each for each in slugs if each not in taken)
