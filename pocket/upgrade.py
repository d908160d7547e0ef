"""Migrating this phone's database to the program's version, and creating the phone's owner."""

import json
import os

from django.db import connection
from django.utils import timezone

from pocket import files
from pocket.middleware import owner
from scorekeeper.people.models import Group, Membership, Role, ShareLink, User
from scorekeeper.server import upgrade
from scorekeeper.server.write_queue import write_transaction


class NewerDatabase(Exception):
    """Raised if a newer version of the program has changed the tables. This version could lose some of their data."""


class OlderDatabase(Exception):
    """Raised if the tables are those of a version before 0.2.0: this version cannot migrate them."""


def bring_up_to_date() -> None:
    """Migrate the tables. Raise NewerDatabase or OlderDatabase if this version cannot migrate the tables."""
    schema = json.loads(files.SCHEMA.read_text())["schema"]
    with connection.cursor() as cursor:
        (found,) = cursor.execute("PRAGMA user_version").fetchone()
    if found != schema:
        applied = upgrade.applied_migrations()
        if upgrade.is_too_old(applied):
            raise OlderDatabase
        if newer := upgrade.newer_migrations(applied):
            raise NewerDatabase(", ".join(map(".".join, newer)))
        upgrade.bring_up_to_date()
        with connection.cursor() as cursor:
            cursor.execute(f"PRAGMA user_version = {int(schema)}")
    person = owner()
    if person is None:
        german = os.environ.get("LANGUAGE", "").startswith("de")
        with write_transaction():
            person = User(username="Ich" if german else "Me")
            person.set_unusable_password()
            person.save()
            Group.create_with_owner("Unsere Gruppe" if german else "Our group", person)
    # A code of the table is for ten minutes. One that no phone has used must not count among those in use for ever.
    ShareLink.objects.filter(phones=None, withdrawn_at=None).update(withdrawn_at=timezone.now())
    owned = Membership.objects.filter(user=person, role=Role.OWNER)
    for group in Group.objects.filter(remote_server=None).exclude(memberships__in=owned):  # no server keeps it
        with write_transaction(group):
            Membership.objects.update_or_create(group=group, user=person, defaults={"role": Role.OWNER})
