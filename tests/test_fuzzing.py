"""Score files, forms, addresses and headers with missing, wrong, enormous or foreign values always get an answer.

The values are random, from a fixed seed; `make fuzz` tries twenty times as many.
"""

from __future__ import annotations

import io
import json
import random
import re
import unicodedata
from collections.abc import Callable, Iterable, Iterator
from html.parser import HTMLParser
from itertools import product
from random import Random
from unittest import mock
from urllib.parse import urlencode
from wsgiref.util import setup_testing_defaults

import pytest
from django.core.signals import request_finished, request_started
from django.db import close_old_connections, models
from django.test import Client
from django.urls import reverse
from hypothesis import given, settings
from hypothesis import strategies as st

from games.kernel.problems import Problems
from games.registry import all_games
from scorekeeper.nights.models import Match, Night
from scorekeeper.people import names
from scorekeeper.people.models import NAME_LENGTH, Player, User
from scorekeeper.wsgi import application
from tests import test_typed_texts as texts
from tests.access_table import NOT_SO, TABLE, Row
from tests.drawn import drawn
from tests.fixtures import PASSWORD, ROLES, make_phone
from tests.fuzz_values import FUZZ_VALUES, bad_headers, broken, repeated
from tests.play import DIFFERENT, group
from tests.score_files import Input, broken_files, check, run, valid_files

pytestmark = [pytest.mark.sqlite, pytest.mark.slow]

# Score files

CHECKED = settings(max_examples=len(repeated(50)))
COMMANDS = st.sampled_from(["score", "referee"])
JSON = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats() | st.text(),
    lambda inner: st.lists(inner, max_size=4) | st.dictionaries(st.text(max_size=5), inner, max_size=4),
    max_leaves=12,
)
PLAYERS = ("Anna", "Ben", "Carla", "Dörte")


def test_valid_files_are_fine() -> None:
    for command, file in valid_files(Random(1)):
        assert check(Input(command, json.dumps(file).encode())), file


@given(broken=broken_files())
@settings(max_examples=len(repeated(400)))
def test_a_broken_file_gets_problems_and_no_traceback(broken: Input) -> None:
    check(broken)


@given(broken=broken_files())
@settings(max_examples=len(repeated(200)))
def test_a_file_with_more_problems_than_are_kept_gets_no_traceback(broken: Input) -> None:
    with mock.patch.object(Problems, "MOST", 1):
        check(broken)


@given(
    command=COMMANDS, text=st.binary(max_size=200) | st.text().map(lambda text: text.encode("utf-8", "surrogatepass"))
)
@CHECKED
def test_any_bytes_get_an_answer(command: str, text: bytes) -> None:
    check(Input(command, text))


@given(command=COMMANDS, value=JSON)
@CHECKED
def test_any_json_gets_an_answer(command: str, value: object) -> None:
    check(Input(command, json.dumps(value).encode()))


def test_numbers_of_thousands_of_digits_add_up_to_a_problem() -> None:
    """Two numbers can have a sum of more than 4300 digits, which Python refuses to convert to text."""
    huge = 10**4300 - 1
    record = {"kind": "counted", "gold": {"Anna": huge, "Ben": huge}, "cutpurses": {"Anna": huge, "Ben": huge}}
    file = {"format": "scorekeeper/1", "game": "beutelschneider", "players": PLAYERS, "rounds": [record]}
    assert not check(Input("score", json.dumps(file).encode()))
    assert "999… instead of 80: +999…" in run("score", json.dumps(file).encode(), "en")[1]


# Forms of a round


def fields_of(page: str) -> list[str]:
    """Return the names of a page's fields, except the CSRF token."""
    return sorted({part.split('"', 1)[0] for part in page.split('name="')[1:]} - {"csrfmiddlewaretoken"})


@pytest.fixture
def tables(cast) -> Callable[..., list[Match]]:
    """Return a function: `tables("krimsutep", …)` starts matches of each game, with the fewest and the most players."""
    players = [
        Player.objects.create(group=cast.group, name=name)
        for name in ("Anna", "Zoë", "Émile", "李", "Max", "Ida", "Ole", "Ruth")
    ]
    night = Night.tonight(cast.group)

    def start(*slugs: str) -> list[Match]:
        return [
            Match.start(night, slug, players[:seats], {}, 0)
            for slug in slugs
            for seats in {min(all_games()[slug].seats), max(all_games()[slug].seats)}
        ]

    return start


@pytest.mark.parametrize("slug", DIFFERENT)
def test_whatever_is_sent_as_a_record_is_answered(slug, cast):
    """A script can send a round as a record, like one of the score file. Even a broken record causes no server error."""
    chance = random.Random(slug)
    phone = cast.phone("scorer")
    for _, seats in product(repeated(1), {min(all_games()[slug].seats), max(all_games()[slug].seats)}):
        them = group(all_games()[slug], seats, chance)
        here = f"{cast.start(slug, them.players, **them.options).get_absolute_url()}round/"
        for _round in range(2):
            for record in [*them.round(them.players[0]).noted.values(), *them.closing()]:
                for sound in (True, False, False, False):
                    sent = json.dumps(record if sound else broken(record, chance))
                    answer = phone.post(here, {"record": sent, "next": "yes"})
                    assert answer.status_code in (302, 400, 409, 422), sent


def test_what_was_typed_is_still_there(cast, tables):
    """A number field of a refused form shows the typed text unchanged."""
    phone = cast.phone("scorer")
    for match in tables(*DIFFERENT):
        here = match.get_absolute_url()
        for screen in match.game.screens(match.table):
            page = phone.get(f"{here}round/?as={screen.code}").content.decode()
            fields = [name for name in fields_of(page) if f'name="{name}"' in page and "data-number" in page]
            numbers = [
                part.split('"', 1)[0] for part in page.split('name="')[1:] if "data-number" in part.split(">", 1)[0]
            ]
            if not numbers:
                continue
            assert set(numbers) <= set(fields)
            data = {name: f"typed {index}" for index, name in enumerate(numbers)}
            data |= {"screen": screen.code, "seen": str(match.last_number)}
            answer = phone.post(here + "round/", data)
            assert answer.status_code == 422
            for name in numbers:
                assert f'value="{data[name]}"' in answer.content.decode(), (match.game_slug, screen.code, name)


# Every address, every field

NASTY = [*FUZZ_VALUES, "x" * 100_000, "\ud800", "9" * 400]
FORM = "application/x-www-form-urlencoded"
# Query parameters that views read.
ASKED = """
all as back by card-R10 cards-0 currency dealer discarded done entry from game go gold-0 into last name needs night open
own page paper play player players points-0 points-side q rest seat seen since table texts trump until version worthless
"""
# Characters that grow: the first by NFKC, the second by NFC, the last two by case folding.
GROWING = ["\ufdfa", "\ufb2c", "\u0390", "\ufb03"]
MARKS = "a" + "\u0315\u0300" * 15_000
AS_OWNER = ROLES.index("owner")


class Fields(HTMLParser):
    """A parser that collects in `found` the text fields of a page by name, with their maximum length (default: 200)."""

    def __init__(self) -> None:
        super().__init__()
        self.found: dict[str, tuple[str, int]] = {}

    def handle_starttag(self, tag, attrs):
        given = dict(attrs)
        if tag == "textarea" or (tag == "input" and given.get("type", "text") == "text"):
            name = given.get("name") or ""
            # Of the fields that differ only by a number, only the last is tested.
            self.found[re.sub(r"\d+", "#", name)] = (name, int(given.get("maxlength") or 200))


@pytest.fixture
def strict(monkeypatch):
    """Make every CharField refuse text that is longer than its column, and nothing normalise a text of any length."""
    normalize = unicodedata.normalize

    def bounded(form, text):
        assert len(text) <= 5000, "normalising takes the square of the length"
        return normalize(form, text)

    monkeypatch.setattr(unicodedata, "normalize", bounded)
    prepare = models.CharField.get_prep_value

    def checked(field, value):
        assert not isinstance(value, str) or len(value) <= (field.max_length or len(value)), f"{field}: {value!r}"
        return prepare(field, value)

    monkeypatch.setattr(
        models.CharField,
        "get_db_prep_save",
        lambda field, value, connection: field.get_db_prep_value(checked(field, value), connection),
    )


def asked(name: str, args: dict, chance: Random) -> Iterator[str]:
    """Yield the address with odd queries, and with odd numbers in its path."""
    address = reverse(name, kwargs=args)
    yield from (address + query for query in ("?next=//evil.example&page=-1&page=x", "?%00=%ff&a[]=1&" + "q" * 5000))
    for some in (len(ASKED.split()), 6) * len(repeated(1)):
        query = {key: chance.choice(NASTY) for key in chance.sample(ASKED.split(), some)}
        yield f"{address}?{urlencode(query, errors='surrogatepass')}"
    if "pk" in args:
        yield from (reverse(name, kwargs=args | {"pk": pk}) for pk in (0, 10**30))


def bodies(row: Row, fields: Iterable[tuple[str, int]], chance: Random) -> Iterator[dict]:
    """Yield forms with missing, repeated, enormous, foreign and growing values in each field."""
    yield {}
    yield {key: [value, value] for key, value in row.data.items()}
    yield from (row.data | {key: chance.choice(NASTY)} for _ in repeated(1) for key in row.data)
    yield from (dict.fromkeys(row.data, nasty) for nasty in chance.sample(NASTY, 2))
    yield row.data | {"surprise": "x", "csrfmiddlewaretoken": "y", "pk": "-1"}
    yield from (
        row.data | {field: text} for field, most in fields for text in (*(each * most for each in GROWING), MARKS)
    )


@pytest.mark.parametrize("name", sorted(TABLE))
def test_every_address_answers_whatever_it_is_sent(cast, strict, name):
    """Nothing is answered with a server error, kept longer than its column, or shown as anything but text."""
    chance, row = Random(name), TABLE[name]
    args = row.args(cast)
    where, client = reverse(name, kwargs=args), Client(raise_request_exception=False, headers={"accept-language": "en"})
    client.cookies.update(cast.phone("owner").cookies)
    for address in asked(name, args, chance):
        assert client.get(address).status_code < 500, address
    assert client.generic("DELETE", where).status_code < 500
    fields = Fields()
    if row.get.split()[AS_OWNER] == "200" and row.post.split()[AS_OWNER] == "302":
        fields.feed(b"".join(client.get(where)).decode())
    turned, typed = [], set[str]()
    for field, most in fields.found.values():
        for text in drawn(texts.NASTY, name, field):
            typed |= {text[:most], text[:most].upper()}
            client.cookies.update(cast.phone("owner").cookies)
            answer = client.post(where, {**row.data, field: text[:most]}, follow=True)
            turned += texts.judge(answer, f"{name}, {field}", typed)
    assert turned == [], "\n".join(turned)
    for body in bodies(row, fields.found.values(), chance) if row.post != NOT_SO else ():
        client.cookies.update(cast.phone("owner").cookies)  # an earlier form may have ended the session
        sent = urlencode(body, doseq=True, errors="surrogatepass")
        assert client.post(where, sent, content_type=FORM).status_code < 500, body


@pytest.mark.parametrize(
    ("body", "kind"),
    [(b"\xff\xfe=\x80", FORM), (b"{", "application/json"), (b"--x", "multipart/form-data; boundary=x")],
)
@pytest.mark.parametrize("name", ["group_name", "import"])
def test_what_is_no_form_is_answered(cast, name, body, kind):
    """A body that is no form causes no server error, neither where fields are expected nor where a file is."""
    client = Client(raise_request_exception=False)
    client.cookies.update(cast.phone("owner").cookies)
    url = reverse(name, kwargs=TABLE[name].args(cast))
    assert client.post(url, body, content_type=kind).status_code < 500


@pytest.mark.parametrize("grows", GROWING)
def test_an_account_has_a_name_that_fits(cast, strict, grows):
    data = {"username": grows * 30, "password": PASSWORD}
    answer = make_phone().post(f"/owner/{cast.owner_token}/", data)
    made = User.objects.filter(pk__gt=2).first()
    assert answer.status_code == 422 if made is None else len(made.username) <= NAME_LENGTH


LETTERS = st.characters(exclude_categories=["Cs"])


@given(st.text(LETTERS, max_size=NAME_LENGTH) | st.sampled_from(GROWING).map(lambda each: each * NAME_LENGTH))
def test_a_name_that_fits_has_a_key_that_fits(typed):
    name = names.tidy(typed)[:NAME_LENGTH]
    assert len(names.key(name)) <= NAME_LENGTH * 3
    account = unicodedata.normalize("NFKC", name)[:NAME_LENGTH]
    assert len(names.folded(account)) <= 600


# Headers

QUERIES = ["", "q=%C3%A9", "q=%FF%FE", "next=\xe9", "%00=%00", "a=1&a=2&\xff"]
BODIES = [
    b"",
    b"name=%C3%A9&x=%FF",
    "name=é".encode(),
    b"\xff\xfe\x00",
    b'--edge\r\nContent-Disposition: form-data; name="a"\r\n\r\nx',
]


def status_of(method: str, path: str, query: str, body: bytes, headers: dict[str, str]) -> int:
    """Call the WSGI application as a server does; return the status of its answer."""
    environ = {"REQUEST_METHOD": method, "PATH_INFO": path, "QUERY_STRING": query, "HTTP_HOST": "localhost"}
    setup_testing_defaults(environ)
    environ |= {"wsgi.input": io.BytesIO(body), "CONTENT_LENGTH": str(len(body))}
    for name, value in headers.items():
        name = name.upper().replace("-", "_")
        environ[name if name.startswith("CONTENT_") and "ENC" not in name else f"HTTP_{name}"] = value
    said = []
    answer = application(environ, lambda status, headers: said.append(status))
    b"".join(answer)
    answer.close()
    return int(said[0].split()[0])


@pytest.fixture
def same_connection():
    """Keep the test's database connection open before and after a request, as Django's test client does."""
    signals = (request_started, request_finished)
    for signal in signals:
        signal.disconnect(close_old_connections)
    yield
    for signal in signals:
        signal.connect(close_old_connections)


@pytest.mark.parametrize("seed", repeated(3))
def test_no_header_breaks_anything(cast, same_connection, seed):
    match = cast.match.get_absolute_url()
    places = [
        "/",
        match,
        f"{match}adjust/",
        f"{match}news/",
        reverse("account_login"),
        f"/join/{cast.viewer_token}/",
        "/static/css/base.css",
    ]
    session = cast.phone("scorer").cookies["scorekeeper_session"].value
    chance = random.Random(seed)
    for _ in range(300):
        method = chance.choice(["GET", "GET", "POST", "HEAD"])
        headers = {"Cookie": f"scorekeeper_session={session}"} | bad_headers(chance)
        body = chance.choice(BODIES) if method == "POST" else b""
        path, query = chance.choice(places), chance.choice(QUERIES)
        assert status_of(method, path, query, body, headers) != 500, (method, path, query, body, headers)


@pytest.mark.parametrize(
    ("page", "header", "value"),
    [
        *(("", "HX-PTag", f"match.aaaaaaaaaaaa.{'9' * digits}.00") for digits in (13, 309, 4300, 4301)),
        *(("news/", "HX-Current-URL", page) for page in ("http://[", "//", "x", "http://localhost:99999999999/")),
        *(("", "Content-Type", kind) for kind in ("text/plain; charset=idna", "a/b; x*=nope''%C3%A9", "x" * 11_000)),
    ],
    ids=lambda value: repr(value[:20]),
)
def test_a_header_that_makes_no_sense_is_as_none(cast, same_connection, page, header, value):
    session = {"Cookie": f"scorekeeper_session={cast.phone('viewer').cookies['scorekeeper_session'].value}"}
    path = cast.match.get_absolute_url() + page
    assert status_of("GET", path, "q=\xe9", b"", {**session, header: value}) == 200
