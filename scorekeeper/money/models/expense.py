"""Expenses that somebody paid for several, such as the pizza: who paid, how much, and whose share is how large.

Methods that write are called inside `write_transaction()`.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import TYPE_CHECKING, Self

from django.db import models
from django.db.models import Q
from django.utils import timezone
from django.utils.translation import gettext as _

from scorekeeper.nights.models import Night
from scorekeeper.people.came import link_at_work
from scorekeeper.people.keys import did, event_time, new_key
from scorekeeper.people.models import Group, Player, ShareLink
from scorekeeper.web.formatting import amount as shown

from .ledger import MOST, Account, LedgerRow, NotPayable, Totals

if TYPE_CHECKING:
    from django.db.models.fields.related_descriptors import RelatedManager

MOST_SHARES = 99


def shares_of(amount: int, weights: Sequence[int], first: int = 0) -> list[int]:
    """Return what each bears of an amount, in minor units and by their weights: it adds up to the amount.

    Everybody bears their part rounded down. What is left over, fewer cents than there are people, goes to those of whom
    most was cut off, one each; among equals it begins with number `first` and goes on in order.
    """
    whole = sum(weights)
    borne = [amount * weight // whole for weight in weights]
    count = len(weights)
    order = sorted(range(count), key=lambda each: (-(amount * weights[each] % whole), (each - first) % count))
    for each in order[: amount - sum(borne)]:
        borne[each] += 1
    return borne


class ExpenseQuerySet(models.QuerySet["Expense"]):
    def not_undone(self) -> Self:
        return self.filter(undone_at=None)

    def of(self, group: Group) -> Self:
        """Return all of a group, but not those of deleted nights."""
        return self.filter(group=group, night__deleted_at=None)

    def of_account(self, account: Account) -> Self:
        return self.filter(group=account.group, night=account.night)

    def with_people(self) -> Self:
        """Bring what a list of them shows."""
        return self.select_related("payer", "night").prefetch_related("shares__player")


class Expense(models.Model):
    """An amount that `payer` paid for those who have a share of it. One that was undone stays in the list."""

    NOTE_LENGTH = 200

    group = models.ForeignKey(Group, on_delete=models.CASCADE, related_name="expenses")
    night = models.ForeignKey(Night, on_delete=models.CASCADE, null=True, related_name="expenses")
    key = models.CharField(max_length=36)
    payer = models.ForeignKey(Player, on_delete=models.RESTRICT, related_name="expenses")
    amount = models.PositiveBigIntegerField()  # minor units
    currency = models.CharField(max_length=3)
    note = models.CharField(max_length=NOTE_LENGTH, blank=True)
    at = models.DateTimeField(default=event_time)
    by = models.CharField(max_length=160)
    via = models.ForeignKey(
        ShareLink, on_delete=models.SET_NULL, null=True, default=link_at_work, editable=False, related_name="+"
    )
    undone_at = models.DateTimeField(null=True, blank=True)
    undone_by = models.CharField(max_length=160, blank=True)

    shares: RelatedManager[ExpenseShare]

    objects = ExpenseQuerySet.as_manager()

    class Meta:
        ordering = ["-at", "-pk"]
        indexes = [models.Index(fields=["group", "-at"])]
        constraints = [
            models.UniqueConstraint(fields=["group", "key"], name="an_expense_is_saved_once"),
            models.CheckConstraint(condition=Q(amount__gt=0), name="an_expense_is_more_than_nothing"),
        ]

    def __str__(self) -> str:
        return f"{self.payer_id}: {self.amount} {self.currency}"

    @classmethod
    def enter(
        cls,
        account: Account,
        payer: Player,
        amount: int,
        currency: str,
        shares: Mapping[Player, int],
        *,
        by: str,
        note: str = "",
    ) -> Expense:
        """Enter an amount in minor units, with everybody's share of it in the order in which they are listed.

        Raise NotPayable with the reason.
        """
        if not 0 < amount <= MOST:
            raise NotPayable("amount", _("Enter an amount up to %(most)s.") % {"most": shown(MOST, currency)})
        if not set(shares) - {payer}:
            raise NotPayable("people", _("Choose who it was for, besides whoever paid."))
        expense = cls.objects.create(
            group=account.group,
            night=account.night,
            key=new_key("expense"),
            payer=payer,
            amount=amount,
            currency=currency,
            note=note,
            by=by,
        )
        expense.share_out(shares.items())
        did(expense)
        return expense

    def share_out(self, shares: Iterable[tuple[Player, int]]) -> None:
        """Write the shares and the rows of the ledger."""
        ExpenseShare.objects.bulk_create(
            ExpenseShare(expense=self, position=position, player=player, number=number)
            for position, (player, number) in enumerate(shares)
        )
        amounts = self.amounts()
        LedgerRow.objects.bulk_create(
            LedgerRow(
                group_id=self.group_id,
                night_id=self.night_id,
                expense=self,
                player_id=player,
                amount=amount,
                currency=self.currency,
                kind=LedgerRow.Kind.EXPENSE,
            )
            for player, amount in amounts.items()
        )
        if self.undone_at is None:
            Totals.move(self.group_id, self.night_id, self._moves(amounts))

    def borne(self) -> dict[int, int]:
        """Return what each bears of it, in minor units by player. Cents that are left over begin with whoever paid."""
        shares = sorted(self.shares.all(), key=lambda each: each.position)
        people = [each.player_id for each in shares]
        first = people.index(self.payer_id) if self.payer_id in people else 0
        return dict(zip(people, shares_of(self.amount, [each.number for each in shares], first), strict=True))

    def amounts(self) -> dict[int, int]:
        """Return what each is to get (below zero: owes) by it, in minor units by player; nobody who is at zero."""
        found = {player: -cents for player, cents in self.borne().items()}
        found[self.payer_id] = found.get(self.payer_id, 0) + self.amount
        return {player: cents for player, cents in found.items() if cents}

    def _moves(self, amounts: Mapping[int, int], sign: int = 1) -> dict[tuple[int | None, str], int]:
        return {(player, self.currency): sign * cents for player, cents in amounts.items()}

    def revert(self, by: str) -> None:
        """Let it not count after all: its rows stay, and count no more."""
        if self.undone_at is None:
            self.undone_at, self.undone_by = timezone.now(), by
            self.save(update_fields=["undone_at", "undone_by"])
            Totals.move(self.group_id, self.night_id, self._moves(self.amounts(), -1))
        did(self)


class ExpenseShare(models.Model):
    """The part that somebody bears of an expense: so many shares of all there are."""

    expense = models.ForeignKey(Expense, on_delete=models.CASCADE, related_name="shares")
    position = models.PositiveSmallIntegerField()
    player = models.ForeignKey(Player, on_delete=models.RESTRICT, related_name="expense_shares")
    number = models.PositiveSmallIntegerField()

    class Meta:
        ordering = ["position"]
        constraints = [
            models.UniqueConstraint(fields=["expense", "player"], name="one_share_a_player_and_expense"),
            models.CheckConstraint(condition=Q(number__gte=1, number__lte=MOST_SHARES), name="a_share_is_something"),
        ]

    def __str__(self) -> str:
        return f"{self.player_id}: {self.number}"
