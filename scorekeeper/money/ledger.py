"""The projection of matches into the ledger."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any

from scorekeeper.money.models import Booking, Expense, LedgerRow, Payment, facts
from scorekeeper.nights.models import Match, Night
from scorekeeper.people.models import Group


def rows_of(match: Match) -> list[LedgerRow]:
    """Return the unsaved rows of a match: what each player won in it (below zero: lost)."""
    if match.deleted_at is not None:
        return []
    balances = match.course.engine.balances or {}
    return [
        LedgerRow(
            group_id=match.night.group_id,
            night_id=match.night_id,
            match=match,
            player_id=seat.player_id,
            amount=balances[seat.name],
            currency=match.table.options.currency,
            kind=LedgerRow.Kind.GAME,
        )
        for seat in match.seated
        if balances.get(seat.name)
    ]


class Ledger:
    """The projection (see `nights.projections.Projection`) of matches into ledger rows."""

    def follow(self, match: Match, **signal: Any) -> None:
        rows = rows_of(match)
        if facts(match.ledger.all()) != facts(rows):
            match.ledger.all().delete()
            LedgerRow.objects.bulk_create(rows)

    def add(self, group: Group, matches: Sequence[Match], **signal: Any) -> None:
        LedgerRow.objects.bulk_create(row for match in matches for row in rows_of(match))

    def move(self, matches: Sequence[Match], night: Night, **signal: Any) -> None:
        LedgerRow.objects.filter(match__in=matches).update(night=night)

    def check_match(self, match: Match) -> Iterator[str]:
        found, wanted = facts(match.ledger.all()), facts(rows_of(match))
        if found != wanted:
            yield f"the ledger keeps {sorted(found, key=str)}, the rounds give {sorted(wanted, key=str)}"

    def check_group(self, group: Group) -> Iterator[str]:
        for booking in _wrongly_posted(group):
            yield f"the ledger does not have the rows of {booking.KIND} {booking.key}"

    def rebuild(self, group: Group) -> None:
        for booking in _wrongly_posted(group):
            booking.replace_rows()


def _wrongly_posted(group: Group) -> list[Booking]:
    payments = Payment.objects.filter(group=group).prefetch_related("ledger")
    expenses = Expense.objects.filter(group=group).prefetch_related("shares", "ledger")
    return [each for each in (*payments, *expenses) if not each.is_posted()]
