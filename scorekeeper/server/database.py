"""Django's settings of the database and the cache. By default both are in the data folder."""

import sys
from importlib.util import find_spec
from pathlib import Path
from typing import Any
from urllib.parse import urlsplit

from scorekeeper.server.data_folder import make_folder, private_file

TIMEOUT = 20  # seconds to wait for a lock, or for a connection of the pool
UNFINISHED_MOVE = "scorekeeper_unfinished_move"  # a table that the target of `move` has until all data is copied
MOST_CONNECTIONS = 10  # the maximum number of connections of one process to PostgreSQL
# kB of SQLite's cache per connection: little, as each thread has a connection, and the system caches the file, too.
PAGES_KEPT = 400


def database(url: str, file: Path) -> dict[str, Any]:
    """Return Django's settings of the database at this URL. If the URL is "", use this SQLite file."""
    scheme, _, path = url.partition("://")
    if scheme in ("postgresql", "postgres"):
        return _postgresql(url)
    if url and scheme != "sqlite":
        sys.exit("DATABASE_URL is not understood: postgresql://user:password@host/name is, and sqlite:///folder/file.")
    if url and Path(path).is_dir():
        sys.exit(f"DATABASE_URL names a folder, {path or '.'}: sqlite:///folder/file names a file.")
    return _sqlite(Path(path) if url else file)


def _sqlite(file: Path) -> dict[str, Any]:
    """Return settings for SQLite: saved rounds survive a power cut, and deleted data is overwritten."""
    return {
        "ENGINE": "django.db.backends.sqlite3",
        "NAME": private_file(file),
        "CONN_MAX_AGE": None,
        "OPTIONS": {
            "transaction_mode": "IMMEDIATE",
            "timeout": TIMEOUT,
            "init_command": "PRAGMA journal_mode=WAL; PRAGMA synchronous=FULL; PRAGMA secure_delete=ON; "
            f"PRAGMA cache_size=-{PAGES_KEPT};",
        },
    }


def _postgresql(url: str) -> dict[str, Any]:
    """Return settings for PostgreSQL: the threads of a process share a pool of connections."""
    try:
        from psycopg import ProgrammingError
        from psycopg.conninfo import conninfo_to_dict
    except ImportError as error:
        sys.exit(f"DATABASE_URL is for PostgreSQL, but psycopg cannot be used here: {error}")
    try:
        given: dict[str, Any] = conninfo_to_dict(url)
    except ProgrammingError as error:
        sys.exit(f"DATABASE_URL is not understood: {str(error).strip()}")
    for port in filter(None, str(given.get("port", "")).split(",")):
        if not (port.isdecimal() and 0 < int(port) < 65536):
            sys.exit(f"DATABASE_URL is not understood: there is no port {port}.")
    bounds = f"-c lock_timeout={TIMEOUT}s -c idle_in_transaction_session_timeout=60s"
    return {
        "ENGINE": "django.db.backends.postgresql",
        "NAME": given.pop("dbname", "scorekeeper"),
        "USER": given.pop("user", ""),
        "PASSWORD": given.pop("password", ""),
        "HOST": given.pop("host", ""),
        "PORT": given.pop("port", ""),
        "CONN_MAX_AGE": 0,  # each request gives its connection back to the pool
        "CONN_HEALTH_CHECKS": True,
        "OPTIONS": {
            "application_name": "scorekeeper",
            "connect_timeout": 5,
            "options": bounds,
            "pool": {"min_size": 0, "max_size": MOST_CONNECTIONS, "timeout": TIMEOUT},
            **given,
        },
    }


def cache(redis_url: str, on_postgresql: bool, folder: Path) -> dict[str, Any]:
    """Return Django's settings of the default cache, which also counts the attempts to sign in."""
    if redis_url:
        if not redis_url.startswith(("redis://", "rediss://", "unix://")):
            sys.exit("REDIS_URL is not understood: redis://host:6379/0 is, and rediss:// and unix://.")
        try:
            urlsplit(redis_url).port  # noqa: B018 - raises ValueError for an invalid port
        except ValueError as error:
            sys.exit(f"REDIS_URL is not understood: {error}.")
        if find_spec("redis") is None:
            sys.exit("REDIS_URL needs the extra scorekeeper[redis].")
        patience = {"socket_connect_timeout": 2, "socket_timeout": 2}  # seconds
        backend: dict[str, Any] = {"BACKEND": "django.core.cache.backends.redis.RedisCache", "LOCATION": redis_url}
        return backend | {"KEY_PREFIX": "scorekeeper", "OPTIONS": patience}
    if on_postgresql:
        backend = {"BACKEND": "django.core.cache.backends.db.DatabaseCache", "LOCATION": "scorekeeper_cache"}
    else:
        try:
            make_folder(folder)  # so that it has the owner of the data folder, even if root runs this
        except OSError as error:
            sys.exit(f"The folder {folder} cannot be created: {error.strerror}.")
        backend = {"BACKEND": "django.core.cache.backends.filebased.FileBasedCache", "LOCATION": folder}
    return backend | {"OPTIONS": {"MAX_ENTRIES": 20_000}}
