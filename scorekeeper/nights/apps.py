from typing import Any

from django.apps import AppConfig
from django.db.models import F

VERSIONS_AHEAD = 1000


class NightsConfig(AppConfig):
    name = "scorekeeper.nights"

    def ready(self) -> None:
        from scorekeeper.nights.projections import catch_up
        from scorekeeper.server.signals import restored, upgraded

        upgraded.connect(catch_up)
        restored.connect(self.tell_phones, weak=False)

    def tell_phones(self, **signal: Any) -> None:
        """Moves every match ahead of what a phone may have seen before the restore, so that it asks again."""
        from scorekeeper.nights.models import Match

        Match.objects.update(version=F("version") + VERSIONS_AHEAD)
