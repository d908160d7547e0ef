from django.apps import AppConfig


class PeopleConfig(AppConfig):
    name = "scorekeeper.people"
    label = "people"

    def ready(self) -> None:
        from scorekeeper.people.models import Group
        from scorekeeper.server.door import let_follow

        let_follow(Group)
