"""Payments, and the accounts in which they are made: each night has an account, and the whole group has one."""

from __future__ import annotations

import datetime
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any, Self

from django.db import models
from django.db.models import F, Q
from django.urls import reverse
from django.utils.translation import gettext as _

from games.kernel.words import isolated
from scorekeeper.nights.models import Match, Night
from scorekeeper.people.keys import did, new_key
from scorekeeper.people.models import Group, Player
from scorekeeper.web.formatting import amount as shown
from scorekeeper.web.formatting import short_date

from .booking import Booking, BookingQuerySet, NotPayable
from .debts import debts_since
from .ledger import Balances, LedgerQuerySet, LedgerRow


@dataclass(frozen=True)
class Account:
    """The account of a night or, if `night` is None, of the whole group: balances that are settled together."""

    group: Group
    night: Night | None = None

    def get_absolute_url(self) -> str:
        if self.night is None:
            return reverse("money", args=[self.group.key])
        return reverse("night_money", args=[self.group.key, self.night.key])

    @property
    def rows(self) -> LedgerQuerySet:
        if self.night is not None:  # do not filter by group, too: databases would read all its rows
            return LedgerRow.objects.filter(night=self.night)
        return LedgerRow.objects.filter(group=self.group)

    @property
    def payments(self) -> PaymentQuerySet:
        """The payments made in this account, newest first."""
        return Payment.objects.filter(group=self.group, night=self.night)

    def balances(self) -> dict[str, Balances]:
        return self.rows.balances()

    def carried_over(self) -> dict[str, datetime.datetime]:
        """Return the currencies in which the night can't be settled by itself any more; {} for a group."""
        if self.night is None:
            return {}
        since = debts_since(self.rows)
        paid = Payment.objects.not_undone().filter(group=self.group, night=None, currency__in=since).order_by("at")
        return {currency: at for currency, at in paid.values_list("currency", "at") if at >= since[currency]}

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
        """Book a payment of an amount in minor units. `payer` or `receiver` None is the cash box."""
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
        """Raise NotPayable if a payment of this amount, in minor units, is impossible in this account."""
        if payer == receiver:
            raise NotPayable("receiver", _("Who got it?"))
        if since := self.carried_over().get(currency):
            told = _("Since %(date)s, this night is settled with everything else.")
            raise NotPayable("", told % {"date": short_date(since)})
        balances = self.balances().get(currency, {})
        if payer is not None:
            self._fits(payer, -balances.get(payer.pk, 0), amount, currency, "payer")
        if receiver is not None:
            self._fits(receiver, balances.get(receiver.pk, 0), amount, currency, "receiver")

    def _fits(self, player: Player, most: int, amount: int, currency: str, field: str) -> None:
        """Raise NotPayable if the amount is more than `most`. `field` is "payer" or "receiver"."""
        owes = field == "payer"
        if amount > max(most, 0):
            text = _("%(name)s owes only %(amount)s.") if owes else _("%(name)s gets only %(amount)s.")
            facts = {"name": isolated(player.name), "amount": shown(max(most, 0), currency)}
            raise NotPayable(field if most <= 0 else "amount", text % facts)


class PaymentQuerySet(BookingQuerySet["Payment"]):
    def with_people(self) -> Self:
        """Prefetch the players and nights that a list of payments shows."""
        return self.select_related("payer", "receiver", "night")


class Payment(Booking):
    """Money that `payer` gave to `receiver`. One of the two can be None: the cash box."""

    KIND = LedgerRow.Kind.PAYMENT

    payer = models.ForeignKey(Player, on_delete=models.RESTRICT, null=True, related_name="paid")
    receiver = models.ForeignKey(Player, on_delete=models.RESTRICT, null=True, related_name="received")

    objects = models.Manager.from_queryset(PaymentQuerySet)()

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

    @classmethod
    def follow(cls, matches: Sequence[Match], **signal: Any) -> None:
        """Let payments that covered moved matches belong to no night, if other matches of the old night stay behind."""
        moved = LedgerRow.objects.filter(match__in=matches)
        for old in Night.objects.filter(pk__in=moved.values("night")):
            if not old.matches.not_deleted().exists():  # its payments move, too: see `Night.take_in`
                continue
            for currency, since in debts_since(moved.filter(night=old)).items():
                covered = cls.objects.not_undone().filter(night=old, currency=currency, at__gte=since)
                LedgerRow.objects.filter(payment__in=list(covered)).update(night=None)
                covered.update(night=None)

    @property
    def account(self) -> Account:
        return Account(self.group, self.night)

    def amounts(self) -> dict[int | None, int]:
        return {self.payer_id: self.amount, self.receiver_id: -self.amount}
