"""The headers of every answer, and the names of the cookies behind https."""

import re
from http.cookies import SimpleCookie

import pytest
from django.test import Client

from scorekeeper.server.tests.test_serve import get
from tests.server.real import ONE_WORKER, Server

HTTPS = {"host": "cards.example", "x-forwarded-proto": "https"}
POLICIES = ("Permissions-Policy", "Cross-Origin-Resource-Policy")


def test_every_answer_says_what_a_page_may_use(cast):
    owner = cast.phone("owner")
    group = cast.group.get_absolute_url()
    tag = re.search('hx-ptag="([^"]+)"', owner.get(group).text)[1]
    answers = [
        owner.get(group),
        owner.get(f"{group}news/", headers={"hx-ptag": tag}),
        owner.get(f"{group}data/games.json"),
        owner.get("/nowhere/"),
        owner.get("/healthz"),
        owner.post(f"{group}again/"),
        owner.options(f"{group}copy/", headers={"access-control-request-method": "GET"}),
        Client().get("/", headers={"host": "evil.example"}),
        Client(enforce_csrf_checks=True).post("/account/login/"),
    ]
    assert {answer.status_code for answer in answers} == {200, 204, 302, 304, 400, 403, 404}
    for answer in answers:
        assert "camera=(self)" in answer["Permissions-Policy"], "the pocket app reads codes with it"
        assert "screen-wake-lock=(self)" in answer["Permissions-Policy"], "the display stays on"
        assert "microphone=()" in answer["Permissions-Policy"]
        assert answer["Cross-Origin-Resource-Policy"] == "same-origin"
        answer.close()
    style = owner.get("/static/css/base.css")
    assert (style["Cross-Origin-Resource-Policy"], "Permissions-Policy" in style) == ("same-origin", False)
    style.close()


def test_exports_are_kept_nowhere(cast):
    group, owner = cast.group.get_absolute_url(), cast.phone("owner")
    paths = ["data/games.json", "data/rounds.csv", f"people/{cast.player.key}/data.json", "copy/"]
    night, match = f"nights/{cast.match.night.key}", f"m/{cast.match.key}"
    for path in (*paths, f"{night}/games.json", f"{night}/rounds.csv", f"{match}/game.json"):
        answer = owner.get(group + path)
        assert (answer.status_code, answer["Cache-Control"]) == (200, "no-store"), path


@pytest.fixture(scope="module")
def server(tmp_path_factory):
    server = Server(
        tmp_path_factory.mktemp("https") / "data",
        options=ONE_WORKER,
        SCOREKEEPER_HTTPS="1",
        SCOREKEEPER_HOSTS="cards.example",
    )
    server.match, server.token = server.set_up()
    server.start()
    yield server
    server.kill()


def cookies_of(headers) -> dict[str, str]:
    """Return the cookies that an answer sets, with their attributes."""
    return {name: each for line in headers.get_all("Set-Cookie") or () for name, each in SimpleCookie(line).items()}


@pytest.mark.server
def test_behind_https_cookies_are_of_this_host_alone(server):
    of_another_site = "sessionid=x; csrftoken=y; django_language=fr"
    _status, headers, _page = get(server, "/account/login/", **HTTPS, cookie=of_another_site)
    cookies = cookies_of(headers)
    assert set(cookies) == {"__Host-scorekeeper_csrf"}
    for each in cookies.values():
        assert each["secure"]
        assert each["httponly"]
        assert each["path"] == "/"
        assert not each["domain"]
    for path in ("/healthz", "/nowhere/"):
        _status, headers, _page = get(server, path, **HTTPS)
        assert all(name in headers for name in POLICIES), path
