"""The games, changes and score sheets made through a share link, which an owner can undo together."""

from __future__ import annotations

from contextlib import suppress
from dataclasses import dataclass, field
from itertools import filterfalse
from typing import Any

from django.db import transaction
from django.db.models import Prefetch, Q, QuerySet
from django.utils.translation import gettext as _

from scorekeeper.nights.models import Change, Match, OwnSheet, Refused
from scorekeeper.people.link_activity import LinkActivity
from scorekeeper.people.models import ShareLink


@dataclass
class GameActivity:
    """The games and changes that were made through a share link and can be undone.

    - `games` were started through the link, and nobody else has changed them.
    - `changes` were made through the link in other games.
    - If somebody else has changed an entry later, the link's earlier changes of this entry stay. In the same way,
      changes of the match as a whole stay if somebody else has changed it as a whole later.
    - In a deleted game, nothing can be undone, unless it was deleted through the link, and either was started
      otherwise or was changed by somebody else, too.
    """

    link: ShareLink
    games: list[Match] = field(default_factory=list)
    rounds: list[Change] = field(default_factory=list)  # the changes to undo that entered a round, also in `games`
    changes: dict[Match, list[Change]] = field(default_factory=dict)  # by game, the latest change first
    games_left: int = 0  # how many games were started through the link, but stay because others have changed them
    changes_left: list[Change] = field(default_factory=list)  # the changes to keep; without deleted games

    def __post_init__(self) -> None:
        link = self.link
        standing = Change.objects.filter(undone_at=None).select_related("entry").order_by("-pk")
        done = Change.objects.filter(undone_at=None, via=link).values("match")
        matches = Match.objects.filter(Q(via=link) | Q(pk__in=done), night__group=link.group)
        matches = matches.filter(night__in=link.group.nights.shown()).exclude(pk__in=Match.objects.expired())
        for match in matches.select_related("night__group").prefetch_related(Prefetch("changes", standing)):
            self._look_at(match)

    def _look_at(self, match: Match) -> None:
        own: list[Change] = []
        others: set[int | None] = set()
        left: list[Change] = []
        for change in match.changes.all():
            if change.via_id != self.link.pk:
                others.add(change.entry_id)
            else:
                (left if change.entry_id in others else own).append(change)
        started = match.via_id == self.link.pk
        if match.deleted_at is not None and ((started and not others) or not any(map(_is_deletion, own))):
            return
        self.rounds += [change for change in own if change.verb == Change.Verb.ADDED]
        self.changes_left += left
        if started and not others:
            self.games.append(match)
            return
        self.games_left += started
        if own:
            self.changes[match] = own

    @property
    def kinds(self) -> list[LinkActivity]:
        changes = [change for each in self.changes.values() for change in each]
        rounds_left = sum(change.verb == Change.Verb.ADDED for change in self.changes_left)
        other = sum(change.verb != Change.Verb.ADDED for change in changes)
        return [
            LinkActivity(_("Games started"), len(self.games), self.games_left),
            LinkActivity(_("Rounds entered"), len(self.rounds), rounds_left),
            LinkActivity(_("Other changes in games"), other, len(self.changes_left) - rounds_left),
        ]

    def revert(self, by: str) -> None:
        """Undo `changes`, and mark `games` as deleted, so that they can be restored like any deleted game.

        If a match refuses to undo its changes, e.g. because somebody would sit there twice, all its changes stay,
        except its deletion.
        """
        for match, changes in self.changes.items():
            match.lock()
            if deletions := [*filter(_is_deletion, changes)]:
                match.revert(deletions, by)
            with suppress(Refused), transaction.atomic():
                match.revert(filterfalse(_is_deletion, changes), by)
        for match in self.games:
            match.lock()
            match.soft_delete(by)


def _is_deletion(change: Change) -> bool:
    return change.verb == Change.Verb.DELETED


def _sheets(link: ShareLink) -> QuerySet[OwnSheet]:
    return OwnSheet.objects.filter(group=link.group, via=link)


def list_activity(link: ShareLink, **signal: Any) -> list[LinkActivity]:
    return [*GameActivity(link).kinds, LinkActivity(_("Score sheets added"), _sheets(link).count())]


def revert_activity(link: ShareLink, by: str, **signal: Any) -> None:
    """Undo the games and changes, and delete the score sheets. Games played with these sheets keep their own copies.

    If a sheet that somebody else had added was replaced through the link, it stays replaced: its old text is not kept.
    """
    GameActivity(link).revert(by)
    for sheet in _sheets(link):
        sheet.remove(by)
