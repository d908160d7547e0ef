"""The write lock, the data folder, the secret key, the translations, and extras that are not installed."""

import os
import stat
import subprocess
import sys
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import polib
import pytest
from django.conf import settings
from django.core.management.base import CommandError
from django.db import OperationalError, connection, transaction

from scorekeeper.server import database, write_queue
from scorekeeper.server.data_folder import data_folder, locked, secret_key
from scorekeeper.server.management.commands import serve
from scorekeeper.server.write_queue import write_transaction
from scorekeeper.web.translations import words_of


@pytest.mark.sqlite
@pytest.mark.django_db
def test_nobody_waits_for_a_turn_with_a_transaction():
    with transaction.atomic(), pytest.raises(RuntimeError, match="durable"), write_transaction():
        pass


def test_processes_take_turns_too(tmp_path):
    """Each process adds one to a number in a file 200 times. The sum is only right if they take turns."""
    count = tmp_path / "count"
    count.write_text("0")
    script = """
import pathlib, sys
import django
django.setup()
from scorekeeper.server.write_queue import write_lock
count = pathlib.Path(sys.argv[1])
for _ in range(200):
    with write_lock():
        count.write_text(str(int(count.read_text()) + 1))
"""
    env = {
        **os.environ,
        "DJANGO_SETTINGS_MODULE": "scorekeeper.settings",
        "SCOREKEEPER_DATA": str(tmp_path),
        "PYTHONPATH": str(settings.BASE_DIR),
    }
    writers = [subprocess.Popen([sys.executable, "-c", script, str(count)], env=env) for _ in range(3)]
    assert [writer.wait() for writer in writers] == [0, 0, 0]
    assert count.read_text() == "600"


def test_who_waits_for_a_process_too_long_is_told(monkeypatch):
    """If a process hangs, waiting for its lock ends with an error. The next writer gets the lock once it is free."""
    monkeypatch.setattr(write_queue, "TIMEOUT", 0.05)
    with locked(settings.DATA_DIR / "write.lock", 1), pytest.raises(OperationalError), write_queue.write_lock():
        pytest.fail("two have it")
    with write_queue.write_lock():
        assert write_queue.is_held()
    assert not write_queue.is_held()


def test_who_waits_for_a_thread_too_long_is_told(monkeypatch):
    monkeypatch.setattr(write_queue, "TIMEOUT", 0.05)
    with ThreadPoolExecutor() as other, write_queue.write_lock():
        assert isinstance(other.submit(write_queue.write_lock().__enter__).exception(), OperationalError)


@pytest.mark.sqlite
@pytest.mark.django_db
def test_the_database_is_safe_against_a_power_cut():

    assert connection.settings_dict["OPTIONS"]["transaction_mode"] == "IMMEDIATE"
    with connection.cursor() as cursor:
        assert cursor.execute("PRAGMA journal_mode").fetchone() == ("wal",)
    assert "PRAGMA synchronous=FULL" in Path(database.__file__).read_text()


@pytest.mark.parametrize("place", ["a file/data", "a file"])
def test_a_data_folder_that_cannot_be_is_said_in_plain_words(tmp_path, place):
    (tmp_path / "a file").write_text("")
    with pytest.raises(SystemExit) as ended:
        data_folder(tmp_path / place)
    assert "SCOREKEEPER_DATA can name another place" in str(ended.value)


def test_a_data_folder_is_its_owners_only(tmp_path):
    made = data_folder(tmp_path / "new" / "data")
    assert made.stat().st_mode & 0o077 == 0
    assert data_folder(made) == made


def test_the_key_is_made_once_and_for_its_owner_only(tmp_path):
    path = tmp_path / "secret_key"
    key = secret_key(path)
    assert len(key) >= 50
    assert secret_key(path) == key
    assert stat.S_IMODE(path.stat().st_mode) == 0o600
    assert os.listdir(tmp_path) == ["secret_key"]


@pytest.mark.parametrize("locale", settings.LOCALE_PATHS, ids=lambda locale: Path(locale).parent.name)
def test_every_word_has_its_german(locale):
    """Each .po file translates every text in the source, and no others. `manage.py words` updates the files."""
    po = polib.pofile(str(Path(locale) / "de/LC_MESSAGES/django.po"))
    known = {entry.msgid for entry in po if entry.translated()}
    wanted = words_of(settings.BASE_DIR)
    assert {word: where for word, where in wanted.items() if word not in known} == {}, "make words adds them"
    assert [entry.msgid for entry in po if entry.fuzzy or entry.msgid not in wanted] == [], "make words removes them"


def test_words_are_found_wherever_the_project_lies(tmp_path):
    source = tmp_path / "tests/scorekeeper/views.py"
    source.parent.mkdir(parents=True)
    source.write_text("gettext('Trick')")
    assert words_of(tmp_path / "tests") == {"Trick": ("", "scorekeeper/views.py")}


def test_an_extra_that_is_missing_is_said(monkeypatch, tmp_path):
    monkeypatch.setattr(database, "find_spec", lambda name: None)
    with pytest.raises(SystemExit, match="scorekeeper\\[redis\\]"):
        database.cache("redis://127.0.0.1/0", False, tmp_path)
    monkeypatch.setitem(sys.modules, "prometheus_client", None)
    monkeypatch.delitem(sys.modules, "scorekeeper.server.metrics", raising=False)
    monkeypatch.delattr("scorekeeper.server.metrics", raising=False)
    with pytest.raises(CommandError, match="scorekeeper\\[metrics\\]"), serve.Command().metrics("9100"):
        pytest.fail("there are figures")
