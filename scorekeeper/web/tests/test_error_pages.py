"""A refused request is answered in the phone's language, and never with a blank page."""

import re

import pytest
from django.test import Client


@pytest.mark.parametrize(("lang", "title"), [("de", "Da ging unterwegs etwas verloren"), ("en", "Something got lost")])
def test_a_form_that_is_too_large_is_refused_in_the_language_of_its_phone(cast, lang, title):
    """The body is read and refused before any view. The language must not be that of the previous request."""
    other = "en" if lang == "de" else "de"
    cast.phone("owner").get("/", headers={"accept-language": other})
    url = f"/g/{cast.group.key}/people/"
    answer = cast.phone("owner").post(url, {"name": "X" * 2_000_000}, headers={"accept-language": lang})
    assert answer.status_code == 400
    assert title in answer.text


def test_the_address_of_a_form_shows_a_page_that_leads_on(cast):
    """A phone may be put away while it shows the answer to a form. Later, it requests the form's address with GET."""
    answer = cast.phone("owner").get(f"/g/{cast.group.key}/again/")
    assert answer.status_code == 405
    assert "Page not found" in answer.text


# For each misconfiguration of the proxy: the headers with which a form arrives, and a part of the log message.
MISLED = {
    "https that the server was not told of": (
        {"host": "cards.lan", "origin": "https://cards.lan"},
        "SCOREKEEPER_HTTPS=1",
    ),
    "the same behind another name": ({"host": "127.0.0.1:8001", "origin": "https://cards.lan"}, "SCOREKEEPER_HTTPS=1"),
    "an origin that is hidden": ({"host": "cards.lan", "origin": "null"}, "Referrer-Policy"),
    "the same with https": ({"host": "cards.lan", "secure": True, "origin": "null"}, "Referrer-Policy"),
    "neither origin nor referer": ({"host": "cards.lan", "secure": True}, "Referrer-Policy"),
    "the name of the inside": ({"host": "127.0.0.1:8001", "origin": "http://cards.lan"}, "header Host"),
    "the port of the inside": (
        {"host": "cards.lan", "secure": True, "origin": "https://cards.lan:8443"},
        "header Host",
    ),
}


@pytest.mark.parametrize("what", MISLED)
def test_what_is_wrong_with_a_proxy_is_said_on_the_page_and_in_the_log(cast, caplog, what):
    """Behind a misconfigured proxy, every form is refused. The page and the log say what is wrong."""
    headers, named = MISLED[what]
    headers = {"accept-language": "en", **headers}
    secure = headers.pop("secure", False)
    browser = Client(enforce_csrf_checks=True)
    page = browser.get("/account/login/", headers={"host": headers["host"]}, secure=secure)
    token = re.search('name="csrfmiddlewaretoken" value="([^"]+)"', page.text)[1]
    form = {"login": "Alice", "password": "wrong", "csrfmiddlewaretoken": token}
    answer = browser.post("/account/login/", form, headers=headers, secure=secure)
    assert answer.status_code == 403
    assert "open for too long" not in answer.text
    assert "Whoever runs the server" in answer.text
    assert named in caplog.text


def test_a_page_that_was_open_for_too_long_is_told_so(cast):
    browser = Client(enforce_csrf_checks=True, headers={"accept-language": "en", "origin": "http://testserver"})
    browser.get("/account/login/")
    answer = browser.post("/account/login/", {"login": "Alice", "password": "wrong", "csrfmiddlewaretoken": "x" * 32})
    assert "open for too long" in answer.text
    assert "X-CSRFToken" in answer.headers
