"""Dumps of PostgreSQL, and advisory locks, which let only one of several servers do a job."""

from __future__ import annotations

import re
import shutil
import subprocess
import zlib
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

from django.db import connection
from django.db.backends.base.base import BaseDatabaseWrapper

from scorekeeper.server.data_folder import LONGEST_WAIT, BadBackup

_VERSION = re.compile(r"(\d+)(?:\.\d+)?")
# Lines of a script with one of these prefixes are skipped: comments, commands of psql, and settings of a session. The
# script runs in Django's session, and names each table with its schema.
_OF_THE_SESSION = (b"SET ", b"SELECT pg_catalog.set_config(", b"\\", b"--")


def check_reachable() -> None:
    """Raise OperationalError with the cause if PostgreSQL cannot be reached. The pool would hide the cause."""
    if connection.vendor == "postgresql":
        with connection.wrap_database_errors:
            connection.Database.connect(**connection.get_connection_params()).close()  # type: ignore[attr-defined]


@contextmanager
def advisory_lock(what: str, wait: bool = True) -> Iterator[bool]:
    """Hold the advisory lock with this name inside the block; yield whether it is held."""
    if connection.vendor != "postgresql":
        yield True
        return
    number = zlib.crc32(what.encode())
    with connection.cursor() as cursor:
        if wait:
            cursor.execute(f"SET lock_timeout = '{LONGEST_WAIT}s'")
            cursor.execute("SELECT pg_advisory_lock(%s)", [number])
            cursor.execute("RESET lock_timeout")
            mine = True
        else:
            cursor.execute("SELECT pg_try_advisory_lock(%s)", [number])
            mine = bool(cursor.fetchone()[0])
    try:
        yield mine
    finally:
        if mine and connection.connection is not None and not connection.connection.closed:
            with connection.cursor() as cursor:
                cursor.execute("SELECT pg_advisory_unlock(%s)", [number])


def dump(target: Path) -> None:
    """Dump all tables, as of one moment, in the custom format of pg_dump; raise BadBackup if that fails."""
    service = target.with_name("service")
    service.touch(0o600)
    parameters = (f"{name}={value}" for name, value in _parameters().items())
    service.write_text("\n".join(["[scorekeeper]", *parameters]))
    try:
        # The password is in a private file, as every user can read the command lines of processes.
        _run(
            "pg_dump",
            *("--dbname=service=scorekeeper", "--format=custom", "--no-owner", "--no-privileges", "--no-password"),
            f"--file={target}",
            PGSERVICEFILE=str(service),
        )
    finally:
        service.unlink()


def script_of(dump: Path) -> Path:
    """Convert a dump into a script of SQL statements beside it; return its path. Raise BadBackup if it fails."""
    script = dump.with_suffix(".sql")
    _run("pg_restore", "--no-owner", "--no-privileges", "--schema=public", f"--file={script}", str(dump))
    return script


def is_used_by_others(source: BaseDatabaseWrapper) -> bool:
    """Return whether another Scorekeeper process is connected to this database; False for SQLite."""
    if source.vendor != "postgresql":
        return False
    with source.cursor() as cursor:
        cursor.execute(
            "SELECT count(*) FROM pg_stat_activity WHERE datname = current_database() "
            "AND application_name = 'scorekeeper' AND pid <> pg_backend_pid()"
        )
        return bool(cursor.fetchone()[0])


def replace_with(script: Path) -> None:
    """Replace all tables by those of this script, in the current transaction."""
    quote = connection.ops.quote_name
    with connection.cursor() as cursor, connection.wrap_database_errors:
        cursor.execute("SET CONSTRAINTS ALL IMMEDIATE")
        for table in connection.introspection.table_names(cursor):
            cursor.execute(f"DROP TABLE {quote(table)} CASCADE")
        raw: Any = cursor.cursor
        statements = bytearray()
        with script.open("rb") as lines:
            for line in lines:
                if line.startswith(b"COPY "):
                    raw.execute(bytes(statements))
                    statements.clear()
                    with raw.copy(line.strip().removesuffix(b";")) as copy:
                        for row in iter(lines.readline, b"\\.\n"):
                            copy.write(row)
                elif not line.startswith(_OF_THE_SESSION):
                    statements += line
        raw.execute(bytes(statements))


def _run(program: str, *arguments: str, **environment: str) -> None:
    """Run a program of PostgreSQL; raise BadBackup if it is missing, older than the server, or fails."""
    path = shutil.which(program)
    if path is None:
        raise BadBackup(
            f"{program} is not installed: it comes with PostgreSQL’s client (apt install postgresql-client)."
        )
    connection.ensure_connection()
    server: int = connection.pg_version // 10000  # type: ignore[attr-defined]
    said = subprocess.run([path, "--version"], capture_output=True, text=True, check=False).stdout  # noqa: S603
    found = _VERSION.search(said)
    if found is None or int(found[1]) < server:
        raise BadBackup(
            f"{path} is PostgreSQL {found[1] if found else '?'}, older than the server ({server}): "
            f"install the client of {server} (apt install postgresql-client-{server})."
        )
    done = subprocess.run(  # noqa: S603
        [path, *arguments],
        env={"PATH": "/usr/bin:/bin", "LC_ALL": "C", **environment},
        capture_output=True,
        text=True,
        check=False,
    )
    if done.returncode:
        raise BadBackup(f"{program} says: {done.stderr.strip()[-1000:]}")


def _parameters() -> dict[str, str]:
    """Return those connection parameters that libpq knows, by name, except `options` and `client_encoding`."""
    from psycopg.pq import Conninfo

    known = {each.keyword.decode() for each in Conninfo.get_defaults()}
    given: dict[str, Any] = connection.get_connection_params()
    return {name: str(value) for name, value in given.items() if name in known - {"options", "client_encoding"}}
