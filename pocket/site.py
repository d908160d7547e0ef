"""A request in, an answer out: what the web worker calls."""

import io
import json
import os
import shutil
import sqlite3
from collections.abc import Callable
from contextlib import closing
from http.cookies import SimpleCookie
from pathlib import Path
from typing import Any
from urllib.parse import unquote_to_bytes, urlsplit

os.environ["DJANGO_SETTINGS_MODULE"] = "pocket.settings"
os.environ["DJANGO_ALLOW_ASYNC_UNSAFE"] = "1"  # the worker's own loop does nothing beside

DATA = Path(os.environ["SCOREKEEPER_DATA"])
DATABASE, KEY, COOKIES = DATA / "scorekeeper.sqlite3", DATA / "secret_key", DATA / "cookies.json"
HERE = Path(__file__).parent
SQLITE = b"SQLite format 3\0"
PAGE = 4096  # bytes

type Answer = tuple[int, list[tuple[str, str]], bytes]


class Site:
    """The site, started. Raises sqlite3.DatabaseError where what is on the phone is damaged."""

    def __init__(self) -> None:
        _fill_in()
        _begin()
        self._schema = json.loads((HERE / "prepared.json").read_text())["schema"]
        import django

        django.setup()
        self._bring_up_to_date()
        from django.core.handlers.wsgi import WSGIHandler

        self._handler: Callable[..., Any] = WSGIHandler()
        self._cookies = SimpleCookie()
        if COOKIES.exists() and COOKIES.stat().st_size:
            self._cookies.load(json.loads(COOKIES.read_text()))

    def answer(self, method: str, url: str, headers: dict[str, str], body: Any) -> Answer:
        """Status, headers and body of the app's answer; the session's and the other cookies stay here.

        `body` is a JavaScript array of bytes, or bytes.
        """
        body = body if isinstance(body, bytes) else body.to_bytes()
        parts = urlsplit(url)
        base = os.environ["POCKET_BASE"] + "app"
        environ: dict[str, Any] = {
            "REQUEST_METHOD": method,
            "SCRIPT_NAME": base,
            "PATH_INFO": unquote_to_bytes(parts.path.removeprefix(base) or "/").decode("latin-1"),
            "QUERY_STRING": parts.query,
            "SERVER_NAME": parts.hostname or "localhost",
            "SERVER_PORT": str(parts.port or (443 if parts.scheme == "https" else 80)),
            "SERVER_PROTOCOL": "HTTP/1.1",
            "REMOTE_ADDR": "127.0.0.1",
            "wsgi.version": (1, 0),
            "wsgi.url_scheme": parts.scheme,
            "wsgi.input": io.BytesIO(body),
            "wsgi.errors": io.StringIO(),
            "wsgi.multithread": False,
            "wsgi.multiprocess": False,
            "wsgi.run_once": False,
            "CONTENT_LENGTH": str(len(body)),
            "CONTENT_TYPE": headers.pop("content-type", ""),
            "HTTP_HOST": parts.netloc,
            "HTTP_ORIGIN": f"{parts.scheme}://{parts.netloc}",
            "HTTP_COOKIE": "; ".join(f"{name}={each.coded_value}" for name, each in self._cookies.items()),
        }
        environ["HTTP_ACCEPT_LANGUAGE"] = os.environ.get("LANGUAGE", "")
        environ |= {f"HTTP_{name.upper().replace('-', '_')}": value for name, value in headers.items()}
        answered: list[Any] = []

        def start_response(status: str, heads: list[tuple[str, str]], exc_info: Any = None) -> None:
            answered[:] = [int(status.split(" ", 1)[0]), heads]

        response = self._handler(environ, start_response)
        try:
            content = b"".join(response)
        finally:
            response.close()
        status, heads = answered
        self._keep(value for name, value in heads if name.lower() == "set-cookie")
        return status, [(name, value) for name, value in heads if name.lower() != "set-cookie"], content

    def replace(self, database: Any) -> None:
        """Another database instead of this one, whole; it is brought up to date."""
        from django.db import connections

        connections.close_all()
        _write(database if isinstance(database, bytes) else database.to_bytes())
        self._bring_up_to_date()

    def _keep(self, cookies: Any) -> None:
        """A service worker can set no cookies, so they are kept here; those that last outlive a restart."""
        found = list(cookies)
        for cookie in found:
            self._cookies.load(cookie)
        for name in [name for name, each in self._cookies.items() if each["max-age"] == "0" or each["max-age"] == 0]:
            del self._cookies[name]
        lasting = json.dumps({name: each.value for name, each in self._cookies.items() if each["max-age"]})
        if found and (not COOKIES.exists() or COOKIES.read_text() != lasting):
            COOKIES.write_text(lasting)

    def _bring_up_to_date(self) -> None:
        """Migrations of a newer build, and the person and the group that the first start makes."""
        from django.db import connection

        from scorekeeper.people.models import Group, User
        from scorekeeper.server.upgrade import bring_up_to_date
        from scorekeeper.server.write_queue import writing

        with connection.cursor() as cursor:
            (schema,) = cursor.execute("PRAGMA user_version").fetchone()
        if schema != self._schema:
            bring_up_to_date()
            with connection.cursor() as cursor:
                cursor.execute(f"PRAGMA user_version = {int(self._schema)}")
        if not User.objects.exists():
            german = os.environ.get("LANGUAGE", "").startswith("de")
            with writing():
                owner = User(username="Ich" if german else "Me")
                owner.set_unusable_password()
                owner.save()
                Group.found("Unsere Spielrunde" if german else "Our group", owner)


def _fill_in() -> None:
    """What the platform lacks. Its processes and threads are never asked for."""
    if not hasattr(os, "link"):
        os.link = shutil.copyfile  # type: ignore[assignment]


def _begin() -> None:
    """A prepared database instead of migrations."""
    if KEY.stat().st_size < 50:
        import secrets

        KEY.write_text(secrets.token_urlsafe(48))
    with DATABASE.open("rb") as file:
        begun = file.read(len(SQLITE)) == SQLITE
    if not begun:
        _write((HERE / "prepared.sqlite3").read_bytes())
    with closing(sqlite3.connect(DATABASE)) as there:
        (found,) = there.execute("PRAGMA quick_check").fetchone()
    if found != "ok":
        raise sqlite3.DatabaseError(found)


def _write(database: bytes) -> None:
    """The whole file of the database. Its first page goes last: until then it counts as none."""
    database = database[:18] + b"\1\1" + database[20:]  # never with a write-ahead log, which needs shared memory
    with DATABASE.open("r+b") as file:
        file.truncate(0)
        file.seek(PAGE)
        file.write(database[PAGE:])
        file.flush()
        os.fsync(file.fileno())
        file.seek(0)
        file.write(database[:PAGE])
        file.flush()
        os.fsync(file.fileno())
