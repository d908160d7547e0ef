"""The screens to enter a round of Beutelschneider's first edition, derived from the screens of the edition of 2018."""

from __future__ import annotations

from collections.abc import Mapping

from games.beutelschneider.screens import Captured, Counted, EitherScreen
from games.kernel.words import Phrase

from .cards import ASIDE
from .options import ClassicTable
from .scoring import MOST
from .words import CLASSIC_BONUS_NAMES, NONE_ASIDE, SOME_ASIDE


class ClassicScreen(EitherScreen):
    """The base class of both screens of the first edition, with its bonuses. With 3 players, gold can be laid aside."""

    def most(self, table: ClassicTable) -> Mapping[str, int]:
        return MOST

    @property
    def bonus_names(self) -> Mapping[str, tuple[Phrase, Phrase]]:
        return CLASSIC_BONUS_NAMES

    def all_gold_is_named(self, table: ClassicTable) -> bool:
        """Return whether players score all gold: not with 3 players, because gold can be laid aside unseen."""
        return not ASIDE[len(table.players)]


class ClassicCounted(ClassicScreen, Counted):
    def about_gold(self, table: ClassicTable) -> tuple[Phrase, Phrase]:
        return NONE_ASIDE, SOME_ASIDE


class ClassicCaptured(ClassicScreen, Captured):
    """The screen for captured cards. A cutpurse cancelled by the Guard stays with the player who captured it."""

    discard_pile = False
    aside = ASIDE
