"""A game with its history, as it goes to another installation and comes from one.

A game's history is the list of its steps, each with a key made where it happened. Of two copies of a game, one whose
steps begin with the other's is ahead, and the other can become the same. Where both went on, people choose.
"""

from __future__ import annotations

import datetime
from collections.abc import Iterable, Mapping, Sequence
from enum import Enum
from typing import Any

from django.utils import timezone

from scorekeeper.exchange.checking import BY, OF_RECORDS, Game, Unfit, check, follows
from scorekeeper.exchange.score_files import FROM_A_FILE, file_id
from scorekeeper.history.renaming import Naming
from scorekeeper.nights.models import Change, Entry, Match, Night, Seat
from scorekeeper.people.models import Player


class Order(Enum):
    """How our copy stands to theirs."""

    SAME = "same"
    BEHIND = "behind"
    AHEAD = "ahead"
    APART = "apart"


def compare(ours: Sequence[str], theirs: Sequence[str]) -> Order:
    """By the steps alone."""
    both = min(len(ours), len(theirs))
    if list(ours[:both]) != list(theirs[:both]):
        return Order.APART
    return Order.SAME if len(ours) == len(theirs) else Order.BEHIND if len(ours) == both else Order.AHEAD


def stands(match: Match, game: Game) -> Order:
    """How our match stands to their game.

    Where one of the two came from a score file, which has no steps, its rounds count for them, as long as nothing else
    has happened to it.
    """
    order = compare(match.steps, game["steps"])
    ours_is_a_file, theirs_is_a_file = _only_a_file(match.steps), _only_a_file(game["steps"])
    same = (match.game_slug, match.options) == (game["game"], game["options"])
    if order is not Order.APART or not same or not (ours_is_a_file or theirs_is_a_file):
        return order
    ours, theirs = rounds_of(written(match)), rounds_of(game)
    if theirs_is_a_file and theirs == ours[: len(theirs)] and _may_follow(game, match):
        return Order.AHEAD
    if ours_is_a_file and ours == theirs[: len(ours)] and (len(ours) < len(theirs) or not match.ended_early):
        return Order.BEHIND
    return Order.APART


def _only_a_file(steps: Sequence[str]) -> bool:
    return len(steps) == 1 and steps[0].startswith(FROM_A_FILE)


def _may_follow(game: Game, match: Match) -> bool:
    return not game["ended_early"] or match.ended_early


def rounds_of(game: Game) -> list[dict[str, Any]]:
    """The records that count, without who dealt."""
    return [
        {name: value for name, value in entry["record"].items() if name != "dealer"}
        for entry in game["entries"]
        if entry["removed_at"] is None
    ]


# Out


def _iso(at: datetime.datetime | None) -> str | None:
    return None if at is None else at.astimezone(datetime.UTC).isoformat()


def written(match: Match) -> Game:
    """The game with everything that happened to it."""
    entries = match.all_entries
    keys = {entry.pk: entry.key for entry in entries}
    return {
        "id": file_id(match),
        "night": match.night.identity,
        "game": match.game_slug,
        "seats": [[seat.player.key, seat.name] for seat in match.seated],
        "started_at": _iso(match.started_at),
        "options": match.options,
        "first_dealer": match.first_dealer,
        "ended_early": match.ended_early,
        "left_out": match.left_out,
        "deleted_at": _iso(match.deleted_at),
        "entries": [
            {
                "key": entry.key,
                "number": entry.number,
                "record": entry.record,
                "removed_at": _iso(entry.removed_at),
                "created_at": _iso(entry.created_at),
                "by": entry.by,
            }
            for entry in entries
        ],
        "changes": [
            {
                "key": change.key,
                "verb": change.verb,
                "at": _iso(change.at),
                "by": change.by,
                "entry": keys[change.entry_id] if change.entry_id else None,
                "before": change.before,
                "after": change.after,
                "undone_at": _iso(change.undone_at),
                "undone_by": change.undone_by,
                "undone_key": change.undone_key,
            }
            for change in match.changes.order_by("pk")
        ],
        "steps": match.steps,
    }


# In


def _at(written_at: str | None) -> datetime.datetime | None:
    return None if written_at is None else datetime.datetime.fromisoformat(written_at)


def begin(game: Game, night: Night, people: Mapping[str, Player], via: str = "") -> Match:
    """A game that is new here; raises Unfit. Inside `write_transaction()`."""
    check(game)
    players = [people[key].themselves for key, _name in game["seats"] if key in people]
    if len({player.pk for player in players}) < len(game["seats"]):
        raise Unfit("one_person_twice")
    match = Match.objects.create(
        night=night,
        file_id=game["id"],
        game_slug=game["game"],
        options=game["options"],
        first_dealer=game["first_dealer"],
        started_at=datetime.datetime.fromisoformat(game["started_at"]),
    )
    Seat.objects.bulk_create(
        Seat(match=match, position=number, player=player, name=player.name if player.is_forgotten else name)
        for number, (player, (_key, name)) in enumerate(zip(players, game["seats"], strict=True))
    )
    _take(match, in_our_names(match, game), via)
    return match


def go_forward(match: Match, game: Game, via: str = "") -> None:
    """Makes our match what their game is; raises Unfit. Inside `write_transaction()`, after `match.lock()`."""
    check(game)
    if game["game"] != match.game_slug or len(game["seats"]) != len(match.seated):
        raise Unfit("damaged")
    named = in_our_names(match, game)
    if compare(match.steps, game["steps"]) is Order.BEHIND and not follows(match, named):
        raise Unfit("damaged")
    _take(match, named, via)


def in_our_names(match: Match, game: Game) -> Game:
    """The records under the names that the seats have here: somebody may have been forgotten on one side."""
    table = match.table_with(game["options"])
    theirs = [name for _key, name in game["seats"]]
    for seat, name in zip(match.seated, theirs, strict=True):
        if seat.name == name:
            continue
        named = tuple(each.name if each.position <= seat.position else theirs[each.position] for each in match.seated)
        before = tuple(name if each == seat.name else each for each in named)
        naming = Naming(match.game, match.game.table(before, table.options), name, seat.name)
        game = {
            **game,
            "entries": [{**each, "record": naming.record(each["record"])} for each in game["entries"]],
            "changes": [_renamed(each, naming) for each in game["changes"]],
        }
    return game


def _renamed(change: Mapping[str, Any], naming: Naming) -> dict[str, Any]:
    found = dict(change)
    for side in ("before", "after"):
        value = found[side]
        if value is not None and change["verb"] in OF_RECORDS:
            found[side] = naming.record(value)
        elif change["verb"] == Change.Verb.CHOSEN:
            entries = [{**each, "record": naming.record(each["record"])} for each in value["entries"]]
            found[side] = {**value, "entries": entries}
    return found


def _take(match: Match, game: Game, via: str) -> None:
    match.options = game["options"]
    match.first_dealer = game["first_dealer"]
    match.ended_early = game["ended_early"]
    match.left_out = game["left_out"]
    # By our clock: another one may be wrong, and what was deleted long ago goes for good.
    match.deleted_at = (match.deleted_at or timezone.now()) if game["deleted_at"] else None
    match.saved_tricks = []
    entries = _take_entries(match, game["entries"], via)
    _take_changes(match, game["changes"], entries, via)
    match.steps = game["steps"]
    match.refresh()
    match.rescore()


def _take_entries(match: Match, theirs: Sequence[Mapping[str, Any]], via: str) -> dict[str, Entry]:
    wanted = {each["key"]: each for each in theirs}
    match.entries.exclude(key__in=wanted).delete()
    known = {entry.key: entry for entry in match.entries.all()}
    moved = [entry for key, entry in known.items() if entry.number != wanted[key]["number"]]
    for each_moved in moved:  # out of each other's way
        each_moved.number += 2_000_000
        each_moved.save(update_fields=["number"])
    for key, each in wanted.items():
        values = (each["number"], each["record"], _at(each["removed_at"]))
        entry = known.get(key)
        if entry is None:
            entry = known[key] = Entry(match=match, key=key, by=by_way_of(each["by"], via))
            entry.created_at = datetime.datetime.fromisoformat(each["created_at"])
            entry.number, entry.record, entry.removed_at = values
            entry.save()
        elif (entry.number, entry.record, entry.removed_at) != values:
            entry.number, entry.record, entry.removed_at = values
            entry.touch()
    return known


def _take_changes(match: Match, theirs: Iterable[Mapping[str, Any]], entries: Mapping[str, Entry], via: str) -> None:
    wanted = {each["key"]: each for each in theirs}
    match.changes.exclude(key__in=wanted).delete()
    known = {change.key: change for change in match.changes.all()}
    for key, each in wanted.items():
        change = known.get(key)
        if change is None:
            change = Change(
                match=match,
                key=key,
                verb=each["verb"],
                at=_at(each["at"]) or timezone.now(),
                by=by_way_of(each["by"], via),
                entry=entries.get(each["entry"] or ""),
                before=each["before"],
                after=each["after"],
            )
        elif change.undone_key == each["undone_key"]:
            continue
        change.undone_at, change.undone_key = _at(each["undone_at"]), each["undone_key"]
        change.undone_by = by_way_of(each["undone_by"], via)
        change.save()


def by_way_of(by: str, via: str) -> str:
    """Who did it, as the phone says, and by which link the phone came."""
    return f"{by} ({via})"[:BY] if by and via and not by.endswith(f"({via})") else by
