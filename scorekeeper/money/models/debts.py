"""Since when games and expenses have left debts."""

from __future__ import annotations

import datetime
from typing import Any

from django.db.models import Max, Min, Q

from scorekeeper.nights.models import Match

from .ledger import LedgerQuerySet, LedgerRow


def debts_since(rows: LedgerQuerySet) -> dict[str, datetime.datetime]:
    """Return since when there are debts from the games and expenses of these rows, by currency."""
    entered = Q(entries__removed_at=None)
    games: Any = Match.objects.filter(ledger__in=rows).annotate(
        first=Min("entries__created_at", filter=entered), last=Max("entries__created_at", filter=entered)
    )
    since = {each.pk: each.first if each.is_readable and each.game.pays_each_round else each.last for each in games}
    found: dict[str, datetime.datetime] = {}
    of_nights = rows.filter(kind__in=LedgerRow.OF_A_NIGHT).counting()
    for currency, match, spent in of_nights.values_list("currency", "match", "expense__at").distinct():
        at = since[match] if match else spent
        found[currency] = min(at, found.get(currency, at))
    return found
