"""Host names that the server accepts, the page after a crash, and how pages are compressed and cached."""

import pytest
from django.test import Client, override_settings

from scorekeeper.web.middleware import is_local_name


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
    """Replace this machine's resolv.conf by one from a router whose search domain is router.example."""
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
    assert "So heißt der Server nicht" in answer.text
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
