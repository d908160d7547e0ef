"""Security: headers, hosts, broken input, settings."""

import random
from html.parser import HTMLParser
from urllib.parse import urlencode

import pytest
from django.test import Client, override_settings
from django.urls import reverse

from scorekeeper.web.middleware import is_local_name
from tests.access_table import NOT_SO, TABLE
from tests.cast import ROLES

STRICT = (
    "default-src 'none'",
    "script-src 'self'",
    "style-src 'self'",
    "frame-ancestors 'none'",
    "base-uri 'none'",
)


class Nesting(HTMLParser):
    """Every element is closed where it was opened."""

    VOID = frozenset(("br", "hr", "img", "input", "link", "meta"))

    def __init__(self) -> None:
        super().__init__()
        self.open: list[tuple[str, tuple[int, int]]] = []
        self.wrong: list[str] = []

    def handle_starttag(self, tag, attrs):
        if tag not in self.VOID:
            self.open.append((tag, self.getpos()))

    def handle_startendtag(self, tag, attrs):
        pass

    def handle_endtag(self, tag):
        if self.open and self.open[-1][0] == tag:
            self.open.pop()
        else:
            self.wrong.append(f"</{tag}> at {self.getpos()}, open: {self.open[-3:]}")


@pytest.mark.parametrize("role", ROLES)
def test_every_page_is_behind_the_walls(cast, role):
    """The strict policy on every answer; on every page nothing inline, and every element closed."""
    for name, row in TABLE.items():
        response = cast.phone(role).get(reverse(name, kwargs=row.args(cast)))
        policy = response.headers["Content-Security-Policy"]
        assert all(part in policy for part in STRICT), name
        assert "unsafe" not in policy
        assert response.headers["X-Content-Type-Options"] == "nosniff"
        assert response.headers["Referrer-Policy"] == "same-origin"
        assert response.headers["X-Frame-Options"] == "DENY"
        text = response.getvalue().decode()  # also of an answer that is sent piece by piece
        for inline in ("<style", " style=", "<script>", " onclick="):
            assert inline not in text, name
        if response.headers.get("Content-Type", "").startswith("text/html"):
            nesting = Nesting()
            nesting.feed(text)
            assert not nesting.wrong, (name, nesting.wrong[:3])
            assert not nesting.open, (name, nesting.open)


NASTY = [
    "x" * 100_000,
    "a\x00b",
    "\ud800",
    "9" * 400,
    "-1",
    "<script>alert(1)</script>",
    "Ünïcödé \u202e\U0001f0cf",
    "   ",
    '{"a": [1]}',
]
FORM = "application/x-www-form-urlencoded"
POSTS = [name for name, row in TABLE.items() if row.post != NOT_SO]


@pytest.mark.parametrize("name", POSTS)
def test_a_form_answers_whatever_is_posted(cast, name):
    """Missing, repeated, enormous, foreign values: an answer, never a 500."""
    chance = random.Random(name)
    row = TABLE[name]
    url = reverse(name, kwargs=row.args(cast))
    bodies = [{}, {key: [value, value] for key, value in row.data.items()}]
    bodies += [row.data | {key: nasty} for key in row.data for nasty in chance.sample(NASTY, 3)]
    bodies += [dict.fromkeys(row.data, nasty) for nasty in NASTY]
    bodies += [row.data | {"surprise": "x", "csrfmiddlewaretoken": "y", "pk": "-1"}]
    for body in bodies:
        sent = urlencode(body, doseq=True, errors="surrogatepass")
        client = Client(raise_request_exception=False, headers={"accept-language": "en"})
        client.cookies.update(cast.phone("owner").cookies)
        assert client.post(url, sent, content_type=FORM).status_code < 500, body
    for raw, kind in [(b"\xff\xfe=\x80", FORM), (b"{", "application/json")]:
        assert client.post(url, raw, content_type=kind).status_code < 500
    assert client.post(url, b"--x", content_type="multipart/form-data; boundary=x").status_code < 500


@pytest.mark.parametrize("name", sorted(TABLE))
def test_an_address_answers_whatever_is_asked(cast, name):
    """Enormous numbers and odd queries in the address itself."""
    row = TABLE[name]
    client = Client(raise_request_exception=False, headers={"accept-language": "en"})
    client.cookies.update(cast.phone("owner").cookies)
    args = row.args(cast)
    addresses = [reverse(name, kwargs=args)]
    if "pk" in args:
        addresses += [reverse(name, kwargs=args | {"pk": pk}) for pk in (0, 10**30)]
    for address in addresses:
        for query in ("", "?next=//evil.example", "?page=-1&page=x", "?%00=%ff&a[]=1", "?" + "q" * 5000):
            assert client.get(address + query).status_code < 500
        assert client.generic("DELETE", address).status_code < 500


@pytest.mark.parametrize(
    "host",
    [
        "192.168.1.5",
        "192.168.1.5:8000",
        "[fe80::1]:8000",
        "localhost:8000",
        "laptop",
        "laptop.local",
        "pad.fritz.box",
    ],
)
def test_a_living_room_is_let_in(host):
    assert is_local_name(host)


@pytest.mark.parametrize("host", ["evil.example", "192.168.1.5.evil.example", "local.evil.com", "fritz.box.evil.com"])
def test_other_names_are_not(client, db, host):
    assert not is_local_name(host)
    answer = client.get("/", headers={"host": host})
    assert answer.status_code == 400
    assert "Content-Security-Policy" in answer.headers


def test_named_hosts_may_be_anything(client, db):
    with override_settings(ALLOWED_HOSTS=["cards.example"]):
        assert client.get("/", headers={"host": "cards.example"}).status_code == 200
        assert client.get("/", headers={"host": "192.168.1.5"}).status_code == 400


def test_a_fault_of_ours_shows_a_page_and_no_traceback(cast, monkeypatch):
    def broken(request):
        raise RuntimeError("a secret detail")

    monkeypatch.setattr("scorekeeper.people.access.groups_of", broken)
    client = Client(raise_request_exception=False, headers={"accept-language": "en"})
    answer = client.get("/")
    assert answer.status_code == 500
    assert "What was saved before is safe" in answer.text
    assert "secret detail" not in answer.text
    assert "Content-Security-Policy" in answer.headers


def test_html_is_compressed(cast):
    assert cast.phone("owner").get("/", headers={"accept-encoding": "gzip"}).headers["Content-Encoding"] == "gzip"


def test_pages_are_not_kept(cast):
    assert "private" in cast.phone("owner").get(cast.group.get_absolute_url()).headers["Cache-Control"]
