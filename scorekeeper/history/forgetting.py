"""Anonymising a player on request: games, results and money stay, but under a neutral name."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import Any

from django.db import models
from django.db.models import Prefetch, Q
from django.utils.translation import gettext as _

from scorekeeper.history.models import Merge
from scorekeeper.history.renaming import rename_seat
from scorekeeper.money.models import Account, Expense, Payment
from scorekeeper.nights.models import Change, Draft, Entry, Match, Seat
from scorekeeper.people import names
from scorekeeper.people.keys import random_index
from scorekeeper.people.models import Invitation, Player, ShareLink
from scorekeeper.people.signals import player_forgotten, player_renamed

# The number of matches to read with one query.
_AT_ONCE = 100


class StillOpen(Exception):
    """Raised if the player has an open balance, or an unfinished game that can change the balance (`open_games`)."""


def open_money(player: Player) -> dict[str, int]:
    """Return the player's balances other than zero: {currency: minor units}. Below zero, the player owes money."""
    balances = Account(player.group).balances()
    return {currency: sums[player.pk] for currency, sums in balances.items() if sums.get(player.pk)}


def open_games(player: Player) -> list[Match]:
    """Return the unfinished games that may still change the player's balance, latest first."""
    found = (
        Match.objects.not_deleted()
        .filter(seats__player=player, finished=False, options__stake__gt=0)
        .select_related("night__group")
    )
    return [
        match
        for match in found.last_first()
        if match.is_readable
        and not match.game.pays_each_round
        and any(seat.player_id == player.pk for seat in match.ever_sat)
    ]


def names_of(player: Player) -> set[str]:
    """Return all names of the player: current names and names at seats, also those of merged players."""
    others = [name for each in _merged(player) for name in (each.name, *_seat_names(each))]
    return {player.name, *_seat_names(player), *others}


def forget(player: Player) -> str:
    """Replace the player's names by a neutral name in all records, and hide the player. Return the neutral name."""
    if open_money(player) or open_games(player):
        raise StillOpen
    known = {names.key(name) for name in names_of(player)}
    new = _neutral_name()
    for match in _matches(player):
        rename_seat(match, player, new)
    # Merged players are not deleted: a phone may have a copy of the group with these players, and create them again.
    others = list(_merged(player))
    for number, merged in enumerate(others, 2):
        Merge.objects.filter(Q(source=merged) | Q(target=merged)).delete()
        merged.name, merged.letters = f"{new} ({number})", ""
        for match in _matches(merged):  # they have a seat in these, but never sat there
            rename_seat(match, merged, merged.name)
        merged.save()
    for each in (player, *others):
        each.phones.all().delete()
        each.memberships.update(player=None)
    player.name, player.letters = new, ""  # `save` chooses letters for the new name
    player.save()
    player_renamed.send(Player, player=player)
    player_forgotten.send(Player, player=player)
    player.hide()
    _rename_writers(player, known, new)
    return new


def _merged(player: Player) -> Iterator[Player]:
    """Yield all players who were merged into this one, directly or through others."""
    for each in player.merged.all():
        yield each
        yield from _merged(each)


def _seat_names(player: Player) -> Iterable[str]:
    return Seat.objects.filter(player=player).values_list("name", flat=True).distinct()


def _neutral_name() -> str:
    """Return a name such as "Someone 123456". The number is random, so that names of two servers hardly ever clash."""
    return _("Someone %(number)s") % {"number": 100_000 + random_index(900_000, "name")}


def _matches(player: Player) -> Iterator[Match]:
    """Yield all matches in which the player has a seat. Deleted matches are included, as they can be restored."""
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


def _rename_writers(player: Player, known: set[str], new: str) -> None:
    """Replace the player's name by `new` wherever the group's data say who made a change."""
    group = player.group
    places: list[tuple[models.QuerySet[Any], str]] = [
        (Entry.objects.filter(match__night__group=group), "by"),
        (Change.objects.filter(match__night__group=group), "by"),
        (Change.objects.filter(match__night__group=group), "undone_by"),
        (Draft.objects.filter(match__night__group=group), "by"),
        (Payment.objects.filter(group=group), "by"),
        (Payment.objects.filter(group=group), "undone_by"),
        (Expense.objects.filter(group=group), "by"),
        (Expense.objects.filter(group=group), "undone_by"),
        (Merge.objects.filter(group=group), "by"),
        (Merge.objects.filter(group=group), "undone_by"),
        (ShareLink.objects.filter(group=group), "name"),
        (Invitation.objects.filter(group=group), "name"),
    ]
    for rows, field in places:
        theirs = [name for name in rows.order_by().values_list(field, flat=True).distinct() if names.key(name) in known]
        if theirs:
            rows.filter(**{f"{field}__in": theirs}).update(**{field: new})
    for draft in Draft.objects.filter(match__night__group=group):
        for part in (*draft.parts.values(), *draft.former.values()):
            part["by"] = new if names.key(part["by"]) in known else part["by"]
        draft.save(update_fields=["parts", "former"])
