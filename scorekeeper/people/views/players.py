"""The pages that change a player's name and sign."""

from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods

from games.kernel.words import isolated
from scorekeeper.people import access
from scorekeeper.people.forms import RenameForm, SignForm
from scorekeeper.people.models import Group, Player, Role
from scorekeeper.server.write_queue import write_transaction
from scorekeeper.web.posted import status_of


def _player(group: Group, key: str) -> Player:
    return get_object_or_404(group.players.canonical().with_key(key))


@require_http_methods(["GET", "POST"])
def player_name(request: HttpRequest, key: str, player_key: str) -> HttpResponse:
    """Show the form of a player's name and feminine titles. A POST saves them."""
    group = access.group_for(request, key, Role.SCORER)
    player = _player(group, player_key)
    if request.method == "POST":
        with write_transaction(group):
            player = get_object_or_404(group.players, pk=player.pk)  # may have been merged meanwhile
            form = RenameForm(request.POST, group=group, player=player)
            if form.is_valid():
                player.rename(form.cleaned_data["name"])
                player.feminine = form.cleaned_data["feminine"]
                player.save(update_fields=["feminine"])
                return redirect("player", key=group.key, player_key=player.key)
    else:
        form = RenameForm(group=group, player=player)
    context = {"group": group, "player": player, "form": form}
    return render(request, "people/player.html", context, status=status_of(form))


@require_http_methods(["GET", "POST"])
def player_sign(request: HttpRequest, key: str, player_key: str) -> HttpResponse:
    """Show the form of a player's colour, shape and letters. A POST saves them."""
    group = access.group_for(request, key, Role.SCORER)
    player = _player(group, player_key)
    if request.method == "POST":
        with write_transaction(group):
            player = get_object_or_404(group.players, pk=player.pk)  # may have been merged meanwhile
            form = SignForm(request.POST, player=player)
            if form.is_valid():
                player.change_sign(**form.cleaned_data)
                _note_same_sign(request, player)
                return redirect("player", key=group.key, player_key=player.key)
    else:
        form = SignForm(player=player)
    return render(request, "people/sign.html", {"group": group, "player": player, "form": form}, status=status_of(form))


def _note_same_sign(request: HttpRequest, player: Player) -> None:
    """Add a message if another player has the same colour and shape."""
    if other := player.looks_like():
        messages.info(
            request,
            _("%(name)s has the same sign. At the same table, one of the two gets another colour.")
            % {"name": isolated(other)},
        )
