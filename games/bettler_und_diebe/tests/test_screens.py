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
