"""The forms of both editions: what they ask for, and which values are derived from typed values."""

import pytest

from games.kernel.posted import Posted
from games.kernel.seats import Deal
from games.registry import all_games

NAMES = ("Anna", "Ben", "Carla", "Dirk", "Eva")


def screens_of(players, **options):
    game = all_games()["beutelschneider"]
    table = game.table(NAMES[:players], game.options(**options))
    return table, {screen.code: screen for screen in game.screens(table)}


@pytest.mark.parametrize(
    ("typed", "asked"),
    [
        ({"gold-0": "30", "gold-1": "30"}, True),
        ({"gold-0": "30"}, False),
        ({"gold-0": "30", "gold-1": "30", "cutpurses-2": "1"}, False),
    ],
)
def test_whether_really_nobody_has_a_cutpurse_is_asked_once_the_gold_is_told(typed, asked):
    table, screens = screens_of(3)
    posted = Posted({name: [value] for name, value in typed.items()})
    record = screens["counted"].record(posted, table)
    assert screens["counted"].live_context(posted, record, table, Deal("Anna", "Ben"))["no_cutpurse"] == asked


@pytest.mark.parametrize("slug", ["beutelschneider", "beutelschneider-classic"])
def test_how_to_say_that_the_guard_cancelled_the_cutpurse_stands_where_no_pile_says_it(slug):
    game = all_games()[slug]
    table = game.table(("Anna", "Ben", "Carla", "Dirk"), game.options())
    context = next(screen for screen in game.screens(table) if screen.code == "captured").context(table)
    assert context["guard_cancels"] == (not context["sides"])


def test_who_has_no_gold_does_not_get_what_is_spoiled_by_being_corrected():
    table, screens = screens_of(3, special_cards=True)
    record = {"kind": "counted", "gold": {"Anna": 30, "Ben": 11}}
    again = screens["counted"].record(Posted(screens["counted"].fields(record, table)), table)
    assert again["gold"] == {"Anna": 30, "Ben": 11, "Carla": 0}


@pytest.mark.parametrize(("players", "trumps"), [(3, 6), (4, 8), (5, 9)])
def test_only_cards_in_play_are_shown(players, trumps):
    table, screens = screens_of(players)
    context = screens["captured"].context(table)
    shown = [each.code for part in ("hand", "zeros", "specials") for each in context[part]]
    assert sorted(shown) == sorted(table.deck)
    assert sum(code.startswith("T") for code in shown) == trumps
    assert len(context["hand"]) == 24
