"""Backups and restores while phones write; restores of files that are no backups, and on a full disk."""

import sqlite3
import subprocess
import tarfile
import threading
from contextlib import closing
from pathlib import Path

import pytest

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
    assert f"#r{last}" in phone.get(phone.match), "rounds entered during the backup are saved"
    last += 1
    enter_until_taken(phone, last)  # at least this round is not in the backup
    return last


@pytest.mark.server
def test_a_backup_comes_back_while_the_server_runs(running, tmp_path):
    server, phone = running
    backup = tmp_path / "friday.tar.gz"
    kept = phone.seen() + 1
    enter_until_taken(phone, kept)

    last = backed_up_while_written(server, phone, backup, kept)

    seen = tag(server)
    said, checked = server.manage_in_turn(["restore", str(backup)], ["rescore", "--check"])
    pad = phone.get(f"{phone.match}?open=older")  # a slow machine may have so many rounds that the pad folds some
    assert f"#r{kept}" in pad
    assert f"#r{last}" not in pad
    assert checked.endswith("0 wrong.\n")
    enter_until_taken_next(phone, pad)

    before = said.split("What was there before is in ")[1].splitlines()[0].removesuffix(".")
    server.manage("restore", before)
    assert tag(server) != seen, "even a phone that has seen this very state asks again"
    assert f"#r{last}" in phone.get(phone.match), "the state before the restore was kept, and comes back too"


def tag(server: Server) -> str:
    """Return the tag of the match, which is renewed with each change."""
    with closing(sqlite3.connect(Path(server.environment["SCOREKEEPER_DATA"]) / "scorekeeper.sqlite3")) as there:
        return str(there.execute("SELECT tag FROM nights_match").fetchone()[0])


def enter_until_taken_next(phone: Phone, pad: str) -> None:
    """Enter a round after the last one that the pad shows."""
    last = max(int(part.split('"')[0]) for part in pad.split('id="r')[1:] if part.split('"')[0].isdigit())
    assert phone.adjust("after-the-restore", last, 7) == 200
    assert f"#r{last + 1}" in phone.get(phone.match)


@pytest.mark.server
def test_what_is_no_backup_changes_nothing(server, tmp_path):
    match, _ = server.set_up()
    (tmp_path / "no.tar.gz").write_bytes(b"not an archive")
    foreign = tmp_path / "foreign.tar.gz"
    with tarfile.open(foreign, "w:gz") as archive:
        for name in ("scorekeeper.sqlite3", "secret_key"):
            (tmp_path / name).write_bytes(b"rubbish")
            archive.add(tmp_path / name, name)
    other = tmp_path / "other.tar.gz"
    with closing(sqlite3.connect(tmp_path / "other.sqlite3")) as there:
        there.execute("CREATE TABLE of_another_program (id)")
    (tmp_path / "secret_key").write_text("k" * 60)
    with tarfile.open(other, "w:gz") as archive:
        archive.add(tmp_path / "other.sqlite3", "scorekeeper.sqlite3")
        archive.add(tmp_path / "secret_key", "secret_key")
    good = tmp_path / "good.tar.gz"
    *restored, _, again = server.manage_in_turn(
        *(
            ["restore", str(tmp_path / name)]
            for name in ("no.tar.gz", "missing.tar.gz", "foreign.tar.gz", "other.tar.gz")
        ),
        ["backup", str(good)],
        ["backup", str(good)],
    )
    assert all("refused: Nothing was changed" in said for said in restored)
    assert "Its database is not Scorekeeper’s" in restored[-1]
    assert "refused: " in again
    assert "already exists" in again
    assert good.stat().st_mode & 0o077 == 0, "nobody else may read it"
    with closing(sqlite3.connect(tmp_path / "data" / "scorekeeper.sqlite3")) as there:
        assert there.execute("SELECT key FROM nights_match").fetchall() == [(match.strip("/").split("/")[-1],)]
    assert "The database is empty" in refused(Server(tmp_path / "nothing"), "backup")


NO_ROOM_FOR_THE_KEY = """
import errno, os
from django.core.management import CommandError, call_command
opened = os.open
def full(path, *options, **more):
    if os.path.basename(os.fspath(path)).startswith("secret_key"):
        raise OSError(errno.ENOSPC, "No space left on device")
    return opened(path, *options, **more)
os.open = full
try:
    call_command("restore", %r)
except CommandError as refused:
    print("SAID", refused)
"""


@pytest.mark.server
def test_a_disk_without_room_for_the_key_keeps_the_data(server, tmp_path):
    """If the backup's key cannot be written, the backup's data does not replace the current data either."""
    server.set_up()
    backup = tmp_path / "good.tar.gz"
    server.manage("backup", str(backup))
    other = Server(tmp_path / "other")
    other.manage("migrate", "-v0")
    said = other.manage("shell", "-v0", "-c", NO_ROOM_FOR_THE_KEY % str(backup))
    assert "SAID Nothing was changed" in said
    with closing(sqlite3.connect(tmp_path / "other" / "scorekeeper.sqlite3")) as there:
        assert there.execute("SELECT count(*) FROM nights_match").fetchone() == (0,)
