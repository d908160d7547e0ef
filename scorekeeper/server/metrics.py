"""Metrics for Prometheus, served on a port of their own by `serve --metrics`."""

import os
import shutil
import sqlite3
import tempfile
import time
from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager

from django.conf import settings
from django.db import DatabaseError, connection
from django.http import HttpRequest, HttpResponseBase
from prometheus_client import CollectorRegistry, Histogram, start_http_server
from prometheus_client.core import GaugeMetricFamily
from prometheus_client.multiprocess import MultiProcessCollector

from scorekeeper.server import same_file
from scorekeeper.server.data_folder import newest_backup
from scorekeeper.server.models import Note

FOLDER = "PROMETHEUS_MULTIPROC_DIR"  # environment variable of the workers; prometheus_client reads it when imported
METHODS = {"GET", "HEAD", "POST"}  # any other method is counted as "other"
SECONDS = (0.001, 0.005, 0.02, 0.05, 0.1, 0.25, 0.5, 1, 2, 5, 10)


class MetricsMiddleware:
    """Middleware that counts a worker's responses, and measures how long each took."""

    def __init__(self, get_response: Callable[[HttpRequest], HttpResponseBase]) -> None:
        self.get_response = get_response
        self.answers = Histogram(
            "scorekeeper_request_seconds", "Requests and how long they took", ["method", "status"], buckets=SECONDS
        )

    def __call__(self, request: HttpRequest) -> HttpResponseBase:
        begun = time.perf_counter()
        response = self.get_response(request)
        method = request.method if request.method in METHODS else "other"
        self.answers.labels(method, str(response.status_code)).observe(time.perf_counter() - begun)
        return response


class _Installation:
    """A collector of the installation's state: database, disk and backups."""

    def collect(self) -> Iterable[GaugeMetricFamily]:
        backup, rounds = newest_backup(settings.DATA_DIR / "backups"), _rounds()
        facts = {
            "scorekeeper_database_up": ("Whether the database answers", rounds is not None),
            "scorekeeper_disk_free_bytes": ("Free space in the data folder", shutil.disk_usage(settings.DATA_DIR).free),
            "scorekeeper_newest_backup_seconds": (
                "When the newest backup in the data folder was made, seconds since 1970; 0 without a backup",
                backup.stat().st_mtime if backup else 0,
            ),
            "scorekeeper_daily_backup_rounds": ("Rounds in the last daily backup; 0 without one", rounds or 0),
        }
        for name, (text, value) in facts.items():
            yield GaugeMetricFamily(name, text, value=float(value))


def _rounds() -> float | None:
    """Return how many rounds the last daily backup has, 0 without one; None if the database does not answer."""
    if not same_file.is_same():
        return None
    try:
        return float(Note.read(Note.ROUNDS) or 0)
    except (DatabaseError, sqlite3.Error):
        return None
    finally:
        connection.close()


@contextmanager
def served(where: str) -> Iterator[None]:
    """Serve the metrics while the block runs; `where` is a "port" of 127.0.0.1, or "address:port"."""
    address, _, port = where.rpartition(":")
    with tempfile.TemporaryDirectory(prefix="scorekeeper-metrics-") as folder:
        os.environ[FOLDER] = folder
        registry = CollectorRegistry()
        MultiProcessCollector(registry, path=folder)  # type: ignore[no-untyped-call]
        registry.register(_Installation())
        server, thread = start_http_server(int(port), addr=address or "127.0.0.1", registry=registry)
        try:
            yield
        finally:
            server.shutdown()
            thread.join(5)
            del os.environ[FOLDER]
