"""The files that last on the phone, by the names of shell/storage.js; read and written without Django.

Beside the database lie two copies of it, how it was at two moments: for when it is damaged, or was replaced.
"""

import datetime as dt
import io
import json
import os
import sqlite3
import tarfile
from contextlib import closing
from pathlib import Path
from typing import Any

DATA = Path(os.environ["SCOREKEEPER_DATA"])
DATABASE, KEY, COOKIES = DATA / "scorekeeper.sqlite3", DATA / "secret_key", DATA / "cookies.json"
COPIES, MOMENTS = (DATA / "kept-1.sqlite3", DATA / "kept-2.sqlite3"), DATA / "kept.json"
PREPARED = Path(__file__).parent / "prepared.sqlite3"  # made by pocket.build, with every table and no rows
KEEP_EVERY = dt.timedelta(minutes=30)
SQLITE = b"SQLite format 3\0"
PAGE = 4096  # bytes


class NoCopy(Exception):
    """There is no copy to take, or the file is none, for the reason in the text."""


def begun(path: Path) -> bool:
    """Whether a database is in this file."""
    if not path.exists():
        return False
    with path.open("rb") as file:
        return file.read(len(SQLITE)) == SQLITE


def check(path: Path) -> None:
    """Raises sqlite3.DatabaseError where what is in this file is damaged."""
    with closing(sqlite3.connect(path)) as there:
        (found,) = there.execute("PRAGMA quick_check").fetchone()
    if found != "ok":
        raise sqlite3.DatabaseError(found)


def write(path: Path, database: bytes) -> None:
    """The whole file of a database. Its first page goes last: until then it counts as none."""
    database = database[:18] + b"\1\1" + database[20:]  # never with a write-ahead log, which needs shared memory
    with path.open("r+b" if path.exists() else "w+b") as file:
        file.truncate(0)
        file.seek(PAGE)
        file.write(database[PAGE:])
        file.flush()
        os.fsync(file.fileno())
        file.seek(0)
        file.write(database[:PAGE])
        file.flush()
        os.fsync(file.fileno())


def keep(now: dt.datetime, every: dt.timedelta = KEEP_EVERY) -> None:
    """Writes the database over the older copy, unless the newer one is younger than this or the same.

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
    """The newest copy that is whole, and how old it is."""
    moments = _moments()
    for path in sorted(moments, key=lambda path: moments[path], reverse=True):
        try:
            check(path)
        except sqlite3.DatabaseError:
            continue
        return path, moments[path]
    return None


def go_back(copy: Path) -> None:
    """Brings this copy back, in one transaction. Nobody may have the database open."""
    with closing(sqlite3.connect(copy)) as source, closing(sqlite3.connect(DATABASE)) as live:
        live.execute("PRAGMA journal_mode=TRUNCATE")
        source.backup(live)


def begin() -> None:
    """Makes the database usable at a start: the first one copies the prepared database.

    Raises sqlite3.DatabaseError where what is there is damaged.
    """
    if not begun(DATABASE):  # or the start was cut off that was to replace it
        found = kept()
        write(DATABASE, (found[0] if found else PREPARED).read_bytes())
    check(DATABASE)


def rescue(copy: Any) -> None:
    """Replaces a database that cannot be used: by the newest copy that is whole, or by the one in this backup.

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
    os.truncate(DATABASE.with_name(f"{DATABASE.name}-journal"), 0)  # of the damaged one
    write(DATABASE, content)


def _unpacked(backup: bytes) -> bytes:
    """The database of a backup, as scorekeeper.server.backups writes them."""
    aside = Path("/tmp/copy.sqlite3")  # noqa: S108 - nobody else is on this system
    try:
        with tarfile.open(fileobj=io.BytesIO(backup), mode="r:gz") as archive:
            member = archive.extractfile(DATABASE.name)
            aside.write_bytes(member.read() if member else b"")
        check(aside)
        return aside.read_bytes()
    except (tarfile.TarError, EOFError, OSError, KeyError, sqlite3.DatabaseError) as error:
        raise NoCopy(f"This file is no copy: {error}") from error
    finally:
        aside.unlink(missing_ok=True)


def _moments() -> dict[Path, dt.datetime]:
    """When each copy was made."""
    try:
        told = json.loads(MOMENTS.read_text())
    except (OSError, ValueError):
        return {}
    return {path: dt.datetime.fromisoformat(told[path.name]) for path in COPIES if path.name in told and begun(path)}
