"""What a page of a round has shown, and what others have done meanwhile."""

from __future__ import annotations

import json
from hashlib import blake2b
from typing import Any

from games.kernel.posted import Posted
from scorekeeper.nights.models import Entry, Match, Stale
from scorekeeper.nights.presenter import ledger_texts
from scorekeeper.people.names import someone
from scorekeeper.web.posted import whole_number


def situation(match: Match, entry: Entry | None = None) -> str:
    """Return the newest change, and a digest of what a form depends on: entries, seats, dealer, rules, or its `entry`."""
    engine = match.course.engine
    depends: list[Any] = (
        [entry.version, entry.removed_at is None]
        if entry
        else [
            [each.key for each in match.active],
            [number for number, _player in engine.seating.numbered],
            engine.seating.sits_out,
            engine.next_dealer and engine.seating.number_of(engine.next_dealer),
            match.rules_seen,
            engine.over,
        ]
    )
    newest = match.changes.values_list("pk", flat=True).first() or 0
    return f"{newest}.{blake2b(json.dumps(depends).encode(), digest_size=6).hexdigest()}"


def refuse_stale(match: Match, form: Posted, entry: Entry | None = None) -> None:
    """Raise Stale if the form's page has shown another situation, or if the game is over."""
    _newest, _dot, shown = form.one("situation").partition(".")
    is_over = entry is None and match.course.engine.over
    if is_over or (shown and shown != situation(match, entry).partition(".")[2]):
        raise Stale


def refuse_late(match: Match, form: Posted) -> None:
    """Raise Stale as `refuse_stale`, or if there is an entry after the last one that a script's form says it knew."""
    if form.one("situation"):
        refuse_stale(match, form)
    elif whole_number(form.one("seen")) != match.last_number:
        raise Stale


class Meanwhile:
    """What others have done since a form was opened: who was last (`by`), the rounds that they saved, and the end."""

    def __init__(self, match: Match, form: Posted, entry: Entry | None = None) -> None:
        shown = whole_number(form.one("situation").partition(".")[0])
        changes = [*(entry or match).changes.all()]
        changed = {each.entry_id for each in changes if each.pk > max(shown, 0)}
        draft = match.draft
        steps = [each.last_step for each in changes] + ([] if draft.pk is None or entry else [(draft.at, draft.by)])
        self.by = someone(max(steps)[1] if steps else "")
        self.over = entry is None and match.course.engine.over
        self.newer = [
            {"row": row, "texts": ledger_texts(match, row.record, row.score)}
            for row in match.course.rows
            if row.entry.pk in changed
        ]
