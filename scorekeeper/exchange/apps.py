from django.apps import AppConfig


class ExchangeConfig(AppConfig):
    name = "scorekeeper.exchange"
