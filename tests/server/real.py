"""A real server in a process of its own, with a group, a match and a phone that keeps score."""

from __future__ import annotations

import atexit
import http.client
import json
import os
import re
import shutil
import signal
import socket
import subprocess
import sys
import tempfile
import time
import urllib.error
import urllib.request
from collections.abc import Iterator, Sequence
from http.cookiejar import CookieJar
from pathlib import Path
from typing import TYPE_CHECKING
from urllib.parse import urlencode

import pytest

from scorekeeper.server.network import port_is_free
from tests.ports import free_port
from tests.postgres import PROGRAMS
from tests.processes import signal_with_children

if TYPE_CHECKING:
    from tests.server.caddy import Caddy

ONE_WORKER = ("--workers", "1")  # for tests that need no second worker: the server starts in half the time
ROOT = Path(__file__).resolve().parent.parent.parent

SET_UP = """
from django.core.management import call_command
call_command("migrate", verbosity=0)
from scorekeeper.people.models import Group, Role, ShareLink, User, Player
from scorekeeper.nights.models import Match, Night
from scorekeeper.server.write_queue import write_transaction
with write_transaction():
    group = Group.create_with_owner("Friday cards", User.objects.create_user("Alice", password="green felt and brass"))
    players = [Player.objects.create(group=group, name=name) for name in ("Anna", "Ben", "Carla", "Dirk")]
    match = Match.start(Night.tonight(group), "rufmariasch", players, {}, 0)
    link, token = ShareLink.make(group, Role.SCORER, "Sam")
print(f"SET {match.get_absolute_url()} {token}")
"""


IN_TURN = """
import io, json
from django.core.management import CommandError, call_command
said = []
for command in %r:
    out = io.StringIO()
    try:
        call_command(*command, stdout=out)
        said.append(out.getvalue())
    except CommandError as refused:
        said.append(f"refused: {refused}")
print(json.dumps(said))
"""

PREPARED: list[tuple[Path, str, str]] = []

# The two encodings of a form, each with the first half of a body; %s is the place of the CSRF token.
FORM = ("application/x-www-form-urlencoded", b"csrfmiddlewaretoken=%s&language=de&filler=")
MULTIPART = (
    "multipart/form-data; boundary=edge",
    b'--edge\r\nContent-Disposition: form-data; name="csrfmiddlewaretoken"\r\n\r\n%s\r\n--edge\r\nContent-Dispos',
)


MORE_MATCHES = """
from scorekeeper.nights.models import Match, Night
from scorekeeper.people.bounds import GAMES_A_NIGHT
from scorekeeper.server.write_queue import write_transaction
first = Match.objects.first()
players = [seat.player for seat in first.seated]
with write_transaction():
    for number in range({count}):
        if number % GAMES_A_NIGHT.most == 0:
            night = Night.objects.create(group=first.night.group)
        print("MATCH", Match.start(night, first.game_slug, players, {{}}, 0).get_absolute_url())
"""


class Server:
    """`manage.py serve` on a port and a data folder of its own; it can be killed and started again.

    `options` are those of `serve`. With a PostgreSQL `url`, PostgreSQL's tools are on the server's PATH. If `powers` is
    False, the commands that `manage` runs have no Linux capabilities, so that even root obeys file permissions.
    """

    def __init__(
        self, data: Path, url: str = "", options: Sequence[str] = (), powers: bool = True, **environment: str
    ) -> None:
        self.port, self.options = free_port(), options
        self.as_user = ["setpriv", "--bounding-set=-all", "--inh-caps=-all"] if not powers and not os.geteuid() else []
        self.environment = {**os.environ, "SCOREKEEPER_DATA": str(data), "PYTHONUNBUFFERED": "1", "DATABASE_URL": url}
        self.environment |= environment
        if url:
            self.environment["PATH"] = f"{PROGRAMS}:{os.environ['PATH']}"
        self.environment.pop("DJANGO_SETTINGS_MODULE", None)
        self.log = data.with_name(f"{data.name}.log")
        self.process: subprocess.Popen[bytes] | None = None

    def manage(self, *arguments: str, **environment: str) -> str:
        done = subprocess.run(
            [*self.as_user, sys.executable, "manage.py", *arguments],
            cwd=ROOT,
            env=self.environment | environment,
            capture_output=True,
            text=True,
            check=False,
        )
        try:
            done.check_returncode()
        except subprocess.CalledProcessError as error:
            error.add_note(done.stderr)
            raise
        return done.stdout

    def manage_in_turn(self, *commands: Sequence[str]) -> list[str]:
        """Run the commands in turn in one process. Return the output of each, or "refused: " and the reason."""
        said: list[str] = json.loads(self.manage("shell", "-v0", "-c", IN_TURN % (commands,)))
        return said

    def set_up(self) -> tuple[str, str]:
        """Make a group and a match by copying a data folder that is filled once for all servers.

        On PostgreSQL, fill the database itself. Return the match's path and a scorer's token.
        """
        if self.environment["DATABASE_URL"]:
            return self.fill()
        if not PREPARED:
            folder = Path(tempfile.mkdtemp(prefix="scorekeeper-prepared-"))
            atexit.register(shutil.rmtree, folder, ignore_errors=True)
            PREPARED.append((folder, *self.fill(SCOREKEEPER_DATA=str(folder))))
        [(folder, match, token)] = PREPARED
        shutil.copytree(folder, self.environment["SCOREKEEPER_DATA"])
        return match, token

    def fill(self, **environment: str) -> tuple[str, str]:
        """Make a group and a match in this environment's database; return the match's path and a scorer's token."""
        answer = self.manage("shell", "-v0", "-c", SET_UP, **environment)
        said = re.search(r"^SET (\S+) (\S+)$", answer, re.MULTILINE)
        assert said
        return said[1], said[2]

    def begin(self) -> None:
        """Start the server without waiting until it answers."""
        with self.log.open("ab") as log:
            self.process = subprocess.Popen(
                [sys.executable, "manage.py", "serve", "--port", str(self.port), *self.options],
                cwd=ROOT,
                env=self.environment,
                stdout=log,
                stderr=log,
                start_new_session=True,
            )

    def start(self) -> None:
        self.begin()
        until = time.monotonic() + 90
        while time.monotonic() < until:
            try:
                urllib.request.urlopen(f"http://127.0.0.1:{self.port}/healthz", timeout=1).close()
                return
            except (urllib.error.URLError, OSError):
                time.sleep(0.05)
        raise TimeoutError(f"the server did not start\n{self.said}")

    @property
    def said(self) -> str:
        """The end of the server's log, for the message of a failed test."""
        return self.log.read_text()[-5000:]

    def stop(self) -> int:
        """Send SIGTERM to the server's main process, as a service manager does; return its exit status."""
        assert self.process
        self.process.terminate()
        return self.process.wait(60)

    def kill(self) -> None:
        """Send SIGKILL to the server and its workers, as in a power cut; return when nothing listens on its port."""
        if self.process is not None:
            signal_with_children(self.process.pid, signal.SIGKILL)
            self.process.wait()
            self.process = None
            # A worker that has not ended yet would answer in place of the next server.
            assert port_is_free(self.port, "127.0.0.1")


class Visitor:
    """A browser, not signed in at first. It connects to the proxy `front` or, without one, to the server itself."""

    def __init__(self, server: Server, front: Caddy | None = None) -> None:
        self.server, self.front = server, front
        self.base = front.base if front else f"http://127.0.0.1:{server.port}"
        self.cookies = CookieJar()
        handlers: list[urllib.request.BaseHandler] = [urllib.request.HTTPCookieProcessor(self.cookies)]
        if front:
            handlers.append(urllib.request.HTTPSHandler(context=front.trust))
        self.opener = urllib.request.build_opener(*handlers)
        if front:
            self.opener.addheaders.append(("Origin", front.base))

    def connection(self, timeout: float = 10) -> http.client.HTTPConnection:
        """Return a connection that stays open and sends no cookies."""
        host = self.base.partition("://")[2]
        if self.front:
            return http.client.HTTPSConnection(host, timeout=timeout, context=self.front.trust)
        return http.client.HTTPConnection(host, timeout=timeout)

    @staticmethod
    def token_in(page: str) -> str:
        """Return the CSRF token of the forms of this page."""
        found = re.search(r'name="csrfmiddlewaretoken" value="([^"]+)"', page)
        assert found
        return found[1]

    def get(self, path: str) -> str:
        with self.opener.open(self.base + path, timeout=10) as answer:
            return str(answer.read().decode())

    def submit(self, path: str, **fields: str) -> str:
        """Submit the form of this page; return the page to which it leads."""
        data = {"csrfmiddlewaretoken": self.token_in(self.get(path)), **fields}
        with self.opener.open(self.base + path, urlencode(data).encode(), timeout=10) as answer:
            return str(answer.read().decode())


class Phone(Visitor):
    """A phone that keeps score: it joins by a share link and posts forms with their CSRF token."""

    def __init__(self, server: Server, match: str, token: str, front: Caddy | None = None) -> None:
        super().__init__(server, front)
        self.match = match
        join = f"/join/{token}/"
        self.form_token = self.token_in(self.get(join))
        self.post(join, {})
        self.form_token = self.token_in(self.get(match + "adjust/"))

    def post(self, path: str, data: dict[str, object]) -> int:
        """Post a form; return the status of the answer. Redirects are followed: the status is that of the last page."""
        body = urlencode({**data, "csrfmiddlewaretoken": self.form_token}).encode()
        try:
            with self.opener.open(self.base + path, body, timeout=10) as answer:
                answer.read()
                return int(answer.status)
        except urllib.error.HTTPError as error:
            error.read()
            return error.code

    def seen(self) -> int:
        found = re.search(r'name="seen" value="(\d+)"', self.get(self.match + "adjust/"))
        assert found
        return int(found[1])

    def adjust(self, key: str, seen: int, amount: int) -> int:
        return self.post(self.match + "adjust/", {"key": key, "seen": seen, "points-0": amount, "points-1": -amount})


def more_matches(server: Server, count: int) -> list[str]:
    """Start so many further matches, with the players of the server's first match; return their addresses."""
    said = server.manage("shell", "-v0", "-c", MORE_MATCHES.format(count=count))
    return re.findall(r"^MATCH (\S+)$", said, re.MULTILINE)


def half_body(
    server: Server, kind: tuple[str, bytes], token: str, cookie: str, sender: str = "127.0.0.1"
) -> socket.socket:
    """Send only the first part of a form, with a valid token. Return the open connection."""
    content_type, body = kind
    connection = socket.create_connection(("127.0.0.1", server.port), timeout=30, source_address=(sender, 0))
    head = (
        f"POST /language/ HTTP/1.1\r\nHost: 127.0.0.1:{server.port}\r\nCookie: scorekeeper_csrf={cookie}\r\n"
        f"Content-Type: {content_type}\r\nContent-Length: 1000\r\n\r\n"
    )
    connection.sendall(head.encode() + body % token.encode())
    return connection


def token_and_cookie(server: Server) -> tuple[str, str]:
    """Return a CSRF token and its cookie, as a visitor of the sign-in page gets them."""
    visitor = Visitor(server)
    token = visitor.token_in(visitor.get("/account/login/"))
    return token, next(str(cookie.value) for cookie in visitor.cookies if cookie.name == "scorekeeper_csrf")


@pytest.fixture(scope="session")
def running(tmp_path_factory: pytest.TempPathFactory) -> Iterator[tuple[Server, Phone]]:
    """Yield a server for all tests, and a phone at its match. A test finds what earlier tests have saved."""
    server = Server(tmp_path_factory.mktemp("running") / "data")
    match, token = server.set_up()
    server.start()
    yield server, Phone(server, match, token)
    server.kill()
