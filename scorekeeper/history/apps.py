from django.apps import AppConfig


class HistoryConfig(AppConfig):
    name = "scorekeeper.history"

    def ready(self) -> None:
        from scorekeeper.history.keeping import History
        from scorekeeper.nights import beside

        history = History()
        beside.caches.append(history)
        beside.chronicles.append(history)
