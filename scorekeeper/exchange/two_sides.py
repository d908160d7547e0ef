"""Exchange between a phone that keeps a group by itself and the server that keeps it, too.

The phone asks as often as is needed:

    request = ask(home)                  what the phone has, and what the server wanted of it
    answer  = answer_to(group, request)  on the server: takes what is new there, gives what the phone lacks
    request = take_answer(home, answer)  takes that; None once there is nothing more to ask

Each call does something whole, and the same one again does nothing more: so it may be broken off anywhere, and begun anew.
What went on in both places is left as it is in both; on the phone it becomes a `Conflict`, about which people decide,
and what they decide goes to the server as something that came after both.
"""

from __future__ import annotations

import datetime
from collections.abc import Collection, Mapping
from typing import Any

from django.db.models import Q, Sum
from django.utils import timezone

from scorekeeper.exchange import settings
from scorekeeper.exchange.checking import KEY
from scorekeeper.exchange.giving import (
    GAMES_AT_ONCE,
    GIVE,
    GONE,
    KINDS,
    Document,
    Ours,
    in_full,
    last_step,
    nights_in,
)
from scorekeeper.exchange.models import Home
from scorekeeper.exchange.shapes import Shape, by_name, fields, flag, many, maybe, text, whole
from scorekeeper.exchange.taking import Taking
from scorekeeper.money.models import LedgerRow, Payment, Totals
from scorekeeper.people.models import ARRIVING, Group, Membership, User
from scorekeeper.server.write_queue import write_transaction

FORMAT = "scorekeeper-exchange/1"
RECENT = 20  # nights that a phone takes along
_LAST = by_name(text(KEY))  # by what names it, the key of its last step
REQUEST: Shape = fields(
    format=text(40),
    token=text(64),
    after=text(200),  # what the phone has got of the games, by their names in order
    offered=text(200),  # and what it has offered of them
    have=fields(people=_LAST, nights=_LAST, games=_LAST, payments=by_name(flag)),
    give=GIVE,
    seasons=settings.CHANGED,
)
ANSWER: Shape = fields(
    format=text(40),
    group=settings.OF_A_GROUP,
    give=GIVE,
    gone=fields(nights=_LAST, games=_LAST),  # what of the phone's was deleted for good, and is as it was
    want=fields(**{kind: many(text(200, 1), 100_000) for kind in (*KINDS, "payments")}),
    before=maybe(by_name(by_name(whole(-(2**53), 2**53)))),
    after=text(200),
    told=many(fields(code=text(40), what=by_name(text(200)))),
)


class NotAnExchange(Exception):
    """The document is none of this version; nothing was done."""


def read(document: Any, shape: Shape) -> Document:
    """The document, which looks as it should; raises NotAnExchange."""
    if not shape(document) or document["format"] != FORMAT:
        raise NotAnExchange
    return dict(document)


# The server


def answer_to(group: Group, request: Document, via: str, *, may_write: bool) -> Document:
    """What the server answers; `via` is the name of the phone's share link, which may write or only look."""
    taking = Taking(group, via, phone=False, known_there=request["have"]["people"])
    give = request["give"]
    if may_write:
        before = Ours(group)
        taking.everything({**give, **{kind: _without_old(before, kind, give[kind]) for kind in ("nights", "games")}})
        if any(request["seasons"].values()):
            with write_transaction(group):
                settings.change_seasons(group, request["seasons"])
        _keep_played_on(group, request, before, taking)
    ours = Ours(group)
    recent = list(group.nights.newest_first()[:RECENT].values_list("pk", "started_at"))
    here = {pk for pk, _at in recent}
    given = {kind: {each["key" if kind in ("people", "payments") else "id"] for each in give[kind]} for kind in give}
    have, gone = _without_gone(ours, request["have"])
    found = {kind: _compared(getattr(ours, kind), have[kind], given[kind]) for kind in KINDS}
    unknown = {kind: set(getattr(ours, kind)) - set(request["have"][kind]) for kind in KINDS}
    lacking = {name for name in unknown["games"] if ours.night_of[name] in here}
    lacking_nights = {name for name in unknown["nights"] if ours.nights[name][1] in here}
    games = sorted(name for name in found["games"][0] | lacking if name > request["after"])
    first = not request["after"]
    payments = _payments_since(group, recent)
    theirs = request["have"]["payments"]
    chosen: dict[str, list[str]] = {
        "people": [*(found["people"][0] | unknown["people"])] if first else [],
        "nights": [*(found["nights"][0] | lacking_nights)] if first else [],
        "games": games[:GAMES_AT_ONCE],
        "payments": [key for key in payments if key not in theirs] if first else [],
    }
    if first:
        chosen["payments"] += [key for key, undone in theirs.items() if ours.payments.get(key, undone) and not undone]
    want = {kind: sorted(found[kind][1]) for kind in KINDS}
    want["games"] = [name for name in want["games"] if name > request["offered"]]
    lacking_payments = {
        key for key, undone in theirs.items() if key not in ours.payments or undone > ours.payments[key]
    }
    want["payments"] = sorted(lacking_payments - given["payments"])
    if not may_write:
        if any(give.values()) or any(want.values()):
            taking.tell("read_only")
        want = {kind: [] for kind in want}
    giving = in_full(group, chosen, taking.tell)
    last = giving["games"][-1]["id"] if giving["games"] else ""
    more = bool(last) and last != games[-1]
    if not more:
        taking.tell_unfinished("begun_there")
    there = {**have["games"], **dict.fromkeys(lacking)}
    return {
        "format": FORMAT,
        "group": settings.of(group),
        "give": giving,
        "gone": gone if first else {kind: {} for kind in gone},
        "want": want,
        "before": None
        if more
        else _before(group, [ours.games[name][1] for name in there if name in ours.games], {*payments, *theirs}),
        "after": last if more else "",
        "told": taking.told,
    }


def _without_old(ours: Ours, kind: str, given: list[Document]) -> list[Document]:
    """What the phone gives but for what was deleted for good, and in which nobody has played on since."""
    return [each for each in given if not ours.is_old(kind, each["id"], last_step(each["steps"]))]


def _without_gone(ours: Ours, have: Document) -> tuple[Document, Document]:
    """What the phone has but for what was deleted for good there or here; and the latter."""
    gone = {
        kind: {name: last for name, last in have[kind].items() if ours.is_old(kind, name, last)}
        for kind in ("nights", "games")
    }
    left = {
        kind: {name: last for name, last in have[kind].items() if last != GONE and name not in gone.get(kind, ())}
        for kind in KINDS
    }
    return left, gone


def _compared(
    ours: Mapping[str, tuple[list[str], int]], theirs: Mapping[str, str], given: Collection[str]
) -> tuple[set[str], set[str]]:
    """What the phone has and should get anew, and what is wanted of it, which it has not just given."""
    give, want = set(), set()
    for name, last in theirs.items():
        steps = ours[name][0] if name in ours else None
        if steps is not None and last == last_step(steps):
            continue
        if steps is not None and (not last or last in steps or name in given):
            give.add(name)
        elif name not in given:
            want.add(name)
    return give, want


def _keep_played_on(group: Group, request: Document, before: Ours, taking: Taking) -> None:
    """Brings a night back that was deleted on one side while the other played on."""
    have = request["have"]["games"]
    given = {game["id"] for game in request["give"]["games"]}
    deleted = {night["id"] for night in request["give"]["nights"] if night["deleted"]}
    unseen = {
        before.night_of[name]
        for name, (steps, _pk) in before.games.items()
        if name not in given and name not in before.deleted and have.get(name) != last_step(steps)
    }
    for night in nights_in(group).exclude(deleted_at=None).filter(Q(pk__in=taking.went_on) | Q(pk__in=unseen)):
        if night.pk in taking.went_on or night.identity in deleted:
            with write_transaction(group):
                night.bring_back()
            taking.tell("night_back", at=night.started_at.isoformat())


def _payments_since(group: Group, recent: list[tuple[int, datetime.datetime]]) -> list[str]:
    since = min((at for _pk, at in recent), default=timezone.now())
    found = Payment.objects.filter(group=group).exclude(night__deleted_at=ARRIVING).filter(at__gte=since)
    return list(found.values_list("key", flat=True))


def _before(group: Group, matches: Collection[int], payments: Collection[str]) -> Document:
    """By currency and person, what the phone's games and payments leave out of the balances, in minor units."""
    rows = LedgerRow.objects.filter(group=group).counting()
    there = Q(match__in=matches) | Q(payment__key__in=payments)
    sums = rows.exclude(there).values_list("currency", "player__key").annotate(Sum("amount")).order_by("currency")
    found: Document = {}
    for currency, key, amount in sums:
        if amount:
            found.setdefault(currency, {})[key or ""] = amount
    return found


# The phone


def ask(home: Home | None, token: str, answer: Document | None = None) -> Document:
    """What the phone sends: what it has, and what the server wanted of it, or as much as goes into one request."""
    wanted: Document = answer["want"] if answer else {key: [] for key in (*KINDS, "payments")}
    games = wanted["games"][:GAMES_AT_ONCE]
    give = wanted
    if home:
        taking = Taking(home.group, phone=True, known_there=())
        give = _by_name(home.group, in_full(home.group, {**wanted, "games": games}, taking.tell))
        home.tell_all(taking.told)
    if 0 < len(give["games"]) < len(games):
        games = [game["id"] for game in give["games"]]
    have: Document = {"people": {}, "nights": {}, "games": {}, "payments": {}}
    return {
        "format": FORMAT,
        "token": token,
        "after": answer["after"] if answer else "",
        "offered": games[-1] if games else "",
        "have": Ours(home.group).have() if home else have,
        "give": give,
        "seasons": settings.changed_here(home),
    }


def _by_name(group: Group, give: Document) -> Document:
    """What the phone's owner did, under the name of the player that they said they are: there, nobody is called "me"."""
    mine = Membership.objects.filter(group=group, player__isnull=False)
    names = dict(mine.values_list("user__username", "player__name"))
    done = [each for game in give["games"] for each in (*game["entries"], *game["changes"])]
    for each in [*done, *give["payments"]]:
        for role in ("by", "undone_by"):
            if role in each:
                each[role] = names.get(each[role], each[role])
    return give


def take_answer(home: Home, answer: Document) -> Document | None:
    """Takes what the server gave, and asks on; None once there is nothing more to ask, and the balances are the server's."""
    group = home.group
    with write_transaction(group):
        settings.take(home, answer["group"])
    theirs = set(group.players.values_list("key", flat=True)) - set(answer["want"]["people"])
    taking = Taking(group, phone=True, known_there=theirs)
    answer["want"]["nights"] += taking.gone(answer["gone"])
    taking.everything(answer["give"])
    home.tell_all([*answer["told"], *taking.told])
    wanted = answer["want"]
    if answer["after"] or any(wanted.values()):
        return ask(home, home.token, answer)
    with write_transaction(group):
        _write_before(group, answer["before"] or {})
        group.save(update_fields=["tag"])
        home.at = timezone.now()
        home.save(update_fields=["at"])
    rest = Taking(group, phone=True, known_there=())
    rest.tell_unfinished("begun_here")
    home.tell_all(rest.told)
    return None


def settle_in(answer: Document, origin: str, token: str, owner: User) -> Home:
    """The group of this phone that the server's first answer is about; a new one where there is none yet."""
    of = answer["group"]
    home = Home.objects.filter(origin=origin, there=of["key"], group__deleted_at=None).select_related("group").first()
    with write_transaction():
        if home is None:
            home = Home(group=Group.found(of["name"], owner), origin=origin, there=of["key"])
        home.token = token
        home.save()
    return home


def _write_before(group: Group, before: Document) -> None:
    people = {player.key: player.themselves.pk for player in group.players.select_related("merged_into")}
    group.ledger.filter(kind=LedgerRow.Kind.BEFORE).delete()
    LedgerRow.objects.bulk_create(
        LedgerRow(group=group, player_id=people.get(key), amount=amount, currency=currency, kind=LedgerRow.Kind.BEFORE)
        for currency, sums in before.items()
        for key, amount in sums.items()
        if amount and (not key or key in people)
    )
    Totals.forget(group.pk)
