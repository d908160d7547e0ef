"""The export of a player's data: names, sign, games, payments, expenses and merges."""

from __future__ import annotations

import json
from collections.abc import Iterator
from typing import Any

from scorekeeper.history.forgetting import names_of
from scorekeeper.history.models import Merge
from scorekeeper.money.models import Expense, LedgerRow, Payment
from scorekeeper.nights.models import Match
from scorekeeper.nights.occupied_seats import OccupiedSeats
from scorekeeper.people.models import Player


def as_json(player: Player) -> Iterator[str]:
    """Yield `everything` as JSON text, in pieces. The database is read only when the first piece is requested."""
    yield json.dumps(everything(player), ensure_ascii=False, indent=1)
    yield "\n"


def everything(player: Player) -> dict[str, Any]:
    """Return a player's data for the export, including the points and money of each game. Money is in minor units."""
    return {
        "format": "scorekeeper-person/1",
        "group": player.group.name,
        "name": player.name,
        "all_names": sorted(names_of(player)),
        "feminine_titles": player.feminine,
        "sign": {"colour": player.colour, "shape": player.shape, "letters": player.letters},
        "added": player.created_at.isoformat(timespec="seconds"),
        "hidden": None if player.hidden_at is None else player.hidden_at.isoformat(timespec="seconds"),
        "merges": [_merge(merge) for merge in Merge.objects.filter(target=player).select_related("source")],
        "games": list(_games(player)),
        "payments": [_payment(payment, player) for payment in _payments(player)],
        "expenses": [_expense(expense, player) for expense in _expenses(player)],
    }


def _merge(merge: Merge) -> dict[str, Any]:
    return {
        "name": merge.source.name,
        "at": merge.at.isoformat(timespec="seconds"),
        "by": merge.by,
        "undone_at": None if merge.undone_at is None else merge.undone_at.isoformat(timespec="seconds"),
    }


def _games(player: Player) -> Iterator[dict[str, Any]]:
    """Yield the player's games, oldest first. Deleted games and games in which the player never sat are left out."""
    matches = Match.objects.not_deleted().filter(seats__player=player).select_related("night")
    ledger = LedgerRow.objects.filter(player=player, kind=LedgerRow.Kind.GAME)
    money = {row.match_id: row for row in ledger}
    ordered = matches.prefetch_related("seats", "entries").order_by("started_at", "pk")
    for match in ordered.iterator(chunk_size=500):
        seat = next((seat for seat in match.ever_sat if seat.player_id == player.pk), None)
        if seat is None:  # the player joined, but that was undone
            continue
        found = {
            "game": match.game_slug,
            "id": match.id_in_files,
            "played_at": match.played_at,
            "place": match.night.place,
            "name": seat.name,
            "seat": seat.position + 1,
            "players": len(match.sitting_seats),
            "points": match.totals[seat.position] if match.totals else 0,
            "left_before_the_end": seat.position not in match.sitting_seats,
            "finished": match.finished,
            "won": seat.position in match.winners,
            "left_out_of_statistics": match.left_out,
            "rounds": list(_points(match, seat.position)),
        }
        if match.pk in money:
            found["money"] = money[match.pk].amount
            found["currency"] = money[match.pk].currency
        yield found


def _points(match: Match, seat: int) -> Iterator[int]:
    """Yield the points of a seat, in the order of the entries."""
    here = OccupiedSeats(match)
    for entry in sorted(match.entries.all(), key=lambda each: each.number):
        if entry.removed_at is not None or seat not in here.in_entry(entry) or entry.points is None:
            continue
        if entry.round is not None or entry.points[seat]:
            yield entry.points[seat]


def _payments(player: Player) -> list[Payment]:
    found = Payment.objects.of(player.group).with_people()
    return sorted({*found.filter(payer=player), *found.filter(receiver=player)}, key=lambda each: (each.at, each.pk))


def _payment(payment: Payment, player: Player) -> dict[str, Any]:
    """Return a payment without naming the other person."""
    return {
        "at": payment.at.isoformat(timespec="seconds"),
        "amount": -payment.amount if payment.payer_id == player.pk else payment.amount,
        "currency": payment.currency,
        "through_the_cash_box": payment.payer_id is None or payment.receiver_id is None,
        "note": payment.note,
        "taken_back": payment.undone_at is not None,
    }


def _expenses(player: Player) -> list[Expense]:
    found = Expense.objects.of(player.group).with_people()
    mine = {*found.filter(payer=player), *found.filter(pk__in=player.expense_shares.values("expense"))}
    return sorted(mine, key=lambda each: (each.at, each.pk))


def _expense(expense: Expense, player: Player) -> dict[str, Any]:
    """Return an expense without naming other people."""
    return {
        "at": expense.at.isoformat(timespec="seconds"),
        "paid": expense.amount if expense.payer_id == player.pk else 0,
        "borne": expense.borne().get(player.pk, 0),
        "currency": expense.currency,
        "note": expense.note,
        "taken_back": expense.undone_at is not None,
    }
