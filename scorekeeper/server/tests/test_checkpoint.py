"""Checkpoints copy the write-ahead log into the database's own file."""

import shutil
import sqlite3
from contextlib import closing
from pathlib import Path

import pytest
from django.db import connection

from scorekeeper.people.models import Group
from scorekeeper.server import checkpoint
from scorekeeper.server.management.commands import serve

pytestmark = [pytest.mark.sqlite, pytest.mark.django_db(transaction=True)]


def names_without_log(folder: Path) -> list[str]:
    """Copy the database's own file, without the log, into `folder`; return the names of the groups in the copy."""
    copy = shutil.copy(connection.settings_dict["NAME"], folder / "copy.sqlite3")
    with closing(sqlite3.connect(copy)) as there:
        return [name for (name,) in there.execute("SELECT name FROM people_group")]


def test_what_was_saved_is_in_the_file_after_a_checkpoint(tmp_path):
    """A checkpoint right after a write puts the data into the database's own file, and empties the log."""
    Group.objects.create(name="Friday cards")
    assert checkpoint.checkpoint()
    assert names_without_log(tmp_path) == ["Friday cards"]
    assert Path(f"{connection.settings_dict['NAME']}-wal").stat().st_size == 0
    assert not checkpoint.checkpoint(), "the log is empty"


def test_a_server_looks_again_and_again_and_tells_of_a_full_disk_once(monkeypatch, caplog):
    outcomes = ["full", "full", "good", "full"]

    def look():
        if outcomes.pop(0) == "full":
            raise sqlite3.OperationalError("database or disk is full")

    def until_the_last(seconds):
        if not outcomes:
            raise KeyboardInterrupt

    monkeypatch.setattr(serve, "checkpoint", look)
    monkeypatch.setattr(serve.time, "sleep", until_the_last)
    with pytest.raises(KeyboardInterrupt):
        serve.Command().keep_log_short()
    assert [each.getMessage() for each in caplog.records] == [
        "The database could not be written to the end. database or disk is full"
    ] * 2
