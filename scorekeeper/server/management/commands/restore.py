import sqlite3
from pathlib import Path
from typing import Any

from django.conf import settings
from django.core.management.base import BaseCommand, CommandError, CommandParser
from django.db import DatabaseError

from scorekeeper.server.backups import KEY, BadBackup, bring_back


class Command(BaseCommand):
    help = "Puts everything as it was when a backup was made, while the server may be running."
    requires_system_checks = []  # they ask the database, which may be damaged

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("file", type=Path)

    def handle(self, *args: Any, file: Path, **options: Any) -> None:
        try:
            done = bring_back(file)
        except (BadBackup, OSError, sqlite3.Error, DatabaseError) as error:
            raise CommandError(f"Nothing was changed. {error}") from error
        former = f" What was there until now is in {done.former}." if done.former else " There was nothing until now."
        self.stdout.write(f"Everything is as it was in {file}.{former}")
        if done.set_aside:
            self.stdout.write("That was damaged, and is set aside as it was: no backup of it could be made.")
        self.stdout.write("Passwords and share links are as they were then, too: what was withdrawn since holds again.")
        if done.new_key:
            self.stdout.write("The backup has a secret key of its own: start the server anew, so that it is used.")
            if settings.ON_POSTGRESQL:
                self.stdout.write(f"Other servers need it, too: copy {settings.DATA_DIR / KEY} to them.")
