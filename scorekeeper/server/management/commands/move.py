from typing import Any

from django.core.management.base import BaseCommand, CommandError, CommandParser
from django.db import DatabaseError

from scorekeeper.server.moving import CannotMove, move


class Command(BaseCommand):
    help = "Copy everything into another, empty database. Stop the servers first."
    requires_system_checks = []  # a wrong setting of backups must not prevent a move

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("--to", required=True, metavar="URL", help="postgresql://… or sqlite:///folder/file")

    def handle(self, *args: Any, to: str, **options: Any) -> None:
        try:
            rows = move(to)
        except (CannotMove, DatabaseError) as error:
            raise CommandError(f"Nothing was moved. {error}") from error
        self.stdout.write(f"{sum(rows.values()):,} rows of {len(rows)} tables were copied, and each was checked.")
        self.stdout.write("The old database is still here. The secret key and the backups stay in the data folder.")
        self.stdout.write(
            "From now on, start with this URL as DATABASE_URL, or without it for the file in the data folder."
        )
