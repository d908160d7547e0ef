"""The forms of Rufmariasch: how they show and store the dealer."""

from games.kernel.posted import Posted
from games.registry import all_games

NAMES = ("Anna", "Ben", "Carla", "Dirk")
GAME = all_games()["rufmariasch"]
TABLE = GAME.table(NAMES, GAME.options())
POINTS, _ = GAME.screens(TABLE)


def test_a_record_without_a_dealer_shows_who_sits_before_the_caller():
    fields = POINTS.fields({"kind": "call", "caller": "Anna", "trump": "H", "points": 50}, TABLE)
    assert fields["dealer"] == ["3"]
    assert fields["partner"] == ["0"]  # the caller's own seat stands for playing alone


def test_the_dealer_is_written_down_only_where_somebody_else_dealt():
    as_usual = POINTS.record(Posted({"dealer": ["1"], "turn": ["1"]}), TABLE)
    assert "dealer" not in as_usual
    assert as_usual["caller"] == "Carla"
    assert POINTS.record(Posted({"dealer": ["2"], "turn": ["1"]}), TABLE)["dealer"] == "Carla"
