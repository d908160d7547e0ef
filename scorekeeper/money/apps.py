from django.apps import AppConfig


class MoneyConfig(AppConfig):
    name = "scorekeeper.money"

    def ready(self) -> None:
        from scorekeeper.money.ledger import Ledger
        from scorekeeper.nights import beside

        beside.caches.append(Ledger())
