"""The addresses that are shown are those that a phone in the room can reach."""

from io import StringIO
from ipaddress import IPv4Address
from types import SimpleNamespace

import pytest
from django.test import RequestFactory

from scorekeeper.server import network
from scorekeeper.server.environment import Site
from scorekeeper.server.management.commands.serve import Command

UP, LOOPBACK, TUNNEL, CONNECTED = 0x1, 0x8, 0x10, 0x40
LOCAL = ("lo", "127.0.0.1", UP | LOOPBACK | CONNECTED)
HOTSPOT = ("wlan0", "10.42.0.1", UP | CONNECTED)
CABLE = ("eth0", "192.168.1.20", UP | CONNECTED)
UNPLUGGED = ("eth1", "192.168.2.20", UP)

# For each machine: its interfaces, its own address towards the internet, and the addresses that phones can reach.
MACHINES = {
    "a laptop that is its own hotspot": ([LOCAL, HOTSPOT], "", ["10.42.0.1"]),
    "a hotspot beside a cable": ([LOCAL, HOTSPOT, CABLE], "192.168.1.20", ["192.168.1.20", "10.42.0.1"]),
    "a hotspot beside an unplugged cable": ([LOCAL, UNPLUGGED, HOTSPOT], "", ["10.42.0.1"]),
    "a hotspot nobody has joined yet": ([LOCAL, ("br0", "10.42.0.1", UP)], "", ["10.42.0.1"]),
    "an interface that is down": ([LOCAL, ("wlan0", "10.42.0.1", CONNECTED), CABLE], "", ["192.168.1.20"]),
    "a tunnel to work": ([LOCAL, ("tun0", "10.8.0.2", UP | TUNNEL | CONNECTED), CABLE], "10.8.0.2", ["192.168.1.20"]),
    "containers": ([LOCAL, ("docker0", "172.17.0.1", UP | CONNECTED), CABLE], "192.168.1.20", ["192.168.1.20"]),
    "virtual machines": ([LOCAL, ("virbr0", "192.168.122.1", UP | CONNECTED), HOTSPOT], "", ["10.42.0.1"]),
    "two addresses": ([CABLE, ("eth0", "10.0.0.5", UP | CONNECTED)], "", ["192.168.1.20", "10.0.0.5"]),
    "one it gave itself": ([CABLE, ("eth0", "169.254.3.4", UP | CONNECTED)], "", ["192.168.1.20"]),
    "a cable between two": ([LOCAL, ("eth0", "169.254.3.4", UP | CONNECTED)], "", ["169.254.3.4"]),
    "no network": ([LOCAL], "", []),
    "another system": ([], "192.168.1.20", ["192.168.1.20"]),
}


@pytest.fixture(params=MACHINES)
def reachable(request, monkeypatch):
    """Pretend to be each of the machines; return the addresses that phones can reach."""
    interfaces, default, wanted = MACHINES[request.param]
    found = [network._Interface(name, IPv4Address(address), flags) for name, address, flags in interfaces]
    monkeypatch.setattr(network, "_interfaces", lambda: iter(found))
    monkeypatch.setattr(network, "_default_address", lambda: default)
    return wanted


def test_addresses(reachable):
    assert network.addresses() == reachable


@pytest.mark.parametrize("name", ["localhost", "127.0.0.1", "127.0.1.1", "[::1]", "pad.localhost"])
def test_codes_lead_to_the_network(reachable, name):
    request = RequestFactory().get("/", headers={"host": f"{name}:8000"})
    wanted = [f"http://{address}:8000/join/x/" for address in reachable]
    assert network.urls_for_phones(request, "/join/x/") == (wanted or [f"http://{name}:8000/join/x/"])


def test_the_page_shows_all_of_them(reachable, cast):
    owner, local = cast.phone("owner"), {"host": "localhost:8000"}
    made = owner.post(f"{cast.group.get_absolute_url()}links/", {"role": "1", "lasting": "open"}, headers=local)
    page = owner.get(made["Location"], headers=local).text
    for address in reachable:
        assert f'<p class="url">http://{address}:8000/join/' in page
    assert page.count('class="qr-box"') == max(1, len(reachable))


def say_where(**options) -> str:
    out = StringIO()
    Command(stdout=out).say_where(8000, options.get("listening", "0.0.0.0"))
    return out.getvalue()


def test_serve_says_all_of_them(reachable, db):
    said = say_where()
    for address in reachable:
        assert f"http://{address}:8000/" in said
    assert ("Phones cannot reach that" in said) == (not reachable)


def test_a_server_that_listens_on_one_address_says_that(reachable, db):
    assert "http://192.168.7.7:8000/" in say_where(listening="192.168.7.7")


# The configured host names, whether https is used, and the address that is shown.
NAMES = [
    ([Site("cards.example")], True, "https://cards.example"),
    ([Site("cards.example", 8443)], True, "https://cards.example:8443"),
    ([Site("cards.example", 443)], True, "https://cards.example"),
    ([Site(".cards.example")], True, "https://cards.example"),
    ([Site("localhost"), Site("cards.example")], True, "https://cards.example"),
    ([Site("scores.lan")], False, "http://scores.lan:8000"),
    ([Site("scores.lan", 80)], False, "http://scores.lan"),
]


@pytest.mark.parametrize(("sites", "https", "wanted"), NAMES)
def test_names_that_are_set(settings, reachable, sites, https, wanted):
    settings.SITES, settings.HTTPS = sites, https
    assert network.site_addresses(8000) == [wanted]


def test_a_name_that_is_set_is_shown_instead_of_localhost(settings):
    settings.SITES = [Site("localhost"), Site("scores.lan")]
    request = SimpleNamespace(
        get_host=lambda: "localhost:8000", scheme="http", build_absolute_uri=str, is_secure=lambda: False
    )
    assert network.urls_for_phones(request, "/x/") == ["http://scores.lan:8000/x/"]
