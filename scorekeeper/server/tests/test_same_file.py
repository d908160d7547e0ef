"""If the database is replaced or deleted under a running server, the server stops saving."""

import shutil
import urllib.error
from pathlib import Path

import pytest

from scorekeeper.server.tests.test_killed import enter_until_taken
from scorekeeper.server.tests.test_serve import wait_until
from tests.server.real import ONE_WORKER, Phone, Server

pytestmark = [pytest.mark.server, pytest.mark.sqlite]


def replace_by_a_copy(database: Path) -> None:
    copy = database.with_name("copy")
    shutil.copy(database, copy)
    copy.replace(database)


def test_it_is_told_and_nothing_is_saved_any_more(tmp_path):
    database, elsewhere = tmp_path / "data" / "scorekeeper.sqlite3", tmp_path / "data" / "elsewhere.sqlite3"
    server = Server(tmp_path / "data", options=ONE_WORKER)
    match, token = server.set_up()
    try:
        server.start()
        phone = Phone(server, match, token)
        enter_until_taken(phone, 1)
        database.rename(elsewhere)
        assert phone.adjust("into-nowhere", 1, 1) == 503
        elsewhere.rename(database)
        enter_until_taken(phone, 2)
        replace_by_a_copy(database)
        assert phone.adjust("into-another", 2, 1) == 503
        with pytest.raises(urllib.error.HTTPError) as refused:
            phone.get(match)
        assert refused.value.code == 503
        assert "We can’t reach the scores" in refused.value.read().decode()
        wait_until(lambda: "stop the server and restore a backup" in server.said)
        assert "Traceback" not in server.said
    finally:
        server.kill()
