"""The copy of a group as one JSON document, so that a phone can be used without the server."""

from __future__ import annotations

import datetime
import re
from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from typing import Any

from django.core.exceptions import ObjectDoesNotExist, ValidationError
from django.db import DataError, IntegrityError
from django.db.models import F, Prefetch, Q, Sum

from scorekeeper.history.models import Season
from scorekeeper.history.renaming import rename_seats
from scorekeeper.money.models import Expense, LedgerRow, Payment
from scorekeeper.nights.models import WHO_DEALS, Change, Entry, Match, Night, OwnSheet, Refused, Seat
from scorekeeper.people import names
from scorekeeper.people.bounds import Full
from scorekeeper.people.models import Group, Player, Role
from scorekeeper.server.write_queue import write_transaction

type Document = dict[str, Any]

FORMAT = "scorekeeper-copy/1"
KEY = re.compile("[-a-zA-Z0-9_]{1,36}")  # a key that can be part of a URL
KEYED = ("players", "seasons", "sheets", "nights", "games", "payments", "expenses")
NIGHTS = 20
YEARS = range(1899, 3001)  # in UTC. An import accepts 1900 to 2999 in local time, which can be another year in UTC.
GROUP = ("name", "pay_to", "shows_money", "card_faces")
PLAYER = ("key", "name", "colour", "shape", "letters", "feminine", "hidden_at")
SEASON = ("key", "name", "first", "last")
SHEET = ("key", "slug", "text", "at")
NIGHT = ("key", "started_at", *Night.TEXTS)
MATCH = (
    "key",
    "file_id",
    "game_slug",
    "options",
    "first_dealer",
    "sits_out",
    "started_at",
    "ended_early",
    "left_out",
    "deleted_at",
)
RESULT = ("totals", "finished", "winners")  # for scripts that read a copy; a phone calculates them itself
ENTRY = ("key", "number", "record", "version", "removed_at", "created_at", "by")
CHANGE = ("key", "verb", "at", "by", "before", "after", "undone_at", "undone_by")
PAYMENT = EXPENSE = ("key", "amount", "currency", "note", "at", "by", "undone_at", "undone_by")


class NotACopy(Exception):
    """Raised if this version cannot load the document; nothing was changed."""


# The errors that a document with a missing, unknown or invalid value can cause. OperationalError is not among them: it
# means that the database is unavailable.
MISFITS = (
    *(LookupError, TypeError, ValueError, AttributeError, OverflowError, RecursionError),
    *(ObjectDoesNotExist, ValidationError, IntegrityError, DataError, Refused, Full),
)


@contextmanager
def reading() -> Iterator[None]:
    """Turn any of MISFITS into NotACopy. Use this around code that reads a document."""
    try:
        yield
    except MISFITS as error:
        raise NotACopy from error


# Dumping


def dump(group: Group, nights_at_most: int | None = NIGHTS) -> Document:
    """Return the copy of a group with its last `nights_at_most` nights; None means all nights."""
    nights = list(group.nights.begun().newest_first()[:nights_at_most])
    matches = _matches(group, nights)
    payments, expenses = (_lately(group, nights, rows) for rows in (Payment.objects.all(), Expense.objects.all()))
    return {
        "format": FORMAT,
        "role": group.role,
        "group": {"key": group.key, **values_of(group, GROUP)},
        "players": [_player(each) for each in _players(group)],
        "seasons": [values_of(each, SEASON) for each in group.seasons.order_by("key")],
        "sheets": [values_of(each, SHEET) for each in OwnSheet.objects.filter(group=group)],
        "nights": [values_of(each, NIGHT) for each in nights],
        "games": [_game(each) for each in matches],
        "payments": [_payment(each) for each in payments],
        "expenses": [_expense(each) for each in expenses],
        "before": _before(group, matches, payments, expenses),
    }


def values_of(of: Any, fields: Iterable[str]) -> Document:
    """Return the values of these fields of a row, by name; dates and times as ISO 8601 text, times in UTC."""
    return {name: _plain(getattr(of, name)) for name in fields}


def _plain(value: Any) -> Any:
    if isinstance(value, datetime.datetime):
        value = value.astimezone(datetime.UTC)
    return value.isoformat() if isinstance(value, datetime.date) else value


def _players(group: Group) -> Iterable[Player]:
    return group.players.select_related("merged_into").order_by("key")


def _matches(group: Group, nights: list[Night]) -> list[Match]:
    found = Match.objects.filter(night__in=nights).order_by("started_at", "key")
    if group.role == Role.VIEWER:  # a viewer sees no deleted games on pages either
        found = found.filter(deleted_at=None)
    return list(_with_history(found))


def _with_history(matches: Any) -> Iterable[Match]:
    changes = Prefetch("changes", Change.objects.select_related("entry").order_by("pk"))
    found: Iterable[Match] = matches.select_related("night__group").prefetch_related("seats", "entries", changes)
    return found


def _lately(group: Group, nights: list[Night], rows: Any) -> list[Any]:
    """Return these nights' payments (or expenses), and those without a night since the earliest of the nights began."""
    found = rows.filter(group=group).with_people().order_by("key")
    if not nights:
        return list(found.filter(night=None))
    return list(found.filter(Q(night__in=nights) | Q(night=None, at__gte=nights[-1].started_at)))


def _player(player: Player) -> Document:
    return {**values_of(player, PLAYER), "merged_into": player.merged_into and player.merged_into.key}


def _game(match: Match) -> Document:
    return {
        **values_of(match, MATCH),
        **values_of(match, RESULT),
        "id": match.id_in_files,
        "night": match.night.key,
        "seats": [[seat.player.key, seat.name] for seat in match.seated],
        "starters": len(match.starters),
        "dealer": None if match.finished else match.draft.fields(WHO_DEALS),  # who was named to deal the coming round
        "entries": [values_of(each, ENTRY) for each in sorted(match.entries.all(), key=lambda each: each.number)],
        "changes": [
            {**values_of(each, CHANGE), "entry": each.entry and each.entry.key} for each in match.changes.all()
        ],
    }


def _payment(payment: Payment) -> Document:
    people = {"payer": payment.payer, "receiver": payment.receiver, "night": payment.night}
    return {**values_of(payment, PAYMENT), **{name: each and each.key for name, each in people.items()}}


def _expense(expense: Expense) -> Document:
    return {
        **values_of(expense, EXPENSE),
        "payer": expense.payer.key,
        "night": expense.night and expense.night.key,
        "shares": [[each.player.key, each.number] for each in expense.shares.all()],
    }


def _before(group: Group, matches: list[Match], payments: list[Payment], expenses: list[Expense]) -> Document:
    """Return everybody's balance from what the copy leaves out: {currency: {player's key: minor units}}."""
    there = Q(match__in=matches) | Q(payment__in=payments) | Q(expense__in=expenses)
    rows = LedgerRow.objects.filter(group=group).counting().exclude(there)
    found: Document = {}
    for currency, key, amount in (
        rows.values_list("currency", "player__key").annotate(Sum("amount")).order_by("currency")
    ):
        if amount:
            found.setdefault(currency, {})[key or ""] = amount
    return found


# Loading


def load(group: Group, document: Document) -> None:
    """Replace the group's content by the document's content."""
    with reading():
        rows = [*(each for name in KEYED for each in document[name])]
        entries = [each for game in document["games"] for each in game["entries"]]
        objects = [document["group"]["card_faces"], *(each["record"] for each in entries)]  # not checked by set_values
        if document["format"] != FORMAT or not all(KEY.fullmatch(each["key"]) for each in (*rows, *entries)):
            raise NotACopy
        if not all(isinstance(each, dict) for each in objects):
            raise NotACopy
        with write_transaction(group):
            _load(group, document)


def _load(group: Group, document: Document) -> None:
    set_values(group, GROUP, document["group"])
    people = _load_players(group, document["players"])
    _load_rows(Season.objects.filter(group=group), document["seasons"], SEASON, group)
    slugs = {each["key"]: each["slug"] for each in document["sheets"]}
    for sheet in OwnSheet.objects.filter(group=group):
        if slugs.get(sheet.key) != sheet.slug:  # the server has deleted it, or changed its slug
            sheet.delete()
    _load_rows(OwnSheet.objects.filter(group=group), document["sheets"], SHEET, group)
    nights = _load_rows(group.nights, document["nights"], NIGHT, group)
    games = {each["key"]: each for each in document["games"]}
    there = Match.objects.filter(night__group=group)
    for match in there.exclude(key__in=games).select_related("night__group"):
        _remove(match)
    known = {match.key: match for match in _with_history(there)}
    for key, game in games.items():
        _load_game(known.get(key), game, nights[game["night"]], people)
    _load_bookings(group, document, nights, {None: None, **people})
    group.nights.exclude(key__in=nights).delete()
    gone = group.players.exclude(key__in=people)
    gone.update(merged_into=None)
    gone.delete()
    group.ledger.filter(kind=LedgerRow.Kind.BEFORE).delete()
    LedgerRow.objects.bulk_create(
        LedgerRow(
            group=group,
            player=people[key] if key else None,
            amount=amount,
            currency=currency,
            kind=LedgerRow.Kind.BEFORE,
        )
        for currency, sums in document["before"].items()
        for key, amount in sums.items()
    )
    group.save()


def set_values(row: Any, fields: Iterable[str], values: Document) -> bool:
    """Set these fields of a row to the `values` that `values_of` returned. Return whether any of them changed."""
    before = values_of(row, fields)
    for name in fields:
        value = row._meta.get_field(name).to_python(values[name])
        if isinstance(value, datetime.date) and value.year not in YEARS:
            raise ValueError(name)
        setattr(row, name, value)
    return before != {name: values[name] for name in fields}


def _load_players(group: Group, players: list[Document]) -> dict[str, Player]:
    """Store the document's players and return them by key. The caller deletes players that the document lacks."""
    there = {values["key"]: values for values in players}
    known = {player.key: player for player in group.players.all()}
    here_only = {player.name_key: player for key, player in known.items() if key not in there}
    for key, values in there.items():  # phone and server have both added the player: keep the server's key
        if key not in known and (same := here_only.get(names.key(values["name"]))):
            known[key], same.key = known.pop(same.key), key
    # Names are unique, but two players may have swapped names. So each player first gets its key as `name_key`.
    group.players.update(name_key=F("key"), merged_into=None)
    new = [Player(group=group, key=each["key"]) for each in players if each["key"] not in known]
    found = {player.key: player for player in (*new, *known.values())}
    for key, player in found.items():
        if key in there:
            set_values(player, PLAYER, there[key])
        player.name_key = names.key(player.name) if key in there else key
        player.fold_name()
    Player.objects.bulk_create(new)
    Player.objects.bulk_update(known.values(), [*PLAYER, "name_key", "folded_name"])
    for key, values in there.items():
        found[key].merged_into = found[values["merged_into"]] if values["merged_into"] else None
    Player.objects.bulk_update(found.values(), ["merged_into"])
    return {key: found[key] for key in there}


def _load_rows(there: Any, rows: list[Document], fields: tuple[str, ...], group: Group) -> dict[str, Any]:
    """Store the document's seasons, sheets or nights, and return them by key."""
    known = {row.key: row for row in there.all()}
    found = {}
    if there.model is Season:  # before new ones are added, as the number of seasons is limited
        there.exclude(key__in=[values["key"] for values in rows]).delete()
    for values in rows:
        row = known.get(values["key"]) or there.model(group=group)
        if set_values(row, fields, values) or row._state.adding:
            row.save()
        found[values["key"]] = row
    return found


def _load_game(match: Match | None, game: Document, night: Night, people: dict[str, Player]) -> None:
    if match is not None and _game(match) == game:
        return
    seats = [(people[key].pk, name) for key, name in game["seats"]]
    if match is not None and [seat.player_id for seat in match.seated] != [player for player, _name in seats]:
        _remove(match)
        match = None
    new = match is None
    match = match or Match(key=game["key"])
    if not new and match.night_id != night.pk:  # phone and server began the game on two different nights
        LedgerRow.objects.filter(match=match).update(night=night)
    match.night = night
    set_values(match, MATCH, game)
    match.save()
    if new:
        Seat.objects.bulk_create(
            Seat(match=match, position=position, player_id=player, name=name, from_start=position < game["starters"])
            for position, (player, name) in enumerate(seats)
        )
    else:  # this also renames the players in all records and in a round in progress
        rename_seats(match, [name for _player, name in seats])
    entries = _load_entries(match, game["entries"])
    match.changes.all().delete()
    Change.objects.bulk_create(_change(match, each, entries) for each in game["changes"] if each["verb"] in Change.Verb)
    match = Match.objects.select_related("night__group").get(pk=match.pk)
    match.rescore()
    match.draft.put({WHO_DEALS: game.get("dealer")}, match.draft.version, match.night.group.name)


def _remove(match: Match) -> None:
    match.soft_delete(match.night.group.name)  # this takes the game out of statistics and balances
    match.delete()


def _load_entries(match: Match, entries: list[Document]) -> dict[str, Entry]:
    """Replace the match's entries by these, of the same keys where there are some, and return them by key."""
    places = {each["key"]: each["number"] for each in entries}
    known = {}
    for entry in Entry.objects.filter(match=match):
        if places.get(entry.key) == entry.number:
            known[entry.key] = entry
        else:
            entry.delete()
    new = [Entry(match=match, key=key) for key in places if key not in known]
    found = {entry.key: entry for entry in (*known.values(), *new)}
    for values in entries:
        set_values(found[values["key"]], ENTRY, values)
    Entry.objects.bulk_update(known.values(), ENTRY[1:])
    Entry.objects.bulk_create(new)
    return found


def _change(match: Match, values: Document, entries: dict[str, Entry]) -> Change:
    change = Change(match=match, entry=entries[values["entry"]] if values["entry"] else None)
    set_values(change, CHANGE, values)
    return change


def _load_bookings(group: Group, document: Document, nights: dict[str, Any], people: dict[Any, Any]) -> None:
    kinds: list[tuple[Any, str, Any]] = [(Payment, "payments", _payment), (Expense, "expenses", _expense)]
    for model, name, dumped in kinds:
        there = model.objects.filter(group=group).with_people()
        same = {each.key for each in there if dumped(each) in document[name]}
        there.exclude(key__in=same).delete()
        for values in (each for each in document[name] if each["key"] not in same):
            booking = model(group=group, payer=people[values["payer"]])
            set_values(booking, PAYMENT, values)
            booking.night = values["night"] and nights[values["night"]]
            if model is Payment:
                booking.receiver = people[values["receiver"]]
                booking.save()
                booking.post()
            else:
                booking.save()
                booking.share_out((people[key], number) for key, number in values["shares"])
