"""The daily backup is tested by a restore, and copied to a second place, encrypted if there is a passphrase."""

import errno
import shlex
import sqlite3
import sys
import tarfile
from contextlib import closing
from io import StringIO
from pathlib import Path
from types import SimpleNamespace

import pytest
from django.core.management import CommandError, call_command

from scorekeeper.server import backups, daily_backup
from scorekeeper.server.backups import BadBackup
from scorekeeper.server.management.commands import restore
from scorekeeper.server.models import Note
from scorekeeper.server.tests.test_backup import refused
from tests.server.real import Server

pytestmark = [pytest.mark.sqlite, pytest.mark.slow]

DAILY_BACKUP = "from scorekeeper.server.daily_backup import back_up_daily; print(back_up_daily())"


@pytest.fixture
def server(tmp_path):
    server = Server(tmp_path / "data")
    server.set_up()
    return server


def packed(tmp_path: Path, database: Path, name: str, key: str = "k" * 60) -> Path:
    """Write a backup with this database and this key; return its path."""
    file = tmp_path / "secret_key"
    file.write_text(key)
    with tarfile.open(tmp_path / name, "w:gz") as archive:
        archive.add(database, "scorekeeper.sqlite3")
        archive.add(file, "secret_key")
    return tmp_path / name


def test_half_a_key_and_what_there_is_no_room_for_are_refused(tmp_path, monkeypatch):
    database = tmp_path / "database"
    database.write_bytes(b"x" * 100)
    with pytest.raises(BadBackup, match="key is not valid"):
        backups.unpack(packed(tmp_path, database, "short.tar.gz", key="k" * 49), tmp_path)
    monkeypatch.setattr(backups.shutil, "disk_usage", lambda folder: SimpleNamespace(free=299))
    with pytest.raises(BadBackup, match="not enough space"):
        backups.unpack(packed(tmp_path, database, "large.tar.gz"), tmp_path)


STRAY = "CREATE TABLE a (id PRIMARY KEY); CREATE TABLE b (id REFERENCES a (id)); INSERT INTO b VALUES (1);"
INSIDE = """
    CREATE TABLE a (id); INSERT INTO a VALUES (NULL);
    PRAGMA writable_schema = ON; UPDATE sqlite_schema SET sql = 'CREATE TABLE a (id NOT NULL)';
"""


@pytest.mark.parametrize("damage", [STRAY, INSIDE])
def test_no_backup_is_made_of_a_damaged_database(db, settings, tmp_path, monkeypatch, damage):
    settings.DATA_DIR = tmp_path
    damaged = tmp_path / "damaged.sqlite3"
    with closing(sqlite3.connect(damaged)) as there:
        there.executescript(damage)
    monkeypatch.setattr(backups, "_live", lambda: damaged)
    with pytest.raises(BadBackup, match="damaged"):
        backups.back_up(tmp_path / "backup.tar.gz")
    assert not (tmp_path / "backup.tar.gz").exists()


def test_it_is_tried_and_leaves_under_a_passphrase(server, tmp_path):
    second, handed, secret = tmp_path / "usb", tmp_path / "handed", tmp_path / "passphrase"
    first = tmp_path / "data" / "backups"
    for place, ending in ((first, "tar.gz"), (second, "tar.gz.age")):
        place.mkdir(parents=True)
        for name in ("mine", *(f"daily-2026-01-{day:02}" for day in range(1, 21))):
            (place / f"{name}.{ending}").write_bytes(b"")
    secret.write_text("two aces and a spade\n")
    take = f"import shutil, sys; shutil.copy(sys.argv[1], {str(handed)!r})"
    said = server.manage(
        *("shell", "-v0", "-c", DAILY_BACKUP),
        SCOREKEEPER_BACKUP_TO=str(second),
        SCOREKEEPER_BACKUP_COMMAND=shlex.join([sys.executable, "-c", take]),
        SCOREKEEPER_BACKUP_PASSPHRASE_FILE=str(secret),
    )
    made = Path(said.strip())
    away = second / f"{made.name}.age"
    assert away.read_bytes() == handed.read_bytes()
    assert b"two aces" not in away.read_bytes()
    for place in (first, second):
        kept = sorted(path.name.partition(".")[0] for path in place.iterdir())
        assert (len(kept), kept[0], kept[-1]) == (15, "daily-2026-01-08", "mine"), "fourteen, and mine"
    with closing(sqlite3.connect(tmp_path / "data" / "scorekeeper.sqlite3")) as there:
        (noted,) = there.execute("SELECT value FROM server_note WHERE name = ?", [Note.TRIED]).fetchone()
    assert noted == "0", "nobody has played yet"

    elsewhere = Server(tmp_path / "elsewhere")
    said = elsewhere.manage("restore", str(away), SCOREKEEPER_BACKUP_PASSPHRASE_FILE=str(secret))
    assert "Restored from" in said
    (tmp_path / "other").write_text("three aces")
    elsewhere.environment["SCOREKEEPER_BACKUP_PASSPHRASE_FILE"] = str(tmp_path / "other")
    assert "This passphrase does not open" in refused(elsewhere, "restore", str(away))


def test_backups_of_a_clock_that_was_ahead_do_not_push_out_today_s(tmp_path):
    for day in range(1, 21):
        (tmp_path / f"daily-2036-01-{day:02}.tar.gz").write_bytes(b"")
    for day in range(1, 4):
        (tmp_path / f"daily-2026-01-{day:02}.tar.gz").write_bytes(b"")
    daily_backup._drop_old(tmp_path, "daily-2026-01-03.tar.gz")
    kept = sorted(path.name.partition(".")[0] for path in tmp_path.iterdir())
    assert len(kept) == 14
    assert kept[:4] == ["daily-2026-01-01", "daily-2026-01-02", "daily-2026-01-03", "daily-2036-01-10"]


def test_where_nobody_can_be_asked_for_a_passphrase_it_is_said_where_one_belongs(settings, tmp_path, monkeypatch):
    settings.DATA_DIR, settings.BACKUP_PASSPHRASE_FILE = tmp_path, ""
    encrypted = tmp_path / "daily-2026-01-01.tar.gz.age"
    encrypted.write_bytes(b"")
    monkeypatch.setattr(restore, "getpass", lambda _question: input())  # as `getpass()` does without a terminal
    monkeypatch.setattr("sys.stdin", StringIO())
    with pytest.raises(CommandError, match="SCOREKEEPER_BACKUP_PASSPHRASE_FILE"):
        call_command("restore", str(encrypted))


TRIAL = """
from pathlib import Path
from scorekeeper.people.models import Group
from scorekeeper.server.backups import back_up
from scorekeeper.server.daily_backup import try_backup
backup = Path(%r)
back_up(backup)
Group.objects.update(name="renamed since")
rounds = try_backup(backup)
print(rounds, *Group.objects.values_list("name", flat=True))
"""


def test_the_trial_leaves_a_database_elsewhere_as_it_is(tmp_path):
    """The trial does not restore into the database that DATABASE_URL names."""
    server = Server(tmp_path / "data", f"sqlite://{tmp_path / 'cards.sqlite3'}")
    server.fill()
    said = server.manage("shell", "-v0", "-c", TRIAL % str(tmp_path / "backup.tar.gz"))
    assert said == "0 renamed since\n"


def test_one_that_cannot_be_restored_is_told(db, settings, tmp_path, monkeypatch):
    settings.DATA_DIR, settings.BACKUP_TO = tmp_path, str(tmp_path / "usb")
    (tmp_path / "usb").mkdir()
    monkeypatch.delenv("DJANGO_SETTINGS_MODULE", raising=False)
    broken = tmp_path / "broken.sqlite3"
    broken.write_bytes(b"SQLite format 3\0" + b"x" * 5000)
    monkeypatch.setattr(daily_backup, "back_up", lambda target: packed(tmp_path, broken, "bad.tar.gz").rename(target))
    (tmp_path / "backups").mkdir()
    with pytest.raises(BadBackup, match="cannot be restored"):
        daily_backup.back_up_daily()
    assert Note.read(Note.TRIED) == "-1"
    assert not list(tmp_path.glob(".trial-*")), "nothing is left of the trial"
    daily_backup.back_up_daily()
    assert not list((tmp_path / "usb").iterdir()), "a bad backup never goes to the second place"


def test_one_whose_trial_was_cut_short_is_tried_before_it_leaves(db, settings, tmp_path, monkeypatch):
    settings.DATA_DIR, settings.BACKUP_TO = tmp_path, str(tmp_path / "usb")
    (tmp_path / "usb").mkdir()
    (tmp_path / "backups").mkdir()
    Note.write(Note.TRIED, "7")  # the backup of yesterday

    def ended(_made: Path) -> int:
        raise SystemExit

    monkeypatch.setattr(daily_backup, "back_up", lambda target: target.write_bytes(b""))
    monkeypatch.setattr(daily_backup, "try_backup", ended)
    with pytest.raises(SystemExit):
        daily_backup.back_up_daily()
    tried = []
    monkeypatch.setattr(daily_backup, "try_backup", lambda made: len(tried.append(made) or tried))
    for _ in range(2):
        assert daily_backup.back_up_daily() is None, "today's was made before"
    assert [made.name for made in tried] == [made.name for made in (tmp_path / "usb").iterdir()]


def test_a_full_disk_leaves_no_part_of_a_backup(db, settings, tmp_path, monkeypatch):
    settings.DATA_DIR, settings.BACKUP_TO = tmp_path, str(tmp_path / "usb")
    usb, folder = tmp_path / "usb", tmp_path / "backups"
    usb.mkdir()
    (tmp_path / "secret_key").write_text("k" * 60)
    (tmp_path / "database").write_bytes(b"x")

    def full(*_args: object, **_more: object) -> None:
        raise OSError(errno.ENOSPC, "No space left on device")

    monkeypatch.setattr(backups.tarfile.TarFile, "add", full)
    with pytest.raises(OSError, match="No space left"):
        backups._pack(tmp_path / "database", folder / "daily.tar.gz")
    assert not list(folder.iterdir())
    monkeypatch.setattr(daily_backup, "back_up", lambda target: target.write_bytes(b"x"))
    monkeypatch.setattr(daily_backup, "try_backup", lambda made: 7)
    monkeypatch.setattr(Path, "chmod", full)
    with pytest.raises(OSError, match="No space left"):
        daily_backup.back_up_daily()
    assert not list(usb.iterdir())


def test_a_second_place_that_is_not_mounted_is_told_and_tried_again(db, settings, tmp_path, monkeypatch):
    settings.DATA_DIR, settings.BACKUP_TO = tmp_path, str(tmp_path / "usb")
    (tmp_path / "backups").mkdir()
    monkeypatch.setattr(daily_backup, "back_up", lambda target: target.write_bytes(b""))
    monkeypatch.setattr(daily_backup, "try_backup", lambda made: 7)
    settings.BACKUP_COMMAND = shlex.join(["cp", "-t", str(tmp_path)])
    with pytest.raises(BadBackup, match="Is its disk mounted"):
        daily_backup.back_up_daily()
    assert Note.read(Note.TRIED) == "7"
    assert list(tmp_path.glob("daily-*")), "the command got its copy nevertheless"
    (tmp_path / "usb").mkdir()
    settings.BACKUP_COMMAND = shlex.join(["sh", "-c", r"printf 'caf\351 is closed' >&2; false"])
    with pytest.raises(BadBackup, match=r"did not take .* is closed"):
        daily_backup.back_up_daily()
    assert not Note.read(Note.TAKEN)
    settings.BACKUP_COMMAND = "true"
    assert daily_backup.back_up_daily() is None, "today's was made before"
    [away] = (tmp_path / "usb").iterdir()
    assert away.stat().st_mode & 0o777 == 0o600
    assert float(Note.read(Note.TAKEN)) == (tmp_path / "backups" / away.name).stat().st_mtime
    away.unlink()
    daily_backup.back_up_daily()
    assert not list((tmp_path / "usb").iterdir()), "copied once a day"


@pytest.mark.parametrize(("held", "why"), [(b"\n", "no passphrase"), ("Käse".encode("latin-1"), "not UTF-8")])
def test_a_file_without_a_passphrase_keeps_everything_here(db, settings, tmp_path, monkeypatch, held, why):
    (tmp_path / "usb").mkdir()
    (tmp_path / "passphrase").write_bytes(held)
    (tmp_path / "backups").mkdir()
    settings.DATA_DIR, settings.BACKUP_TO = tmp_path, str(tmp_path / "usb")
    settings.BACKUP_PASSPHRASE_FILE = str(tmp_path / "passphrase")
    monkeypatch.setattr(daily_backup, "back_up", lambda target: target.write_bytes(b""))
    monkeypatch.setattr(daily_backup, "try_backup", lambda made: 7)
    with pytest.raises(BadBackup, match=why):
        daily_backup.back_up_daily()
    assert not list((tmp_path / "usb").iterdir())


def test_a_restore_keeps_journal_and_key_and_refuses_stray_rows(server, tmp_path):
    """A restore keeps the database's journal mode and brings the backup's key. A backup with stray rows is refused."""
    live = tmp_path / "data" / "scorekeeper.sqlite3"
    server.manage("backup", str(tmp_path / "good.tar.gz"))
    with tarfile.open(tmp_path / "good.tar.gz") as archive:
        archive.extract("scorekeeper.sqlite3", tmp_path, filter="data")
    with closing(sqlite3.connect(tmp_path / "scorekeeper.sqlite3")) as there:
        said = there.execute("PRAGMA journal_mode").fetchone()
    assert said == ("delete",), "the backup can be read from a read-only disk"
    key = tmp_path / "data" / "secret_key"
    before = key.read_text()
    key.write_text(before[::-1])
    server.manage("restore", str(tmp_path / "good.tar.gz"))
    assert key.read_text() == before, "the backup's key replaces another of the same length"
    with closing(sqlite3.connect(live)) as there:
        assert there.execute("PRAGMA journal_mode").fetchone() == ("wal",)

    stray = tmp_path / "stray.sqlite3"
    with closing(sqlite3.connect(live)) as there, closing(sqlite3.connect(stray)) as copy:
        there.backup(copy)
        copy.execute("PRAGMA journal_mode=DELETE")
        copy.execute("UPDATE people_player SET group_id = 4711")
        copy.commit()
    assert "stray rows" in refused(server, "restore", str(packed(tmp_path, stray, "stray.tar.gz")))
