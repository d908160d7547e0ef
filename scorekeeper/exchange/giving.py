"""What an installation has of a group, and how it is told to another one."""

from __future__ import annotations

import datetime
import json
from collections.abc import Callable, Collection, Iterable, Mapping
from typing import Any

from django.db.models import Q

from scorekeeper.exchange import shapes
from scorekeeper.exchange.checking import BY, GAME, KEY
from scorekeeper.exchange.histories import written
from scorekeeper.exchange.score_files import file_id
from scorekeeper.exchange.shapes import called, fields, flag, many, maybe, moment, text, whole
from scorekeeper.money.models import MOST, Payment
from scorekeeper.nights.models import LONGEST_NOTE, Gone, Match, Night
from scorekeeper.people.models import ARRIVING, Group, Player
from scorekeeper.people.signs import SEATS_DRAWN
from scorekeeper.web.formatting import language

GAMES_AT_ONCE = 20  # in a request or an answer: a phone works on that many for some seconds
BYTES_AT_ONCE = 1_000_000  # of games, unless one alone is longer
LARGEST_EXCHANGE = 5_000_000  # bytes that a phone with a group of its own sends at once
LONGEST_GAME = LARGEST_EXCHANGE - 1_000_000  # bytes; a longer one stays where it is

type Document = dict[str, Any]

_STEPS = many(text(KEY, 1), 100_000)
_PERSON = fields(
    key=text(KEY, 1),
    name=called,
    colour=whole(0, SEATS_DRAWN),
    shape=whole(0, SEATS_DRAWN),
    letters=text(8),
    feminine=flag,
    hidden=flag,
    merged_into=maybe(text(KEY, 1)),
    steps=_STEPS,
)
_NIGHT = fields(
    id=text(KEY, 1),
    started_at=moment,
    place=text(Night._meta.get_field("place").max_length or 0),
    note=text(LONGEST_NOTE),
    deleted=flag,
    steps=_STEPS,
)
_PAYMENT = fields(
    key=text(KEY, 1),
    payer=maybe(text(KEY, 1)),
    receiver=maybe(text(KEY, 1)),
    amount=whole(1, MOST),
    currency=lambda value: text(3, 3)(value) and value.isascii() and value.isupper(),
    night=maybe(text(KEY, 1)),
    note=text(Payment.NOTE_LENGTH),
    at=moment,
    by=text(BY),
    undone_at=maybe(moment),
    undone_by=text(BY),
)
GIVE = fields(people=many(_PERSON), nights=many(_NIGHT), games=many(GAME, GAMES_AT_ONCE), payments=many(_PAYMENT))
KINDS = ("people", "nights", "games")
GONE = "gone"  # said of a game in the place of its last step


# What an installation has


def last_step(steps: list[str]) -> str:
    return steps[-1] if steps else ""


def matches_in(group: Group) -> Any:
    return Match.objects.filter(night__group=group).exclude(night__deleted_at=ARRIVING)


def nights_in(group: Group) -> Any:
    return group.nights.exclude(deleted_at=ARRIVING)


def people_in(group: Group) -> Any:
    return group.players.exclude(hidden_at=ARRIVING)


class Ours:
    """The steps of everything that a group has, by what names it on both sides."""

    def __init__(self, group: Group) -> None:
        games = matches_in(group).values_list("file_id", "key", "steps", "pk", "night_id", "deleted_at")
        self.games = {file_id or key: (steps, pk) for file_id, key, steps, pk, _night, _deleted in games}
        self.night_of = {file_id or key: night for file_id, key, _steps, _pk, night, _deleted in games}
        self.deleted = {file_id or key for file_id, key, _steps, _pk, _night, deleted in games if deleted}
        nights = nights_in(group).values_list("origin", "key", "steps", "pk")
        self.nights = {origin or key: (steps, pk) for origin, key, steps, pk in nights}
        self.people = {key: (steps, pk) for key, steps, pk in people_in(group).values_list("key", "steps", "pk")}
        payments = Payment.objects.filter(group=group).values_list("key", "undone_at")
        self.payments = {key: undone_at is not None for key, undone_at in payments}
        self.gone: dict[str, dict[str, list[str]]] = {kind: {} for kind in KINDS}
        self.deleted_here: set[str] = set()  # games that are gone by themselves
        for kind, name, steps in Gone.objects.filter(group=group).values_list("kind", "name", "steps"):
            there = "nights" if kind == Gone.Kind.NIGHT else "games"
            if name not in getattr(self, there):
                self.gone[there][name] = steps
                if kind == Gone.Kind.GAME:
                    self.deleted_here.add(name)

    def is_old(self, kind: str, name: str, last: str) -> bool:
        """Whether that was deleted for good, and nobody has gone on with it where this is its last step."""
        steps = self.gone[kind].get(name)
        return steps is not None and (not last or last in steps)

    def have(self) -> Document:
        found: Document = {
            kind: {name: last_step(steps) for name, (steps, _pk) in getattr(self, kind).items()} for kind in KINDS
        }
        found["games"] |= dict.fromkeys(self.deleted_here, GONE)
        return {**found, "payments": self.payments}


def in_full(
    group: Group, chosen: Mapping[str, Collection[str]], tell: Callable[..., None] = lambda code, **what: None
) -> Document:
    """These people, nights and payments in full, and of the games, by their names in order, as many as go at once.

    Tells of a game that is too long to go at all.
    """
    people = people_in(group).filter(key__in=chosen["people"]).select_related("merged_into").order_by("pk")
    nights = nights_in(group).filter(named(chosen["nights"], "origin")).order_by("pk")
    games = matches_in(group).filter(named(chosen["games"], "file_id"))
    games = games.select_related("night__group").prefetch_related("seats")
    payments = Payment.objects.filter(group=group, key__in=chosen["payments"]).order_by("pk")
    return {
        "people": [person(each) for each in people],
        "nights": [night_document(each) for each in nights],
        "games": _at_once(sorted(games, key=file_id), tell),
        "payments": [payment_document(each) for each in payments.select_related("payer", "receiver", "night")],
    }


def _at_once(matches: Iterable[Match], tell: Callable[..., None]) -> list[Document]:
    found: list[Document] = []
    size = 0
    for match in matches:
        game = written(match)
        long = len(json.dumps(game))
        if long > LONGEST_GAME or max(len(game["entries"]), len(game["changes"])) > shapes.MOST:
            tell("too_long", what=match.title.text(language()), at=game["started_at"])
            continue
        size += long
        if found and size > BYTES_AT_ONCE:
            break
        found.append(game)
    return found


def named(identities: Collection[str], elsewhere: str) -> Q:
    """Those of these names; "" names nothing, though `elsewhere` is empty for whatever was made here."""
    names = [name for name in identities if name]
    return Q(**{f"{elsewhere}__in": names}) | Q(**{elsewhere: "", "key__in": names})


def person(player: Player) -> Document:
    return {
        "key": player.key,
        "name": player.name,
        "colour": player.colour,
        "shape": player.shape,
        "letters": player.letters,
        "feminine": player.feminine,
        "hidden": player.hidden_at is not None,
        "merged_into": player.merged_into and player.merged_into.key,
        "steps": player.steps,
    }


def night_document(night: Night) -> Document:
    return {
        "id": night.identity,
        "started_at": night.started_at.astimezone(datetime.UTC).isoformat(),
        "place": night.place,
        "note": night.note,
        "deleted": night.deleted_at is not None,
        "steps": night.steps,
    }


def payment_document(payment: Payment) -> Document:
    return {
        "key": payment.key,
        "payer": payment.payer and payment.payer.key,
        "receiver": payment.receiver and payment.receiver.key,
        "amount": payment.amount,
        "currency": payment.currency,
        "night": payment.night and payment.night.identity,
        "note": payment.note,
        "at": payment.at.astimezone(datetime.UTC).isoformat(),
        "by": payment.by,
        "undone_at": payment.undone_at and payment.undone_at.astimezone(datetime.UTC).isoformat(),
        "undone_by": payment.undone_by,
    }
