"""Properties of every game if players join and leave, or the dealer sits out. The rounds are random, but legal."""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping
from copy import deepcopy
from random import Random
from typing import Any

import pytest
from hypothesis import assume, given, settings

from games.kernel.engine import Engine, ScoredEntry, needs_of, no_longer_count, play
from games.kernel.game import AnyGame
from games.kernel.options import Options
from games.kernel.words import LANGUAGES
from games.registry import all_games
from games.score_file import score_text
from games.score_file.scoring import score_as_json
from tests.fuzz_values import repeated

from .play import TABLES, Group, group
from .play.seeds import CHECKED, SEEDS

FEW = settings(CHECKED, max_examples=len(repeated(5)))
NEWCOMERS = ("Ida", "Jan", "Kim", "Lea")  # names that no player has at the start

at_every_table = pytest.mark.parametrize(("slug", "seats"), TABLES)


def may_sit_out(slug: str, seats: int) -> bool:
    game = all_games()[slug]
    return game.lets_dealer_sit_out(seats, game.options())


at_every_table_with_one_more = pytest.mark.parametrize(
    ("slug", "seats"), [(slug, seats) for slug, seats in TABLES if may_sit_out(slug, seats)]
)


def result_of(file: dict[str, Any]) -> dict[str, Any]:
    result, problems = score_text(json.dumps(file))
    assert not problems, [found.as_json("en") for found in problems]
    return dict(result)


def called(value: Any, names: Mapping[str, str]) -> Any:
    """Return a record or a result with players renamed: `names` maps old names to new ones."""
    if isinstance(value, str):
        return names.get(value, value)
    if isinstance(value, dict):
        return {names.get(key, key): called(each, names) for key, each in value.items()}
    return [called(each, names) for each in value] if isinstance(value, list) else value


def a_game(them: Group, random: Random) -> tuple[list[dict[str, Any]], dict[str, Any]]:
    """Return the records of a game, and the other keys of its file. A game without a fixed length has up to 4 rounds."""
    engine = Engine(them.game, them.table, them.players[0])
    rounds = them.rounds or 4
    records: list[dict[str, Any]] = []
    while engine.deals < rounds and not engine.over:
        records.append(random.choice(list(them.after(engine.deals).round(str(engine.next_dealer)).noted.values())))
        assert engine.enter(records[-1]).score
    return records, {} if engine.over else {"ended": "early"}


def sit(slug: str, seats: int, seed: int) -> tuple[Group, Random]:
    random = Random(seed)
    return group(all_games()[slug], seats, random, stake=random.choice([0, 1, 10])), random


# Changes without an effect


@at_every_table
@given(seed=SEEDS)
@FEW
def test_a_change_that_changes_nothing_scores_as_without_it(slug: str, seats: int, seed: int) -> None:
    them, random = sit(slug, seats, seed)
    records, more = a_game(them, random)
    same = {"kind": "seats", "players": list(them.players)}
    places = sorted(random.sample(range(len(records)), min(2, len(records))))
    changed = list(records)
    for place in reversed(places):
        changed.insert(place, same)
    without, with_it = result_of(them.file(*records, **more)), result_of(them.file(*changed, **more))
    results = list(zip(with_it["rounds"], changed, strict=True))
    assert not any(line for each, record in results if record is same for line in each["lines"])
    with_it["rounds"] = [each for each, record in results if record is not same]
    assert with_it == without


@at_every_table
@given(seed=SEEDS)
@FEW
def test_a_game_in_which_a_seat_is_taken_over_scores_as_the_same_game_with_one_name(
    slug: str, seats: int, seed: int
) -> None:
    them, random = sit(slug, seats, seed)
    if them.game.team_count(them.table.options):
        return  # a team stays to the end
    records, more = a_game(them, random)
    old, new, place = random.choice(them.players), "Ida", random.randint(0, len(records) - 1)
    names = {old: new}
    change = {"kind": "seats", "players": called(list(them.players), names), "replaced": {new: old}}
    changed = [*records[:place], change, *called(records[place:], names)]
    without, with_it = result_of(them.file(*records, **more)), result_of(them.file(*changed, **more))
    with_it["rounds"].pop(place)
    wanted = called(without, names)
    for whole in (with_it, wanted):
        for key in ("points", "money"):
            for each in whole["rounds"]:
                each.pop(key, None)  # earlier rounds have them under the old name
        for each in (line for one in whole["rounds"] for line in one["lines"]):
            each.update(player=names.get(each["player"], each["player"]), text="")  # the text may name other players
        for each in (revoke for one in whole["rounds"] for revoke in one.get("revokes", ())):
            each.update(player=names.get(each["player"], each["player"]), text="")
    for key in ("totals", "money"):
        assert with_it.get(key, {}).pop(old, 0) == 0
    assert with_it == wanted


# The dealer sits out


@at_every_table_with_one_more
@given(seed=SEEDS)
@FEW
def test_with_somebody_sitting_out_each_round_scores_as_that_round_of_a_smaller_table(
    slug: str, seats: int, seed: int
) -> None:
    them, random = sit(slug, seats, seed)
    assume(not getattr(them.table.options, "seeger", False))  # by Seeger and Fabian, who sits out gets points, too
    everyone = NEWCOMERS[:1] + them.players
    table = them.game.table(everyone, them.table.options, sits_out=True)
    engine = Engine(them.game, table, random.choice(everyone))
    for _ in range(4):
        dealer = str(engine.next_dealer)
        playing = tuple(each for each in everyone if each != dealer)
        leader = table.left_of(dealer)
        # If only those who play sat at the table, the dealer would be the player before the leader.
        smaller = them.game.table(playing, them.table.options)
        before = smaller.dealer_before(leader)
        names = dict(zip(them.players, playing, strict=True))
        of_theirs = next(name for name, here in names.items() if here == before)
        record = called(random.choice(list(them.after(engine.deals).round(of_theirs).noted.values())), names)
        assert (engine.table.players, engine.coming.leader) == (playing, leader)
        by_themselves = Engine(them.game, smaller, before)
        by_themselves.deals = engine.deals
        here, alone = engine.enter(record), by_themselves.enter(record)
        assert here.score is not None
        assert alone.score is not None
        assert score_as_json(here.score, "en") == score_as_json(alone.score, "en")
        assert here.money == alone.money
        assert (here.table.players, here.dealer) == (playing, dealer)
        assert engine.next_dealer == leader
        if engine.over:
            return


@at_every_table_with_one_more
@given(seed=SEEDS)
@FEW
def test_nobody_who_sits_out_is_named_in_the_round(slug: str, seats: int, seed: int) -> None:
    """If the dealer sits out, a round that names the dealer is refused. The problem names the dealer."""
    them, _random = sit(slug, seats, seed)
    everyone = (*them.players, "Ida")
    engine = Engine(them.game, them.game.table(everyone, them.table.options, sits_out=True), everyone[0])
    for record in them.round(them.players[-1]).noted.values():
        if f'"{everyone[0]}"' in json.dumps(record):
            problems = engine.branch().enter(record).problems
            assert "Anna dealt and sits out this round." in {problem.text("en") for problem in problems}


# Random changes


def random_change(engine: Engine, random: Random) -> dict[str, Any]:
    """Return a random record of the kind `seats`, valid or not: players leave, join, take over or change places."""
    sitting = list(engine.seating.players)
    known = [*engine.totals, *NEWCOMERS]
    players = list(sitting)
    record: dict[str, Any] = {"kind": "seats"}
    for _ in range(random.randint(1, 3)):
        absent = [name for name in dict.fromkeys(known) if name not in players]
        match random.randrange(5):
            case 0 if len(players) > 1:
                players.remove(random.choice(players))
            case 1 if absent:
                players.insert(random.randint(0, len(players)), random.choice(absent))
            case 2 if absent and players:
                seat, heir = random.randrange(len(players)), random.choice(absent)
                record.setdefault("replaced", {})[heir] = players[seat]
                players[seat] = heir
            case 3:
                random.shuffle(players)
            case 4 if absent:
                record.setdefault("points", {})[random.choice(absent)] = random.randint(-9, 9)
    if random.random() < 0.2:
        record["sits_out"] = random.choice(["dealer", None])
    return {**record, "players": players}


def a_round(engine: Engine, options: Options, raw: dict[str, Any], random: Random) -> dict[str, Any]:
    """Return the record of a random next round of the players who take part. `raw` are the game's options."""
    table = engine.table
    them = group(engine.game, len(table.players), random, **raw)
    assert type(them.table.options) is type(options)
    leader = engine.coming.leader
    names = dict(zip(them.players, table.players, strict=True))
    before = table.players[table.players.index(leader) - 1] if leader in table.players else table.players[-1]
    dealer = next(name for name, here in names.items() if here == before)
    return dict(called(random.choice(list(them.after(engine.deals).round(dealer).noted.values())), names))


def check(engine: Engine) -> None:
    """Check that all facts about a game that pages and files use are available and consistent."""
    standing = engine.standing
    assert list(standing) == list(engine.seating.players)
    assert sorted(name for rank in engine.ranking for name in rank) == sorted(standing)
    assert set(engine.winners) <= set(standing)
    assert engine.next_dealer in standing
    assert set(engine.table.players) <= set(standing)
    assert engine.coming.leader in engine.table.players
    assert len(engine.table.players) in engine.game.seats_with(engine.seating.options)
    assert set(engine.totals) == set(engine.money) == set(engine.seating.everyone)
    assert sum(engine.money.values()) == 0
    needs = needs_of(engine)
    assert [need.player for need in needs] in ([], list(engine.table.players))
    assert all(said.text(language) for need in needs for said in need.messages for language in LANGUAGES)
    assert engine.tied in (True, False)
    assert engine.balances is None or sum(engine.balances.values()) == 0
    engine.game.picture(engine.table, engine.past)
    engine.game.deal_help(engine.table, engine.coming)
    engine.game.count(engine.table)


@at_every_table
@given(seed=SEEDS)
@FEW
def test_whoever_comes_and_goes_everything_has_an_answer_and_money_sums_to_zero(
    slug: str, seats: int, seed: int
) -> None:
    """Random changes, valid or not, between random rounds raise no exception, and a refused one has no effect."""
    random = Random(seed)
    game = all_games()[slug]
    raw = {"stake": random.choice([0, 1, 10]), **({"target": 100} if "target" in game.options.rules() else {})}
    them = group(game, seats, random, **raw)
    raw |= {key: them.options[key] for key in them.options if key not in raw}
    engine = Engine(game, them.table, random.choice(them.players))
    moved = dict.fromkeys(them.players, 0)
    for _ in range(12):
        dice = random.random()
        if dice < 0.5:
            record = random_change(engine, random)
        elif dice < 0.6:
            record = {"kind": "adjustment", "points": dict(zip(engine.seating.players, (3, -3), strict=False))}
        elif dice < 0.65:
            record = {"kind": "last_rounds", "rounds": random.randint(1, 9)}
        else:
            record = a_round(engine, them.table.options, raw, random)
        before = state_of(engine)
        entry = engine.enter(deepcopy(record))
        for player, amount in (entry.money or {}).items():
            moved[player] = moved.get(player, 0) + amount
        assert {player for player, amount in moved.items() if amount} <= set(engine.money)
        assert all(moved.get(player, 0) == amount for player, amount in engine.money.items() if raw["stake"])
        if entry.score is None and record["kind"] == "seats":
            assert entry.problems
            assert state_of(engine) == before
        for problem in entry.problems:
            assert all(problem.text(language) for language in LANGUAGES)
        if entry.score is not None and (said := entry.score.said):
            assert all(game.result(entry.table, entry.score).text(language) for language in LANGUAGES)
            assert game.result(entry.table, entry.score) is said
        check(engine)
        if engine.over:
            return
    engine.finish_early()
    check(engine)


def state_of(engine: Engine) -> tuple[Any, ...]:
    """Return the state that a refused change must not alter."""
    return (
        *(dict(engine.totals), dict(engine.money), engine.seating, engine.next_dealer, engine.past),
        *(engine.deals, engine.replaced, engine.over),
    )


def test_random_changes_are_refused_and_taken() -> None:
    """Some changes of every kind are accepted; otherwise the test above would prove nothing."""
    taken: dict[str, int] = {}
    for seed in range(120):
        random = Random(seed)
        engine = Engine(game := all_games()["other-game"], game.table(("Anna", "Ben", "Carla"), game.options()), "Anna")
        for _ in range(4):
            record = random_change(engine, random)
            if score := engine.enter(record).score:
                for line in score.lines:
                    taken[line.reason] = taken.get(line.reason, 0) + 1
                for key in record:
                    taken[key] = taken.get(key, 0) + 1
    assert min(taken.get(each, 0) for each in ("start", "replaced", "points", "sits_out", "players")) > 2


# A branch is a game of its own


# The table


def test_a_table_knows_who_sits_beside_whom_also_beside_the_dealer_who_sits_out() -> None:
    game = all_games()["rufmariasch"]
    players = ("Anna", "Ben", "Carla", "Dora", "Ida")
    whole = game.table(players, game.options(), sits_out=True, everyone=("Zoe", *players))
    table = whole.without_dealer("Carla")
    assert (table.players, table.seated) == (("Anna", "Ben", "Dora", "Ida"), players)
    assert [table.left_of(player) for player in players] == ["Ben", "Dora", "Dora", "Ida", "Anna"]
    assert table.dealer_before("Dora") == "Carla"
    assert table.numbered == [(1, "Anna"), (2, "Ben"), (4, "Dora"), (5, "Ida")]
    assert len(whole.without_dealer(None).players) == 4


# The later rounds after a correction


def rounds_of(*points: tuple[int, int]) -> list[dict[str, Any]]:
    return [{"kind": "points", "points": {"Anna": anna, "Ben": ben}} for anna, ben in points]


def engine_to(target: int) -> Engine:
    game: AnyGame = all_games()["other-game"]
    return Engine(game, game.table(("Anna", "Ben"), game.options(target=target)), "Anna")


def test_it_is_said_which_later_rounds_a_correction_throws_out() -> None:
    """A game to 50 points has the rounds 10:5, 10:5, 10:9 and 5:12. If the second round becomes 45:5, it ends the game.

    The two later rounds no longer count then.
    """
    records = rounds_of((10, 5), (10, 5), (10, 9), (5, 12))
    before = dict(enumerate(play(engine_to(50), records)))
    corrected = [records[0], *rounds_of((45, 5)), *records[2:]]
    after = dict(enumerate(play(engine_to(50), corrected)))
    assert no_longer_count(before, after) == [2, 3]
    assert no_longer_count(after, before) == []
    assert [problem.code for problem in after[2].problems] == ["after_the_end"]


def test_a_round_that_is_taken_out_is_not_among_those_that_no_longer_count() -> None:
    records = rounds_of((10, 5), (10, 5))
    before: dict[int, ScoredEntry] = dict(enumerate(play(engine_to(50), records)))
    after = {1: play(engine_to(50), records[1:])[0]}
    assert no_longer_count(before, after) == []


# Needs


def needs_in_words(engine: Engine) -> Iterator[str]:
    for need in needs_of(engine):
        yield f"{need.player}: {' '.join(said.text('en') for said in need.messages)}"


def test_with_rounds_to_go_everybody_is_told_how_far_it_is_to_the_lead() -> None:
    engine = engine_to(100)
    play(engine, [*rounds_of((10, 4)), {"kind": "last_rounds", "rounds": 2}])
    assert list(needs_in_words(engine)) == [
        "Anna: 6 points ahead, 2 rounds to go.",
        "Ben: 6 points behind Anna, 2 rounds to go.",
    ]
    play(engine, rounds_of((0, 6)))
    assert list(needs_in_words(engine)) == [
        "Anna: Level at the top, 1 round to go.",
        "Ben: Level at the top, 1 round to go.",
    ]


def test_whoever_left_is_nobodys_rival() -> None:
    game = all_games()["beutelschneider"]
    engine = Engine(game, game.table(("Anna", "Ben", "Carla", "Dora"), game.options()), "Anna")
    play(engine, [{"kind": "adjustment", "points": {"Anna": 77, "Ben": 99, "Carla": -80, "Dora": -80}}])
    play(engine, [{"kind": "seats", "players": ["Anna", "Carla", "Dora"]}])
    assert not any("Ben" in said for said in needs_in_words(engine))


@pytest.mark.parametrize(("slug", "points"), [("beutelschneider", 90), ("bettler-und-diebe", 18)])
def test_whoever_sits_out_the_round_gets_nothing_in_it(slug: str, points: int) -> None:
    game = all_games()[slug]
    players = ("Anna", "Ben", "Carla", "Dora", "Ida")
    engine = Engine(game, game.table(players, game.options(), sits_out=True), "Anna")
    play(engine, [{"kind": "adjustment", "points": dict.fromkeys(players, points)}])
    told = list(needs_in_words(engine))
    assert len(told) == 4
    assert "Carla" in told[0]
    assert not any("Anna" in line for line in told)


def test_whoever_is_ahead_stays_ahead_while_sitting_out() -> None:
    game = all_games()["rufmariasch"]
    players = ("Anna", "Ben", "Carla", "Dora", "Ida")
    engine = Engine(game, game.table(players, game.options(), sits_out=True), "Anna")
    play(engine, [{"kind": "adjustment", "points": {"Anna": 1, "Ben": -1}}])
    assert list(needs_in_words(engine))[1:] == [
        "Carla: One stake behind Anna.",
        "Dora: One stake behind Anna.",
        "Ida: One stake behind Anna.",
    ]
