"""The ledger after random games, corrections, changes of the stake, deletions and payments, in any order.

SCOREKEEPER_NIGHTS=1000 plays a thousand nights instead of twelve.
"""

import os
from collections import Counter
from random import Random

import pytest
from django.core.management import call_command

from games.registry import all_games
from scorekeeper.money.models import (
    Account,
    Expense,
    LedgerRow,
    NotPayable,
    Payment,
    box_transfers,
    shares_of,
    transfers,
)
from scorekeeper.money.statement import items_of, newest_items
from scorekeeper.nights.models import Match, Night, Refused
from scorekeeper.people.models import Group, Player
from tests.play import group as played_by

pytestmark = pytest.mark.slow

NIGHTS = int(os.environ.get("SCOREKEEPER_NIGHTS", "12"))
STEPS_A_NIGHT = 12
NAMES = ("Anna", "Ben", "Carla", "Dirk", "Emil", "Frieda", "Gustav")
GAMES = {"rufmariasch": (4,), "krimsutep": (3, 4), "beutelschneider": (3, 4, 5)}


class Table:
    """A group that takes random steps: it plays, corrects, undoes, pays, deletes and restores."""

    def __init__(self, seed: int) -> None:
        self.random = Random(seed)
        self.group = Group.objects.create(name="Friday cards")
        self.players = {name: Player.objects.create(group=self.group, name=name) for name in NAMES}
        self.nights: list[Night] = []
        self.matches: list[Match] = []
        self.paid: dict[str, tuple] = {}  # payments that are not undone, by key
        self.shared: dict[str, tuple] = {}  # expenses that are not undone, by key
        self.done = Counter()

    # The steps

    def start(self) -> None:
        night = Night.objects.create(group=self.group)
        self.nights.append(night)
        for _ in range(self.random.choice((1, 1, 2))):
            self.start_match(night)

    def start_match(self, night: Night) -> None:
        slug = self.random.choice(["rufmariasch", *GAMES])
        players = self.random.sample(list(self.players.values()), self.random.choice(GAMES[slug]))
        options = {"stake": self.random.choice((0, 1, 5, 7, 10)), "currency": self.random.choice(("EUR", "EUR", "CHF"))}
        self.matches.append(Match.start(night, slug, players, options, 0))

    def match(self) -> Match:
        """Return one of the last four matches; one time in ten, return any match."""
        among = self.matches[-4:] if self.random.random() < 0.9 else self.matches
        return Match.objects.get(pk=self.random.choice(among).pk)

    def record(self, match: Match) -> dict:
        seats = [seat.name for seat in match.seated]
        if match.game_slug == "rufmariasch" and self.random.random() < 0.7:
            them = played_by(all_games()[match.game_slug], len(seats), self.random)
            them.table, them.players = match.table, tuple(seats)
            record = them.round(match.course.engine.next_dealer or seats[0]).noted["call"]
            return {key: value for key, value in record.items() if key != "declared"}
        points = {name: self.random.randint(-9, 30) for name in seats}
        if match.game.pays_each_round:
            points[seats[0]] -= sum(points.values())
        return {"kind": "adjustment", "points": points}

    def enter(self) -> None:
        match = self.match()
        match.enter(self.record(match), match.last_number, "Sam")

    def correct(self) -> None:
        match = self.match()
        entry = self.random.choice(match.active or [None])
        if entry:
            match.correct(entry, self.record(match), entry.version, "Ben")

    def remove_or_restore(self) -> None:
        match = self.match()
        entry = self.random.choice(match.all_entries or [None])
        if entry:
            self.random.choice((match.remove, match.restore_entry))(entry, "Ben")

    def undo(self) -> None:
        self.match().undo("Sam")

    def close_or_reopen(self) -> None:
        match = self.match()
        self.random.choice((match.close, match.close, match.reopen))("Sam")

    def other_stake(self) -> None:
        match = self.match()
        options = {"stake": self.random.choice((0, 1, 3, 20)), "currency": self.random.choice(("EUR", "CHF"))}
        match.change_options(options, "Sam")

    def delete_or_restore_night(self) -> None:
        night = Night.objects.get(pk=self.random.choice(self.nights[-6:]).pk)
        night.restore() if night.deleted_at else night.soft_delete()

    def pay(self) -> None:
        """Take a random account, and book one of its open payments in each currency, in whole or in part."""
        alive = Night.objects.filter(group=self.group, deleted_at=None).order_by("-pk")[:4]
        account = Account(self.group, self.random.choice([*alive, None]))
        for currency, sums in account.balances().items():
            wanted = box_transfers(sums) if self.random.random() < 0.3 else transfers(sums)
            if wanted:
                transfer = self.random.choice(wanted)
                part = self.random.choice((transfer.amount, transfer.amount, self.random.randint(1, transfer.amount)))
                self.mark(account, transfer.payer, transfer.receiver, part, currency)

    def mark(self, account: Account, payer: int | None, receiver: int | None, amount: int, currency: str) -> None:
        people = Player.objects.in_bulk([pk for pk in (payer, receiver) if pk])
        paid = account.pay(people.get(payer), people.get(receiver), amount, currency, by="Sam")
        self.paid[paid.key] = (account.night and account.night.pk, payer, receiver, amount, currency)

    def pay_too_much(self) -> None:
        account = Account(self.group)
        for currency, sums in account.balances().items():
            for transfer in transfers(sums)[:1]:
                before = account.balances()
                with pytest.raises(NotPayable):
                    self.mark(account, transfer.payer, transfer.receiver, 10**7, currency)
                assert account.balances() == before

    def revert(self) -> None:
        payment = Payment.objects.not_undone().order_by("?").first()
        if payment:
            payment.revert("Ben")
            del self.paid[payment.key]

    def share_out(self) -> None:
        """Enter a random expense in the account of a night or of the group."""
        alive = Night.objects.filter(group=self.group, deleted_at=None).order_by("-pk")[:4]
        account = Account(self.group, self.random.choice([*alive, None]))
        among = self.random.sample(list(self.players.values()), self.random.randint(2, len(self.players)))
        payer = self.random.choice(list(self.players.values()))
        shares = {each: self.random.choice((1, 1, 1, 2, 5)) for each in among}
        amount, currency = self.random.randint(1, 20_000), self.random.choice(("EUR", "EUR", "CHF"))
        made = Expense.enter(account, payer, amount, currency, shares, by="Sam")
        at_first = among.index(payer) if payer in among else 0
        borne = shares_of(amount, list(shares.values()), at_first)
        parts = dict(zip((each.pk for each in among), borne, strict=True))
        self.shared[made.key] = (account.night and account.night.pk, payer.pk, amount, currency, parts)

    def take_an_expense_back(self) -> None:
        expense = Expense.objects.not_undone().order_by("?").first()
        if expense:
            expense.revert("Ben")
            del self.shared[expense.key]

    STEPS = (
        *[enter] * 8,
        *[correct] * 3,
        *[remove_or_restore] * 2,
        *[undo] * 2,
        *[close_or_reopen] * 3,
        *[pay] * 4,
        other_stake,
        delete_or_restore_night,
        pay_too_much,
        revert,
        *[share_out] * 2,
        take_an_expense_back,
    )

    def step(self) -> None:
        self.step_of(self.random.choice(self.STEPS))

    def step_of(self, step) -> None:
        try:
            step(self)
            self.done[step.__name__] += 1
        except (Refused, NotPayable):
            self.done["refused"] += 1

    # What must hold

    def due(self) -> Counter:
        """Return every balance, calculated from the rounds, the payments and the expenses."""
        gone = set(Night.objects.exclude(deleted_at=None).values_list("pk", flat=True))
        due: Counter = Counter()
        for match in Match.objects.exclude(night__in=gone).prefetch_related("seats"):
            for seat in match.seated:
                due[match.table.options.currency, seat.player_id] += (match.course.engine.balances or {}).get(
                    seat.name, 0
                )
        for night, payer, receiver, amount, currency in self.paid.values():
            if night not in gone:
                due[currency, payer] += amount
                due[currency, receiver] -= amount
        for night, payer, amount, currency, parts in self.shared.values():
            if night not in gone:
                due[currency, payer] += amount
                for player, cents in parts.items():
                    due[currency, player] -= cents
        return Counter({key: cents for key, cents in due.items() if cents})

    def check_sums(self) -> None:
        for account in [Account(self.group), *(Account(self.group, night) for night in self.nights[-3:])]:
            for sums in account.balances().values():
                assert sum(sums.values()) == 0

    def check_all(self) -> None:
        kept = Account(self.group).balances()
        flat = {(currency, pk): cents for currency, sums in kept.items() for pk, cents in sums.items() if cents}
        assert flat == dict(self.due())
        for (currency, pk), cents in flat.items():
            if pk:
                told = items_of(Account(self.group), Player.objects.get(pk=pk), currency)
                assert (
                    sum(item.cents for item in told) == sum(item.cents for item in newest_items(told, cents)) == cents
                )
        for night in self.nights:
            assert all(sum(sums.values()) == 0 for sums in Account(self.group, night).balances().values())
        assert {payment.key for payment in Payment.objects.not_undone()} == set(self.paid)
        assert {expense.key for expense in Expense.objects.not_undone()} == set(self.shared)
        assert LedgerRow.objects.filter(kind="payment").count() == 2 * Payment.objects.count()

    def settle(self, *, by_box: bool) -> None:
        account = Account(self.group)
        for currency, sums in account.balances().items():
            for each in box_transfers(sums) if by_box else transfers(sums):
                self.mark(account, each.payer, each.receiver, each.amount, currency)
        assert not any(cents for sums in account.balances().values() for cents in sums.values())


@pytest.mark.django_db
@pytest.mark.parametrize("seed", range(3))
def test_whatever_happens_every_balance_is_the_sum_of_its_rows(seed):
    table = Table(seed)
    for number in range(-(-NIGHTS // 3)):
        table.start()
        for _ in range(STEPS_A_NIGHT):
            table.step()
            table.check_sums()
        if number % 25 == 24:
            table.check_all()
            table.settle(by_box=bool(number % 2))
    table.check_all()
    before = table.done.copy()
    table.settle(by_box=bool(seed % 2))
    table.check_all()
    for _ in range(STEPS_A_NIGHT):  # rounds are corrected after all was settled
        table.step_of(Table.correct)
    table.check_all()
    call_command("rescore", "--check", verbosity=0)
    assert before["pay"]
    if NIGHTS >= 100:
        print(seed, dict(table.done), len(table.paid))
