"""Rounds entered through the pages: in games that the lowest total wins, and with negative numbers."""

NAMES = ["Ben", "Carla", "Dirk"]


def test_the_round_goes_to_who_has_won_it_also_where_points_are_bad(cast):
    match = cast.start("other-game", NAMES, best="low")
    match.enter({"kind": "winners", "winners": ["Dirk"]}, 0, "Sam", key="round-with-a-winner")
    page = cast.phone("viewer").get(match.get_absolute_url() + "?open=1").text
    assert "The round goes to Dirk: 1." in page
