"""The engine: the facts that it gives to a game, and those that it remembers from round to round."""

from games.kernel.engine import Engine
from games.kernel.game import Kind
from games.kernel.lines import Score
from games.kernel.seats import AnyDeal, Deal
from games.registry import all_games


def engine_of(slug: str, *players: str, **options: object) -> Engine:
    game = all_games()[slug]
    return Engine(game, game.table(players, game.options(**options)), players[0])


def test_a_kind_is_told_what_was_played_before_it() -> None:
    """Every kind of entry, even one without a deal, gets a `Deal` with these facts:

    - the number of earlier deals
    - the number of earlier entries of an unknown kind, which may have been deals
    - what the game remembers from earlier rounds
    """
    engine = engine_of("rufmariasch", "Anna", "Ben", "Carla", "Dirk")
    told: list[AnyDeal] = []

    def look(record, deal):
        told.append(deal)
        return Score({}, (), past=record.raw.get("note"))

    engine.kinds = {**engine.kinds, "round": Kind(look), "beside": Kind(look, dealt=False)}
    for record in (
        {"kind": "round", "note": "first"},
        {"kind": "adjustment", "points": {"Anna": 1, "Ben": -1}},
        {"kind": "a guess"},
        "no record",
        {"kind": "beside"},
        {"kind": "round", "dealer": "Carla"},
    ):
        engine.enter(record)
    assert told == [
        Deal("Anna", "Ben", 0, 0, None),
        Deal(None, None, 1, 2, "first"),
        Deal("Carla", "Dirk", 1, 2, "first"),
    ]
    assert engine.coming == Deal("Dirk", "Anna", 2, 2, "first")


def test_what_is_no_record_is_told() -> None:
    engine = engine_of("krimsutep", "Anna", "Ben", "Carla")
    told = [problem for record in ("a word", {}, {"kind": "guess"}) for problem in engine.enter(record).problems]
    engine.finish_early()
    told += engine.enter({"kind": "adjustment", "points": {"Anna": 1}}).problems
    assert [(each.field, each.text("en")) for each in told] == [
        ("", "a word: an object belongs here."),
        ("kind", "“kind” is missing."),
        ("kind", "guess isn’t possible here; choose from: round, oases, adjustment, seats, last_rounds, unscored."),
        ("", "The game was over by then."),
    ]


def test_a_correction_of_a_game_paid_each_round_sums_to_nothing() -> None:
    engine = engine_of("rufmariasch", "Anna", "Ben", "Carla", "Dirk")
    (problem,) = engine.enter({"kind": "adjustment", "points": {"Anna": 1}}).problems
    assert problem.text("en") == "That adds up to 1 instead of 0: +1."


def test_who_is_not_named_in_a_score_has_no_points_in_it() -> None:
    engine = engine_of("krimsutep", "Anna", "Ben", "Carla", stake=10)
    assert engine.money_of(Score({"Anna": 2}, ())) == {"Anna": 40, "Ben": -20, "Carla": -20}
    engine = engine_of("rufmariasch", *(names := ("Anna", "Ben", "Carla", "Dirk")))
    paid = dict(zip(names, (30, -10, -10, -10), strict=True))
    assert [engine.money_of(Score({}, (), money=each)) for each in (None, paid)] == [dict.fromkeys(names, 0), paid]


def test_only_rounds_are_dealt() -> None:
    engine = engine_of("krimsutep", "Anna", "Ben", "Carla")
    others = ({"kind": "oases"}, {"kind": "adjustment"}, {"kind": "guess"}, {"kind": ["round"]}, {}, "round")
    assert engine.is_dealt({"kind": "round"})
    assert [engine.is_dealt(each) for each in others] == [False] * len(others)


def test_a_branch_counts_for_itself() -> None:
    engine = engine_of("rufmariasch", "Anna", "Ben", "Carla", "Dirk", stake=10)
    branch = engine.branch()
    branch.enter({"kind": "adjustment", "points": {"Anna": 1, "Ben": -1}})
    assert (branch.totals["Anna"], branch.money["Anna"]) == (1, 10)
    assert (engine.totals["Anna"], engine.money["Anna"]) == (0, 0)


def test_after_a_round_of_an_unknown_dealer_the_next_says_who_dealt_where_dealers_sit_out() -> None:
    game = all_games()["other-game"]
    engine = Engine(game, game.table(("Anna", "Ben", "Carla"), game.options(), sits_out=True), "Anna")
    assert engine.enter({"kind": "unscored", "dealer": None}).score
    for named, codes in (({}, ["missing_key"]), ({"dealer": "Ben"}, []), ({}, [])):
        entry = engine.enter({"kind": "winners", "winners": ["Anna"], **named})
        assert [problem.code for problem in entry.problems] == codes
        assert (entry.score is None) is bool(codes)
