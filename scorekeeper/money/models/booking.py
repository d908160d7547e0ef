"""The abstract model of payments and expenses: each is booked in the ledger once, and can be undone."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, ClassVar, Self

from django.db import models

from scorekeeper.nights.models import Night
from scorekeeper.people.keys import did, event_time
from scorekeeper.people.models import Group

from .ledger import LedgerRow, facts

if TYPE_CHECKING:
    from django.db.models.fields.related_descriptors import RelatedManager

# The highest amount of one expense, in minor units. Even a long night with the highest stakes stays far below it.
MOST = 1_000_000_000


class NotPayable(Exception):
    """Raised for an impossible payment or expense. `field` is the form's wrong field; "" if there is no such field."""

    def __init__(self, field: str, reason: str) -> None:
        super().__init__(reason)
        self.field, self.reason = field, reason


class BookingQuerySet[B: Booking](models.QuerySet[B]):
    def not_undone(self) -> Self:
        return self.filter(undone_at=None)

    def of(self, group: Group) -> Self:
        """Return all bookings of a group, except those of deleted nights."""
        return self.filter(group=group, night__deleted_at=None)


class Booking(models.Model):
    """A payment or an expense. An undone booking is kept and marked."""

    NOTE_LENGTH = 200
    KIND: ClassVar[LedgerRow.Kind]  # the kind of its ledger rows; their foreign key to the booking has this name

    group = models.ForeignKey(Group, on_delete=models.CASCADE, related_name="%(class)ss")
    night = models.ForeignKey(Night, on_delete=models.CASCADE, null=True, related_name="%(class)ss")
    key = models.CharField(max_length=36)
    amount = models.PositiveBigIntegerField()  # minor units
    currency = models.CharField(max_length=3)
    note = models.CharField(max_length=NOTE_LENGTH, blank=True)
    at = models.DateTimeField(default=event_time)
    by = models.CharField(max_length=160)
    undone_at = models.DateTimeField(null=True, blank=True)
    undone_by = models.CharField(max_length=160, blank=True)

    ledger: RelatedManager[LedgerRow]

    class Meta:
        abstract = True

    def amounts(self) -> Mapping[int | None, int]:
        """Return by how much the booking changes each balance, without zeros. Each kind of booking overrides this."""
        raise NotImplementedError

    def _rows(self) -> list[LedgerRow]:
        return [
            LedgerRow(
                group_id=self.group_id,
                night_id=self.night_id,
                player_id=player,
                amount=amount,
                currency=self.currency,
                kind=self.KIND,
                **{self.KIND.value: self},
            )
            for player, amount in self.amounts().items()
        ]

    def post(self) -> None:
        """Store the ledger rows. Those of an undone booking do not count."""
        LedgerRow.objects.bulk_create(self._rows())

    def is_posted(self) -> bool:
        """Return whether the rows in the ledger are those that this booking must have."""
        return facts(self.ledger.all()) == facts(self._rows())

    def replace_rows(self) -> None:
        """Delete the stored ledger rows, and store the right ones."""
        self.ledger.all().delete()
        self.post()

    def revert(self, by: str) -> None:
        """Undo the booking; do nothing if it is undone already. Its rows stay in the ledger, but no longer count."""
        if self.undone_at is None:
            self.undone_at, self.undone_by = event_time(), by
            self.save(update_fields=["undone_at", "undone_by"])
        did(self)
