"""Moving from one SQLite file into another."""

import subprocess
import sys

import pytest

from tests.server.real import ROOT, Server

pytestmark = [pytest.mark.sqlite, pytest.mark.slow]


def test_relative_paths_are_those_of_whoever_moves(tmp_path):
    """Relative paths start from the folder of the command, although a process in another folder makes the tables."""
    server = Server(tmp_path / "data")
    server.set_up()
    before = {path.name for path in ROOT.iterdir()}
    done = subprocess.run(
        [sys.executable, str(ROOT / "manage.py"), "move", "--to", "sqlite://moved.sqlite3"],
        cwd=tmp_path,
        env=server.environment | {"SCOREKEEPER_DATA": "data"},
        capture_output=True,
        text=True,
        check=False,
    )
    assert "each was checked" in done.stdout, done.stderr
    assert {path.name for path in ROOT.iterdir()} == before
