"""The check whether a night had debts at a given time in the past. The ledger has only today's debts."""

from __future__ import annotations

import datetime
from collections.abc import Callable, Iterable

from scorekeeper.nights.models import Change, Match, Night

from .ledger import LedgerQuerySet, LedgerRow

Verb = Change.Verb
# A change of a kind IN_PLAY shows that the game was not over before it. A change of a kind NO_MATTER shows nothing.
IN_PLAY = {Verb.ADDED, Verb.CLOSED, Verb.FIRST_DEALER}
NO_MATTER = {Verb.LEFT_OUT, Verb.COUNTED}


def debts_of(night: Night) -> Callable[[str, datetime.datetime], bool]:
    """Return a function that says whether the night had debts in a currency at a time (see `debts_from`)."""
    return debts_from(LedgerRow.objects.filter(night=night))


def debts_from(rows: LedgerQuerySet) -> Callable[[str, datetime.datetime], bool]:
    """Return a function that says whether there were debts in a currency at a time, from the games of these rows."""
    of_nights = rows.filter(kind__in=LedgerRow.OF_A_NIGHT).counting()
    found = list(of_nights.values_list("currency", "match", "expense__at").distinct())
    matches = Match.objects.prefetch_related("entries", "changes").in_bulk([match for _, match, _ in found if match])

    def had_debts(currency: str, at: datetime.datetime) -> bool:
        return any(
            _had_debts(matches[match], at) if match else booked <= at
            for other, match, booked in found
            if other == currency
        )

    return had_debts


def _had_debts(match: Match, at: datetime.datetime) -> bool:
    entered = (each for each in match.entries.all() if each.created_at <= at)
    if all(each.removed_at is not None and each.removed_at <= at for each in entered):
        return False
    if not match.is_readable or match.game.pays_each_round:
        return True
    changes = [each for each in match.changes.all() if each.verb not in NO_MATTER]  # latest first
    if _was_closed(changes, at):
        return True
    done = [(each.at, each.verb) for each in changes if each.at > at]
    undone = [(each.undone_at, "") for each in changes if each.undone_at and each.undone_at > at]
    _next_at, verb = min([*done, *undone], default=(at, ""))
    return verb not in IN_PLAY


def _was_closed(changes: Iterable[Change], at: datetime.datetime) -> bool:
    """Return whether the game had been ended by hand, and not been reopened, at that time."""
    for change in changes:
        stood = change.at <= at and (change.undone_at is None or change.undone_at > at)
        if stood and change.verb in {Verb.CLOSED, Verb.REOPENED}:
            return change.verb == Verb.CLOSED
    return False
