"""The most common pages make a limited number of database queries, however much the group has played."""

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext
from django.urls import reverse

from scorekeeper.money.models import Account, Expense
from scorekeeper.nights.models import Match, Night
from scorekeeper.people.models import Player

pytestmark = pytest.mark.slow

# The most queries that a page makes for the session, the account and the role of a signed-in user.
WHO = 5


@pytest.fixture
def pages(cast):
    """Return a function that returns (address, most queries) for each main page, by name. The queries of WHO come on top."""

    def made() -> dict[str, tuple[str, int]]:
        key, match = cast.group.key, cast.match.key
        return {
            "pad": (reverse("table", args=[key, match]), 9),
            "older rounds": (reverse("older_rounds", args=[key, match]), 3),
            "display": (reverse("display", args=[key, match]), 6),
            "deal": (reverse("deal", args=[key, match]), 6),
            "entry": (reverse("enter", args=[key, match]), 6),
            "referee": (reverse("referee", args=[key, match]), 6),
            "changes": (reverse("changes", args=[key, match]), 7),
            "tonight": (reverse("group", args=[key]), 10),
            "nights": (reverse("nights", args=[key]), 9),
            "later nights": (reverse("nights", args=[key]) + "?page=2", 9),
            "nights found": (reverse("nights", args=[key]) + f"?game=krimsutep&player={cast.player.pk}", 9),
            "night": (reverse("night", args=[key, cast.match.night.key]), 10),
            "people": (reverse("people", args=[key]), 5),
            "player": (reverse("player", args=[key, cast.player.key]), 12),
            "player's game": (reverse("player", args=[key, cast.player.key]) + "?game=krimsutep", 12),
            "player's year": (reverse("player", args=[key, cast.player.key]) + "?in=months", 12),
            "boards": (reverse("boards", args=[key]), 6),
            "boards of a game": (reverse("boards", args=[key]) + "?game=krimsutep", 6),
            "money": (reverse("money", args=[key]), 12),
            "night_money": (reverse("night_money", args=[key, cast.match.night.key]), 18),
            "why": (reverse("money_why", args=[key, cast.player.key]), 17),
            "expenses": (reverse("expenses", args=[key]), 8),
            "payments": (reverse("payments", args=[key]), 8),
            "rules": (reverse("match_rules", args=[key, match]), 6),
            "rulebooks": (reverse("rules", args=[key]), 5),
            "data": (reverse("data", args=[key]), 3),
            "copy": (reverse("copy_of_group", args=[key]), 13),
        }

    return made


def asked(phone, url: str) -> list[str]:
    assert phone.get(url).status_code == 200  # after this first request, the next one writes nothing new
    for match in Match.objects.not_deleted():
        match.touch()  # so that the pages are rendered, not taken from the cache
    with CaptureQueriesContext(connection) as questions:
        phone.get(url)
    return [question["sql"] for question in questions]


def play_on(cast, rounds: int, nights: int) -> None:
    """Add rounds to the match, three players to the group, and nights.

    Each night has two games for money, a payment and an expense. With it, add an expense of no night and a deleted night.
    """
    match = cast.match
    for _ in range(rounds):
        match.refresh()
        points = {"points": {"Ben": 1 if match.last_number % 2 else -1, "Carla": 0}}
        match.enter({"kind": "adjustment", **points}, match.last_number, "Sam")
    people = [Player.objects.create(group=cast.group, name=f"P{cast.group.players.count()}") for _ in range(3)]
    for _ in range(nights):
        night = Night.objects.create(group=cast.group)
        for slug in ("krimsutep", "beutelschneider"):
            game = Match.start(night, slug, [cast.player, *people[:2]], {"stake": 5}, 0)
            points = {"Ben": -3, people[0].name: 3}
            game.enter({"kind": "adjustment", "points": points}, 0, "Sam")
            game.refresh()
            game.close("Sam")
        Account(cast.group, night).pay(cast.player, people[0], 5, "EUR", by="Sam")
        shares = dict.fromkeys([cast.player, *people], 1)
        Expense.enter(Account(cast.group, night), people[0], 700, "EUR", shares, by="Sam")
        Expense.enter(Account(cast.group), people[0], 7, "EUR", shares, by="Sam")
        Night.objects.create(group=cast.group).soft_delete()


@pytest.mark.sqlite
def test_pages_ask_a_bounded_number_of_questions(cast, pages):
    owner = cast.phone("owner")
    play_on(cast, 2, 3)
    few = {name: asked(owner, url) for name, (url, _most) in pages().items()}
    play_on(cast, 30, 6)
    for name, (url, most) in pages().items():
        many = asked(owner, url)
        assert len(many) <= len(few[name]), (name, "grows", [sql[:200] for sql in many])
        assert len(many) <= WHO + most, (name, len(many) - WHO, [sql[:200] for sql in many])
    url = cast.match.get_absolute_url()
    assert sum(owner.get(each).text.count('class="round"') for each in (url, f"{url}older/")) == 33


@pytest.mark.parametrize(("role", "most"), [("viewer", 3), ("owner", 4)])
def test_what_was_drawn_before_asks_only_who_is_there(cast, role, most):
    """For a page in the cache, only the session, the match, the link or membership, and an account's user are read."""
    phone = cast.phone(role)
    for name in ("table", "display"):
        url = reverse(name, args=[cast.group.key, cast.match.key])
        for _ in range(2):  # the first request stores the use of the link
            phone.get(url)
        with CaptureQueriesContext(connection) as questions:
            phone.get(url)
        assert len(questions) <= most, [each["sql"][:200] for each in questions]
