"""Properties of every round: groups deal and play at random, but legally.

Each test draws a seed for a game and a number of players; the seed determines everything that the group does.
"""

from __future__ import annotations

import itertools
import json
from collections.abc import Iterator
from copy import deepcopy
from random import Random
from typing import Any

import pytest
from hypothesis import given, settings

from games.beutelschneider.tests.play import is_cutpurse
from games.kernel.engine import Engine
from games.kernel.lines import Score
from games.registry import all_games
from games.score_file import judge_text, score_text, verdict_as_json
from games.sheets.sheet import TEAM
from tests.fuzz_values import repeated

from .play import TABLES, Group, Round, group, groups
from .play.seeds import CHECKED, SEEDS, score, sit_down

WITH_TRICKS = [(slug, seats) for slug, seats in TABLES if groups()[slug].tricks_kind]


def is_written_by_teams(slug: str) -> bool:
    """Return whether a game's record names a team by its first player. That name depends on the order of the seats."""
    sheet = getattr(all_games()[slug], "sheet", None)
    return sheet is not None and any(row.of == TEAM for row in sheet.rows)


at_every_table = pytest.mark.parametrize(("slug", "seats"), TABLES)
at_tables_with_tricks = pytest.mark.parametrize(("slug", "seats"), WITH_TRICKS)


def answer(file: dict[str, Any]) -> dict[str, Any]:
    result, problems = score_text(json.dumps(file))
    assert not problems, [found.as_json("en") for found in problems]
    return dict(result)


# Cards


@at_every_table
@given(seed=SEEDS)
@CHECKED
def test_no_card_is_lost_and_none_appears(slug: str, seats: int, seed: int) -> None:
    """Every card is played or left over. Every played card is in a pile, except cutpurses, couples and special cards."""
    them, round_ = sit_down(slug, seats, seed)
    assert sorted(round_.played + round_.rest) == sorted(them.table.deck)
    captured = [code for pile in round_.captured().values() for code in pile]
    assert len(captured) == len(set(captured))
    out = set(round_.played) - set(captured)
    # The Bard's couple leaves the trick.
    couple = {code for trick in round_.tricks for code in trick.get("choices", {}).get("couple", {}).values()}
    tricks_of_specials = {code for code in out if code[0].islower()}  # nobody captures a trick of special cards
    assert {code for code in out if not is_cutpurse(code)} - couple - tricks_of_specials == set()


# Scores


@at_every_table
@given(seed=SEEDS)
@CHECKED
def test_lines_add_up_to_points(slug: str, seats: int, seed: int) -> None:
    them, round_ = sit_down(slug, seats, seed)
    for record in round_.noted.values():
        points, lines, *_ = score(them, record)
        assert list(points) == list(them.players)
        assert all(line.amount for line in lines)
        for player in them.players:
            assert points[player] == sum(line.amount for line in lines if line.player == player)


@at_every_table
@given(seed=SEEDS)
@CHECKED
def test_every_way_to_note_a_round_scores_the_same(slug: str, seats: int, seed: int) -> None:
    them, round_ = sit_down(slug, seats, seed)
    scores = {name: score(them, record) for name, record in round_.noted.items()}
    (first, expected), *others = scores.items()
    for name, other in others:
        assert other.points == expected.points, (first, name)
        assert other.money == expected.money, (first, name)


@at_every_table
@given(seed=SEEDS)
@CHECKED
def test_the_referee_judges_each_trick_as_the_round_does(slug: str, seats: int, seed: int) -> None:
    them, round_ = sit_down(slug, seats, seed)
    leader = them.table.left_of(round_.dealer)
    for number, (trick, verdict) in enumerate(zip(round_.tricks, round_.verdicts, strict=True)):
        last = number == len(round_.tricks) - 1
        result, problems = judge_text(json.dumps(them.trick_file(trick, last, round_.trump)))
        assert not problems, [found.as_json("en") for found in problems]
        assert result == verdict_as_json(verdict, "en")
        assert trick["plays"][0][0] == leader
        leader = result["winner"]


@pytest.mark.parametrize(("slug", "seats"), [each for each in TABLES if not is_written_by_teams(each[0])])
@given(seed=SEEDS)
@CHECKED
def test_rotating_the_seats_rotates_the_points(slug: str, seats: int, seed: int) -> None:
    """A rotation keeps everybody's neighbours, so it keeps the points. The next test covers stakes paid by teams."""
    options = {"payment": "each"} if slug == "rufmariasch" else {}
    them, round_ = sit_down(slug, seats, seed, **options)
    for record in round_.noted.values():
        dealt = {**record, "dealer": round_.dealer}
        here = score(them, dealt)
        for first in range(1, seats):
            rotated = score(them, dealt, them.players[first:] + them.players[:first])
            assert rotated.points == here.points
            assert rotated.money == here.money
            assert rotated.revokes == here.revokes
            assert sorted(map(repr, told(rotated))) == sorted(map(repr, told(here)))


def told(score: Score) -> Iterator[tuple[str, str, int]]:
    for line in score.lines:
        yield line.player, line.reason, line.amount


@given(seed=SEEDS)
@CHECKED
def test_rotating_the_seats_only_moves_odd_stakes_within_a_team(seed: int) -> None:
    """Stakes that a team cannot share evenly fall to those of its players who come first in seat order.

    If the seats are rotated, only these stakes change hands.
    """
    them, round_ = sit_down("rufmariasch", 4, seed, payment="team")
    record = {**round_.noted["call"], "dealer": round_.dealer}
    sides = [
        [player for player in them.players if (player in (record["caller"], record["partner"])) is side]
        for side in (True, False)
    ]
    here = score(them, record)
    for first in range(4):
        players = them.players[first:] + them.players[:first]
        rotated = score(them, record, players)
        for before, after in ((here.points, rotated.points), (here.money or {}, rotated.money or {})):
            for side in sides if before else ():
                assert sorted(before[player] for player in side) == sorted(after[player] for player in side)
                in_order = [abs(after[player]) for player in players if player in side]
                assert in_order == sorted(in_order, reverse=True)
                assert in_order[0] - in_order[-1] <= 1


# Revokes


@at_tables_with_tricks
@given(seed=SEEDS)
@CHECKED
def test_a_legal_round_has_no_revoke(slug: str, seats: int, seed: int) -> None:
    them, round_ = sit_down(slug, seats, seed)
    assert them.broken_duties(round_.tricks, round_.trump) == []
    assert score(them, round_.noted["tricks"]).revokes == []


@at_tables_with_tricks
@given(seed=SEEDS)
@CHECKED
def test_a_revoke_never_passes_unseen(slug: str, seats: int, seed: int) -> None:
    """If two cards of a legal round are exchanged, exactly the resulting revokes are found."""
    them, round_ = sit_down(slug, seats, seed)
    for tampered in itertools.islice(tamperings(them, round_), 8):
        entry = Engine(them.game, them.table, None).enter(tampered)
        assert entry.score is not None
        found = [(each.trick, each.player, each.duty.code) for each in entry.score.revokes]
        assert found == them.broken_duties(tampered["tricks"], round_.trump)


def tamperings(them: Group, round_: Round) -> Iterator[dict[str, Any]]:
    """Yield copies of the round with two cards exchanged. Each copy breaks a duty, but can be scored."""
    record = {**round_.noted["tricks"], "dealer": round_.dealer}
    places = [(number, turn) for number, trick in enumerate(round_.tricks) for turn in range(len(trick["plays"]))]
    pairs = list(itertools.combinations(places, 2))
    Random(repr(record)).shuffle(pairs)
    for (one, first), (other, second) in pairs[:200]:
        tampered = deepcopy(record)
        tricks = tampered["tricks"]
        mine, yours = tricks[one]["plays"][first], tricks[other]["plays"][second]
        if mine[1][0].islower() or yours[1][0].islower():
            continue  # special cards are always allowed, and choices depend on them
        mine[1], yours[1] = yours[1], mine[1]
        if not them.broken_duties(tricks, round_.trump):
            continue
        tampered.pop("declared", None)
        if Engine(them.game, them.table, None).enter(tampered).score is not None:
            yield tampered


@pytest.mark.parametrize(
    ("slug", "seats", "duties"),
    [
        ("beutelschneider", 4, {"follow", "lead"}),
        ("beutelschneider-classic", 4, {"follow"}),
        ("krimsutep", 3, {"follow"}),
        ("rufmariasch", 4, {"follow", "trump", "beat"}),
    ],
)
def test_every_duty_is_put_to_the_test(slug: str, seats: int, duties: set[str]) -> None:
    """The exchanged cards break each duty of these games; otherwise the test above would prove nothing."""
    broken: set[str] = set()
    for seed in range(200):
        them, round_ = sit_down(slug, seats, seed)
        for tampered in itertools.islice(tamperings(them, round_), 4):
            broken |= {duty for _, _, duty in them.broken_duties(tampered["tricks"], round_.trump)}
        if broken == duties:
            return
    assert broken == duties


# Whole games


@at_every_table
@given(seed=SEEDS)
@settings(CHECKED, max_examples=len(repeated(5)))
def test_a_whole_game_adds_up(slug: str, seats: int, seed: int) -> None:
    """The deal goes round; totals are the sums of the rounds and decide the ranking and the winners; money adds up."""
    random = Random(seed)
    stake = random.choice([0, 1, 10])
    them = group(all_games()[slug], seats, random, stake=stake)
    first = random.choice(them.players)
    records = list(play_on(them, first, random))
    result = answer(them.file(*records, first_dealer=first))
    rounds, totals = result["rounds"], result["totals"]

    low = them.game.lowest_wins(them.table.options)

    assert len(rounds) == len(records)
    dealt = [record for record in records if record["kind"] not in ("adjustment", "oases")]
    assert result["next_dealer"] == them.players[(them.players.index(first) + len(dealt)) % seats]
    assert totals == {player: sum(each["points"][player] for each in rounds) for player in them.players}
    for each in rounds:
        for player in them.players:
            assert each["points"][player] == sum(x["amount"] for x in each["lines"] if x["player"] == player)

    ranked = [player for group_ in result["ranking"] for player in group_]
    assert sorted(ranked) == sorted(them.players)
    assert [totals[group_[0]] for group_ in result["ranking"]] == sorted(set(totals.values()), reverse=not low)
    for group_ in result["ranking"]:
        assert len({totals[player] for player in group_}) == 1
        assert group_ == [player for player in them.players if player in group_]
    assert result["winners"] == (result["ranking"][0] if result["finished"] else [])

    if stake and (result["finished"] or them.game.pays_each_round):
        owed = dict(result["money"])
        assert sum(owed.values()) == 0
        if them.game.pays_each_round:
            assert owed == {player: sum(each["money"][player] for each in rounds) for player in them.players}
        else:
            for player in them.players:
                assert owed[player] == (-stake if low else stake) * sum(
                    totals[player] - totals[other] for other in them.players
                )
        for transfer in result["transfers"]:
            owed[transfer["from"]] += transfer["amount"]
            owed[transfer["to"]] -= transfer["amount"]
        assert not any(owed.values())
    else:
        assert "money" not in result


def play_on(them: Group, dealer: str, random: Random) -> Iterator[dict[str, Any]]:
    """Yield rounds, noted in any form, and some adjustments, until the game is over or the group stops.

    If the game is not over by then, also yield the group's closing records.
    """
    engine = Engine(them.game, them.table, dealer)
    enough = them.rounds or random.randint(1, 8)
    for number in range(enough):
        assert engine.next_dealer == them.players[(them.players.index(dealer) + number) % len(them.players)]
        record = random.choice(list(them.after(number).round(engine.next_dealer).noted.values()))
        assert engine.enter(record).score
        yield record
        if engine.over:
            return
        if random.random() < 0.2:
            teams = them.game.teams(them.table)
            one, other = random.sample([team[0] for team in teams] or them.players, 2)
            correction = {"kind": "adjustment", "points": {one: 3, other: -3}}
            assert engine.enter(correction).score
            yield correction
            if engine.over:
                return
    for record in them.closing():
        assert engine.enter(record).score
        yield record
