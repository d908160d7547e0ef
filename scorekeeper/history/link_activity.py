"""The players and seasons that were added through a share link: listing and removing them."""

from __future__ import annotations

from typing import Any

from django.db.models import Q, QuerySet, RestrictedError
from django.utils.translation import gettext as _

from scorekeeper.history.models import Season
from scorekeeper.money.models import Expense, ExpenseShare, LedgerRow, Payment
from scorekeeper.nights.link_activity import GameActivity
from scorekeeper.nights.models import Match, Seat
from scorekeeper.people.link_activity import LinkActivity
from scorekeeper.people.models import Phone, Player, ShareLink


def _seasons(link: ShareLink) -> QuerySet[Season]:
    return Season.objects.filter(group=link.group, via=link)


def _people(link: ShareLink) -> tuple[list[Player], list[Player]]:
    """Return two lists of the players who were added through the link: those who can be removed, and those who stay.

    A player stays if the player has one of these:

    - a seat in a game that stays, i.e. a game that is in `GameActivity.changes`, or is neither deleted nor in
      `GameActivity.games`
    - a payment or expense that was not booked through the link, and not undone
    - a balance from before a copy (`LedgerRow.Kind.BEFORE`)
    - an account, or a phone with another link that was not withdrawn
    - another player who was merged into this one

    Hidden players and players who were merged into another one are in neither list.
    """
    group = link.group
    done = GameActivity(link)
    there = Q(deleted_at=None) | Q(pk__in=[match.pk for match in done.changes])
    games = Match.objects.filter(there, night__group=group, night__deleted_at=None)
    games = games.exclude(pk__in=[match.pk for match in done.games])
    payments = Payment.objects.not_undone().filter(group=group).exclude(via=link)
    expenses = Expense.objects.not_undone().filter(group=group).exclude(via=link)
    rows: list[tuple[QuerySet[Any], str]] = [
        (Seat.objects.filter(match__in=games), "player"),
        (payments, "payer"),
        (payments, "receiver"),
        (expenses, "payer"),
        (ExpenseShare.objects.filter(expense__in=expenses), "player"),
        (LedgerRow.objects.filter(group=group, kind=LedgerRow.Kind.BEFORE), "player"),
        (Phone.objects.filter(link__group=group, link__withdrawn_at=None).exclude(link=link), "player"),
        (group.memberships.all(), "player"),
        (group.players.exclude(merged_into=None), "merged_into"),
    ]
    needed: set[int | None] = set()
    for found, field in rows:
        needed |= {*found.order_by().values_list(field, flat=True).distinct()}
    added = list(group.players.on_the_pad().filter(via=link))
    return [each for each in added if each.pk not in needed], [each for each in added if each.pk in needed]


def list_activity(link: ShareLink, **signal: Any) -> list[LinkActivity]:
    go, stay = _people(link)
    return [
        LinkActivity(_("People added"), len(go), len(stay)),
        LinkActivity(_("Seasons named"), _seasons(link).count()),
    ]


def revert_activity(link: ShareLink, **signal: Any) -> None:
    """Delete the seasons and players who were added through the link, except the players who stay (`_people`).

    If a row still refers to a player, e.g. a seat in a deleted game, hide the player instead.

    The receivers of this signal in `nights` and `money` run first. They undo the link's games, payments and expenses.
    """
    for season in _seasons(link):
        season.delete()
    for player in _people(link)[0]:
        try:
            player.delete()
        except RestrictedError:
            player.hide()
