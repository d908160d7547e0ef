"""The forms of both editions: what they ask for, and which values are derived from typed values."""

import pytest

from games.kernel.posted import Posted
from games.kernel.problems import Problems
from games.kernel.record import Record
from games.kernel.seats import Deal
from games.registry import all_games

NAMES = ("Anna", "Ben", "Carla", "Dirk", "Eva")


def table_of(slug, players, special=False):
    game = all_games()[slug]
    options = game.options(special_cards=special) if slug == "beutelschneider" else game.options()
    return game, game.table(NAMES[:players], options)


def screens_of(slug, players, special=False):
    game, table = table_of(slug, players, special)
    return table, {screen.code: screen for screen in game.screens(table)}


def scored(game, table, record):
    """Return the points by player, or (field, code) of each problem if the record is not valid."""
    problems = Problems()
    score = game.kinds(table)[record["kind"]].score(Record(record, table, problems), Deal("Anna", "Ben"))
    assert (score is None) == bool(problems)
    return score.points if score else [(problem.field, problem.code) for problem in problems]


def test_the_last_players_gold_follows():
    table, screens = screens_of("beutelschneider", 3)
    record = screens["counted"].record(Posted({"gold-0": ["30"], "gold-2": ["11"]}), table)
    assert record["gold"] == {"Anna": 30, "Ben": 39, "Carla": 11}
    assert screens["counted"].filled(Posted({"gold-0": ["30"], "gold-2": ["11"]}), record, table) == {"gold-1": "39"}


@pytest.mark.parametrize(
    ("slug", "special", "typed", "asked"),
    [
        ("beutelschneider", False, "30 11", None),
        ("beutelschneider", True, "30 11", "The last 39 for Carla: did the Alchemist spoil nothing?"),
        ("beutelschneider", True, "30 11 24", "15 gold missing: spoiled by the Alchemist?"),
        ("beutelschneider", True, "30 11 39", None),
        ("beutelschneider", True, "30 x", None),
        ("beutelschneider-classic", False, "30 11", "The last 19 for Carla: is no gold laid aside?"),
        ("beutelschneider-classic", False, "30 11 9", "10 gold missing: laid aside?"),
        ("beutelschneider-classic", False, "30 11 19", None),
    ],
)
def test_gold_that_nobody_has_is_asked_about_where_some_may_be_lost(slug, special, typed, asked):
    table, screens = screens_of(slug, 3, special)
    posted = Posted({f"gold-{seat}": [gold] for seat, gold in enumerate(typed.split())})
    question = screens["counted"].question(posted, screens["counted"].record(posted, table), table)
    assert (question and question.text("en")) == asked


@pytest.mark.parametrize(
    ("typed", "asked"),
    [
        ({"gold-0": "30", "gold-1": "30"}, True),
        ({"gold-0": "30"}, False),
        ({"gold-0": "30", "gold-1": "30", "cutpurses-2": "1"}, False),
    ],
)
def test_whether_really_nobody_has_a_cutpurse_is_asked_once_the_gold_is_told(typed, asked):
    table, screens = screens_of("beutelschneider", 3)
    posted = Posted({name: [value] for name, value in typed.items()})
    record = screens["counted"].record(posted, table)
    assert screens["counted"].live_context(posted, record, table, Deal("Anna", "Ben"))["no_cutpurse"] == asked


@pytest.mark.parametrize("slug", ["beutelschneider", "beutelschneider-classic"])
def test_how_to_say_that_the_guard_cancelled_the_cutpurse_stands_where_no_pile_says_it(slug):
    game = all_games()[slug]
    table = game.table(("Anna", "Ben", "Carla", "Dirk"), game.options())
    context = next(screen for screen in game.screens(table) if screen.code == "captured").context(table)
    assert context["guard_cancels"] == (not context["sides"])


def test_a_single_gold_is_asked_about_as_one():
    table, screens = screens_of("beutelschneider", 3, True)
    asked = {}
    for typed in ("30 11 38", "30 49"):
        posted = Posted({f"gold-{seat}": [gold] for seat, gold in enumerate(typed.split())})
        asked[typed] = screens["counted"].question(posted, screens["counted"].record(posted, table), table).text("de")
    assert asked == {
        "30 11 38": "1 Gold fehlt: Hat der Alchimist es verdorben?",
        "30 49": "Das letzte für Carla: Hat der Alchimist nichts verdorben?",
    }


def test_who_has_no_gold_does_not_get_what_is_spoiled_by_being_corrected():
    table, screens = screens_of("beutelschneider", 3, True)
    record = {"kind": "counted", "gold": {"Anna": 30, "Ben": 11}}
    again = screens["counted"].record(Posted(screens["counted"].fields(record, table)), table)
    assert again["gold"] == {"Anna": 30, "Ben": 11, "Carla": 0}


def test_the_rest_goes_to_one_player_with_the_cutpurses():
    table, screens = screens_of("beutelschneider", 3)
    record = screens["captured"].record(
        Posted({"card-R10": ["0"], "card-BD": ["out"], "card-GK": [""], "rest": ["2"]}), table
    )
    assert record["captured"]["Anna"] == ["R10"]
    assert "RD" in record["captured"]["Carla"]
    assert "BD" not in record["captured"]["Carla"]
    assert "GK" not in record["captured"]["Carla"]
    assert record["discarded"] == ["BD"]


def test_a_card_with_two_players_is_told():
    game, table = table_of("beutelschneider", 3)
    screen = game.screens(table)[0]
    record = screen.record(Posted({"card-R10": ["0", "1"], "rest": ["2"]}), table)
    assert ("captured.Anna", "card_taken_twice") in scored(game, table, record)


@pytest.mark.parametrize(("players", "trumps"), [(3, 6), (4, 8), (5, 9)])
def test_only_cards_in_play_are_shown(players, trumps):
    table, screens = screens_of("beutelschneider", players)
    context = screens["captured"].context(table)
    shown = [each.code for part in ("hand", "zeros", "specials") for each in context[part]]
    assert sorted(shown) == sorted(table.deck)
    assert sum(code.startswith("T") for code in shown) == trumps
    assert len(context["hand"]) == 24


def test_only_bonuses_of_this_table_are_asked_for():
    def kinds(*args):
        table, screens = screens_of(*args)
        return {each.kind: each.most for each in screens["counted"].context(table)["bonus_kinds"]}

    assert kinds("beutelschneider", 3) == {"nachtwaechter": 1, "gardist": 2, "meuchelmoerder": 1, "verfuehrung": 1}
    assert kinds("beutelschneider", 5, True)["meuchelmoerder"] == 4
    assert kinds("beutelschneider", 4, True)["muskelmann"] == 4
    assert kinds("beutelschneider-classic", 4) == {
        "gardist": 1,
        "gardist_last": 1,
        "meuchelmoerder": 1,
        "verfuehrung": 1,
    }
