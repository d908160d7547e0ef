"""Anonymises a person on request: games, results and money stay, under a neutral name.

All of it is called inside `write_transaction()`.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import Any

from django.apps import apps
from django.db import models
from django.db.models import Prefetch, Q
from django.utils.translation import gettext as _

from scorekeeper.history.models import Merge
from scorekeeper.history.renaming import Naming
from scorekeeper.money.models import Account, Payment
from scorekeeper.nights.models import Change, Draft, Entry, Match, Night, Refused, Seat
from scorekeeper.people import names
from scorekeeper.people.keys import new_key
from scorekeeper.people.models import FORGOTTEN, Player, ShareLink

# Matches read at a time.
_AT_ONCE = 100
_RECORDS = {Change.Verb.ADDED, Change.Verb.CORRECTED, Change.Verb.REMOVED, Change.Verb.RESTORED}


class StillOpen(Exception):
    """Money is open with this person: the others must know whom to pay, or who pays them."""


def open_money(player: Player) -> dict[str, int]:
    """The person's balance in minor units by currency (below zero: owes); balances of zero are left out."""
    balances = Account(player.group).balances()
    return {currency: sums[player.pk] for currency, sums in balances.items() if sums.get(player.pk)}


def names_of(player: Player) -> set[str]:
    """Every name the person is written down with: their own, those merged into it, those of their seats."""
    others = [name for each in _merged(player) for name in (each.name, *_seat_names(each))]
    return {player.name, *_seat_names(player), *others}


def forget(player: Player) -> str:
    """Replaces the person's name everywhere by a neutral one, which is returned; raises StillOpen. Cannot be undone."""
    if open_money(player):
        raise StillOpen
    known = {names.key(name) for name in names_of(player)}
    new = _neutral_name(player)
    for match in _matches(player):
        _rename(match, player, new)
    for number, merged in enumerate(
        list(_merged(player)), 2
    ):  # not deleted: a phone that knows them would bring them back
        Merge.objects.filter(Q(source=merged) | Q(target=merged)).delete()
        merged.name, merged.letters = f"{new} ({number})", ""
        merged.save()
    conflicts = apps.get_model("exchange", "Conflict").objects  # what others have tells the name; they bring it again
    conflicts.filter(Q(player=player) | Q(match__seats__player=player)).delete()
    player.phones.all().delete()
    player.memberships.update(player=None)
    player.name, player.letters = new, ""  # new letters, of the new name
    player.steps = [*player.steps, f"{FORGOTTEN}{new_key()}"]
    player.save()
    player.hide()
    _rename_writers(player, known, new)
    return new


def _merged(player: Player) -> Iterator[Player]:
    """Everybody who was merged into this player, also by way of others; those nearest come first."""
    for each in player.merged.all():
        yield each
        yield from _merged(each)


def _seat_names(player: Player) -> Iterable[str]:
    return Seat.objects.filter(player=player).values_list("name", flat=True).distinct()


def _neutral_name(player: Player) -> str:
    group = player.group
    seats = Seat.objects.filter(match__night__group=group).values_list("name", flat=True).distinct()
    taken = {*group.players.values_list("name_key", flat=True), *map(names.key, seats)}
    number = 1
    while names.key(name := _("Somebody %(number)s") % {"number": number}) in taken:
        number += 1
    return name


def _matches(player: Player) -> Iterator[Match]:
    """Every game the person sat at, of deleted nights too: they may come back."""
    found = (
        Match.objects.filter(seats__player=player)
        .order_by("pk")
        .prefetch_related(
            "seats",
            Prefetch("entries", queryset=Entry.objects.only("match_id", "record")),
            Prefetch("changes", queryset=Change.objects.only("match_id", "verb", "before", "after")),
        )
    )
    last = 0
    while part := list(found.filter(pk__gt=last)[:_AT_ONCE]):
        yield from part
        last = part[-1].pk


def _rename(match: Match, player: Player, new: str) -> None:
    seat = next(seat for seat in match.seated if seat.player_id == player.pk)
    naming = Naming(match.game, _table(match), seat.name, new)
    _write(match.entries.all(), "record", naming)
    with_records = [change for change in match.changes.all() if change.verb in _RECORDS]
    _write(with_records, "before", naming)
    _write(with_records, "after", naming)
    for choice in match.changes.filter(verb=Change.Verb.CHOSEN):
        for version in (choice.before or {}, choice.after or {}):
            for each in version["entries"]:
                each["record"] = naming.record(each["record"])
        choice.save(update_fields=["before", "after"])
    for draft in Draft.objects.filter(match=match):
        if draft.screen:  # its parts name the seats
            continue
        draft.record = naming.record(draft.record)
        draft.tricks = [naming.trick(trick) for trick in draft.tricks]
        draft.save(update_fields=["record", "tricks"])
    tricks = [naming.trick(trick) for trick in match.saved_tricks]
    Match.objects.filter(pk=match.pk).update(saved_tricks=tricks)
    seat.name = new
    seat.save(update_fields=["name"])


def _table(match: Match) -> Any:
    """The table, with the usual house rules where the match's own are no longer possible."""
    try:
        return match.table
    except Refused:
        return match.table_with({})


def _write[Row: (Entry, Change)](rows: Iterable[Row], field: str, naming: Naming) -> None:
    """Write what changed in this field."""
    changed: list[Row] = []
    for row in rows:
        before = getattr(row, field)
        after = None if before is None else naming.record(before)
        if after != before:
            setattr(row, field, after)
            changed.append(row)
    if changed:
        type(changed[0])._default_manager.bulk_update(changed, [field], batch_size=_AT_ONCE)


def _rename_writers(player: Player, known: set[str], new: str) -> None:
    """Replace the person's name where it says who wrote something down, and in the names of their phones."""
    group = player.group
    places: list[tuple[models.QuerySet[Any], str]] = [
        (Entry.objects.filter(match__night__group=group), "by"),
        (Change.objects.filter(match__night__group=group), "by"),
        (Change.objects.filter(match__night__group=group), "undone_by"),
        (Draft.objects.filter(match__night__group=group), "by"),
        (Payment.objects.filter(group=group), "by"),
        (Payment.objects.filter(group=group), "undone_by"),
        (Merge.objects.filter(group=group), "by"),
        (Merge.objects.filter(group=group), "undone_by"),
        (ShareLink.objects.filter(group=group), "name"),
    ]
    for rows, field in places:
        theirs = [name for name in rows.order_by().values_list(field, flat=True).distinct() if names.key(name) in known]
        if theirs:
            rows.filter(**{f"{field}__in": theirs}).update(**{field: new})
    for draft in Draft.objects.filter(match__night__group=group).exclude(screen=""):
        for part in draft.parts.values():
            part["by"] = new if names.key(part["by"]) in known else part["by"]
        draft.save(update_fields=["parts"])


def texts_with_the_name(player: Player) -> dict[str, list[Any]]:
    """Return where people wrote the name into a text of their own, which nobody but they can mend."""
    group, theirs = player.group, names_of(player)
    known = {names.key(name) for name in theirs}
    found: dict[str, list[Any]] = {"night_texts": [], "round_notes": [], "link_names": []}
    for name in sorted(theirs):
        nights = Night.objects.filter(group=group).newest_first()
        found["night_texts"] += nights.filter(Q(note__icontains=name) | Q(place__icontains=name))[:20]
        rounds = Entry.objects.filter(match__night__group=group, record__note__icontains=name, removed_at=None)
        found["round_notes"] += rounds.select_related("match__night__group")[:20]
        links = group.links.filter(name__icontains=name)
        found["link_names"] += [link for link in links[:20] if names.key(link.name) not in known]
    return {key: list(dict.fromkeys(rows)) for key, rows in found.items()}
