"""What is drawn once: those used last stay, up to so many bytes; a page is compressed once, around what is one phone's."""

import gzip

import pytest
from django.test import RequestFactory

from scorekeeper.web.drawn import _TOKEN, SENDER, TAG, Drawn, Page


def test_what_was_used_longest_ago_makes_room():
    drawn, calls = Drawn(len, most=2500), []

    def look(name):
        drawn.get(name, lambda: calls.append(name) or "x" * 1000)

    for name in ("a", "b", "a", "c", "a", "b"):
        look(name)
    assert calls == ["a", "b", "c", "b"]


def test_one_that_is_too_large_is_not_kept():
    drawn = Drawn(len, most=1000)
    large = "x" * 2000
    assert drawn.get("large", lambda: large) is large
    assert drawn.get("large", lambda: "another") == "another"


@pytest.mark.parametrize(
    "text",
    [
        "",
        "nothing of anybody",
        f"{TAG}",
        f"ä{TAG}{SENDER} {_TOKEN}",
        f"{_TOKEN}{'-long' * 9000}{SENDER}!",
        f"a tag in it {TAG} and behind it, a tag in it {TAG} and behind it, {SENDER}, a tag in it {TAG} and behind it",
        f"a form for everybody {_TOKEN}, a form for everybody {_TOKEN}, a form for everybody",
    ],
    ids=["empty", "plain", "tag", "all", "long", "tags", "alike"],  # the marks are made anew in each process
)
def test_a_page_is_the_same_packed_and_unpacked(text):
    page = Page(text, len("tag0"))
    for times in range(2):
        request = RequestFactory().get("/", headers={"accept-encoding": "br, gzip"})
        packed = page.shown_to(request, f"tag{times}", "link-1")
        token = request.META.get("CSRF_COOKIE", "")
        assert packed["Content-Encoding"] == "gzip"
        found = gzip.decompress(packed.content).decode()
        assert found.startswith(text.split(_TOKEN)[0].replace(TAG, f"tag{times}").replace(SENDER, "link-1"))
        assert found.endswith(text.split(_TOKEN)[-1].replace(SENDER, "link-1").replace(TAG, f"tag{times}"))
        assert (_TOKEN in text) == bool(token)
        assert not any(mark in found for mark in (_TOKEN, TAG, SENDER))
    assert page.shown_to(RequestFactory().get("/"), "seen", "me").content.decode().count("seen") == text.count(TAG)
