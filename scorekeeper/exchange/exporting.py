"""The export of a group's games as a score file."""

from __future__ import annotations

import json
from collections.abc import Iterable, Iterator, Sequence
from itertools import batched
from typing import Any

from games.kernel.engine import AFTER_THE_END, UNSCORED
from games.kernel.seating import DEALER
from games.score_file import FORMAT
from scorekeeper.history.renaming import todays_names, under_names
from scorekeeper.nights.models import Entry, Match, Night, Row
from scorekeeper.people.models import Group

READ_AT_ONCE = 100  # games


def matches_of(group: Group, night: Night | None = None) -> Iterator[Match]:
    """Yield the games of the group, or of one night, oldest first. Deleted games and nights are left out."""
    matches = Match.objects.not_deleted().filter(night__group=group)
    if night is not None:
        matches = matches.filter(night=night)
    order = sorted(matches.only("started_at", "file_id", "key"), key=lambda match: (match.played_at, match.id_in_files))
    whole = matches.select_related("night").prefetch_related("seats", "entries")
    for part in batched(order, READ_AT_ONCE):
        found = whole.in_bulk([match.pk for match in part])
        yield from (found[match.pk] for match in part if match.pk in found)


def export(matches: Iterable[Match]) -> Iterator[str]:
    """Yield the score file in pieces: its beginning, each game, its end. Each round is on a line of its own."""
    yield f'{{"format": {as_json(FORMAT)}, "games": ['
    for number, match in enumerate(matches):
        yield (",\n" if number else "\n") + _game(match)
    yield "\n]}\n"


def _game(match: Match) -> str:
    """Return a game as JSON, with the players' current names: each person has the same name in the whole file."""
    players = todays_names(match)
    members = [f"{as_json(key)}: {as_json(value)}" for key, value in header(match, players).items()]
    rounds = ",\n".join(f"  {as_json(record)}" for record in map(under_names(match, players), records(match)))
    rounds = f"[\n{rounds}\n ]" if rounds else "[]"
    return "{" + ", ".join(members) + f',\n "rounds": {rounds}}}'


def header(match: Match, players: Sequence[str]) -> dict[str, Any]:
    """Return a game's fields in the score file, except `rounds`; `players` are the names of all players, by seat."""
    found: dict[str, Any] = {"game": match.game_slug, "id": match.id_in_files, "played_at": match.played_at}
    found |= {name: text for name, text in match.night.texts.items() if text}
    found["players"] = list(players[: len(match.starters)])
    if match.options:
        found["options"] = match.options
    if match.first_dealer:
        found["first_dealer"] = players[match.first_dealer]
    if match.sits_out:
        found["sits_out"] = DEALER
    if match.ended_early:
        found["ended"] = "early"
    return found


def counting(match: Match) -> list[Entry]:
    """Return the entries that were not removed and that are valid by the rules, in order."""
    entries = sorted(match.entries.all(), key=lambda entry: entry.number)
    return [entry for entry in entries if entry.removed_at is None and entry.points is not None]


def records(match: Match) -> list[Any]:
    """Return the records of the entries that count, with the players' names as stored in the match."""
    entries = counting(match)
    if len(entries) == len(match.active) or not match.is_readable:
        return [entry.record for entry in entries]
    return [row.record if row.score else _unscored(row) for row in match.course.rows if row.score or _is_deal(row)]


def _is_deal(row: Row) -> bool:
    return row.number is not None and all(problem.code != AFTER_THE_END.code for problem in row.problems)


def _unscored(row: Row) -> dict[str, Any]:
    note = {"note": row.record["note"]} if "note" in row.record else {}
    return {"kind": UNSCORED, "dealer": row.dealer, **note}


def as_json(value: Any) -> str:
    return json.dumps(value, ensure_ascii=False, sort_keys=True)
