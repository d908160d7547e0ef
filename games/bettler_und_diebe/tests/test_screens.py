"""The forms of Bettler und Diebe: which forms are offered, and which values are derived from typed values."""

import pytest

from games.bettler_und_diebe.screens import screens
from games.bettler_und_diebe.tests.play import VALUES
from games.kernel.posted import Posted
from games.kernel.problems import Problems
from games.kernel.record import JsonObject
from games.registry import all_games

NAMES = ("Anna", "Ben", "Carla", "Dirk", "Eva")
GAME = all_games()["bettler-und-diebe"]


def table_of(players, values=None):
    return GAME.table(NAMES[:players], GAME.options(card_values=values))


@pytest.mark.parametrize("players", [2, 3, 4, 5])
def test_pot_and_ramsch_come_first_and_cards_only_with_their_values(players):
    usual = [screen.code for screen in screens(table_of(players))]
    assert usual == (["snear"] if players == 2 else ["pot", "ramsch", "pot-counted"])
    with_values = [screen.code for screen in screens(table_of(players, VALUES))]
    assert with_values[: len(usual)] == usual
    assert any("captured" in code for code in with_values)


def screen_and_table(code, players):
    table = table_of(players)
    return next(screen for screen in screens(table) if screen.code == code), table


def test_with_three_players_nobody_is_asked_for_a_partner():
    screen, table = screen_and_table("pot", 3)
    assert screen.record(Posted({"taker": ["1"], "points": ["70"]}), table) == {
        "kind": "pot",
        "taker": "Ben",
        "points": 70,
    }


def test_who_has_no_trick_has_no_points_and_the_last_number_follows():
    screen, table = screen_and_table("ramsch", 4)
    record = screen.record(Posted({"points-0": ["30"], "points-1": ["50"], "no_trick": ["3"]}), table)
    assert record["points"] == {"Anna": 30, "Ben": 50, "Carla": 40, "Dirk": 0}
    by_tricks = screen.record(Posted({"tricks-0": ["4"], "tricks-1": ["5"], "tricks-2": ["0"]}), table)
    assert by_tricks["tricks"]["Dirk"] == 0
    assert by_tricks["points"] == {"Carla": 0, "Dirk": 0}


@pytest.mark.parametrize(
    "trickless", [{"no_trick": ["2"]}, {"tricks-0": ["5"], "tricks-1": ["5"], "tricks-2": ["0"]}, {"points-2": ["0"]}]
)
def test_it_asks_whether_the_pot_is_empty_however_the_others_are_written_down(trickless):
    screen, table = screen_and_table("ramsch", 3)
    posted = Posted({"points-0": ["50"], **trickless})
    record = screen.record(posted, table)
    assert record["points"]["Ben"] == 70
    assert screen.question(posted, record, table).text("en") == "The last 70 for Ben: is there nothing in the pot?"


def test_where_everybody_counted_the_rest_lies_in_the_pot():
    screen, table = screen_and_table("ramsch", 3)
    assert screen.record(Posted({f"points-{seat}": ["37"] for seat in range(3)}), table)["pot"] == 9


def test_what_follows_is_shown():
    screen, table = screen_and_table("snear", 2)
    posted = Posted({"points-0": ["74"]})
    assert screen.filled(posted, screen.record(posted, table), table) == {"points-1": "46"}


# Card values


def typed_values(values):
    rule = GAME.options.rules()["card_values"]
    return rule, Posted(rule.fields(values, "card_values"))


def test_card_values_say_what_is_missing_and_how_much_the_sum_is_off():
    rule, form = typed_values(VALUES)
    form.fields["card_values-beggars-8"] = ["10"]
    problems = Problems()
    rule.read(JsonObject({"card_values": rule.typed(form, "card_values")}, problems, "options."), "card_values")
    assert [problem.text("en") for problem in problems] == ["All cards together count 123 instead of 120: +3."]
    form.fields["card_values-thieves-5"] = []
    problems = Problems()
    rule.read(JsonObject({"card_values": rule.typed(form, "card_values")}, problems, "options."), "card_values")
    assert [(problem.field, problem.text("de")) for problem in problems] == [
        ("options.card_values.thieves.5", "Wie viel zählt Dieb 5?")
    ]
