"""A group's own score sheets: files that describe what is entered in a game, and how it is scored."""

from __future__ import annotations

import json
import tomllib
from collections.abc import Mapping
from functools import lru_cache
from hashlib import blake2b
from typing import Any, Self

from django.db import models
from django.utils import timezone

from games.kernel.problems import Problems
from games.sheets.game import MOST_KEPT, OWN, OwnGame
from games.sheets.reading import read_sheet
from scorekeeper.people import bounds
from scorekeeper.people.keys import did, new_key
from scorekeeper.people.models import Group

SLUG_LENGTH = 40


def key_of_sheet() -> str:
    return new_key("sheet")


def digest_of(options: Mapping[str, Any]) -> str:
    """Return a digest of the sheet in these options; "" without a sheet. The digest ignores the sheet's slug."""
    sheet = options.get("sheet")
    if not isinstance(sheet, dict):
        return ""
    told = {key: value for key, value in sheet.items() if key != "slug"}
    return blake2b(json.dumps(told, sort_keys=True).encode(), digest_size=8).hexdigest()


@lru_cache(maxsize=MOST_KEPT)
def _game(text: str) -> OwnGame | None:
    sheet = read_sheet(tomllib.loads(text), Problems())
    return None if sheet is None else OwnGame(sheet, OWN)


class OwnSheet(models.Model):
    """A score sheet of a group, stored as the text of its TOML file."""

    group = models.ForeignKey(Group, on_delete=models.CASCADE, related_name="sheets")
    key = models.CharField(max_length=12, default=key_of_sheet, editable=False)
    slug = models.CharField(max_length=SLUG_LENGTH)
    text = models.TextField()
    at = models.DateTimeField(default=timezone.now)

    class Meta:
        ordering = ["slug"]
        constraints = [
            models.UniqueConstraint(fields=["group", "key"], name="one_sheet_a_key"),
            models.UniqueConstraint(fields=["group", "slug"], name="one_sheet_a_slug"),
        ]

    def __str__(self) -> str:
        return self.slug

    def save(self, *args: Any, **kwargs: Any) -> None:
        """Save the sheet; raise `bounds.Full` if the group has no room for a new one."""
        if self._state.adding:
            bounds.SHEETS.make_room(OwnSheet.objects.filter(group=self.group_id).count())
        super().save(*args, **kwargs)
        did(self)

    @classmethod
    def brought(cls, group: Group, slug: str, text: str) -> Self:
        """Store this text as the group's sheet with this slug, replacing any former text. Return the sheet."""
        sheet = cls.objects.filter(group=group, slug=slug).first() or cls(group=group, slug=slug)
        sheet.text, sheet.at = text, timezone.now()
        sheet.save()
        return sheet

    @property
    def options(self) -> dict[str, Any] | None:
        """The options with which a game by this sheet begins; None if this version cannot read the sheet."""
        return None if self.game is None else {"sheet": self.game.sheet.raw}

    @property
    def game(self) -> OwnGame | None:
        """The game that the sheet describes; None if this version cannot read the sheet."""
        return _game(self.text)
