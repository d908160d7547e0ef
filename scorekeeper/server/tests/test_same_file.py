"""If the database is replaced or deleted under a running server, the server stops saving and rescues the old data."""

import re
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


# What people might do to the files of a running server.
DONE = {
    "replaced": replace_by_a_copy,
    "deleted": Path.unlink,
    "moved away": lambda database: database.rename(database.with_name("elsewhere.sqlite3")),
    "its log deleted": lambda database: database.with_name(f"{database.name}-wal").unlink(),
    "all deleted": lambda database: [path.unlink() for path in database.parent.glob(f"{database.name}*")],
}


def test_it_is_told_and_nothing_is_saved_any_more(tmp_path):
    data = tmp_path / "data"
    server = Server(data, options=ONE_WORKER)
    match, token = server.set_up()
    try:
        server.start()
        for what, happen in DONE.items():
            phone = Phone(server, match, token)
            last = phone.seen() + 1
            enter_until_taken(phone, last)
            happen(data / "scorekeeper.sqlite3")
            assert phone.adjust(f"into-nowhere-{last}", last, 1) == 503, what
            with pytest.raises(urllib.error.HTTPError) as refused:
                phone.get(match)
            assert refused.value.code == 503
            assert "while the server was running" in refused.value.read().decode()
            wait_until(lambda: "which can be restored" in server.said)
            assert "replaced or deleted while the server was running" in server.said
            assert "Traceback" not in server.said
            rescued = re.search(r"is in (\S+), which", server.said)[1]
            server.stop()
            server.log.unlink()
            server.manage("restore", rescued)
            server.start()
            phone = Phone(server, match, token)
            assert f"#r{last}" in phone.get(match), f"{what}: everything saved until then is rescued"
            enter_until_taken(phone, last + 1)
    finally:
        server.kill()
