"""The players and seasons that were added by a share link, and their removal."""

from __future__ import annotations

from typing import Any

from django.db.models import QuerySet, RestrictedError
from django.utils.translation import gettext as _

from scorekeeper.history.models import Season
from scorekeeper.money.models import Payment
from scorekeeper.nights.came import Doings
from scorekeeper.nights.models import Match, Seat
from scorekeeper.people.came import Came
from scorekeeper.people.models import Player, ShareLink


def _seasons(link: ShareLink) -> QuerySet[Season]:
    return Season.objects.filter(group=link.group, via=link)


def _people(link: ShareLink) -> tuple[list[Player], list[Player]]:
    """Return the players added by the link in two lists: those who can be removed, and those who stay.

    A player stays who has a seat in a game that is not undone with the link, is payer or receiver of a payment that was
    booked without the link and not undone, or has had another player merged into them.
    """
    games = Match.objects.filter(night__group=link.group, deleted_at=None, night__deleted_at=None)
    games = games.exclude(pk__in=[match.pk for match in Doings(link).games])
    paid = Payment.objects.not_undone().filter(group=link.group).exclude(via=link).values_list("payer", "receiver")
    needed: set[int | None] = {*Seat.objects.filter(match__in=games).order_by().values_list("player", flat=True)}
    needed.update(each for pair in paid for each in pair)
    needed |= {*link.group.players.exclude(merged_into=None).values_list("merged_into__pk", flat=True)}
    came = list(link.group.players.on_the_pad().filter(via=link))
    return [each for each in came if each.pk not in needed], [each for each in came if each.pk in needed]


def came_by(link: ShareLink, **signal: Any) -> list[Came]:
    go, stay = _people(link)
    return [Came(_("People added"), len(go), len(stay)), Came(_("Seasons named"), _seasons(link).count())]


def taken_back(link: ShareLink, **signal: Any) -> None:
    """Delete the seasons and players added by the link. Receivers before this one have undone its games and payments.

    A player to whom a row still refers, such as the seat of a deleted game or an undone payment, is only hidden.
    """
    for season in _seasons(link):
        season.delete()
    for player in _people(link)[0]:
        try:
            player.delete()
        except RestrictedError:  # a row that is kept, such as the seat of a deleted game, refers to the player
            player.hide()
