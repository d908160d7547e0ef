"""The nights and people of an import. They are stored in batches, and hidden until the whole import is stored."""

from __future__ import annotations

import datetime
from collections import Counter
from collections.abc import Mapping
from itertools import takewhile
from typing import Any

from django.db.models import BigIntegerField, OuterRef, RestrictedError, Subquery
from django.db.models.functions import Cast
from django.utils import timezone

from scorekeeper.nights.invalidation import touch_group
from scorekeeper.nights.models import Night
from scorekeeper.nights.signals import nights_arrived
from scorekeeper.people import names
from scorekeeper.people.bounds import GAMES_A_NIGHT
from scorekeeper.people.models import Group, Player
from scorekeeper.server.write_queue import write_batch

DELETED_AT_ONCE = 10  # nights


def when(game: Mapping[str, Any]) -> datetime.datetime:
    """Return when the game was played; the current time if the game has no `played_at`."""
    return datetime.datetime.fromisoformat(game["played_at"]) if "played_at" in game else timezone.now()


class People:
    """The group's players by name. For an unknown name, create a player who is hidden until the import is complete."""

    def __init__(self, group: Group) -> None:
        self.group = group
        self.known = {player.name_key: player.canonical for player in group.players.select_related("merged_into")}

    def __getitem__(self, name: str) -> Player:
        key = names.key(name)
        if key not in self.known:
            self.known[key] = Player.objects.create(group=self.group, name=name, is_arriving=True)
        return self.known[key]


class Nights:
    """The nights of an import.

    The night of a game is found like this:

    1. If the previous game has the same place and note, and began less than 12 hours earlier: that game's night.
    2. Otherwise, the latest night with the game's place and note that began at most 12 hours before or after the game.
    3. If there is none, a new night.

    `write` stores each night as a new, hidden night; `show` makes these nights visible. If a game belongs to a night
    that the group had before the import, it is first stored on a hidden night that `continues` this night. `show`
    moves the game to the older night.
    """

    def __init__(self, group: Group) -> None:
        self.group = group
        self.made: list[Night] = []
        self.games: Counter[str] = Counter()  # number of games on each new night, by the night's key
        self.unwritten: list[Night] = []
        self.continues: dict[int, Night] = {}  # hidden nights, by the id of the night that each continues
        self.last: Night | None = None
        self.latest: datetime.datetime | None = None

    def night_of(self, game: Mapping[str, Any]) -> Night:
        """Return the night of this game; raise Full if it has no room. Call this for every game, in order of time."""
        night = self._night_of(game)
        GAMES_A_NIGHT.make_room(self.games[night.key])
        self.games[night.key] += 1
        return night

    def _night_of(self, game: Mapping[str, Any]) -> Night:
        began, place, note = when(game), game.get("place", ""), game.get("note", "")
        if self.last and self.latest and (self.last.place, self.last.note) == (place, note):  # noqa: SIM102
            if began - self.latest < Night.STILL_TONIGHT:
                self.latest = began
                return self.last
        self.last = self._near(began, place, note) or self._new(began, place, note)
        self.latest = began
        return self.last

    def _near(self, began: datetime.datetime, place: str, note: str) -> Night | None:
        """Return the latest night with this place and note that began within 12 hours of this time, or None.

        If the group had this night before the import, return the hidden night that continues it.
        """
        near = (began - Night.STILL_TONIGHT, began + Night.STILL_TONIGHT)
        there = self.group.nights.newest_first().filter(started_at__range=near, place=place, note=note).first()
        # `made` is sorted by each night's first new game, not by `started_at`: a night that continues another may have
        # begun up to 12 hours before that game. So the search stops only at a night that began more than 24 hours
        # before this game.
        late = takewhile(lambda each: each.started_at >= near[0] - Night.STILL_TONIGHT, reversed(self.made))
        new = (each for each in late if (each.place, each.note) == (place, note) and each.started_at <= near[1])
        here = next((each for each in new if each.started_at >= near[0]), None)
        if there is None or (here is not None and here.started_at > there.started_at):
            return here
        if there.pk not in self.continues:
            self.continues[there.pk] = self._new(there.started_at, place, note, continues=str(there.pk))
            self.games[self.continues[there.pk].key] = there.matches.count()
        return self.continues[there.pk]

    def _new(self, began: datetime.datetime, place: str, note: str, continues: str = "") -> Night:
        """Return a new hidden night, not saved. `continues` is the id of the night to which its games move, or ""."""
        night = Night(group=self.group, started_at=began, place=place, note=note, is_arriving=True)
        night.continues = continues
        night.place_key = names.key(place)
        self.made.append(night)
        self.unwritten.append(night)
        return night

    def write(self) -> None:
        """Store the nights made since the last call."""
        Night.objects.bulk_create(self.unwritten)
        for night in self.unwritten:
            night.is_arriving = False  # in memory only: results are derived as if the night were visible
        self.unwritten = []

    def show(self) -> None:
        """Show the nights of the import and the players who sit in its games; send `nights_arrived`."""
        if self.continues:
            self._join()
        self.group.nights.importing().filter(continues="").update(is_arriving=False)
        self.group.players.filter(is_arriving=True, seats__isnull=False).update(is_arriving=False)
        nights_arrived.send(Night, group=self.group)
        touch_group(self.group.pk)

    def _join(self) -> None:
        """Move all rows of each hidden night to the night that it continues, with one query for each table.

        `take_away` later deletes the emptied nights. If a night to continue was deleted meanwhile, the hidden night
        keeps its rows and no longer continues another.
        """
        there = set(self.group.nights.shown().values_list("pk", flat=True))
        alone = [new.pk for pk, new in self.continues.items() if pk not in there]
        Night.objects.filter(pk__in=alone).update(continues="")
        joining = self.group.nights.importing().exclude(continues="")
        for relation in Night._meta.related_objects:
            name, rows = relation.field.name, relation.related_model._base_manager
            continued = Night.objects.filter(pk=OuterRef(name)).values_list(Cast("continues", BigIntegerField()))
            rows.filter(**{f"{name}__in": joining}).update(**{name: Subquery(continued)})


def take_away(group: Group) -> None:
    """Delete the hidden nights and players that an import has left behind.

    If other rows refer to a hidden player, make the player visible instead.
    """
    while some := list(group.nights.importing().values_list("pk", flat=True)[:DELETED_AT_ONCE]):
        with write_batch(group):
            group.nights.filter(pk__in=some).delete()
    with write_batch(group):
        for player in group.players.filter(is_arriving=True):
            try:
                player.delete()
            except RestrictedError:
                player.show()  # somebody has meanwhile entered the name in a game or a payment
