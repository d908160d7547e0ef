"""What an import does with games that are here already: a file that goes on where ours stops carries ours on.

A file that holds what ours was before is older and changes nothing. Where both went on, people choose.
"""

from __future__ import annotations

import hashlib
import json
from collections.abc import Iterator, Mapping
from typing import Any

from django.db import transaction

from scorekeeper.exchange.checking import Game
from scorekeeper.exchange.histories import in_our_names, rounds_of, written
from scorekeeper.exchange.models import Conflict
from scorekeeper.exchange.score_files import Import, counting, without_dealer
from scorekeeper.nights.models import Change, Match, Refused
from scorekeeper.people.models import Group
from scorekeeper.server.write_queue import write_batch

type Rounds = list[dict[str, Any]]


def carry_on(group: Group, result: Import, by: str) -> None:
    """Looks at each game that differs from ours, and moves it in the result to where it belongs."""
    differing, result.differing = result.differing, []
    for match, file in differing:
        with write_batch(group):
            match.lock()
            if file["game"] != match.game_slug or len(file["players"]) != len(match.seated):
                result.differing.append((match, file))
                continue
            game = in_our_names(match, of_a_file(match, file, by))
            if _goes_on(match, game) and _entered(match, game, by):
                result.carried_on += 1
            elif _is_older(match, game) or _was_decided(match, game):
                result.differing.append((match, file))
            else:
                Conflict.note(match, game, of_a_server=False)
                result.apart.append(match)


def _ours(match: Match) -> Rounds:
    return [without_dealer(entry.record) for entry in counting(match)]


def _same_rules(match: Match, game: Game) -> bool:
    return bool((match.options, match.first_dealer) == (game["options"], game["first_dealer"]))


def _goes_on(match: Match, game: Game) -> bool:
    """Whether ours is the beginning of theirs, and nothing of the rest was ever taken out here."""
    ours, theirs = _ours(match), rounds_of(game)
    known = {entry.key for entry in match.all_entries} & {entry["key"] for entry in game["entries"][len(ours) :]}
    more = len(theirs) > len(ours) or (game["ended_early"] and not match.ended_early)
    return _same_rules(match, game) and theirs[: len(ours)] == ours and not known and more


def _entered(match: Match, game: Game, by: str) -> bool:
    """Enters what is new; False where a round is refused, and then nothing was."""
    try:
        with transaction.atomic():
            rounds = game["entries"][len(counting(match)) :]
            match.enter_all([(entry["key"], entry["record"]) for entry in rounds], by)
            if game["ended_early"]:
                match.close(by)
    except Refused:
        match.lock()
        return False
    return True


def _key(number: int, record: Mapping[str, Any]) -> str:
    """The same round of the same file is the same entry."""
    written_out = json.dumps([number, record], sort_keys=True)
    return f"file-{hashlib.sha256(written_out.encode()).hexdigest()[:24]}"


def _is_older(match: Match, game: Game) -> bool:
    """Whether ours is, or once was, what the file holds, or went on from it."""
    theirs, ends = rounds_of(game), game["ended_early"]
    return any(
        (options, first_dealer) == (game["options"], game["first_dealer"])
        and (theirs == ours and ended if ends else theirs == ours[: len(theirs)])
        for ours, options, first_dealer, ended in _states(match)
    )


def _states(match: Match) -> Iterator[tuple[Rounds, Any, int, bool]]:
    """Rounds, house rules, first dealer and early end: now, and before each change that stands, the latest first."""
    records = {entry.pk: entry.record for entry in match.all_entries}
    there = {entry.pk for entry in match.active}
    options, first_dealer, ended = match.options, match.first_dealer, match.ended_early
    yield _ours(match), options, first_dealer, ended
    for change in match.changes.filter(undone_at=None).order_by("-pk"):
        pk = change.entry_id or 0
        match change.verb:
            case Change.Verb.CORRECTED:
                records[pk] = change.before
            case Change.Verb.REMOVED:
                there.add(pk)
            case Change.Verb.ADDED | Change.Verb.RESTORED:
                there.discard(pk)
            case Change.Verb.OPTIONS:
                options = change.before
            case Change.Verb.FIRST_DEALER:
                first_dealer = int(change.before or 0)
            case Change.Verb.CLOSED | Change.Verb.REOPENED:
                ended = change.verb == Change.Verb.REOPENED
            case Change.Verb.CHOSEN:
                return
        yield [without_dealer(record) for pk, record in records.items() if pk in there], options, first_dealer, ended


def of_a_file(match: Match, file: Mapping[str, Any], by: str) -> Game:
    """The file's game as `histories` has one, at our seats."""
    ours, players = written(match), list(file["players"])
    entries = [
        {
            "key": _key(number, without_dealer(record)),
            "number": number,
            "record": dict(record),
            "removed_at": None,
            "created_at": ours["started_at"],
            "by": by,
        }
        for number, record in enumerate(file["rounds"], 1)
    ]
    game = {
        **ours,
        "seats": [[key, name] for (key, _name), name in zip(ours["seats"], players, strict=True)],
        "options": file.get("options", {}),
        "first_dealer": players.index(file.get("first_dealer", players[0])),
        "ended_early": file.get("ended") == "early",
        "entries": entries,
        "changes": [],
    }
    content = {name: game[name] for name in ("options", "first_dealer", "ended_early")}
    return {**game, "steps": [_key(0, {**content, "rounds": rounds_of(game)})]}


def _was_decided(match: Match, game: Game) -> bool:
    """Whether people have chosen between ours and this very game before."""
    decided = Conflict.objects.filter(match=match, of_a_server=False).exclude(decided_at=None)
    return any(each.theirs["steps"] == game["steps"] for each in decided)
