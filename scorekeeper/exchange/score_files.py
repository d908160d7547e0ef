"""The import of a score file's games into a group."""

from __future__ import annotations

import datetime
import hashlib
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from django.db.models import Q
from django.utils import timezone

from games.kernel.engine import SEATS
from games.kernel.problems import Problem
from games.kernel.seating import DEALER
from games.kernel.words import Phrase
from games.score_file import BAD_NAME, BAD_TIME, LONGEST_NAME, SAME_NAME, PlacedProblem
from scorekeeper.exchange.exporting import as_json
from scorekeeper.nights.game_key import game_key
from scorekeeper.nights.invalidation import touch_group
from scorekeeper.nights.models import (
    FILE_ID_LENGTH,
    LONGEST_NOTE,
    MOST_ENTRIES,
    TOO_LONG,
    TOO_MANY,
    Entry,
    Match,
    Night,
    Seat,
)
from scorekeeper.nights.signals import matches_added
from scorekeeper.people import names
from scorekeeper.people.bounds import GAMES_A_NIGHT, PEOPLE, Full
from scorekeeper.people.models import Group, Player
from scorekeeper.server.write_queue import write_transaction

SAME_ID = Phrase(
    "same_id",
    de="Die Spiele {first} und {second} der Datei haben dieselbe Kennung, sind aber nicht gleich.",
    en="Games {first} and {second} of the file have the same id but are not the same.",
)
FIRST_YEAR, LAST_YEAR = 1900, 2999  # every real date is between them, and they are far from the limits of `datetime`

type Numbered = tuple[int, str, Mapping[str, Any]]
"""A game of a file: its number in the file, counted from 0, its id, and its content."""


def when(game: Mapping[str, Any]) -> datetime.datetime:
    """Return when the game was played; the current time if the game has no `played_at`."""
    return datetime.datetime.fromisoformat(game["played_at"]) if "played_at" in game else timezone.now()


@dataclass
class Import:
    """The outcome of an import."""

    new: int = 0  # number of games that were stored
    known: int = 0  # number of games that the group had already, or that were in the file a second time
    # ids of deleted games that the group can restore; these games are neither new nor known
    deleted: list[int] = field(default_factory=list)
    left: list[PlacedProblem] = field(default_factory=list)  # problems of the games that could not be stored


def unfit(games: Sequence[tuple[int, Mapping[str, Any]]], group: Group) -> list[PlacedProblem]:
    """Return the problems of games that are valid, but cannot be stored in this group."""
    people = {player.name_key: player.canonical.pk for player in group.players.select_related("merged_into")}
    found: list[PlacedProblem] = []
    first: dict[str, tuple[int, Mapping[str, Any]]] = {}
    for number, game in games:
        before = len(found)
        found += _unfit(number, game, people)
        if len(found) > before:
            continue
        earlier, same = first.setdefault(id_of(game), (number, game))
        if same != game:
            found.append(PlacedProblem(number, None, Problem("id", SAME_ID(first=earlier + 1, second=number + 1))))
    return found


def _unfit(number: int, game: Mapping[str, Any], people: Mapping[str, int]) -> Iterator[PlacedProblem]:
    """Yield the problems of a game: invalid names, two names of one person, overlong texts and lists, a bad date."""
    keys: dict[str | int, str] = {}
    for name, (entry, path) in players_of(game).items():
        key = people.get(names.key(name)) or names.key(name)
        if not key or len(names.tidy(name)) > LONGEST_NAME:
            yield PlacedProblem(number, entry, Problem(path, BAD_NAME(name=name[:50], longest=LONGEST_NAME)))
        elif key in keys:
            yield PlacedProblem(number, entry, Problem(path, SAME_NAME(names=[keys[key], name])))
        keys[key] = name
    for key, most in {**Night.TEXTS, "id": FILE_ID_LENGTH}.items():
        if len(game.get(key, "")) > most:
            yield PlacedProblem(number, None, Problem(key, TOO_LONG(most=most)))
    if len(game["rounds"]) > MOST_ENTRIES:
        yield PlacedProblem(number, None, Problem("rounds", TOO_MANY(most=MOST_ENTRIES)))
    for index, record in enumerate(game["rounds"]):
        if len(record.get("note", "")) > LONGEST_NOTE:
            yield PlacedProblem(number, index, Problem("note", TOO_LONG(most=LONGEST_NOTE)))
    if not FIRST_YEAR <= when(game).year <= LAST_YEAR:
        yield PlacedProblem(number, None, Problem("played_at", BAD_TIME(value=game["played_at"])))


def players_of(game: Mapping[str, Any]) -> dict[str, tuple[int | None, str]]:
    """Return the names of all players of a game, starters first, and where in the game each name stands first."""
    lists: list[tuple[int | None, Any]] = [(None, game["players"])]
    lists += [(index, each["players"]) for index, each in enumerate(game["rounds"]) if each["kind"] == SEATS]
    found: dict[str, tuple[int | None, str]] = {}
    for entry, players in lists:
        for index, name in enumerate(players):
            found.setdefault(name, (entry, f"players.{index}"))
    return found


def id_of(game: Mapping[str, Any]) -> str:
    """Return the game's id in the file. If it has none, return a digest of the game."""
    return str(game.get("id") or "") or hashlib.sha256(as_json(game).encode()).hexdigest()[:32]


def import_games(group: Group, games: Iterable[tuple[int, Mapping[str, Any]]], by: str) -> Import:
    """Store the games that the group lacks, in one transaction, and return what came of it."""
    games = list(games)
    with write_transaction(group):
        result = Import(left=unfit(games, group))
        staying = {found.game for found in result.left}
        coming = sorted(
            ((number, id_of(game), game) for number, game in games if number not in staying),
            key=lambda each: (when(each[2]), each[1]),
        )
        new = list(_new_ones(group, coming, result))
        matches = list(_seated(group, new, result))
        if not matches:
            return result
        for match in matches:
            for entry in match.all_entries:
                entry.by = by
        Match.objects.bulk_create(matches)
        Seat.objects.bulk_create(seat for match in matches for seat in match.seated)
        Entry.objects.bulk_create(entry for match in matches for entry in match.all_entries)
        matches_added.send(Match, group=group, matches=matches)
        touch_group(group.pk)
    return result


def _new_ones(group: Group, games: Iterable[Numbered], result: Import) -> Iterator[Numbered]:
    """Yield the games that the group lacks. Count the other games in `result`."""
    matches = Match.objects.filter(night__in=group.nights.unexpired()).unexpired()
    is_gone = Q(deleted_at__isnull=False) | Q(night__deleted_at__isnull=False)
    deleted = {match.id_in_files: match.pk for match in matches.filter(is_gone)}
    known = {match.id_in_files for match in matches.exclude(is_gone)}
    for number, identity, game in games:
        if identity in known:
            result.known += 1
        elif identity in deleted:
            result.deleted.append(deleted[identity])
        else:
            yield number, identity, game
        known.add(identity)


def _scored(game: Mapping[str, Any], identity: str) -> Match:
    """Return an unsaved match with its entries and results. Its night and the players of its seats are not set yet."""
    match = _match(game, identity)
    match.seated = [
        Seat(match=match, position=position, name=name, from_start=entry is None)
        for position, (name, (entry, _)) in enumerate(players_of(game).items())
    ]
    match.all_entries = [
        Entry(match=match, number=number, key=f"file-{number}", record=record, created_at=match.started_at)
        for number, record in enumerate(game["rounds"], 1)
    ]
    for row in match.course.rows:
        row.entry.derive(row.derived)
        if row.number is not None and row.dealer and "dealer" not in row.entry.record:
            row.entry.record = {**row.entry.record, "dealer": row.dealer}
    match.totals, match.finished, match.winners, match.seating = match.summary()
    return match


def _seated(group: Group, new: Iterable[Numbered], result: Import) -> Iterator[Match]:
    """Yield the matches of these games, with their night and players. Leave out what has no room, with its problem."""
    known = {player.name_key: player.canonical for player in group.players.select_related("merged_into")}
    nights = _Nights(group)
    for number, identity, game in new:
        match = _scored(game, identity)
        newcomers = [seat for seat in match.seated if names.key(seat.name) not in known]
        try:
            PEOPLE.make_room(group.players.filter(merged_into=None).count(), len(newcomers))
            match.night = nights.night_of(game)
        except Full as full:
            result.left.append(PlacedProblem(number, None, full.problem))
            continue
        for seat in newcomers:
            known[names.key(seat.name)] = Player.objects.create(group=group, name=seat.name)
        for seat in match.seated:
            seat.player = known[names.key(seat.name)]
        result.new += 1
        yield match


class _Nights:
    """The nights of an import."""

    def __init__(self, group: Group) -> None:
        self.group = group
        self.games: dict[Night, int] = {}  # how many games each night has
        self.last: tuple[Night, datetime.datetime] | None = None

    def night_of(self, game: Mapping[str, Any]) -> Night:
        """Return the night of this game; raise Full if it has no room. Call this for every game, in order of time."""
        night = self._night_of(when(game), {name: game.get(name, "") for name in Night.TEXTS})
        self.last = night, when(game)
        if night not in self.games:
            self.games[night] = night.matches.count()
        GAMES_A_NIGHT.make_room(self.games[night])
        self.games[night] += 1
        return night

    def _night_of(self, began: datetime.datetime, texts: Mapping[str, str]) -> Night:
        if self.last:
            night, at = self.last
            if night.texts == texts and began - at < Night.STILL_TONIGHT:
                return night
        near = (began - Night.STILL_TONIGHT, began + Night.STILL_TONIGHT)
        there = self.group.nights.newest_first().filter(started_at__range=near, **texts).first()
        return there or Night.objects.create(group=self.group, started_at=began, **texts)


def _match(game: Mapping[str, Any], identity: str) -> Match:
    return Match(
        file_id=identity,
        game_slug=game["game"],
        options=game.get("options", {}),
        game_key=game_key(game["game"], game.get("options", {})),
        first_dealer=game["players"].index(game.get("first_dealer", game["players"][0])),
        started_at=when(game),
        sits_out=game.get("sits_out") == DEALER,
        ended_early=game.get("ended") == "early",
    )
