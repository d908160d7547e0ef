"""Whatever headers somebody sends, nobody gets an answer 500."""

import io
import random
from wsgiref.util import setup_testing_defaults

import pytest
from django.core.signals import request_finished, request_started
from django.db import close_old_connections
from django.urls import reverse

from scorekeeper.wsgi import application
from tests.rubbish import bad_headers, repeated

pytestmark = pytest.mark.sqlite

QUERIES = ["", "q=%C3%A9", "q=%FF%FE", "next=\xe9", "%00=%00", "a=1&a=2&\xff"]
BODIES = [
    b"",
    b"name=%C3%A9&x=%FF",
    "name=é".encode(),
    b"\xff\xfe\x00",
    b'--edge\r\nContent-Disposition: form-data; name="a"\r\n\r\nx',
]


def status_of(method: str, path: str, query: str, body: bytes, headers: dict[str, str]) -> int:
    """The status of an answer of the WSGI application, called as a server calls it."""
    environ = {"REQUEST_METHOD": method, "PATH_INFO": path, "QUERY_STRING": query, "HTTP_HOST": "localhost"}
    setup_testing_defaults(environ)
    environ |= {"wsgi.input": io.BytesIO(body), "CONTENT_LENGTH": str(len(body))}
    for name, value in headers.items():
        name = name.upper().replace("-", "_")
        environ[name if name.startswith("CONTENT_") and "ENC" not in name else f"HTTP_{name}"] = value
    said = []
    answer = application(environ, lambda status, headers: said.append(status))
    b"".join(answer)
    answer.close()
    return int(said[0].split()[0])


@pytest.fixture
def same_connection():
    """As for Django's own test client: a request neither begins nor ends the connection of the test."""
    signals = (request_started, request_finished)
    for signal in signals:
        signal.disconnect(close_old_connections)
    yield
    for signal in signals:
        signal.connect(close_old_connections)


@pytest.mark.parametrize("seed", repeated(3))
def test_no_header_breaks_anything(cast, same_connection, seed):
    match = cast.match.get_absolute_url()
    places = [
        "/",
        match,
        f"{match}adjust/",
        f"{match}news/",
        reverse("account_login"),
        f"/join/{cast.viewer_token}/",
        "/static/css/base.css",
    ]
    session = cast.phone("scorer").cookies["sessionid"].value
    chance = random.Random(seed)
    for _ in range(300):
        method = chance.choice(["GET", "GET", "POST", "HEAD"])
        headers = {"Cookie": f"sessionid={session}"} | bad_headers(chance)
        body = chance.choice(BODIES) if method == "POST" else b""
        path, query = chance.choice(places), chance.choice(QUERIES)
        assert status_of(method, path, query, body, headers) != 500, (method, path, query, body, headers)


@pytest.mark.parametrize("digits", [13, 309, 4300, 4301])
def test_a_time_beyond_all_times_is_none(cast, digits):
    shown = f"match.{cast.match.key}.{'9' * digits}.00"
    phone = cast.phone("viewer")
    assert phone.get(cast.match.get_absolute_url(), headers={"hx-ptag": shown}).status_code == 200


@pytest.mark.parametrize(
    "kind", ["text/plain; charset=idna", "text/plain; charset=zlib", "a/b; x*=nope''%C3%A9", "x" * 11_000]
)
def test_a_content_type_that_nobody_can_read_is_none(db, same_connection, kind):
    assert status_of("GET", "/account/login/", "q=\xe9", b"", {"Content-Type": kind}) == 200


@pytest.mark.parametrize("page", ["http://[", "//", "x", "http://localhost:99999999999/"])
def test_a_page_that_asks_from_nowhere_is_answered(cast, page):
    news = f"{cast.match.get_absolute_url()}news/"
    assert cast.phone("viewer").get(news, headers={"hx-current-url": page}).status_code == 200
