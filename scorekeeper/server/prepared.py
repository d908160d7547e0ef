"""Queries of almost every request: their SQL is put together once.

    seats = Prepared(lambda match: Seat.objects.filter(match=match))
    seats(5)
    seat_rows = PreparedRows(Seat)
    seat_rows.insert([seat])

For such small questions Django takes several times longer to write the SQL than the database to answer it.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from copy import copy
from functools import cached_property
from itertools import batched
from types import SimpleNamespace
from typing import Any

from django.db import DEFAULT_DB_ALIAS, connection, models
from django.db.models.expressions import RawSQL
from django.db.models.query import ModelIterable


class Prepared[M: models.Model]:
    """`rows` makes the query, from parameters for which its expressions stand; called, it gives the rows for their values.

    There may be any number of parameters; the SQL is put together once for each number.
    """

    def __init__(self, rows: Callable[..., models.QuerySet[M]]) -> None:
        self._rows = rows
        self._made: dict[tuple[str, int], tuple[Any, str, list[Any], Any]] = {}

    def __call__(self, *values: Any) -> list[M]:
        return self.made_of(self.read(*values), len(values))

    def read(self, *values: Any) -> list[tuple[Any, ...]]:
        """The rows as the database gives them."""
        _compiler, sql, order, _mode = self._for(len(values))
        with connection.cursor() as cursor:
            cursor.execute(sql, [values[each.place] if isinstance(each, _Place) else each for each in order])
            found: list[tuple[Any, ...]] = cursor.fetchall()
        return found

    def made_of(self, read: Sequence[tuple[Any, ...]], count: int) -> list[M]:
        """The instances of rows that were read with so many values."""
        if not read:
            return []
        compiler, _sql, _order, fetch_mode = self._for(count)
        compiler = copy(compiler)  # threads share it; a connection belongs to one
        compiler.connection = connection
        compiler.execute_sql = lambda **_how: [read]
        query = SimpleNamespace(get_compiler=lambda using: compiler)
        asked: Any = SimpleNamespace(
            db=DEFAULT_DB_ALIAS, query=query, _fetch_mode=fetch_mode, _known_related_objects={}
        )
        return list(ModelIterable(asked))

    def _for(self, count: int) -> tuple[Any, str, list[Any], Any]:
        named = connection.vendor, count
        if named not in self._made:
            self._made[named] = self._make(count)
        return self._made[named]

    def _make(self, count: int) -> tuple[Any, str, list[Any], Any]:
        """The compiler with its SQL, the parameters in their order, and how related objects are fetched."""
        rows: Any = self._rows(*(RawSQL("%s", [_Place(number)]) for number in range(count)))
        compiler = rows.query.get_compiler(using=DEFAULT_DB_ALIAS)
        sql, parameters = compiler.as_sql()
        converters = compiler.get_converters([column for column, _sql, _name in compiler.select])
        compiler.get_converters = lambda _columns: converters
        return compiler, sql, list(parameters), rows._fetch_mode


class _Place:
    """Stands for the value of a parameter."""

    def __init__(self, place: int) -> None:
        self.place = place


class PreparedRows[M: models.Model]:
    """Rows of a model, written whole: as `bulk_create` and `bulk_update` write them, without signals."""

    AT_ONCE = 500

    def __init__(self, model: type[M]) -> None:
        self._meta = model._meta

    @cached_property
    def _fields(self) -> list[models.Field[Any, Any]]:
        return [field for field in self._meta.concrete_fields if not field.primary_key]

    @cached_property
    def _names(self) -> tuple[str, str, list[str]]:
        """The table, the column of its number, and the others, quoted."""
        named: list[Any] = [self._meta.db_table, self._meta.pk.column, *(field.column for field in self._fields)]
        table, own, *others = map(connection.ops.quote_name, named)
        return table, own, others

    @cached_property
    def _insert(self) -> tuple[str, str, str]:
        """What stands before the rows, one row, and what stands after them."""
        table, own, others = self._names
        one = f"({', '.join(['%s'] * len(others))})"
        return f"INSERT INTO {table} ({', '.join(others)}) VALUES ", one, f" RETURNING {own}"  # noqa: S608

    @cached_property
    def _update(self) -> str:
        table, own, others = self._names
        return f"UPDATE {table} SET {', '.join(f'{name} = %s' for name in others)} WHERE {own} = %s"  # noqa: S608

    def insert(self, rows: Sequence[M]) -> None:
        """Writes new rows, which get their numbers."""
        before, one, after = self._insert
        for some in batched(rows, self.AT_ONCE):
            values = [value for row in some for value in self._values(row, is_new=True)]
            with connection.cursor() as cursor:
                cursor.execute(f"{before}{', '.join([one] * len(some))}{after}", values)
                for row, (number,) in zip(some, cursor.fetchall(), strict=True):
                    row.pk, row._state.adding, row._state.db = number, False, DEFAULT_DB_ALIAS

    def update(self, row: M) -> None:
        with connection.cursor() as cursor:
            cursor.execute(self._update, [*self._values(row, is_new=False), row.pk])

    def _values(self, row: M, *, is_new: bool) -> list[Any]:
        return [field.get_db_prep_save(field.pre_save(row, is_new), connection) for field in self._fields]
