from django.apps import AppConfig


class MoneyConfig(AppConfig):
    name = "scorekeeper.money"

    def ready(self) -> None:
        from scorekeeper.money.ledger import Ledger
        from scorekeeper.money.pages import told_of
        from scorekeeper.nights import beside

        beside.caches.append(Ledger())
        beside.tellers.append(told_of)
