"""Backups: all data of an installation in one file. The server may run while a backup is made or restored.

A backup is a tar archive with the secret key and the database, as of one moment. The database is an SQLite file or a
dump of PostgreSQL. A backup can be restored only into the same kind of database; `manage.py move` changes the kind.
"""

import io
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
from dataclasses import dataclass
from pathlib import Path

from django.apps import apps
from django.conf import settings
from django.db import DatabaseError, connection, connections
from django.db.migrations.executor import MigrationExecutor
from django.utils import timezone

from scorekeeper.server import postgresql
from scorekeeper.server.data_folder import (
    SHORTEST_KEY,
    folder_in_use,
    forbidden,
    leave_to_owner,
    make_folder,
    newest_backup,
    secret_key,
)
from scorekeeper.server.database import UNFINISHED_MOVE
from scorekeeper.server.signals import restored
from scorekeeper.server.upgrade import applied_migrations, bring_up_to_date, is_too_old, newer_migrations
from scorekeeper.server.write_queue import write_lock, write_transaction

logger = logging.getLogger(__name__)

DATABASE, DUMP, KEY = "scorekeeper.sqlite3", "scorekeeper.dump", "secret_key"
ROOM = 20_000_000  # bytes that must be free on the disk for a server to start

# SQLite's primary error codes for a file with damaged content. Other codes mean other problems, e.g. with the disk.
DAMAGE = {sqlite3.SQLITE_CORRUPT, sqlite3.SQLITE_NOTADB}
SPARE_IT = "It may be sound, so restore no backup over it: what was saved since then would be lost."


class BadBackup(Exception):
    """Raised if a backup cannot be made, copied or restored; the text says why. The database in use is unchanged."""


class Unreadable(BadBackup):
    """Raised if a database cannot be read at present; the text says why. The database may be undamaged."""


def new_name() -> Path:
    """Return the default path of a new backup: in the data folder, named after the current second (UTC)."""
    return settings.DATA_DIR / "backups" / f"scorekeeper-{timezone.now():%Y-%m-%d-%H%M%S}.tar.gz"


def back_up(target: Path) -> None:
    """Write a backup to this file. The file appears only once it is complete.

    Raise FileExistsError if the file exists. Raise BadBackup if the database is empty, is damaged or cannot be dumped.
    """
    if _is_empty():
        raise BadBackup("The database is empty.")
    with _folder() as folder:
        if settings.ON_POSTGRESQL:
            copy = folder / DUMP
            try:
                postgresql.dump(copy)
            except postgresql.CannotDump as error:
                raise BadBackup(str(error)) from error
        else:
            copy = folder / DATABASE
            with closing(_opened(_live())) as source:
                _copy(source, copy)
        _pack(copy, target)


def rescue(held: sqlite3.Connection) -> Path:
    """Back up an open database, even if its file was deleted; return the path. Raise BadBackup if it is damaged."""
    target = new_name().with_name(f"rescued-{timezone.now():%Y-%m-%d-%H%M%S}.tar.gz")
    with _folder() as folder:
        _copy(held, folder / DATABASE)
        _pack(folder / DATABASE, target)
    return target


def _copy(source: sqlite3.Connection, copy: Path) -> None:
    """Copy the current data of a connection into one file; raise BadBackup if the data is damaged."""
    with closing(sqlite3.connect(copy)) as whole:
        source.backup(whole)
        whole.execute("PRAGMA journal_mode=DELETE")  # so that SQLite puts no -wal and -shm files beside it
    _check_sound(copy)


def _pack(copy: Path, target: Path) -> None:
    make_folder(target.parent)
    aside = target.with_name(f".{target.name}.part")
    try:
        with open(os.open(aside, os.O_RDWR | os.O_CREAT | os.O_TRUNC, 0o600), "wb") as file:
            with tarfile.open(fileobj=file, mode="w:gz") as archive:
                archive.add(copy, copy.name)
                archive.add(settings.DATA_DIR / KEY, KEY)
            file.flush()
            os.fsync(file.fileno())
        leave_to_owner(aside)
        os.link(aside, target)  # unlike a rename, a link never replaces another backup
    finally:
        aside.unlink(missing_ok=True)


@dataclass
class Restored:
    """The result of a restore."""

    former: Path | None  # the backup of the former data; if damaged, the folder with its files; None if there was none
    set_aside: bool  # whether the former data was damaged
    new_key: bool  # whether the secret key changed


def restore(backup: Path) -> Restored:
    """Replace all data and the secret key by those of this backup.

    On SQLite, first migrate the backup's tables. Then, while writers wait, back up the current data and replace it. If
    the current data is damaged, move it into a folder instead; then no server may be running.
    Raise BadBackup if the backup cannot be restored; nothing was changed then. Raise Unreadable if the current data
    cannot be read at present.
    """
    with _folder() as folder:
        database, secret = unpack(backup, folder)
        key = _staged_key(secret, folder)
        if settings.ON_POSTGRESQL:
            return _restore_dump(backup, database, key)
        _check_sound(database)
        with _instead(database):
            _check_applied()
            _bring_up_to_date()
        connections.close_all()
        name = f"{timezone.now():%Y-%m-%d-%H%M%S-%f}"
        with write_lock():
            former, set_aside = None, bool(_damage())
            if set_aside:
                former = new_name().with_name(f"damaged-{name}")
                _replace(database, former)
            else:
                if not _is_empty():
                    former = new_name().with_name(f"before-restore-{name}.tar.gz")
                    back_up(former)
                with closing(_opened(database)) as source, closing(sqlite3.connect(_live(), timeout=60)) as live:
                    source.backup(live)
            logger.warning("Restored %s; what was there before is in %s", backup, former)
            return Restored(former, set_aside, _use_key(key))


def _restore_dump(backup: Path, dump: Path, key: Path) -> Restored:
    """In one transaction, back up the current data (if any), restore the dump, and migrate it. Then replace the key.

    Writers wait until the transaction ends. Raise BadBackup if the restore fails.
    """
    former = None
    try:
        script = postgresql.script_of(dump)
        with write_transaction():
            if not _is_empty():
                postgresql.keep_writers_out(first=apps.get_model("people", "Group")._meta.db_table)
                former = new_name().with_name(f"before-restore-{timezone.now():%Y-%m-%d-%H%M%S-%f}.tar.gz")
                back_up(former)
            postgresql.replace_with(script)
            _check_applied()
            _bring_up_to_date()
    except (postgresql.CannotDump, DatabaseError) as error:
        raise BadBackup(f"It cannot be restored here: {error}") from error
    logger.warning("Restored %s; what was there before is in %s", backup, former)
    return Restored(former, False, _use_key(key))


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
    if not _key():
        return (
            f"The secret key {settings.DATA_DIR / KEY} is missing or damaged. {way_out}\n"
            f"Or write {SHORTEST_KEY} random characters or more into it: then everyone has to sign in again."
        )
    if not settings.ON_POSTGRESQL:
        try:
            damage = _damage()
        except Unreadable as error:
            return str(error)
        if damage:
            return f"The database {_live()} cannot be used. {damage} {way_out}"
    if settings.ON_POSTGRESQL:
        tables = set(connection.introspection.table_names())
        applied = applied_migrations()
    else:
        with closing(_opened(_live())) as there:  # read-only: Django's connection would write to the file
            tables = {name for (name,) in there.execute("SELECT name FROM sqlite_master")}
            known = "django_migrations" in tables
            applied = list(there.execute("SELECT app, name FROM django_migrations ORDER BY id")) if known else []
    if UNFINISHED_MOVE in tables:
        return f"A move into the database {_live()} was interrupted. Empty it, then move again."
    if is_too_old(applied):
        return f"The database {_live()} is from a version before 0.2.0, which this version cannot update."
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
    target = new_name().with_name(f"before-update-{timezone.now():%Y-%m-%d-%H%M%S}.tar.gz")
    back_up(target)
    return target


def _damage() -> str | None:
    """Return a sentence that says whether the SQLite database or the key is damaged; None if neither is.

    Raise Unreadable if the database cannot be read at present.
    """
    if whose := forbidden(_with_log(_live())):
        raise Unreadable(f"The database cannot be opened: {whose}\n{SPARE_IT}")
    try:
        _check_sound(_live())
    except Unreadable as error:
        raise Unreadable(f"The database {_live()} cannot be opened just now: {error.__cause__}. {SPARE_IT}") from error
    except BadBackup as error:
        return str(error)
    return None if _key() else "The secret key is missing or damaged."


def _key() -> str:
    return secret_key(settings.DATA_DIR / KEY, used=True)


def _bring_up_to_date() -> None:
    try:
        bring_up_to_date()
        for model in apps.get_models(include_auto_created=True):
            model._base_manager.first()
        with write_transaction():
            restored.send(None)
    except Exception as error:  # anything that can fail must fail here, before a replacement is final
        raise BadBackup(f"Its tables do not fit this version of Scorekeeper: {error}") from error


@contextmanager
def _instead(database: Path) -> Iterator[None]:
    """Let Django's connection use this SQLite file inside the block."""
    live = connection.settings_dict["NAME"]
    connection.close()
    connection.settings_dict["NAME"] = database
    try:
        yield
    finally:
        connection.close()
        connection.settings_dict["NAME"] = live


def _replace(database: Path, aside: Path) -> None:
    """Move the database in use into the folder `aside`, copy the key there, and put `database` in the old place.

    Raise BadBackup while a server is running: the server would go on writing to the old file, and its SQLite would
    delete the new database's write-ahead log.
    """
    with folder_in_use(settings.DATA_DIR, alone=True) as alone:
        if not alone:
            raise BadBackup(
                "The current database is damaged, and the server is running. Stop it (Ctrl-C), then try again."
            )
        aside.mkdir(mode=0o700, parents=True)
        key = settings.DATA_DIR / KEY
        if key.exists():
            shutil.copy2(key, aside)
        for path in _with_log(_live()):
            if path.exists():
                path.replace(aside / path.name)
        database.chmod(0o600)
        database.replace(_live())
        leave_to_owner(_live())


def _is_empty() -> bool:
    """Return whether the database in use has no tables."""
    return not connection.introspection.table_names()


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


def unpack(backup: Path, folder: Path) -> tuple[Path, str]:
    """Unpack a backup into a folder; return the path of its database, and its secret key.

    Raise BadBackup if the backup cannot be read, has no valid key, comes from the other kind of database, or does not
    fit on the disk.
    """
    try:
        with tarfile.open(backup, "r:gz") as archive:
            wanted, other = (DUMP, DATABASE) if settings.ON_POSTGRESQL else (DATABASE, DUMP)
            if other in archive.getnames():
                kinds = {DATABASE: "SQLite", DUMP: "PostgreSQL"}
                raise BadBackup(
                    f"It comes from an installation with {kinds[other]}; this one uses {kinds[wanted]}. Restore it there, then "
                    f"move it here with `{'scorekeeper' if settings.INSTALLED else 'manage.py'} move --to URL`."
                )
            database, key = archive.extractfile(wanted), archive.extractfile(KEY)
            if database is None or key is None:
                raise BadBackup("It contains no database, or no key.")
            secret = io.TextIOWrapper(key, "ascii").read(200).strip()
            if len(secret) < SHORTEST_KEY:
                raise BadBackup("Its secret key is not valid.")
            if archive.getmember(wanted).size > shutil.disk_usage(folder).free // 3:  # copy, backup, reserve
                raise BadBackup("There is not enough space on the disk to unpack it.")
            path = folder / wanted
            with path.open("wb") as file:
                shutil.copyfileobj(database, file, 1 << 20)
            return path, secret
    except (tarfile.TarError, zlib.error, EOFError, OSError, KeyError, UnicodeDecodeError) as error:
        raise BadBackup(f"It cannot be read as a backup: {error}") from error


def _check_sound(database: Path) -> None:
    try:
        with closing(_opened(database)) as there:
            (answer,) = there.execute("PRAGMA integrity_check").fetchone()
            strays = len(there.execute("PRAGMA foreign_key_check").fetchall())
    except sqlite3.Error as error:
        # The lowest byte is the primary error code.
        kind = BadBackup if error.sqlite_errorcode & 0xFF in DAMAGE else Unreadable
        raise kind(f"Its database cannot be read: {error}") from error
    if answer != "ok" or strays:
        raise BadBackup(f"Its database is damaged: {answer}, {strays} stray rows.")


def _check_applied() -> None:
    """Raise BadBackup if the connection's database is not Scorekeeper's, or if its version is too old or too new."""
    applied = applied_migrations()
    if is_too_old(applied):
        raise BadBackup("It was made by a version before 0.2.0, which this version cannot update.")
    if newer := newer_migrations(applied):
        raise BadBackup(f"It was made by a newer version: {', '.join(map(' '.join, newer))}.")
    if not any(app == "people" for app, _ in applied):
        raise BadBackup("Its database is not Scorekeeper’s.")


def _staged_key(secret: str, folder: Path) -> Path:
    """Write a secret key to a file in this folder; return its path. A full disk fails here, before any change."""
    path = folder / KEY
    with open(os.open(path, os.O_WRONLY | os.O_CREAT | os.O_TRUNC, 0o600), "w") as file:
        file.write(secret)
        file.flush()
        os.fsync(file.fileno())
    return path


def _use_key(staged: Path) -> bool:
    """Replace the current secret key by this staged one; return whether the key changed."""
    if staged.read_text() == _key():
        return False
    leave_to_owner(staged.replace(settings.DATA_DIR / KEY))
    return True
