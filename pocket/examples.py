"""Example nights, to look around in without anything of one's own."""

import datetime
import json
from pathlib import Path
from typing import Any

from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils import timezone
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods

from scorekeeper.exchange.score_files import import_games, only_import
from scorekeeper.people.access import groups_of
from scorekeeper.people.models import Group, User
from scorekeeper.server.write_queue import write_transaction

GAMES = Path(__file__).parent / "examples.json"  # made by pocket.build


@require_http_methods(["GET", "POST"])
def look_around(request: HttpRequest) -> HttpResponse:
    """Makes a group that has played on some nights, the last of them yesterday; there is only one such group."""
    name = _("Example nights")
    there = next((group for group in groups_of(request) if group.name == name), None)
    if request.method == "POST" and there is None and isinstance(request.user, User):
        with write_transaction():
            there = Group.found(name, request.user)
        with only_import(there):
            import_games(there, until_yesterday(json.loads(GAMES.read_text())), name)
    return redirect(there) if there else render(request, "pocket/look_around.html")


def until_yesterday(games: list[dict[str, Any]]) -> list[dict[str, Any]]:
    """The games with the last of their nights yesterday."""
    began = [datetime.datetime.fromisoformat(game["played_at"]) for game in games]
    later = datetime.timedelta(days=(timezone.now() - max(began)).days - 1)
    return [{**game, "played_at": (at + later).isoformat()} for game, at in zip(games, began, strict=True)]
