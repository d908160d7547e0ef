"""The page on which an account sees its sessions and ends them."""

import re

import pytest
from django.test import Client
from django.utils import timezone

from scorekeeper.people.models import User
from scorekeeper.people.signed_in import SignedIn
from tests.fixtures import PASSWORD, make_phone

PAGE = "/account/sessions/"
PIXEL = (
    "Mozilla/5.0 (Linux; Android 16; Pixel 9) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/156.0 Mobile Safari/537.36"
)
AGENTS = {
    PIXEL: "Chrome, Android",
    "Mozilla/5.0 (iPhone; CPU iPhone OS 26_0 like Mac OS X) AppleWebKit/605.1 (KHTML, like Gecko) Version/26.0 Safari/604.1": "Safari, iPhone",
    "Mozilla/5.0 (iPhone; CPU iPhone OS 26_0 like Mac OS X) AppleWebKit/605.1 FxiOS/145.0 Safari/605.1": "Firefox, iPhone",
    "Mozilla/5.0 (Windows NT 10.0; Win64) AppleWebKit/537.36 Chrome/156.0 Safari/537.36 Edg/156.0": "Edge, Windows",
    "Mozilla/5.0 (X11; Linux x86_64; rv:145.0) Gecko/20100101 Firefox/145.0": "Firefox, Linux",
    "Mozilla/5.0 (X11; CrOS x86_64 14541.0.0) AppleWebKit/537.36 Chrome/156.0 Safari/537.36": "Chrome, ChromeOS",
    "curl/8.5": "A browser",
    "": "A browser",
}


def signed_in(agent: str = PIXEL) -> Client:
    """Return a browser in which Alice has just signed in."""
    browser = Client(headers={"accept-language": "en", "user-agent": agent})
    assert browser.post("/account/login/", {"login": "Alice", "password": PASSWORD}).status_code == 302
    return browser


def end(browser: Client, which: str) -> None:
    """Sign out the session with this name, or all other sessions for "others". Type the password again first."""
    asked = browser.post(PAGE, {"end": which})["Location"]
    assert asked.startswith("/account/again/")
    assert browser.post(asked, {"password": PASSWORD})["Location"] == PAGE


def is_signed_in(browser: Client) -> bool:
    return browser.get("/account/password/").status_code == 200


def names(page: str) -> list[str]:
    return re.findall(r'name="end" value="(\w{32})"', page)


@pytest.mark.parametrize("agent", AGENTS)
def test_it_says_with_what(agent):
    assert SignedIn("key", {"signed_in": {"at": timezone.now().isoformat(), "agent": agent}}).browser == AGENTS[agent]


def test_the_others_are_listed_and_one_is_ended(cast):
    here, phone, laptop = signed_in(), signed_in(), signed_in("Mozilla/5.0 (X11; Linux) Firefox/145.0")
    page = here.get(PAGE).text
    assert page.count("Chrome, Android") == 2
    assert "this browser" in page
    end(here, re.search(r'Firefox, Linux.*?value="(\w{32})"', page, re.DOTALL)[1])
    assert [is_signed_in(each) for each in (here, phone, laptop)] == [True, True, False]
    page = here.get(PAGE).text
    assert "Firefox" not in page


def test_all_others_are_ended(cast):
    here, there = signed_in(), [signed_in(), cast.phone("owner")]
    end(here, "others")
    assert is_signed_in(here)
    assert not any(map(is_signed_in, there))
    assert "Signing out there" not in here.get(PAGE).text


def test_what_is_ended_loses_its_groups_at_once_where_nothing_is_new(cast):
    """A request with the current tag gets a 404 instead of a 304 once its session is ended."""
    here, there = signed_in(), signed_in()
    page = there.get(cast.match.get_absolute_url())
    tag = re.search('hx-ptag="([^"]+)"', page.text)[1]
    look = {"hx-ptag": tag, "hx-request": "true"}
    assert there.get(cast.match.get_absolute_url(), headers=look).status_code == 304
    end(here, "others")
    assert there.get(cast.match.get_absolute_url(), headers=look).status_code == 404


def test_only_ones_own_are_listed_and_ended(cast):
    mia = User.objects.create_user("Mia", password=PASSWORD)
    other = make_phone()
    other.force_login(mia)
    hers = SignedIn(other.session.session_key, {}).name
    here = signed_in()
    assert hers not in here.get(PAGE).text
    end(here, hers)
    assert is_signed_in(other)
    assert names(other.get(PAGE).text) == []


def test_whoever_finds_an_open_browser_ends_no_session(cast):
    here, there = signed_in(), signed_in()
    asked = here.post(PAGE, {"end": "others"})["Location"]
    here.post(asked, {"password": "wrong"})
    assert is_signed_in(there)
