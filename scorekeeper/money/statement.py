"""The statement that explains a player's balance: nights with games and rounds, payments, and expenses."""

from __future__ import annotations

import datetime
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from itertools import chain, repeat

from django.db import models
from django.db.models import Count, Q, Sum
from django.utils.translation import gettext as _

from scorekeeper.money.contexts import ExpenseLine, Line, Party, expense_lines, paid_line
from scorekeeper.money.models import Account, Expense, LedgerRow, Payment
from scorekeeper.nights.models import Match, Night
from scorekeeper.people.models import Group, Player
from scorekeeper.rounds.messages import round_of
from scorekeeper.web.formatting import language

NIGHTS_READ = (40, 160, 640)  # how many nights to read: with the first query, with the second, with each later one


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
    night: Night | None = None
    payment: Line | None = None
    expense: ExpenseLine | None = None
    has_expenses: bool = False  # whether the night has expenses
    after: int = 0  # the balance after this item, in minor units; only set in a shortened `Statement`
    games: list[Played] = field(default_factory=list)
    payments: list[Line] = field(default_factory=list)
    expenses: list[tuple[ExpenseLine, int]] = field(default_factory=list)  # each with what it adds to the balance

    @property
    def is_before(self) -> bool:
        return self.night is None and self.payment is None and self.expense is None


@dataclass
class Statement:
    """The items that add up to a player's balance, newest first. Iterating over them queries the database."""

    account: Account
    player: Player
    currency: str
    whole: bool
    left_out: bool = False

    def __iter__(self) -> Iterator[Item]:
        if self.account.night is not None or self.whole:
            yield from self._all()
            return
        balance = self.account.balances().get(self.currency, {}).get(self.player.pk, 0)
        for item in self._all():
            if not balance or not item.cents:
                self.left_out = True
            if not balance:
                return
            if item.cents:
                item.after = balance
                balance -= item.cents
                yield item

    def _all(self) -> Iterator[Item]:
        night, group = self.account.night, self.account.group
        if night is not None:
            yield from self._of([night])
            return
        nights, begin, until = group.nights.newest_first(), 0, None
        for size in chain(NIGHTS_READ, repeat(NIGHTS_READ[-1])):
            part = list(nights[begin : begin + size])
            since = part[-1].started_at if len(part) == size else None
            found = [*self._of(part), *self._payments(since, until), *self._expenses(since, until)]
            yield from sorted(found, key=lambda each: each.at, reverse=True)
            if since is None:
                break
            begin, until = begin + size, since
        before = self.account.rows.filter(kind=LedgerRow.Kind.BEFORE, player=self.player, currency=self.currency)
        if cents := before.aggregate(sum=Sum("amount"))["sum"]:
            yield Item(group.created_at, cents)

    def _of(self, nights: Sequence[Night]) -> list[Item]:
        mine = self.account.rows.counting().filter(player=self.player, currency=self.currency, night__in=nights)
        sums = {
            night: (cents, spent)
            for night, cents, spent in mine.values_list("night").annotate(Sum("amount"), Count("expense"))
        }
        return [
            Item(night.started_at, sums[night.pk][0], night, has_expenses=sums[night.pk][1] > 0)
            for night in nights
            if night.pk in sums
        ]

    def _payments(self, since: datetime.datetime | None, until: datetime.datetime | None) -> Iterator[Item]:
        """Yield an item for each payment by or to the player that belongs to no night."""
        found = _payments(self.account.group, self.player, self.currency).filter(night=None, **_between(since, until))
        for payment in found:
            cents = payment.amount if payment.payer_id == self.player.pk else -payment.amount
            yield Item(payment.at, cents, payment=paid_line(_both(payment), payment))

    def _expenses(self, since: datetime.datetime | None, until: datetime.datetime | None) -> Iterator[Item]:
        """Yield an item for each expense that belongs to no night and that the player paid or shares."""
        found = _expenses(self.account.group, self.player, self.currency).filter(night=None, **_between(since, until))
        for line in expense_lines(found):
            yield Item(line.expense.at, line.moves(self.player), expense=line)


def _between(since: datetime.datetime | None, until: datetime.datetime | None) -> dict[str, datetime.datetime]:
    """Return filter arguments: `at` is from `since` (inclusive) to `until` (exclusive). None is no limit."""
    return {**({"at__gte": since} if since else {}), **({"at__lt": until} if until else {})}


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
    """Add the games, payments and expenses to those of the items that are nights."""
    by_night = {item.night.pk: item for item in items if item.night}
    matches = (
        Match.objects.not_deleted()
        .filter(night__in=by_night, seats__player=player, options__stake__gt=0)
        .prefetch_related("seats", "entries")
        .order_by("-started_at", "-pk")
    )
    for match in matches:
        item = by_night[match.night_id]
        match.night = item.night  # type: ignore[assignment]  # not None in `by_night`
        match.night.group = group
        match.all_entries = sorted(match.entries.all(), key=lambda each: each.number)
        played = _played(match, player)
        if played is not None and match.table.options.currency == currency:
            item.games.append(played)
    for payment in _payments(group, player, currency).filter(night__in=by_night):
        by_night[payment.night_id or 0].payments.append(paid_line(_both(payment), payment))
    spent = [key for key, item in by_night.items() if item.has_expenses]
    for line in expense_lines(_expenses(group, player, currency).filter(night__in=spent)) if spent else ():
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
