from __future__ import annotations

from typing import TYPE_CHECKING, Any

from django.apps import AppConfig
from django.db.models import F
from django.utils.translation import gettext as _

if TYPE_CHECKING:
    from scorekeeper.people.models import Group

VERSIONS_AHEAD = 1000


class NightsConfig(AppConfig):
    name = "scorekeeper.nights"

    def ready(self) -> None:
        from scorekeeper.nights.projections import catch_up
        from scorekeeper.people.signals import group_counted
        from scorekeeper.server.signals import restored, upgraded

        upgraded.connect(catch_up)
        restored.connect(self.tell_phones, weak=False)
        group_counted.connect(self.count_nights, weak=False)

    def tell_phones(self, **signal: Any) -> None:
        """Moves every match ahead of what a phone may have seen before the restore, so that it asks again."""
        from scorekeeper.nights.models import Match

        Match.objects.update(version=F("version") + VERSIONS_AHEAD)

    def count_nights(self, group: Group, **signal: Any) -> tuple[str, int]:
        return _("Nights"), group.nights.newest_first().count()
