"""Drafts: rounds in progress, which several phones fill in part by part."""

from __future__ import annotations

import datetime
from collections.abc import Collection, Iterable, Mapping
from typing import TYPE_CHECKING, Any

from django.core.exceptions import ValidationError
from django.db import models
from django.db.models import Max, Q
from django.utils import timezone

from games.kernel.posted import Posted
from scorekeeper.people.keys import event_time, new_key

from .entry import Entry
from .refusals import Stale

if TYPE_CHECKING:
    from .change import Change
    from .match import Match

FORM = "form"  # the part that says which form the round is entered on
WHO_DEALS = "dealer"  # the part that says who deals, if it is not whose turn it is
TRICKS = "tricks"  # the value of the part FORM for a round that is written down trick by trick


class Draft(models.Model):
    """A round in progress: its parts by their codes, as phones have saved them."""

    match = models.ForeignKey("nights.Match", on_delete=models.CASCADE, related_name="drafts")
    corrects = models.OneToOneField(Entry, on_delete=models.CASCADE, null=True, related_name="draft")
    key = models.CharField(max_length=36, default=new_key, editable=False)  # becomes the key of the round's entry
    after = models.CharField(max_length=36, blank=True)  # `Match.last_dealt` when it was begun: the round before it
    number = models.PositiveIntegerField(default=0)  # the round's when it was begun; in a correction, entry's version
    became = models.CharField(max_length=36, blank=True)  # the key of the entry that was entered from it
    parts = models.JSONField(default=dict)
    former = models.JSONField(default=dict)  # the parts before the last step
    version = models.PositiveIntegerField(default=0)
    at = models.DateTimeField(default=timezone.now)
    by = models.CharField(max_length=160)

    class Meta:
        constraints = [
            models.UniqueConstraint(fields=["match", "after"], condition=Q(corrects=None), name="one_draft_a_round")
        ]

    def __str__(self) -> str:
        return f"{self.match}: {len(self.parts)} parts"

    @classmethod
    def of(cls, match: Match) -> Draft:
        """Return the draft of the coming round; a new one is not saved before its first part."""
        found = match.drafts.filter(after=match.last_dealt, corrects=None).first() if match.pk else None
        draft = found or cls(match=match, after=match.last_dealt)
        draft.match = match
        return draft

    @classmethod
    def of_correction(cls, match: Match, entry: Entry, parts: Mapping[str, Any]) -> Draft:
        """Return the draft of an entry's correction in tricks; a new one has these parts, and is not saved yet."""
        found = cls.objects.filter(corrects=entry, number=entry.version).first()
        saved = {code: _part(fields, "", 0) for code, fields in parts.items()}
        draft = found or cls(match=match, corrects=entry, number=entry.version, parts=saved)
        draft.match, draft.corrects = match, entry
        return draft

    def clean(self) -> None:
        for parts in (self.parts, self.former):
            names = self.match.table.everyone
            if not isinstance(parts, dict) or not all(_is_part(code, part, names) for code, part in parts.items()):
                raise ValidationError({"parts": "These are no parts of a round."})

    @property
    def entry_key(self) -> str:
        """The key of the entry that the draft becomes, or has become before it was undone."""
        return self.became or self.key

    @property
    def begun_as(self) -> int:
        """The number of the round as which it was begun, if that is not the coming round's any more; else 0."""
        return self.number if self.parts and self.number != self.match.course.rounds_played + 1 else 0

    def is_later_than(self, step: Change | None) -> bool:
        """Return whether its last step said what is said before a round, after the match's change `step`."""
        last = {code.split()[0] for code, part in self.parts.items() if part["version"] == self.version}
        return bool(last) and last <= {"bid", WHO_DEALS, "start", FORM} and (step is None or self.at > step.at)

    @property
    def step(self) -> str:
        """Its last step, as a form that undoes it names it."""
        return f"draft-{self.version}"

    @property
    def form(self) -> str:
        """The code of the screen on which the round was begun, or TRICKS; "" if no form was begun."""
        return Posted(self.fields(FORM) or {}).one("screen")

    def fields(self, code: str) -> Any:
        """Return what is saved in this part; None if it is not saved."""
        part = self.parts.get(code)
        return part and part["fields"]

    def of_kind(self, kind: str) -> dict[str, Any]:
        """Return the parts of this kind, such as `bid`, by what follows in their codes; "" for everybody's."""
        return {code[len(kind) :].strip(): part for code, part in self.parts.items() if code.split()[0] == kind}

    def put(self, parts: Mapping[str, Any], seen: int, by: str, *, blindly: bool = False) -> None:
        """Replace these parts by their codes; None takes a part back. Do nothing if all are saved so already."""
        changed = {code: fields for code, fields in parts.items() if blindly or fields != self.fields(code)}
        if not changed:
            return
        newer = any(code in self.parts and self.parts[code]["version"] > seen for code in changed)
        if newer or self._is_closed_to(changed, self.parts.keys() - parts.keys()):
            raise Stale
        if self.pk is None and self.corrects is None:  # so no page of a round before is taken for one of this round
            self.version = self.match.drafts.aggregate(last=Max("version"))["last"] or 0
        kept = {code: part for code, part in self.parts.items() if code not in changed}
        new = {code: _part(fields, by, self.version + 1) for code, fields in changed.items() if fields is not None}
        self._step(kept | new, by)

    def _is_closed_to(self, changed: Mapping[str, Any], others: Iterable[str]) -> bool:
        """Return whether these parts come too late: bids once the round is begun, or its form once other parts are there."""
        if FORM not in changed:
            return self.form != "" and any(code.startswith("bid") for code in changed)
        return changed[FORM] is not None and any(code.split()[0] in ("pile", "start", "trick") for code in others)

    def drop(self, kinds: Iterable[str], seen: int, by: str) -> None:
        """Take back all parts of these kinds. Raise Stale if any of them was saved after `seen`."""
        self.put({code: None for code in self.parts if code.split()[0] in kinds}, seen, by)

    def undo(self, seen: int, by: str) -> None:
        """Put back what the last step replaced; a second call does the step again. Raise Stale if `seen` is outdated."""
        self.expect(seen)
        self._step(self.former, by)

    def expect(self, seen: int) -> None:
        """Raise Stale if the draft was changed after the version `seen`."""
        if self.version != seen:
            raise Stale

    def wake(self, by: str) -> None:
        """Make this the draft of the coming round. Raise Stale if the round has been begun otherwise."""
        if self.match.draft.form:
            raise Stale
        self.match.drafts.filter(after=self.match.last_dealt, corrects=None).delete()
        self.after, self.number = self.match.last_dealt, self.match.course.rounds_played + 1
        self._step(self.parts, by)

    def _step(self, parts: dict[str, Any], by: str) -> None:
        if not self.number:
            self.number = self.match.course.rounds_played + 1
        others_deal = parts.get(WHO_DEALS) != self.parts.get(WHO_DEALS)
        self.former, self.parts = self.parts, parts
        self.version, self.by, self.at = self.version + 1, by or self.by, event_time()
        self.save()
        if others_deal:
            self.match.forget("course", "table")
            self.match.save()  # so that the group's page says who deals
        else:
            self.match.touch()


def _part(fields: Any, by: str, version: int) -> dict[str, Any]:
    return {"fields": fields, "by": by, "at": event_time().isoformat(), "version": version}


def _is_part(code: object, part: object, names: Collection[str]) -> bool:
    """Return whether this is a part of a draft. One that comes from another phone may be anything."""
    match part:
        case {"fields": dict(fields), "by": str(), "at": str(at), "version": int(), **more}:
            return (
                isinstance(code, str) and bool(code.strip()) and not more and _is_time(at) and _are(code, fields, names)
            )
    return False


def _are(code: str, fields: dict[Any, Any], names: Collection[str]) -> bool:
    """Return whether these can be the fields of this part: lists of texts, or what a trick's record says."""
    kind, _space, number = code.partition(" ")
    if kind in ("trick", "judged"):
        plays = fields.get("plays") if number.isdecimal() else None
        return isinstance(plays, list) and bool(plays) and all(_is_play(each, names) for each in plays)
    if code == "start":
        return True
    lists = [[name, *values] if isinstance(values, list) else [None] for name, values in fields.items()]
    return all(isinstance(each, str) for some in lists for each in some)


def _is_play(play: object, names: Collection[str]) -> bool:
    return isinstance(play, list) and [*map(type, play)] == [str, str] and play[0] in names


def _is_time(text: str) -> bool:
    """Return whether this is an ISO 8601 time with a time zone, in a year that can be shown in all of them."""
    try:
        at = datetime.datetime.fromisoformat(text)
    except ValueError:
        return False
    return at.tzinfo is not None and datetime.MINYEAR + 1 < at.year < datetime.MAXYEAR - 1
