"""The interface between the web worker that runs Python and the site: it answers one request at a time."""

import io
import json
import os
import random
from collections.abc import Callable
from http.cookies import CookieError, SimpleCookie
from typing import Any
from urllib.parse import unquote_to_bytes, urlsplit

from pocket import GUEST, files
from pocket.files import COOKIES, DATABASE, KEY

os.environ["DJANGO_SETTINGS_MODULE"] = "pocket.settings"
os.environ["DJANGO_ALLOW_ASYNC_UNSAFE"] = "1"  # safe: the worker handles one request at a time

type Answer = tuple[int, list[tuple[str, str]], bytes]


class Site:
    """The running site."""

    def __init__(self) -> None:
        make_key()
        files.begin()
        random.seed()  # a start from a saved snapshot of Python's memory would otherwise repeat earlier random numbers
        import django

        django.setup()
        from django.conf import settings

        settings.SECRET_KEY = KEY.read_text()
        from django.core.handlers.wsgi import WSGIHandler

        from pocket.upgrade import bring_up_to_date

        bring_up_to_date()

        self._handler: Callable[..., Any] = WSGIHandler()
        self._cookies = lasting_cookies()

    def answer(self, method: str, url: str, headers: dict[str, str], body: Any, guest: bool | str = False) -> Answer:
        """Return status, headers and body of the response to a request. The names in `headers` are in lower case."""
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
            "HTTP_COOKIE": "" if guest else self._cookie_header(),
            GUEST: guest,
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
        if guest:
            return status, heads, content
        self._keep(value for name, value in heads if name.lower() == "set-cookie")
        return status, [(name, value) for name, value in heads if name.lower() != "set-cookie"], content

    def _cookie_header(self) -> str:
        """Return the cookies of this phone's own pages, as a browser would send them."""
        return "; ".join(f"{name}={each.coded_value}" for name, each in self._cookies.items())

    def replace(self, database: Any) -> None:
        """Replace the database by this one (bytes or a JavaScript array of bytes), and migrate it."""
        from pocket.upgrade import bring_up_to_date

        self.close()
        files.write(DATABASE, database if isinstance(database, bytes) else database.to_bytes())
        bring_up_to_date()

    def close(self) -> None:
        """Close the database, so that its file can be overwritten. The next request opens it again."""
        from django.db import connections

        connections.close_all()

    def keep(self) -> None:
        """Store a copy of the database on this phone, unless the last copy is recent or has the same content."""
        from django.utils import timezone

        files.keep(timezone.now())

    def unfinished(self) -> str | None:
        """Return the time at which the latest unfinished round was begun, in ISO format; None if there is none."""
        from scorekeeper.nights.models import Draft

        last = Draft.objects.filter(became="").exclude(parts={}).order_by("-at").values_list("at", flat=True).first()
        return last.isoformat() if last else None

    def full(self, headers: dict[str, str], guest: bool | str = False) -> Answer:
        """Return the response for a request whose effect could not be saved because the phone's storage is full."""
        from django.urls import reverse

        return self.answer("GET", f"http://localhost{reverse('full')}", headers, b"", guest)

    def _keep(self, cookies: Any) -> None:
        """Store cookies (values of Set-Cookie), because a service worker cannot set them."""
        found = list(cookies)
        for cookie in found:
            self._cookies.load(cookie)
        for name in [name for name, each in self._cookies.items() if each["max-age"] == "0" or each["max-age"] == 0]:
            del self._cookies[name]
        lasting = json.dumps({name: each.value for name, each in self._cookies.items() if each["max-age"]})
        if found and (not COOKIES.exists() or COOKIES.read_text() != lasting):
            COOKIES.write_text(lasting)


def warm_up() -> None:
    """Prepare Python's memory for a snapshot, which makes later starts of the app faster."""
    site = Site()
    from django.contrib.contenttypes.models import ContentType
    from django.core.cache import cache
    from django.db import connections
    from django.urls import reverse

    from scorekeeper.people.models import Group

    for path in (reverse("home"), Group.objects.get().get_absolute_url()):
        site.answer("GET", f"http://localhost{path}", {}, b"")
    connections.close_all()
    cache.clear()
    ContentType.objects.clear_cache()


def lasting_cookies() -> SimpleCookie:
    """Return the cookies from the file that `_keep` writes; none if the file is missing or cannot be read."""
    try:
        found = json.loads(COOKIES.read_text())
        return SimpleCookie({name: value for name, value in found.items() if isinstance(value, str)})
    except (OSError, ValueError, AttributeError, CookieError):
        return SimpleCookie()


def make_key() -> None:
    """Create the file with the secret key if it is missing or too short."""
    if not KEY.exists() or KEY.stat().st_size < 50:
        import secrets

        KEY.write_text(secrets.token_urlsafe(48))
