"""The real server, as `make serve` starts it: on a fresh folder, stopped, killed and started again."""

import http.client
import os
import re
import signal
import socket
import subprocess
import sys
import time
from pathlib import Path

import pytest
from django.conf import settings

from tests.ports import free_port

pytestmark = pytest.mark.server


class Server:
    """`manage.py serve` in a process group of its own, like a command typed into a terminal."""

    def __init__(self, data, port):
        self.begin(data, port)
        for _ in range(300):
            # It says where it is once the port is its own; until then a server killed before may still answer.
            try:
                if "Scorekeeper is at" in self.said():
                    self.get("/")
                    return
            except OSError:
                pass
            time.sleep(0.1)
        self.kill()
        pytest.fail(f"the server did not start:\n{self.said()}")

    def begin(self, data, port):
        """Starts it, and does not wait until it answers."""
        self.port = port
        self.log = data.with_name(f"{data.name}-{time.monotonic_ns()}.log")
        env = {**os.environ, "DJANGO_SETTINGS_MODULE": "scorekeeper.settings", "SCOREKEEPER_DATA": str(data)}
        with self.log.open("w") as log:
            self.process = subprocess.Popen(
                [sys.executable, "-u", "manage.py", "serve", "--port", str(port)],
                cwd=settings.BASE_DIR,
                env=env | {"PYTHONIOENCODING": "utf-8"},
                stdout=log,
                stderr=subprocess.STDOUT,
                start_new_session=True,
            )

    def said(self) -> str:
        return self.log.read_text(encoding="utf-8")

    def get(self, path, **headers):
        """Status, headers and text, whatever the status."""
        connection = http.client.HTTPConnection("127.0.0.1", self.port, timeout=5)
        try:
            connection.request("GET", path, headers=headers)
            response = connection.getresponse()
            return response.status, response.headers, response.read().decode(errors="replace")
        finally:
            connection.close()

    def children(self) -> dict[int, str]:
        """The command lines of its processes, by their numbers."""
        found = {}
        for process in Path("/proc").glob("[0-9]*"):
            try:
                parent = re.search(r"^PPid:\s*(\d+)$", (process / "status").read_text(), re.MULTILINE)
                if parent and int(parent[1]) == self.process.pid:
                    found[int(process.name)] = (process / "cmdline").read_text().replace("\0", " ")
            except OSError:  # it has just ended
                continue
        return found

    def workers(self) -> list[int]:
        """Spawned, not forked; Granian gives them a name of their own where it can."""
        return [number for number, line in self.children().items() if "spawn_main" in line or " worker-" in line]

    def interrupt(self) -> str:
        """Ctrl-C: the terminal tells the whole group."""
        os.killpg(self.process.pid, signal.SIGINT)
        self.process.wait(timeout=20)
        return self.said()

    def kill(self):
        self.process.kill()
        self.process.wait()


@pytest.fixture(scope="module")
def data(tmp_path_factory):
    """The data folder of all servers here: fresh for the first test."""
    return tmp_path_factory.mktemp("serve") / "data"


def test_serve(data):
    port = free_port()
    server = Server(data, port)
    _, headers, page = server.get("/")
    assert "script-src 'self'" in headers["Content-Security-Policy"]
    sheet = re.search(r'href="(/static/css/base\.[0-9a-f]{12}\.css)"', page)
    assert sheet is not None
    _, headers, _ = server.get(sheet[1], **{"Accept-Encoding": "br"})
    assert "immutable" in headers["Cache-Control"]
    assert headers["Content-Encoding"] == "br"
    status, _, page = server.get("/g/nosuchgroup2/")
    assert status == 404
    assert "Traceback" not in page
    assert len(server.workers()) == 2, "forked workers share SQLite with their parent"
    before = time.monotonic()
    said = server.interrupt()
    assert time.monotonic() - before < 8
    assert server.process.returncode == 0
    assert f":{port}/" in said
    assert "Everything is saved" in said
    link = re.search(r"/owner/[\w-]{22}/", said)
    assert link is not None
    assert "█" in said, "a QR code to scan"
    assert oct((data / "secret_key").stat().st_mode)[-3:] == "600"
    assert oct((data / "scorekeeper.sqlite3").stat().st_mode)[-3:] == "600"


def test_a_taken_port_is_said_in_plain_words(tmp_path):
    with socket.socket() as taken:
        taken.bind(("0.0.0.0", 0))
        taken.listen()
        done = subprocess.run(
            [sys.executable, "manage.py", "serve", "--port", str(taken.getsockname()[1])],
            cwd=settings.BASE_DIR,
            env={
                **os.environ,
                "DJANGO_SETTINGS_MODULE": "scorekeeper.settings",
                "SCOREKEEPER_DATA": str(tmp_path),
            },
            capture_output=True,
            text=True,
            check=False,
        )
    assert done.returncode == 1
    assert "is in use" in done.stderr
    assert "Traceback" not in done.stderr


def test_it_comes_back_whatever_is_killed(data):
    port = free_port()
    server = Server(data, port)
    try:
        for _ in range(2):
            for number in server.workers():
                os.kill(number, signal.SIGKILL)
            wait_until(lambda: len(server.workers()) == 2)
        wait_until(lambda: server.get("/")[0] == 200)
        assert server.process.poll() is None
    finally:
        server.kill()
    key, link = (data / "secret_key").read_text(), re.search(r"/owner/[\w-]{22}/", server.said())
    assert link is not None
    for after in (0, 0.4):
        server = Server.__new__(Server)
        server.begin(data, port)
        wait_until(server.workers)
        time.sleep(after)
        workers = server.workers()
        server.kill()
        wait_until(lambda workers=workers: not any(map(alive, workers)))
    server = Server(data, port)
    assert (data / "secret_key").read_text() == key
    status, _, _ = server.get(link[0])
    assert status == 410, "a newer link was printed"
    assert "/owner/" in server.interrupt()


def alive(number: int) -> bool:
    try:
        return not re.search(r"^State:\s*Z", Path(f"/proc/{number}/status").read_text(), re.MULTILINE)
    except OSError:
        return False


def wait_until(what) -> None:
    until = time.monotonic() + 60  # seconds
    while time.monotonic() < until:
        try:
            if what():
                return
        except OSError:  # nobody answers yet
            pass
        time.sleep(0.05)
    pytest.fail("it did not come to pass")
