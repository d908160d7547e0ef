from django.apps import AppConfig


class HistoryConfig(AppConfig):
    name = "scorekeeper.history"

    def ready(self) -> None:
        from scorekeeper.history import receivers  # noqa: F401 - they listen from now on
