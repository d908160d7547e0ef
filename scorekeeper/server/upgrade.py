"""Steps that are taken once with existing data after an update of the program."""

from collections.abc import Iterable

from django.conf import settings
from django.core.management import call_command
from django.db.migrations.loader import MigrationLoader
from django.utils.crypto import salted_hmac

from scorekeeper.server.models import Note
from scorekeeper.server.signals import upgraded
from scorekeeper.server.write_queue import write_transaction

CHANGELOG = settings.FILES_DIR / "CHANGELOG.md"
FOR_OTHERS = "For developers"  # a section that tells a host nothing
MOST_NEWS = 20  # lines


def bring_up_to_date() -> None:
    """Migrate the tables to this version, then let every app derive what older rows lack."""
    call_command("migrate", verbosity=0, interactive=False)
    if settings.ON_POSTGRESQL:
        call_command("createcachetable", verbosity=0)
    upgraded.send(None)


def newer_migrations(applied: Iterable[tuple[str, str]]) -> list[tuple[str, str]]:
    """Return those of these migrations, by app and name, that are of a newer version than this one."""
    ours = MigrationLoader(None, ignore_no_migrations=True).disk_migrations
    apps_here = {app for app, _ in ours}
    known = {*ours, *(each for migration in ours.values() for each in migration.replaces)}
    return sorted((app, name) for app, name in set(applied) - known if app in apps_here)


def is_too_old(applied: Iterable[tuple[str, str]]) -> bool:
    """Return whether only some of the migrations that one of ours replaces were applied."""
    ours = MigrationLoader(None, ignore_no_migrations=True).disk_migrations.values()
    been_through = [len(set(applied) & set(each.replaces)) / len(each.replaces) for each in ours if each.replaces]
    return any(0 < part < 1 for part in been_through)


def check_secret_key(new_key: bool = False) -> str | None:
    """Return why this server may not start beside the others of its PostgreSQL, if they use another secret key; else None.

    With `new_key`, or if no key is noted yet, it may start, and its key is noted as the one for all servers.
    """
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
    """Return the lines of the changelog that are new since the last start; none at the first."""
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
