"""Merges of two players who are the same person. A merge can be undone."""

from __future__ import annotations

from typing import Self

from django.db import IntegrityError, models, transaction
from django.db.models import OuterRef, Subquery
from django.utils import timezone

from scorekeeper.history.models.rating import rate_again
from scorekeeper.history.models.results import Result
from scorekeeper.history.renaming import follow_name
from scorekeeper.money.models import LedgerRow
from scorekeeper.nights.models import Match, Seat
from scorekeeper.people.models import Group, Player


class CannotMerge(Exception):
    """Raised if two players cannot be merged."""


class Merge(models.Model):
    """The merge of a player, `source`, into another, `target`. A player has at most one seat in a match."""

    group = models.ForeignKey(Group, on_delete=models.CASCADE, related_name="merges")
    source = models.ForeignKey(Player, on_delete=models.CASCADE, related_name="+")
    target = models.ForeignKey(Player, on_delete=models.CASCADE, related_name="+")
    moved = models.JSONField(default=dict)  # ids of the rows that were moved, by "model.field"
    at = models.DateTimeField(default=timezone.now)
    by = models.CharField(max_length=160)
    undone_at = models.DateTimeField(null=True)
    undone_by = models.CharField(max_length=160, blank=True)

    class Meta:
        ordering = ["-pk"]

    def __str__(self) -> str:
        return f"{self.source} → {self.target}"

    @classmethod
    def of(cls, source: Player, target: Player, by: str) -> Self:
        """Merge `source` into `target`, who gets the rows of `source`. Return the merge. `by` names the actor."""
        if target.merged_into_id or not cls.possible(target).filter(pk=source.pk).exists():
            raise CannotMerge
        merge = cls.objects.create(group_id=source.group_id, source=source, target=target, by=by)
        try:
            with transaction.atomic():
                for model, field in _rows_of_players():
                    rows = model._base_manager.filter(**{field: source})
                    keys = list(rows.values_list("pk", flat=True))
                    if keys:
                        merge.moved[f"{model._meta.label_lower}.{field}"] = keys
                        rows.update(**{field: target})
        except IntegrityError as stands_between:  # one of them paid the other
            merge.delete()
            raise CannotMerge from stands_between
        merge.save(update_fields=["moved"])
        source.merged_into = target
        source.save(update_fields=["merged_into"])
        merge._follow(target)
        return merge

    @staticmethod
    def possible(player: Player) -> models.QuerySet[Player]:
        """Return the players who could be the same person as this one."""
        at_one_table = Seat.objects.filter(player=OuterRef("pk"), match__seats__player=player).order_by()
        # With `Exists`, PostgreSQL would join all matches of all players.
        others = player.group.players.canonical().exclude(pk=player.pk)
        return others.alias(seat=Subquery(at_one_table.values("pk")[:1])).filter(seat=None)

    @property
    def can_be_undone(self) -> bool:
        swapped = "swapped" in self.moved  # version 0.2 changed seats in which nobody sat, too
        return self.undone_at is None and self.target.merged_into_id is None and not swapped

    def undo(self, by: str) -> None:
        """Separate the two players. Matches that were played since the merge stay with the target."""
        if not self.can_be_undone:
            return
        matches = Match.objects.filter(seats__in=self._seats)
        for model, field in _rows_of_players():
            rows = model._base_manager.all()
            rows.filter(pk__in=self.moved.get(f"{model._meta.label_lower}.{field}", [])).update(**{field: self.source})
            if model in (LedgerRow, Result):  # those of the source's matches may have been stored anew since the merge
                rows.filter(**{"match__in": matches, field: self.target}).update(**{field: self.source})
        self.source.merged_into = None
        self.source.save(update_fields=["merged_into"])
        self.undone_at, self.undone_by = timezone.now(), by
        self.save(update_fields=["undone_at", "undone_by"])
        self._follow(self.source)

    @property
    def _seats(self) -> list[int]:
        seats: list[int] = self.moved.get("nights.seat.player", [])
        return seats

    def _follow(self, player: Player) -> None:
        """Use the player's name in their unfinished games, and rate the games in which the moved seats are."""
        follow_name(player)
        rate_again(Result.objects.filter(seat__in=self._seats))


def _rows_of_players() -> list[tuple[type[models.Model], str]]:
    """Return the foreign keys that a merge changes, as (model, field name)."""
    return [
        (relation.related_model, relation.field.name)
        for relation in Player._meta.related_objects
        if relation.related_model is not Merge and relation.related_model._meta.app_label != "people"
    ]
