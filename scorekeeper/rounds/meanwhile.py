"""What a page of a round has shown, and what others have done meanwhile."""

from __future__ import annotations

import json
from hashlib import blake2b
from typing import Any

from django.utils.translation import gettext as _

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


def has_changed(match: Match, form: Posted, entry: Entry | None = None) -> bool:
    """Return whether the form's page has shown another situation; False for a script's form, which may not say."""
    _newest, _dot, shown = form.one("situation").partition(".")
    return bool(shown) and shown != situation(match, entry).partition(".")[2]


def refuse_stale(match: Match, form: Posted, entry: Entry | None = None, *, last: bool = False) -> None:
    """Raise Stale if the form's page has shown another situation; with `last`, a script's form says its last entry."""
    if form.one("situation") or not last:
        stale = has_changed(match, form, entry) or (entry is None and match.course.engine.over)
    else:
        stale = whole_number(form.one("seen")) != match.last_number
    if stale:
        raise Stale


def last_writer(match: Match) -> str:
    """Return the name of whoever changed the match or its draft last."""
    steps = [each.last_step for each in match.changes.all()]
    steps += [] if match.draft.pk is None else [(match.draft.at, match.draft.by)]
    return someone(max(steps)[1] if steps else "")


def faster(match: Match) -> str:
    """Return the sentence for what cannot be done, as somebody else has changed the match meanwhile."""
    return _("%(by)s was faster. This is how it looks now.") % {"by": last_writer(match)}


class Meanwhile:
    """What others have done since a form was opened: who was last (`by`), the rounds that they saved, and the end."""

    def __init__(self, match: Match, form: Posted, entry: Entry | None = None) -> None:
        shown = whole_number(form.one("situation").partition(".")[0])
        changed = {each.entry_id for each in (entry or match).changes.all() if each.pk > max(shown, 0)}
        seen = 0 if entry or shown > 0 else whole_number(form.one("seen"))  # of a script's form, as Pocket sends it
        self.by = someone(entry.last_hand) if entry else last_writer(match)
        self.over = entry is None and match.course.engine.over
        self.newer = [
            {"row": row, "texts": ledger_texts(match, row.record, row.score)}
            for row in match.course.rows
            if row.entry.pk in changed and row.entry.number > seen
        ]
