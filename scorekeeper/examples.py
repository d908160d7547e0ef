"""Example nights, with which visitors can look around before they enter anything. The first visit creates it."""

import datetime
import json
from pathlib import Path
from typing import Any

from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.utils import timezone
from django.utils.translation import gettext as _
from django.views.decorators.http import require_POST

import games.score_file
from scorekeeper.exchange.score_files import import_games
from scorekeeper.nights.tonight import last_match
from scorekeeper.people.models import Group
from scorekeeper.server.write_queue import write_transaction

NIGHTS = Path(games.score_file.__file__).with_name("example_nights.json")  # written by bench.examples
AGO = datetime.timedelta(hours=1)  # how long ago the last game began when an example is created
MADE_ANEW_AFTER = datetime.timedelta(days=1)
MAKING_TAKES = datetime.timedelta(minutes=1)  # an unfinished example that is older was interrupted


@require_POST
def look_around(request: HttpRequest) -> HttpResponse:
    """Redirect to the last game of the example group. If necessary, create the group first (`open_to_everybody`)."""
    group = open_to_everybody()
    if group is None:
        messages.info(request, _("The example is being prepared. Try again in a moment."))
        return redirect("home")
    return to_the_pad(group)


def to_the_pad(group: Group) -> HttpResponse:
    """Redirect to the group's last game, or to the group's page if the group has no game."""
    match = last_match(group)
    return redirect(match or group)


def open_to_everybody() -> Group | None:
    """Return the example group. If there is no old group, return None."""
    now = timezone.now()
    with write_transaction():
        made = Group.objects.examples().active().first()
        if made and made.created_at > now - MADE_ANEW_AFTER:
            return made
        if Group.objects.examples().deleted().filter(created_at__gt=now - MAKING_TAKES).exists():
            return made
        Group.objects.examples().deleted().delete()
        # The new group is marked as deleted until it is complete, so that nobody sees it.
        group = Group.objects.create(name="Example", is_example=True, deleted_at=now, shows_money=True)
    fill(group)
    with write_transaction():
        Group.objects.examples().active().delete()
        group.restore()
    return group


def fill(group: Group) -> None:
    """Import the example nights into the group."""
    import_games(group, enumerate(until_now(json.loads(NIGHTS.read_text("utf-8")))), "Anna")


def until_now(played: list[dict[str, Any]]) -> list[dict[str, Any]]:
    """Return the games, all moved in time by the same duration, so that the last game began an hour ago (AGO)."""
    began = [datetime.datetime.fromisoformat(game["played_at"]) for game in played]
    later = timezone.now() - AGO - max(began)
    return [{**game, "played_at": (at + later).isoformat()} for game, at in zip(played, began, strict=True)]
