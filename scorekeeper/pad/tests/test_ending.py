"""The end of a game: its places, its turning point, and the picture of the result."""

import struct
from dataclasses import replace

import pytest

from games.kernel.words import without_isolates
from games.registry import all_games
from scorekeeper.nights.models import Match, Night
from scorekeeper.pad.card import card_of_game, symbol
from scorekeeper.pad.ending import ending, podium

pytestmark = pytest.mark.sqlite  # other tests make the same queries on PostgreSQL


@pytest.fixture
def played(cast):
    """Return a function that plays a game of these rounds and ends it: played({"Ben": 5, "Carla": 3}, {"Ben": 90})."""

    def make(*rounds, names=("Ben", "Carla", "Dirk"), slug="other-game", **options) -> Match:
        match = cast.start(slug, names, **options)
        for number, points in enumerate(rounds):
            record = {"kind": "points", "points": dict.fromkeys(names, 0) | points}
            match.enter(record, number, "Sam")
        match.close("Sam")
        return match

    return make


@pytest.mark.parametrize(
    ("best", "totals", "steps"),
    [
        ("high", [104, 98, 52], [72, 68, 36]),  # heights are measured from zero
        ("high", [50, 0, -50], [72, 36, 0]),  # heights are measured from the worst total
        ("low", [10, 60, 110], [72, 36, 0]),  # the fewest points have the highest step
        ("low", [-10, 0, 10], [72, 36, 0]),
        ("high", [7, 7], [72, 72]),
        ("high", [-7, -7], [72, 72]),
    ],
)
def test_the_steps_of_the_podium_are_to_scale(best, totals, steps):
    game = all_games()["other-game"]
    assert podium(game, game.options(best=best), totals) == steps


def test_the_winner_passes_who_was_ahead_right_before_not_who_led_once(played):
    rounds = [{"Ben": 10}, {"Carla": 20, "Dirk": 20}, {"Carla": 1}]
    assert ending(played(*rounds)).story.lead_told[1] == "Carla goes past Dirk with +1."
    level = [{"Ben": 10}, {"Carla": 20, "Dirk": 20}, {"Ben": 15}]  # both were ahead of Ben until then
    assert ending(played(*level)).story.lead_told[1] == "Ben goes past Carla and Dirk with +15."


def test_where_fewest_points_win_it_turns_by_many(played):
    ended = ending(played({"Ben": 1, "Carla": 4, "Dirk": 9}, {"Ben": 30, "Carla": 2, "Dirk": 9}, best="low"))
    assert [each.sign.name for each in ended.places] == ["Carla", "Dirk", "Ben"]
    assert ended.story.lead_told[1] == "Carla goes past Ben with +2."
    assert [fact.badge for fact in ended.facts] == ["R2"]  # no "biggest round", because the fewest points win


def test_the_money_of_the_game_is_told_who_gets_most_first(cast, played):
    [fact] = [fact for fact in ending(played({"Ben": -5, "Carla": 9}, stake=10)).facts if fact.badge == "€"]
    assert (fact.title, fact.text) == ("Carla +€2.30", "Dirk −€0.40, Ben −€1.90")
    assert all(fact.badge != "€" for fact in ending(played({"Ben": 5})).facts)


@pytest.mark.parametrize("names", [("Ben", "Łucja"), tuple("ABCDEFGH"), ("Donaudampfschifferin <&>", "李小龍", "Zoë")])
@pytest.mark.parametrize("lang", ["de", "en"])
def test_the_picture_is_a_png_for_messengers(cast, played, names, lang):
    match = played({names[0]: 10, names[1]: -5}, names=names)
    Night.objects.update(place="Zum Löwen\x18\ufffe")  # the last two characters are not allowed in XML
    answer = cast.phone("viewer").get(match.get_absolute_url() + "result.png", headers={"accept-language": lang})
    assert answer["Content-Type"] == "image/png"
    assert answer.content.startswith(b"\x89PNG")
    assert struct.unpack(">II", answer.content[16:24]) == (1080, 1350)


def test_there_is_no_picture_before_the_end(cast):
    assert cast.phone("viewer").get(cast.match.get_absolute_url() + "result.png").status_code == 404


def test_the_picture_has_a_crown_for_each_winner_and_where_it_turned(played):
    matches = (played({"Ben": 10}, {"Ben": -3, "Carla": 12}), played({"Ben": -5, "Carla": -5, "Dirk": -9}))
    turned, shared = (card_of_game(match, ending(match)) for match in matches)
    assert [[row.icon for row in card.rows].count("krone") for card in (turned, shared)] == [1, 2]
    assert symbol("other-game/emblem") == turned.drawing["icon"]
    assert any("Turning point: round 2. " in without_isolates(line) for line in turned.below)
    plain, with_symbols = (replace(turned, title=title).png for title in ("Ben wins", "★ Ben wins❤️"))
    assert with_symbols == plain, "no box, and no other font"
