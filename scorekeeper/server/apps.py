from django.apps import AppConfig


class ServerConfig(AppConfig):
    name = "scorekeeper.server"

    def ready(self) -> None:
        from scorekeeper.server import checks  # noqa: F401
