"""The pages that change a player's name and sign."""

from django.contrib import messages
from django.db import IntegrityError
from django.http import HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods

from games.kernel.words import isolated
from scorekeeper.people import access
from scorekeeper.people.forms import (
    RenameForm,
    SignForm,
)
from scorekeeper.people.models import Role
from scorekeeper.server.write_queue import write_transaction
from scorekeeper.web.posted import status_of


@require_http_methods(["GET", "POST"])
def player_name(request: HttpRequest, key: str, player_key: str) -> HttpResponse:
    """Show the form of a player's name and feminine titles. A POST saves them."""
    group = access.group_for(request, key, Role.SCORER)
    player = get_object_or_404(group.players.canonical().with_key(player_key))
    form = RenameForm(
        request.POST if request.method == "POST" else None,
        group=group,
        player=player,
        initial={"name": player.name, "feminine": player.feminine},
    )
    if request.method == "POST" and form.is_valid():
        try:
            with write_transaction(group):
                player.rename(form.cleaned_data["name"])
                player.feminine = form.cleaned_data["feminine"]
                player.save(update_fields=["feminine"])
        except IntegrityError:
            form.add_error("name", _("%(name)s is already here.") % {"name": isolated(form.cleaned_data["name"])})
        else:
            return redirect("player", key=group.key, player_key=player.key)
    context = {"group": group, "player": player, "form": form}
    return render(request, "people/player.html", context, status=status_of(form))


@require_http_methods(["GET", "POST"])
def player_sign(request: HttpRequest, key: str, player_key: str) -> HttpResponse:
    """Show the form of a player's colour, shape and letters. A POST saves them."""
    group = access.group_for(request, key, Role.SCORER)
    player = get_object_or_404(group.players.canonical().with_key(player_key))
    form = SignForm(request.POST if request.method == "POST" else None, player=player)
    if request.method == "POST" and form.is_valid():
        with write_transaction(group):
            player.change_sign(**form.cleaned_data)
        if other := player.looks_like():
            messages.info(
                request,
                _("%(name)s has the same sign. At the same table, one of the two gets another colour.")
                % {"name": isolated(other)},
            )
        return redirect("player", key=group.key, player_key=player.key)
    return render(request, "people/sign.html", {"group": group, "player": player, "form": form}, status=status_of(form))
