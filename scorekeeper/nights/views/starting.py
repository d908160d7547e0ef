"""Starting a game: the same again in one tap, or another one in a few."""

from __future__ import annotations

from typing import Any

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods, require_POST, require_safe

from games.kernel.game import Game
from games.registry import all_games
from scorekeeper.nights.models import Match, Night, Refused
from scorekeeper.nights.options import OptionField, option_fields
from scorekeeper.nights.pad import language
from scorekeeper.nights.views.entering import posted
from scorekeeper.people import names
from scorekeeper.people.access import actor, group_for
from scorekeeper.people.models import NAME_LENGTH, Group, Player, Role
from scorekeeper.writing import writing


def last_match(group: Group) -> Match | None:
    """The game played last in this group."""
    matches = Match.objects.filter(night__group=group, night__deleted_at=None)
    return matches.select_related("night").prefetch_related("seats__player").order_by("-started_at", "-pk").first()


@require_safe
def choose(request: HttpRequest, key: str) -> HttpResponse:
    """Which game?"""
    group = group_for(request, key, Role.SCORER)
    games = [
        {"slug": slug, "name": game.name.text(language()), "seats": game.seats} for slug, game in all_games().items()
    ]
    return render(request, "nights/choose.html", {"group": group, "games": games, "last": last_match(group)})


@require_http_methods(["GET", "POST"])
def seat(request: HttpRequest, key: str, slug: str) -> HttpResponse:
    """Who sits where, who deals first, which house rules."""
    group = group_for(request, key, Role.SCORER)
    game = all_games().get(slug)
    if game is None:
        raise Http404("no such game")
    if request.method == "POST":
        return _start(request, group, game)
    last = Match.objects.filter(night__group=group, game_slug=slug).order_by("-pk").first()
    fields = option_fields(game, last.options if last else {})
    return _seat_page(request, group, game, fields, seated=[])


def _seat_page(
    request: HttpRequest, group: Group, game: Game, fields: list[OptionField], status: int = 200, **more: Any
) -> HttpResponse:
    players = list(group.players.all())
    context = {
        "group": group,
        "game": game,
        "game_name": game.name.text(language()),
        "players": players,
        "option_fields": fields,
        "most": max(game.seats),
        "least": min(game.seats),
        "positions": range(1, max(game.seats) + 1),
        **more,
    }
    return render(request, "nights/seat.html", context, status=status)


def _start(request: HttpRequest, group: Group, game: Game) -> HttpResponse:
    form = posted(request.POST)
    options = game.options.typed(form)
    chosen = [each for each in form.many("seat") if each]
    players, problem = _seated(group, chosen)
    if not problem and len(players) not in game.seats:
        problem = _("%(game)s is for %(seats)s players; %(count)s are seated.") % {
            "game": game.name.text(language()),
            "seats": ", ".join(str(number) for number in game.seats),
            "count": len(players),
        }
    dealer = form.one("dealer")
    first_dealer = int(dealer) if dealer.isascii() and dealer.isdigit() and int(dealer[:3]) < len(players) else 0
    fields = option_fields(game, options, form)
    if problem:
        return _seat_page(request, group, game, fields, status=422, seated=chosen, problem=problem)
    try:
        with writing():
            for player in players:
                if player.pk is None:
                    player.save()
            by = actor(request, group).label
            match = Match.start(Night.tonight(group), game.slug, players, options, first_dealer, by)
    except Refused as refused:
        for field in fields:
            field.problems = [
                problem.text(language())
                for problem in refused.problems
                if problem.field == f"options.{field.key}" or problem.field.startswith(f"options.{field.key}.")
            ]
        return _seat_page(request, group, game, fields, status=422, seated=chosen)
    return redirect(match)


def _seated(group: Group, chosen: list[str]) -> tuple[list[Player], str]:
    """Players in seating order, new names among them not yet saved; and what is wrong, if anything."""
    known = {player.name_key: player for player in group.players.all()}
    players: list[Player] = []
    for name in chosen:
        if not 1 <= len(names.tidy(name)) <= NAME_LENGTH:
            return players, _("A name has 1 to %(longest)s characters.") % {"longest": NAME_LENGTH}
        key = names.key(name)
        player = known.get(key) or Player(group=group, name=names.tidy(name))
        known[key] = player
        if player in players or any(each is player for each in players):
            return players, _("%(name)s is seated twice.") % {"name": player.name}
        players.append(player)
    return players, ""


@require_POST
def again(request: HttpRequest, key: str) -> HttpResponse:
    """The same game, people and house rules as last time; the deal moves on."""
    group = group_for(request, key, Role.SCORER)
    last = last_match(group)
    if last is None:
        return redirect("play", key=group.key)
    players = [each.player for each in last.seated]
    dealer = last.course.engine.next_dealer
    first_dealer = last.table.players.index(dealer) if dealer else 0
    with writing():
        by = actor(request, group).label
        match = Match.start(Night.tonight(group), last.game_slug, players, last.options, first_dealer, by)
    return redirect(match)
