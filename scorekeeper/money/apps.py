from django.apps import AppConfig


class MoneyConfig(AppConfig):
    name = "scorekeeper.money"

    def ready(self) -> None:
        from scorekeeper.money.ledger import Ledger
        from scorekeeper.money.pages import note_of
        from scorekeeper.nights.projections import projections
        from scorekeeper.nights.signals import match_rescored, matches_added, night_described

        ledger = Ledger()
        projections.append(ledger)
        match_rescored.connect(ledger.follow, weak=False)
        matches_added.connect(ledger.add, weak=False)
        night_described.connect(note_of)
