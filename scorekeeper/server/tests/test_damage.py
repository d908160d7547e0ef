"""`serve`, `restore` and `move` with damaged, missing or unreadable files, or with a backup that does not fit."""

import os
import shutil
import sqlite3
import subprocess
from contextlib import closing
from pathlib import Path

import pytest

from scorekeeper.server import backups
from scorekeeper.server.tests.test_backup import refused
from tests.server.real import Server

PAGE = 4096


@pytest.fixture(scope="module")
def installation(tmp_path_factory) -> Path:
    """Return a data folder with a group, a match and a backup."""
    server = Server(tmp_path_factory.mktemp("whole") / "data")
    server.set_up()
    server.manage("backup")
    return Path(server.environment["SCOREKEEPER_DATA"])


@pytest.fixture
def data(installation, tmp_path) -> Path:
    return Path(shutil.copytree(installation, tmp_path / "data"))


def database(data: Path) -> Path:
    return data / "scorekeeper.sqlite3"


def names_in(data: Path) -> list[str]:
    with closing(sqlite3.connect(database(data))) as there:
        return [name for (name,) in there.execute("SELECT name FROM people_player ORDER BY name")]


def overwrite(path: Path, first: int, last: int) -> None:
    with path.open("r+b") as file:
        file.seek(first * PAGE)
        file.write(b"\xa5" * ((last - first + 1) * PAGE))


def truncate(path: Path) -> None:
    with path.open("r+b") as file:
        file.truncate(path.stat().st_size // 2 // PAGE * PAGE)


def leave_log(data: Path) -> None:
    """Leave a write-ahead log beside the database, as after a crash. In the log, Anna is renamed to Nobody."""
    with closing(sqlite3.connect(database(data))) as there:
        there.execute("UPDATE people_player SET name = 'Nobody' WHERE name = 'Anna'")
        there.commit()
        log = database(data).with_name("scorekeeper.sqlite3-wal")
        written = log.read_bytes()
    log.write_bytes(written)


DAMAGE = {
    "truncated": lambda data: truncate(database(data)),
    "first page": lambda data: overwrite(database(data), 0, 0),
    "pages in the middle": lambda data: overwrite(database(data), 30, 49),
    "first page beside a log": lambda data: (leave_log(data), overwrite(database(data), 0, 0)),
    "empty database": lambda data: database(data).write_bytes(b""),
    "no database": lambda data: database(data).unlink(),
    "short key": lambda data: (data / "secret_key").write_text("short"),
    "no key": lambda data: (data / "secret_key").unlink(),
}


@pytest.mark.server
@pytest.mark.parametrize("damage", DAMAGE)
def test_serve_names_the_way_out_and_restore_goes_it(data, damage):
    server = Server(data)
    (backup,) = (data / "backups").glob("*.tar.gz")
    DAMAGE[damage](data)
    before = {
        name: (data / name).read_bytes() for name in ("secret_key", "scorekeeper.sqlite3") if (data / name).exists()
    }

    said = refused(server, "serve", "--port", str(server.port))
    assert f"make restore FILE={backup}" in said
    assert "Traceback" not in said
    assert all((data / name).read_bytes() == content for name, content in before.items()), "serve changes nothing"

    said = server.manage("restore", str(backup))
    assert "Restored from" in said
    (aside,) = (data / "backups").glob("before-restore-*")
    assert str(aside) in said
    assert {name: (aside / name).read_bytes() for name in before} == before
    assert names_in(data) == ["Anna", "Ben", "Carla", "Dirk"]
    assert len((data / "secret_key").read_text()) >= 50


@pytest.mark.server
@pytest.mark.parametrize(
    "command", [["owner_link"], ["sign_in_link", "Sam"], ["rescore", "--check"], ["move", "--to", "sqlite://moved"]]
)
def test_commands_on_an_empty_database_ask_whether_it_is_the_right_one(tmp_path, command):
    server = Server(tmp_path / "data")
    said = refused(server, *command)
    assert "SCOREKEEPER_DATA" in said
    assert "Traceback" not in said


@pytest.mark.parametrize(("installed", "way"), [(True, "scorekeeper restore /"), (False, "make restore FILE=/")])
def test_the_way_out_is_one_that_this_installation_has(settings, tmp_path, installed, way):
    settings.DATA_DIR, settings.INSTALLED = tmp_path, installed
    (tmp_path / "secret_key").write_text("short")
    (tmp_path / "backups").mkdir()
    (tmp_path / "backups" / "daily-2026-01-01.tar.gz").write_bytes(b"")
    assert way in backups.startup_error()


def log_of_another(data: Path) -> None:
    leave_log(data)
    database(data).with_name("scorekeeper.sqlite3-wal").chmod(0)


# By name: what makes a sound database unreadable, and a part of the message that the server then gives
UNREADABLE = {
    "another's": (lambda data: database(data).chmod(0), "chown -R"),
    "only to be read": (lambda data: database(data).chmod(0o400), "chown -R"),
    "another's log": (log_of_another, "scorekeeper.sqlite3-wal belongs to"),
    "a folder for a log": (lambda data: database(data).with_name("scorekeeper.sqlite3-wal").mkdir(), "unable to open"),
    "a folder": (lambda data: (database(data).unlink(), database(data).mkdir()), "disk I/O error"),
}


@pytest.mark.server
@pytest.mark.parametrize("what", UNREADABLE)
def test_what_cannot_be_read_is_not_called_damaged(data, what):
    server = Server(data, powers=False)
    spoil, why = UNREADABLE[what]
    spoil(data)
    said = refused(server, "serve", "--port", str(server.port))
    assert why in said
    assert "make restore" not in said
    assert "Traceback" not in said


def lay(data: Path, name: str) -> None:
    """Create this file or folder in the data folder if it is missing, and take all permissions away from it."""
    path = data / name
    if name in ("cache", "backups"):
        path.mkdir(exist_ok=True)
    else:
        path.touch()
    path.chmod(0)


@pytest.mark.server
@pytest.mark.parametrize("name", ["server.lock", "start.lock", "write.lock", "cache", "cache/x.djcache", "backups"])
def test_what_another_user_left_is_told_before_anybody_meets_it(data, name):
    server = Server(data, powers=False)
    lay(data, name)
    said = refused(server, "serve", "--port", str(server.port))
    assert f"{data / name} belongs to" in said
    assert "chown -R" in said
    assert "Traceback" not in said


@pytest.mark.server
def test_a_command_that_may_not_lock_says_so(data):
    server = Server(data, powers=False)
    lay(data, "server.lock")
    lay(data, "write.lock")
    for command in (("owner_link",), ("move", "--to", f"sqlite://{data}/other.sqlite3"), ("sign_in_link", "Alice")):
        said = refused(server, *command)
        assert f"{data}/" in said
        assert "may not be read or written" in said
        assert "Traceback" not in said


@pytest.mark.server
@pytest.mark.skipif(os.geteuid() != 0, reason="only root can leave something that others may not read")
def test_commands_of_root_leave_nothing_of_root(tmp_path):
    """If root runs commands, their files belong to the owner of the data folder, except for those in before-restore-…/."""
    data = tmp_path / "data"
    data.mkdir(mode=0o700)
    os.chown(data, 12345, 12345)
    server = Server(data)
    for command in (("check",), ("migrate",), ("owner_link",), ("clearsessions",), ("backup",)):
        server.manage(*command)
    (backup,) = (data / "backups").glob("*.tar.gz")
    overwrite(database(data), 0, 0)
    (data / "secret_key").write_text("short")
    server.manage("restore", str(backup))
    left = {path.name: path.stat().st_uid for path in data.rglob("*") if "before-restore" not in path.parent.name}
    assert {"secret_key", "scorekeeper.sqlite3", "cache", "backups", "write.lock", backup.name} <= left.keys()
    assert {name for name, user in left.items() if user != 12345} == set()


def test_a_full_disk_is_said_before_anything_is_begun(monkeypatch):
    monkeypatch.setattr(backups.shutil, "disk_usage", lambda path: type("Usage", (), {"free": 1_000_000}))
    assert "is full: 1,000,000 bytes are free" in str(backups.startup_error())


KILLED = """
import os
from django.core.management import call_command
from scorekeeper.server import moving
moving._copy = lambda target: os._exit(9)
call_command("move", to=%r)
"""


@pytest.mark.server
def test_no_server_starts_on_half_a_move(data, tmp_path):
    """After an interrupted move, a server would start like a new installation, without the games. So it refuses."""
    (tmp_path / "there").mkdir(mode=0o700)
    shutil.copy2(data / "secret_key", tmp_path / "there")
    url = f"sqlite://{tmp_path}/there/scorekeeper.sqlite3"
    home, there = Server(data), Server(tmp_path / "there")
    with pytest.raises(subprocess.CalledProcessError) as killed:
        home.manage("shell", "-v0", "-c", KILLED % url)
    assert killed.value.returncode == 9
    assert "was interrupted" in refused(there, "serve", "--port", str(there.port))
    assert "was interrupted" in refused(home, "move", "--to", url)
    for path in (tmp_path / "there").glob("scorekeeper.sqlite3*"):
        path.unlink()
    home.manage("move", "--to", url)
    assert names_in(tmp_path / "there") == ["Anna", "Ben", "Carla", "Dirk"]
