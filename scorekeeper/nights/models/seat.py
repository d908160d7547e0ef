"""Seats: the players of a match, by position."""

from __future__ import annotations

from django.db import models

from scorekeeper.people.models import Player


class SeatManager(models.Manager["Seat"]):
    """A manager that selects seats with their players: wherever a seat is shown, so is its player's sign."""

    def get_queryset(self) -> models.QuerySet[Seat]:
        return super().get_queryset().select_related("player")


class Seat(models.Model):
    """A player's seat in a match. `name` is the player's name in the match's records."""

    match = models.ForeignKey("nights.Match", on_delete=models.CASCADE, related_name="seats")
    position = models.PositiveSmallIntegerField()
    player = models.ForeignKey(Player, on_delete=models.RESTRICT, related_name="seats")
    name = models.CharField(max_length=40)
    from_start = models.BooleanField(default=True, db_default=True)

    objects = SeatManager()

    class Meta:
        ordering = ["position"]
        constraints = [
            models.UniqueConstraint(fields=["match", "position"], name="one_player_a_seat"),
            models.UniqueConstraint(fields=["match", "player"], name="one_seat_a_player"),
        ]

    def __str__(self) -> str:
        return self.name
