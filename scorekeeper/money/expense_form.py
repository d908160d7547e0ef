"""The form of an expense that one person paid for several."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property
from typing import Any

from django import forms
from django.core.exceptions import ValidationError
from django.utils.translation import gettext as _

from games.kernel.currencies import CODES
from scorekeeper.money.forms import AmountField
from scorekeeper.money.models import MOST_SHARES, Account, Expense
from scorekeeper.nights.departures import load_seat_changes
from scorekeeper.people.models import NAME_LENGTH, Player
from scorekeeper.web.posted import whole_number

BY_SHARES = "shares"
CODE_LENGTH = 3


def people_of(account: Account) -> list[Player]:
    """Return all players who sat in a game of the night, those of its last game first."""
    last = account.night or account.group.nights.begun().newest_first().first()
    if last is None:
        return list(account.group.players.on_the_pad())
    found = last.matches.filter(deleted_at=None).order_by("-started_at", "-pk")
    matches = list(found.prefetch_related("seats__player__merged_into"))
    load_seat_changes(matches)
    return list(dict.fromkeys(seat.player.canonical for match in matches for seat in match.ever_sat))


@dataclass(frozen=True)
class Choice:
    """A player in the form of an expense. `number` is the text typed as the player's number of shares."""

    player: Player
    pays: bool  # whether the player is chosen as the payer
    chosen: bool  # whether the expense is for the player
    number: str
    is_wrong: bool  # whether `number` is invalid

    @property
    def field(self) -> str:
        return f"number-{self.player.key}"


class ExpenseForm(forms.Form):
    """The form of an expense: the payer, the amount, and the people who share it."""

    payer = forms.CharField(required=False, max_length=NAME_LENGTH)
    currency = forms.CharField(required=False, max_length=CODE_LENGTH)
    note = forms.CharField(required=False, max_length=Expense.NOTE_LENGTH)
    by = forms.CharField(required=False)
    people = forms.Field(required=False, widget=forms.MultipleHiddenInput)

    def __init__(self, data: Any, *, account: Account, currency: str, holder: Player | None) -> None:
        super().__init__(data)
        self.account, self.holder, self.there = account, holder, people_of(account)
        typed = str(data.get("currency", "") if data else "").strip().upper()
        self.is_code = not typed or typed == currency or typed in CODES.split()
        self.code = typed if typed and self.is_code else currency
        self.fields["amount"] = AmountField(self.code)

    def clean_payer(self) -> Player:
        name: str = self.cleaned_data["payer"]
        found = self.account.group.players.find_by_name(name) if name else None
        if found is None:
            raise ValidationError(_("Nobody in this group has that name.") if name else _("Who paid?"))
        return found

    def clean_currency(self) -> str:
        if not self.is_code:
            raise ValidationError(_("This is no currency. Its code has three letters, such as EUR."))
        return self.code

    def clean_people(self) -> dict[Player, int]:
        """Return the number of shares of each player for whom the expense was paid."""
        shares: dict[Player, int] = {}
        for text in dict.fromkeys(self._names):
            player = self.account.group.players.find_by_name(text)
            if player is None:
                raise ValidationError(_("Nobody in this group has that name."))
            number = self._number(text) if self.by_shares else 1
            if number is None:
                self.wrong_numbers.add(player.pk)
            else:
                shares.setdefault(player, number)
        if self.wrong_numbers:
            raise ValidationError(_("A share is a whole number from 1 to %(most)s.") % {"most": MOST_SHARES})
        if not shares:
            raise ValidationError(_("Choose who it was for."))
        return shares

    @property
    def _names(self) -> list[str]:
        return self.data.getlist("people") if self.is_bound else []  # type: ignore[attr-defined]  # a QueryDict

    def _number(self, key: str) -> int | None:
        """Return the number of shares typed; 1 if nothing is typed."""
        number = whole_number(str(self.data.get(f"number-{key}", "1")).strip() or "1")
        return number if 1 <= number <= MOST_SHARES else None

    @cached_property
    def wrong_numbers(self) -> set[int]:
        return set()

    # What the page shows

    @property
    def typed_currency(self) -> str:
        return str(self.data.get("currency", "")) if self.is_bound else self.code

    @property
    def by_shares(self) -> bool:
        return self.is_bound and self.data.get("by") == BY_SHARES

    @cached_property
    def _chosen(self) -> set[int]:
        if not self.is_bound:
            return {each.pk for each in self.there}
        found = (self.account.group.players.find_by_name(text) for text in self._names)
        return {each.pk for each in found if each}

    @cached_property
    def choices(self) -> list[Choice]:
        """The choices for the players of `people_of`."""
        return [self._choice(player) for player in self.there]

    @cached_property
    def others(self) -> list[Choice]:
        """The choices for all other players of `on_the_pad`."""
        there = {each.pk for each in self.there}
        return [self._choice(each) for each in self.account.group.players.on_the_pad() if each.pk not in there]

    def _choice(self, player: Player) -> Choice:
        payer = str(self.data.get("payer", "")) if self.is_bound else ""
        pays = payer in (player.key, player.name) if self.is_bound else player == self.holder
        number = str(self.data.get(f"number-{player.key}", "1")) if self.is_bound else "1"
        return Choice(player, pays, player.pk in self._chosen, number, player.pk in self.wrong_numbers)

    @property
    def other_is_chosen(self) -> bool:
        """Return whether the form has one of the players in `others` as payer, or as one who shares the expense."""
        return any(each.chosen or each.pays for each in self.others)
