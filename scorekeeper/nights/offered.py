"""The games that a group can start: the program's games, games by the group's own sheets, and the plain pad."""

from __future__ import annotations

import unicodedata
from collections import Counter
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from functools import cached_property
from typing import Any

from django.urls import reverse

from games.kernel.game import AnyGame
from games.kernel.options import Name, Options
from games.kernel.words import LANGUAGES
from games.registry import all_games
from games.sheets.by_hand import described
from scorekeeper.nights.game_key import key_in
from scorekeeper.nights.models import Match, OwnSheet
from scorekeeper.people import names
from scorekeeper.people.models import Group
from scorekeeper.web.formatting import language

LATELY = 100  # a group's games are ordered by how often each was played in this many last matches
LONGEST_SEARCH = 60  # characters


@dataclass(frozen=True)
class Offer:
    """A game that a group can start: a game of the program or, with `sheet`, a game by the group's own sheet."""

    game: AnyGame
    sheet: OwnSheet | None = None
    options: Mapping[str, Any] = field(default_factory=dict)

    @property
    def is_described(self) -> bool:
        """Return whether the page for describing a game has written the sheet, and so can change it."""
        return self.sheet is not None and described(self.sheet.text) is not None

    @cached_property
    def key(self) -> str:
        """The key under which statistics count matches of this game."""
        return key_in(self.game, self.options) if self.sheet else self.game.slug

    @property
    def name(self) -> str:
        return self.game.name.text(language())

    @property
    def asks_name(self) -> str:
        """The key of the plain pad's option that names the game played on it; "" for all other games."""
        return next((key for key, rule in self.game.options.rules().items() if isinstance(rule, Name)), "")

    def options_after(self, match: Match) -> dict[str, Any]:
        """Return options for this game, with house rules taken over from a match. The match may be of another game."""
        defaults = match.game.options()
        changed = {key: value for key, value in match.options.items() if value != getattr(defaults, key, None)}
        for rules in (self.game.options.rules(), Options.rules()):
            options = {key: value for key, value in changed.items() if key in rules} | dict(self.options)
            if self.game.read_options(options) is not None:
                break
        return options

    def url(self, group: Group) -> str:
        """Return the path of the form that starts this game."""
        if self.sheet:
            return reverse("play_sheet", args=[group.key, self.sheet.key])
        return reverse("play_game", args=[group.key, self.game.slug])

    @property
    def called(self) -> set[str]:
        """The game's name in each language, and its other names, folded (`names.folded`)."""
        texts = (self.game.name.text(each) for each in LANGUAGES)
        return {names.folded(each) for each in (*texts, *self.game.also)}

    @cached_property
    def _names(self) -> str:
        game, slug = self.game, self.sheet.slug if self.sheet else self.game.slug
        texts = [game.name.text(each) for each in LANGUAGES]
        texts += [game.title(seats, game.options()).text(each) for seats in sorted(game.seats) for each in LANGUAGES]
        called = _folded(" ".join(dict.fromkeys([*texts, *game.also, slug])))
        return f"{called} {called.replace(' ', '')}"

    def is_called(self, words: Iterable[str]) -> bool:
        """Return whether each of these folded words (`_folded`) occurs in the game's names or slug."""
        return all(word in self._names for word in words)

    def tells(self, words: Iterable[str]) -> bool:
        """Return whether each of these folded words is in the game's names, or begins a word of its description."""
        gist = self.game.gist
        told = _folded(" ".join(gist.text(each) for each in LANGUAGES)) if gist else ""
        return all(word in self._names or f" {word}" in f" {told}" for word in words)


def offer(sheet: OwnSheet) -> Offer | None:
    """Return the `Offer` of a group's own sheet; None if this version cannot read the sheet."""
    options, game = sheet.options, sheet.game
    return Offer(game, sheet, options) if game and options else None


def offers(group: Group) -> list[Offer]:
    """Return all games that a group can start, sorted by name, with the plain pad last."""
    own = [found for sheet in OwnSheet.objects.filter(group=group) if (found := offer(sheet))]
    games = [*own, *map(Offer, all_games().values())]
    return sorted(games, key=lambda each: (each.asks_name != "", names.folded(each.name)))


def newest_sheet(match: Match, group: Group, playing: int) -> Offer | None:
    """Return the game whose sheet this match keeps, with its present sheet; None if there is none for so many players."""
    if "sheet" not in match.options:
        return None
    return next((each for each in offers(group) if each.key == match.game_key and playing in each.game.seats), None)


def plain_pad() -> Offer:
    """Return the plain pad, on which a group keeps score for a game that the program does not know."""
    return next(each for each in map(Offer, all_games().values()) if each.asks_name)


def offered(group: Group) -> tuple[list[Offer], list[Offer]]:
    """Return the games that a group sees first, and all other games by name."""
    games = offers(group)
    last = Match.objects.not_deleted().filter(night__group=group).last_first().values_list("game_key", "game_slug")
    keys = {each.key for each in games}
    counted = Counter(key if key in keys else slug for key, slug in last[:LATELY])
    played = {key: place for place, (key, _count) in enumerate(counted.most_common()) if key in keys}
    first = [each for each in games if each.key in played or each.asks_name or each.sheet or each.game.shown_first]
    first.sort(key=lambda each: (played.get(each.key, len(played)), bool(each.asks_name)))
    return first, [each for each in games if each not in first]


def found(group: Group, typed: str) -> list[Offer]:
    """Return the games whose names contain all words of a search. If there are none, search the descriptions, too."""
    words, games = _folded(typed).split(), offers(group)
    return [each for each in games if each.is_called(words)] or [each for each in games if each.tells(words)]


def offer_called(group: Group, typed: str) -> Offer | None:
    """Return the game that has this name in any language, or among its other names; None if no game has it."""
    sought = names.folded(typed)
    return next((each for each in offers(group) if not each.asks_name and sought in each.called), None)


def is_called(group: Group, name: str, *, but: OwnSheet | None = None) -> bool:
    """Return whether a game that the group can start has this name; a game by the sheet `but` does not count."""
    return any(names.folded(name) in each.called for each in offers(group) if but is None or each.sheet != but)


def is_played(sheet: OwnSheet) -> bool:
    """Return whether the group has an undeleted match by a sheet of this name; False for an unreadable sheet."""
    offered = offer(sheet)
    begun = Match.objects.not_deleted().filter(night__group=sheet.group_id)
    return offered is not None and begun.filter(game_key=offered.key).exists()


def _folded(text: str) -> str:
    """Return a text in the form in which searches compare it: casefolded, without accents, with spaces for hyphens."""
    letters = unicodedata.normalize("NFKD", text.replace("-", " ")).casefold()
    return " ".join("".join(c for c in letters if not unicodedata.combining(c)).split())
