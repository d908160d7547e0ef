"""The start of a server with the data of an older version."""

import os
import sqlite3
import subprocess
import sys
from contextlib import closing

import pytest
from django.conf import settings
from django.core.management import call_command
from django.db.migrations import AddField
from django.db.migrations.loader import MigrationLoader
from django.db.models import NOT_PROVIDED

from scorekeeper.history.models import Result
from scorekeeper.nights.models import Match, Night
from scorekeeper.server import upgrade
from scorekeeper.server.upgrade import bring_up_to_date
from tests.ports import free_port

pytestmark = [pytest.mark.django_db, pytest.mark.slow]


def test_ratings_that_an_older_version_has_left_for_later_are_there_after_the_next_start(cast):
    match = Match.start(Night.objects.create(group=cast.group), "krimsutep", list(cast.group.players.all()), {}, 0)
    match.enter({"kind": "adjustment", "points": {"Ben": 1}}, 0, "Sam")
    match.refresh()
    match.close("Sam")
    Result.objects.update(mu=None, sigma=None)
    bring_up_to_date()
    call_command("rescore", check=True)


def test_what_is_new_is_said_once(tmp_path, settings, monkeypatch):
    settings.DATA_DIR, changelog = tmp_path, tmp_path / "CHANGELOG.md"
    monkeypatch.setattr(upgrade, "CHANGELOG", changelog)
    changelog.write_text("# Changelog\n## 1.0\n- The first thing.\n")
    assert upgrade.news() == [], "a new installation shows no news"
    changelog.write_text(
        "# Changelog\n## 1.1\n### New\n- The second thing.\n### For developers\n- A tool.\n## 1.0\n- The first thing.\n"
    )
    assert upgrade.news() == ["- The second thing."]
    assert upgrade.news() == []


def test_a_new_column_has_a_default_for_a_server_of_before_that_still_writes(settings):
    settings.MIGRATION_MODULES = {}  # the tests make their tables without migrations
    later = [
        each for (_app, name), each in MigrationLoader(None).disk_migrations.items() if not name.startswith("0001")
    ]
    ours = [each for each in later if type(each).__module__.startswith(("scorekeeper.", "pocket."))]
    added = [step for each in ours for step in each.operations if isinstance(step, AddField)]
    assert added
    assert [step.name for step in added if not step.field.null and step.field.db_default is NOT_PROVIDED] == []


VERSION = """
from scorekeeper.server.upgrade import applied_migrations, is_too_old, newer_migrations
print(newer_migrations(applied_migrations()), is_too_old(applied_migrations()))
"""


@pytest.mark.sqlite
def test_a_database_from_before_is_refused(tmp_path):
    """A database from just before 0.2.0 with the same tables is accepted; one that lacks a migration is refused."""
    (tmp_path / "secret_key").write_text("k" * 60)
    environment = {
        **os.environ,
        "SCOREKEEPER_DATA": str(tmp_path),
        "DJANGO_SETTINGS_MODULE": "scorekeeper.settings",
    }

    def run(*command: str) -> subprocess.CompletedProcess[str]:
        return subprocess.run(
            [sys.executable, "manage.py", *command],
            cwd=settings.BASE_DIR,
            env=environment,
            capture_output=True,
            text=True,
            check=False,
        )

    assert run("migrate", "-v0").returncode == 0
    with closing(sqlite3.connect(tmp_path / "scorekeeper.sqlite3")) as older:
        older.execute("DELETE FROM django_migrations WHERE name = '0001_version_0_2'")
        older.execute("INSERT INTO django_migrations VALUES (0, 'nights', '0001_initial', '2026-05-01')")
        older.commit()
        assert run("shell", "-v0", "-c", VERSION).stdout == "[] False\n"
        assert run("migrate", "-v0").returncode == 0
        older.execute("DELETE FROM django_migrations WHERE name IN ('0001_version_0_2', '0008_own_sheets')")
        older.commit()
    for command in (["serve", "--port", str(free_port())], ["owner_link"], ["rescore", "--check"]):
        done = run(*command)
        assert done.returncode == 1
        assert "is from a version before 0.2.0" in done.stderr
