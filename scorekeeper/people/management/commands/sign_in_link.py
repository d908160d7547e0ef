from typing import Any

from django.core.management.base import BaseCommand, CommandError, CommandParser
from django.urls import reverse

from scorekeeper.people.models import SignInLink, User
from scorekeeper.server.network import site_address
from scorekeeper.server.write_queue import write_transaction


class Command(BaseCommand):
    help = "Print a link that signs an account in once, within an hour: for a lost password or passkey."

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("name")
        parser.add_argument("--port", type=int, default=8000, help="port of the server, without https")

    def handle(self, *args: Any, name: str, port: int, **options: Any) -> None:
        user = User.named(name)
        if user is None or not user.is_active:
            raise CommandError(f"No account is called {name!r}.")
        with write_transaction():
            token = SignInLink.make(user, by=None)
        self.stdout.write(site_address(port) + reverse("sign_in", args=[token]))
