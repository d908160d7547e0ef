"""Backups while phones write, daily ones, and what is refused to be restored."""

import errno
import sqlite3
import subprocess
import tarfile
import threading
from contextlib import closing
from pathlib import Path

import pytest

from scorekeeper.server import backups
from scorekeeper.server.data_folder import BadBackup
from scorekeeper.server.models import Note
from scorekeeper.server.tests.test_killed import enter_until_taken
from tests.server.real import ONE_WORKER, Phone, Server


@pytest.fixture
def server(tmp_path):
    server = Server(tmp_path / "data", options=ONE_WORKER)
    yield server
    server.kill()


def refused(server: Server, *arguments: str) -> str:
    """Run a command, which must fail, and return the errors that it prints."""
    with pytest.raises(subprocess.CalledProcessError) as caught:
        server.manage(*arguments)
    return str(caught.value.stderr)


def packed(database: Path, target: Path, key: str = "k" * 60) -> Path:
    """Write a backup with this database and this key; return its path."""
    secret = target.with_name("secret_key")
    secret.write_text(key)
    with tarfile.open(target, "w:gz") as archive:
        archive.add(database, "scorekeeper.sqlite3")
        archive.add(secret, "secret_key")
    return target


def backed_up_while_written(server: Server, phone: Phone, backup: Path, last: int) -> int:
    """Make a backup while a thread enters rounds. Then enter one more round, and return its number.

    `last` is the number of the last round before the backup.
    """
    done = threading.Event()

    def write() -> None:
        nonlocal last
        while not done.wait(0.05):  # pauses leave the processor to the backup
            last += 1
            enter_until_taken(phone, last)

    writer = threading.Thread(target=write)
    before = last
    writer.start()
    try:
        server.manage("backup", str(backup))
    finally:
        done.set()
        writer.join()
    assert last > before, "something was written meanwhile"
    last += 1
    enter_until_taken(phone, last)  # at least this round is not in the backup
    assert f"#r{last}" in phone.get(phone.match)
    return last


@pytest.mark.server
def test_a_backup_comes_back_once_the_server_is_stopped(server, tmp_path):
    match, token = server.set_up()
    server.start()
    phone = Phone(server, match, token)
    enter_until_taken(phone, 1)
    backup = tmp_path / "on a stick" / "friday (1).tar.gz"
    backup.parent.mkdir()
    last = backed_up_while_written(server, phone, backup, 1)
    assert backup.stat().st_mode & 0o077 == 0, "nobody else may read it"
    assert "A server is running. Stop it" in refused(server, "restore", str(backup))
    server.stop()

    key = tmp_path / "data" / "secret_key"
    before = key.read_text()
    key.write_text(before[::-1])
    _, checked = server.manage_in_turn(["restore", str(backup)], ["rescore", "--check"])
    assert checked.endswith("0 wrong.\n")
    assert key.read_text() == before, "the backup's key replaces another"
    [former] = (tmp_path / "data" / "backups").glob("before-restore-*")
    assert (former / "secret_key").read_text() == before[::-1]
    with closing(sqlite3.connect(former / "scorekeeper.sqlite3")) as there:
        assert there.execute("SELECT max(number) FROM nights_entry").fetchone() == (last,)
    server.start()
    pad = phone.get(f"{match}?open=older")  # a slow machine may have so many rounds that the pad folds some
    assert "#r1" in pad
    assert f"#r{last}" not in pad


def whole(there: sqlite3.Connection) -> None:
    """Change nothing."""


def of_another_program(there: sqlite3.Connection) -> None:
    there.execute("DROP TABLE nights_entry")


def from_before(there: sqlite3.Connection) -> None:
    there.execute("DELETE FROM django_migrations WHERE name IN ('0001_version_0_2', '0008_own_sheets')")
    there.execute("INSERT INTO django_migrations VALUES (0, 'nights', '0001_initial', '2026-05-01')")


def from_later(there: sqlite3.Connection) -> None:
    there.execute("INSERT INTO django_migrations VALUES (99999, 'nights', '9999_later', '2029-05-01')")


def with_strays(there: sqlite3.Connection) -> None:
    there.execute("UPDATE people_player SET group_id = 4711")


# By what was done to the database of a backup: a part of the sentence that refuses it; "" if it is restored.
DATABASES = {
    whole: "",
    of_another_program: "is not Scorekeeper’s",
    from_before: "before 0.2.0",
    from_later: "newer version: nights 9999_later",
    with_strays: "stray rows",
}


@pytest.mark.server
def test_what_is_no_backup_changes_nothing(server, tmp_path):
    server.set_up()
    live = tmp_path / "data" / "scorekeeper.sqlite3"
    files = {"missing.tar.gz": "No such file", "no.tar.gz": "cannot be read as a backup"}
    (tmp_path / "no.tar.gz").write_bytes(b"not an archive")
    for change, why in DATABASES.items():
        copy = tmp_path / "copy.sqlite3"
        copy.unlink(missing_ok=True)
        with closing(sqlite3.connect(live)) as there:
            there.execute("VACUUM INTO ?", [str(copy)])
        with closing(sqlite3.connect(copy)) as there, there:
            change(there)
        name = f"{change.__name__}.tar.gz"
        packed(copy, tmp_path / name)
        files[name] = why
    packed(copy, tmp_path / "short.tar.gz", key="k" * 49)
    files["short.tar.gz"] = "key is not valid"
    before = live.read_bytes()
    *said, again = server.manage_in_turn(
        *(["restore", str(tmp_path / name)] for name, why in files.items() if why),
        ["backup", str(tmp_path / "no.tar.gz")],
    )
    for text, why in zip(said, filter(None, files.values()), strict=True):
        assert "refused: Nothing was changed." in text
        assert why in text
    assert "already exists" in again
    assert live.read_bytes() == before
    assert not (tmp_path / "data" / "backups").exists()
    server.manage("restore", str(tmp_path / "whole.tar.gz"))
    assert "The database is empty" in refused(Server(tmp_path / "nothing"), "backup")


STRAY = "CREATE TABLE a (id PRIMARY KEY); CREATE TABLE b (id REFERENCES a (id)); INSERT INTO b VALUES (1);"
INSIDE = """
    CREATE TABLE a (id); INSERT INTO a VALUES (NULL);
    PRAGMA writable_schema = ON; UPDATE sqlite_schema SET sql = 'CREATE TABLE a (id NOT NULL)';
"""


@pytest.mark.sqlite
@pytest.mark.parametrize("damage", [STRAY, INSIDE])
def test_no_backup_is_made_of_a_damaged_database(db, settings, tmp_path, monkeypatch, damage):
    settings.DATA_DIR = tmp_path
    (tmp_path / "secret_key").write_text("k" * 60)
    damaged = tmp_path / "damaged.sqlite3"
    with closing(sqlite3.connect(damaged)) as there:
        there.executescript(damage)
    monkeypatch.setattr(backups, "_live", lambda: damaged)
    with pytest.raises(BadBackup, match="damaged"):
        backups.back_up(tmp_path / "backup.tar.gz")
    assert not list(tmp_path.glob("*backup*"))


@pytest.mark.sqlite
def test_a_full_disk_leaves_no_part_of_a_backup(db, settings, tmp_path, monkeypatch):
    def full(*_args: object, **_more: object) -> None:
        raise OSError(errno.ENOSPC, "No space left on device")

    settings.DATA_DIR = tmp_path
    monkeypatch.setattr(backups, "_live", lambda: tmp_path / "database")
    sqlite3.connect(tmp_path / "database").close()
    monkeypatch.setattr(backups.tarfile.TarFile, "add", full)
    with pytest.raises(OSError, match="No space left"):
        backups.back_up(backups.new_name())
    assert not list((tmp_path / "backups").iterdir())


DAILY_BACKUP = "from scorekeeper.server.backups import back_up_daily; print(back_up_daily(), back_up_daily())"


@pytest.mark.sqlite
@pytest.mark.slow
def test_there_is_one_a_day_and_fourteen_stay(server, tmp_path):
    server.set_up()
    folder = tmp_path / "data" / "backups"
    folder.mkdir()
    for name in ("mine", *(f"daily-2026-01-{day:02}" for day in range(1, 21))):
        (folder / f"{name}.tar.gz").write_bytes(b"")
    made, again = server.manage("shell", "-v0", "-c", DAILY_BACKUP).split()
    assert again == "None"
    kept = sorted(path.name.partition(".")[0] for path in folder.iterdir())
    assert (len(kept), kept[0], kept[-1]) == (15, "daily-2026-01-08", "mine"), "fourteen, and mine"
    assert Path(made).stem.partition(".")[0] == kept[-2]
    with closing(sqlite3.connect(tmp_path / "data" / "scorekeeper.sqlite3")) as there:
        (noted,) = there.execute("SELECT value FROM server_note WHERE name = ?", [Note.ROUNDS]).fetchone()
    assert noted == "0", "nobody has played yet"


def test_backups_of_a_clock_that_was_ahead_do_not_push_out_today_s(tmp_path):
    for day in range(1, 21):
        (tmp_path / f"daily-2036-01-{day:02}.tar.gz").write_bytes(b"")
    for day in range(1, 4):
        (tmp_path / f"daily-2026-01-{day:02}.tar.gz").write_bytes(b"")
    backups._drop_old(tmp_path / "daily-2026-01-03.tar.gz")
    kept = sorted(path.name.partition(".")[0] for path in tmp_path.iterdir())
    assert len(kept) == 14
    assert kept[:4] == ["daily-2026-01-01", "daily-2026-01-02", "daily-2026-01-03", "daily-2036-01-10"]
