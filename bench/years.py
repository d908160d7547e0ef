"""Years of nights for the benches, written to the database in bulk, with all derived rows."""

from __future__ import annotations

import datetime
from collections.abc import Iterator
from itertools import batched, count
from random import Random
from typing import Any

GAMES_A_NIGHT = 4
COURSES = 100  # the first matches of each game, which have rounds of their own; a later match copies the rounds of one
GAMES = ("rufmariasch", "beutelschneider")
NIGHTS_AT_ONCE = 50


def fill(nights: int, rounds: int) -> None:
    """Write a group with its owner and `nights` nights, a week apart. Each night has GAMES_A_NIGHT matches.

    `rounds` is the number of rounds of each night, a multiple of GAMES_A_NIGHT.
    """
    from django.utils import timezone

    from games.registry import all_games
    from scorekeeper.history.models import Result
    from scorekeeper.history.models.ladders import rated
    from scorekeeper.history.projection import add_up
    from scorekeeper.money.ledger import Ledger
    from scorekeeper.nights.models import Entry, Match, Night, Seat
    from scorekeeper.people.models import Group, Player, User
    from scorekeeper.server.write_queue import write_transaction
    from tests.play import group as sit_down

    chance = Random(1)
    tables = {slug: sit_down(all_games()[slug], 4, chance) for slug in GAMES}
    records = {slug: pool(table) for slug, table in tables.items()}
    keys = (f"bench-{number}" for number in count())
    played: dict[str, list[Any]] = {slug: [] for slug in GAMES}

    def course(match: Match) -> Any:
        before = played[match.game_slug]
        if len(before) == COURSES:  # the same rounds as in an earlier match
            return chance.choice(before)
        match.all_entries = [
            Entry(number=number, record=chance.choice(records[match.game_slug]), by="Alice")
            for number in range(1, rounds // GAMES_A_NIGHT + 1)
        ]
        for row in match.course.rows:
            row.entry.derive(row.derived)
        before.append(match.course)
        return match.course

    def matches_of(night: Night) -> Iterator[Match]:
        for hour, slug in enumerate(GAMES * (GAMES_A_NIGHT // len(GAMES))):
            match = Match(
                night=night,
                game_slug=slug,
                game_key=slug,
                options=tables[slug].options | {"stake": 5},
                started_at=night.started_at + datetime.timedelta(hours=hour),
                ended_early=True,
            )
            match.seated = [
                Seat(match=match, position=position, player=player, name=player.name)
                for position, player in enumerate(people)
            ]
            match.course = course(match)
            match.totals, match.finished, match.winners, match.seating = match.summary()
            yield match

    with write_transaction():
        user = User.objects.create_user("Alice")
        group = Group.create_with_owner("Friday cards", user)
        group.shows_money = True
        group.save()
        people = [Player.objects.create(group=group, name=name) for name in tables[GAMES[0]].players]
        start = timezone.now()
        evenings = Night.objects.bulk_create(
            Night(
                group=group,
                started_at=start - datetime.timedelta(weeks=number),
                place="in the kitchen",
                place_key="in the kitchen",
            )
            for number in range(nights, 0, -1)
        )
        results = []
        for some in batched(evenings, NIGHTS_AT_ONCE):
            matches = Match.objects.bulk_create(match for night in some for match in matches_of(night))
            Seat.objects.bulk_create(seat for match in matches for seat in match.seated)
            Entry.objects.bulk_create(
                Entry(match=match, number=each.number, key=next(keys), record=each.record, by="Alice", **each.derived)
                for match in matches
                for each in (row.entry for row in match.course.rows)
            )
            Ledger().add(matches)
            results += [result for match in matches for result in Result.of(match)]
        for slug in GAMES:
            for result, rating in rated([each for each in results if each.game_key == slug]):
                result.mu, result.sigma = rating
        Result.objects.bulk_create(results, batch_size=500)
        add_up(group)
        Ledger().rebuild(group)


def pool(table: Any) -> list[dict[str, Any]]:
    """Return 100 records of rounds for this table of `tests.play`.

    Each record names its dealer, so they are valid in any order.
    """
    form = "call" if table.game.slug == GAMES[0] else "counted"
    rounds = []
    for _ in range(100):
        dealer = table.random.choice(table.players)
        rounds.append({**table.round(dealer).noted[form], "dealer": dealer})
    return rounds
