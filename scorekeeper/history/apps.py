from django.apps import AppConfig


class HistoryConfig(AppConfig):
    name = "scorekeeper.history"

    def ready(self) -> None:
        from scorekeeper.history.projection import History
        from scorekeeper.nights.projections import projections
        from scorekeeper.nights.signals import import_ended, match_rescored, night_changed

        history = History()
        projections.append(history)
        match_rescored.connect(history.follow, weak=False)
        import_ended.connect(history.end_import, weak=False)
        night_changed.connect(history.follow_night, weak=False)
