"""Backups under a passphrase, in the format of age: `age --decrypt FILE` opens them anywhere."""

from pathlib import Path

import pyrage
from django.conf import settings

from scorekeeper.server.backups import BadBackup

SUFFIX = ".age"


def passphrase() -> str:
    """Return the first line of the host's passphrase file; "" if none is set.

    Raises BadBackup for a file that is empty or not UTF-8: the passphrase could not be typed on another machine.
    """
    if not settings.BACKUP_PASSPHRASE_FILE:
        return ""
    try:
        lines = Path(settings.BACKUP_PASSPHRASE_FILE).read_text("utf-8").splitlines()
    except UnicodeDecodeError:
        raise BadBackup(f"{settings.BACKUP_PASSPHRASE_FILE} is not UTF-8.") from None
    if not lines or not lines[0].strip():
        raise BadBackup(f"There is no passphrase in {settings.BACKUP_PASSPHRASE_FILE}.")
    return lines[0].strip()


def encrypt(source: Path, target: Path, secret: str) -> None:
    """Write a file as it is under this passphrase into a new file."""
    target.write_bytes(pyrage.passphrase.encrypt(source.read_bytes(), secret))


def decrypt(source: Path, target: Path, secret: str) -> None:
    """Write the decrypted content into a new file; raise BadBackup where the passphrase is wrong."""
    try:
        target.write_bytes(pyrage.passphrase.decrypt(source.read_bytes(), secret))
    except pyrage.DecryptError as error:
        raise BadBackup(f"This passphrase does not open {source.name}.") from error
