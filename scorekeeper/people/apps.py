from django.apps import AppConfig


class PeopleConfig(AppConfig):
    name = "scorekeeper.people"
    label = "people"

    def ready(self) -> None:
        from scorekeeper.people.models import Group
        from scorekeeper.server.not_modified import register

        register(Group)
