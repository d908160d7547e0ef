"""Games that a group has named: statistics, lists, searches and files keep the names apart."""

import tomllib
from importlib import import_module

import pytest
from django.apps import apps

from scorekeeper.history.models import Result
from scorekeeper.nights.game_key import game_key
from scorekeeper.nights.migrations._sheets_of_0_2 import SHEETS
from scorekeeper.nights.models import Match, Night
from scorekeeper.nights.offered import newest_sheet
from scorekeeper.nights.titles import titles
from tests.fixtures import as_shown


@pytest.fixture
def play(cast):
    """Return a function that plays a one-round game of this name. The first player gets `points`, the others get 1."""

    def make(name: str, points: int, **options) -> Match:
        options = {"name": name, "rounds": 1, **options} if name else {"rounds": 1, **options}
        match = Match.start(Night.tonight(cast.group), "other-game", list(cast.group.players.all()), options, 0)
        first, *others = match.table.players
        record = {"kind": "points", "points": {first: points, **dict.fromkeys(others, 1)}}
        match.enter(record, 0, "Sam")
        return match

    return make


def test_a_name_is_compared_as_players_names_are():
    assert game_key("other-game", {"name": "  Doppel\u00adkopf "}) == game_key("other-game", {"name": "DOPPELKOPF"})
    assert game_key("other-game", {"name": "Uno"}) != game_key("other-game", {"name": "Skat"})
    assert game_key("other-game", {"name": "  "}) == "other-game"
    assert game_key("no-such-game", {"name": "Uno"}) == "no-such-game"
    assert game_key("rufmariasch", {"payment": "team"}) == "rufmariasch"
    longest = game_key("other-game", {"name": "\u0390" * 60})
    assert len(longest) <= Match._meta.get_field("game_key").max_length


def test_each_name_has_statistics_and_ratings_of_its_own(cast, play):
    play("Uno", 5)
    play("uno", 7)
    play("Skat", 3)
    play("", 2)
    kinds = {"other-game:uno": 2, "other-game:skat": 1, "other-game": 1}
    for what, games in kinds.items():
        assert Result.objects.filter(game_key=what, player=cast.player).count() == games
    cast.start("uno", ("Ben", "Carla", "Dirk"))
    assert titles(cast.group) == {"other-game:skat": "Skat", "other-game:uno": "uno, without a sheet"}


def test_where_points_are_bad_the_fewest_lead_the_board(cast, play):
    play("Hearts", 26, best="low")
    page = cast.phone("viewer").get(f"{cast.group.get_absolute_url()}best/", {"game": "other-game:hearts"})
    best = next(each for each in page.context["boards"] if each["title"] == "Best game")
    assert [(row["place"], row["text"]) for row in best["rows"]] == [(1, "1"), (1, "1"), (3, "26")]


OLD_ROUNDS = [
    ("doppelkopf", {"re": ["Anna", "Carla"], "re_won": True, "points": 3, "doubled": True}, [6, -6, 6, -6]),
    (
        "tarot",
        {"taker": "Anna", "contract": "garde", "oudlers": 2, "points": 49, "petit": "none"},
        [198, -66, -66, -66],
    ),
    (
        "spades",
        {"bid": {"Anna": 2, "Ben": 9}, "nil": {"Anna": True}, "tricks": {"Anna": 1, "Carla": 1, "Ben": 11}},
        [-80, 92, -80, 92],
    ),
    ("uno", {"out": "Ben", "left": {"Anna": 20, "Ben": 0, "Carla": 50}}, [0, 70, 0, 0]),
]


@pytest.mark.parametrize(("slug", "record", "points"), OLD_ROUNDS)
def test_a_game_keeps_the_sheet_that_it_was_begun_with(cast, slug, record, points):
    """What a game of 0.2.0 has stored: no sheet in its options, and a record that the sheet of now may not read."""
    match = cast.start(slug, ("Anna", "Ben", "Carla", "Dora"), stake=10)
    match.entries.create(number=1, key="0123456789abcdef", record={"kind": "round", **record}, by="Sam")
    migration = import_module("scorekeeper.nights.migrations.0010_games_keep_their_sheets")
    migration.keep_sheets(apps, None)
    migration.drop_zeros(apps, None)
    match = Match.objects.get(pk=match.pk)
    assert [row.problems for row in match.course.rows] == [[]]
    assert list(match.course.rows[0].score.points.values()) == points
    assert (match.game_key, match.game.name.en.lower()) == (slug, slug)
    newest = newest_sheet(match, cast.group, 4)
    assert ("sheet" in match.options, newest and newest.options_after(match)) == (
        (False, None) if slug == "uno" else (True, {"stake": 10})
    )


def test_a_deal_that_all_have_passed_is_entered_with_a_tick_and_can_be_corrected(cast):
    match, phone = cast.start("skat", ("Anna", "Ben", "Carla")), cast.phone("scorer")
    url = f"{match.get_absolute_url()}round/"
    form = {"screen": "round", "passed": "yes", **as_shown(phone.get(url))}
    assert phone.post(url, form).status_code == 302
    entry = match.entries.get()
    assert (entry.record, entry.points) == ({"kind": "unscored", "dealer": "Anna"}, [0, 0, 0])
    page = phone.get(f"{match.get_absolute_url()}round/{entry.key}/", follow=True)
    assert page.context["fields"]["passed"] == ["yes"]


def test_a_new_game_takes_the_sheet_of_now(cast):
    old = tomllib.loads(SHEETS["oh-hell"])
    cast.start("oh-hell", ("Anna", "Ben", "Carla"), sheet=old, rounds=5, secret=True, stake=10)
    page = cast.phone("scorer").get(f"/g/{cast.group.key}/play/oh-hell/")
    assert page.context["rules_in_short"] == "Bids are secret until everyone has bid, stake €0.10"
