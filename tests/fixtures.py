"""The group, people and phones that the site's tests share.

Alice owns the Friday group. Vera's phone may view it and Sam's may keep the score, both by a share link. Charlie owns
another group and has no access to this one. "nobody" is a phone without a session.

All this is made once in each process. Each test gets copies of the rows, which takes a tenth of the time.
"""

import os
import pickle
import re
import tomllib
from collections.abc import Iterable
from dataclasses import dataclass, field
from html import unescape
from http.cookies import SimpleCookie
from pathlib import Path

import pytest
from django.contrib.contenttypes.management import create_contenttypes
from django.core.cache import caches
from django.db import connection, transaction
from django.db.models.signals import post_migrate
from django.http import HttpResponse
from django.test import Client
from django.utils.translation import override

from scorekeeper.nights.migrations._sheets_of_0_2 import SHEETS
from scorekeeper.nights.models import Entry, Match, Night
from scorekeeper.people.models import Group, Membership, OwnerLink, Player, Role, ShareLink, User
from scorekeeper.server import write_queue

ROLES = ("nobody", "stranger", "viewer", "scorer", "owner")
PASSWORD = "green felt and brass"
OF_TEAMS = tomllib.loads(SHEETS["spades"])
"""A sheet in which a team has one bid: Spades as it was."""


type Rows = dict[str, set[tuple]]  # the rows of each table


def all_rows() -> Rows:
    with connection.cursor() as cursor:
        tables = connection.introspection.table_names(cursor)
        return {table: set(cursor.execute(f'SELECT * FROM "{table}"').fetchall()) for table in tables}


def write(rows: Rows) -> None:
    # Within a transaction, a row may refer to a row that is inserted later.
    with transaction.atomic(), connection.cursor() as cursor:
        for table, new in rows.items():
            places = ", ".join(["%s"] * len(next(iter(new))))
            cursor.executemany(f'INSERT INTO "{table}" VALUES ({places})', sorted(new))


class Written:
    """A context manager that collects the rows inserted in its block. The first column of a table is its primary key."""

    def __enter__(self) -> Rows:
        self.before = {table: {row[0] for row in rows} for table, rows in all_rows().items()}
        self.rows: Rows = {}
        return self.rows

    def __exit__(self, *_) -> None:
        for table, rows in all_rows().items():
            if new := {row for row in rows if row[0] not in self.before[table]}:
                self.rows[table] = new


@dataclass
class Cast:
    group: Group
    other: Group
    player: Player
    viewer_link: ShareLink
    viewer_token: str
    scorer_link: ShareLink
    scorer_token: str
    owner_token: str
    match: Match
    entry: Entry
    phones: dict[str, Client] = field(default_factory=dict)
    saved_phones: dict[str, tuple[SimpleCookie, Rows]] = field(default_factory=dict)

    def phone(self, role: str) -> Client:
        """Return the phone of this role, signed in or joined by its link. On the first call, restore or make the phone."""
        if role not in self.phones and role in self.saved_phones:
            self.phones[role] = make_phone()
            self.phones[role].cookies, rows = self.saved_phones[role]
            write(rows)
        elif role not in self.phones:
            users = {"stranger": "Charlie", "owner": "Alice"}
            tokens = {"viewer": self.viewer_token, "scorer": self.scorer_token}
            user = User.objects.get(username=users[role]) if role in users else None
            self.phones[role] = make_phone(user, tokens.get(role))
        return self.phones[role]

    def start(self, slug: str, names: Iterable[str], **options) -> Match:
        """Start a match tonight with these players, and add the new ones among them to the group."""
        players = [Player.objects.get_or_create(group=self.group, name=name)[0] for name in names]
        return Match.start(Night.tonight(self.group), slug, players, options, 0)


def make_phone(user: User | None = None, token: str | None = None, **options) -> Client:
    client = Client(headers={"accept-language": "en"}, **options)
    if user:
        client.force_login(user)
    if token:
        client.post(f"/join/{token}/")
    return client


@pytest.fixture(scope="session")
def common_folder(tmp_path_factory) -> Path:
    """Return a folder that all processes of this run share."""
    own = tmp_path_factory.getbasetemp()
    return own.parent if "PYTEST_XDIST_WORKER" in os.environ else own


@pytest.fixture(autouse=True, scope="session")
def _emptied_at_once():
    """Make no content types and permissions.

    Without this, they would be made when the test database is created, and each time the tables are emptied after a
    test that commits. No test needs them, and making them takes nine tenths of the time of emptying.
    """
    post_migrate.disconnect(create_contenttypes)
    post_migrate.disconnect(dispatch_uid="django.contrib.auth.management.create_permissions")


@pytest.fixture(autouse=True)
def _as_if_nothing_had_been():
    """Empty the caches and use English, so that no sign-in limit, fragment or language of another test remains."""
    for each in caches.all():
        each.clear()
    with override("en"):
        yield


def set_up() -> Cast:
    alice = User.objects.create_user("Alice", password=PASSWORD)
    charlie = User.objects.create_user("Charlie", password=PASSWORD)
    group = Group.create_with_owner("Friday cards", alice)
    other = Group.create_with_owner("Charlie's own", charlie)
    for name in ("Ben", "Carla", "Dirk"):
        Player.objects.create(group=group, name=name)
    viewer_link, viewer_token = ShareLink.make(group, Role.VIEWER, "Vera's phone")
    scorer_link, scorer_token = ShareLink.make(group, Role.SCORER, "Sam's phone")
    match = Match.start(Night.tonight(group), "beutelschneider", list(group.players.all()), {}, 0)
    return Cast(
        group=group,
        other=other,
        player=group.players.get(name="Ben"),
        viewer_link=viewer_link,
        viewer_token=viewer_token,
        scorer_link=scorer_link,
        scorer_token=scorer_token,
        owner_token=OwnerLink.make(),
        match=match,
        entry=match.enter({"kind": "adjustment", "points": {"Ben": 5, "Carla": -5}}, 0, "Sam"),
    )


@pytest.fixture(scope="session")
def _saved_cast(django_db_setup, django_db_blocker) -> tuple[bytes, Rows]:
    with django_db_blocker.unblock(), write_queue.write_transaction():
        with Written() as rows:
            cast = set_up()
        for role in ROLES:
            with Written() as more:
                cookies = cast.phone(role).cookies
            cast.saved_phones[role] = (cookies, more)
        cast.phones.clear()
        transaction.set_rollback(True)
        return pickle.dumps(cast), rows


@pytest.fixture
def cast(db, _saved_cast) -> Cast:
    saved, rows = _saved_cast
    write(rows)
    return pickle.loads(saved)


@pytest.fixture
def member(cast):
    """Return a function `member(role)`. It returns a phone, signed in to a new account with this role in the group."""

    def make(role: Role) -> Client:
        user = User.objects.create_user(f"member {role}", password=PASSWORD)
        Membership.objects.create(user=user, group=cast.group, role=role)
        return make_phone(user)

    return make


@pytest.fixture
def four(cast) -> list[Player]:
    """Add Anna to the group; return its four players."""
    Player.objects.create(group=cast.group, name="Anna")
    return list(cast.group.players.all())


def words(page: HttpResponse | str) -> str:
    """Return the text of a page, or of a part of it: without tags and soft hyphens, with single spaces."""
    html = page if isinstance(page, str) else page.text
    return " ".join(unescape(re.sub(r"<[^>]*>", " ", html)).replace("\u00ad", "").split())


def flat(page: HttpResponse | str) -> str:
    """Return the markup of a page, or of a part of it, on one line: with single spaces, and none beside tags."""
    html = page if isinstance(page, str) else page.text
    return re.sub(r" ?(<[^>]*>) ?", r"\1", re.sub(r"[ \n]+", " ", html).replace(" >", ">")).strip()


def totals(match: Match) -> list[int]:
    """Return the saved totals by seat, in points."""
    return Match.objects.get(pk=match.pk).totals


def as_shown(page: HttpResponse | str) -> dict[str, str]:
    """Return the hidden field of a round's form with what its page has shown, for the data of a post."""
    html = page if isinstance(page, str) else page.text
    found = re.search(r'name="situation" value="([^"]*)"', html)
    return {"situation": found[1]} if found else {}
