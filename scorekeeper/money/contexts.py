"""Template contexts of the pages about money: balances, open payments, and booked payments and expenses."""

from __future__ import annotations

import datetime
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from typing import Any
from uuid import uuid4

from django.urls import reverse
from django.utils import timezone
from django.utils.formats import date_format
from django.utils.http import urlencode
from django.utils.translation import gettext as _

from games.kernel.words import isolated
from scorekeeper.money.models import (
    Account,
    Balances,
    Expense,
    LedgerRow,
    Payment,
    Transfer,
    box_transfers,
    transfers,
)
from scorekeeper.nights.access import night_of
from scorekeeper.nights.models import Match, Night
from scorekeeper.nights.projections import NightNote
from scorekeeper.people.models import Group, Player
from scorekeeper.web.formatting import all_of, amount, in_words, short_date, signed_amount

FEW = 3  # a sentence names at most this many people; if there are more, it only says how many


@dataclass(frozen=True)
class Party:
    """A payer or receiver: a player or, without one, the cash box."""

    name: str
    player: Player | None = None

    @property
    def value(self) -> str:
        """The value of the party in forms: the player's key; "" for the cash box."""
        return self.player.key if self.player else ""


@dataclass(frozen=True)
class Line:
    """A payment as pages show it: a booked payment, or an open one (`payment` is None)."""

    payer: Party
    receiver: Party
    cents: int
    currency: str
    payment: Payment | None = None
    key: str = field(default_factory=lambda: str(uuid4()))  # the idempotency key of the form behind the button "paid"

    @property
    def in_part(self) -> dict[str, str]:
        """The query parameters that prefill the form for a payment of only a part of this amount."""
        return {"currency": self.currency, "payer": self.payer.value, "receiver": self.receiver.value}

    @property
    def _names(self) -> dict[str, str]:
        return {
            "payer": isolated(self.payer.name),
            "receiver": isolated(self.receiver.name),
        }

    @property
    def _arrow(self) -> str:
        return f"{isolated(self.payer.name)} → {isolated(self.receiver.name)}"

    @property
    def by_box(self) -> bool:
        return self.payer.player is None or self.receiver.player is None

    @property
    def asked(self) -> str:
        return self._arrow if self.by_box else _("%(payer)s pays %(receiver)s.") % self._names

    @property
    def done(self) -> str:
        return self._arrow if self.by_box else _("%(payer)s has paid %(receiver)s.") % self._names

    @property
    def text(self) -> str:
        """The payment as a line of a text message, with its amount."""
        return f"{self._arrow}: {amount(self.cents, self.currency)}"


@dataclass(frozen=True)
class ExpenseLine:
    """An expense as pages show it, with each person's part of the amount."""

    expense: Expense
    payer: Party
    shares: Sequence[tuple[Party, int]]  # in minor units

    @property
    def _names(self) -> dict[str, str]:
        names = [party.name for party, _cents in self.shares]
        named = len(names) <= FEW and self.payer.name not in names
        return {
            "payer": isolated(self.payer.name),
            "amount": amount(self.expense.amount, self.expense.currency),
            "whom": all_of(names) if named else in_words(len(names)),
        }

    @property
    def done(self) -> str:
        return _("%(payer)s paid for %(whom)s.") % self._names

    @property
    def text(self) -> str:
        """The expense as a line of a text message, with its amount and note."""
        text = _("%(payer)s paid %(amount)s for %(whom)s") % self._names
        return f"{text}: {isolated(self.expense.note)}" if self.expense.note else text

    @property
    def each(self) -> int | None:
        """The amount that each person bears, in minor units; None if the parts differ, or if only one person bears it."""
        sums = {cents for _party, cents in self.shares}
        return sums.pop() if len(sums) == 1 and len(self.shares) > 1 else None

    def moves(self, player: Player) -> int:
        """Return what the expense adds to the player's balance, in minor units (below zero: the player owes)."""
        return self.expense.amounts().get(player.pk, 0)


def expense_lines(expenses: Iterable[Expense]) -> list[ExpenseLine]:
    """Return a line for each of these expenses, with the current names of the players."""
    found = []
    for each in expenses:
        borne = each.borne()
        shares = [(Party(share.player.name, share.player), borne[share.player_id]) for share in each.shares.all()]
        found.append(ExpenseLine(each, Party(each.payer.name, each.payer), shares))
    return found


@dataclass(frozen=True)
class Standing:
    """A person's balance in an account, in one currency. Sums are in minor units (below zero: the person owes)."""

    party: Party
    cents: int  # what is open in this account
    won: int
    in_all: int | None  # None if it equals `cents`
    why: str  # URL of the page that explains the balance

    @property
    def partly(self) -> bool:
        """Return whether payments have changed the balance, but have not brought it to zero."""
        return bool(self.cents) and self.cents != self.won

    @property
    def settled(self) -> bool:
        return bool(self.won) and not self.cents


@dataclass(frozen=True)
class Section:
    """The part of an account that is in one currency."""

    currency: str
    standings: Sequence[Standing]
    to_pay: Sequence[Line]
    paid: Sequence[Line]
    expenses: Sequence[ExpenseLine]
    # time from `Account.carried_over`: None if nothing is open, or if the night can still be settled by itself
    carried: datetime.datetime | None
    by_box: bool
    box: int  # the balance of the cash box in minor units (below zero: the box holds money)

    @property
    def holds(self) -> int:
        return -self.box

    @property
    def shows_standings(self) -> bool:
        """Return whether to list the balances."""
        debts = [party for line in self.to_pay for party in (line.payer, line.receiver)]
        plain = all(each.in_all is None and each.cents == each.won for each in self.standings)
        told = bool(self.paid or self.expenses)
        return not debts or len(set(debts)) < len(debts) or told or not plain

    @property
    def says_box(self) -> bool:
        """Return whether to show what is in the cash box: it is not empty, and payments through it are open."""
        return self.by_box and bool(self.to_pay) and self.holds != 0

    @property
    def still_open(self) -> int:
        """The sum of all balances above zero, in minor units, including the balance of the cash box."""
        return sum(cents for cents in (self.box, *(each.cents for each in self.standings)) if cents > 0)


def parties(group: Group, night: Night | None, ids: Iterable[int | None]) -> dict[int | None, Party]:
    """Return the parties with these ids of players, and always the cash box, by id (None: the cash box)."""
    players = Player.objects.in_bulk({player for player in ids if player is not None})
    played = Match.objects.not_deleted().filter(night__group=group)
    last = (played if night is None else played.filter(night=night)).last_first().first()
    seats = list(last.seats.order_by("position").values_list("player_id", flat=True)) if last else []
    place = {player: number for number, player in enumerate(seats)}
    ordered = sorted(players.values(), key=lambda each: (place.get(each.pk, len(place)), each.folded_name))
    found: dict[int | None, Party] = {player.pk: Party(player.name, player) for player in ordered}
    return {**found, None: Party(_("Kitty"))}


def account_of(group: Group, night_key: str) -> Account:
    """Return the account of the night with this key, or for "" that of the group. Raise Http404 as `night_of` does."""
    if not night_key:
        return Account(group)
    return Account(group, night_of(group, group.nights.shown(), night_key))


def why_url(account: Account, player: Player, currency: str) -> str:
    """Return the URL of the page that explains a player's balance in this account and currency."""
    query = {"currency": currency, **({"night": account.night.key} if account.night else {})}
    return f"{reverse('money_why', args=[account.group.key, player.key])}?{urlencode(query)}"


def sections(account: Account, by: str = "") -> list[Section]:
    """Return a section for each currency. In the account of a group, a currency with nothing to show is left out."""
    balances = account.balances()
    in_all = Account(account.group).balances() if account.night else {}
    won = account.rows.filter(kind__in=LedgerRow.OF_A_NIGHT).balances() if account.night else balances
    paid = _lately(account, account.payments)
    expenses = expense_lines(_lately(account, Expense.objects.of_account(account)))
    ids = {player for each in balances.values() for player in each}
    people = parties(account.group, account.night, ids | {each.payer_id for each in paid})
    carried = account.carried_over()
    found = []
    for currency, sums in balances.items():
        ordered = {player: sums[player] for player in people if player in sums}
        by_box = by == "box" or (by != "each" and bool(sums.get(None)))
        wanted = _wanted(people, sums, by_box)
        found.append(
            Section(
                currency=currency,
                standings=_standings(
                    account, people, ordered, won.get(currency, {}), in_all.get(currency, {}), currency
                ),
                to_pay=[] if currency in carried else [_line(people, each, currency) for each in wanted],
                paid=[paid_line(people, each) for each in paid if each.currency == currency],
                expenses=[each for each in expenses if each.expense.currency == currency],
                carried=carried.get(currency) if any(sums.values()) else None,
                by_box=by_box,
                box=sums.get(None, 0),
            )
        )
    return [
        each for each in found if account.night or any(s.cents for s in each.standings) or each.paid or each.expenses
    ]


def _wanted(people: Iterable[int | None], sums: Balances, by_box: bool) -> list[Transfer]:
    """Return the payments that settle these balances."""
    place = {player: number for number, player in enumerate(people)}
    ordered = {player: sums[player] for player in place if player in sums}
    wanted = box_transfers(ordered) if by_box else transfers(ordered)
    return sorted(wanted, key=lambda each: (place[each.payer], place[each.receiver]))


def _lately(account: Account, made: Any) -> list[Any]:
    """Return those of the payments or expenses `made` that a page lists: not undone, newest first, at most 100."""
    made = made.not_undone().with_people()
    if account.night is None:
        made = made.filter(at__gte=timezone.now() - Night.STILL_TONIGHT)
    return list(made[:100])


def _standings(
    account: Account, people: dict[int | None, Party], sums: Balances, won: Balances, in_all: Balances, currency: str
) -> list[Standing]:
    """Return the players' balances, highest `won` first. In the account of a group, balances of zero are left out."""
    found = []
    for pk, cents in sums.items():
        player = people[pk].player
        if player is not None and (cents or account.night):
            other = in_all.get(pk, 0)
            differs = account.night is not None and other != cents
            url = why_url(account, player, currency)
            found.append(Standing(people[pk], cents, won.get(pk, 0), other if differs else None, url))
    return sorted(found, key=lambda each: -each.won)


def _line(people: dict[int | None, Party], transfer: Transfer, currency: str) -> Line:
    return Line(people[transfer.payer], people[transfer.receiver], transfer.amount, currency)


def paid_line(people: dict[int | None, Party], payment: Payment) -> Line:
    return Line(people[payment.payer_id], people[payment.receiver_id], payment.amount, payment.currency, payment)


def title(account: Account) -> str:
    if account.night is None:
        return _("Everything open")
    return date_format(timezone.localtime(account.night.started_at), "DATE_FORMAT")


def as_text(account: Account, found: Sequence[Section]) -> str:
    """Return the account as a text message: each person's balance (`won`), open and booked payments, expenses."""
    lines = [f"{_('Settle up')}: {title(account)}"]
    for section in found:
        lines.append("")
        lines += [
            f"{isolated(each.party.name)}: {signed_amount(each.won, section.currency)}" for each in section.standings
        ]
        lines += ["", *(each.text for each in section.to_pay)] if section.to_pay else []
        lines += [f"✓ {each.text}" for each in section.paid]
        lines += [each.text for each in section.expenses]
        if section.carried:
            lines.append(_where_settled(section.carried))
        elif not section.to_pay:
            lines.append(_("Everything is paid."))
    if account.group.pay_to and any(section.to_pay for section in found):
        lines += ["", f"{_('How to pay')}: {isolated(account.group.pay_to)}"]
    return "\n".join(lines)


def _where_settled(since: datetime.datetime) -> str:
    """Return the sentence saying that the night has been settled with everything else since this time."""
    told = _("Since %(date)s, this night is settled with everything else.")
    return told % {"date": short_date(since)}


def note_of(night: Night, **signal: Any) -> NightNote | None:
    """Return the note for a night's page: who pays whom, with a link. Return None if the night has no ledger rows."""
    if not night.ledger.exists():
        return None
    account = Account(night.group, night)
    balances, carried = account.balances(), account.carried_over()
    lines = _note_lines(account, balances, carried)
    still_open = {currency for currency, sums in balances.items() if any(sums.values())}
    if still_open and still_open <= carried.keys():
        return NightNote(_("Settle up"), lines, Account(night.group).get_absolute_url(), _("Everything open"), "muenze")
    return NightNote(_("Settle up"), lines, account.get_absolute_url(), _("Settle up"), "muenze")


def _note_lines(account: Account, balances: dict[str, Balances], carried: dict[str, datetime.datetime]) -> list[str]:
    if not balances:
        return []
    paid = list(account.payments.not_undone().with_people())
    ids = {player for sums in balances.values() for player in sums} | {each.payer_id for each in paid}
    people = parties(account.group, account.night, ids | {each.receiver_id for each in paid})
    lines = []
    for currency, sums in balances.items():
        if currency not in carried:
            wanted = _wanted(people, sums, by_box=bool(sums.get(None)))
            lines += [_line(people, each, currency).text for each in wanted]
        elif any(sums.values()):
            lines.append(_where_settled(carried[currency]))
    lines += [f"✓ {paid_line(people, each).text}" for each in reversed(paid)]
    expenses = Expense.objects.of_account(account).not_undone().with_people()
    return lines + [each.text for each in reversed(expense_lines(expenses))]
