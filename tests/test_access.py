"""Every address answers each role as the access table says, with the security headers, and is in the table."""

import re

import pytest
from django.core.cache import cache
from django.db import transaction
from django.urls import URLPattern, get_resolver, reverse

from scorekeeper.people.keys import form_context
from scorekeeper.people.models import Phone, Role
from scorekeeper.sending.models import ProcessedForm
from scorekeeper.server.write_queue import write_transaction
from scorekeeper.web.models import Session
from tests.access_table import NOT_SO, SCORERS_DO, TABLE
from tests.fixtures import ROLES, make_phone

pytestmark = [pytest.mark.sqlite, pytest.mark.slow]

STRICT = (
    "default-src 'none'",
    "script-src 'self'",
    "style-src 'self'",
    "frame-ancestors 'none'",
    "base-uri 'none'",
)
TAG = re.compile(r"""<(/?)([a-zA-Z][^\s/>]*)(?:[^"'>]|"[^"]*"|'[^']*')*?(/?)>""")
INLINE = re.compile(r"</?(?:a|abbr|b|i|small|span|time)\b[^>]*>")
FOLLOWED = re.compile(r'\s(?:action|formaction|href|hx-get|hx-post|src|value)="([^"]*)"')
VOID = frozenset(("br", "hr", "img", "input", "link", "meta"))


def is_nested(text):
    """Check that all elements are nested correctly and closed."""
    opened = []
    for closing, tag, closed in TAG.findall(text):
        if closing:
            assert opened, f"</{tag}> closes nothing"
            assert opened.pop() == tag, f"</{tag}> is inside another element"
        elif tag not in VOID and not closed:
            opened.append(tag)
    assert not opened


def is_set_well(text):
    """Check that no address or value contains a line break and that no space precedes a punctuation mark."""
    assert [value for value in FOLLOWED.findall(text) if "\n" in value] == []
    read = TAG.sub("|", INLINE.sub("", re.sub(r"<textarea.*?</textarea>", "", text, flags=re.DOTALL)))
    assert re.findall(r".*\w\s+[,.;:!?](?=[\s|]).*", read) == []


def behind_the_walls(response, name):
    """Check that an answer has the security headers and no inline styles or scripts. Pages must be well formed."""
    policy = response.headers["Content-Security-Policy"]
    assert all(part in policy for part in STRICT), name
    assert "unsafe" not in policy
    assert response.headers["X-Content-Type-Options"] == "nosniff"
    assert response.headers["Referrer-Policy"] == "same-origin"
    assert response.headers["X-Frame-Options"] == "DENY"
    text = response.getvalue().decode(errors="replace")  # the answer may be streamed, or be a picture
    for inline in ("<style", " style=", "<script>", " onclick="):
        assert inline not in text, name
    if response.headers.get("Content-Type", "").startswith("text/html"):
        is_nested(text)
        is_set_well(text)
        known_to_search_engines(text, name)
        assert "&lt;/" not in text, f"{name} shows its own markup"


def known_to_search_engines(text, name):
    """Check that a whole page has one language, title, description and h1, as Lighthouse does."""
    if not text.startswith("<!doctype html>"):
        return
    for needed in (r'<html lang="\w+"', r"<title>[^<\s]", r'<meta\s+name="description"\s+content="\s*\w', r"<h1\b"):
        assert len(re.findall(needed, text)) == 1, (name, needed)


def every_pattern(patterns=None):
    for entry in get_resolver().url_patterns if patterns is None else patterns:
        if isinstance(entry, URLPattern):
            yield entry
        else:
            yield from every_pattern(entry.url_patterns)


def answer(response) -> str:
    if response.status_code == 302 and response["Location"].startswith("/account/login/"):
        return "login"
    return str(response.status_code)


def test_the_table_knows_every_address():
    names = {pattern.name for pattern in every_pattern()}
    assert None not in names, "an address has no name"
    assert names == set(TABLE), "tests/access_table.py must list exactly the addresses of the site"


@pytest.mark.parametrize("name", TABLE)
def test_access(cast, name):
    """Each role gets the answer of the access table. The changes of each request are rolled back before the next."""
    row = TABLE[name]
    url = reverse(name, kwargs=row.args(cast))
    cookies = [cast.phone(role).cookies.output(header="") for role in ROLES]
    for method, data in (("get", None), ("post", row.data)):
        answers = []
        for those in cookies:
            phone = make_phone()
            phone.cookies.load(those)
            with write_transaction():
                response = getattr(phone, method)(url, data)
                behind_the_walls(response, name)
                answers.append(answer(response))
                transaction.set_rollback(True)
            cache.clear()
        assert answers == getattr(row, method).split(), method


# Forms for saved tricks or bids of the coming round. The cast's game has none, so a script gets a 409.
NOTHING_TO_DO = {
    "take_trick_back",
    "after_tricks",
    "clear_bids",
    "save_trick",
    "change_trick",
}


@pytest.mark.parametrize("name", TABLE)
def test_a_share_link_as_a_header_may_what_the_phone_may_that_opened_it(cast, name):
    """A share link's token in a header gives the link's rights in its group, whatever cookies are sent.

    - A viewer's token can send no forms.
    - Addresses outside the group are refused. Only `copy_of_link` answers, with a copy of the link's group.
    - Pages of any origin may read the answers to forms and the copies of groups, but no other answers.
    - No session is stored.
    - A viewer's token stores no `Phone` or `ProcessedForm`: a script would add a row with each request.
    """
    row = TABLE[name]
    url = reverse(name, kwargs=row.args(cast))
    tokens = {"viewer": cast.viewer_token, "scorer": cast.scorer_token}
    owner = cast.phone("owner").cookies.output(header="")
    sessions = list(Session.objects.values_list("pk", flat=True))
    for role, token in tokens.items():
        for method, data in (("get", None), ("post", row.data)):
            phone = make_phone(enforce_csrf_checks=True)
            phone.cookies.load(owner)
            headers = {
                "authorization": f"Bearer {token}",
                "idempotency-key": f"{name.replace('_', '-')}-of-{role}-0123456789",
            }
            with write_transaction():
                response = getattr(phone, method)(url, data, headers=headers)
                assert not Session.objects.exclude(pk__in=sessions).exists(), "a session was stored"
                assert role == "scorer" or not (Phone.objects.exists() or ProcessedForm.objects.exists())
                transaction.set_rollback(True)
            cache.clear()
            expected = getattr(row, method).split()[ROLES.index(role)]
            if method == "post" and role == "viewer":
                expected = "403"
            elif name == "copy_of_link":
                expected = "200" if method == "get" else "405"
            elif not url.startswith("/g/"):
                expected = "403"
            elif method == "post" and expected == "302":
                expected = "409" if name in NOTHING_TO_DO else "201"
            assert answer(response) == expected, (role, method)
            assert not response.cookies
            readable = method == "post" or name in ("copy_of_group", "copy_of_link")
            assert response.headers.get("Access-Control-Allow-Origin") == ("*" if readable else None)


@pytest.mark.parametrize("name", [name for name, row in TABLE.items() if row.post != NOT_SO])
def test_a_post_without_its_token_is_refused(cast, name):
    row = TABLE[name]
    client = make_phone(enforce_csrf_checks=True)
    client.cookies.update(cast.phone("owner").cookies)
    response = client.post(reverse(name, kwargs=row.args(cast)), row.data)
    assert response.status_code == 403
    assert "open for too long" in response.text


def test_a_phone_that_keeps_no_cookies_is_told_so(cast):
    """If a phone keeps no cookies, its very first form is refused: the form that joins by a share link."""
    response = make_phone(enforce_csrf_checks=True).post(f"/join/{cast.scorer_token}/", HTTP_ACCEPT_LANGUAGE="de")
    assert response.status_code == 403
    assert "<h2>Ohne Cookies geht es nicht</h2>" in response.text


@pytest.mark.parametrize("role", Role)
def test_an_account_gives_the_same_as_a_link(member, cast, role):
    phone = member(role)
    place = ROLES.index({Role.VIEWER: "viewer", Role.SCORER: "scorer", Role.OWNER: "owner"}[role])
    for name in ("group", "group_name", "people", "player", "links", "link"):
        row = TABLE[name]
        expected = row.get.split()[place]
        assert answer(phone.get(reverse(name, kwargs=row.args(cast)))) == expected


def test_a_game_that_is_not_there_is_not_found(cast):
    named = {name: row.args(cast) | {"slug": "no-such-game"} for name, row in TABLE.items() if "slug" in row.args(cast)}
    answers = {name: cast.phone("owner").get(reverse(name, kwargs=args)).status_code for name, args in named.items()}
    assert answers == dict.fromkeys(("play_game", "game_rules"), 404)


def test_a_group_that_does_not_exist_looks_like_one_that_is_closed(cast):
    phone = cast.phone("stranger")
    closed = phone.get(reverse("group", args=[cast.group.key]))
    missing = phone.get(reverse("group", args=["nosuchgroup2"]))
    strip = [r.text.replace(k, "") for r, k in [(closed, cast.group.key), (missing, "nosuchgroup2")]]
    assert closed.status_code == missing.status_code == 404
    assert len(strip[0]) == len(strip[1])


# Forms for the parts, tricks and bids of a round that is not finished: their views report nothing by `did()`.
SAYS_NOTHING = {
    "pile", "update_piles", "next_trick", "change_trick", "take_trick_back", "discard_tricks",
    "after_tricks", "save_trick", "forget_tricks", "bids", "clear_bids", "half_entered",
    "go_on", "reopen",
}  # fmt: skip


@pytest.mark.parametrize("name", [name for name, row in TABLE.items() if row.post == SCORERS_DO])
def test_each_form_says_what_it_did_as_a_phone_that_is_alone_sends_only_what_did_something(cast, name):
    row = TABLE[name]
    url = reverse(name, kwargs=row.args(cast))
    fields = {field: value for field, value in row.data.items() if field != "key"}
    with form_context("of-a-phone-that-is-alone") as form:
        assert cast.phone("scorer").post(url, fields).status_code == 302
    assert bool(form.done) == (name not in SAYS_NOTHING)
