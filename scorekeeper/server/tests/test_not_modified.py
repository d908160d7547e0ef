"""A phone that shows the latest version gets a 304; any other request reaches the view."""

import http.client
import re

import pytest
from django.db import OperationalError, connection
from django.http import HttpResponseNotFound

from scorekeeper.nights.models import Match
from scorekeeper.server import not_modified
from tests.fixtures import make_phone


@pytest.fixture
def following(cast):
    """Return a viewer's phone, the URL of a pad, and the ETag of this page."""
    phone, url = cast.phone("viewer"), cast.match.get_absolute_url()
    return phone, url, phone.get(url)["HX-PTag"]


def status(phone, url, shown):
    return phone.get(url, headers={"hx-request": "true", "hx-ptag": shown}).status_code


def test_nobody_makes_up_what_a_phone_shows_of_what_is_not_there(db, rf):
    """An ETag for a missing object gets no 304, even if its digest was made with the placeholder tag "-"."""
    request = rf.get("/")
    nothing = Match(key="aaaaaaaaaaaa", tag="-")
    request.META["HTTP_HX_PTAG"] = not_modified.make_etag(request, nothing)
    middleware = not_modified.NotModifiedMiddleware(lambda request: HttpResponseNotFound())
    assert middleware(request).status_code == 404


def test_where_the_database_is_away_the_page_says_so(following, rf):
    _, url, shown = following

    def away(*query):
        raise OperationalError

    request = rf.get(url, headers={"hx-ptag": shown})
    with connection.execute_wrapper(away):
        answer = not_modified.NotModifiedMiddleware(lambda request: HttpResponseNotFound())(request)
    assert answer.status_code == 404


@pytest.mark.parametrize("authorization", ["", "Bearer made-up"])
def test_what_a_share_link_as_a_header_has_seen_tells_a_stranger_nothing(cast, authorization):
    """Without cookies, phones are told apart only by the share link in their header."""
    url, bearer = cast.match.get_absolute_url(), {"authorization": f"Bearer {cast.viewer_token}"}
    shown = make_phone().get(url, headers=bearer)["HX-PTag"]
    assert make_phone().get(url, headers={**bearer, "hx-ptag": shown}).status_code == 304
    assert make_phone().get(url, headers={"authorization": authorization, "hx-ptag": shown}).status_code in (401, 404)


def test_it_is_open_to_nobody_else(cast, following):
    phone, url, shown = following
    other = make_phone(token=cast.viewer_token)
    assert status(other, url, shown) == 200, "a phone with the same link has another ETag"
    assert status(phone, url, other.get(url)["HX-PTag"]) == 200
    assert status(make_phone(), url, shown) == 404


def test_it_closes_with_the_link(cast, following):
    cast.viewer_link.withdraw()
    assert status(*following) == 404


def test_it_closes_after_a_while(following, monkeypatch):
    now = not_modified.time.time()
    monkeypatch.setattr(not_modified.time, "time", lambda: now + not_modified.MAX_AGE - 5)
    assert status(*following) == 304
    monkeypatch.setattr(not_modified.time, "time", lambda: now + not_modified.MAX_AGE + 2)
    assert status(*following) == 200


def test_it_closes_with_the_game_and_the_match_of_another_key_stays_closed(cast, following):
    phone, url, shown = following
    other = Match.start(cast.match.night, "beutelschneider", [seat.player for seat in cast.match.seated], {}, 0)
    Match.objects.update(tag=Match.objects.get(pk=cast.match.pk).tag)
    assert status(phone, url, shown) == 304
    assert status(phone, url, shown.replace(cast.match.key, other.key)) == 200
    cast.match.refresh_from_db()
    cast.match.soft_delete("Sam")
    assert status(*following) == 410


@pytest.mark.parametrize("shown", ["", ".", "a.b", "match.{key}.1.", "match.{key}.x.{digest}", "match.x.{at}.{digest}",
                                   "group.{key}.{at}.{digest}", "user.{key}.{at}.{digest}", "ä.{key}.{at}.ö", "match.{key}.{at}.ö",
                                   "match.{key}.{at}.{digest}0", "match.{key}.9999999999.{digest}"])  # fmt: skip
def test_nothing_that_is_made_up_opens_it(cast, following, shown):
    phone, url, good = following
    _kind, key, at, digest = good.split(".")
    assert status(phone, url, shown.format(key=key, at=at, digest=digest)) == 200


@pytest.mark.server
def test_the_real_server_has_it_in_front(running):
    it_is_in_front(*running)


def it_is_in_front(server, phone):
    match = phone.match
    phone.get(match)
    cookies = "; ".join(f"{cookie.name}={cookie.value}" for cookie in phone.cookies)
    line = http.client.HTTPConnection(f"127.0.0.1:{server.port}", timeout=10)

    def look(**headers):
        line.request("GET", match, headers={"Cookie": cookies, "HX-Request": "true", **headers})
        answer = line.getresponse()
        answer.read()
        return answer

    first = look()
    shown = {"HX-PTag": first.headers["HX-PTag"]}
    before = look(**shown)
    assert before.status == 304
    assert re.search("(?i)content-security", str(first.headers))
    assert "security" not in str(before.headers).lower(), "the site's middleware was not asked"
    seen = phone.seen()
    assert phone.adjust(f"another-{seen}", seen, 3) == 200
    assert look(**shown).status == 200
    assert look(**{"HX-PTag": "match.x.1.é".encode()}).status == 200
    line.close()
