"""The command that migrates the database, starts the server, and prints its address."""

import io
import logging
import multiprocessing
import os
import resource
import shutil
import signal
import sqlite3
import threading
import time
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager, suppress
from typing import Any
from urllib.parse import urlsplit

import segno
from django.conf import settings
from django.core.management import call_command
from django.core.management.base import BaseCommand, CommandError, CommandParser
from django.db import DatabaseError, connection, connections
from django.urls import reverse
from granian import Granian
from granian.constants import HTTPModes, Interfaces
from granian.http import HTTP1Settings
from granian.log import LogLevels

from scorekeeper.people.models import Group, OwnerLink, User
from scorekeeper.sending.models import ProcessedForm
from scorekeeper.server import same_file
from scorekeeper.server.backups import back_up_before_update, back_up_daily, startup_error
from scorekeeper.server.checks import wrong_settings
from scorekeeper.server.data_folder import (
    LONGEST_WAIT,
    WRITTEN,
    BadBackup,
    folder_in_use,
    forbidden,
    locked,
)
from scorekeeper.server.network import is_only_here, port_is_free, site_addresses
from scorekeeper.server.postgresql import advisory_lock, check_reachable
from scorekeeper.server.upgrade import bring_up_to_date, check_secret_key, news
from scorekeeper.server.write_queue import write_transaction
from scorekeeper.web.static_files import collect

MOST_CONNECTIONS = 12_000  # per worker; each phone that shows a page keeps a connection open
LOOK_EVERY = 60 * 60  # seconds between two checks of whether the daily backup is due
THREADS = 128  # per worker; most requests take milliseconds, but one whose body is slow to arrive occupies a thread
PAUSE = 0.5  # seconds before a restart if all workers have died; without a pause, restarts could use a whole core

logger = logging.getLogger(__name__)


def allow_connections() -> None:
    """Raise the limit of open files: each connection is one, and many systems allow only 1,000 by default."""
    now, most = resource.getrlimit(resource.RLIMIT_NOFILE)
    wanted = MOST_CONNECTIONS + 1000
    if now < wanted:
        resource.setrlimit(
            resource.RLIMIT_NOFILE, (wanted if most == resource.RLIM_INFINITY else min(wanted, most), most)
        )


class Command(BaseCommand):
    help = "Start Scorekeeper on the local network."
    requires_system_checks = []  # the checks are for developers, and import every view

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("--port", type=int, default=8000)
        parser.add_argument(
            "--address", help="address to listen on (default: all of them; behind a proxy with https: 127.0.0.1)"
        )
        parser.add_argument("--workers", type=int, default=2)
        parser.add_argument(
            "--leave",
            type=float,
            default=0,
            metavar="SECONDS",
            help="on SIGTERM, tell the proxy this long before stopping",
        )
        parser.add_argument(
            "--metrics",
            metavar="[ADDRESS:]PORT",
            help="serve metrics for Prometheus there (default address: 127.0.0.1)",
        )
        parser.add_argument(
            "--new-key", action="store_true", help="use this secret key even if other servers used a different one"
        )

    def handle(self, *args: Any, **options: Any) -> None:
        port: int = options["port"]
        if not 1 <= port <= 65535:
            raise CommandError(f"Port {port} does not exist. Choose one from 1024 to 65535.")
        address: str = options["address"] or ("127.0.0.1" if settings.HTTPS else "0.0.0.0")  # noqa: S104 - for phones
        try:
            free = port_is_free(port, address)
        except PermissionError as error:
            raise CommandError(f"Port {port} is not open to this user. Choose one from 1024 to 65535.") from error
        except OSError as error:
            raise CommandError(f"This machine cannot listen on {address}. Choose another address, or none.") from error
        if not free:
            other = f"serve --port {port + 1}" if settings.INSTALLED else f"PORT={port + 1} make serve"
            raise CommandError(f"Port {port} is in use. Choose another one: {other}")

        os.umask(0o077)  # files in the data folder are private to their owner
        if whose := forbidden(path for name in WRITTEN for path in sorted(settings.DATA_DIR.glob(name))):
            raise CommandError(f"No server can start on {settings.DATA_DIR}: {whose}")
        with folder_in_use(settings.DATA_DIR) as free:
            if not free:
                raise CommandError("A backup is being restored right now. Try again in a minute.")
            self.prepare(options["new_key"])
            for sentence in wrong_settings():
                self.stderr.write(self.style.WARNING(sentence))
            self.say_what_is_new()
            self.say_where(port, address)
            connections.close_all()
            same_file.remember()
            with self.metrics(options["metrics"]):
                self.serve(address, port, options["workers"], options["leave"])
        self.stdout.write("Stopped. Everything is saved.")

    def prepare(self, new_key: bool) -> None:
        """Prepare database, translations and static files; raise CommandError if the server cannot start."""
        try:
            check_reachable()
        except DatabaseError as error:
            raise CommandError(f"PostgreSQL cannot be reached with DATABASE_URL: {error}") from error
        try:
            with locked(settings.DATA_DIR / "start.lock", LONGEST_WAIT), advisory_lock("start"):
                self.prepare_database(new_key)
            call_command("compile_words", verbosity=0)
            collect()
        except (OSError, sqlite3.Error, DatabaseError, BadBackup) as error:
            room = shutil.disk_usage(settings.DATA_DIR).free
            raise CommandError(
                f"Scorekeeper could not prepare its files in {settings.DATA_DIR} ({room:,} bytes free): {error}"
            ) from error

    def prepare_database(self, new_key: bool) -> None:
        """Migrate the tables, check the secret key, and delete expired data."""
        if message := startup_error():
            raise CommandError(message)
        if made := back_up_before_update():
            self.stdout.write(f"This version changes the database. A backup of the old one is in {made}.")
        bring_up_to_date()
        if message := check_secret_key(new_key):
            raise CommandError(message)
        call_command("clearsessions")
        with write_transaction():
            Group.forget_gone()
            ProcessedForm.forget_old()

    def say_what_is_new(self) -> None:
        if found := news():
            self.stdout.write("New since this server was last started:\n" + "\n".join(found))

    @contextmanager
    def metrics(self, where: str | None) -> Iterator[None]:
        if not where:
            yield
            return
        try:
            from scorekeeper.server import metrics
        except ImportError as error:
            raise CommandError(f"Metrics need the extra scorekeeper[metrics]: {error}") from error
        with ExitStack() as end:
            try:
                end.enter_context(metrics.served(where))
            except (OSError, ValueError, OverflowError) as error:
                raise CommandError(f"Metrics cannot be served at {where}: {error}") from error
            yield

    def serve(self, address: str, port: int, workers: int, leave: float) -> None:
        """Serve until a signal stops the server. If all workers of Granian have died, start it again."""
        # Spawn the workers: a forked one would inherit SQLite's open files, and rely on locks that it does not hold.
        multiprocessing.set_start_method("spawn", force=True)
        allow_connections()
        threading.Thread(target=self.keep_backups, daemon=True).start()
        stopped = threading.Event()

        def stop_on_signals() -> None:
            stop: Any = signal.getsignal(signal.SIGTERM)  # Granian's handler

            def told(number: int, frame: Any) -> None:
                if number == signal.SIGTERM and leave and not stopped.is_set():
                    for worker in multiprocessing.active_children():
                        if worker.pid:
                            os.kill(worker.pid, signal.SIGUSR1)  # from now on, /healthz answers 503
                    threading.Timer(leave, stop, (number, frame)).start()
                else:
                    stop(number, frame)
                stopped.set()

            for number in (signal.SIGINT, signal.SIGTERM, signal.SIGHUP):  # SIGHUP: the terminal was closed
                signal.signal(number, told)

        while not stopped.is_set():
            server = Granian(
                "scorekeeper.server.worker:application",
                address=address,
                port=port,
                interface=Interfaces.WSGI,
                http=HTTPModes.http1,
                http1_settings=HTTP1Settings(header_read_timeout=10_000),  # milliseconds; also closes idle connections
                backlog=4096,
                backpressure=MOST_CONNECTIONS,
                blocking_threads=THREADS,
                workers=workers,
                respawn_failed_workers=True,
                workers_kill_timeout=5,
                log_level=LogLevels.error,  # no warning of the number of threads, which is intended
            )
            server.on_startup(stop_on_signals)
            with suppress(SystemExit):  # Granian could not start, and has printed why
                server.serve()
            stopped.wait(PAUSE)

    def keep_backups(self) -> None:
        """Make the daily backup when it is due; check this every LOOK_EVERY seconds. A failure is only logged."""
        while True:
            try:
                same_file.check()
                back_up_daily()
            except (BadBackup, OSError, ValueError, sqlite3.Error, DatabaseError) as error:
                logger.error("The daily backup failed. %s", error)
            connection.close()
            time.sleep(LOOK_EVERY)

    def say_where(self, port: int, listening: str) -> None:
        bases = site_addresses(port, listening)
        places = " and at ".join(f"{base}/" for base in bases)
        self.stdout.write(f"Scorekeeper is at {places} (Ctrl-C stops it; data in {settings.DATA_DIR})")
        if is_only_here(str(urlsplit(bases[0]).hostname)):
            self.stdout.write(
                "Phones cannot reach that: this computer is in no network. Connect it to a Wi-Fi or let it be a hotspot. "
                "Then the codes on its pages lead there."
            )
        if settings.WHITENOISE_ROOT:
            self.stdout.write(
                f"For a phone alone: http://localhost:{port}/pocket/ (from other machines it needs https)"
            )
        if settings.HTTPS:  # a hosted server logs its output, and a log must contain no link
            if not User.anybody_signs_in():
                self.stdout.write(
                    "There is no account yet: scorekeeper owner_link prints a link to create the first one."
                )
            self.stdout.flush()
            return
        path = "/"
        if not User.anybody_signs_in():
            with write_transaction():
                token = OwnerLink.make()
            path = reverse("owner_link", args=[token])
            self.stdout.write("Scan or open this to create your account (it works once):")
        for base in bases:
            if len(bases) > 1 or path != "/":
                self.stdout.write(base + path)
            self.draw_code(base + path)
        self.stdout.flush()

    def draw_code(self, url: str) -> None:
        """Print the URL as a QR code, if the output is encoded as UTF-8."""
        if (self.stdout.encoding or "").lower().replace("-", "") == "utf8":
            code = io.StringIO()
            segno.make(url, micro=False).terminal(out=code, compact=True)
            self.stdout.write(code.getvalue())
