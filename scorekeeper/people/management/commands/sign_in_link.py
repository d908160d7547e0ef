from typing import Any

from django.core.management.base import BaseCommand, CommandError, CommandParser
from django.urls import reverse

from scorekeeper.people.models import SignInLink, User
from scorekeeper.server.network import site_addresses
from scorekeeper.server.upgrade import unusable_database
from scorekeeper.server.write_queue import write_transaction


class Command(BaseCommand):
    help = "Print a link that signs an account in once, within an hour: for a lost password or passkey."
    requires_system_checks = []  # so that a wrong setting, such as one for backups, does not prevent the command

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("name")
        parser.add_argument("--port", type=int, default=8000, help="port of the server, without https")

    def handle(self, *args: Any, name: str, port: int, **options: Any) -> None:
        if message := unusable_database():
            raise CommandError(message)
        user = User.named(name)
        if user is None or not user.is_active:
            raise CommandError(f"No account is called {name!r}.")
        with write_transaction():
            token = SignInLink.make(user, by=None)
        for address in site_addresses(port):
            self.stdout.write(address + reverse("sign_in", args=[token]))
