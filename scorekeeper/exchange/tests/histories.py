"""Random histories of a group on a server and on two phones that keep it, too."""

from __future__ import annotations

import json
from collections.abc import Callable
from random import Random
from typing import Any

from django.db import IntegrityError, transaction
from django.utils import timezone

from scorekeeper.exchange import two_sides
from scorekeeper.exchange.checking import Unfit
from scorekeeper.exchange.choosing import Choice, decide
from scorekeeper.exchange.histories import written
from scorekeeper.exchange.models import Conflict, Home
from scorekeeper.money.models import Account, NotPayable, Payment
from scorekeeper.nights.models import Entry, Match, Night, Refused, Stale
from scorekeeper.people.models import Group, Player, User
from scorekeeper.server.write_queue import write_transaction

TOKEN = "a token"


def through(document: Any) -> Any:
    """As it comes out of the network."""
    return json.loads(json.dumps(document))


def serve(server: Group, request: Any) -> Any:
    request = two_sides.read(through(request), two_sides.REQUEST)
    answer = two_sides.answer_to(server, request, "Kitchen", may_write=True)
    return two_sides.read(through(answer), two_sides.ANSWER)


def exchange(
    server: Group, home: Home | None, owner: User | None = None, cut: Callable[[], bool] = lambda: False
) -> Home | None:
    """The whole exchange, or as much of it as gets through; what is cut off is sent again, or not."""
    request: Any = two_sides.ask(home, TOKEN)
    for _ in range(50):
        if cut():
            return home
        answer = serve(server, request)
        if cut():
            return home
        if home is None:
            assert owner is not None
            phones = Home.objects.count()  # each phone has a database of its own in truth
            home = two_sides.settle_in(answer, f"https://there-{phones}.example", TOKEN, owner)
        home.refresh_from_db()
        asked = two_sides.take_answer(home, answer)
        if cut():  # the answer comes once more
            two_sides.take_answer(home, answer)
        if asked is None:
            return home
        request = asked
    raise AssertionError("the exchange does not end")


class Side:
    """Somebody who does things at random in one group: enters, corrects, pays, renames, deletes."""

    def __init__(self, group: Group, name: str, chance: Random) -> None:
        self.group, self.name, self.chance = group, name, chance
        self.count = 0
        self.entered: set[str] = set()
        self.paid: set[str] = set()
        self.gone: set[str] = set()  # rounds of games that were deleted for good

    def new(self) -> str:
        self.count += 1
        return f"{self.name}-{self.count}"

    def do(self) -> None:
        verbs = [self.play, self.play, self.play, self.play, self.correct, self.correct, self.end, self.begin,
                 self.pay, self.pay, self.person, self.night, self.delete]  # fmt: skip
        with write_transaction(self.group):
            try:
                with transaction.atomic():
                    self.chance.choice(verbs)()
            except (Refused, Stale, NotPayable, IntegrityError):
                pass

    def a_match(self) -> Match | None:
        found = list(Match.objects.not_deleted().filter(night__group=self.group).order_by("pk"))
        match = self.chance.choice(found) if found else None
        if match is not None:
            match.lock()
        return match

    def begin(self) -> None:
        people = list(self.group.players.on_the_pad().order_by("pk"))
        self.chance.shuffle(people)
        if len(people) < 4:
            return
        slug = self.chance.choice(["rufmariasch", "beutelschneider"])
        night = Night.tonight(self.group) if self.chance.random() < 0.7 else Night.objects.create(group=self.group)
        Match.start(night, slug, people[:4], {"stake": 10}, self.chance.randrange(4), self.name)

    def play(self) -> None:
        match = self.a_match()
        if match is None or match.finished:
            return
        key = self.new()
        match.enter(self.record(match), key, match.last_number, self.name)
        self.entered.add(key)

    def record(self, match: Match) -> dict[str, Any]:
        names = [seat.name for seat in match.seated]
        who, whom = self.chance.sample(names, 2)
        points = self.chance.randint(1, 9)
        return {"kind": "adjustment", "points": {who: points, whom: -points}}

    def correct(self) -> None:
        match = self.a_match()
        if match is None or not match.all_entries:
            return
        entry = self.chance.choice(match.all_entries)
        match self.chance.randrange(4):
            case 0:
                match.correct(entry, self.record(match), entry.version, self.name)
            case 1:
                match.remove(entry, self.name)
            case 2:
                match.restore(entry, self.name)
            case 3:
                match.undo(self.name)

    def end(self) -> None:
        match = self.a_match()
        if match is None:
            return
        match self.chance.randrange(6):
            case 0 | 1:
                match.close(self.name)
            case 2:
                match.reopen(self.name)
            case 3:
                match.leave_out(self.name)
            case 4:
                match.count_again(self.name)
            case 5:
                match.change_options({"stake": self.chance.choice([5, 10, 20])}, self.name)

    def pay(self) -> None:
        payments = list(Payment.objects.standing().of(self.group).order_by("pk"))
        if payments and self.chance.random() < 0.3:
            self.chance.choice(payments).take_back(self.name)
            return
        nights = list(self.group.nights.newest_first())
        account = Account(self.group, self.chance.choice(nights) if nights and self.chance.random() < 0.3 else None)
        for currency, sums in account.balances().items():
            owing = [pk for pk, cents in sums.items() if pk and cents < 0]
            getting = [pk for pk, cents in sums.items() if pk and cents > 0]
            if owing and getting:
                payer, receiver = self.chance.choice(owing), self.chance.choice(getting)
                people = self.group.players.in_bulk([payer, receiver])
                most = min(-sums[payer], sums[receiver])
                key = self.new()
                account.pay(people[payer], people[receiver], most, currency, by=self.name, key=key)
                self.paid.add(key)

    def person(self) -> None:
        players = list(self.group.players.themselves().order_by("pk"))
        player = self.chance.choice(players)
        match self.chance.randrange(4):
            case 0:
                Player.objects.create(group=self.group, name=self.new())
            case 1:
                player.rename(self.new())
            case 2:
                player.hide()
            case 3:
                player.show()

    def night(self) -> None:
        nights = list(self.group.nights.order_by("pk"))
        if not nights:
            return
        night = self.chance.choice(nights)
        if night.deleted_at:
            night.bring_back()
        elif self.chance.random() < 0.2:
            night.delete_for_now()
        else:
            night.describe(self.new(), "")

    def delete(self) -> None:
        match = self.a_match()
        if match is not None and self.chance.random() < 0.5:
            match.delete_for_now(self.name)
            return
        deleted = Match.objects.deleted().filter(night__group=self.group)
        if self.name == "server" and self.chance.random() < 0.5:  # thirty days later
            self.gone |= set(Entry.objects.filter(match__in=deleted).values_list("key", flat=True))
            deleted.forget()
        for gone in deleted[:1]:
            gone.bring_back(self.name)

    def decide(self, choice: Choice | None = None) -> int:
        """Decides about everything that went on in two places; how much that was."""
        found = list(Conflict.objects.open().of(self.group))
        for conflict in found:
            for each in [choice or self.chance.choice(list(Choice)), Choice.THEIRS]:
                try:
                    decide(Conflict.objects.get(pk=conflict.pk), each, self.name)
                    break
                except (Refused, Unfit, IntegrityError):
                    continue
        return len(found)


def everything(group: Group) -> dict[str, Any]:
    """What must be the same on all sides."""
    games = (
        Match.objects.filter(night__group=group, night__deleted_at=None)
        .select_related("night__group")
        .prefetch_related("seats")
    )
    people = {player.pk: player.key for player in group.players.all()}
    found: dict[str, Any] = {"games": {}, "nights": {}, "people": {}, "payments": {}, "balances": {}}
    for match in games:
        game = written(match)
        for each in [*game["entries"], *game["changes"]]:
            each.pop("by", None)
            each.pop("undone_by", None)
            each["removed_at"] = bool(each.get("removed_at"))
        game["deleted_at"] = bool(game["deleted_at"])
        game |= {"totals": match.totals, "winners": match.winners, "finished": match.finished}
        for change in game["changes"]:
            for side in ("before", "after"):
                if change["verb"] == "chosen":
                    change[side] = {**change[side], "entries": [{**each, "by": ""} for each in change[side]["entries"]]}
        found["games"][game["id"]] = game
    for night in group.nights.filter(deleted_at=None):
        found["nights"][night.identity] = (night.place, night.note, bool(night.deleted_at), night.steps)
    for player in group.players.select_related("merged_into"):
        found["people"][player.key] = (player.name, bool(player.hidden_at), player.steps, player.colour, player.letters)
    for payment in Payment.objects.filter(group=group).select_related("night"):
        night = payment.night and payment.night.identity
        found["payments"][payment.key] = (payment.amount, bool(payment.undone_at), night)
    for currency, sums in Account(group).balances().items():
        found["balances"][currency] = {people.get(pk, ""): cents for pk, cents in sums.items() if cents}
    found["balances"] = {currency: sums for currency, sums in found["balances"].items() if sums}
    return found


def keys_kept(group: Group) -> set[str]:
    """Every round that is here, also those that were taken out or gave way."""
    found = set(Entry.objects.filter(match__night__group=group).values_list("key", flat=True))
    for conflict in Conflict.objects.of(group):
        found |= {entry["key"] for entry in conflict.theirs.get("entries", [])}
    return found


def a_group(chance: Random, number: int) -> tuple[Group, User]:
    owner = User.objects.create(username=f"Owner {number}-{timezone.now().timestamp()}")
    group = Group.found("Friday", owner)
    for name in ("Anna", "Ben", "Carla", "Dirk", "Emil"):
        Player.objects.create(group=group, name=name)
    return group, owner
