"""The files that are stored on the phone, such as the database.

shell/storage.js has the same file names. It saves the changes that Python makes to these files.

Up to two earlier copies of the database are kept, in case it is damaged or was replaced by mistake.
"""

import datetime as dt
import io
import json
import os
import sqlite3
import tarfile
import zlib
from contextlib import closing
from pathlib import Path
from typing import Any

DATA = Path(os.environ["SCOREKEEPER_DATA"])
DATABASE, KEY, COOKIES = DATA / "scorekeeper.sqlite3", DATA / "secret_key", DATA / "cookies.json"
COPIES, MOMENTS = (DATA / "kept-1.sqlite3", DATA / "kept-2.sqlite3"), DATA / "kept.json"
# Made by pocket.build: a database with all tables and no data, and its schema number
PREPARED, SCHEMA = Path(__file__).parent / "prepared.sqlite3", Path(__file__).parent / "prepared.json"
KEEP_EVERY = dt.timedelta(minutes=30)
SQLITE = b"SQLite format 3\0"


class Damaged(Exception):
    """Raised if a database file is damaged or cannot be read."""


class NoCopy(Exception):
    """Raised if the phone has no undamaged copy, or if a backup cannot be read; the text gives the reason."""


def begun(path: Path) -> bool:
    """Return whether this file exists and begins with the header of an SQLite database."""
    if not path.exists():
        return False
    with path.open("rb") as file:
        return file.read(len(SQLITE)) == SQLITE


def check(path: Path) -> None:
    """Raise Damaged if this file is not a complete, undamaged database."""
    try:
        with closing(sqlite3.connect(path)) as there:
            (found,) = there.execute("PRAGMA quick_check").fetchone()
    except sqlite3.DatabaseError as error:
        raise Damaged(str(error)) from error
    if found != "ok":
        raise Damaged(found)


def write(path: Path, database: bytes) -> None:
    """Write the bytes of a database into this file. Set its journal mode to rollback, because WAL needs shared memory."""
    path.write_bytes(database[:18] + b"\1\1" + database[20:])


def keep(now: dt.datetime, every: dt.timedelta = KEEP_EVERY) -> None:
    """Make a copy of the database. If there are two copies already, it replaces the older one."""
    moments = _moments()
    newest = next(iter(moments), None)
    content = DATABASE.read_bytes()
    if newest and (abs(now - moments[newest]) < every or newest.read_bytes() == content):
        return
    target = next(path for path in COPIES if path != newest)
    write(target, content)
    moments[target] = now
    told = {path.name: at.isoformat() for path, at in moments.items()}
    MOMENTS.write_text(json.dumps({**told, "newest": target.name}))


def kept() -> tuple[Path, dt.datetime] | None:
    """Return the newest undamaged copy: its path, and when it was made. Return None if there is none."""
    for path, at in _moments().items():
        try:
            check(path)
        except Damaged:
            continue
        return path, at
    return None


def begin() -> None:
    """Check the database when the app starts. Raise Damaged if it is damaged."""
    if not DATABASE.exists() or not DATABASE.stat().st_size:
        found = kept()
        write(DATABASE, (found[0] if found else PREPARED).read_bytes())
    check(DATABASE)


def rescue(copy: Any) -> None:
    """Replace an unusable database."""
    if copy is None:
        found = kept()
        if found is None:
            raise NoCopy("There is no copy.")
        content = found[0].read_bytes()
    else:
        backup = copy if isinstance(copy, bytes) else copy.to_bytes()
        content = _unpacked(backup) if backup else PREPARED.read_bytes()
    DATABASE.with_name(f"{DATABASE.name}-journal").unlink(missing_ok=True)  # the journal of the damaged database
    write(DATABASE, content)


def _unpacked(backup: bytes) -> bytes:
    """Return the database in a backup made by scorekeeper.server.backups, or the backup itself if it is a database."""
    aside = Path("/tmp/copy.sqlite3")  # noqa: S108 - nobody else is on this system
    try:
        if backup.startswith(SQLITE):
            aside.write_bytes(backup)
        else:
            with tarfile.open(fileobj=io.BytesIO(backup), mode="r:gz") as archive:
                member = archive.extractfile(DATABASE.name)
                aside.write_bytes(member.read() if member else b"")
        check(aside)
        return aside.read_bytes()
    except (tarfile.TarError, zlib.error, EOFError, OSError, KeyError, Damaged) as error:
        raise NoCopy(f"This file is no copy: {error}") from error
    finally:
        aside.unlink(missing_ok=True)


def packed(content: bytes) -> bytes:
    """Return a backup: this database and the phone's secret key. If `content` is no database, return it unchanged."""
    if not content.startswith(SQLITE):
        return content
    made = io.BytesIO()
    with tarfile.open(fileobj=made, mode="w:gz") as archive:
        database = tarfile.TarInfo(DATABASE.name)
        database.size = len(content)
        archive.addfile(database, io.BytesIO(content))
        archive.add(KEY, KEY.name)
    return made.getvalue()


def _moments() -> dict[Path, dt.datetime]:
    """Return {path: time at which the copy was made}, the newest copy first; {} if the file MOMENTS cannot be read."""
    try:
        told = json.loads(MOMENTS.read_text())
        moments = [(path, dt.datetime.fromisoformat(told[path.name])) for path in COPIES if path.name in told]
        there = [(path, at) for path, at in moments if begun(path)]
        return dict(sorted(there, key=lambda each: (each[0].name == told.get("newest"), each[1]), reverse=True))
    except (OSError, ValueError, TypeError):
        return {}
