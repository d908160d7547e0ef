"""Takes what another installation tells of a group."""

from __future__ import annotations

import datetime
from collections.abc import Collection, Iterable, Mapping

from django.db import IntegrityError, transaction
from django.utils import timezone

from scorekeeper.exchange.checking import Unfit
from scorekeeper.exchange.giving import Document, last_step, matches_in, named, nights_in
from scorekeeper.exchange.histories import Order, begin, by_way_of, compare, go_forward, stands
from scorekeeper.exchange.models import Conflict
from scorekeeper.exchange.score_files import file_id
from scorekeeper.history.models import CannotMerge, Merge
from scorekeeper.history.storing import all_at_once
from scorekeeper.money.models import NotPayable, Payment
from scorekeeper.nights.models import Draft, Match, Night
from scorekeeper.nights.signals import night_changed
from scorekeeper.people import names
from scorekeeper.people.keys import new_key
from scorekeeper.people.models import Group, Player
from scorekeeper.server.write_queue import write_batch, write_transaction
from scorekeeper.web.formatting import language


class Taking:
    """Takes what the other side gives; `told` is what people should know of it.

    The phone keeps a conflict where both went on, the server leaves what it has: it is given to the phone instead.
    Phones come by share links, which never own: they delete no night and merge nobody whom the server knew before.
    """

    def __init__(self, group: Group, via: str = "", *, phone: bool, known_there: Collection[str]) -> None:
        self.group, self.via, self.phone = group, via, phone
        self.known_there = known_there  # people
        self.told: list[Document] = []
        self.known: set[str] = set()  # people who were here before
        self.same: dict[str, Player] = {}  # people who came under another key
        self.went_on: set[int] = set()  # nights with new rounds

    def tell(self, code: str, **what: str) -> None:
        self.told.append({"code": code, "what": {name: str(value)[:200] for name, value in what.items()}})

    def tell_unfinished(self, code: str) -> None:
        """Of the rounds that somebody has begun here, which do not go along."""
        begun = Draft.objects.filter(match__night__group=self.group, match__night__deleted_at=None, entry=None)
        begun = begun.filter(match__deleted_at=None, match__finished=False).select_related("match__night")
        for draft in begun.order_by("pk"):
            if draft.match.is_readable and not draft.overtaken:
                self.tell(code, what=draft.match.title.text(language()), by=draft.by)

    def everything(self, give: Document) -> None:
        """On a phone in few transactions, as each waits for the disk; on a server others have their turn after each game."""
        turn = write_transaction if self.phone else write_batch
        self.known = set(self.group.players.values_list("key", flat=True))
        with turn(self.group):
            for person in sorted(give["people"], key=lambda each: each["key"] not in self.known):
                self._take_person(person)
            for person in give["people"]:
                self._take_merge(person)
            for night in give["nights"]:
                self._take_night(night)
        for games in [give["games"]] if self.phone else [[game] for game in give["games"]]:
            with turn(self.group), all_at_once():
                people = {**{player.key: player for player in self._players()}, **self.same}
                for game in games:
                    self._take_game(game, people)
        with turn(self.group):
            for payment in give["payments"]:
                self._take_payment(payment)

    def gone(self, gone: Document) -> list[str]:
        """Takes off this phone what was deleted for good on the server; the nights in which somebody has played on here."""
        played_on = []
        with write_transaction(self.group):
            for match in matches_in(self.group).filter(named(gone["games"], "file_id")).select_related("night__group"):
                if last_step(match.steps) != gone["games"][file_id(match)]:
                    continue
                self.tell("gone", what=match.title.text(language()), at=match.started_at.isoformat())
                match.delete_for_now(self.group.name)
                match.delete()
            for night in nights_in(self.group).filter(named(gone["nights"], "origin")):
                if night.matches.exists() or last_step(night.steps) != gone["nights"][night.identity]:
                    night.bring_back()  # a step by which the server takes it again
                    played_on.append(night.identity)
                else:
                    night.delete_for_now()
                    night.delete()
        return played_on

    def _players(self) -> Iterable[Player]:
        return self.group.players.select_related("merged_into")

    def _order(self, ours: Player | Night, theirs: Document) -> Order:
        order = compare(ours.steps, theirs["steps"])
        if self.phone and order is Order.APART:
            if Conflict.note(ours, theirs):
                self.tell("apart", what=str(ours))
        elif self.phone:
            Conflict.settled(ours)
        return order

    def _take_person(self, person: Document) -> None:
        player = self.group.players.filter(key=person["key"]).first()
        if player is None:
            player = self._same_name(person)
            if player is None:
                return
        elif self._order(player, person) is not Order.BEHIND:
            return
        take_person(player, person, self)

    def _same_name(self, person: Document) -> Player | None:
        """Who has the name of somebody who is new here: new as well, or known there as somebody else."""
        player = self.group.players.filter(name_key=names.key(person["name"])).first()
        if player is None:
            return Player(group=self.group, key=person["key"])
        if player.key in self.known_there:
            self.tell("name_taken", name=person["name"])
            return None
        self.tell("same_name", name=person["name"])
        if not self.phone:
            self.same[person["key"]] = player.themselves
            return None
        player.key = person["key"]  # the server's counts
        return player

    def _take_merge(self, person: Document) -> None:
        player = self.group.players.filter(key=person["key"]).select_related("merged_into").first()
        if player is None or player.steps != person["steps"]:
            return
        target = self.group.players.filter(key=person["merged_into"] or "").first()
        if (player.merged_into and player.merged_into.key) == person["merged_into"]:
            return
        if not self.phone and player.key in self.known:
            self.tell("merge_stays", name=player.name)
            Player.objects.filter(pk=player.pk).update(steps=[*person["steps"], new_key()])
            return
        try:
            with transaction.atomic():
                if player.merged_into:
                    merge = Merge.objects.filter(source=player, undone_at=None).first()
                    if merge is not None:
                        merge.undo(self.via or self.group.name)
                if target is not None:
                    Merge.of(player, target, self.via or self.group.name)
        except CannotMerge:
            self.tell("not_merged", name=person["name"])
        Player.objects.filter(pk=player.pk).update(steps=person["steps"])

    def _take_night(self, theirs: Document) -> None:
        night = nights_in(self.group).filter(named([theirs["id"]], "origin")).first()
        if night is None:
            night = Night(group=self.group, origin=theirs["id"])
            night.started_at = datetime.datetime.fromisoformat(theirs["started_at"])
        elif self._order(night, theirs) is not Order.BEHIND:
            return
        elif not self.phone and theirs["deleted"] != (night.deleted_at is not None):
            self.tell("night_stays", at=night.started_at.isoformat())
            theirs = {**theirs, "deleted": not theirs["deleted"], "steps": [*theirs["steps"], new_key()]}
        take_night(night, theirs)

    def _take_game(self, game: Document, people: Mapping[str, Player]) -> None:
        match = matches_in(self.group).filter(named([game["id"]], "file_id")).select_related("night__group").first()
        try:
            with transaction.atomic():
                if match is not None:
                    match.lock()
                    self._carry_on(match, game)
                    return
                night = nights_in(self.group).filter(named([game["night"]], "origin")).first()
                if night is None or any(key not in people for key, _name in game["seats"]):
                    self.tell("not_taken", game=game["game"], at=game["started_at"], reason="unknown_person")
                    return
                night.group = self.group
                begin(game, night, people, self.via)
                self.went_on.add(night.pk)
        except Unfit as unfit:
            self.tell("not_taken", game=game["game"], at=game["started_at"], reason=unfit.reason)

    def _carry_on(self, match: Match, game: Document) -> None:
        order = stands(match, game)
        if order is Order.BEHIND:
            known = {entry.key for entry in match.all_entries}
            go_forward(match, game, self.via)
            if any(entry.key not in known for entry in match.active):
                self.went_on.add(match.night_id)
        if not self.phone:
            return
        if order is not Order.APART:
            Conflict.settled(match)
        elif Conflict.note(match, game):
            self.tell("apart", what=match.title.text(language()))

    def _take_payment(self, theirs: Document) -> None:
        payment = Payment.objects.filter(group=self.group, key=theirs["key"]).first()
        if payment is not None:
            if theirs["undone_at"] and payment.undone_at is None:
                payment.take_back(by_way_of(theirs["undone_by"], self.via))
            return
        people = {**{player.key: player.themselves for player in self._players()}, **self.same}
        payer, receiver = people.get(theirs["payer"]), people.get(theirs["receiver"])
        night = nights_in(self.group).filter(named([theirs["night"] or ""], "origin")).first()
        if payer == receiver or (theirs["payer"] and not payer) or (theirs["receiver"] and not receiver):
            self.tell("payment_not_taken", amount=str(theirs["amount"]), currency=theirs["currency"])
            return
        payment = Payment(group=self.group, night=night, payer=payer, receiver=receiver, key=theirs["key"])
        if not self.phone and not theirs["undone_at"]:
            self._look_for_double(payment, theirs)
        for name in ("amount", "currency", "note"):
            setattr(payment, name, theirs[name])
        payment.by, payment.undone_by = (by_way_of(theirs[role], self.via) for role in ("by", "undone_by"))
        payment.at = datetime.datetime.fromisoformat(theirs["at"])
        payment.undone_at = timezone.now() if theirs["undone_at"] else None
        payment.save()
        payment.post()

    def _look_for_double(self, payment: Payment, theirs: Document) -> None:
        """Tells where a payment is more than is open: the same debt was paid there and here."""
        try:
            payment.account.check(payment.payer, payment.receiver, theirs["amount"], theirs["currency"])
        except NotPayable:
            people = {"payer": payment.payer, "receiver": payment.receiver}
            who = {name: player.name if player else "" for name, player in people.items()}
            self.tell("paid_twice", amount=str(theirs["amount"]), currency=theirs["currency"], **who)


def take_person(player: Player, theirs: Document, taking: Taking | None = None) -> None:
    """Makes somebody here what they are there; tells where somebody else has the name."""
    for name in ("name", "colour", "shape", "letters", "feminine", "steps"):
        setattr(player, name, theirs[name])
    player.hidden_at = (player.hidden_at or timezone.now()) if theirs["hidden"] else None
    try:
        with transaction.atomic():
            if player._state.adding:
                player.save()
            else:
                written_down = ["key", "name", "name_key", "colour", "shape", "letters", "feminine", "hidden_at"]
                player.save(update_fields=[*written_down, "steps"])
    except IntegrityError:
        if taking is None:
            raise
        taking.tell("name_taken", name=theirs["name"])


def take_night(night: Night, theirs: Document) -> None:
    """Makes a night here what it is there."""
    deleted = night.deleted_at is not None
    night.place, night.note, night.steps = theirs["place"], theirs["note"], theirs["steps"]
    night.deleted_at = (night.deleted_at or timezone.now()) if theirs["deleted"] else None
    new = night._state.adding
    night.save()
    if not new and deleted != theirs["deleted"]:
        night_changed.send(Night, night=night)
