"""Real servers on PostgreSQL: several at once, backups and restores, moves from and to SQLite."""

import http.client
import re
import shutil
import sqlite3
import threading
import time
import urllib.error
import urllib.parse
from concurrent.futures import ThreadPoolExecutor
from contextlib import closing
from pathlib import Path

import psycopg
import pytest

from scorekeeper.server.tests.test_backup import backed_up_while_written, refused
from scorekeeper.server.tests.test_killed import LOOK, enter_until_taken
from scorekeeper.server.tests.test_not_modified import it_is_in_front
from tests.server.real import ONE_WORKER, Phone, Server, Visitor

pytestmark = pytest.mark.server

PASSWORD = "green felt and brass"


@pytest.fixture(scope="module")
def prepared(postgres, tmp_path_factory):
    """Return a filled database's URL, its data folder, a match's path and a scorer's token. Tests use copies."""
    url, folder = postgres.new_database(), tmp_path_factory.mktemp("prepared")
    return url, folder, *Server(folder, url).set_up()


@pytest.fixture(scope="module")
def servers(postgres, prepared, tmp_path_factory):
    """Yield two servers of one installation, with the same key. Tests start them. All tests share their data."""
    url, folder = postgres.new_database(like=prepared[0]), tmp_path_factory.mktemp("servers")
    shutil.copytree(prepared[1], folder / "first")
    (folder / "second").mkdir(mode=0o700)
    shutil.copy2(folder / "first" / "secret_key", folder / "second")
    both = [Server(folder / name, url, ONE_WORKER) for name in ("first", "second")]
    yield both
    for server in both:
        server.kill()


@pytest.fixture
def first(servers):
    """Return the first server, which is running."""
    if servers[0].process is None:
        servers[0].start()
    return servers[0]


@pytest.fixture
def phone(first, prepared):
    return Phone(first, *prepared[2:])


@pytest.fixture
def alone(postgres, prepared, tmp_path):
    """Yield a server with a database of its own. It is not started yet."""
    shutil.copytree(prepared[1], tmp_path / "alone")
    server = Server(tmp_path / "alone", postgres.new_database(like=prepared[0]), ONE_WORKER)
    yield server
    server.kill()


def sign_in(visitor: Visitor, password: str) -> str:
    """Try to sign in as Alice; return the resulting page, even if it is an error page."""
    page = visitor.get("/account/login/")
    form = {"login": "Alice", "password": password, "csrfmiddlewaretoken": visitor.token_in(page)}
    body = urllib.parse.urlencode(form).encode()
    try:
        return visitor.opener.open(visitor.base + "/account/login/", body, timeout=10).read().decode()
    except urllib.error.HTTPError as error:
        return error.read().decode()


def daily_backups(*servers: Server) -> list[Path]:
    return [path for each in servers for path in Path(each.environment["SCOREKEEPER_DATA"]).glob("backups/daily-*")]


def test_two_servers_behave_as_one(servers, prepared):
    first, second = servers
    with ThreadPoolExecutor() as at_once:
        list(at_once.map(Server.start, servers))
    phone, other = Phone(first, *prepared[2:]), Phone(first, *prepared[2:])
    other.base = f"http://127.0.0.1:{second.port}"  # a phone that has joined at one server is known at the other

    for seen in range(20):
        with ThreadPoolExecutor() as at_once:
            taps = [at_once.submit(each.adjust, f"{id(each)}-{seen:04}", seen, 1) for each in (phone, other)]
        assert sorted(tap.result() for tap in taps) == [200, 409], first.said + second.said

    for _ in range(10):
        assert "Sign out" not in sign_in(Visitor(first), "not the password")
    assert "Wait a few minutes" in sign_in(Visitor(second), PASSWORD), "wrong passwords count wherever they were tried"

    until = time.monotonic() + 30
    while not daily_backups(*servers) and time.monotonic() < until:
        time.sleep(0.1)
    second.kill()
    assert phone.adjust("after-the-second-died", 20, 1) == 200
    assert len(daily_backups(*servers)) == 1, "one of them makes the daily backup"
    assert first.manage("rescore", "--check").endswith("0 wrong.\n")


def test_nothing_is_lost_or_doubled_when_postgresql_is_killed(first, phone, postgres):
    there = phone.seen()
    acknowledged = []
    for number in range(there + 1, there + 31):
        if number % 10 == 0:
            postgres.kill()
            restart = threading.Timer(0.3, postgres.start)
            restart.start()
        acknowledged.append(enter_until_taken(phone, number, patient=True))
        if number % 10 == 0:
            restart.join()
    said = first.manage("shell", "-v0", "-c", LOOK)
    assert [f"[{number}, {number}]" in said for number in range(there + 1, there + 31)] == [True] * len(acknowledged)
    assert f"[{there + 31}, " not in said
    assert first.log.read_text().count("Traceback") < 40, "few, although the outages refused hundreds of requests"


def test_who_needs_nothing_of_a_hanging_postgresql_does_not_wait_for_it(first, phone, postgres):
    it_is_in_front(first, phone)
    lines = [http.client.HTTPConnection("127.0.0.1", first.port, timeout=20) for _ in range(20)]
    with postgres.hanging():
        for line in lines[:10]:  # enough requests for each worker to get one
            shown = f"match.{phone.match.strip('/').split('/')[-1]}.{time.time():.0f}.x"
            line.request("GET", phone.match, headers={"HX-Request": "true", "HX-PTag": shown})
        for line in lines[10:]:
            line.request("GET", "/healthz")
            assert line.getresponse().read() == b"ok"
    for line in lines:
        line.close()


def test_a_backup_comes_back_once_the_servers_are_stopped(alone, prepared, tmp_path):
    backup, newer = tmp_path / "friday.tar.gz", tmp_path / "newer.tar.gz"
    alone.start()
    phone = Phone(alone, *prepared[2:])
    enter_until_taken(phone, 1)
    last = backed_up_while_written(alone, phone, backup, 1)
    Path(alone.environment["SCOREKEEPER_DATA"], "server.lock").unlink()  # as if the server ran on another machine
    assert "A server is running. Stop it" in refused(alone, "restore", str(backup))
    alone.stop()

    said, checked = alone.manage_in_turn(["restore", str(backup)], ["rescore", "--check"])
    assert checked.endswith("0 wrong.\n")
    with psycopg.connect(alone.environment["DATABASE_URL"]) as database:
        assert database.execute("SELECT max(number) FROM nights_entry").fetchone()[0] < last
        database.execute("INSERT INTO django_migrations (app, name, applied) VALUES ('nights', '0999_later', now())")
    before = said.split("What was there before is in ")[1].splitlines()[0].removesuffix(".")
    *_, said = alone.manage_in_turn(["backup", str(newer)], ["restore", before], ["restore", str(newer)])
    assert "refused: Nothing was changed. It was made by a newer version" in said
    assert "this one uses SQLite" in refused(Server(tmp_path / "plain"), "restore", before)
    alone.start()
    assert f"#r{last}" in phone.get(phone.match)


def test_a_missing_or_older_pg_dump_is_said(alone, tmp_path):
    alone.environment["PATH"] = str(tmp_path)
    assert "pg_dump is not installed" in refused(alone, "backup")
    old = tmp_path / "pg_dump"
    old.write_text("#!/bin/sh\necho 'pg_dump (PostgreSQL) 14.2'\n")
    old.chmod(0o700)
    assert "is PostgreSQL 14, older than the server (" in refused(alone, "backup")


def test_a_server_with_another_key_is_refused(first, tmp_path):
    stranger = Server(tmp_path / "stranger", first.environment["DATABASE_URL"])
    assert "Copy that file from one of them" in refused(stranger, "serve", "--port", str(stranger.port))
    stranger.environment["DATABASE_URL"] += "-elsewhere"
    said = refused(stranger, "serve", "--port", str(stranger.port))
    assert re.search("PostgreSQL cannot be reached .*does not exist", said, re.DOTALL)


def test_a_newer_database_is_refused_and_an_older_one_backed_up(alone, tmp_path):
    url = alone.environment["DATABASE_URL"]
    with psycopg.connect(url) as database:
        database.execute("DELETE FROM django_migrations WHERE app = 'server'")
        database.execute("DROP TABLE server_note")
    alone.start()
    alone.kill()
    assert len(list(tmp_path.glob("alone/backups/before-update-*"))) == 1
    with psycopg.connect(url) as database:
        database.execute("INSERT INTO django_migrations (app, name, applied) VALUES ('nights', '0999_later', now())")
    assert "was used by a newer version of Scorekeeper: nights 0999_later" in refused(
        alone, "serve", "--port", str(alone.port)
    )


def test_an_installation_moves_there_and_back(postgres, tmp_path):
    url = postgres.new_database()
    home = Server(tmp_path / "home", options=ONE_WORKER)
    match, token = home.set_up()
    home.start()
    phone = Phone(home, match, token)
    for number in (1, 2, 3):
        enter_until_taken(phone, number)
    assert "A server is running" in refused(home, "move", "--to", url)
    home.kill()
    said, again = home.manage_in_turn(["move", "--to", url], ["move", "--to", url])
    assert "each was checked" in said
    assert "is not empty" in again

    there = Server(tmp_path / "home", url, ONE_WORKER)
    try:
        there.start()
        phone.base = f"http://127.0.0.1:{there.port}"
        enter_until_taken(phone, 4)
        assert "A server is running" in refused(there, "move", "--to", postgres.new_database())
    finally:
        there.kill()

    (tmp_path / "back").mkdir(mode=0o700)
    there.manage("move", "--to", f"sqlite://{tmp_path}/back/scorekeeper.sqlite3")
    shutil.copy2(tmp_path / "home" / "secret_key", tmp_path / "back")
    back = Server(tmp_path / "back", options=ONE_WORKER)
    assert back.manage("rescore", "--check").endswith("1 games checked, 0 wrong.\n")
    try:
        back.start()
        phone.base = f"http://127.0.0.1:{back.port}"
        enter_until_taken(phone, 5)
        assert "#r5" in phone.get(match)
    finally:
        back.kill()


def test_a_row_that_would_not_be_the_same_moves_nothing(postgres, tmp_path):
    """If a name is too long for its column, SQLite stores it whole, but PostgreSQL refuses it."""
    url = postgres.new_database()
    home = Server(tmp_path / "home")
    home.set_up()
    with closing(sqlite3.connect(tmp_path / "home" / "scorekeeper.sqlite3")) as database, database:
        database.execute("UPDATE people_player SET name = ? || id", ["x" * 99])
    assert "Nothing was moved" in refused(home, "move", "--to", url)
    with psycopg.connect(url) as database:
        assert database.execute("SELECT count(*) FROM people_player").fetchone() == (0,)
