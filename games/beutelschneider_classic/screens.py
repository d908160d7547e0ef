"""The screens to enter a round of the first edition: those of the edition of 2018, with this deck and these bonuses."""

from __future__ import annotations

from collections.abc import Mapping

from games.beutelschneider.screens import Captured, Counted, EitherScreen
from games.kernel.words import Phrase

from .cards import ASIDE
from .options import ClassicTable
from .scoring import MOST
from .words import CLASSIC_BONUS_NAMES, NONE_ASIDE, SOME_ASIDE


class ClassicScreen(EitherScreen):
    """The first edition's own part of both screens: its bonuses, and whether all gold is named."""

    def most(self, table: ClassicTable) -> Mapping[str, int]:
        return MOST

    @property
    def bonus_names(self) -> Mapping[str, tuple[Phrase, Phrase]]:
        return CLASSIC_BONUS_NAMES

    def all_gold_is_named(self, table: ClassicTable) -> bool:
        """Return False with 3 players: two cards lie aside unseen, and some gold may be among them."""
        return not ASIDE[len(table.players)]


class ClassicCounted(ClassicScreen, Counted):
    def about_gold(self, table: ClassicTable) -> tuple[Phrase, Phrase]:
        return NONE_ASIDE, SOME_ASIDE


class ClassicCaptured(ClassicScreen, Captured):
    """The screen by captured cards, where a cutpurse cancelled by the Guard stays with the player who captured it."""

    discard_pile = False
    aside = ASIDE
