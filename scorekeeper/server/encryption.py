"""Encryption of backups with a passphrase, in the format of age: `age --decrypt FILE` decrypts them on any machine."""

from pathlib import Path

import pyrage
from django.conf import settings

from scorekeeper.server.backups import BadBackup

SUFFIX = ".age"


def passphrase() -> str:
    """Return the first line of BACKUP_PASSPHRASE_FILE, without white space around it; "" without this setting.

    Raise BadBackup if the line is empty, or if the file is not UTF-8. Raise OSError if the file cannot be read.
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
    """Encrypt `source` with this passphrase into `target`."""
    target.write_bytes(pyrage.passphrase.encrypt(source.read_bytes(), secret))


def decrypt(source: Path, target: Path, secret: str) -> None:
    """Decrypt `source` into `target`; raise BadBackup if the passphrase is wrong or the file has no age format."""
    try:
        target.write_bytes(pyrage.passphrase.decrypt(source.read_bytes(), secret))
    except pyrage.DecryptError as error:
        raise BadBackup(f"This passphrase does not open {source.name}.") from error
