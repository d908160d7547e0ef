"""What an update does once with existing data."""

import json
import os
import sqlite3
import subprocess
import sys
from collections.abc import Mapping
from contextlib import closing
from pathlib import Path
from types import MappingProxyType

import pytest
from django.conf import settings
from django.core.management import call_command
from django.db import connection
from django.test.utils import CaptureQueriesContext
from django.urls import reverse

from scorekeeper.history.models import Ladder, Result, Tally
from scorekeeper.nights.models import Match, Night
from scorekeeper.server import upgrade
from scorekeeper.server.upgrade import bring_up_to_date
from tests.ports import free_port

pytestmark = [pytest.mark.django_db, pytest.mark.slow]


@pytest.fixture
def older(cast):
    """A group whose games were played before statistics were kept."""
    players = list(cast.group.players.all())
    for number in range(3):
        match = Match.start(Night.objects.create(group=cast.group), "krimsutep", players, {"stake": 5}, 0)
        match.enter({"kind": "adjustment", "points": {"Ben": number}}, 0, "Sam")
        match.refresh()
        match.close("Sam")
    for kept in (Result, Tally, Ladder):
        kept.objects.all().delete()
    return cast


def test_games_of_before_are_in_the_statistics(older, capsys):
    page = reverse("player", args=[older.group.key, older.player.key])
    assert "krimsutep" not in older.phone("viewer").get(page).text.lower()
    bring_up_to_date()
    assert "krimsutep" in older.phone("viewer").get(page).text.lower()
    call_command("rescore", check=True)
    assert "4 games checked, 0 wrong" in capsys.readouterr().out


def test_the_next_start_does_nothing_more(older):
    bring_up_to_date()
    with CaptureQueriesContext(connection) as asked:
        bring_up_to_date()
    assert not [query for query in asked if query["sql"].startswith(("INSERT", "UPDATE", "DELETE"))]


def test_a_game_that_nobody_knows_any_more_stops_nothing(older, capsys):
    gone = Match.objects.filter(finished=True).first()
    Match.objects.filter(pk=gone.pk).update(game_slug="a-game-of-before")
    bring_up_to_date()
    assert Result.objects.count() == 6
    call_command("rescore", check=True)
    said = capsys.readouterr().out
    assert "unknown game a-game-of-before" in said
    assert said.endswith("4 games checked, 1 that cannot be scored, 0 wrong.\n")


def test_what_is_new_is_said_once(tmp_path, settings, monkeypatch):
    settings.DATA_DIR, changelog = tmp_path, tmp_path / "CHANGELOG.md"
    monkeypatch.setattr(upgrade, "CHANGELOG", changelog)
    changelog.write_text("# Changelog\n## 1.0\n- The first thing.\n")
    assert upgrade.news() == [], "to a new installation everything is new"
    changelog.write_text(
        "# Changelog\n## 1.1\n### New\n- The second thing.\n### For developers\n- A tool.\n## 1.0\n- The first thing.\n"
    )
    assert upgrade.news() == ["- The second thing."]
    assert upgrade.news() == []


UPDATE = """
from django.core.management import call_command
from scorekeeper.history.models import Ladder
from scorekeeper.server.upgrade import bring_up_to_date
call_command("migrate", verbosity=0)
call_command("migrate", check_unapplied=True)
assert not Ladder.objects.filter(stale_from=None), "this version's ratings are others"
bring_up_to_date()
assert not Ladder.objects.exclude(stale_from=None)
call_command("rescore", check=True)
"""


OLDER = Path(__file__).with_name("older.sql")
WRITTEN = {
    "nights_entry": ("number", "key", "record", "points", "version", "removed_at", "by"),
    "nights_match": ("key", "game_slug", "options", "totals", "finished", "winners", "ended_early"),
    "nights_draft": ("key", "record", "tricks", "seen", "version", "by"),
    "nights_seat": ("match_id", "position", "player_id", "name"),
    "nights_change": ("verb", "before", "after", "by", "undone_by"),
    "people_player": ("name", "name_key", "merged_into_id"),
    "people_sharelink": ("token_hash", "name", "role"),
    "money_ledgerrow": ("player_id", "night_id", "amount", "currency"),
    "history_result": ("seat_id", "player_id", "place", "won", "points", "money"),
    "history_tally": ("player_id", "game_key", "period"),
    "history_merge": ("source_id", "target_id", "moved", "by"),
}


@pytest.mark.sqlite
def test_a_database_of_the_version_before_comes_through_unharmed(tmp_path):
    """`older.sql` has games, corrections, a round of tricks half entered, money, and two players merged."""
    database = tmp_path / "scorekeeper.sqlite3"
    with closing(sqlite3.connect(database)) as older:
        older.executescript(OLDER.read_text())
        before = rows_of(older)
    done = subprocess.run(
        [sys.executable, "manage.py", "shell", "-v0", "-c", UPDATE],
        cwd=settings.BASE_DIR,
        env={**os.environ, "SCOREKEEPER_DATA": str(tmp_path), "DJANGO_SETTINGS_MODULE": "scorekeeper.settings"},
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.returncode == 0, done.stdout + done.stderr
    assert "3 games checked, 0 wrong" in done.stdout
    with closing(sqlite3.connect(database)) as now:
        assert rows_of(now, {"nights_draft": "rounds_trickdraft"}) == before
        saved = now.execute("SELECT saved_tricks FROM nights_match WHERE saved_tricks <> '[]'").fetchall()
    assert [json.loads(each) for (each,) in saved] == [
        [{"leader": "Ben", "plays": [["Ben", "TG"], ["Carla", "RD"], ["Dirk", "BD"]]}]
    ]


@pytest.mark.sqlite
def test_a_database_from_before_that_is_refused(tmp_path):
    (tmp_path / "secret_key").write_text("k" * 60)
    with closing(sqlite3.connect(tmp_path / "scorekeeper.sqlite3")) as older:
        older.executescript(OLDER.read_text())
        older.execute("DELETE FROM django_migrations WHERE app = 'nights' AND name LIKE '0023%'")
        older.commit()
    done = subprocess.run(
        [sys.executable, "manage.py", "serve", "--port", str(free_port())],
        cwd=settings.BASE_DIR,
        env={**os.environ, "SCOREKEEPER_DATA": str(tmp_path), "DJANGO_SETTINGS_MODULE": "scorekeeper.settings"},
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.returncode == 1
    assert "is from a version before 0.2.0" in done.stderr


def rows_of(database: sqlite3.Connection, renamed: Mapping[str, str] = MappingProxyType({})) -> dict[str, list[tuple]]:
    """Return what people wrote and what it came to, by table."""
    found = {
        table: database.execute(
            f"SELECT {', '.join(columns)} FROM {renamed.get(table, table)} ORDER BY 1, 2, 3"
        ).fetchall()
        for table, columns in WRITTEN.items()
    }
    assert all(found.values())
    return found
