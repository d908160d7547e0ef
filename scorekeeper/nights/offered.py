"""The games that a page offers: those that a group plays, the others by a search, and the plain pad for any other."""

from __future__ import annotations

import unicodedata
from collections import Counter
from collections.abc import Sequence
from functools import cache

from games.kernel.game import AnyGame
from games.kernel.options import Name
from games.kernel.words import LANGUAGES
from games.registry import all_games
from scorekeeper.nights.models import Match
from scorekeeper.people import names
from scorekeeper.people.models import Group
from scorekeeper.web.formatting import language

LATELY = 100  # games, by which a group's favourites are found
LONGEST_SEARCH = 60  # characters


def played_here(group: Group) -> Sequence[str]:
    """Return the slugs of what this group has played lately, what it plays most often first, then what it played last."""
    last = Match.objects.not_deleted().filter(night__group=group).last_first().values_list("game_slug", flat=True)
    return [slug for slug, _count in Counter(last[:LATELY]).most_common()]


def offered(group: Group) -> tuple[list[AnyGame], list[AnyGame]]:
    """Return the games that a group sees first, the plain pad last, and all others by their names.

    As long as it has played nothing, it sees those first that are written for this app.
    """
    games = sorted(
        all_games().values(), key=lambda game: (asks_name(game) != "", game.name.text(language()).casefold())
    )
    played = {slug: place for place, slug in enumerate(played_here(group)) if slug in all_games()}
    if played:
        first = [game for game in games if game.slug in played or asks_name(game)]
        first.sort(key=lambda game: played.get(game.slug, len(played)))
    else:
        first = [game for game in games if game.shown_first]
    return first, [game for game in games if game not in first]


def asks_name(game: AnyGame) -> str:
    """Return the key of the house rule by which a group says what it plays; "" for every game that is called by its own name."""
    return next((key for key, rule in game.options.rules().items() if isinstance(rule, Name)), "")


def found(typed: str) -> list[AnyGame]:
    """Return the games with these words in their names or in what they are, in any language; by name first."""
    sought = _folded(typed).split()
    games = [game for game in all_games().values() if all(word in _text(game) for word in sought)]
    return sorted(games, key=lambda game: (not all(word in _names(game) for word in sought), game.slug))


def game_named(typed: str) -> AnyGame | None:
    """Return the game with rules of its own that is called so in any language."""
    sought = names.folded(typed)
    called = (game for game in all_games().values() if not asks_name(game))
    return next((game for game in called if sought in {names.folded(game.name.text(each)) for each in LANGUAGES}), None)


def _folded(text: str) -> str:
    """Return a text as searches compare it: without case, accents and hyphens."""
    letters = unicodedata.normalize("NFKD", text.replace("-", " ")).casefold()
    return " ".join("".join(c for c in letters if not unicodedata.combining(c)).split())


@cache
def _names(game: AnyGame) -> str:
    texts = [game.name.text(each) for each in LANGUAGES]
    texts += [game.title(seats, game.options()).text(each) for seats in sorted(game.seats) for each in LANGUAGES]
    called = _folded(" ".join(dict.fromkeys([*texts, game.slug])))
    return f"{called} {called.replace(' ', '')}"


@cache
def _text(game: AnyGame) -> str:
    return f"{_names(game)} {_folded(' '.join(game.gist.text(each) for each in LANGUAGES) if game.gist else '')}"
