"""Stored results and statistics: they equal what the records give, also after any correction, merge or deletion."""

import contextlib
import datetime
import io
import random

import pytest
from django.core.management import call_command
from django.utils import timezone

from games.kernel.engine import Engine
from games.registry import all_games
from scorekeeper.history.models import CannotMerge, Merge, Result
from scorekeeper.history.statistics import Duel, Statistics, statistics_of
from scorekeeper.money.models import Account, Expense, transfers
from scorekeeper.nights.models import Match, Night, Refused
from scorekeeper.people.models import Player
from tests.fuzz_values import repeated
from tests.play import group as sit_down


def night_on(group, day: str) -> Night:
    return Night.objects.create(group=group, started_at=timezone.make_aware(datetime.datetime.fromisoformat(day)))


def play(night: Night, players, *rounds, slug="rufmariasch", ends=True, hours=0) -> Match:
    """Play a game that begins `hours` after the night began.

    Each of `rounds` lists points in the order of the players, and is entered as an adjustment.
    """
    match = Match.start(night, slug, players, {}, 0)
    match.started_at = night.started_at + datetime.timedelta(hours=hours)
    Match.objects.filter(pk=match.pk).update(started_at=match.started_at)
    for number, points in enumerate(rounds):
        given = {player.name: amount for player, amount in zip(players, points, strict=True) if amount}
        match.enter({"kind": "adjustment", "points": given}, number, "Sam")
    if ends:
        match.close("Sam")
    return match


def statistics(player, game="rufmariasch") -> Statistics:
    return statistics_of(Result.objects.filter(group=player.group)).get((player.pk, game), Statistics())


def checked() -> str:
    said = io.StringIO()
    call_command("rescore", "--check", stdout=said)
    return said.getvalue()


def test_a_game_counts_when_it_is_over(cast, four):
    anna, ben, *_ = four
    match = play(Night.tonight(cast.group), four, (6, -2, -2, -2), ends=False)
    assert statistics(anna) == Statistics()
    match.close("Sam")
    assert (statistics(anna).games, statistics(anna).wins, statistics(anna).points) == (1, 1, 6)
    assert (statistics(ben).games, statistics(ben).wins) == (1, 0)
    assert statistics(anna).duels[ben.pk] == Duel(1, 1, 0)
    match.reopen("Sam")
    assert statistics(anna) == Statistics()


def test_wins_in_a_row_go_on_over_the_new_year(cast, four):
    anna = four[0]
    won, lost = (6, -2, -2, -2), (-6, 2, 2, 2)
    days = ["2025-11-01", "2025-11-08", "2025-12-24", "2026-01-02", "2026-02-02", "2026-03-03"]
    for day, points in zip(days, (lost, won, won, won, lost, won), strict=True):
        play(night_on(cast.group, f"{day}T20:00"), four, points)
    assert (statistics(anna).longest, statistics(anna).streak) == (3, 1)
    # The correction of an old game joins two streaks.
    match = Match.objects.get(night__started_at__date="2026-02-02")
    entry = match.entries.get()
    given = dict(zip((each.name for each in four), won, strict=True))
    match.correct(entry, {"kind": "adjustment", "points": given}, entry.version, "Sam")
    assert (statistics(anna).longest, statistics(anna).streak) == (5, 5)


# Merging


def test_the_same_person_twice_becomes_one(cast, four):
    anna = four[0]
    annalena = Player.objects.create(group=cast.group, name="Annalena")
    play(night_on(cast.group, "2026-01-01T20:00"), four, (6, -2, -2, -2))
    match = play(night_on(cast.group, "2026-02-01T20:00"), [annalena, *four[1:]], (6, -2, -2, -2))
    Merge.of(annalena, anna, "Sam")
    assert statistics(anna).wins == 2
    assert statistics(annalena) == Statistics()
    assert statistics(four[1]).duels == {anna.pk: Duel(2, 0, 2)} | {other.pk: Duel(2, 0, 0) for other in four[2:]}
    assert match.seats.get(position=0).name == "Annalena"  # a finished game keeps the former name
    assert Match.objects.get(pk=match.pk).course.totals == [6, -2, -2, -2]
    assert "0 wrong" in checked()
    Merge.objects.get().undo("Sam")
    assert (statistics(anna).wins, statistics(annalena).wins) == (1, 1)
    assert "0 wrong" in checked()


def test_two_who_sat_at_one_table_are_two(cast, four):
    play(Night.tonight(cast.group), four, (6, -2, -2, -2))
    with pytest.raises(CannotMerge):
        Merge.of(four[0], four[1], "Sam")
    Player.objects.create(group=cast.group, name="Annalena")
    names = set(cast.group.players.values_list("name", flat=True)) - {player.name for player in four}
    assert set(Merge.possible(four[0]).values_list("name", flat=True)) == names
    assert not Merge.objects.exists()
    assert statistics(four[0]).wins == 1
    others, _, games = Merge.possible(four[0]).explain().partition("SubPlan")  # PostgreSQL's word for a subquery
    assert ("Join" in others, "Sort" in games) == (False, False), "one common game is enough, not all are read"


# What is stored is what the records give


def steps(chance, cast, four):
    """Return a function that does something random to the group's history."""
    matches = list(Match.objects.filter(night__group=cast.group).select_related("night"))
    match = chance.choice(matches)
    entry = chance.choice(list(match.entries.all()) or [None])
    night = chance.choice(list(Night.objects.filter(group=cast.group)))
    slug = chance.choice(list(all_games()))
    seats = chance.choice([count for count in all_games()[slug].seats if count <= 5])
    people = list(cast.group.players.filter(merged_into=None))

    def another():
        sat = chance.sample(people, min(seats, len(people)))
        if len(sat) not in all_games()[slug].seats:
            return
        begun = datetime.datetime(2025, chance.randint(10, 12), chance.randint(1, 28), 20, tzinfo=datetime.UTC)
        night = Night.objects.create(group=cast.group, started_at=begun)
        match = Match.start(night, slug, sat, {"stake": 5}, 0)
        match.started_at = begun
        match.save()
        group = sit_down(all_games()[slug], len(sat), chance)
        names = dict(zip(group.players, (player.name for player in sat), strict=True))
        for _ in range(chance.randint(1, 3)):
            record = {"kind": "adjustment", "points": adjusted(match, list(names.values()), chance)}
            with contextlib.suppress(Refused):  # the game may be over
                match.enter(record, match.last_number, "Sam")
        match.close("Sam")

    def correct():
        if entry and entry.removed_at is None:
            names = [seat.name for seat in match.seated]
            match.correct(entry, {"kind": "adjustment", "points": adjusted(match, names, chance)}, entry.version, "Sam")

    def remove():
        if entry:
            match.remove(entry, "Sam")

    def restore():
        if entry:
            match.restore_entry(entry, "Sam")

    def merge():
        one, two = chance.sample(people, 2)
        with contextlib.suppress(CannotMerge):
            Merge.of(one, two, "Sam")

    def unmerge():
        for merge in Merge.objects.filter(undone_at=None)[:1]:
            merge.undo("Sam")

    def pay():
        for currency, sums in Account(cast.group).balances().items():
            for each in transfers(sums)[:1]:
                payer, receiver = (Player.objects.get(pk=pk) for pk in (each.payer, each.receiver))
                Account(cast.group).pay(payer, receiver, each.amount, currency, by="Sam")

    def share():
        one, *others = chance.sample(people, 3)
        Expense.enter(Account(cast.group, night), one, 700, "EUR", dict.fromkeys(others, 1), by="Sam")

    def newcomer():
        if len(people) < 9:
            Player.objects.create(group=cast.group, name=f"Max {chance.randint(1, 10**9)}")

    return chance.choice(
        [
            *(another, another, another, correct, correct, remove, restore, merge, unmerge, newcomer, pay, share),
            *(night.soft_delete, night.restore, lambda: match.undo("Sam")),
            *(lambda: match.exclude_from_statistics("Sam"), lambda: match.include_in_statistics("Sam")),
            *(lambda: match.close("Sam"), lambda: match.reopen("Sam")),
        ]
    )


def adjusted(match, names, chance):
    first, second = chance.sample(names, 2)
    amount = chance.randint(-40, 40)
    return {first: amount, second: -amount}


@pytest.mark.parametrize("seed", repeated(3))
def test_whatever_happens_the_history_is_what_the_records_give(cast, four, seed):
    chance = random.Random(seed)
    played = False
    for _ in range(30):
        steps(chance, cast, four)()
        played |= Result.objects.exists()
    assert played
    assert "0 wrong" in checked()
    for sums in Account(cast.group).balances().values():
        assert sum(sums.values()) == 0


def test_a_wrong_result_or_rating_is_found_and_mended(cast, four):
    play(Night.tonight(cast.group), four, (6, -2, -2, -2))
    Result.objects.filter(player=four[1]).update(mu=1, sigma=1)
    Result.objects.filter(player=four[2]).update(points=99)
    with pytest.raises(SystemExit):
        checked()
    call_command("rescore", "--fix", stdout=io.StringIO())
    assert "0 wrong" in checked()
    assert statistics(four[0]).wins == 1


# Feats


def test_every_game_can_tell_its_feats_of_a_round_that_was_played():
    for slug, game in all_games().items():
        codes = [feat.code for feat in game.feats]
        assert len(codes) == len(set(codes)) > 0, slug
        seen = set()
        for seed in range(30):
            chance = random.Random(seed)
            seats = chance.choice(list(game.seats))
            table = sit_down(game, seats, chance)
            dealer = chance.choice(table.players)
            engine = Engine(game, table.table, dealer)
            for record in table.round(dealer).noted.values():
                score = engine.enter({**record, "dealer": dealer}).score
                for feat in game.feats if score else ():
                    amounts = feat.earned(record, score)
                    assert set(amounts) <= set(table.players)
                    assert all(amount > 0 for amount in amounts.values()), (slug, feat.code)
                    seen |= {feat.code for _ in amounts}
        assert seen >= {code for code in codes if code not in ("oasis", "grand_thief")}, slug
