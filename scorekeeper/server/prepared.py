"""Queries that are asked with every request: their SQL is put together once.

    seats = Prepared(lambda match: Seat.objects.filter(match=match))
    seats(5)

For such small questions Django takes several times longer to write the SQL than the database to answer it.
"""

from __future__ import annotations

from collections.abc import Callable
from copy import copy
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
        named = connection.vendor, len(values)
        if named not in self._made:
            self._made[named] = self._make(len(values))
        compiler, sql, order, fetch_mode = self._made[named]
        compiler = copy(compiler)  # threads share it; a connection belongs to one
        compiler.connection = connection
        parameters = [values[each.place] if isinstance(each, _Place) else each for each in order]
        compiler.as_sql = lambda *_arguments, **_keywords: (sql, parameters)
        query = SimpleNamespace(get_compiler=lambda using: compiler)
        asked: Any = SimpleNamespace(
            db=DEFAULT_DB_ALIAS, query=query, _fetch_mode=fetch_mode, _known_related_objects={}
        )
        return list(ModelIterable(asked))

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
