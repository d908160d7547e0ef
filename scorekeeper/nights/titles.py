"""The names a group has given what it plays."""

from __future__ import annotations

from django.db.models import Max

from scorekeeper.nights.models import Match
from scorekeeper.people.models import Group


def titles(group: Group, slug: str = "") -> dict[str, str]:
    """All names this group has given what it plays (of one game), by what was played, as they were typed last.

    The one typed last stands first.
    """
    matches = Match.objects.not_deleted().filter(night__group=group, played__contains=":")
    if slug:
        matches = matches.filter(game_slug=slug)
    last = matches.values("played").annotate(last=Max("pk")).values("last")
    found = Match.objects.filter(pk__in=last).order_by("-pk")
    return {match.played: match.game.variant(match.house_rules) for match in found if match.is_readable}
