from __future__ import annotations

from typing import TYPE_CHECKING, Any

from django.apps import AppConfig
from django.utils.translation import gettext as _

if TYPE_CHECKING:
    from scorekeeper.people.models import Group


class NightsConfig(AppConfig):
    name = "scorekeeper.nights"

    def ready(self) -> None:
        from scorekeeper.nights import invalidation
        from scorekeeper.nights.models import Match
        from scorekeeper.people import signals
        from scorekeeper.server.not_modified import register

        invalidation.connect()
        register(Match)
        signals.group_counted.connect(self.count_nights, weak=False)

    def count_nights(self, group: Group, **signal: Any) -> tuple[str, int]:
        return _("Nights"), group.nights.newest_first().count()
