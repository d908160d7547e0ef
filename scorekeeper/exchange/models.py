"""The last import of each group."""

from __future__ import annotations

import json
import zlib
from collections.abc import Iterator, Mapping, Sequence
from datetime import timedelta
from typing import Any

from django.conf import settings
from django.db import models
from django.utils import timezone

from games.score_file import PlacedProblem
from scorekeeper.people.keys import new_key
from scorekeeper.people.models import Group

AT_ONCE = 16_384  # bytes to decompress at once; they become about ten times as many

type Numbered = tuple[int, str, Mapping[str, Any]]
"""A game of a file: its number in the file, counted from 0, its id, and its content."""


class Arrival(models.Model):
    """The last import of a group: its games, its progress and its outcome.

    The games stay here until all are stored as matches, so that an import can go on after a restart of the server.

    An import is deleted:

    - when the group begins another import
    - when a player is anonymised
    - when a player is renamed, unless the import is under way
    - when the server starts and the import is older than KEPT, unless it is under way
    """

    class State(models.TextChoices):
        ASKED = "asked"  # some games cannot be imported: an owner must first confirm that the rest shall be
        RUNNING = "running"
        COUNTING = "counting"  # all games are stored; their results, statistics and ratings are being derived
        DONE = "done"
        FAILED = "failed"

    UNDERWAY = (State.RUNNING, State.COUNTING)
    KEPT = timedelta(days=1)
    MOST_TRIES = 3  # if the server stops during this many attempts, the import is given up

    group = models.OneToOneField(Group, on_delete=models.CASCADE, related_name="arrival")
    key = models.CharField(max_length=12, default=new_key)  # a new one for each import
    by = models.CharField(max_length=160)
    at = models.DateTimeField(default=timezone.now)
    state = models.CharField(max_length=10, choices=State.choices)
    beside = models.BooleanField(default=False)  # whether to import other versions of the group's games, too
    games = models.BinaryField(default=bytes)  # compressed; a line of JSON for each game, the earliest first
    total = models.PositiveIntegerField(default=0)  # number of games to import
    staying = models.PositiveIntegerField(default=0)  # number of games of the file that cannot be imported
    problems = models.JSONField(default=list)  # the first problems of the games that cannot be imported (`reason`)
    done = models.PositiveIntegerField(default=0)  # number of games that are stored already
    tries = models.PositiveSmallIntegerField(default=0)
    outcome = models.JSONField(default=dict)  # once all games are stored: the fields of an `Import` except `left`

    def __str__(self) -> str:
        return f"{self.group}: {self.done} of {self.total}"

    @property
    def is_underway(self) -> bool:
        return self.state in self.UNDERWAY

    @staticmethod
    def reason(found: PlacedProblem, title: str = "", day: str = "") -> dict[str, Any]:
        """Return a problem as `problems` stores it: game and round counted from 1, the text in every language.

        `title` and `day` (ISO 8601) identify the game in another program's file. They are "" for a score file.
        """
        return {
            "game": None if found.game is None else found.game + 1,
            "round": None if found.round is None else found.round + 1,
            "field": found.problem.field,
            "text": {code: found.problem.text(code) for code, _name in settings.LANGUAGES},
            "title": title,
            "day": day,
        }

    def pack(self, games: Sequence[Numbered]) -> None:
        packer = zlib.compressobj()
        lines = (json.dumps(game, ensure_ascii=False).encode() + b"\n" for game in games)
        self.games = b"".join([*(packer.compress(line) for line in lines), packer.flush()])
        self.total = len(games)

    def unpacked(self) -> Iterator[Numbered]:
        """Yield the games one by one. All at once would take twenty times the memory of the compressed games."""
        unpacker = zlib.decompressobj()
        rest, packed = b"", bytes(self.games)
        for start in range(0, len(packed), AT_ONCE):
            *lines, rest = (rest + unpacker.decompress(packed[start : start + AT_ONCE])).split(b"\n")
            for line in lines:
                number, identity, game = json.loads(line)
                yield number, identity, game

    @classmethod
    def forget_old(cls) -> None:
        """Delete imports that were begun more than KEPT ago, if they have ended or were never confirmed."""
        cls.objects.exclude(state__in=cls.UNDERWAY).filter(at__lt=timezone.now() - cls.KEPT).delete()
