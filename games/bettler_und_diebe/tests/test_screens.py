"""The forms of Bettler und Diebe: which are offered."""

import pytest

from games.bettler_und_diebe.screens import screens
from games.bettler_und_diebe.tests.play import VALUES
from games.registry import all_games

NAMES = ("Anna", "Ben", "Carla", "Dirk", "Eva")
GAME = all_games()["bettler-und-diebe"]


@pytest.mark.parametrize("players", [2, 3, 4, 5])
def test_pot_and_ramsch_come_first_and_cards_only_with_their_values(players):
    usual = [screen.code for screen in screens(GAME.table(NAMES[:players], GAME.options()))]
    assert usual == (["snear"] if players == 2 else ["pot", "ramsch", "pot-counted"])
    with_values = [screen.code for screen in screens(GAME.table(NAMES[:players], GAME.options(card_values=VALUES)))]
    assert with_values[: len(usual)] == usual
    assert any("captured" in code for code in with_values)
