from django.apps import AppConfig


class PocketConfig(AppConfig):
    name = "pocket"
