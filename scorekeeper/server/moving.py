"""The move of all data into another, empty database; the old database keeps its data."""

from __future__ import annotations

import os
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from itertools import batched, zip_longest
from typing import Any

from django.apps import apps
from django.conf import settings
from django.core.management.color import no_style
from django.db import connection, connections, models, transaction
from django.db.backends.base.base import BaseDatabaseWrapper

from scorekeeper.server.data_folder import folder_in_use
from scorekeeper.server.database import UNFINISHED_MOVE, database
from scorekeeper.server.postgresql import is_used_by_others
from scorekeeper.server.upgrade import check_secret_key, unusable_database

AT_ONCE = 1000  # rows
TARGET = "target of a move"


class CannotMove(Exception):
    """Raised if a move is refused or fails; the text says why. No server starts on an incomplete target."""


def move(url: str) -> dict[str, int]:
    """Copy every row into the empty database at this URL; return the number of rows by table."""
    with folder_in_use(settings.DATA_DIR, alone=True) as alone:
        if not alone or is_used_by_others(connection):
            raise CannotMove("A server is running on this database. Stop it first.")
        if message := unusable_database():
            raise CannotMove(message)
        connections.databases[TARGET] = {**connections.settings["default"], **database(url, settings.DATABASE_FILE)}
        target = connections[TARGET]
        try:
            _refuse_full(target)
            with target.cursor() as cursor:
                cursor.execute(f"CREATE TABLE {UNFINISHED_MOVE} (id INTEGER)")
            _make_tables(url if target.vendor == "postgresql" else f"sqlite://{target.settings_dict['NAME'].resolve()}")
            check_secret_key()  # stores the key's fingerprint to be copied, as the target's servers need this key
            with _as_of_now(), transaction.atomic(using=TARGET), target.cursor() as cursor:
                found = _copy(target)
                cursor.execute(f"DROP TABLE {UNFINISHED_MOVE}")
                return found
        finally:
            target.close()
            del connections[TARGET]
            del connections.databases[TARGET]


def _refuse_full(target: BaseDatabaseWrapper) -> None:
    tables = target.introspection.table_names()
    if UNFINISHED_MOVE in tables:
        raise CannotMove("A move into that database was interrupted. Empty it, then move again.")
    if tables:
        raise CannotMove("The target database is not empty. Use an empty one.")


def _make_tables(url: str) -> None:
    """Migrate the target in another process, which uses it as its default database: migrations write only to that."""
    done = subprocess.run(
        [sys.executable, "-m", "scorekeeper", "migrate", "-v0"],
        cwd=settings.BASE_DIR,
        env={**os.environ, "SCOREKEEPER_DATA": str(settings.DATA_DIR), "DATABASE_URL": url},
        capture_output=True,
        text=True,
        check=False,
    )
    if done.returncode:
        raise CannotMove(f"Its tables could not be created: {done.stderr.strip()[-1000:]}")


@contextmanager
def _as_of_now() -> Iterator[None]:
    """Read the source as it is now: open a transaction that does not see later changes."""
    with transaction.atomic():
        if connection.vendor == "postgresql":
            with connection.cursor() as cursor:
                cursor.execute("SET TRANSACTION ISOLATION LEVEL REPEATABLE READ")
        yield


def _copy(target: BaseDatabaseWrapper) -> dict[str, int]:
    tables = [model for model in apps.get_models(include_auto_created=True) if model._meta.managed]
    for model in tables:
        model._base_manager.using(TARGET).all().delete()  # rows that migrations have created
    found = {}
    for model in tables:
        found[model._meta.db_table] = _copy_table(model, target)
    for model in tables:
        for row, copied in zip_longest(_rows(model, "default"), _rows(model, TARGET)):
            if row != copied:
                raise CannotMove(f"{model._meta.db_table} would not be the same there: {row} became {copied}.")
    with target.cursor() as cursor:
        for statement in target.ops.sequence_reset_sql(no_style(), tables):
            cursor.execute(statement)
    return found


def _copy_table(model: type[models.Model], target: BaseDatabaseWrapper) -> int:
    """Copy the rows of a model unchanged, and return their number."""
    fields = model._meta.concrete_fields
    quote = target.ops.quote_name
    columns = ", ".join(quote(str(field.column)) for field in fields)
    places = ", ".join(["%s"] * len(fields))
    count = 0
    with target.cursor() as cursor:
        for part in batched(_rows(model, "default"), AT_ONCE):
            cursor.executemany(
                f"INSERT INTO {quote(model._meta.db_table)} ({columns}) VALUES ({places})",  # noqa: S608
                [
                    [field.get_db_prep_save(value, target) for field, value in zip(fields, row, strict=True)]
                    for row in part
                ],
            )
            count += len(part)
    return count


def _rows(model: type[models.Model], using: str) -> Iterator[tuple[Any, ...]]:
    names = [field.attname for field in model._meta.concrete_fields]
    rows: models.QuerySet[Any] = model._base_manager.using(using).order_by("pk")
    return iter(rows.values_list(*names).iterator(chunk_size=AT_ONCE))
