"""The abstract models behind the three kinds of drafts: tricks, parts and bids.

Two things are stored elsewhere:

- The browser keeps what is typed in a form and not sent yet (static/js/draft.js).
- `Match.saved_tricks` has single tricks of the coming round that were judged on the referee's page.
"""

from __future__ import annotations

import datetime
from typing import Any, Self

from django.core.exceptions import ValidationError
from django.db import models
from django.utils import timezone

from games.kernel.parts import EVERYBODY
from games.kernel.posted import Fields
from games.kernel.screen import AnyScreen
from scorekeeper.nights.models import Entry, Match, Row, Stale
from scorekeeper.people.keys import event_time, new_key


class Draft(models.Model):
    """The saved parts of a round that is not entered as a whole yet.

    - `key`: becomes the key of the new round's entry.
    - `seen`: the number of the match's last entry when the draft was begun or rebased (`RoundDraft._rebase`). For the
      correction of an entry, it is the version of that entry. For bids, see `BidsDraft`.
    - `version`: is increased by 1 in each step.
    - `by`: the name of the person who made the last step.
    """

    key = models.CharField(max_length=36, default=new_key, editable=False)
    seen = models.PositiveIntegerField(default=0)
    version = models.PositiveIntegerField(default=0)
    started_at = models.DateTimeField(default=timezone.now)
    by = models.CharField(max_length=160)

    # Subclasses have a foreign key to the match, and may have one to the entry that is corrected.
    match: Match
    entry: Entry | None = None

    class Meta:
        abstract = True

    def discard(self, seen: int) -> None:
        """Delete the draft, if it is saved; raise Stale if `seen` is not its version."""
        if self.version != seen:
            raise Stale
        if self.pk:
            self.delete()
            self.match.touch()

    def _step(self, by: str) -> None:
        """Save the draft as its next version, and renew the match's tag. An empty `by` keeps the recorded name."""
        self.by = by or self.by
        self.version += 1
        self.save()
        self.match.touch()


class RoundDraft(Draft):
    """A draft that becomes a round: in tricks or in parts.

    `rounds_before` is how many rounds up to the entry `seen` there were when the draft was begun or rebased. It is None
    in a draft that is not saved, in a correction, and in one that an earlier version of the program has begun, until
    its next step.
    """

    rounds_before = models.PositiveIntegerField(null=True)

    class Meta:
        abstract = True

    @property
    def newer(self) -> list[Row]:
        """The rows of the rounds entered since the draft was begun or rebased; [] for a correction.

        One of them may be the round of this draft, entered on another form.
        """
        return self.match.rounds_after(self.seen) if self.entry is None else []

    @property
    def overtaken(self) -> bool:
        """Return whether the draft may not be the coming round's any more: it has `newer` rounds, or `has_moved`."""
        return bool(self.newer) or self.has_moved

    @property
    def has_moved(self) -> bool:
        """Return whether an earlier round was removed or restored since the draft was begun or rebased.

        If so, the number of the draft's round has changed. A round that was removed and then restored does not count.
        Return False if `rounds_before` is None.
        """
        return self.rounds_before not in {None, self._rounds_up_to_seen}

    @property
    def _rounds_up_to_seen(self) -> int:
        return sum(row.number is not None and row.entry.number <= self.seen for row in self.match.course.rows)

    @property
    def is_entered_otherwise(self) -> bool:
        """Return whether the coming round has a draft of another kind.

        For a draft in tricks, this is a draft in parts, and vice versa. Return False for a correction. Every subclass
        must override this.
        """
        raise NotImplementedError

    def _step(self, by: str) -> None:
        """Do as `Draft._step`; raise Stale if the draft is new and the round has a draft of another kind."""
        if self.pk is None and self.is_entered_otherwise:
            raise Stale
        if self.rounds_before is None and self.entry is None:
            self.rounds_before = self._rounds_up_to_seen
        super()._step(by)

    def _rebase(self, last_seen: int, by: str) -> None:
        """Make this the draft of the coming round, whatever has happened to the rounds since it was begun.

        `last_seen` is the number of the last entry that the phone showed. Raise Stale if a round was entered after
        that entry.
        """
        if self.match.rounds_after(last_seen):
            raise Stale
        self.seen, self.started_at = self.match.last_number, timezone.now()
        self.rounds_before = self._rounds_up_to_seen
        self._step(by)


def are_parts(parts: object) -> bool:
    """Return whether this is a valid value of `DraftInParts.parts`. A draft from another phone may have any value."""
    return isinstance(parts, dict) and all(_is_part(each) for each in parts.values())


def _is_part(part: object) -> bool:
    match part:
        case {"fields": dict(fields), "by": str(), "at": str(at), "version": int(), **more}:
            lists = [[name, *values] if isinstance(values, list) else [None] for name, values in fields.items()]
            texts = all(isinstance(each, str) for some in lists for each in some)
            return texts and not more and _is_time(at)
    return False


def _is_time(text: str) -> bool:
    """Return whether this is an ISO 8601 time with a time zone.

    The years 1 and 9999 are refused: in some time zones, such a time is outside the range of `datetime`, and no page
    could show it. The years 2 and 9998 are refused as a margin.
    """
    try:
        at = datetime.datetime.fromisoformat(text)
    except ValueError:
        return False
    return at.tzinfo is not None and datetime.MINYEAR + 1 < at.year < datetime.MAXYEAR - 1


class DraftInParts(Draft):
    """A draft in parts: each player fills in the fields of their own part, and one part concerns everybody.

    The keys of `parts` are the seats' numbers as text, and "" for the part that concerns everybody. A part has these
    keys:

    - `fields`: the fields of the form, with their values.
    - `by`: the name of the person who saved the part.
    - `at`: when it was saved.
    - `version`: the version of the draft in which it was saved.
    """

    parts = models.JSONField(default=dict)

    class Meta:
        abstract = True

    def __str__(self) -> str:
        return f"{self.match}: {len(self.parts)} parts"

    @property
    def screen(self) -> AnyScreen | None:
        """The screen on which the parts are entered. If there is none, return None; for bids, raise Stale."""
        raise NotImplementedError

    @classmethod
    def current(cls, match: Match) -> Self | None:
        """Return the match's draft, without data on players who do not play the coming round; None without a draft."""
        found = next(iter(cls._default_manager.filter(match=match)), None)
        return found and found._read_with(match)

    def _read_with(self, match: Match) -> Self:
        self.match = match
        self.parts = self.of_who_plays(self.parts)
        return self

    def of_who_plays(self, parts: dict[str, Any]) -> dict[str, Any]:
        """Return these parts, without data on players who do not play the coming round.

        - Parts of such players are dropped.
        - In the part that concerns everybody (EVERYBODY), such players are dropped from the fields. Only the field
          `dealer` may name a dealer who sits the round out.
        - In this part, a field is dropped if it names nobody any more, or if the screen does not ask for it at this
          number of players.
        """
        table = self.match.table
        playing = {str(seat) for seat, _ in table.numbered}
        found = {seat: part for seat, part in parts.items() if seat in {EVERYBODY, *playing}}
        if (common := found.get(EVERYBODY)) and (screen := self.screen):
            dealing = {str(table.number_of(name)) for name in table.seated}
            kept: Fields = {}
            for name, values in common["fields"].items():
                seats = dealing if name == "dealer" else playing
                stay = [each for each in values if each in seats] if screen.chooses_players(name) else values
                if screen.asks_for(name, table) and (stay or not values):
                    kept[name] = stay
            found[EVERYBODY] = {**common, "fields": kept}
        return found

    def clean(self) -> None:
        if not are_parts(self.parts):
            raise ValidationError({"parts": "These are no parts of a round."})

    def _part(self, fields: Fields, by: str) -> dict[str, Any]:
        return {"fields": fields, "by": by, "at": event_time().isoformat(), "version": self.version + 1}
