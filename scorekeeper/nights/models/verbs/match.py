"""The verbs (see `Verb`) that change a match as a whole."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from django.utils import timezone

from scorekeeper.nights.models.change import Change
from scorekeeper.nights.models.match_base import MatchBase
from scorekeeper.nights.models.refusals import Stale

from .base import Verb


class CloseMatch(Verb):
    """The verb that ends a game before its rules end it."""

    code = Change.Verb.CLOSED

    def apply(self) -> list[Change]:
        if self.match.course.engine.over:
            return []
        goes_on = TakeUp(self.match, self.by).apply()  # a game laid aside is taken up first
        self.match.ended_early = True
        return [*goes_on, self.change()]

    @staticmethod
    def revert(match: MatchBase, change: Change) -> None:
        match.ended_early = False


class ReopenMatch(Verb):
    """The verb that reopens a game that was ended early."""

    code = Change.Verb.REOPENED

    def apply(self) -> list[Change]:
        if not self.match.ended_early:
            return []
        self.match.ended_early = False
        return [self.change()]

    @staticmethod
    def revert(match: MatchBase, change: Change) -> None:
        match.ended_early = True


class LayAside(Verb):
    """The verb that lays an unfinished game aside. Nobody wins it, and it can be taken up again."""

    code = Change.Verb.LAID_ASIDE

    def apply(self) -> list[Change]:
        if self.match.laid_aside or self.match.course.engine.over:
            return []
        self.match.laid_aside = True
        return [self.change()]

    @staticmethod
    def revert(match: MatchBase, change: Change) -> None:
        match.laid_aside = False


class TakeUp(Verb):
    """The verb that takes up a game that was laid aside."""

    code = Change.Verb.TAKEN_UP

    def apply(self) -> list[Change]:
        if not self.match.laid_aside:
            return []
        self.match.laid_aside = False
        return [self.change()]

    @staticmethod
    def revert(match: MatchBase, change: Change) -> None:
        match.laid_aside = True


class ExcludeMatch(Verb):
    """The verb that excludes a misplayed game from all statistics; the game itself is unchanged."""

    code = Change.Verb.LEFT_OUT

    def apply(self) -> list[Change]:
        if self.match.left_out:
            return []
        self.match.left_out = True
        return [self.change()]

    @staticmethod
    def revert(match: MatchBase, change: Change) -> None:
        match.left_out = False


class IncludeMatch(Verb):
    """The verb that counts an excluded game in the statistics again."""

    code = Change.Verb.COUNTED

    def apply(self) -> list[Change]:
        if not self.match.left_out:
            return []
        self.match.left_out = False
        return [self.change()]

    @staticmethod
    def revert(match: MatchBase, change: Change) -> None:
        match.left_out = True


class DeleteMatch(Verb):
    """The verb that marks a game as deleted; the game can be restored for thirty days."""

    code = Change.Verb.DELETED

    def apply(self) -> list[Change]:
        if self.match.deleted_at is not None:
            return []
        self.match.deleted_at = timezone.now()
        return [self.change()]

    @staticmethod
    def revert(match: MatchBase, change: Change) -> None:
        match.deleted_at = None


@dataclass
class ChangeOptions(Verb):
    """The verb that changes the house rules of the whole match.

    Raises Refused if the new rules are not allowed (see `table_with_new`). Raises Stale if another phone has changed
    the rules since this phone has `seen` them. If the match has these rules already, nothing happens.
    """

    code = Change.Verb.OPTIONS

    options: dict[str, Any]
    seen: str = ""  # `MatchBase.rules_seen`, as the phone's form sent it; "": not checked

    def apply(self) -> list[Change]:
        match = self.match
        match.table_with_new(self.options)
        if self.options == match.options:
            return []
        if self.seen and self.seen != match.rules_seen:
            raise Stale
        before, match.options = match.options, self.options
        return [self.change(before=before, after=self.options)]

    @staticmethod
    def revert(match: MatchBase, change: Change) -> None:
        match.options = change.before


@dataclass
class DrawFirstDealer(Verb):
    """The verb that changes the first dealer. `seat` is the position of the new first dealer's seat.

    Raises Stale if a round was dealt, or if the game is over. An entry that cannot be read counts as a dealt round.
    """

    code = Change.Verb.FIRST_DEALER

    seat: int

    def apply(self) -> list[Change]:
        engine = self.match.course.engine
        if engine.deals or engine.unknown or engine.over:
            raise Stale
        before, self.match.first_dealer = self.match.first_dealer, self.seat
        return [self.change(before=before, after=self.seat)]

    @staticmethod
    def revert(match: MatchBase, change: Change) -> None:
        match.first_dealer = int(change.before or 0)


@dataclass
class NameDealer(Verb):
    """The verb that lets a player deal the coming round out of turn. `seat` is the position of that player's seat.

    Raises Stale if the game is over, or that player has left.
    """

    code = Change.Verb.NAMED_DEALER

    seat: int

    def apply(self) -> list[Change]:
        match, engine = self.match, self.match.course.engine
        seats = {engine.seating.number_of(player): player for player in engine.seating.seated}
        if engine.over or self.seat not in seats:
            raise Stale
        if seats[self.seat] == engine.next_dealer:
            return []
        before, match.named_dealer = match.named_dealer, {"seat": self.seat, "after": match.last_number}
        return [self.change(before=before, after=match.named_dealer)]

    @staticmethod
    def revert(match: MatchBase, change: Change) -> None:
        match.named_dealer = change.before
