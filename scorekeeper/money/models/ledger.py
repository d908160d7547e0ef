"""The ledger: what players get or owe from games, expenses and payments, in whole minor units."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from typing import Self

from django.db import models
from django.db.models import Q, Sum

from games.money import settle
from scorekeeper.nights.models import Match, Night
from scorekeeper.people.models import Group, Player

# Balances in minor units, by player's id; None is the cash box.
Balances = dict[int | None, int]


@dataclass(frozen=True)
class Transfer:
    """A payment to be made: the ids of payer and receiver (None: the cash box), and the amount in minor units."""

    payer: int | None
    receiver: int | None
    amount: int


def transfers(balances: Balances) -> list[Transfer]:
    """Return payments that bring every balance to zero."""
    ids = {str(player): player for player in balances}
    found = settle({key: balances[player] for key, player in ids.items()})
    return [Transfer(ids[each.payer], ids[each.receiver], each.amount) for each in found.transfers]


def box_transfers(balances: Balances) -> list[Transfer]:
    """Return payments through the cash box: first all who owe pay into it, then all who are owed are paid from it."""
    people = {player: amount for player, amount in balances.items() if player is not None}
    fill = [Transfer(player, None, -amount) for player, amount in people.items() if amount < 0]
    return fill + [Transfer(None, player, amount) for player, amount in people.items() if amount > 0]


class LedgerQuerySet(models.QuerySet["LedgerRow"]):
    def counting(self) -> Self:
        """Return the rows, without those of deleted nights, and undone payments or expenses."""
        return self.filter(night__deleted_at=None, payment__undone_at=None, expense__undone_at=None)

    def balances(self) -> dict[str, Balances]:
        """Return the balances by currency, including zeros, with one query. Below zero, the player owes."""
        found: dict[str, Balances] = {}
        for currency, player, total in (
            self.counting().values_list("currency", "player").annotate(Sum("amount")).order_by("currency")
        ):
            found.setdefault(currency, {})[player] = total
        return found


class LedgerRow(models.Model):
    """An amount by which a game, an expense or a payment changes a balance. `player` None is the cash box."""

    class Kind(models.TextChoices):
        GAME = "game"
        EXPENSE = "expense"
        PAYMENT = "payment"
        BEFORE = "before"

    OF_A_NIGHT = (Kind.GAME, Kind.EXPENSE)  # these rows make a night's debts; rows of payments settle them

    group = models.ForeignKey(Group, on_delete=models.CASCADE, related_name="ledger")
    night = models.ForeignKey(Night, on_delete=models.CASCADE, null=True, related_name="ledger")
    match = models.ForeignKey(Match, on_delete=models.CASCADE, null=True, related_name="ledger")
    payment = models.ForeignKey("money.Payment", on_delete=models.CASCADE, null=True, related_name="ledger")
    expense = models.ForeignKey("money.Expense", on_delete=models.CASCADE, null=True, related_name="ledger")
    player = models.ForeignKey(Player, on_delete=models.RESTRICT, null=True, related_name="ledger")
    amount = models.BigIntegerField()  # minor units
    currency = models.CharField(max_length=3)
    kind = models.CharField(max_length=8, choices=Kind.choices)

    objects = LedgerQuerySet.as_manager()

    class Meta:
        # The index has all columns that `balances` needs, so the database need not read the rows themselves.
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


def facts(rows: Iterable[LedgerRow]) -> set[tuple[int | None, int | None, str, int]]:
    """Return what these rows say: (player's id, night's id, currency, amount)."""
    return {(row.player_id, row.night_id, row.currency, row.amount) for row in rows}
