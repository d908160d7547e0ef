"""What the engine hands to a game and keeps of it, whatever the game."""

from games.kernel.engine import Engine
from games.kernel.game import Kind
from games.kernel.lines import Score
from games.kernel.seats import AnyDeal, Deal
from games.registry import all_games


def test_a_kind_is_told_what_was_played_before_it() -> None:
    """The deals, the entries that may have been deals or not, and what the game remembers; those beside a deal too."""
    game = all_games()["rufmariasch"]
    table = game.table(("Anna", "Ben", "Carla", "Dirk"), game.options())
    engine = Engine(game, table, "Anna")
    told: list[AnyDeal] = []

    def look(record, deal):
        told.append(deal)
        return Score({}, (), past=record.raw.get("note"))

    engine.kinds = {**engine.kinds, "round": Kind(look), "beside": Kind(look, dealt=False)}
    for record in (
        {"kind": "round", "note": "first"},
        {"kind": "adjustment", "points": {"Anna": 1, "Ben": -1}},
        {"kind": "a guess"},
        {"kind": "beside"},
        {"kind": "round", "dealer": "Carla"},
    ):
        engine.enter(record)
    assert told == [
        Deal("Anna", "Ben", 0, 0, None),
        Deal(None, None, 1, 1, "first"),
        Deal("Carla", "Dirk", 1, 1, "first"),
    ]
    assert engine.coming == Deal("Dirk", "Anna", 2, 1, "first")
