"""The ledger: the amounts that players get or owe by games, expenses and payments, in whole minor units.

The rows of a match are derived from its entries, and change with them. The rows of a payment or an expense are written
once and stay. So if an old round is corrected after its debts were paid, only the difference is open again.

A payment that is booked on a night's page belongs to that night. A payment that is booked on the group's page belongs
to no night, and settles everything that is open. After such a payment in a currency, the nights that began before it
can no longer be settled by themselves in this currency: otherwise the same debt could be paid twice.

Methods that write are called inside `write_transaction()`.
"""

from __future__ import annotations

import datetime
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Self

from django.db import models
from django.db.models import Exists, F, Max, OuterRef, Q, Sum
from django.urls import reverse
from django.utils import timezone
from django.utils.translation import gettext as _

from games.kernel.words import isolated
from games.money import settle
from scorekeeper.nights.models import Entry, Match, Night
from scorekeeper.people.keys import did, event_time, new_key
from scorekeeper.people.link_activity import link_at_work
from scorekeeper.people.models import Group, Player, ShareLink
from scorekeeper.web.formatting import amount as shown

# The highest amount of one expense, in minor units. Even a long night with the highest stakes stays far below it.
MOST = 1_000_000_000

# Balances in minor units, by player's id; None is the cash box.
Balances = dict[int | None, int]


class NotPayable(Exception):
    """Raised for an impossible payment or expense. `field` is the wrong field of the form, "" for none."""

    def __init__(self, field: str, reason: str) -> None:
        super().__init__(reason)
        self.field, self.reason = field, reason


@dataclass(frozen=True)
class Transfer:
    """A payment to be made: the ids of payer and receiver (None: the cash box), and the amount in minor units."""

    payer: int | None
    receiver: int | None
    amount: int


def transfers(balances: Balances) -> tuple[list[Transfer], bool]:
    """Return payments after which every balance is zero, and whether it is proven that fewer do not suffice.

    Raise ValueError if the balances do not sum to zero.
    """
    ids = {str(player): player for player in balances}
    found = settle({key: balances[player] for key, player in ids.items()})
    return [Transfer(ids[each.payer], ids[each.receiver], each.amount) for each in found.transfers], found.fewest


def box_transfers(balances: Balances) -> list[Transfer]:
    """Return the payments through the cash box: those by all players who owe, then those to all who are owed."""
    people = {player: amount for player, amount in balances.items() if player is not None}
    fill = [Transfer(player, None, -amount) for player, amount in people.items() if amount < 0]
    return fill + [Transfer(None, player, amount) for player, amount in people.items() if amount > 0]


class LedgerQuerySet(models.QuerySet["LedgerRow"]):
    def counting(self) -> Self:
        """Return the rows except those of deleted nights, unfinished imports, and undone payments or expenses."""
        effective = self.filter(night__deleted_at=None, payment__undone_at=None, expense__undone_at=None)
        return effective.exclude(night__is_arriving=True)

    def balances(self) -> dict[str, Balances]:
        """Return the balances (below zero: the player owes) by currency, including zeros. Makes one query."""
        found: dict[str, Balances] = {}
        for currency, player, total in (
            self.counting().values_list("currency", "player").annotate(Sum("amount")).order_by("currency")
        ):
            found.setdefault(currency, {})[player] = total
        return found


@dataclass(frozen=True)
class Account:
    """The account of a night or, without a night, of the whole group. Its balances are settled together."""

    group: Group
    night: Night | None = None

    def get_absolute_url(self) -> str:
        if self.night is None:
            return reverse("money", args=[self.group.key])
        return reverse("night_money", args=[self.group.key, self.night.key])

    @property
    def rows(self) -> LedgerQuerySet:
        if self.night is not None:  # a second filter, by group, would make databases read all rows of the group
            return LedgerRow.objects.filter(night=self.night)
        return LedgerRow.objects.filter(group=self.group)

    @property
    def payments(self) -> PaymentQuerySet:
        """The payments made in this account, newest first."""
        return Payment.objects.filter(group=self.group, night=self.night)

    def balances(self) -> dict[str, Balances]:
        return Totals.of(self.group.pk) if self.night is None else self.rows.balances()

    def carried_over(self) -> dict[str, datetime.datetime]:
        """Return the time of the group's last payment outside any night, by currency.

        In these currencies, the account's night can no longer be settled by itself. Payments before the night began are
        ignored. If the night was moved to a later day, it counts as begun with its first entry or expense. Return {}
        for the account of a group.
        """
        if self.night is None:
            return {}
        entries = Entry.objects.filter(match__night=self.night, match__deleted_at=None, removed_at=None)
        expenses = self.night.expenses.filter(undone_at=None)
        entered = Exists(entries.filter(created_at__lte=OuterRef("at")))
        had_begun = Q(at__gte=self.night.started_at) | entered | Exists(expenses.filter(at__lte=OuterRef("at")))
        later = Payment.objects.not_undone().filter(had_begun, group=self.group, night=None)
        return dict(later.values_list("currency").annotate(Max("at")))

    def pay(
        self,
        payer: Player | None,
        receiver: Player | None,
        amount: int,
        currency: str,
        *,
        by: str,
        note: str = "",
    ) -> Payment:
        """Book a payment of an amount in minor units; None is the cash box. Raise NotPayable if `check` does."""
        self.check(payer, receiver, amount, currency)
        payment = Payment.objects.create(
            group=self.group,
            night=self.night,
            key=new_key("payment"),
            payer=payer,
            receiver=receiver,
            amount=amount,
            currency=currency,
            note=note,
            by=by,
        )
        payment.post()
        did(payment)
        return payment

    def check(self, payer: Player | None, receiver: Player | None, amount: int, currency: str) -> None:
        """Raise NotPayable if the payment of this amount, in minor units, is impossible in this account."""
        if payer == receiver:
            raise NotPayable("receiver", _("Choose two different people."))
        if currency in self.carried_over():
            raise NotPayable("", _("What was open from this night is now settled with everything else."))
        balances = self.balances().get(currency, {})
        if payer is not None:
            self._fits(payer, -balances.get(payer.pk, 0), amount, currency, "payer")
        if receiver is not None:
            self._fits(receiver, balances.get(receiver.pk, 0), amount, currency, "receiver")

    def _fits(self, player: Player, most: int, amount: int, currency: str, field: str) -> None:
        """Raise NotPayable if the amount is more than `most`: what the payer owes, or what the receiver is owed."""
        owes = field == "payer"
        if most <= 0:
            text = _("%(name)s no longer owes anything.") if owes else _("%(name)s isn’t owed anything.")
            raise NotPayable(field, text % {"name": isolated(player.name)})
        if amount > most:
            text = _("%(name)s owes only %(amount)s.") if owes else _("%(name)s gets only %(amount)s.")
            raise NotPayable("amount", text % {"name": isolated(player.name), "amount": shown(most, currency)})


class PaymentQuerySet(models.QuerySet["Payment"]):
    def not_undone(self) -> Self:
        return self.filter(undone_at=None)

    def of(self, group: Group) -> Self:
        """Return all payments of a group, except those of deleted nights."""
        return self.filter(group=group, night__deleted_at=None)

    def with_people(self) -> Self:
        """Prefetch the people and nights that a list of payments shows."""
        return self.select_related("payer", "receiver", "night")


class Payment(models.Model):
    """Money given by `payer` to `receiver` (None: the cash box). An undone payment is kept and marked."""

    NOTE_LENGTH = 200

    group = models.ForeignKey(Group, on_delete=models.CASCADE, related_name="payments")
    night = models.ForeignKey(Night, on_delete=models.CASCADE, null=True, related_name="payments")
    key = models.CharField(max_length=36)
    payer = models.ForeignKey(Player, on_delete=models.RESTRICT, null=True, related_name="paid")
    receiver = models.ForeignKey(Player, on_delete=models.RESTRICT, null=True, related_name="received")
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

    objects = PaymentQuerySet.as_manager()

    class Meta:
        ordering = ["-at", "-pk"]
        indexes = [models.Index(fields=["group", "-at"])]
        constraints = [
            models.UniqueConstraint(fields=["group", "key"], name="a_payment_is_saved_once"),
            models.CheckConstraint(condition=Q(amount__gt=0), name="a_payment_is_more_than_nothing"),
            models.CheckConstraint(
                condition=~Q(payer=F("receiver")) & (Q(payer__isnull=False) | Q(receiver__isnull=False)),
                name="a_payment_is_between_two",
            ),
        ]

    def __str__(self) -> str:
        return f"{self.payer_id} → {self.receiver_id}: {self.amount} {self.currency}"

    @property
    def account(self) -> Account:
        return Account(self.group, self.night)

    def post(self) -> None:
        """Store the payment's two ledger rows: plus the amount for the payer, minus the amount for the receiver.

        Unless the payment is undone, add the rows to the totals.
        """
        LedgerRow.objects.bulk_create(
            LedgerRow(
                group_id=self.group_id,
                night_id=self.night_id,
                payment=self,
                player_id=player,
                amount=amount,
                currency=self.currency,
                kind=LedgerRow.Kind.PAYMENT,
            )
            for player, amount in self._amounts()
        )
        if self.undone_at is None:
            Totals.move(
                self.group_id, self.night_id, {(player, self.currency): sum_ for player, sum_ in self._amounts()}
            )

    def _amounts(self) -> list[tuple[int | None, int]]:
        return [(self.payer_id, self.amount), (self.receiver_id, -self.amount)]

    def revert(self, by: str) -> None:
        """Undo the payment; `by` names the actor. Its rows stay in the ledger, but no longer count."""
        if self.undone_at is None:
            self.undone_at, self.undone_by = timezone.now(), by
            self.save(update_fields=["undone_at", "undone_by"])
            back = {(player, self.currency): -amount for player, amount in self._amounts()}
            Totals.move(self.group_id, self.night_id, back)
        did(self)


class LedgerRow(models.Model):
    """An amount by which a game, an expense or a payment changes a player's balance; `player` None is the cash box.

    A copy of a group has only the group's last nights. In a copy, a row of the kind BEFORE is a player's balance from
    everything before those nights, in one currency.
    """

    class Kind(models.TextChoices):
        GAME = "game"
        EXPENSE = "expense"
        PAYMENT = "payment"
        BEFORE = "before"

    OF_A_NIGHT = (Kind.GAME, Kind.EXPENSE)  # the kinds of rows that make up a night's debts, which payments settle

    group = models.ForeignKey(Group, on_delete=models.CASCADE, related_name="ledger")
    night = models.ForeignKey(Night, on_delete=models.CASCADE, null=True, related_name="ledger")
    match = models.ForeignKey(Match, on_delete=models.CASCADE, null=True, related_name="ledger")
    payment = models.ForeignKey(Payment, on_delete=models.CASCADE, null=True, related_name="ledger")
    expense = models.ForeignKey("money.Expense", on_delete=models.CASCADE, null=True, related_name="ledger")
    player = models.ForeignKey(Player, on_delete=models.RESTRICT, null=True, related_name="ledger")
    amount = models.BigIntegerField()  # minor units
    currency = models.CharField(max_length=3)
    kind = models.CharField(max_length=8, choices=Kind.choices)

    objects = LedgerQuerySet.as_manager()

    class Meta:
        # The index has all columns that the sums of balances need, so the database does not read the rows themselves.
        indexes = [
            models.Index(
                fields=["group", "currency", "player", "night", "payment", "expense", "amount"], name="ledger_by_group"
            )
        ]
        constraints = [
            models.UniqueConstraint(fields=["match", "player"], name="one_row_a_player_and_match"),
            models.UniqueConstraint(fields=["payment", "player"], name="one_row_a_player_and_payment"),
            models.UniqueConstraint(
                fields=["payment"], condition=Q(player__isnull=True), name="one_row_a_payment_of_the_box"
            ),
            models.UniqueConstraint(fields=["expense", "player"], name="one_row_a_player_and_expense"),
            models.CheckConstraint(condition=~Q(amount=0), name="a_row_moves_something"),
            models.CheckConstraint(
                condition=Q(
                    kind="game",
                    match__isnull=False,
                    night__isnull=False,
                    player__isnull=False,
                    payment__isnull=True,
                    expense__isnull=True,
                )
                | Q(kind="payment", match__isnull=True, payment__isnull=False, expense__isnull=True)
                | Q(
                    kind="expense",
                    match__isnull=True,
                    payment__isnull=True,
                    expense__isnull=False,
                    player__isnull=False,
                )
                | Q(
                    kind="before",
                    match__isnull=True,
                    payment__isnull=True,
                    expense__isnull=True,
                    night__isnull=True,
                ),
                name="a_row_is_of_a_game_or_a_payment",
            ),
        ]

    def __str__(self) -> str:
        return f"{self.kind} {self.player_id}: {self.amount} {self.currency}"


class Totals(models.Model):
    """The balances of a group over its whole ledger, stored so that pages need not add up all rows.

    They are updated with each game, expense and payment. If many rows begin or cease to count at once, the balances are
    added up anew from the ledger: by `add_up`, or by the first `move` after `forget`. All methods except `of` must be
    called inside `write_transaction()`.
    """

    group = models.OneToOneField(Group, on_delete=models.CASCADE, primary_key=True, related_name="totals")
    sums = models.JSONField()  # minor units by currency and player's id; "" is the cash box

    def __str__(self) -> str:
        return f"{self.group_id}: {self.sums}"

    @classmethod
    def of(cls, group: int) -> dict[str, Balances]:
        """Return the balances of the group with this id, by currency in alphabetical order."""
        kept = cls.objects.filter(group=group).first()
        if kept is None:
            return LedgerRow.objects.filter(group=group).balances()
        return {
            currency: {int(player) if player else None: amount for player, amount in sums.items()}
            for currency, sums in sorted(kept.sums.items())
        }

    @classmethod
    def move(cls, group: int, night: int | None, amounts: Mapping[tuple[int | None, str], int]) -> None:
        """Add these amounts, in minor units by (player's id, currency), to the sums. Their rows must be stored already.

        If no sums are stored, add up the whole ledger instead. `night` is the id of the amounts' night, None without
        one; amounts of a night that is not shown are not added.
        """
        kept = cls.objects.filter(group=group).first()
        if kept is None:
            cls.add_up(group)
            return
        if night is not None and not Night.objects.shown().filter(pk=night).exists():
            return
        for (player, currency), amount in amounts.items():
            sums = kept.sums.setdefault(currency, {})
            key = "" if player is None else str(player)
            sums[key] = sums.get(key, 0) + amount
        kept.save(update_fields=["sums"])

    @classmethod
    def add_up(cls, group: int) -> None:
        """Calculate the sums from the ledger, and store them."""
        sums = {
            currency: {"" if player is None else str(player): amount for player, amount in each.items()}
            for currency, each in LedgerRow.objects.filter(group=group).balances().items()
        }
        cls.objects.update_or_create(group_id=group, defaults={"sums": sums})

    @classmethod
    def forget(cls, group: int) -> None:
        cls.objects.filter(group=group).delete()
