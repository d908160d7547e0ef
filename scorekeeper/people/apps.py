from django.apps import AppConfig


class PeopleConfig(AppConfig):
    name = "scorekeeper.people"
    label = "people"

    def ready(self) -> None:
        from django.contrib.auth.signals import user_logged_in

        from scorekeeper.people.models import Group
        from scorekeeper.people.signed_in import remember
        from scorekeeper.server.not_modified import register

        register(Group)
        user_logged_in.connect(remember)
