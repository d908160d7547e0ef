"""The promises of docs/hosting.md: the wheel, the proxy, updates without downtime, the metrics."""

import http.client
import json
import re
import shutil
import signal
import subprocess
import sys
import threading
import time
import urllib.error
import urllib.request
from pathlib import Path

import pytest

from tests.ports import free_port
from tests.server.caddy import CADDYFILE, PROGRAM, Caddy
from tests.server.real import ONE_WORKER, ROOT, Phone, Server, Visitor

pytestmark = [pytest.mark.server, pytest.mark.sqlite]
with_caddy = pytest.mark.skipif(not PROGRAM, reason="Debian's package caddy is not installed")
PAUSE = 0.1  # seconds between two requests of a phone, so that the starting servers get some processor time
# X-Forwarded-For, and headers that have the same name as it in WSGI.
CLAIMS = ("X-Forwarded-For", "X_Forwarded_For", "X-Forwarded_For", "X_Forwarded-For")
HTTPS = {"SCOREKEEPER_HTTPS": "1", "SCOREKEEPER_HOSTS": "localhost"}


def answer(port: int, path: str, **headers: str) -> tuple[int, str]:
    request = urllib.request.Request(f"http://127.0.0.1:{port}{path}", headers=headers)
    try:
        with urllib.request.urlopen(request, timeout=10) as found:
            return found.status, found.read().decode()
    except urllib.error.HTTPError as error:
        return error.code, error.read().decode()


def test_the_wheel_serves_from_an_isolated_install(tmp_path):
    """The wheel is built without the network, installed elsewhere, and started by its command with an empty home."""
    uv = [sys.executable, "-m", "uv", "--offline", "-q"]
    subprocess.run(
        [*uv, "build", "--wheel", "--no-build-isolation", "-o", tmp_path, "."], cwd=ROOT, check=True, timeout=120
    )
    [wheel] = tmp_path.glob("*.whl")
    place = tmp_path / "place"
    install = ["pip", "install", "--no-deps", "--target", place, wheel]
    subprocess.run([*uv, *install], check=True, timeout=120)
    assert not list(place.rglob("tests")), "the wheel contains tests"
    before = {path for path in place.rglob("*") if path.suffix != ".pyc" and path.name != "__pycache__"}
    server = Server(tmp_path / "unused")
    environment = {name: value for name, value in server.environment.items() if name != "SCOREKEEPER_DATA"}
    environment |= {"HOME": str(tmp_path / "home"), "PYTHONPATH": str(place), "PATH": "/usr/bin:/bin"}
    environment.pop("XDG_DATA_HOME", None)
    [script] = place.glob("bin/scorekeeper")
    with (tmp_path / "log").open("wb") as log:
        server.process = subprocess.Popen(
            [sys.executable, script, "serve", "--port", str(server.port), *ONE_WORKER],
            cwd="/",
            env=environment,
            stdout=log,
            stderr=log,
            start_new_session=True,
        )
    try:
        until = time.monotonic() + 90
        while True:
            try:
                status, page = answer(server.port, "/account/login/", **{"Accept-Language": "de"})
                break
            except OSError:
                assert time.monotonic() < until, (tmp_path / "log").read_text()
                time.sleep(0.1)
        assert status == 200
        assert "Anmelden" in page, "the wheel lacks the compiled translations"
        sheet = re.search(r'href="(/static/css/base\.[0-9a-f]{12}\.css)"', page)
        assert sheet
        assert answer(server.port, sheet[1])[0] == 200
        built = (ROOT / "dist/pocket/build.json").exists()
        assert answer(server.port, "/pocket/")[0] == (200 if built else 404), "/pocket/ is not served as it is built"
    finally:
        status = server.stop()
    assert status == 0
    data = tmp_path / "home/.local/share/scorekeeper"
    assert (data / "scorekeeper.sqlite3").exists()
    assert data.stat().st_mode & 0o777 == 0o700
    after = {path for path in place.rglob("*") if path.suffix != ".pyc" and path.name != "__pycache__"}
    assert after == before, "the server wrote files into the program's folder"


def test_figures_are_served_elsewhere_and_only_where_asked_for(tmp_path):
    port = free_port()
    server = Server(tmp_path / "data", options=["--metrics", str(port)])
    server.set_up()
    server.start()
    try:
        for path in ("/account/login/", "/g/nosuchgroup2/", "/metrics"):
            status, _ = answer(server.port, path)
            assert status == (200 if path == "/account/login/" else 404)
        until = time.monotonic() + 60
        while not (
            taken := re.search(r"^scorekeeper_newest_backup_seconds ([1-9]\S+)", answer(port, "/metrics")[1], re.M)
        ):
            assert time.monotonic() < until, server.said
            time.sleep(0.1)  # the first backup is made while the server starts
        assert time.time() - float(taken[1]) < 600
        _, text = answer(port, "/metrics")
        assert 'scorekeeper_request_seconds_count{method="GET",status="200"}' in text
        assert 'scorekeeper_request_seconds_count{method="GET",status="404"} 2.0' in text
        assert "scorekeeper_database_up 1.0" in text
    finally:
        server.kill()


@pytest.fixture(scope="module")
def behind_https(tmp_path_factory):
    """Start two servers at the same time in one empty folder. Yield them, then a match's path and a scorer's token."""
    folder = tmp_path_factory.mktemp("two")
    servers = [Server(folder / "data", options=["--leave", "3", *ONE_WORKER], **HTTPS) for _ in range(2)]
    threads = [threading.Thread(target=server.start) for server in servers]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join(100)
    yield servers, servers[0].fill()
    for server in servers:
        server.kill()


@pytest.fixture(scope="module")
def two_servers(behind_https, tmp_path_factory):
    """Yield the servers of `behind_https`, a Caddy in front of them, the match's path and the scorer's token."""
    servers, place = behind_https
    with Caddy(tmp_path_factory.mktemp("caddy"), servers) as caddy:
        yield servers, caddy, place


def test_two_servers_begin_at_once_in_an_empty_folder(behind_https):
    """One server makes the tables; the other waits for it."""
    servers, _ = behind_https
    asked = {"Host": "localhost", "X-Forwarded-Proto": "https"}
    assert [answer(server.port, "/account/login/", **asked)[0] for server in servers] == [200, 200]


def test_behind_https_only_the_proxy_reaches_the_server(behind_https):
    """The server listens on 127.0.0.1 only: a client that reached it directly could claim any address."""
    [server, _], _ = behind_https
    port, listens = f":{server.port:04X}", "0A"
    sockets = (line.split() for table in Path("/proc/net").glob("tcp*") for line in table.read_text().splitlines())
    here = {local for _, local, _, state, *_ in sockets if state == listens and local.endswith(port)}
    assert here == {f"0100007F{port}"}


@with_caddy
def test_through_caddy_it_is_https_and_nothing_else(two_servers):
    [server, _], caddy, _ = two_servers
    visitor = Visitor(server, caddy)
    with visitor.opener.open(caddy.base + "/account/login/", timeout=10) as found:
        assert found.headers["Strict-Transport-Security"] == "max-age=31536000"
        found.read()
    assert visitor.cookies
    assert all(cookie.secure for cookie in visitor.cookies)
    plain = http.client.HTTPConnection("127.0.0.1", server.port, timeout=10)
    plain.request("GET", "/account/login/", headers={"Host": "localhost"})
    assert plain.getresponse().headers["Location"] == "https://localhost/account/login/"
    plain.close()


@with_caddy
def test_a_stranger_cannot_borrow_an_address_through_caddy(two_servers):
    """Wrong passwords are counted by the address that Caddy saw, whatever the visitor claims."""
    [server, _], caddy, _ = two_servers
    statuses = []
    for number in range(12):
        visitor = Visitor(server, caddy)
        token = visitor.token_in(visitor.get("/account/login/"))
        visitor.opener.addheaders += [(name, f"203.0.113.{number}") for name in CLAIMS]
        body = f"login=Alice&password=wrong{number}&csrfmiddlewaretoken={token}".encode()
        try:
            with visitor.opener.open(caddy.base + "/account/login/", body, timeout=10) as found:
                statuses.append((found.read().decode().count("Too many") and 429) or found.status)
        except urllib.error.HTTPError as error:
            statuses.append(429 if error.code == 429 or "Wait a few minutes" in error.read().decode() else error.code)
        if 429 in statuses:
            return
    pytest.fail(f"never refused: {statuses}")


@with_caddy
def test_no_code_of_a_link_is_in_caddys_log(tmp_path):
    """Even in debug mode, where Caddy logs the path of each request, the tokens of links are left out."""
    gone = Server(tmp_path / "data")
    caddy = Caddy(tmp_path, [gone])
    text = caddy.file.read_text().replace("lb_try_duration 15s", "lb_try_duration 0s")
    caddy.file.write_text(text.replace("\tadmin off\n", "\tadmin off\n\tdebug\n"))
    with caddy:
        for path in ("/join/AVerySecretCode/", "/sign-in/AVerySecretCode/", "/g/somegroup/"):
            with pytest.raises(urllib.error.HTTPError) as refused:
                Visitor(gone, caddy).get(path)
            assert refused.value.code == 503
            assert refused.value.headers["Retry-After"] == "3"
            assert b"saved is safe" in refused.value.read()
    said = caddy.log.read_text()
    assert "/g/somegroup/" in said
    assert "AVerySecretCode" not in said


@with_caddy
def test_servers_are_started_anew_one_after_the_other_and_nobody_notices(two_servers):
    servers, caddy, (match, token) = two_servers
    stop, failed, saved = threading.Event(), [], []

    def look() -> None:
        phone = Phone(servers[0], match, token, caddy)
        while not stop.wait(PAUSE):
            try:
                phone.get(match)
            except OSError as error:
                failed.append(str(error))

    def save() -> None:
        phone, seen = Phone(servers[0], match, token, caddy), Phone(servers[0], match, token, caddy).seen()
        while not stop.wait(PAUSE):
            try:
                status = phone.adjust(f"rolling-{seen:06}", seen, 1)
            except OSError as error:
                failed.append(str(error))
                continue
            if status == 200:
                saved.append(seen)
            else:
                failed.append(str(status))
            seen += 1

    threads = [threading.Thread(target=each, daemon=True) for each in (save, look, look, look)]
    for thread in threads:
        thread.start()
    try:
        for server in servers:
            assert server.stop() == 0
            server.start()
            time.sleep(2)  # until Caddy's health check has reached the server
    finally:
        stop.set()
        for thread in threads:
            thread.join(20)
    assert failed == []
    assert len(saved) > 10


@with_caddy
def test_the_caddyfile_is_as_caddy_writes_it():
    done = subprocess.run([str(PROGRAM), "fmt", CADDYFILE], capture_output=True, text=True, check=True, timeout=30)
    assert done.stdout == CADDYFILE.read_text()


@pytest.mark.skipif(not shutil.which("systemd-analyze"), reason="Debian's package systemd is not installed")
def test_the_unit_is_sandboxed(tmp_path):
    unit = tmp_path / "scorekeeper@8001.service"
    text = (ROOT / "hosting/scorekeeper@.service").read_text()
    unit.write_text(text.replace("/opt/scorekeeper/bin/scorekeeper", "/bin/true"))
    command = ["systemd-analyze", "--offline=true", "security", "--json=short", "--threshold=25", unit]
    done = subprocess.run(command, capture_output=True, text=True, check=False, timeout=60)
    assert done.returncode == 0, [each["name"] for each in json.loads(done.stdout) if each.get("exposure")]
    verified = subprocess.run(
        ["systemd-analyze", "verify", unit], capture_output=True, text=True, check=False, timeout=60
    )
    assert verified.returncode == 0, verified.stderr


def test_container_file_copies_what_is_there():
    text = Path(ROOT / "hosting/Containerfile").read_text()
    for line in re.findall(r"^COPY (?!--from)(.+)$", text, re.MULTILINE):
        for name in line.split()[:-1]:
            assert (ROOT / name).exists(), name


def test_no_database_and_no_key_of_this_folder_goes_into_an_image():
    """Nothing that .gitignore names at the root goes into the image, except dist/, the build of `make pocket`."""
    left_out = set(re.findall(r"^/(.+)$", (ROOT / ".gitignore").read_text(), re.MULTILINE)) - {"dist/"}
    assert {".git/", *left_out} <= set((ROOT / ".dockerignore").read_text().splitlines())


@pytest.mark.skipif(not shutil.which("redis-server"), reason="Debian's package redis-server is not installed")
def test_redis_counts_wrong_passwords_and_the_game_goes_on_without_it(tmp_path):
    port = free_port()
    command = ["redis-server", "--port", str(port), "--bind", "127.0.0.1", "--save", "", "--dir", str(tmp_path)]
    redis = subprocess.Popen(command, stdout=subprocess.DEVNULL)
    server = Server(tmp_path / "data", options=ONE_WORKER, REDIS_URL=f"redis://127.0.0.1:{port}/0")

    def wrong(number: int) -> tuple[int, str]:
        visitor = Visitor(server)
        body = (
            f"login=Alice&password=wrong{number}&csrfmiddlewaretoken={visitor.token_in(visitor.get('/account/login/'))}"
        )
        try:
            with visitor.opener.open(visitor.base + "/account/login/", body.encode(), timeout=20) as found:
                return found.status, found.read().decode()
        except urllib.error.HTTPError as error:
            return error.code, error.read().decode()

    try:
        match, token = server.set_up()
        server.start()
        phone = Phone(server, match, token)
        assert any("Wait a few minutes" in wrong(number)[1] for number in range(12))
        redis.kill()
        redis.wait()
        status, text = wrong(99)
        assert status == 503
        assert "reach the scores" in text
        assert phone.adjust("without-redis", phone.seen(), 1) == 200
    finally:
        redis.kill()
        redis.wait()
        server.kill()


def test_a_server_that_leaves_says_so_first_and_serves_until_then(behind_https):
    """After SIGTERM, /healthz answers 503 while pages are still served. It needs no https and takes any host name.

    This test stops a server of `behind_https`, so no later test may use these servers.
    """
    [server, _], _ = behind_https
    asked = {"Host": "localhost", "X-Forwarded-Proto": "https"}
    assert answer(server.port, "/healthz") == (200, "ok")
    server.process.send_signal(signal.SIGTERM)
    until = time.monotonic() + 3
    while answer(server.port, "/healthz")[0] != 503:
        assert time.monotonic() < until
        time.sleep(0.05)
    assert answer(server.port, "/account/login/", **asked)[0] == 200
    assert server.process.wait(30) == 0
