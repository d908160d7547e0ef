"""The daily backup: it is made, tested (`try_backup`), and copied to a second place (BACKUP_TO, BACKUP_COMMAND)."""

import logging
import os
import shlex
import shutil
import subprocess
import sys
import tempfile
from pathlib import Path

from django.apps import apps
from django.conf import settings
from django.utils import timezone

from scorekeeper.server import postgresql
from scorekeeper.server.backups import BadBackup, back_up, unpack
from scorekeeper.server.data_folder import locked
from scorekeeper.server.encryption import SUFFIX, encrypt, passphrase
from scorekeeper.server.models import Note
from scorekeeper.server.write_queue import write_transaction

PREFIX, DAYS_KEPT = "daily-", 14
PATIENCE = 60 * 60  # the most seconds to wait for a test, for BACKUP_COMMAND, or for a backup by another process

logger = logging.getLogger(__name__)


def back_up_daily() -> Path | None:
    """Make today's backup, test it, and copy it to the second place. Return its path if this call made it, else None.

    If there is a backup of today already, do only the missing steps. A backup that failed its test is neither tested
    again nor copied. If several servers share a database, only one of them makes a backup each day, in its own data
    folder. All but the last DAYS_KEPT daily backups are deleted.

    Raise BadBackup if the backup cannot be made, restored or copied. Raise TimeoutError if another process holds the
    lock for more than PATIENCE seconds. Errors of the disk (OSError) and of the database are raised, too.
    """
    today = f"{timezone.localdate():%Y-%m-%d}"
    target = settings.DATA_DIR / "backups" / f"{PREFIX}{today}.tar.gz"
    made = None
    with locked(settings.DATA_DIR / "daily-backup.lock", PATIENCE):
        with postgresql.advisory_lock("daily backup", wait=False) as mine:
            if mine and not target.exists() and not (settings.ON_POSTGRESQL and Note.read(Note.BACKUP) == today):
                with write_transaction():
                    Note.write(Note.TRIED, "")  # not tested yet; if this process ends now, a later call tests it
                back_up(target)
                made = target
                with write_transaction():
                    Note.write(Note.BACKUP, today)
        _drop_old(target.parent, target.name)
        if target.exists() and not Note.read(Note.TRIED):
            _try_and_note(target)
        if target.exists() and Note.read(Note.TRIED) != "-1":
            _take_along(target)
    return made


def try_backup(backup: Path) -> int:
    """Test a backup, and return the number of pad entries in it; raise BadBackup if it cannot be restored.

    On SQLite, it is restored into a temporary data folder. A dump of PostgreSQL is only read to its end, because there
    is no second database for a trial.
    """
    with tempfile.TemporaryDirectory(prefix=".trial-", dir=settings.DATA_DIR) as folder:
        if settings.ON_POSTGRESQL:
            return _rounds_in_dump(backup, Path(folder))
        command = [sys.executable, "-m", "scorekeeper", "restore", "--count", str(backup.resolve())]
        try:
            done = subprocess.run(  # noqa: S603
                command,
                env={**os.environ, "SCOREKEEPER_DATA": folder, "DATABASE_URL": ""},
                cwd=settings.BASE_DIR,
                capture_output=True,
                text=True,
                check=True,
                timeout=PATIENCE,
            )
        except subprocess.CalledProcessError as error:
            raise BadBackup(f"{backup} cannot be restored: {error.stderr.strip()[-1000:]}") from error
        except subprocess.TimeoutExpired as error:
            raise BadBackup(f"{backup} could not be restored within an hour.") from error
        return int(done.stdout)


def _rounds_in_dump(backup: Path, folder: Path) -> int:
    dump, _ = unpack(backup, folder)
    try:
        script = postgresql.script_of(dump)
    except postgresql.CannotDump as error:
        raise BadBackup(f"{backup} cannot be read: {error}") from error
    table = apps.get_model("nights", "Entry")._meta.db_table
    with script.open("rb") as lines:
        for line in lines:
            if line.startswith(f"COPY public.{table} ".encode()):
                return sum(1 for _ in iter(lines.readline, b"\\.\n"))
    raise BadBackup(f"{backup} contains no rounds.")


def _try_and_note(made: Path) -> None:
    try:
        rounds = try_backup(made)
    except BadBackup:
        with write_transaction():
            Note.write(Note.TRIED, "-1")
        raise
    with write_transaction():
        Note.write(Note.TRIED, str(rounds))
    logger.info("Daily backup %s passed a trial restore: %s rounds.", made.name, f"{rounds:,}")


def _take_along(made: Path) -> None:
    """Copy a backup to the folder BACKUP_TO, and pass it to BACKUP_COMMAND, unless that was done before.

    An empty setting is skipped. If a passphrase is configured, folder and command get an encrypted copy. Raise
    BadBackup if the folder is missing, the command fails, or the passphrase is missing or not UTF-8.
    """
    at = str(made.stat().st_mtime)
    if not (settings.BACKUP_TO or settings.BACKUP_COMMAND) or Note.read(Note.TAKEN) == at:
        return
    secret = passphrase()
    with tempfile.TemporaryDirectory(prefix=".leaving-", dir=settings.DATA_DIR) as folder:
        leaving = made
        if secret:
            leaving = Path(folder) / f"{made.name}{SUFFIX}"
            encrypt(made, leaving, secret)
        try:
            if settings.BACKUP_TO:
                _copy_to(leaving, Path(settings.BACKUP_TO))
        finally:  # run the command even if the copy has failed
            if settings.BACKUP_COMMAND:
                _hand_to(leaving, shlex.split(settings.BACKUP_COMMAND))
    with write_transaction():
        Note.write(Note.TAKEN, at)
    logger.info("Daily backup %s was taken to the second place.", made.name)


def _copy_to(leaving: Path, place: Path) -> None:
    if not place.is_dir():
        raise BadBackup(f"The second backup folder {place} does not exist. Is its disk mounted?")
    aside = place / f".{leaving.name}.part"
    try:
        shutil.copyfile(leaving, aside)
        aside.chmod(0o600)
        aside.replace(place / leaving.name)
    finally:
        aside.unlink(missing_ok=True)
    _drop_old(place, leaving.name)


def _hand_to(leaving: Path, command: list[str]) -> None:
    try:
        subprocess.run([*command, str(leaving)], check=True, capture_output=True, errors="replace", timeout=PATIENCE)  # noqa: S603
    except subprocess.CalledProcessError as error:
        raise BadBackup(f"{command[0]} did not take the daily backup: {error.stderr.strip()[-1000:]}") from error
    except subprocess.TimeoutExpired as error:
        raise BadBackup(f"{command[0]} did not take the daily backup within an hour.") from error


def _drop_old(folder: Path, today: str) -> None:
    """Keep DAYS_KEPT daily backups, and delete the oldest ones. `today` is the name of today's backup.

    Backups with a later date were made while the clock was wrong. They are deleted before all others.
    """
    ending = "".join(Path(today).suffixes)
    found = sorted(folder.glob(f"{PREFIX}*{ending}"), key=lambda path: (path.name <= today, path.name))
    for old in found[:-DAYS_KEPT]:
        old.unlink(missing_ok=True)
