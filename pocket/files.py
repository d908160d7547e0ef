"""The files that last on the phone, by the names of shell/storage.js, which saves all of them at once after a request.

Beside the database lie two copies of it, how it was at two moments: for when it is damaged, or was replaced.
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
# Made by pocket.build: a database with every table and no rows, and the number of its tables' version.
PREPARED, SCHEMA = Path(__file__).parent / "prepared.sqlite3", Path(__file__).parent / "prepared.json"
KEEP_EVERY = dt.timedelta(minutes=30)
SQLITE = b"SQLite format 3\0"


class Damaged(Exception):
    """Raised where the file of the database cannot be read."""


class NoCopy(Exception):
    """There is no copy to take, or the file is none, for the reason in the text."""


def begun(path: Path) -> bool:
    """Return whether a database is in this file."""
    if not path.exists():
        return False
    with path.open("rb") as file:
        return file.read(len(SQLITE)) == SQLITE


def check(path: Path) -> None:
    """Raise Damaged where what is in this file is no whole database."""
    try:
        with closing(sqlite3.connect(path)) as there:
            (found,) = there.execute("PRAGMA quick_check").fetchone()
    except sqlite3.DatabaseError as error:
        raise Damaged(str(error)) from error
    if found != "ok":
        raise Damaged(found)


def write(path: Path, database: bytes) -> None:
    """Write the whole file of a database, never with a write-ahead log, which needs shared memory."""
    path.write_bytes(database[:18] + b"\1\1" + database[20:])


def keep(now: dt.datetime, every: dt.timedelta = KEEP_EVERY) -> None:
    """Write the database over the older copy, unless the newer one is younger than this or the same.

    Nothing may be writing to the database.
    """
    moments = _moments()
    newest = max(moments, key=lambda path: moments[path], default=None)
    content = DATABASE.read_bytes()
    if newest and (now - moments[newest] < every or newest.read_bytes() == content):
        return
    target = next(path for path in COPIES if path != newest)
    write(target, content)
    moments[target] = now
    MOMENTS.write_text(json.dumps({path.name: at.isoformat() for path, at in moments.items()}))


def kept() -> tuple[Path, dt.datetime] | None:
    """Return the newest copy that is whole, and how old it is."""
    moments = _moments()
    for path in sorted(moments, key=lambda path: moments[path], reverse=True):
        try:
            check(path)
        except Damaged:
            continue
        return path, moments[path]
    return None


def go_back(copy: Path) -> None:
    """Bring this copy back. Nobody may have the database open."""
    write(DATABASE, copy.read_bytes())


def begin() -> None:
    """Make the database usable at a start: the first one copies the prepared database. Raises Damaged."""
    if not DATABASE.exists() or not DATABASE.stat().st_size:
        found = kept()
        write(DATABASE, (found[0] if found else PREPARED).read_bytes())
    check(DATABASE)


def rescue(copy: Any) -> None:
    """Replace a database that cannot be used: by the newest copy that is whole, or by the one in this backup.

    A backup is bytes, or a JavaScript array of them; an empty one stands for beginning anew. Raises NoCopy.
    """
    if copy is None:
        found = kept()
        if found is None:
            raise NoCopy("There is no copy.")
        content = found[0].read_bytes()
    else:
        backup = copy if isinstance(copy, bytes) else copy.to_bytes()
        content = _unpacked(backup) if backup else PREPARED.read_bytes()
    DATABASE.with_name(f"{DATABASE.name}-journal").unlink(missing_ok=True)  # of the damaged one
    write(DATABASE, content)


def _unpacked(backup: bytes) -> bytes:
    """Return the database of a backup, as scorekeeper.server.backups writes them, or of a file that is one."""
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
    """Return the backup in this file; where it is the file of a database alone, a backup of that."""
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
    """Return when each copy was made; none where the file with these moments is not whole."""
    try:
        told = json.loads(MOMENTS.read_text())
        return {
            path: dt.datetime.fromisoformat(told[path.name]) for path in COPIES if path.name in told and begun(path)
        }
    except (OSError, ValueError, TypeError):
        return {}
