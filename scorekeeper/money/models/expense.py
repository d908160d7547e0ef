"""Expenses that one player paid for several, such as the pizza: the payer, the amount, and each player's share.

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
from scorekeeper.people.keys import did, event_time, new_key
from scorekeeper.people.link_activity import link_at_work
from scorekeeper.people.models import Group, Player, ShareLink
from scorekeeper.web.formatting import amount as shown

from .ledger import MOST, Account, LedgerRow, NotPayable, Totals

if TYPE_CHECKING:
    from django.db.models.fields.related_descriptors import RelatedManager

MOST_SHARES = 99


def shares_of(amount: int, weights: Sequence[int], first: int = 0) -> list[int]:
    """Divide an amount in minor units in proportion to these weights; return the parts, which add up to the amount.

    Each part is rounded down. The minor units left over are given, one each, to the parts that lost most by rounding.
    Parts that lost equally get them in order, beginning with the part at index `first`.
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
        """Return all expenses of a group, except those of deleted nights."""
        return self.filter(group=group, night__deleted_at=None)

    def of_account(self, account: Account) -> Self:
        return self.filter(group=account.group, night=account.night)

    def with_people(self) -> Self:
        """Prefetch the people and nights that a list of expenses shows."""
        return self.select_related("payer", "night").prefetch_related("shares__player")


class Expense(models.Model):
    """An amount that `payer` paid for the players who have a share of it. An undone expense is kept and marked."""

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
        """Book an expense of an amount in minor units.

        `shares` are the players' numbers of shares, in the order in which pages list the players.

        Raise NotPayable if the amount is not from 1 to MOST, or if nobody except the payer has a share.
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
        """Store these shares and the ledger rows of the expense; unless it is undone, add the rows to the totals."""
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
        """Return each player's part of the amount, in minor units by player's id.

        The amount is divided by `shares_of`: of parts that lost equally by rounding, the payer's comes first.
        """
        shares = sorted(self.shares.all(), key=lambda each: each.position)
        people = [each.player_id for each in shares]
        first = people.index(self.payer_id) if self.payer_id in people else 0
        return dict(zip(people, shares_of(self.amount, [each.number for each in shares], first), strict=True))

    def amounts(self) -> dict[int, int]:
        """Return the changes of balances, in minor units by player's id (below zero: debt), without zeros."""
        found = {player: -cents for player, cents in self.borne().items()}
        found[self.payer_id] = found.get(self.payer_id, 0) + self.amount
        return {player: cents for player, cents in found.items() if cents}

    def _moves(self, amounts: Mapping[int, int], sign: int = 1) -> dict[tuple[int | None, str], int]:
        return {(player, self.currency): sign * cents for player, cents in amounts.items()}

    def revert(self, by: str) -> None:
        """Undo the expense; `by` names the actor. Its rows stay in the ledger, but no longer count."""
        if self.undone_at is None:
            self.undone_at, self.undone_by = timezone.now(), by
            self.save(update_fields=["undone_at", "undone_by"])
            Totals.move(self.group_id, self.night_id, self._moves(self.amounts(), -1))
        did(self)


class ExpenseShare(models.Model):
    """A player's `number` of shares of an expense. The amount is divided in proportion to these numbers."""

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
