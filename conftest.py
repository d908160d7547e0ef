"""What tests find wherever they stand: beside the site's or in a game's folder."""

import os
from itertools import groupby

import pytest

from tests.drawn import DRAW

# POCKET=1: the browser tests with the site inside the browser.
pocket = ["tests.browser.pocket"] if os.environ.get("POCKET") else []
pytest_plugins = ("tests.fixtures", "tests.browser.phone", "tests.postgres", "tests.server.real", *pocket)


def pytest_terminal_summary(terminalreporter):
    """Say which sample was drawn, so that it can be drawn again."""
    terminalreporter.write_line(f"Pages were drawn by DRAW={DRAW}.")


def pytest_collection_modifyitems(config, items):
    """On PostgreSQL only those are run that use the database: nothing else can differ there. Of a test with many cases,
    which ask the database the same, the first and the last; of one about every address each.
    """
    from django.conf import settings

    if settings.ON_POSTGRESQL:
        tests = groupby(filter(uses_database, items), lambda item: item.nodeid.partition("[")[0])
        chosen = [item for _, cases in tests for item in first_and_last(list(cases))]
        config.hook.pytest_deselected(items=[item for item in items if item not in chosen])
        items[:] = chosen


def first_and_last(cases: list[pytest.Item]) -> list[pytest.Item]:
    return cases if len(cases) < 3 or "name" in cases[0].callspec.params else [cases[0], cases[-1]]


def uses_database(item: pytest.Item) -> bool:
    """Whether a test works on the database itself, whichever it is; not through a browser or a server of its own."""
    if any(item.get_closest_marker(name) for name in ("browser", "server", "sqlite")) or "games" in item.path.parts:
        return False  # a game's own forms are saved by the same queries as any
    return bool({"db", "transactional_db"} & set(getattr(item, "fixturenames", ()))) or bool(
        item.get_closest_marker("django_db")
    )
