import sqlite3
from collections.abc import Iterator
from contextlib import contextmanager
from getpass import getpass
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

from django.conf import settings
from django.core.management.base import BaseCommand, CommandError, CommandParser
from django.db import DatabaseError

from scorekeeper.nights.models import Entry
from scorekeeper.server.backups import KEY, BadBackup, restore
from scorekeeper.server.encryption import SUFFIX, decrypt, passphrase


@contextmanager
def decrypted(file: Path) -> Iterator[Path]:
    """Yield the path of the backup. If the backup is encrypted, yield the path of a decrypted copy.

    If no passphrase is configured, ask for it. Raise BadBackup if none can be read: usually there is no terminal. Also
    raise as `decrypt` and `passphrase` do.
    """
    if file.suffix != SUFFIX:
        yield file
        return
    with TemporaryDirectory(prefix=".opened-", dir=settings.DATA_DIR) as folder:
        readable = Path(folder) / file.stem
        decrypt(file, readable, passphrase() or asked_for_passphrase())
        yield readable


def asked_for_passphrase() -> str:
    try:
        return getpass("Passphrase of the backup: ")
    except EOFError as error:  # no passphrase can be read: usually there is no terminal
        why = "The backup is encrypted: name its passphrase’s file in SCOREKEEPER_BACKUP_PASSPHRASE_FILE."
        raise BadBackup(why) from error


class Command(BaseCommand):
    help = "Restore everything from a backup; the server may be running."
    requires_system_checks = []  # some checks read the database, which may be damaged

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("file", type=Path)
        parser.add_argument("--count", action="store_true", help="print only how many rounds there are afterwards")

    def handle(self, *args: Any, file: Path, count: bool, **options: Any) -> None:
        try:
            with decrypted(file) as readable:
                done = restore(readable)
        except (BadBackup, OSError, sqlite3.Error, DatabaseError) as error:
            raise CommandError(f"Nothing was changed. {error}") from error
        if count:
            self.stdout.write(str(Entry.objects.count()))
            return
        former = f" What was there before is in {done.former}." if done.former else " There was nothing before."
        self.stdout.write(f"Restored from {file}.{former}")
        if done.set_aside:
            self.stdout.write("It was damaged, so it was set aside as it is: no backup of it could be made.")
        self.stdout.write("Passwords and codes are back as they were then, too: codes revoked since work again.")
        if done.new_key:
            self.stdout.write("The backup has its own secret key: restart the server to use it.")
            if settings.ON_POSTGRESQL:
                self.stdout.write(f"Other servers need it too: copy {settings.DATA_DIR / KEY} to them.")
