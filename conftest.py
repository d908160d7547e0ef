"""Plugins and hooks of pytest for all tests: those of the site and those in the games' folders."""

import os
from itertools import groupby

import pytest

from tests.drawn import DRAW

# With POCKET=1, the browser tests use the site inside the browser (the pocket app).
pocket = ["tests.browser.pocket"] if os.environ.get("POCKET") else []
pytest_plugins = (
    "tests.fixtures",
    "tests.built",
    "tests.browser.phone",
    "tests.postgres",
    "tests.server.real",
    *pocket,
)


def pytest_terminal_summary(terminalreporter):
    """Print DRAW, the seed of the random samples of tests, so that the same samples can be drawn again."""
    terminalreporter.write_line(f"What only walks was drawn by DRAW={DRAW}.")


def pytest_collection_modifyitems(config, items):
    """On PostgreSQL, run only tests that use the database directly (`uses_database`), and not all of their cases.

    - Of a parametrized test, run only the first and the last case: all cases make the same queries.
    - Of a test with the parameter `name`, run all cases: they mostly visit different URLs.
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
    """Return whether a test uses the database directly: without a browser, and without starting a server.

    Return False for tests marked `sqlite` and for tests in the games' folders, too.
    """
    if any(item.get_closest_marker(name) for name in ("browser", "server", "sqlite")) or "games" in item.path.parts:
        return False  # tests in the games' folders make the same queries as those of the site
    return bool({"db", "transactional_db"} & set(getattr(item, "fixturenames", ()))) or bool(
        item.get_closest_marker("django_db")
    )
