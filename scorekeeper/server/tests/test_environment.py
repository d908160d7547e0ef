"""Settings: valid values are used. For each wrong value, a sentence says what is wrong before a server starts."""

import os
import subprocess
import sys

import pytest

from scorekeeper.server.environment import Environment, Site
from tests.server.real import ROOT

UNDERSTOOD = {
    "cards.example": Site("cards.example"),
    " cards.example ": Site("cards.example"),
    "Cards.Example.": Site("cards.example"),
    "https://cards.example": Site("cards.example"),
    "cards.example/": Site("cards.example"),
    "https://cards.example:8443/": Site("cards.example", 8443),
    "cards.example:8443": Site("cards.example", 8443),
    "*.cards.example": Site(".cards.example"),
    "köln.example": Site("xn--kln-sna.example"),
    "192.168.1.5:8000": Site("192.168.1.5", 8000),
    "[::1]:8000": Site("[::1]", 8000),
    "my_pi": Site("my_pi"),
}
NOT_UNDERSTOOD = [
    "a;b",
    "a b",
    "*",
    "cards.example/scores",
    "cards.example:x",
    "cards.example:99999",
    "ftp://a.b",
    "-a.b",
]


@pytest.mark.parametrize("text", UNDERSTOOD)
def test_hosts_that_are_understood(text):
    environment = Environment({"HOSTS": f"{text},other.example"})
    assert environment.sites("HOSTS") == [UNDERSTOOD[text], Site("other.example")]
    assert environment.problems == []


@pytest.mark.parametrize("text", NOT_UNDERSTOOD)
def test_hosts_that_are_not(text):
    environment = Environment({"HOSTS": text})
    assert environment.sites("HOSTS") == []
    [problem] = environment.problems
    assert repr(text) in problem


@pytest.mark.parametrize(
    "text", ["Europe/Berlin", ":Europe/Berlin", " europe/berlin ", "/usr/share/zoneinfo/Europe/Berlin"]
)
def test_time_zones_that_are_understood(text):
    environment = Environment({"TZ": text})
    assert environment.time_zone("TZ", "UTC") == "Europe/Berlin"
    assert environment.problems == []


@pytest.mark.parametrize(
    "text", ["CET-1CEST,M3.5.0,M10.5.0/3", "Europe/Nowhere", "Europe", "../secret", "/etc/passwd", "\0"]
)
def test_time_zones_that_are_not(text):
    environment = Environment({"TZ": text})
    environment.time_zone("TZ", "UTC")
    [problem] = environment.problems
    assert repr(text) in problem


@pytest.mark.parametrize(
    ("text", "on"), [("1", True), ("'1'", True), ("true", True), ("On", True), ("", False), ("0", False), ("no", False)]
)
def test_switches(text, on):
    environment = Environment({"HTTPS": text})
    assert environment.switch("HTTPS") is on
    assert environment.problems == []


# For each setting: a wrong value, and a part of the sentence that says what is wrong.
WRONG = {
    "SCOREKEEPER_HOSTS": ("a;b", "no name of a host"),
    "SCOREKEEPER_HTTPS": ("ja", "1 turns it on"),
    "TZ": ("CET-1CEST", "no time zone"),
    "SCOREKEEPER_HOST": ("cards.example", "is no setting"),
    "REDIS_URL": ("redis://host:port/0", "REDIS_URL is not understood"),
    "DATABASE_URL": ("postgresql://user@host:port/name", "there is no port"),
}


@pytest.mark.server
@pytest.mark.parametrize("name", WRONG)
def test_check_says_what_is_wrong(tmp_path, name):
    value, sentence = WRONG[name]
    environment = {**os.environ, "SCOREKEEPER_DATA": str(tmp_path / "data"), name: value}
    environment.pop("DJANGO_SETTINGS_MODULE", None)
    command = [sys.executable, "manage.py", "check"]
    done = subprocess.run(command, cwd=ROOT, env=environment, capture_output=True, text=True, check=False)
    assert done.returncode == 1
    assert done.stderr.count(sentence) == 1
    assert name in done.stderr
    assert "Traceback" not in done.stderr
