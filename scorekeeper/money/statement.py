"""The statement that explains a player's balance: nights with games and rounds, payments, and expenses."""

from __future__ import annotations

import datetime
from collections.abc import Sequence
from dataclasses import dataclass, field

from django.db import models
from django.db.models import Q, Sum
from django.utils.translation import gettext as _

from scorekeeper.money.contexts import ExpenseLine, Line, Party, expense_lines, paid_line
from scorekeeper.money.models import Account, Expense, LedgerRow, Payment
from scorekeeper.nights.models import Match, Night
from scorekeeper.people.models import Group, Player
from scorekeeper.rounds.messages import round_of
from scorekeeper.web.formatting import language


@dataclass(frozen=True)
class Round:
    """A round or another entry of a game in a statement: what it gave the player, in points and in minor units."""

    name: str  # entry in words, such as "Round 3" or "Manual adjustment"
    points: int
    cents: int
    url: str


@dataclass(frozen=True)
class Played:
    """A game for money in a statement. `rounds` are newest first."""

    name: str
    match: Match
    cents: int  # what the player won, in minor units (below zero: lost)
    rounds: Sequence[Round]


@dataclass
class Item:
    """An item of a statement: a night, or a payment or expense that belongs to no night."""

    at: datetime.datetime
    cents: int  # what the item adds to the balance, in minor units
    night_id: int | None = None
    night: Night | None = None  # set by `fill`
    payment: Line | None = None
    expense: ExpenseLine | None = None
    after: int = 0  # the balance after this item, in minor units; only set by `newest_items`
    games: list[Played] = field(default_factory=list)
    payments: list[Line] = field(default_factory=list)
    expenses: list[tuple[ExpenseLine, int]] = field(default_factory=list)  # each with what it adds to the balance

    @property
    def is_before(self) -> bool:
        return self.night_id is None and self.payment is None and self.expense is None


def items_of(account: Account, player: Player, currency: str) -> list[Item]:
    """Return the items that add up to the player's balance, newest first. `fill` adds what is on their nights."""
    rows = account.rows.counting().filter(player=player, currency=currency)
    nights = rows.exclude(night=None).values_list("night", "night__started_at").annotate(Sum("amount"))
    found = [Item(at, cents, night_id=night) for night, at, cents in nights]
    if account.night is None:
        for payment in _payments(account.group, player, currency).filter(night=None):
            cents = payment.amount if payment.payer_id == player.pk else -payment.amount
            found.append(Item(payment.at, cents, payment=paid_line(_both(payment), payment)))
        for line in expense_lines(_expenses(account.group, player, currency).filter(night=None)):
            found.append(Item(line.expense.at, line.moves(player), expense=line))
    found.sort(key=lambda each: each.at, reverse=True)
    before = rows.filter(kind=LedgerRow.Kind.BEFORE)
    return found + [Item(account.group.created_at, cents) for cents in before.values_list("amount", flat=True)]


def newest_items(items: Sequence[Item], balance: int) -> list[Item]:
    """Return the newest items, back to when the balance was zero. Leave out those that add nothing."""
    found = []
    for item in items:
        if not balance:
            break
        if item.cents:
            item.after = balance
            balance -= item.cents
            found.append(item)
    return found


def _expenses(group: Group, player: Player, currency: str) -> models.QuerySet[Expense]:
    mine = Q(payer=player) | Q(pk__in=player.expense_shares.values("expense"))
    return Expense.objects.not_undone().of(group).with_people().filter(mine, currency=currency)


def _payments(group: Group, player: Player, currency: str) -> models.QuerySet[Payment]:
    mine = Q(payer=player) | Q(receiver=player)
    return Payment.objects.not_undone().of(group).with_people().filter(mine, currency=currency)


def _both(payment: Payment) -> dict[int | None, Party]:
    """Return the payer, the receiver and the cash box as parties, by player's id (None: the cash box)."""
    box = Party(_("Kitty"))
    return {
        None: box,
        **{each.pk: Party(each.name, player=each) for each in (payment.payer, payment.receiver) if each},
    }


def fill(items: Sequence[Item], group: Group, player: Player, currency: str) -> None:
    """Add the night with its games, payments and expenses to each item of a night."""
    by_night = {item.night_id: item for item in items if item.night_id}
    for pk, night in group.nights.in_bulk(by_night).items():
        by_night[pk].night = night
    matches = (
        Match.objects.not_deleted()
        .filter(night__in=by_night, seats__player=player, options__stake__gt=0)
        .prefetch_related("seats", "entries")
        .order_by("-started_at", "-pk")
    )
    for match in matches:
        item = by_night[match.night_id]
        match.night = item.night  # type: ignore[assignment]  # not None in `by_night`
        match.all_entries = sorted(match.entries.all(), key=lambda each: each.number)
        played = _played(match, player)
        if played is not None and match.table.options.currency == currency:
            item.games.append(played)
    for payment in _payments(group, player, currency).filter(night__in=by_night):
        by_night[payment.night_id or 0].payments.append(paid_line(_both(payment), payment))
    for line in expense_lines(_expenses(group, player, currency).filter(night__in=by_night)):
        by_night[line.expense.night_id or 0].expenses.append((line, line.moves(player)))


def _played(match: Match, player: Player) -> Played | None:
    if not match.is_readable:  # this version does not know its house rules
        return None
    balances = match.course.engine.balances
    seat = next((seat for seat in match.ever_sat if seat.player_id == player.pk), None)
    if balances is None or seat is None:
        return None
    rounds = [
        Round(
            round_of(row.entry),
            row.points[seat.position],
            row.moved.get(seat.name, 0),
            f"{match.get_absolute_url()}?open={row.entry.number}#r{row.entry.number}",
        )
        for row in match.course.rows
        if row.score and seat.name in row.score.points
        # Rounds are always listed, other entries only if they changed the player's points or balance.
        if row.number or row.points[seat.position] or row.moved.get(seat.name)
    ]
    return Played(match.title.text(language()), match, balances[seat.name], rounds[::-1])
