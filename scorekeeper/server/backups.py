"""Everything an installation knows in one file, made and brought back while the server runs.

A backup is a tar archive of the database, whole as of one moment, and the secret key.
"""

import io
import os
import shutil
import sqlite3
import tarfile
import tempfile
import zlib
from collections.abc import Iterator
from contextlib import closing, contextmanager
from pathlib import Path

from django.conf import settings
from django.db import connection, connections
from django.db.migrations.loader import MigrationLoader
from django.utils import timezone

from scorekeeper.server.signals import restored
from scorekeeper.server.upgrade import bring_up_to_date
from scorekeeper.server.write_queue import turn, writing

DATABASE, KEY = "scorekeeper.sqlite3", "secret_key"
SHORTEST_KEY = 50  # characters; Django itself asks for as many
DAILY, DAYS_KEPT = "daily-", 14


class BadBackup(Exception):
    """The file is no backup that could be brought back; nothing was changed. The text says why."""


def new_name() -> Path:
    """Where a backup goes if nobody says where: a file of this second in the data folder."""
    return settings.DATA_DIR / "backups" / f"scorekeeper-{timezone.now():%Y-%m-%d-%H%M%S}.tar.gz"


def back_up(target: Path) -> None:
    """Writes a backup to this file, which must not exist yet. It appears whole or not at all."""
    target.parent.mkdir(mode=0o700, parents=True, exist_ok=True)
    with _folder() as folder:
        copy = folder / DATABASE
        with closing(_opened(_live())) as source, closing(sqlite3.connect(copy)) as whole:
            source.backup(whole)
            whole.execute("PRAGMA journal_mode=DELETE")  # nothing beside the file
        _check_sound(copy)
        aside = target.with_name(f".{target.name}.part")
        with open(os.open(aside, os.O_RDWR | os.O_CREAT | os.O_TRUNC, 0o600), "wb") as file:
            with tarfile.open(fileobj=file, mode="w:gz") as archive:
                archive.add(copy, DATABASE)
                archive.add(settings.DATA_DIR / KEY, KEY)
            file.flush()
            os.fsync(file.fileno())
        try:
            os.link(aside, target)  # never over another backup
        finally:
            aside.unlink()


def back_up_daily() -> Path | None:
    """Today's own backup, unless there is one; of these the last fourteen are kept. Others are left alone."""
    target = settings.DATA_DIR / "backups" / f"{DAILY}{timezone.localdate():%Y-%m-%d}.tar.gz"
    made = None
    if not target.exists():
        back_up(target)
        made = target
    for old in sorted(target.parent.glob(f"{DAILY}*.tar.gz"))[:-DAYS_KEPT]:
        old.unlink(missing_ok=True)
    return made


def bring_back(backup: Path) -> Path:
    """Puts everything as it was when this backup was made; raises BadBackup.

    Gives the backup that was made of what is there now. Whoever is writing just then waits.
    """
    with _folder() as folder:
        database, key = _unpacked(backup, folder)
        _check_sound(database)
        _check_known(database)
        connections.close_all()
        with turn():
            kept = new_name().with_name(f"before-restore-{timezone.now():%Y-%m-%d-%H%M%S-%f}.tar.gz")
            back_up(kept)
            with closing(_opened(database)) as source, closing(sqlite3.connect(_live(), timeout=60)) as live:
                source.backup(live)
                live.execute("PRAGMA journal_mode=WAL")
            _write_key(key)
            bring_up_to_date()
            with writing():
                restored.send(None)
    return kept


def _live() -> Path:
    return Path(connection.settings_dict["NAME"])


def _opened(path: Path) -> sqlite3.Connection:
    """For reading only."""
    return sqlite3.connect(f"{path.resolve().as_uri()}?mode=ro", uri=True, timeout=60)


@contextmanager
def _folder() -> Iterator[Path]:
    """A private place on the same disk."""
    with tempfile.TemporaryDirectory(prefix=".backup-", dir=settings.DATA_DIR) as folder:
        yield Path(folder)


def _unpacked(backup: Path, folder: Path) -> tuple[Path, str]:
    """The database and the key of a backup; of other things in the archive nothing is touched."""
    try:
        with tarfile.open(backup, "r:gz") as archive:
            parts = {name: archive.extractfile(name) for name in (DATABASE, KEY)}
            database, key = parts[DATABASE], parts[KEY]
            if database is None or key is None:
                raise BadBackup("There is no database in it, or no key.")
            secret = io.TextIOWrapper(key, "ascii").read(200).strip()
            if len(secret) < SHORTEST_KEY:
                raise BadBackup("Its key is none that this server could start with.")
            if (
                archive.getmember(DATABASE).size > shutil.disk_usage(folder).free // 3
            ):  # it, what is there now, and room
                raise BadBackup("There is no room on the disk for what is in it.")
            path = folder / DATABASE
            with path.open("wb") as file:
                shutil.copyfileobj(database, file, 1 << 20)
            return path, secret
    except (tarfile.TarError, zlib.error, EOFError, OSError, KeyError, UnicodeDecodeError) as error:
        raise BadBackup(f"It cannot be read as a backup: {error}") from error


def _check_sound(database: Path) -> None:
    try:
        with closing(_opened(database)) as there:
            (answer,) = there.execute("PRAGMA integrity_check").fetchone()
            (strays,) = there.execute("SELECT count(*) FROM pragma_foreign_key_check").fetchone()
    except sqlite3.Error as error:
        raise BadBackup(f"Its database cannot be read: {error}") from error
    if answer != "ok" or strays:
        raise BadBackup(f"Its database is damaged: {answer}, {strays} stray rows.")


def _check_known(database: Path) -> None:
    """A backup of a newer Scorekeeper has tables this one does not know."""
    try:
        with closing(_opened(database)) as there:
            applied = set(there.execute("SELECT app, name FROM django_migrations"))
    except sqlite3.Error as error:
        raise BadBackup("Its database is not Scorekeeper’s.") from error
    loader = MigrationLoader(None, ignore_no_migrations=True)
    ours = {app for app, _ in loader.disk_migrations}
    newer = sorted(f"{app} {name}" for app, name in applied - set(loader.disk_migrations) if app in ours)
    if newer:
        raise BadBackup(f"It was made by a newer version: {', '.join(newer)}.")
    if not any(app == "people" for app, _ in applied):
        raise BadBackup("Its database is not Scorekeeper’s.")


def _write_key(key: str) -> None:
    path = settings.DATA_DIR / KEY
    if key == path.read_text().strip():
        return
    aside = path.with_name(f"{path.name}.new")
    with open(os.open(aside, os.O_WRONLY | os.O_CREAT | os.O_TRUNC, 0o600), "w") as file:
        file.write(key)
        file.flush()
        os.fsync(file.fileno())
    aside.replace(path)
