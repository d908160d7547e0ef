"""Backups: all data of an installation in one file, a tar archive with the secret key and the database."""

import logging
import os
import shlex
import shutil
import sqlite3
import tarfile
import tempfile
import zlib
from collections.abc import Iterator
from contextlib import closing, contextmanager
from pathlib import Path
from typing import NamedTuple

from django.apps import apps
from django.conf import settings
from django.db import connection, transaction
from django.db.migrations.executor import MigrationExecutor
from django.utils import timezone

from scorekeeper.server import postgresql
from scorekeeper.server.data_folder import (
    SHORTEST_KEY,
    BadBackup,
    folder_in_use,
    forbidden,
    leave_to_owner,
    locked,
    make_folder,
    newest_backup,
    open_private,
    secret_key,
)
from scorekeeper.server.database import UNFINISHED_MOVE
from scorekeeper.server.models import Note
from scorekeeper.server.upgrade import TOO_OLD, applied_migrations, is_too_old, newer_migrations
from scorekeeper.server.write_queue import write_transaction

logger = logging.getLogger(__name__)

DATABASE, DUMP, KEY = "scorekeeper.sqlite3", "scorekeeper.dump", "secret_key"
ROOM = 20_000_000  # bytes that must be free on the disk for a server to start
PREFIX, DAYS_KEPT = "daily-", 14
PATIENCE = 60 * 60  # the most seconds to wait for a backup by another process

# SQLite's primary error codes for a file with damaged content. Other codes mean other problems, e.g. with the disk.
DAMAGE = {sqlite3.SQLITE_CORRUPT, sqlite3.SQLITE_NOTADB}


class Unpacked(NamedTuple):
    """The parts of a backup in a folder that is deleted afterwards."""

    database: Path  # a file of SQLite, or a script for PostgreSQL
    key: Path
    rounds: int


def new_name(occasion: str = "scorekeeper") -> Path:
    """Return the path of a new backup in the data folder, named after the occasion and the time (UTC)."""
    return settings.DATA_DIR / "backups" / f"{occasion}-{timezone.now():%Y-%m-%d-%H%M%S-%f}.tar.gz"


def back_up(target: Path) -> int:
    """Write a backup to this file, which appears once it was checked; return the number of its rounds."""
    if target.exists():
        raise FileExistsError(f"{target} already exists.")
    if not connection.introspection.table_names():
        raise BadBackup("The database is empty.")
    if target.parent == settings.DATA_DIR / "backups":
        make_folder(target.parent)
    aside = target.with_name(f".{target.name}.part")
    try:
        _pack(aside)
        with unpacked(aside) as found:
            aside.rename(target)
    finally:
        aside.unlink(missing_ok=True)
    return found.rounds


def _pack(target: Path) -> None:
    with _folder() as folder:
        if settings.ON_POSTGRESQL:
            copy = folder / DUMP
            postgresql.dump(copy)
        else:
            copy = folder / DATABASE
            with closing(_opened(_live())) as source:
                source.execute("VACUUM INTO ?", [str(copy)])
        with open(open_private(target, os.O_WRONLY | os.O_TRUNC), "wb") as file:
            with tarfile.open(fileobj=file, mode="w:gz") as archive:
                archive.add(copy, copy.name)
                archive.add(settings.DATA_DIR / KEY, KEY)
            file.flush()
            os.fsync(file.fileno())


@contextmanager
def unpacked(backup: Path) -> Iterator[Unpacked]:
    """Yield the parts of a backup; raise BadBackup if it is damaged, or of another version or kind of database."""
    with _folder() as folder:
        database, key = _extract(backup, folder), folder / KEY
        if len(key.read_bytes().strip()) < SHORTEST_KEY:
            raise BadBackup("Its secret key is not valid.")
        if settings.ON_POSTGRESQL:
            database = postgresql.script_of(database)
            yield Unpacked(database, key, _rounds_in_script(database))
        else:
            _check_sound(database)
            _check_applied(_applied_in(database))
            yield Unpacked(database, key, _rounds_in_file(database))


def _extract(backup: Path, folder: Path) -> Path:
    wanted, other = (DUMP, DATABASE) if settings.ON_POSTGRESQL else (DATABASE, DUMP)
    try:
        with tarfile.open(backup) as archive:
            if other in archive.getnames():
                kinds = {DATABASE: "SQLite", DUMP: "PostgreSQL"}
                raise BadBackup(
                    f"It comes from an installation with {kinds[other]}; this one uses {kinds[wanted]}. Restore it there, "
                    f"then move it here with `{'scorekeeper' if settings.INSTALLED else 'manage.py'} move --to URL`."
                )
            for name in (wanted, KEY):
                member = archive.getmember(name)
                member.mode = 0o600
                archive.extract(member, folder, filter="data")
    except (tarfile.TarError, zlib.error, EOFError, OSError, KeyError) as error:
        raise BadBackup(f"It cannot be read as a backup: {error}") from error
    return folder / wanted


def _rounds_in_file(database: Path) -> int:
    try:
        with closing(_opened(database)) as there:
            (rounds,) = there.execute(f"SELECT count(*) FROM {_table_of_rounds()}").fetchone()  # noqa: S608
    except sqlite3.OperationalError as error:
        raise BadBackup("Its database is not Scorekeeper’s.") from error
    return int(rounds)


def _rounds_in_script(script: Path) -> int:
    with script.open("rb") as lines:
        for line in lines:
            if line.startswith(f"COPY public.{_table_of_rounds()} ".encode()):
                return sum(1 for _ in iter(lines.readline, b"\\.\n"))
    raise BadBackup("Its database is not Scorekeeper’s.")


def _table_of_rounds() -> str:
    return apps.get_model("nights", "Entry")._meta.db_table


def restore(backup: Path) -> Path | None:
    """Replace all data and the secret key by those of this backup, while no server runs."""
    with folder_in_use(settings.DATA_DIR, alone=True) as alone:
        if not alone or postgresql.is_used_by_others(connection):
            raise BadBackup("A server is running. Stop it, then try again.")
        with unpacked(backup) as found:
            former = _replace_tables(found) if settings.ON_POSTGRESQL else _replace_files(found)
    logger.warning("Restored %s; what was there before is in %s", backup, former)
    return former


def _replace_files(found: Unpacked) -> Path:
    former = new_name("before-restore").with_suffix("").with_suffix("")
    make_folder(former.parent)
    make_folder(former)
    for path in (*_with_log(_live()), settings.DATA_DIR / KEY):
        if path.exists():
            shutil.move(path, former)
    for path, place in ((found.database, _live()), (found.key, settings.DATA_DIR / KEY)):
        leave_to_owner(Path(shutil.move(path, place)))
    return former


def _replace_tables(found: Unpacked) -> Path | None:
    former = new_name("before-restore") if connection.introspection.table_names() else None
    if former:
        back_up(former)
    with transaction.atomic():
        postgresql.replace_with(found.database)
        _check_applied(applied_migrations())
    leave_to_owner(found.key.replace(settings.DATA_DIR / KEY))
    return former


def back_up_daily() -> Path | None:
    """Make today's backup unless there is one, and keep the newest DAYS_KEPT; return its path if this call made it."""
    today = f"{timezone.localdate():%Y-%m-%d}"
    target = settings.DATA_DIR / "backups" / f"{PREFIX}{today}.tar.gz"
    with (
        locked(settings.DATA_DIR / "daily-backup.lock", PATIENCE),
        postgresql.advisory_lock("daily backup", wait=False) as mine,
    ):
        if not mine or target.exists() or (settings.ON_POSTGRESQL and Note.read(Note.BACKUP) == today):
            return None
        rounds = back_up(target)
        with write_transaction():
            Note.write(Note.BACKUP, today)
            Note.write(Note.ROUNDS, str(rounds))
        _drop_old(target)
    logger.info("The daily backup %s was checked: %s rounds.", target.name, f"{rounds:,}")
    return target


def _drop_old(today: Path) -> None:
    # Backups with a later date were made while the clock was wrong. They go first.
    found = sorted(today.parent.glob(f"{PREFIX}*.tar.gz"), key=lambda path: (path.name <= today.name, path.name))
    for old in found[:-DAYS_KEPT]:
        old.unlink(missing_ok=True)


def startup_error() -> str | None:
    """Return why no server can start on the data folder or the database, and what to do; None if one can start."""
    folder = new_name().parent
    newest = newest_backup(folder)
    restoring = "scorekeeper restore " if settings.INSTALLED else "make restore FILE="
    way_out = (
        f"Restore the newest backup: {restoring}{shlex.quote(str(newest))}"
        if newest
        else f"There is no backup in {folder}."
    )
    free = shutil.disk_usage(settings.DATA_DIR).free
    if free < ROOM:
        return (
            f"The disk with {settings.DATA_DIR} is full: {free:,} bytes are free, {ROOM:,} are needed. Free up space."
        )
    if not secret_key(settings.DATA_DIR / KEY, used=True):
        return (
            f"The secret key {settings.DATA_DIR / KEY} is missing or damaged. {way_out}\n"
            f"Or write {SHORTEST_KEY} random characters or more into it: then everyone has to sign in again."
        )
    if settings.ON_POSTGRESQL:
        tables = set(connection.introspection.table_names())
        applied = applied_migrations()
    else:
        if whose := forbidden(_with_log(_live())):
            return f"The database cannot be opened: {whose}"
        try:
            _check_sound(_live())
        except BadBackup as error:
            return f"The database {_live()} cannot be used. {error} {way_out}"
        except sqlite3.Error as error:
            return f"The database {_live()} cannot be opened just now: {error}. It may be sound: restore no backup yet."
        with closing(_opened(_live())) as there:  # read-only: Django's connection would write to the file
            tables = {name for (name,) in there.execute("SELECT name FROM sqlite_master")}
        applied = _applied_in(_live())
    if UNFINISHED_MOVE in tables:
        return f"A move into the database {_live()} was interrupted. Empty it, then move again."
    if is_too_old(applied):
        return f"The database {_live()} {TOO_OLD}"
    if newer := newer_migrations(applied):
        names = ", ".join(map(" ".join, newer))
        return f"The database {_live()} was used by a newer version of Scorekeeper: {names}. Update the program."
    if newest and not tables:
        return f"The database {_live()} is empty. {way_out}\nTo start fresh, move the folder {folder} elsewhere."
    return None


def back_up_before_update() -> Path | None:
    """If migrations will change existing tables, make a backup and return its path; else None. Raise as `back_up`."""
    executor = MigrationExecutor(connection)
    if not executor.loader.applied_migrations or not executor.migration_plan(executor.loader.graph.leaf_nodes()):
        return None
    target = new_name("before-update")
    back_up(target)
    return target


def _live() -> Path:
    return Path(connection.settings_dict["NAME"])


def _with_log(database: Path) -> list[Path]:
    """Return the paths of a database, of its write-ahead log, and of the log's index."""
    return [database.with_name(database.name + ending) for ending in ("", "-wal", "-shm")]


def _opened(path: Path) -> sqlite3.Connection:
    """Open an SQLite file read-only, without Django, which would write to it."""
    return sqlite3.connect(f"{path.resolve().as_uri()}?mode=ro", uri=True, timeout=60)


@contextmanager
def _folder() -> Iterator[Path]:
    """Yield a new private folder on the same disk as the data; delete it at the end of the block."""
    with tempfile.TemporaryDirectory(prefix=".backup-", dir=settings.DATA_DIR) as folder:
        yield Path(folder)


def _check_sound(database: Path) -> None:
    """Raise BadBackup if an SQLite file is damaged; raise sqlite3.Error if it cannot be read at present."""
    try:
        with closing(_opened(database)) as there:
            (answer,) = there.execute("PRAGMA integrity_check").fetchone()
            strays = len(there.execute("PRAGMA foreign_key_check").fetchall())
    except sqlite3.Error as error:
        if error.sqlite_errorcode & 0xFF not in DAMAGE:  # the lowest byte is the primary error code
            raise
        raise BadBackup(f"Its database cannot be read: {error}") from error
    if answer != "ok" or strays:
        raise BadBackup(f"Its database is damaged: {answer}, {strays} stray rows.")


def _applied_in(database: Path) -> list[tuple[str, str]]:
    """Return the migrations that an SQLite file has had, in the order in which they were applied."""
    with closing(_opened(database)) as there:
        if there.execute("SELECT 1 FROM sqlite_master WHERE name = 'django_migrations'").fetchone():
            return list(there.execute("SELECT app, name FROM django_migrations ORDER BY id"))
    return []


def _check_applied(applied: list[tuple[str, str]]) -> None:
    """Raise BadBackup if a database with these migrations is of a version that is too old or too new."""
    if is_too_old(applied):
        raise BadBackup(f"Its database {TOO_OLD}")
    if newer := newer_migrations(applied):
        raise BadBackup(f"It was made by a newer version: {', '.join(map(' '.join, newer))}.")
