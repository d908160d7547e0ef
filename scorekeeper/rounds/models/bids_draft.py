"""The draft of the bids, which are written down before a round is played."""

from __future__ import annotations

from collections.abc import Mapping, Sequence, Set
from typing import Any, Self

from django.core.exceptions import ValidationError
from django.db import models

from games.kernel.game import Bid
from games.kernel.parts import EVERYBODY, OwnFields
from games.kernel.posted import Fields, Posted
from games.kernel.problems import Problem, Problems
from games.kernel.record import RawRecord, Record
from games.kernel.screen import AnyScreen
from games.kernel.words import Message, Phrase
from scorekeeper.nights.models import Change, Match, Refused, Stale

from .draft_base import DraftInParts, are_parts

BID_OTHERWISE = Phrase(
    "bid_otherwise",
    de="{players: und } {count:hat|haben} geheim etwas anderes angesagt. Stimmt es so?",
    en="{players: and } bid something else in secret. Is this right?",
)


class BidsDraft(DraftInParts):
    """The bids for one round of a match; they are filled into the form of the round.

    The bids stay saved after the round is entered. So they are valid again if the round is undone.

    `seen` says for which round the bids are: it is the number of the entry of the previous round; 0 for the first
    round. If a round is removed or restored, the numbers of entries do not change. So the bids stay with the coming
    round.
    """

    match = models.ForeignKey(Match, on_delete=models.CASCADE, related_name="bids_drafts")
    earlier = models.JSONField(default=dict)  # the parts before the last step, to undo that step

    class Meta:
        constraints = [
            models.UniqueConstraint(fields=["match", "seen"], name="one_draft_of_bids_a_round"),
        ]

    @classmethod
    def current(cls, match: Match) -> Self | None:
        """Return the saved draft for the coming round, even if all bids were removed from it.

        Return None if no draft is saved, if the game is over, or if it has no bids.
        """
        if match.course.engine.over or match.game.before_round(match.table) is None:
            return None
        drafts = [*cls.objects.filter(match=match, seen__gte=_last_round(match)).order_by("-seen")]
        undone = _undone(match, {each.seen for each in drafts})
        found = next((each for each in drafts if each.seen not in undone), None) or cls._after_undone(match)
        return found and found._read_with(match)

    @classmethod
    def _after_undone(cls, match: Match) -> Self | None:
        """Return the draft for the coming round that was saved before the last round was undone and entered anew.

        Its `seen` is the number of the new entry, but it is not saved. Return None without such a draft.
        """
        last, number = _last_round(match), match.course.rounds_played
        undone = _undone(match, {each.number for each in match.all_entries if each.round == number})
        draft = cls.objects.filter(match=match, seen__in=undone).order_by("seen").last() if undone else None
        if draft is not None:
            draft.seen = last
        return draft

    @classmethod
    def get_or_new(cls, match: Match) -> Self:
        """Return the draft for the coming round. A new draft is not saved before the first bid.

        The versions of a new draft continue those of earlier drafts. So a form of an earlier round is not mistaken for
        one of this round.
        """
        if (found := cls.current(match)) is not None:
            return found
        newest = cls.objects.filter(match=match).aggregate(version=models.Max("version"))["version"]
        return cls(match=match, seen=_last_round(match), version=newest or 0)

    @classmethod
    def shown_parts(cls, match: Match, of: str | None = None) -> dict[str, Fields]:
        """Return the fields of the coming round's saved bids, by seat, as far as they may be shown (`open_parts`)."""
        draft = cls.current(match)
        return draft.open_parts(of) if draft else {}

    def clean(self) -> None:
        super().clean()
        if not are_parts(self.earlier):
            raise ValidationError({"earlier": "These are no parts of a round."})

    @property
    def round(self) -> int:
        """The number of the coming round."""
        return self.match.course.rounds_played + 1

    @property
    def screen(self) -> AnyScreen:
        screen = self.match.game.before_round(self.match.table)
        if screen is None:
            raise Stale
        return screen

    @property
    def own(self) -> OwnFields:
        return self.screen.own or OwnFields(has_common_part=True)

    def fields_of(self, seat: str) -> Fields:
        part = self.parts.get(seat)
        return part["fields"] if part else {}

    def divided(self, fields: Fields) -> dict[str, Fields]:
        """Return the form's fields divided into parts, by the seat's number as text.

        The part of everybody is under EVERYBODY.
        """
        seats = [str(number) for number, _ in self.match.table.numbered]
        return {seat: self.own.part(fields, seat, self.match.table) for seat in (*seats, EVERYBODY)}

    @property
    def waiting(self) -> list[int]:
        """The seats of the players whose bids are missing or incomplete."""
        table, screen = self.match.table, self.screen
        posted = {str(number): Posted(self.fields_of(str(number))) for number, _ in table.numbered}
        return [number for number, player in table.numbered if screen.untold(posted[str(number)], player, table)]

    @property
    def complete(self) -> bool:
        """Return whether everybody has bid, and no other value of the bids is missing."""
        common = self.fields_of(EVERYBODY)
        told = all(any(common.get(name, ())) for name in self.screen.binding(self.match.table))
        if not self.parts or not told or self.waiting:
            return False
        return not any(each.gap for each in self.problems({seat: self.fields_of(seat) for seat in self.parts}))

    @property
    def is_secret(self) -> bool:
        """Return whether players may see only their own bids: in a game with secret bids, until all are complete."""
        return self.match.game.keeps_bids_secret(self.match.table.options) and not self.complete

    def open_parts(self, of: str | None = None) -> dict[str, Fields]:
        """Return the fields of the parts that may be shown, by seat.

        While bids are secret, only the part of seat `of` may be shown. `of` is the viewer's own seat as text; None for
        a viewer who may see no secret bid.
        """
        return {seat: part["fields"] for seat, part in self.parts.items() if seat == of or not self.is_secret}

    def with_round(self, told: Fields) -> Self:
        """Return a copy in which bids from the round's form (`told`) replace saved ones. Never save the copy."""
        entered = {seat: {"fields": fields} for seat, fields in self.divided(told).items() if fields}
        return type(self)(match=self.match, seen=self.seen, parts={**self.parts, **entered})

    def form(self, parts: Mapping[str, Fields]) -> Fields:
        """Put these parts together into one form, and add the fields that need no typing, such as the dealer."""
        table = self.match.table
        known = self.screen.known_fields(table, self.match.course.engine.coming)
        return known | self.own.whole(parts, table)

    def record(self, parts: Mapping[str, Fields]) -> RawRecord:
        return self.screen.record(Posted(self.form(parts)), self.match.table)

    def problems(self, parts: Mapping[str, Fields]) -> list[Problem]:
        """Return every problem of these parts, taken together as the bids for the coming round."""
        problems, table = Problems(), self.match.table
        self.match.game.check_before_round(Record(self.record(parts), table, problems), self.match.course.engine.coming)
        return [*problems]

    def in_words(self, parts: Mapping[str, Fields] | None = None) -> Sequence[Bid]:
        """Return the bids of these parts in words. If `parts` is None, return the bids that everybody may see."""
        record = self.record(self.open_parts() if parts is None else parts)
        return self.match.game.bids_in_words(self.match.table, record, self.match.course.engine.coming)

    @property
    def saved_bids(self) -> dict[str, Mapping[str, Any]]:
        """The saved bids, secret ones included: for each field of the record, the bids by player.

        Fields about the whole table are left out.
        """
        saved = self.record({seat: part["fields"] for seat, part in self.parts.items()})
        return {name: bids for name, bids in saved.items() if isinstance(bids, dict)}

    def question(self, record: RawRecord) -> Message | None:
        """Return the question to ask if bids in this record of the round differ from the saved secret bids.

        The question names the players, not their bids. Return None if no bid differs, or if bids are not secret now.
        """
        if not self.is_secret:
            return None
        pairs = [(bids, record.get(name) or {}) for name, bids in self.saved_bids.items()]
        others = {player for bids, now in pairs for player in bids if now.get(player) != bids[player]}
        players = [player for player in self.match.table.players if player in others]
        return BID_OTHERWISE(players=players, count=len(players)) if players else None

    def agrees_with(self, record: RawRecord) -> bool:
        """Return whether the record of a round contains every bid that everybody may see."""

        def agrees(bid: object, there: object) -> bool:
            if isinstance(bid, dict) and isinstance(there, dict):
                return bid.items() <= there.items()
            return bid == there

        bids = self.record(self.open_parts())
        return all(agrees(bid, record.get(name)) for name, bid in bids.items() if name != "kind")

    # Writing

    def save_parts(self, parts: Mapping[str, Fields], seen: int, by: str, *, hidden: bool = False) -> None:
        """Save these parts, by seat. `seen` is the version of the draft that the phone showed.

        An empty part removes the saved part; for EVERYBODY, the empty part is saved. But nothing is removed or emptied
        in these cases:

        - The part was saved after `seen`.
        - Bids are secret, or were secret when the form was shown (`hidden`).

        If no part changes, do nothing. Raise Stale if the round is already in progress, or if a part would replace one
        that was saved after `seen`. Raise Refused if the bids have problems, except missing values. While bids are
        secret, only these parts are checked.
        """
        secret = self.is_secret
        changed = self._changed(parts, seen, by, may_remove=not (secret or hidden))
        if not changed:
            return
        if self.match.is_begun:
            raise Stale
        after = {seat: part for seat, part in {**self.parts, **changed}.items() if part}
        known = {seat: part["fields"] for seat, part in after.items() if seat in parts or not secret}
        if problems := [each for each in self.problems(known) if not each.gap]:  # missing values can be typed later
            raise Refused(problems)
        self._change(after, by)

    def _changed(self, parts: Mapping[str, Fields], seen: int, by: str, *, may_remove: bool) -> dict[str, Any]:
        """Return the parts that change, by seat; None for a part to remove.

        Without `may_remove`, saved parts are not removed or emptied. Raise Stale if a part with fields would replace a
        part that was saved after the version `seen`.
        """
        changed: dict[str, Any] = {}
        for seat, fields in parts.items():
            saved = self.parts.get(seat)
            is_later = saved is not None and saved["version"] > seen
            if saved and (fields == saved["fields"] or (not fields and (is_later or not may_remove))):
                continue
            if is_later:
                raise Stale
            if fields or seat == EVERYBODY:
                changed[seat] = self._part(fields, by)
            elif saved:
                changed[seat] = None
        return changed

    def clear(self, seen: int, by: str) -> None:
        """Remove all bids; raise Stale if `seen` is not the draft's version."""
        if self.version != seen:
            raise Stale
        if self.parts:
            self._change({}, by)

    def undo(self, seen: int, by: str) -> None:
        """Undo the last step; a second call redoes it.

        Raise Stale if `seen` is not the saved draft's version, or if the round is already in progress.
        """
        if self.pk is None or self.version != seen or self.match.is_begun:
            raise Stale
        self._change(self.of_who_plays(self.earlier), by)

    def _change(self, parts: dict[str, Any], by: str) -> None:
        self.parts, self.earlier = parts, self.parts
        self._step(by)


def _last_round(match: Match) -> int:
    """Return the number of the entry of the last round; 0 without a round."""
    return max((row.entry.number for row in match.course.rows if row.number is not None), default=0)


def _undone(match: Match, numbers: Set[int]) -> Set[int]:
    """Return those of these numbers whose entries were undone.

    An entry that was removed without undo does not count.
    """
    removed = [entry.number for entry in match.all_entries if entry.removed_at and entry.number in numbers]
    if not removed:
        return frozenset()
    added = match.changes.filter(entry__number__in=removed, verb=Change.Verb.ADDED).exclude(undone_at=None)
    return frozenset(added.values_list("entry__number", flat=True))
