from typing import Any

from django.core.management.base import BaseCommand, CommandError, CommandParser
from django.urls import reverse

from scorekeeper.people.models import OwnerLink
from scorekeeper.server.network import site_addresses
from scorekeeper.server.upgrade import unusable_database
from scorekeeper.server.write_queue import write_transaction


class Command(BaseCommand):
    help = "Print a one-time link to create an account; earlier unused ones stop working."
    requires_system_checks = []  # so that a wrong setting, such as one for backups, does not prevent the command

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("--port", type=int, default=8000, help="port of the server, without https")

    def handle(self, *args: Any, **options: Any) -> None:
        if message := unusable_database():
            raise CommandError(message)
        with write_transaction():
            token = OwnerLink.make()
        for address in site_addresses(options["port"]):
            self.stdout.write(address + reverse("owner_link", args=[token]))
