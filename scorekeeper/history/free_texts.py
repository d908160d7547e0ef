"""Searching for a player's name in the texts that people have typed in the group."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any, NamedTuple

from django.db.models import Q, QuerySet
from django.urls import reverse
from django.utils.translation import gettext as _

from games.kernel.words import LANGUAGES, isolated
from scorekeeper.history.forgetting import names_of
from scorekeeper.history.models import Season
from scorekeeper.money.models import Expense, Payment
from scorekeeper.nights.models import Entry, Match, Night
from scorekeeper.nights.titles import named_in, named_last
from scorekeeper.people import names
from scorekeeper.people.models import Group, Player
from scorekeeper.web.formatting import language, short_date

_MOST = 20  # texts of one kind to find for one name; names of games are not limited


class FreeText(NamedTuple):
    """A text in which a name was found.

    `what` describes the text. `url` is the page that can change the text, with two exceptions:

    - The text belongs to a deleted game or night. The page can then restore the game or night.
    - The text is the note of a payment or expense, which cannot be changed. The page then lists payments or expenses.
    """

    what: str
    url: str


def texts_with_the_name(player: Player) -> list[FreeText]:
    """Return the texts that contain a name of the player and that `forgetting.forget` leaves unchanged.

    For each name, find at most `_MOST` texts of a kind, but all names of games. Removed rounds are not searched.
    """
    theirs = names_of(player)
    known = {names.key(name) for name in theirs}
    return list(dict.fromkeys(text for name in sorted(theirs) for text in _texts(player.group, name, known)))


def _texts(group: Group, name: str, known: set[str]) -> Iterator[FreeText]:
    """Yield the group's texts that contain the name.

    If the name of a share link or invitation has its key in `known`, it is left out: `forgetting.forget` replaces it.
    """
    nights = group.nights.unexpired()
    for night in _with(name, nights.order_by("-started_at", "-pk"), "place", "note"):
        what = _("Place or note of the night of %(day)s") % {"day": short_date(night.started_at)}
        yield _of(night, FreeText(what, reverse("night_edit", args=[group.key, night.key])))
    rounds = Entry.objects.filter(match__night__in=nights, removed_at=None).exclude(match__in=Match.objects.expired())
    for entry in _with(name, rounds.select_related("match__night__group"), "record__note"):
        what = _("A note on the pad of %(day)s") % {"day": short_date(entry.match.night.started_at)}
        found = FreeText(what, reverse("correct", args=[group.key, entry.match.key, entry.key]))
        yield _of_match(entry.match, found)
    there = Q(night=None) | Q(night__in=nights)
    for payment in _with(name, Payment.objects.filter(there, group=group).select_related("night__group"), "note"):
        what = _("A note with a payment of %(day)s") % {"day": short_date(payment.at)}
        yield _of(payment.night, FreeText(what, _page(group, "payments")))
    for expense in _with(name, Expense.objects.filter(there, group=group).select_related("night__group"), "note"):
        what = _("What was paid for on %(day)s") % {"day": short_date(expense.at)}
        yield _of(expense.night, FreeText(what, _page(group, "expenses")))
    for match in (*named_last(group), *named_last(group, deleted=True)):
        if any(name.casefold() in named_in(match, each).casefold() for each in LANGUAGES):
            what = _("The name of the game “%(name)s”") % {"name": named_in(match, language())}
            yield _of_match(match, FreeText(what, match.get_absolute_url()))
    for sheet in _with(name, group.sheets.all(), "text"):
        yield FreeText(_("The score sheet “%(name)s”") % {"name": isolated(sheet.slug)}, _page(group, "data"))
    for season in _with(name, Season.objects.filter(group=group), "name"):
        what = _("The season “%(name)s”") % {"name": isolated(season.name)}
        yield FreeText(what, reverse("season", args=[group.key, season.key]))
    for link in _with(name, group.links.all(), "name"):
        if names.key(link.name) not in known:
            what = _("The code “%(name)s”") % {"name": isolated(link.name)}
            yield FreeText(what, reverse("link", args=[group.key, link.pk]))
    for invitation in _with(name, group.invitations.open(), "name"):
        if names.key(invitation.name) not in known:
            what = _("The invitation of “%(name)s”") % {"name": isolated(invitation.name)}
            yield FreeText(what, reverse("invite", args=[group.key, invitation.pk]))
    if any(name.casefold() in text.casefold() for text in (group.name, group.pay_to)):
        yield FreeText(_("The group’s name, or how you pay"), _page(group, "group_name"))


def _of(night: Night | None, text: FreeText) -> FreeText:
    """Return the text. If its night is deleted, add "(deleted)" and link to the page that can restore the night."""
    return _deleted(text, _page(night.group, "nights")) if night and night.deleted_at else text


def _of_match(match: Match, text: FreeText) -> FreeText:
    """Return the text. If its game or night is deleted, add "(deleted)" and link to the page that can restore it."""
    if match.deleted_at and not match.night.deleted_at:
        return _deleted(text, match.night.get_absolute_url())
    return _of(match.night, text)


def _deleted(text: FreeText, restored_on: str) -> FreeText:
    return FreeText(_("%(text)s (deleted)") % {"text": text.what}, restored_on)


def _with(name: str, rows: QuerySet[Any], *fields: str) -> QuerySet[Any]:
    """Return at most `_MOST` rows in which one of these fields contains the name, in any case."""
    found = Q()
    for field in fields:
        found |= Q(**{f"{field}__icontains": name})
    return rows.filter(found)[:_MOST]


def _page(group: Group, view: str) -> str:
    return reverse(view, args=[group.key])
