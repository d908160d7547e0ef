"""The import of a score file's games into a group."""

from __future__ import annotations

import hashlib
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager, nullcontext
from dataclasses import dataclass, field
from itertools import batched
from typing import Any

from django.db.models import Q

from games.kernel.engine import SEATS
from games.kernel.problems import Problem
from games.kernel.seating import DEALER
from games.kernel.words import Phrase
from games.score_file import BAD_NAME, BAD_TIME, LONGEST_NAME, SAME_NAME, PlacedProblem
from scorekeeper.exchange.exporting import as_json, header, records
from scorekeeper.exchange.importing import Nights, People, take_away, when
from scorekeeper.exchange.models import Numbered
from scorekeeper.history.forgetting import names_of
from scorekeeper.history.renaming import todays_names, under_names
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
from scorekeeper.nights.signals import import_ended, matches_added
from scorekeeper.people import names
from scorekeeper.people.bounds import Full
from scorekeeper.people.models import Group, Player
from scorekeeper.server.postgresql import advisory_lock
from scorekeeper.server.semaphore import acquire_slot
from scorekeeper.server.write_queue import write_batch, write_transaction

LONGEST_PLACE = Night._meta.get_field("place").max_length or 0
SAME_ID = Phrase(
    "same_id",
    de="Die Spiele {first} und {second} der Datei haben dieselbe Kennung, sind aber nicht gleich.",
    en="Games {first} and {second} of the file have the same id but are not the same.",
)
ONE_BY_NOW = Phrase(
    "one_by_now",
    de="Zwei am Tisch sind hier inzwischen dieselbe Person.",
    en="Two at the table are the same person here by now.",
)
FIRST_YEAR, LAST_YEAR = 1900, 2999  # every real date is between them, and they are far from the limits of `datetime`
GAMES_AT_ONCE, ROUNDS_AT_ONCE = 25, 100  # a batch ends as soon as it has so many games or rounds


@dataclass
class Import:
    """The outcome of an import.

    - `new`: the number of games that were stored
    - `known`: the number of games that the group had already, or that were in the file a second time
    - `differing`: ids of the group's games of which the file has another version that was not imported
    - `deleted`: ids of deleted games that the group can restore; these games are neither new nor known
    - `matches`: ids of the stored games
    - `left`: the problems of games in which `unfit` found none, but that could not be stored in the end
    """

    new: int = 0
    known: int = 0
    differing: list[int] = field(default_factory=list)
    deleted: list[int] = field(default_factory=list)
    matches: list[int] = field(default_factory=list)
    left: list[PlacedProblem] = field(default_factory=list)


def unfit(games: Sequence[tuple[int, Mapping[str, Any]]], group: Group) -> list[PlacedProblem]:
    """Return the problems of games that are valid, but cannot be stored in this group.

    `games` are pairs: a game's number in the file, counted from 0, and the game.
    """
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
    """Yield the problems of a game: invalid names, two names of one person, overlong texts and lists, a bad date.

    `people` are the ids of the group's players by `names.key`.
    """
    keys: dict[str | int, str] = {}
    for name, (entry, path) in players_of(game).items():
        key = people.get(names.key(name)) or names.key(name)
        if not key or len(names.tidy(name)) > LONGEST_NAME:
            yield PlacedProblem(number, entry, Problem(path, BAD_NAME(name=name[:50], longest=LONGEST_NAME)))
        elif key in keys:
            yield PlacedProblem(number, entry, Problem(path, SAME_NAME(names=[keys[key], name])))
        keys[key] = name
    for key, most in (("place", LONGEST_PLACE), ("id", FILE_ID_LENGTH), ("note", LONGEST_NOTE)):
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
    """Return the names of all players of a game, starters first, and where in the game each name stands first.

    That is a pair: the index of the entry that seats the player, and the path in this entry, such as "players.1". For
    a starter, the index is None, and the path is in the game.
    """
    lists: list[tuple[int | None, Any]] = [(None, game["players"])]
    lists += [(index, each["players"]) for index, each in enumerate(game["rounds"]) if each["kind"] == SEATS]
    found: dict[str, tuple[int | None, str]] = {}
    for entry, players in lists:
        for index, name in enumerate(players):
            found.setdefault(name, (entry, f"players.{index}"))
    return found


def id_of(game: Mapping[str, Any]) -> str:
    """Return the game's id in the file. If it has none, return a digest of the game.

    The digest lets a second import recognise a game without an id.
    """
    return str(game.get("id") or "") or _id_of_content(game)


def _id_of_content(game: Mapping[str, Any]) -> str:
    return hashlib.sha256(as_json(game).encode()).hexdigest()[:32]


@contextmanager
def only_import(group: Group) -> Iterator[bool]:
    """Lock out other imports of the group until the block ends, and yield True. If one is running, yield False."""
    slot = acquire_slot(f"import-{group.key}")
    with slot or nullcontext(), advisory_lock(f"import {group.pk}", wait=False) as alone:
        yield slot is not None and alone


def import_games(group: Group, games: Sequence[Mapping[str, Any]], by: str) -> Import:
    """Import the games that the group does not have yet, and derive their results. Call this inside `only_import()`."""
    result = Import()
    for _ in bring(group, in_order(list(enumerate(games))), by, result):
        pass
    for _ in count(group, result.matches):
        pass
    return result


def in_order(games: Sequence[tuple[int, Mapping[str, Any]]]) -> list[Numbered]:
    """Turn pairs (number in the file, game) into triples (number in the file, id, game), the earliest game first."""
    order = sorted((when(game), id_of(game), place) for place, (_, game) in enumerate(games))
    return [(games[place][0], identity, games[place][1]) for _, identity, place in order]


def bring(
    group: Group,
    games: Iterable[Numbered],
    by: str,
    result: Import,
    *,
    beside: bool = False,
    note: Callable[[int], object] = lambda done: None,
    shown: Callable[[], object] = lambda: None,
) -> Iterator[None]:
    """Store the games that the group lacks, in batches; yield after each batch, so that other requests can write.

    Call this inside `only_import()`, with `games` sorted by `in_order`. Call `count` afterwards.

    A game that the group already has stays unchanged. If the file has another version of it, this version is stored as
    another game, but only with `beside`. The nights of the import stay hidden until all games are stored.

    If an error occurs, delete everything that was stored. If the server stops, the next import deletes it.

    - `result`: is filled in
    - `note`: is called in the transaction of each batch, with the number of games done so far
    - `shown`: is called in the transaction that makes the nights visible
    """
    take_away(group)
    nights, ours = Nights(group), _Ours(group)
    seen: set[str] = set()
    done = 0
    try:
        for part in _parts(games):
            new = list(_new_ones(part, ours, seen, result, beside))
            scored = [_scored(game, identity) for _, identity, game in new]
            done += len(part)
            with write_batch(group):
                there = [*_seated(People(group), nights, new, scored, result)]
                nights.write()
                _write(there, by)
                note(done)
            entries = [entry for match in there for entry in match.all_entries]
            for some in batched(entries[ROUNDS_AT_ONCE:], ROUNDS_AT_ONCE):  # the rest of a very long game
                with write_batch(group):
                    Entry.objects.bulk_create(some)
            result.matches += [match.pk for match in there]  # ids only: kept matches would slow garbage collection
            yield
        with write_transaction(group):
            nights.show()
            shown()
    except Exception:
        take_away(group)
        raise
    take_away(group)


def count(group: Group, matches: Sequence[int]) -> Iterator[None]:
    """Let other apps store what they derive from the matches of an import (signal `import_ended`).

    They do this in batches; yield after each. `matches` are ids.
    """
    following: list[Any] = [pieces for _, pieces in import_ended.send(Match, group=group, matches=matches)]
    for pieces in following:
        yield from pieces
    with write_transaction(group):
        touch_group(group.pk)


def _new_ones(
    part: Iterable[Numbered], ours: _Ours, seen: set[str], result: Import, beside: bool
) -> Iterator[Numbered]:
    """Yield the games of a batch that are to be stored. Count the other games in `result`.

    With `beside`, also yield a game if the group has another version of it. A digest of its content becomes its id. If
    this version was imported before, the game is not yielded.
    """
    for number, identity, game in part:
        if identity not in seen and identity not in ours.keys:
            yield number, identity, game
        elif identity not in seen and (pk := ours.keys[identity]) in ours.deleted:
            result.deleted.append(pk)
        else:
            result.known += 1
            if identity not in seen and _differs(match := ours.match(identity), game, ours.names):
                other = _id_of_content(game)
                if beside and other not in ours.keys:
                    yield number, other, game
                elif other not in ours.keys:
                    result.differing.append(match.pk)
        seen.add(identity)


def _parts(games: Iterable[Numbered]) -> Iterator[list[Numbered]]:
    """Yield the games in batches that are small enough to be stored quickly."""
    part: list[Numbered] = []
    rounds = 0
    for each in games:
        part.append(each)
        rounds += len(each[2]["rounds"])
        if len(part) >= GAMES_AT_ONCE or rounds >= ROUNDS_AT_ONCE:
            yield part
            part, rounds = [], 0
    if part:
        yield part


class _Names(dict[Player, set[str]]):
    """A cache: for each player, all names that the player has or had."""

    def __missing__(self, player: Player) -> set[str]:
        self[player] = names_of(player)
        return self[player]


class _Ours:
    """The group's games by their ids in score files. Deleted games are included while they can be restored."""

    def __init__(self, group: Group) -> None:
        matches = Match.objects.filter(night__in=group.nights.unexpired()).unexpired()
        gone = Q(deleted_at__isnull=False) | Q(night__deleted_at__isnull=False)
        self.deleted = set(matches.filter(gone).values_list("pk", flat=True))
        self.keys = {file_id or key: pk for pk, file_id, key in matches.values_list("pk", "file_id", "key")}
        self.names = _Names()

    def match(self, identity: str) -> Match:
        found: Match = Match.objects.select_related("night").get(pk=self.keys[identity])
        return found


def _scored(game: Mapping[str, Any], identity: str) -> Match:
    """Return an unsaved match with its entries and results. Its night and the players of its seats are not set yet.

    If the record of a round does not name the dealer, add the dealer to the record.
    """
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


def _seated(
    people: People, nights: Nights, new: Iterable[Numbered], matches: Iterable[Match], result: Import
) -> Iterator[Match]:
    """Set the night and the players of each match; yield the match and count it in `result`.

    In these cases, leave out the match and add a problem to `result.left`:

    - The night has no room for the match.
    - The group has no room for the match's players.
    - Two names in the match belong to the same player by now.
    """
    for (number, _, game), match in zip(new, matches, strict=True):
        try:
            for seat in match.seated:
                seat.player = people[seat.name]
            if len({seat.player.pk for seat in match.seated}) < len(match.seated):
                result.left.append(PlacedProblem(number, None, Problem("players", ONE_BY_NOW())))
                continue
            match.night = nights.night_of(game)
        except Full as full:
            result.left.append(PlacedProblem(number, None, full.problem))
        else:
            result.new += 1
            yield match


def _write(matches: Sequence[Match], by: str) -> None:
    """Store these matches, their seats, and the first ROUNDS_AT_ONCE of all their entries; send `matches_added`."""
    for match in matches:
        for entry in match.all_entries:
            entry.by = by
    Match.objects.bulk_create(matches)
    Seat.objects.bulk_create(seat for match in matches for seat in match.seated)
    Entry.objects.bulk_create([entry for match in matches for entry in match.all_entries][:ROUNDS_AT_ONCE])
    matches_added.send(Match, matches=matches)


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


def _differs(match: Match, game: Mapping[str, Any], names: Mapping[Player, set[str]]) -> bool:
    """Return whether the group's version of a game differs from the file's version. Ignore dealers and the time.

    `names` has all current and former names of a player, as the file may use a former name.
    """
    seats, called = match.seated, list(players_of(game))
    known = len(called) == len(seats) and all(
        name in names[seat.player] for name, seat in zip(called, seats, strict=True)
    )
    players = called if known else todays_names(match)
    renamed = under_names(match, players)
    ours = header(match, players) | {"rounds": [without_dealer(renamed(record)) for record in records(match)]}
    theirs = {**game, "rounds": [without_dealer(record) for record in game["rounds"]]}
    compared = {"options", "place", "note", "ended", "sits_out", "players", "game", "rounds"}
    return any((ours.get(key) or None) != (theirs.get(key) or None) for key in compared)


def without_dealer(record: Mapping[str, Any]) -> dict[str, Any]:
    return {key: value for key, value in record.items() if key != "dealer"}
