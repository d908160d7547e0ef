"""The projection of matches into the ledger."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from typing import Any

from scorekeeper.money.models import Booking, Expense, LedgerRow, Payment
from scorekeeper.nights.models import Match, Night
from scorekeeper.people.models import Group


def amounts(match: Match) -> dict[tuple[int | None, str], int]:
    """Return what each player won in a match (below zero: lost), in minor units by (player's id, currency)."""
    if match.deleted_at is not None:
        return {}
    balances = match.course.engine.balances or {}
    currency: str = match.table.options.currency
    return {(seat.player_id, currency): balances[seat.name] for seat in match.seated if balances.get(seat.name)}


def stored(match: Match) -> dict[tuple[int | None, str], int]:
    return _balances(match.ledger.order_by("pk"))


def _balances(rows: Iterable[LedgerRow]) -> dict[tuple[int | None, str], int]:
    return {(row.player_id, row.currency): row.amount for row in rows}


def _rows(match: Match, wanted: dict[tuple[int | None, str], int]) -> list[LedgerRow]:
    return [
        LedgerRow(
            group_id=match.night.group_id,
            night_id=match.night_id,
            match=match,
            player_id=player,
            amount=amount,
            currency=currency,
            kind=LedgerRow.Kind.GAME,
        )
        for (player, currency), amount in wanted.items()
    ]


class Ledger:
    """The projection (see `nights.projections.Projection`) of matches into ledger rows."""

    def follow(self, match: Match, **signal: Any) -> None:
        rows = list(match.ledger.order_by("pk"))
        if any(row.night_id != match.night_id for row in rows):
            match.ledger.update(night=match.night)
        wanted, found = amounts(match), _balances(rows)
        if wanted == found:
            return
        if gone := {player for player, _ in found} - {player for player, _ in wanted}:
            match.ledger.filter(player__in=gone).delete()
        LedgerRow.objects.bulk_create(
            _rows(match, wanted),
            update_conflicts=True,
            unique_fields=["match", "player"],
            update_fields=["amount", "currency"],
        )

    def add(self, group: Group, matches: Sequence[Match], **signal: Any) -> None:
        LedgerRow.objects.bulk_create(row for match in matches for row in _rows(match, amounts(match)))

    def move(self, matches: Sequence[Match], night: Night, **signal: Any) -> None:
        LedgerRow.objects.filter(match__in=matches).update(night=night)

    def check_match(self, match: Match) -> Iterator[str]:
        wanted, found = amounts(match), stored(match)
        if match.ledger.exclude(night=match.night).exists():
            yield "the ledger has it on another night"
        if wanted != found:
            yield f"the ledger says {_in_words(found)}, the rounds give {_in_words(wanted)}"

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


def _in_words(rows: dict[tuple[int | None, str], int]) -> str:
    rows_in_words = (f"{amount} {currency} for player {player}" for (player, currency), amount in rows.items())
    return ", ".join(rows_in_words) or "nothing"
