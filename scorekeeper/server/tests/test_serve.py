"""The real server, as `make serve` starts it: on a fresh folder, stopped, killed and started again."""

import http.client
import os
import re
import signal
import socket
import time
from contextlib import closing, suppress
from pathlib import Path

import pytest

from scorekeeper.server.network import port_is_free
from scorekeeper.server.tests.test_backup import refused
from tests.server.real import Server

pytestmark = pytest.mark.server


@pytest.fixture
def server(data):
    server = Server(data, PYTHONIOENCODING="utf-8")
    yield server
    server.kill()


def get(server, path, **headers):
    """Return the status, headers and text of an answer, even of an error."""
    connection = http.client.HTTPConnection("127.0.0.1", server.port, timeout=5)
    with closing(connection):
        connection.request("GET", path, headers=headers)
        response = connection.getresponse()
        return response.status, response.headers, response.read().decode(errors="replace")


def workers(server) -> list[int]:
    """Return the process ids of the server's spawned workers; Granian may have renamed them."""
    found = []
    for process in Path("/proc").glob("[0-9]*"):
        with suppress(OSError):  # the process has just ended
            line = (process / "cmdline").read_text()
            if f"PPid:\t{server.process.pid}\n" in (process / "status").read_text():
                found += [int(process.name)] if "spawn_main" in line or " worker-" in line.replace("\0", " ") else []
    return found


def interrupt(server) -> str:
    """Send Ctrl-C to the whole process group, as a terminal does; return what the server has printed."""
    os.killpg(server.process.pid, signal.SIGINT)
    server.process.wait(timeout=20)
    return server.log.read_text(encoding="utf-8")


@pytest.fixture(scope="module")
def data(tmp_path_factory):
    """Return the path of the data folder of all servers in this file; the first server creates it."""
    return tmp_path_factory.mktemp("serve") / "data"


def test_serve(server, data):
    server.start()
    _, headers, page = get(server, "/")
    assert "script-src 'self'" in headers["Content-Security-Policy"]
    sheet = re.search(r'href="(/static/css/base\.[0-9a-f]{12}\.css)"', page)
    assert sheet is not None
    _, headers, _ = get(server, sheet[1], **{"Accept-Encoding": "br"})
    assert "immutable" in headers["Cache-Control"]
    assert headers["Content-Encoding"] == "br"
    status, _, page = get(server, "/g/nosuchgroup2/")
    assert status == 404
    assert "Traceback" not in page
    assert len(workers(server)) == 2, "forked workers share SQLite with their parent"
    before = time.monotonic()
    said = interrupt(server)
    assert time.monotonic() - before < 8
    assert server.process.returncode == 0
    assert f":{server.port}/" in said
    assert "Everything is saved" in said
    assert re.search(r"/owner/[\w-]{22}/", said)
    assert "█" in said, "a QR code to scan"
    assert oct((data / "secret_key").stat().st_mode)[-3:] == "600"
    assert oct((data / "scorekeeper.sqlite3").stat().st_mode)[-3:] == "600"


def test_a_taken_port_is_said_in_plain_words(server):
    with socket.socket() as taken:
        taken.bind(("0.0.0.0", 0))
        taken.listen()
        said = refused(server, "serve", "--port", str(taken.getsockname()[1]))
    assert "is in use" in said
    assert "Traceback" not in said


def test_an_address_that_the_machine_does_not_have_is_said_in_plain_words(server):
    said = refused(server, "serve", "--port", str(server.port), "--address", "192.0.2.1")
    assert "cannot listen on 192.0.2.1" in said
    assert "Traceback" not in said


def test_an_address_of_ipv6_is_looked_at_as_well():
    try:
        taken = socket.create_server(("::1", 0), family=socket.AF_INET6)
    except OSError:
        pytest.skip("this machine has no IPv6")
    with taken:
        assert not port_is_free(taken.getsockname()[1], "::1")


def test_it_comes_back_whatever_is_killed(server, data):
    server.start()
    for _ in range(2):
        for number in workers(server):
            os.kill(number, signal.SIGKILL)
        wait_until(lambda: len(workers(server)) == 2)
    wait_until(lambda: get(server, "/")[0] == 200)
    assert server.process.poll() is None
    key, link = (data / "secret_key").read_text(), re.findall(r"/owner/[\w-]{22}/", server.log.read_text())[-1]
    for after in (0, 0, 0.4):
        theirs = workers(server)
        server.process.kill()
        server.process.wait()
        wait_until(lambda theirs=theirs: not any(map(alive, theirs)))
        server.begin()
        wait_until(lambda: workers(server))
        time.sleep(after)
    server.kill()
    server.start()
    assert (data / "secret_key").read_text() == key
    assert get(server, link)[0] == 410, "a newer link was printed"


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
