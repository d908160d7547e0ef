"""The renaming of a player in the records of their games."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from typing import Any

from games.kernel.naming import Naming, renamings
from games.registry import find_game
from scorekeeper.nights.models import Change, Entry, Match, Refused
from scorekeeper.people.models import Player

_RECORDS = {Change.Verb.ADDED, Change.Verb.CORRECTED, Change.Verb.REMOVED, Change.Verb.RESTORED}
_NAMED_IN = {"start": Naming.record, "trick": Naming.trick, "judged": Naming.trick}  # by a part's kind


def follow_name(player: Player, **signal: Any) -> None:
    """Use the player's new name in their unfinished games, except where a seat has this name already."""
    for match in Match.objects.filter(seats__player=player, finished=False):
        if player.name not in {seat.name for seat in match.seated}:
            rename_seat(match, player, player.name)
            match.touch()


def follow_names(match: Match, **signal: Any) -> None:
    """Give each seat of a reopened match its player's current name, unless another seat has that name."""
    names = [seat.name for seat in match.seated]
    for position, name in enumerate(todays_names(match)):
        if name not in names:
            names[position] = name
    if names != [seat.name for seat in match.seated]:
        rename_seats(match, names)
        match.touch()
        match.refresh()


def todays_names(match: Match) -> list[str]:
    """Return the current names of a match's players, in seat order."""
    own = {seat.player for seat in match.seated}
    people = [(seat.player, seat.player.canonical) for seat in match.seated]
    return [player.name if player != now and now in own else now.name for player, now in people]


def under_names(match: Match, names: Sequence[str]) -> Callable[[Any], Any]:
    """Return a function that takes a record of the match and replaces the seats' names in it by `names`."""
    if [seat.name for seat in match.seated] == list(names) or find_game(match.game_slug, match.options) is None:
        return lambda record: record
    steps = list(renamings(match.game, _table(match), names))
    return lambda record: _renamed(record, steps, Naming.record)


def rename_seat(match: Match, player: Player, new: str) -> None:
    """Rename the player's seat in the match, and the player in all records of the match."""
    rename_seats(match, [new if seat.player_id == player.pk else seat.name for seat in match.seated])


def rename_seats(match: Match, names: Sequence[str]) -> None:
    """Give the seats these names (in seat order), and rename the players in all records of the match."""
    if [seat.name for seat in match.seated] == list(names):
        return
    steps = list(renamings(match.game, _table(match), names))
    _write(match.entries.all(), "record", steps)
    with_records = [change for change in match.changes.all() if change.verb in _RECORDS]
    _write(with_records, "before", steps)
    _write(with_records, "after", steps)
    for draft in match.drafts.all():  # parts of bids and piles have seat numbers instead of names
        for code, part in (*draft.parts.items(), *draft.former.items()):
            if (kind := _NAMED_IN.get(code.split()[0])) is not None:
                part["fields"] = _renamed(part["fields"], steps, kind)
        draft.save(update_fields=["parts", "former"])
    for seat, name in zip(match.seated, names, strict=True):
        if seat.name != name:
            seat.name = name
            seat.save(update_fields=["name"])


def _table(match: Match) -> Any:
    """Return the table at the match's start. If the match's house rules are no longer valid, use the defaults."""
    try:
        return match.table_with(match.options)
    except Refused:
        return match.table_with({})


def _renamed(written: Any, steps: Sequence[Naming], by: Callable[[Naming, Any], Any]) -> Any:
    for naming in steps:
        written = by(naming, written)
    return written


def _write[Row: (Entry, Change)](rows: Iterable[Row], field: str, steps: Sequence[Naming]) -> None:
    """Rename the players in `field` of each row, which holds a record. Save the rows that change."""
    changed: list[Row] = []
    for row in rows:
        before = getattr(row, field)
        after = None if before is None else _renamed(before, steps, Naming.record)
        if after != before:
            setattr(row, field, after)
            changed.append(row)
    if changed:
        type(changed[0])._default_manager.bulk_update(changed, [field], batch_size=100)
