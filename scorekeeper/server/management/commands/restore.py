from pathlib import Path
from typing import Any

from django.conf import settings
from django.core.management.base import BaseCommand, CommandError, CommandParser

from scorekeeper.server.backups import BadBackup, bring_back


class Command(BaseCommand):
    help = "Puts everything as it was when a backup was made, while the server may be running."

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("file", type=Path)

    def handle(self, *args: Any, file: Path, **options: Any) -> None:
        try:
            kept = bring_back(file)
        except (BadBackup, OSError) as error:
            raise CommandError(f"Nothing was changed. {error}") from error
        self.stdout.write(f"Everything is as it was in {file}. What was there until now is in {kept}.")
        self.stdout.write("Passwords and share links are as they were then, too: what was withdrawn since holds again.")
        if (settings.DATA_DIR / "secret_key").read_text().strip() != settings.SECRET_KEY:
            self.stdout.write("The backup has a secret key of its own: start the server anew, so that it is used.")
