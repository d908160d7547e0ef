"""The page "Me" of the player who holds this phone."""

from __future__ import annotations

from typing import Any

from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.views.decorators.http import require_safe

from scorekeeper.history.games_played import games_played
from scorekeeper.history.models import latest_ratings
from scorekeeper.history.statistics import ALL_GAMES, Statistics, statistics_of
from scorekeeper.money.contexts import Line, sections
from scorekeeper.money.models import Account
from scorekeeper.nights.columns import in_sides
from scorekeeper.nights.models import Match
from scorekeeper.nights.titles import titles_among
from scorekeeper.nights.tonight import running_match
from scorekeeper.people.access import group_for, person_of
from scorekeeper.people.models import Group, Player
from scorekeeper.web.formatting import all_of, language


@require_safe
def me(request: HttpRequest, key: str) -> HttpResponse:
    """Show the page of the player who holds this phone: the game in play, open money, games and rating."""
    group = group_for(request, key)
    player = person_of(request, group)
    if player is None:
        return redirect("who", key=group.key)
    by_game = {game: statistics for (_player, game), statistics in statistics_of(player.results.all()).items()}
    statistics = by_game.get(ALL_GAMES, Statistics())
    match = running_match(group, player)
    ratings = latest_ratings(player.results.all(), "game_key")
    games = games_played(by_game, ratings, titles_among(group, by_game))
    rated = (
        match.game_key
        if match and match.game_key in ratings
        else next((row["slug"] for row in games if row["rating"]), "")
    )
    context = {
        "group": group,
        "player": player,
        "statistics": statistics,
        "games": games,
        "rating": ratings.get(rated),
        "rated": next((row["name"] for row in games if row["slug"] == rated), ""),
        "open": _open(group, player),
        **_at_the_table(match, player),
    }
    return render(request, "history/me.html", context)


def _open(group: Group, player: Player) -> list[dict[str, Any]]:
    """Return a row for each currency in which the player has payments to make or to receive ("lines")."""
    found = []
    for section in sections(Account(group)):
        mine = [line for line in section.to_pay if player.pk in (_pk(line, "payer"), _pk(line, "receiver"))]
        cents = sum(line.cents if _pk(line, "receiver") == player.pk else -line.cents for line in mine)
        if mine:
            found.append({"currency": section.currency, "owes": cents < 0, "cents": abs(cents), "lines": mine})
    return found


def _pk(line: Line, side: str) -> int | None:
    party = getattr(line, side)
    return party.player.pk if party.player else None


def _at_the_table(match: Match | None, player: Player) -> dict[str, Any]:
    """Return the template context of the game in play, e.g. the player's place, and whether the player deals next."""
    names = {seat.player.canonical.pk: seat.name for seat in match.ever_sat} if match else {}
    if match is None or names.get(player.pk) not in match.course.engine.standing:
        return {"match": match, "seat": None}
    engine, name, table = match.course.engine, names[player.pk], match.table
    standing = engine.standing
    sides = match.sides
    best, others = engine.ranking[0], [rank for rank in engine.ranking if name not in rank]
    rival = others[0] if others else []
    mine = next(side for side in sides if name in [each.name for each in side.people])
    level = [side.name for side in in_sides(sides, best) if side != mine]
    dealer = engine.next_dealer
    leader = None if dealer is None else table.left_of(dealer)
    return {
        "match": match,
        "seat": match.signs[table.number_of(name)],
        "place": match.places_after(match.course)[name],
        "apart": abs(standing[name] - standing[rival[0]]) if rival else 0,
        "rival": all_of([side.name for side in in_sides(sides, rival)]) if rival else "",
        "with_me": all_of(level) if level and name in best else "",
        "played": bool(match.course.rows),
        "deals": dealer == name,
        "leads": leader == name,
        "dealer": dealer,
        "opens": match.game.opens(player=leader).text(language()) if leader else "",
        "you_open": match.game.you_open.text(language()),
        "next_round": match.course.rounds_played + 1,
    }
