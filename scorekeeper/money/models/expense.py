"""Expenses: what one player paid for several, such as the pizza."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import TYPE_CHECKING, Self

from django.db import models
from django.db.models import Q
from django.utils.translation import gettext as _

from scorekeeper.people.keys import did, new_key
from scorekeeper.people.models import Player
from scorekeeper.web.formatting import amount as shown

from .booking import MOST, Booking, BookingQuerySet, NotPayable
from .ledger import LedgerRow
from .payment import Account

if TYPE_CHECKING:
    from django.db.models.fields.related_descriptors import RelatedManager

MOST_SHARES = 99


def shares_of(amount: int, weights: Sequence[int], first: int = 0) -> list[int]:
    """Divide an amount in minor units in proportion to these weights. Return the parts, which add up to the amount."""
    whole = sum(weights)
    borne = [amount * weight // whole for weight in weights]
    count = len(weights)
    order = sorted(range(count), key=lambda each: (-(amount * weights[each] % whole), (each - first) % count))
    for each in order[: amount - sum(borne)]:
        borne[each] += 1
    return borne


class ExpenseQuerySet(BookingQuerySet["Expense"]):
    def of_account(self, account: Account) -> Self:
        return self.filter(group=account.group, night=account.night)

    def with_people(self) -> Self:
        """Prefetch the players and nights that a list of expenses shows."""
        return self.select_related("payer", "night").prefetch_related("shares__player")


class Expense(Booking):
    """An amount that `payer` paid for the players who have a share of it."""

    KIND = LedgerRow.Kind.EXPENSE

    payer = models.ForeignKey(Player, on_delete=models.RESTRICT, related_name="expenses")

    shares: RelatedManager[ExpenseShare]

    objects = models.Manager.from_queryset(ExpenseQuerySet)()

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
        """Book an expense of an amount in minor units. `shares` has the number of shares of each player."""
        if not 0 < amount <= MOST:
            raise NotPayable("amount", _("Enter an amount up to %(most)s.") % {"most": shown(MOST, currency)})
        if not set(shares) - {payer}:
            raise NotPayable("people", _("Choose who it was for."))
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
        """Store these (player, number of shares) in this order, and post the expense."""
        ExpenseShare.objects.bulk_create(
            ExpenseShare(expense=self, position=position, player=player, number=number)
            for position, (player, number) in enumerate(shares)
        )
        self.post()

    def borne(self) -> dict[int, int]:
        """Return the part of the amount that each player bears, in minor units by player's id."""
        shares = sorted(self.shares.all(), key=lambda each: each.position)
        people = [each.player_id for each in shares]
        first = people.index(self.payer_id) if self.payer_id in people else 0
        return dict(zip(people, shares_of(self.amount, [each.number for each in shares], first), strict=True))

    def amounts(self) -> dict[int | None, int]:
        found: dict[int | None, int] = {player: -cents for player, cents in self.borne().items()}
        found[self.payer_id] = found.get(self.payer_id, 0) + self.amount
        return {player: cents for player, cents in found.items() if cents}


class ExpenseShare(models.Model):
    """A player's shares of an expense. The amount is divided in proportion to the players' `number`s."""

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
