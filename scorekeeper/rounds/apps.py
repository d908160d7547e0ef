from django.apps import AppConfig


class RoundsConfig(AppConfig):
    name = "scorekeeper.rounds"

    def ready(self) -> None:
        from scorekeeper.nights.signals import match_rescored, match_started
        from scorekeeper.rounds.models import delete_unfinished, keep_dealer

        match_started.connect(delete_unfinished)
        match_rescored.connect(keep_dealer)
