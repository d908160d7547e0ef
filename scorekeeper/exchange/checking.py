"""Whether a game that comes from another installation is one that could have happened, and follows from ours."""

from __future__ import annotations

import json
from collections.abc import Mapping
from typing import Any

from games.kernel.options import fits_as_name
from games.registry import all_games
from scorekeeper.exchange.score_files import FROM_A_FILE
from scorekeeper.exchange.shapes import Shape, fields, flag, many, maybe, moment, plain, record, text, whole
from scorekeeper.nights.models import FILE_ID_LENGTH, LONGEST_NOTE, Change, Match, Refused, Seat
from scorekeeper.people import names
from scorekeeper.people.models import NAME_LENGTH

type Game = dict[str, Any]

KEY, BY = 36, 160  # characters
LONGEST_RECORD = 50_000  # characters as JSON; a round of tricks with a long note has a tenth


def _record(value: Any) -> bool:
    """A round's record, of which the pad can show everything."""
    if not record(value) or len(json.dumps(value)) > LONGEST_RECORD:
        return False
    note = value.get("note")
    return not isinstance(note, str) or len(note) <= LONGEST_NOTE


_ENTRY = fields(
    key=text(KEY, 1),
    number=whole(1, 1_000_000),
    record=record,
    removed_at=maybe(moment),
    created_at=moment,
    by=text(BY),
)
_CHANGE = fields(
    key=text(KEY, 1),
    verb=lambda value: value in Change.Verb.values,
    at=moment,
    by=text(BY),
    entry=maybe(text(KEY, 1)),
    before=plain,
    after=plain,
    undone_at=maybe(moment),
    undone_by=text(BY),
    undone_key=text(KEY),
)
_VERSION = fields(
    options=record,
    first_dealer=whole(0, 20),
    ended_early=flag,
    left_out=flag,
    deleted=flag,
    entries=many(fields(key=text(KEY, 1), record=_record, counts=flag, by=text(BY))),
)
GAME: Shape = fields(
    id=text(FILE_ID_LENGTH, 1),
    night=text(KEY, 1),
    game=text(40, 1),
    seats=many(many(text(NAME_LENGTH, 1), 2), 20),
    started_at=moment,
    options=record,
    first_dealer=whole(0, 20),
    ended_early=flag,
    left_out=flag,
    deleted_at=maybe(moment),
    entries=many(_ENTRY),
    changes=many(_CHANGE),
    steps=many(text(KEY, 1), 100_000),
)

OF_RECORDS = {Change.Verb.ADDED, Change.Verb.CORRECTED, Change.Verb.REMOVED, Change.Verb.RESTORED}
_TOLD_BY = {
    "options": {Change.Verb.OPTIONS},
    "first_dealer": {Change.Verb.FIRST_DEALER},
    "ended_early": {Change.Verb.CLOSED, Change.Verb.REOPENED},
    "left_out": {Change.Verb.LEFT_OUT, Change.Verb.COUNTED},
}


class Unfit(Exception):
    """The game cannot be kept here; nothing of it was written. `reason` is a code."""

    def __init__(self, reason: str) -> None:
        super().__init__(reason)
        self.reason = reason


def check(game: Game) -> None:
    """Raises Unfit where the game is none that this version could have written. Its shape is known to be right."""
    kind = all_games().get(game["game"])
    if kind is None:
        raise Unfit("unknown_game")
    seats = [each for each in game["seats"] if len(each) == 2]
    keys = {names.key(name) for _key, name in seats}
    right = (
        len(seats) == len(game["seats"]) == len(keys) == len({key for key, _name in seats})
        and len(seats) in kind.seats
        and "" not in keys
        and all(fits_as_name(name, 1, NAME_LENGTH) for _key, name in seats)
    )
    entries, changes = game["entries"], game["changes"]
    known = {entry["key"] for entry in entries}
    numbers = [entry["number"] for entry in entries]
    steps = [each["key"] for each in changes] + [each["undone_key"] for each in changes if each["undone_at"]]
    base = [step for step in game["steps"][:1] if step.startswith(FROM_A_FILE)]
    right = (
        right
        and len(known) == len(entries)
        and numbers == sorted(set(numbers))
        and all(_record(entry["record"]) for entry in entries)
        and sorted([*base, *steps]) == sorted(set(game["steps"])) == sorted(game["steps"])
        and all(bool(each["undone_at"]) == bool(each["undone_key"]) for each in changes)
        and all((each["entry"] in known) == (each["verb"] in OF_RECORDS) for each in changes)
    )
    if not right:
        raise Unfit("damaged")
    match = Match(game_slug=game["game"])
    match.seated = [Seat(position=number, name=name) for number, (_key, name) in enumerate(seats)]
    try:
        _check_version(match, game)
        for change in changes:
            _check_change(match, change)
    except Refused as refused:
        raise Unfit("other_rules") from refused


def _check_version(match: Match, version: Mapping[str, Any]) -> None:
    match.table_with(version["options"])
    if version["first_dealer"] >= len(match.seated):
        raise Unfit("damaged")


def _check_change(match: Match, change: Mapping[str, Any]) -> None:
    """What it says of before and after is what taking it back expects."""
    for value in (change["before"], change["after"]):
        match change["verb"]:
            case Change.Verb.CHOSEN:
                right = _VERSION(value)
                if right:
                    _check_version(match, value)
            case Change.Verb.OPTIONS:
                right = isinstance(value, dict)
                if right:
                    match.table_with(value)
            case Change.Verb.FIRST_DEALER:
                right = whole(0, len(match.seated) - 1)(value)
            case verb if verb in OF_RECORDS:
                right = value is None or _record(value)
            case _:
                right = value is None
        if not right:
            raise Unfit("damaged")
    if change["verb"] == Change.Verb.CORRECTED and change["before"] is None:
        raise Unfit("damaged")


def follows(match: Match, game: Game) -> bool:
    """Whether whatever differs from ours has a new step that says so: nobody rewrites what was written down before."""
    new = set(game["steps"][len(match.steps) :])
    changes = [each for each in game["changes"] if not new.isdisjoint((each["key"], each["undone_key"]))]
    verbs = {each["verb"] for each in changes}
    if Change.Verb.CHOSEN in verbs:
        return True
    ours = {each.key: (each.number, each.record, each.removed_at is None) for each in match.all_entries}
    theirs = {each["key"]: (each["number"], each["record"], each["removed_at"] is None) for each in game["entries"]}
    told = {each["entry"] for each in changes}
    return (
        all(key in told for key, entry in theirs.items() if ours.get(key) != entry)
        and all(key in theirs and theirs[key][0] == number for key, (number, _record, _counts) in ours.items())
        and all(getattr(match, name) == game[name] or told_by & verbs for name, told_by in _TOLD_BY.items())
        and (Change.Verb.DELETED in verbs or (match.deleted_at is None) == (game["deleted_at"] is None))
    )
