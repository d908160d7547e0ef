"""Where something went on in two places: both versions, and what people decide."""

from __future__ import annotations

import datetime
import json
from enum import Enum

from django.utils import timezone

from scorekeeper.exchange.checking import Game, Unfit, check
from scorekeeper.exchange.giving import Document, night_document, person
from scorekeeper.exchange.histories import begin, go_forward, in_our_names, rounds_of, written
from scorekeeper.exchange.models import Conflict
from scorekeeper.exchange.score_files import without_dealer
from scorekeeper.exchange.taking import take_night, take_person
from scorekeeper.nights.models import Change, Entry, Match, version_of
from scorekeeper.people.keys import new_key
from scorekeeper.server.write_queue import write_transaction


def transient(match: Match, game: Game) -> Match:
    """Their game at our seats, to be looked at; nothing is written. Raises Unfit."""
    check(game)
    if game["game"] != match.game_slug or len(game["seats"]) != len(match.seated):
        raise Unfit("damaged")
    game = in_our_names(match, game)
    theirs = Match(
        night=match.night, game_slug=game["game"], options=game["options"], first_dealer=game["first_dealer"]
    )
    theirs.ended_early, theirs.seated, theirs.faces = game["ended_early"], match.seated, match.faces
    theirs.all_entries = [
        Entry(
            match=theirs,
            key=each["key"],
            number=each["number"],
            record=each["record"],
            removed_at=each["removed_at"] and datetime.datetime.fromisoformat(each["removed_at"]),
        )
        for each in game["entries"]
    ]
    return theirs


class Choice(Enum):
    """What becomes of a game of which there are two versions."""

    OURS = "ours"
    THEIRS = "theirs"
    BOTH = "both"


def own_rounds(match: Match, game: Game) -> list[Entry]:
    """Our rounds that theirs does not have."""
    theirs = {entry["key"] for entry in game["entries"]}
    return [entry for entry in match.active if entry.key not in theirs]


def choose(match: Match, game: Game, choice: Choice, by: str, *, server: bool) -> None:
    """One of the two, or one with the other's rounds after it. What a server has comes first, as others may know it.

    Raises Refused where a round cannot come after the others, Unfit where theirs cannot be kept here; then roll back.
    """
    if not server:
        _choose_of_a_file(match, game, choice, by)
        return
    version, rounds = version_of(match), own_rounds(match, game)
    go_forward(match, game)
    if choice is Choice.OURS:
        match.choose(version, by)
    elif choice is Choice.BOTH:
        for entry in rounds:
            match.enter(entry.record, entry.key, match.last_number, entry.by)


def _choose_of_a_file(match: Match, game: Game, choice: Choice, by: str) -> None:
    check(game)
    game = in_our_names(match, game)
    if choice is Choice.THEIRS:
        entries = [
            {"key": entry["key"], "record": entry["record"], "counts": True, "by": entry["by"]}
            for entry in game["entries"]
        ]
        version = {name: game[name] for name in ("options", "first_dealer", "ended_early")}
        match.choose({**version_of(match), **version, "entries": entries}, by)
    elif choice is Choice.BOTH:
        for entry in game["entries"][common_rounds(match, game) :]:
            match.enter(entry["record"], entry["key"], match.last_number, by)


def common_rounds(match: Match, game: Game) -> int:
    """With how many equal rounds the two begin."""
    pairs = zip(rounds_of(written(match)), rounds_of(game), strict=False)
    return next(
        (number for number, (ours, theirs) in enumerate(pairs) if ours != theirs),
        min(len(rounds_of(game)), len(match.active)),
    )


def decide(conflict: Conflict, choice: Choice, by: str) -> bool:
    """What becomes of something that went on in both places; whether a version of a game was set aside.

    Raises Refused or Unfit, and nothing was done.
    """
    with write_transaction(conflict.group):
        if not Conflict.objects.open().filter(pk=conflict.pk).exists():
            return False
        conflict.refresh_from_db()
        ours: Document
        if conflict.match is not None:
            conflict.match.lock()
            ours = written(conflict.match)
            choose(conflict.match, conflict.theirs, choice, by, server=conflict.of_a_server)
            aside = set_aside(conflict.match, conflict.theirs if choice is Choice.OURS else ours, by)
            conflict.decide_game(by)
            return aside
        if conflict.night is not None:
            ours = night_document(conflict.night)
            take_night(conflict.night, _after(ours, conflict.theirs, choice))
        elif conflict.player is not None:
            ours = person(conflict.player)
            take_person(conflict.player, _after(ours, conflict.theirs, choice))
        conflict.decide(by, conflict.theirs if choice is Choice.OURS else ours)
        return False


def set_aside(match: Match, game: Game, by: str) -> bool:
    """Keeps the version that gave way as a deleted game beside this one, if it has anything that this one has not."""
    ours = written(match)
    game = in_our_names(match, game)
    there, here = (
        {(entry["key"], json.dumps(without_dealer(entry["record"]), sort_keys=True)) for entry in version["entries"]}
        for version in (ours, game)
    )
    left = [record for record in rounds_of(game) if record not in rounds_of(ours)]
    if not left and here <= there and game["options"] == ours["options"]:
        return False
    deletion = {
        "key": new_key(),
        "verb": Change.Verb.DELETED,
        "at": timezone.now().isoformat(),
        "by": by,
        "entry": None,
        "before": None,
        "after": None,
        "undone_at": None,
        "undone_by": "",
        "undone_key": "",
    }
    game = {
        **game,
        "id": new_key(),
        "seats": ours["seats"],
        "deleted_at": deletion["at"],
        "changes": [*game["changes"], deletion],
        "steps": [*game["steps"], deletion["key"]],
    }
    begin(game, match.night, {seat.player.key: seat.player for seat in match.seated})
    return True


def _after(ours: Document, theirs: Document, choice: Choice) -> Document:
    """Theirs, or ours as something that came after theirs."""
    return {**ours, "steps": [*theirs["steps"], new_key()]} if choice is Choice.OURS else theirs
