"""The steps of a server's start: bring data up to the program's version, check the key, list what is new."""

from collections.abc import Iterable

from django.conf import settings
from django.core.management import call_command
from django.db import connection
from django.db.migrations.loader import MigrationLoader
from django.db.migrations.recorder import MigrationRecorder
from django.utils.crypto import salted_hmac

from scorekeeper.server.models import Note
from scorekeeper.server.signals import upgraded
from scorekeeper.server.write_queue import write_transaction

CHANGELOG = settings.FILES_DIR / "CHANGELOG.md"
FOR_OTHERS = "For developers"  # a section of the changelog; people who run a server need not read it
MOST_NEWS = 20  # lines
TOO_OLD = (
    "is from a version before 0.2.0, which this version cannot update. Export each group with the old version "
    "(People → Data), then import the files into a new data folder."
)


def bring_up_to_date() -> None:
    """Migrate the tables; on PostgreSQL, also create the cache's table. Then send `upgraded`."""
    call_command("migrate", verbosity=0, interactive=False)
    if settings.ON_POSTGRESQL:
        call_command("createcachetable", verbosity=0)
    upgraded.send(None)


def applied_migrations() -> list[tuple[str, str]]:
    """Return the migrations of the database in use as (app, name), in the order in which they were applied."""
    recorder = MigrationRecorder(connection)
    return list(recorder.migration_qs.order_by("pk").values_list("app", "name")) if recorder.has_table() else []


def newer_migrations(applied: Iterable[tuple[str, str]]) -> list[tuple[str, str]]:
    """Return the applied migrations that only a newer version has. `applied` lists them in the order of application."""
    ours = MigrationLoader(None, ignore_no_migrations=True).disk_migrations
    known = {*ours, *(each for migration in ours.values() for each in migration.replaces)}
    newer: dict[str, list[tuple[str, str]]] = {app: [] for app, _ in ours}
    for app, name in applied:
        if (app, name) in known:
            newer[app] = []
        elif app in newer:
            newer[app].append((app, name))
    return [each for found in newer.values() for each in found]


def unusable_database() -> str | None:
    """Return why no command can use the database: it has no tables, or those of a version before 0.2.0; else None."""
    if not connection.introspection.table_names():
        return (
            f"The database {connection.settings_dict['NAME']} is empty: no server was ever started on it. Start one, or "
            "name the right place: SCOREKEEPER_DATA for a data folder, DATABASE_URL for PostgreSQL."
        )
    return f"The database {connection.settings_dict['NAME']} {TOO_OLD}" if is_too_old(applied_migrations()) else None


def is_too_old(applied: Iterable[tuple[str, str]]) -> bool:
    """Return whether a database with these applied migrations is of a version before 0.2.0."""
    applied = set(applied)
    ours = MigrationLoader(None, ignore_no_migrations=True).disk_migrations
    return any(
        key not in applied and not applied.issuperset(first.replaces)
        for key, first in ours.items()
        if first.replaces and any(app == first.app_label for app, _ in applied)
    )


def check_secret_key(new_key: bool = False) -> str | None:
    """Return an error message if other servers of this PostgreSQL use another secret key; else None."""
    ours = salted_hmac("scorekeeper.server", "key", algorithm="sha256").hexdigest()
    theirs = Note.read(Note.KEY)
    if settings.ON_POSTGRESQL and theirs not in ("", ours) and not new_key:
        return (
            f"This database’s servers use a different secret key than {settings.DATA_DIR / 'secret_key'}. Copy that file "
            "from one of them. If it is lost: serve --new-key uses this one, and everyone has to sign in again."
        )
    if theirs != ours:
        with write_transaction():
            Note.write(Note.KEY, ours)
    return None


def news() -> list[str]:
    """Return the list items that were added to the changelog since the last call; [] at the first call."""
    if not CHANGELOG.exists():
        return []
    seen = settings.DATA_DIR / "changelog-seen.md"
    text = CHANGELOG.read_text("utf-8")
    before = seen.read_text("utf-8").splitlines() if seen.exists() else text.splitlines()
    seen.write_text(text, "utf-8")
    found, section = [], ""
    for line in text.splitlines():
        if line.startswith("#"):
            section = line.strip("# ")
        elif line.startswith("- ") and section != FOR_OTHERS and line not in before:
            found.append(line)
    return [*found[:MOST_NEWS], *(["- … (CHANGELOG.md has the rest)"] if len(found) > MOST_NEWS else [])]
