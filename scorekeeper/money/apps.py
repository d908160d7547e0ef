from typing import Any

from django.apps import AppConfig


class MoneyConfig(AppConfig):
    name = "scorekeeper.money"

    def ready(self) -> None:
        from django.db.models.signals import post_save

        from scorekeeper.money.ledger import Ledger
        from scorekeeper.money.models import Payment
        from scorekeeper.money.pages import note_of
        from scorekeeper.nights.following import has_news
        from scorekeeper.nights.projections import projections
        from scorekeeper.nights.signals import match_rescored, matches_added, night_described

        def paid(instance: Payment, **signal: Any) -> None:
            has_news(instance.group_id)

        post_save.connect(paid, Payment, weak=False)
        ledger = Ledger()
        projections.append(ledger)
        match_rescored.connect(ledger.follow, weak=False)
        matches_added.connect(ledger.add, weak=False)
        night_described.connect(note_of)
