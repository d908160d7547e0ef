"""The names that groups have given to games."""

from __future__ import annotations

from collections.abc import Iterable

from django.db.models import Max
from django.utils.translation import gettext as _

from games.kernel.game import AnyGame
from games.kernel.options import Name
from scorekeeper.nights.house_rules import OptionField
from scorekeeper.nights.models import Match
from scorekeeper.nights.offered import offers
from scorekeeper.people import names
from scorekeeper.people.models import Group
from scorekeeper.web.formatting import in_words, language


def titles_among(group: Group, what: Iterable[str]) -> dict[str, str]:
    """Return `titles(group)`. If no game key in `what` contains a name given by a group, return {} without a query."""
    return titles(group) if any(":" in each for each in what) else {}


def names_before(group: Group, slug: str, fields: Iterable[OptionField]) -> list[str]:
    """Return the names that this group has given a game, the latest first; [] if the game's form asks for no name."""
    asks = any(isinstance(each.rule, Name) for each in fields)
    return [match.game.variant(match.house_rules) for match in named_last(group, slug)] if asks else []


def titles(group: Group) -> dict[str, str]:
    """Return the names that this group has given to games, by game key, each as it was typed last, in its language."""
    played = set(Match.objects.not_deleted().filter(night__group=group).values_list("game_key", flat=True).distinct())
    with_sheet = {name for each in offers(group) if each.key in played for name in each.called}
    found = {}
    for match in named_last(group):
        name = found[match.game_key] = named_in(match, language())
        if not match.game.rules_in_options and names.folded(name) in with_sheet:  # played on the plain pad
            found[match.game_key] = _("%(game)s, without a sheet") % {"game": name}
    return found


def named_last(group: Group, slug: str = "") -> list[Match]:
    """Return the last match with each name that this group has given to a game (with this slug), the newest first."""
    matches = Match.objects.not_deleted().named().filter(night__group=group)
    if slug:
        matches = matches.filter(game_slug=slug)
    last = matches.values("game_key").annotate(last=Max("pk")).values("last")
    found = Match.objects.filter(pk__in=last).select_related("night__group").order_by("-pk")
    return [match for match in found if match.is_readable]


def named_in(match: Match, language: str) -> str:
    """Return the name that a group has given to a match's game, in this language; the number of players is ignored."""
    return match.game.title(min(match.game.seats), match.house_rules).text(language)


def seats_in_words(game: AnyGame) -> str:
    """Return the possible numbers of players in words: "4", "3 or 4", "2 to 5"."""
    seats = sorted(game.seats)
    if len(seats) < 3:
        return _("%(low)s or %(high)s") % {"low": seats[0], "high": seats[-1]} if len(seats) > 1 else str(seats[0])
    return _("%(low)s to %(high)s") % {"low": seats[0], "high": seats[-1]}


def variants_in_words(game: AnyGame) -> str:
    """Return the names that a game has for some numbers of players: "name for two, another for three"; "" for none."""
    titles = {seats: game.title(seats, game.options()) for seats in sorted(game.seats)}
    return ", ".join(
        _("%(name)s for %(seats)s") % {"name": title.text(language()), "seats": in_words(seats)}
        for seats, title in titles.items()
        if title != game.name
    )
