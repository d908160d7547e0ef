from typing import Any

from django.apps import AppConfig


class HistoryConfig(AppConfig):
    name = "scorekeeper.history"

    def ready(self) -> None:
        from django.db.models.signals import post_delete, post_save

        from scorekeeper.history.models import Season
        from scorekeeper.history.projection import History
        from scorekeeper.history.renaming import follow_name, follow_names
        from scorekeeper.history.streaks import streaks_of
        from scorekeeper.nights.invalidation import touch_group
        from scorekeeper.nights.projections import projections
        from scorekeeper.nights.signals import (
            match_described,
            match_reopened,
            match_rescored,
            matches_added,
            night_changed,
        )
        from scorekeeper.people import signals
        from scorekeeper.server.signals import upgraded

        def season_changed(instance: Season, **signal: Any) -> None:
            touch_group(instance.group_id)

        for signal in (post_save, post_delete):
            signal.connect(season_changed, Season, weak=False)
        signals.player_renamed.connect(follow_name, weak=False)
        history = History()
        projections.append(history)
        match_rescored.connect(history.follow, weak=False)
        matches_added.connect(history.add, weak=False)
        night_changed.connect(history.follow_night, weak=False)
        upgraded.connect(history.catch_up, weak=False)
        match_described.connect(streaks_of)
        match_reopened.connect(follow_names)
