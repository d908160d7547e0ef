from typing import Any

from django.apps import AppConfig
from django.db import transaction


class ExchangeConfig(AppConfig):
    name = "scorekeeper.exchange"

    def ready(self) -> None:
        from scorekeeper.exchange import working
        from scorekeeper.exchange.models import Arrival
        from scorekeeper.people.models import Player
        from scorekeeper.people.signals import player_forgotten, player_renamed

        def forget_last_import(player: Player, **signal: Any) -> None:
            """Delete the last import: its games and problems may contain the old name. A running import stays."""
            Arrival.objects.filter(group=player.group_id).exclude(state__in=Arrival.UNDERWAY).delete()

        def end_import(player: Player, **signal: Any) -> None:
            """Delete the last import, even a running one: games that it still stores would bring the name back."""
            Arrival.objects.filter(group=player.group_id).delete()
            transaction.on_commit(working.finish_deleted)

        player_renamed.connect(forget_last_import, weak=False)
        player_forgotten.connect(end_import, weak=False)
