"""The view that starts the same game again."""

from __future__ import annotations

from typing import Any

from django.contrib import messages
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.urls import reverse
from django.utils.translation import gettext as _
from django.views.decorators.http import require_POST

from games.kernel.posted import Posted
from games.kernel.seating import DEALER
from games.registry import find_game
from scorekeeper.nights.models import Match, Night, digest_of
from scorekeeper.nights.offered import newest_sheet
from scorekeeper.nights.tonight import followed_by, last_match, matches_so_far, next_dealer
from scorekeeper.people.access import group_for
from scorekeeper.people.bounds import Full
from scorekeeper.people.keys import is_replay
from scorekeeper.people.models import Group, Player, Role
from scorekeeper.server.write_queue import write_transaction
from scorekeeper.web.posted import posted, whole_number
from scorekeeper.web.refusals import not_done


def _started_before(group: Group, form: Posted) -> tuple[list[Player], int, bool] | None:
    """Return the seating in a form from Pocket, which has already started the game; None for any other form."""
    keys = form.many("person")
    if not (keys and is_replay()):
        return None
    players = [player for player in group.players.by_key(keys) if player]
    if len(set(players)) != len(keys):
        raise Http404("no such player")
    dealer = whole_number(form.one("dealer"))
    return players, dealer if dealer in range(len(players)) else 0, form.one("sits_out") == DEALER


def _not_started(request: HttpRequest, to: Any, why: str = "") -> HttpResponse:
    """Redirect to `to`, where a message says `why` the game is not started."""
    if why or is_replay():
        return not_done(request, to, why or _("This game can’t be started any more."))
    return redirect(to)


@require_POST
def again(request: HttpRequest, key: str) -> HttpResponse:
    """Start the same game again, with the same people and house rules; the deal passes on."""
    group = group_for(request, key, Role.SCORER)
    form = posted(request.POST)
    after = form.one("after")
    with write_transaction(group):
        before = _started_before(group, form)
        there = Match.objects.filter(night__group=group) if before else matches_so_far(group)
        last = there.select_related("night").filter(key=after).first() if after else last_match(group)
        if last is None or find_game(last.game_slug, last.options) is None:
            return _not_started(request, reverse("play", args=[group.key]))
        last.night.group = group
        newest = None if before else followed_by(last)
        if newest is not None and not newest.finished and newest.key != form.one("beside"):
            messages.info(request, _("Someone has already started. This is the game in play."))
            return redirect(newest)
        if not last.is_readable:  # the house rules are of another edition of this game
            return _not_started(request, reverse("play_game", args=[group.key, last.game_slug]))
        players, first_dealer, sits_out = before or (
            [each.player.canonical for each in last.sitting_now],
            next_dealer(last),
            last.course.engine.seating.sits_out,
        )
        newest_rules = newest_sheet(last, group, len(players) - sits_out)
        options = newest_rules.options_after(last) if newest_rules else last.options
        if before and form.one("sheet") == digest_of(last.options):  # Pocket did not know the newest sheet
            options = last.options
        try:
            night = Night.tonight(group)
            match = Match.start(night, last.game_slug, players, options, first_dealer, sits_out=sits_out)
        except Full as full:
            return _not_started(request, last, str(full))
    return redirect(match)
