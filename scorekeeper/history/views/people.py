"""The pages of a group's players: adding, hiding, merging and anonymising them."""

from __future__ import annotations

from typing import Any

from django.contrib import messages
from django.db import IntegrityError
from django.db.models import Count, Q
from django.http import HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods, require_POST

from games.kernel.words import isolated
from scorekeeper.history import forgetting
from scorekeeper.history.games_played import games_by_name
from scorekeeper.history.models import CannotMerge, Merge, Result
from scorekeeper.history.statistics import Statistics
from scorekeeper.nights.titles import titles_among
from scorekeeper.people.access import actor, group_for
from scorekeeper.people.bounds import Full
from scorekeeper.people.forms import ForgetForm, PlayerForm
from scorekeeper.people.keys import is_replay
from scorekeeper.people.models import Group, Player, Role
from scorekeeper.server.write_queue import write_transaction
from scorekeeper.web.formatting import signed_amount


@require_http_methods(["GET", "POST"])
def people(request: HttpRequest, key: str) -> HttpResponse:
    """Show the group's players, most games first. A POST by a scorer adds a player."""
    posted = request.method == "POST"
    group = group_for(request, key, Role.SCORER if posted else Role.VIEWER)
    if posted and is_replay() and (known := group.players.named(request.POST.get("name", ""))):
        with write_transaction(group):
            known.has_name(request.POST["name"])
        return redirect("people", key=group.key)
    form = PlayerForm(request.POST if posted else None, group=group)
    if posted and form.is_valid():
        try:
            with write_transaction(group):
                player = Player.objects.create(group=group, name=form.cleaned_data["name"])
        except IntegrityError:  # another request has just added the same name
            form.add_error("name", _("%(name)s is already here.") % {"name": isolated(form.cleaned_data["name"])})
        except Full as full:
            form.add_error("name", str(full))
        else:
            messages.success(request, _("%(name)s is in.") % {"name": isolated(player.name)})
            return redirect("people", key=group.key)
    slugs = set(Result.objects.filter(group=group).values_list("game_key", flat=True).distinct())
    names = titles_among(group, slugs)
    context = {
        "group": group,
        "players": listed(group),
        "games": games_by_name(slugs, names),
        "hidden": group.players.hidden(),
        "form": form,
    }
    return render(request, "history/people.html", context, status=422 if form.errors else 200)


def listed(group: Group) -> list[dict[str, Any]]:
    """Return the players of `on_the_pad()` with how much they have played and won, most games first."""
    won = Count("pk", filter=Q(won=True))
    counted = Result.objects.filter(group=group).values_list("player").annotate(games=Count("pk"), wins=won)
    statistics = {player: Statistics(games=games, wins=wins) for player, games, wins in counted}
    players = [
        {"player": player, "statistics": statistics.get(player.pk, Statistics())}
        for player in group.players.on_the_pad()
    ]
    return sorted(players, key=lambda each: -each["statistics"].games)


@require_POST
def money_shown(request: HttpRequest, key: str) -> HttpResponse:
    """Set whether players' pages and leaderboards show the money won and lost in games."""
    group = group_for(request, key, Role.OWNER)
    with write_transaction(group):
        group.shows_money = request.POST.get("shown") == "yes"
        group.save(update_fields=["shows_money"])
    return redirect("people", key=group.key)


def _player(group: Group, key: str) -> Player:
    return get_object_or_404(group.players.canonical().with_key(key))


@require_POST
def hide(request: HttpRequest, key: str, player_key: str) -> HttpResponse:
    """Hide a player in lists or, with `hidden=no`, show them again. Past games are unchanged."""
    group = group_for(request, key, Role.SCORER)
    player = _player(group, player_key)
    with write_transaction(group):
        if request.POST.get("hidden") == "no":
            player.show()
        else:
            player.hide()
    return redirect("player", key=group.key, player_key=player.key)


@require_http_methods(["GET", "POST"])
def merge(request: HttpRequest, key: str, player_key: str) -> HttpResponse:
    """Show the players who could be the same person as this player. A POST merges the chosen player into this one."""
    group = group_for(request, key, Role.OWNER)
    player = _player(group, player_key)
    others = Merge.possible(player)
    chosen, problem = request.POST.get("other", ""), ""
    if request.method == "POST":
        everybody = group.players.canonical().exclude(pk=player.pk)  # `_merge` checks whether the merge is possible
        source = next((each for each in everybody if str(each.pk) == chosen), None)
        problem = _("Enter a name.") if source is None else _merge(source, player, actor(request, group))
        if source is not None and not problem:
            text = _("%(source)s and %(target)s are now one person.") % {
                "source": isolated(source.name),
                "target": isolated(player.name),
            }
            messages.success(request, text)
            return redirect("player", key=group.key, player_key=player.key)
    context = {"group": group, "player": player, "others": others, "chosen": chosen, "problem": problem}
    return render(request, "history/merge.html", context, status=422 if problem else 200)


def _merge(source: Player, target: Player, by: str) -> str:
    """Merge `source` into `target` and return "". If they cannot be merged, return a sentence that says why."""
    names = {"source": isolated(source.name), "target": isolated(target.name)}
    try:
        with write_transaction(source.group):
            source.refresh_from_db()
            target.refresh_from_db()
            Merge.of(source, target, by)
    except CannotMerge:
        return _("%(source)s and %(target)s have met, so they’re two people. Nothing was changed.") % names
    return ""


@require_POST
def unmerge(request: HttpRequest, key: str, player_key: str) -> HttpResponse:
    """Undo the merge whose id is posted as `merge`. If it cannot be undone or has another target, do nothing."""
    group = group_for(request, key, Role.OWNER)
    target = get_object_or_404(group.players, key=player_key)
    number = request.POST.get("merge", "")
    by = actor(request, group)
    with write_transaction(group):
        merges = Merge.objects.filter(target=target, undone_at=None).select_related("source", "target")
        found = next((each for each in merges if str(each.pk) == number and each.can_be_undone), None)
        if found is not None:
            found.undo(by)
    if found is not None:
        messages.success(request, _("%(name)s is listed separately again.") % {"name": isolated(found.source.name)})
    return redirect("player", key=group.key, player_key=player_key)


@require_http_methods(["GET", "POST"])
def forget(request: HttpRequest, key: str, player_key: str) -> HttpResponse:
    """Show the form that asks for the player's name. A player with open money or games is not anonymised."""
    group = group_for(request, key, Role.OWNER)
    player = _player(group, player_key)
    form = ForgetForm(request.POST if request.method == "POST" else None, wanted=player.name)
    if request.method == "POST" and form.is_valid():
        try:
            with write_transaction(group):
                new = forgetting.forget(player)
        except forgetting.StillOpen:
            form.add_error(None, _("Settle up first, so that everyone knows whom to pay."))
        else:
            messages.success(request, _("Forgotten. The games now belong to %(name)s.") % {"name": isolated(new)})
            return redirect("player", key=group.key, player_key=player.key)
    money = forgetting.open_money(player)
    context = {
        "group": group,
        "player": player,
        "form": form,
        "open": [signed_amount(cents, currency) for currency, cents in money.items()],
        "games": forgetting.open_games(player),
    }
    return render(request, "history/forget.html", context, status=422 if form.errors else 200)
