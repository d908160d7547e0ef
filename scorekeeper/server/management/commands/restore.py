import sqlite3
from pathlib import Path
from typing import Any

from django.conf import settings
from django.core.management.base import BaseCommand, CommandError, CommandParser
from django.db import DatabaseError

from scorekeeper.server.backups import KEY, restore
from scorekeeper.server.data_folder import BadBackup


class Command(BaseCommand):
    help = "Restore everything from a backup. Stop the servers first."
    requires_system_checks = []  # some checks read the database, which may be damaged

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("file", type=Path)

    def handle(self, *args: Any, file: Path, **options: Any) -> None:
        try:
            former = restore(file)
        except (BadBackup, OSError, sqlite3.Error, DatabaseError) as error:
            raise CommandError(f"Nothing was changed. {error}") from error
        self.stdout.write(f"Restored from {file}.")
        if former:
            self.stdout.write(f"What was there before is in {former}.")
        self.stdout.write("Passwords and codes are back as they were then, too: codes revoked since work again.")
        if settings.ON_POSTGRESQL:
            self.stdout.write(
                f"Other servers need the backup’s secret key, too: copy {settings.DATA_DIR / KEY} to them."
            )
