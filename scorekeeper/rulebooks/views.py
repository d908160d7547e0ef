"""The pages of rulebooks: of each game with the group's house rules, and of a match with its own house rules."""

from typing import Any

from django.db.models import Max
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import render
from django.views.decorators.http import require_safe

from games.kernel.game import AnyGame
from games.kernel.seats import AnyTable
from games.registry import all_games
from scorekeeper.nights.access import match_for
from scorekeeper.nights.house_rules import house_rules
from scorekeeper.nights.models import Match
from scorekeeper.nights.titles import seats_in_words
from scorekeeper.people.access import group_for
from scorekeeper.people.models import Group
from scorekeeper.rulebooks.book import set_book, table_for
from scorekeeper.web.formatting import language
from scorekeeper.web.htmx import HtmxRequest, render_parts

LONGEST_SEARCH = 60
LOOKED_AT = 200  # how many of a group's last matches are read to find the games that it plays


def _played(group: Group) -> list[str]:
    """Return the slugs of the games in the group's last LOOKED_AT matches, the most recently played game first."""
    lately = Match.objects.not_deleted().filter(night__group=group).last_first().values("pk")[:LOOKED_AT]
    last = Match.objects.filter(pk__in=lately).values("game_slug").annotate(last=Max("started_at")).order_by("-last")
    return list(last.values_list("game_slug", flat=True))


@require_safe
def games(request: HttpRequest, key: str) -> HttpResponse:
    """Show the list of all rulebooks: the games that the group played lately (`_played`), then the others by name."""
    group = group_for(request, key)
    played = _played(group)
    books: list[dict[str, Any]] = [
        {"game": game, "name": game.name.text(language()), "sizes": seats_in_words(game), "played": slug in played}
        for slug, game in all_games().items()
        if game.rulebook
    ]
    places = {slug: place for place, slug in enumerate(played)}
    books.sort(key=lambda each: (places.get(each["game"].slug, len(places)), each["name"].casefold()))
    return render(request, "rulebooks/rulebooks.html", {"group": group, "books": books})


@require_safe
def of_game(request: HtmxRequest, key: str, slug: str) -> HttpResponse:
    """Show a game's rulebook with the house rules of the group's last match of the game, or else the default ones."""
    group = group_for(request, key)
    game = all_games().get(slug)
    if game is None:
        raise Http404("no such game")
    game = game.showing(group.faces_of(slug))
    last = _last_of(group, slug)
    options = last.options if last else {}
    players = _players(request, game, last.number_of_players if last else 4)
    table = table_for(game, players, game.read_options(options) or game.options())
    more = {"choices": sorted(game.seats), "own": last is not None}
    return _book_page(request, group, game, table, options, more)


@require_safe
def of_match(request: HtmxRequest, key: str, match_key: str) -> HttpResponse:
    """Show the rulebook for the number of players and the house rules of this match."""
    match = match_for(request, key, match_key)
    return _book_page(request, match.night.group, match.game, match.table, match.options, {"match": match})


def _last_of(group: Group, slug: str) -> Match | None:
    matches = Match.objects.not_deleted().filter(night__group=group, game_slug=slug)
    return matches.prefetch_related("seats").last_first().first()


def _players(request: HttpRequest, game: AnyGame, usual: int) -> int:
    """Return the number of players in the query string."""
    wanted = request.GET.get("players", "")
    possible = {str(seats): seats for seats in game.seats}
    return possible.get(wanted) or (usual if usual in game.seats else max(game.seats))


def _book_page(
    request: HtmxRequest, group: Group, game: AnyGame, table: AnyTable, options: dict[str, Any], more: dict[str, Any]
) -> HttpResponse:
    if game.rulebook is None:
        raise Http404("this game has no rulebook")
    sought = " ".join(request.GET.get("q", "").split())[:LONGEST_SEARCH]
    whole = f"?players={len(table.players)}" if "choices" in more else "?"
    context = {
        "group": group,
        "game": game,
        "title": game.title(len(table.players), table.options),
        "players": len(table.players),
        "sought": sought,
        "whole": whole,
        "book": set_book(game, table, sought, whole),
        "rules_in_words": house_rules(game, options),
        **more,
    }
    return render_parts(request, "rulebooks/rulebook.html", ("answer", "foot"), context)
