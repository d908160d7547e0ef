"""The door: a phone that has seen everything is answered 304, before anything is asked about who it is.

What phones follow (a match, say) has a `key` and a secret `tag`, which is another one after every change that a follower
could see, and whenever somebody may see less than before. The page hands out `seen()`, a digest of that tag for this very
phone; shown again, it opens the door as long as the tag is the same. Whoever shows it has been shown this version, by this
browser with these cookies and in this language; it tells nothing to anybody else.

It must be first in MIDDLEWARE. `server.gateway` asks it even before there is a request for Django.
"""

from __future__ import annotations

import math
import sqlite3
import threading
import time
from collections.abc import Callable
from contextlib import suppress
from functools import cache
from hashlib import blake2b
from hmac import compare_digest
from typing import Any, ClassVar, Final, Protocol

from django.conf import settings
from django.db import DatabaseError, connection, models
from django.http import HttpRequest, HttpResponse, HttpResponseNotModified

HEADER: Final = "HX-PTag"  # of the request and of the answer
# Then a phone is looked at anew: a link may have run out, and that changes nothing in the database.
LASTS: Final = 10 * 60  # seconds

type Ask = Callable[[str, str], str | None]
"""Takes the query of a kind and a key; gives the tag, None where there is none or nobody says."""


class Followed(Protocol):
    """What phones can follow: an instance of a model with these fields."""

    key: str
    tag: str
    _meta: ClassVar[Any]


_COOKIES = (f"{settings.SESSION_COOKIE_NAME}=", f"{settings.LANGUAGE_COOKIE_NAME}=")
_queries: dict[str, str] = {}  # by the name of the model


def let_follow(model: type[models.Model]) -> None:
    """Phones may follow this model, which has a unique `key` and a `tag`; called when its app is ready."""
    _queries[str(model._meta.model_name)] = f"SELECT tag FROM {model._meta.db_table} WHERE key = %s"  # noqa: S608


def seen(request: HttpRequest, followed: Followed) -> str:
    """What this phone shows from now on of this version of what it follows."""
    return seen_of(request, str(followed._meta.model_name), followed.key, followed.tag)


def seen_of(request: HttpRequest, model: str, key: str, tag: str) -> str:
    """The same of an instance of this model with this key and tag."""
    begin = f"{model}.{key}.{int(time.time())}"
    cookies, languages = request.META.get("HTTP_COOKIE", ""), request.META.get("HTTP_ACCEPT_LANGUAGE", "")
    return f"{begin}.{_digest(tag, begin, cookies, languages)}"


def _digest(tag: str, begin: str, cookies: str, languages: str) -> str:
    """Two cookies say who somebody is and what they read; the others come and go."""
    own = sorted([part for part in cookies.split("; ") if part.startswith(_COOKIES)])
    text = "\n".join([begin, languages, *own]).encode("utf-8", "surrogateescape")
    return blake2b(text, key=tag.encode(), digest_size=16).hexdigest()


def is_latest(shown: str, cookies: str, languages: str, ask: Ask, lasts: float = LASTS) -> bool:
    """Whether a phone with these headers has seen the latest of what it follows, in the last so many seconds."""
    begin, _dot, digest = shown.rpartition(".")
    try:
        kind, key, at = begin.split(".")
        query, too_old = _queries[kind], time.time() - int(at) > lasts
    except (ValueError, KeyError):
        return False
    if too_old:
        return False
    tag = ask(query, key)  # where there is none, it takes as long
    good = _digest(tag or "-", begin, cookies, languages)
    return compare_digest(good.encode(), digest.encode("utf-8", "surrogateescape")) and tag is not None


def has_seen(request: HttpRequest, followed: Followed) -> bool:
    """Whether this phone has seen the latest of it, however long ago."""
    meta, tag = request.META, followed.tag
    shown, cookies, languages = (meta.get(f"HTTP_{name}", "") for name in ("HX_PTAG", "COOKIE", "ACCEPT_LANGUAGE"))
    return is_latest(shown, cookies, languages, lambda query, key: tag if key == followed.key else None, math.inf)


def _ask_django(query: str, key: str) -> str | None:
    with connection.cursor() as cursor:
        cursor.execute(query, [key])
        row = cursor.fetchone()
    return row and str(row[0])


@cache
def _of_sqlite(query: str) -> str:
    return query.replace("%s", "?")


class SqliteReader:
    """Asks the file itself, in a few millionths of a second; for one thread. Who gets no answer goes the long way."""

    def __init__(self) -> None:
        self._connection: sqlite3.Connection | None = None

    def __call__(self, query: str, key: str) -> str | None:
        try:
            if self._connection is None:
                # Never waits: whoever finds the database locked goes the long way.
                self._connection = sqlite3.connect(connection.settings_dict["NAME"], timeout=0, isolation_level=None)
            # All rows, not the first one: a statement that could give more goes on reading what is old by then.
            rows = self._connection.execute(_of_sqlite(query), (key,)).fetchall()
        except sqlite3.Error:
            return None
        return str(rows[0][0]) if rows else None


class PostgresReader:
    """Asks PostgreSQL on a connection of its own, past Django's; for one thread, which serves everybody meanwhile.

    So it waits a moment at most, and leaves a database alone for a while that did not answer. Who gets no answer goes
    the long way.
    """

    PATIENCE, TO_CONNECT, PAUSE = 0.25, 2, 5  # seconds

    def __init__(self) -> None:
        self._connection: Any = None
        self._again = 0.0

    def __call__(self, query: str, key: str) -> str | None:
        if self._connection is None and time.monotonic() >= self._again:
            self._again = time.monotonic() + self.PAUSE
            connecting = threading.Thread(target=self._connect, daemon=True)
            connecting.start()
            connecting.join(self.PATIENCE)
        asked = self._connection
        if asked is None:
            return None
        try:
            row = asked.execute(query, (key,)).fetchone()
        except connection.Database.Error:  # type: ignore[attr-defined]
            self._connection, self._again = None, time.monotonic() + self.PAUSE
            asked.close()
            return None
        return str(row[0]) if row else None

    def _connect(self) -> None:
        psycopg: Any = connection.Database  # type: ignore[attr-defined]

        class Impatient(psycopg.Connection):  # type: ignore[misc]
            def wait(self, *given: Any, **options: Any) -> Any:
                return super().wait(*given, **options | {"timeout": PostgresReader.PATIENCE})

        with suppress(psycopg.Error):
            given = connection.get_connection_params()
            self._connection = Impatient.connect(**given | {"autocommit": True, "connect_timeout": self.TO_CONNECT})


def reader() -> Ask:
    """Asks whatever database there is, without Django; for one thread."""
    return SqliteReader() if connection.vendor == "sqlite" else PostgresReader()


class Door:
    """The door as the first middleware of the site, wherever it is served."""

    def __init__(self, get_response: Callable[[HttpRequest], HttpResponse]) -> None:
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponse:
        meta = request.META
        shown = meta.get("HTTP_HX_PTAG")
        if shown and request.method == "GET":
            try:
                latest = is_latest(
                    shown, meta.get("HTTP_COOKIE", ""), meta.get("HTTP_ACCEPT_LANGUAGE", ""), _ask_django
                )
            except DatabaseError:
                latest = False  # the page says what is wrong
            if latest:
                return HttpResponseNotModified()
        return self.get_response(request)
