"""Security: hosts, broken input, settings."""

import random
from urllib.parse import urlencode

import pytest
from django.test import Client, override_settings
from django.urls import reverse

from scorekeeper.web.middleware import is_local_name
from tests.access_table import NOT_SO, TABLE
from tests.rubbish import RUBBISH, repeated

pytestmark = pytest.mark.slow

NASTY = [*RUBBISH, "x" * 100_000, "\ud800", "9" * 400]
FORM = "application/x-www-form-urlencoded"
# What views look for in an address, by themselves or to fill in a form.
ASKED = """
all as by card-R10 cards-0 currency dealer discarded done entry game gold-0 into judge needs night open page paper play
player players points-0 points-side q rest seat seen since texts trump until version worthless
"""
POSTS = [name for name, row in TABLE.items() if row.post != NOT_SO]


@pytest.mark.parametrize("name", POSTS)
def test_a_form_answers_whatever_is_posted(cast, name):
    """Missing, repeated, enormous, foreign values: an answer, never a 500."""
    chance = random.Random(name)
    row = TABLE[name]
    url = reverse(name, kwargs=row.args(cast))
    bodies = [{}, {key: [value, value] for key, value in row.data.items()}] if row.data else []
    bodies += [row.data | {key: chance.choice(NASTY)} for _ in repeated(1) for key in row.data]
    bodies += [dict.fromkeys(row.data, nasty) for nasty in chance.sample(NASTY, 2) if row.data]
    bodies += [row.data | {"surprise": "x", "csrfmiddlewaretoken": "y", "pk": "-1"}]
    client = Client(raise_request_exception=False, headers={"accept-language": "en"})
    for body in bodies:
        sent = urlencode(body, doseq=True, errors="surrogatepass")
        client.cookies.update(cast.phone("owner").cookies)  # what was sent before may have ended the session
        assert client.post(url, sent, content_type=FORM).status_code < 500, body


@pytest.mark.parametrize(
    ("body", "kind"),
    [(b"\xff\xfe=\x80", FORM), (b"{", "application/json"), (b"--x", "multipart/form-data; boundary=x")],
)
@pytest.mark.parametrize("name", ["group_name", "import"])
def test_what_is_no_form_is_answered(cast, name, body, kind):
    """One that reads a form, one that reads a file: a view comes to no more of it."""
    client = Client(raise_request_exception=False)
    client.cookies.update(cast.phone("owner").cookies)
    url = reverse(name, kwargs=TABLE[name].args(cast))
    assert client.post(url, body, content_type=kind).status_code < 500


@pytest.mark.parametrize("name", sorted(TABLE))
def test_an_address_answers_whatever_is_asked(cast, name):
    """Enormous numbers and odd queries in the address itself."""
    chance = random.Random(name)
    row = TABLE[name]
    client = Client(raise_request_exception=False, headers={"accept-language": "en"})
    client.cookies.update(cast.phone("owner").cookies)
    args = row.args(cast)
    address = reverse(name, kwargs=args)
    addresses = [address + query for query in ("?next=//evil.example&page=-1&page=x", "?%00=%ff&a[]=1&" + "q" * 5000)]
    for some in (34, 6) * len(repeated(1)):
        query = {key: chance.choice(NASTY) for key in chance.sample(ASKED.split(), some)}
        addresses.append(f"{address}?{urlencode(query, errors='surrogatepass')}")
    if "pk" in args:
        addresses += [reverse(name, kwargs=args | {"pk": pk}) for pk in (0, 10**30)]
    for asked in addresses:
        assert client.get(asked).status_code < 500
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
        "pad.speedport.ip",
        "pad.localdomain",
        "pad.box",
        "pad.intern",
        "pad.homenet",
        "pad.wlan:8000",
        "PAD.Lan.",
        "my_pi",
        "my_pi.fritz.box:8000",
        "pad.router.example",
    ],
)
def test_a_living_room_is_let_in(client, db, host, router):
    assert is_local_name(host)
    assert client.get("/", headers={"host": host}).status_code == 200
    posted = client.post("/language/", {"language": "de"}, headers={"host": host, "origin": f"http://{host}"})
    assert posted.status_code == 302


@pytest.fixture
def router(tmp_path, monkeypatch):
    """This machine has asked a router, which calls its network router.example."""
    resolver = tmp_path / "resolv.conf"
    resolver.write_text("# by DHCP\nnameserver 192.168.1.1\nsearch router.example. .\n\ndomain\n")
    monkeypatch.setattr("scorekeeper.web.middleware.RESOLVER", resolver)


@pytest.mark.parametrize(
    "host",
    [
        "evil.example",
        "192.168.1.5.evil.example",
        "local.evil.com",
        "fritz.box.evil.com",
        "pad.evil.box",
        "my_pi.evil.example",
        "evil-router.example",
        "router.example.evil.com",
        "a b.lan",
        "evil.example/.lan",
    ],
)
def test_other_names_are_not(client, db, host, router, caplog):
    assert not is_local_name(host)
    answer = client.get("/", headers={"host": host, "accept-language": "de"})
    assert answer.status_code == 400
    assert "Content-Security-Policy" in answer.headers
    assert "Unter diesem Namen" in answer.text
    assert "SCOREKEEPER_HOSTS" in caplog.text


def test_named_hosts_may_be_anything(client, db, caplog):
    with override_settings(ALLOWED_HOSTS=["cards.example", "my_pi"]):
        assert client.get("/", headers={"host": "cards.example"}).status_code == 200
        assert client.get("/", headers={"host": "my_pi:8000"}).status_code == 200
        assert client.get("/", headers={"host": "192.168.1.5"}).status_code == 400
        assert "SCOREKEEPER_HOSTS" in caplog.text
        assert "ALLOWED_HOSTS" not in caplog.text


def test_a_fault_of_ours_shows_a_page_and_no_traceback(cast, monkeypatch):
    def broken(request):
        raise RuntimeError("a secret detail")

    monkeypatch.setattr("scorekeeper.people.access.groups_of", broken)
    client = Client(raise_request_exception=False, headers={"accept-language": "en"})
    answer = client.get("/")
    assert answer.status_code == 500
    assert "What was saved is safe" in answer.text
    assert "secret detail" not in answer.text
    assert "Content-Security-Policy" in answer.headers


def test_html_is_compressed(cast):
    assert cast.phone("owner").get("/", headers={"accept-encoding": "gzip"}).headers["Content-Encoding"] == "gzip"


def test_pages_are_not_kept(cast):
    assert "private" in cast.phone("owner").get(cast.group.get_absolute_url()).headers["Cache-Control"]
