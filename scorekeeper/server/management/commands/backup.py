import sqlite3
from pathlib import Path
from typing import Any

from django.core.management.base import BaseCommand, CommandError, CommandParser
from django.db import DatabaseError

from scorekeeper.server.backups import back_up, new_name
from scorekeeper.server.data_folder import BadBackup


class Command(BaseCommand):
    help = "Back up everything into one file; the server may be running."
    requires_system_checks = []  # some checks read the database, which may be damaged

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("file", nargs="?", type=Path, help="default: a new file in the data folder’s backups/")

    def handle(self, *args: Any, file: Path | None, **options: Any) -> None:
        target = file or new_name()
        try:
            rounds = back_up(target)
        except (BadBackup, OSError, sqlite3.Error, DatabaseError) as error:
            raise CommandError(f"No backup was made. {error}") from error
        self.stdout.write(f"{target} ({rounds:,} rounds, {target.stat().st_size:,} bytes)")
