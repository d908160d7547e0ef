from typing import Any

from django.apps import AppConfig


class MoneyConfig(AppConfig):
    name = "scorekeeper.money"

    def ready(self) -> None:
        from django.db.models.signals import post_save

        from scorekeeper.money.contexts import note_of
        from scorekeeper.money.ledger import Ledger
        from scorekeeper.money.models import Expense, Payment
        from scorekeeper.nights.invalidation import touch_group
        from scorekeeper.nights.projections import projections
        from scorekeeper.nights.signals import (
            match_rescored,
            matches_added,
            matches_moved,
            night_described,
        )

        def paid(instance: Payment | Expense, **signal: Any) -> None:
            touch_group(instance.group_id)

        post_save.connect(paid, Payment, weak=False)
        post_save.connect(paid, Expense, weak=False)
        ledger = Ledger()
        projections.append(ledger)
        match_rescored.connect(ledger.follow, weak=False)
        matches_added.connect(ledger.add, weak=False)
        matches_moved.connect(Payment.follow)
        matches_moved.connect(ledger.move, weak=False)
        night_described.connect(note_of)
