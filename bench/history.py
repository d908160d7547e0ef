"""Looking back at 20 and at 2,000 nights of 100 rounds each: queries and times of the pages must stay the same.

    python -m bench.history [--nights 20 2000] [--groups 1 1] [--rounds 100] [--looks 40] [--postgres]

With several groups each has as many nights, and one of them is looked at: `--groups 1 500 --nights 40 40 --rounds 50`
is an installation of 1,000,000 rounds.

Each number of nights gets a database of its own, filled in bulk and looked at in a process of its own; the two look
in turn, so that whatever else the computer does slows both. Times are processor time, the median of many looks.
Exit status 1 where the many ask more queries than the few, or take more than 1.3 times as long.
"""

from __future__ import annotations

import argparse
import datetime
import json
import os
import statistics
import subprocess
import sys
import tempfile
import time
import warnings
from collections.abc import Callable
from contextlib import ExitStack
from itertools import count
from random import Random
from typing import Any

from tests.postgres import Postgres

GAMES_A_NIGHT = 4
COURSES = 100  # that are played through for each game; later ones are like one of them
MOST_TIMES = 1.3
GAMES = ("rufmariasch", "beutelschneider")
# A search looks through the nights there are; what is open in all, and a correction, add up all the years. These are
# printed without a limit.
ALL_THE_YEARS = ("all that is open", "a night's money", "why somebody owes", "a corrected round")
UNJUDGED = ("nights list, searched", *ALL_THE_YEARS)


def serve(groups: int, nights: int, rounds: int) -> None:
    """Fills a database, then looks at every page for each line that comes in and answers with what it took."""
    import django

    os.environ["DJANGO_SETTINGS_MODULE"] = "scorekeeper.settings"
    django.setup()
    from django.conf import settings
    from django.core.management import call_command
    from django.test import Client

    settings.STORAGES["staticfiles"]["BACKEND"] = "django.contrib.staticfiles.storage.StaticFilesStorage"
    warnings.simplefilter("ignore")  # no collected static files are needed here
    call_command("migrate", verbosity=0)
    begun = time.perf_counter()
    for number in range(groups):
        group, user = fill(number, nights, rounds)
    took = time.perf_counter() - begun
    print(f"{groups} groups of {nights} nights of {rounds} rounds filled in {took:.0f} s", file=sys.stderr)
    phone = Client(headers={"accept-language": "en", "host": "127.0.0.1"})
    phone.force_login(user)
    night = group.nights.newest_first()[1]
    player, here = group.players.first(), f"/g/{group.key}/"
    pages = {
        "nights list": here + "nights/",
        "nights list, searched": here + f"nights/?game={GAMES[0]}&player={player.pk}&place=kitchen",
        "a night": night.get_absolute_url(),
        "players list": here + "people/",
        "a player": here + f"people/{player.pk}/",
        "a player in a game": here + f"people/{player.pk}/?game={GAMES[0]}",
        "a player, 12 months": here + f"people/{player.pk}/?in=months",
        "leaderboards": here + "best/",
        "leaderboards of a game": here + f"best/?game={GAMES[1]}",
        "all that is open": here + "money/",
        "a night's money": night.get_absolute_url() + "money/",
        "why somebody owes": here + f"money/why/{player.pk}/",
    }
    for name, page in pages.items():
        if phone.get(page).status_code != 200:
            raise RuntimeError(f"{name} cannot be opened")
    print("ready", flush=True)
    for _ in sys.stdin:
        found = {name: measured(phone.get, page) for name, page in pages.items()}
        found["a corrected round"] = correct(group)
        print(json.dumps(found), flush=True)


def measured(work: Callable[..., object], *given: object) -> tuple[float, int]:
    """Processor seconds and queries of some work: first it is timed, then done again and its queries counted."""
    from django.db import connection
    from django.test.utils import CaptureQueriesContext

    before = time.process_time()
    work(*given)
    seconds = time.process_time() - before
    with CaptureQueriesContext(connection) as asked:
        work(*given)
    return seconds, len(asked)


def fill(number: int, nights: int, rounds: int) -> tuple[Any, Any]:
    """A group with this many nights, a week apart, written in bulk with all that is kept of them."""
    from django.utils import timezone

    from games.registry import all_games
    from scorekeeper.history.models import Result
    from scorekeeper.history.models.ladders import rated
    from scorekeeper.history.projection import add_up
    from scorekeeper.money.ledger import Ledger
    from scorekeeper.nights.models import Entry, Match, Night, Seat
    from scorekeeper.people.models import Group, Player, User
    from scorekeeper.server.write_queue import writing
    from tests.play import group as sit_down

    chance = Random(number + 1)
    tables = {slug: sit_down(all_games()[slug], 4, chance) for slug in GAMES}
    records = {slug: pool(table) for slug, table in tables.items()}
    keys = (f"bench-{number}" for number in count())
    with writing():
        user = User.objects.create_user(f"Alice {number}")
        group = Group.found("Friday cards", user)
        group.shows_money = True
        group.save()
        people = [Player.objects.create(group=group, name=name) for name in tables[GAMES[0]].players]
        start = timezone.now()
        evenings = Night.objects.bulk_create(
            Night(
                group=group,
                started_at=start - datetime.timedelta(weeks=week),
                place="in the kitchen",
                place_key="in the kitchen",
            )
            for week in range(nights, 0, -1)
        )
        results = []
        played: dict[str, list[Any]] = {slug: [] for slug in GAMES}
        for night in evenings:
            matches = [
                Match(
                    night=night,
                    game_slug=slug,
                    options=tables[slug].options | {"stake": 5},
                    started_at=night.started_at + datetime.timedelta(hours=hour),
                    ended_early=True,
                )
                for hour, slug in enumerate(GAMES * (GAMES_A_NIGHT // len(GAMES)))
            ]
            matches = Match.objects.bulk_create(matches)
            entries: list[Entry] = []
            for match in matches:
                match.__dict__["seated"] = Seat.objects.bulk_create(
                    Seat(match=match, position=position, player=player, name=player.name)
                    for position, player in enumerate(people)
                )
                before = played[match.game_slug]
                if len(before) < COURSES:
                    match.__dict__["all_entries"] = [
                        Entry(number=number, record=chance.choice(records[match.game_slug]), by="Alice")
                        for number in range(1, rounds // GAMES_A_NIGHT + 1)
                    ]
                    for row in match.course.rows:
                        row.entry.derive(row.derived)
                    before.append(match.course)
                else:  # the same rounds as in an earlier game
                    match.__dict__["course"] = chance.choice(before)
                entries += (
                    Entry(
                        match=match, number=each.number, key=next(keys), record=each.record, by="Alice", **each.derived
                    )
                    for each in (row.entry for row in match.course.rows)
                )
                match.totals, match.finished, match.winners = match.summary()
                results += Result.of(match)
            Match.objects.bulk_update(matches, ["totals", "finished", "winners"])
            Entry.objects.bulk_create(entries)
            Ledger().add(matches)
        for slug in GAMES:
            for result, rating in rated([each for each in results if each.game_slug == slug]):
                result.mu, result.sigma = rating
        Result.objects.bulk_create(results, batch_size=500)
        add_up(group)
    return group, user


def pool(table: Any) -> list[dict[str, Any]]:
    """Rounds to choose from, each with who dealt, so that they fit in any order."""
    form = "call" if table.game.slug == GAMES[0] else "counted"
    rounds = []
    for _ in range(100):
        dealer = table.random.choice(table.players)
        rounds.append({**table.round(dealer).noted[form], "dealer": dealer})
    return rounds


def correct(group: Any) -> tuple[float, int]:
    """Correcting a round of the oldest game, with all that follows at once."""
    from scorekeeper.nights.models import Match
    from scorekeeper.server.write_queue import writing

    def work() -> None:
        match = Match.objects.filter(night__group=group).order_by("started_at")[0]
        entry = match.entries.order_by("-number")[0]
        points = {seat.name: 50 * (-1) ** (entry.version + seat.position) for seat in match.seated}
        with writing():
            match.correct(entry, {"kind": "adjustment", "points": points}, entry.version, "Alice")

    return measured(work)


class Apart:
    """That many nights in a process and a folder of their own."""

    def __init__(self, groups: int, nights: int, rounds: int, folder: str, url: str) -> None:
        self.process = subprocess.Popen(
            [sys.executable, "-m", "bench.history", "--serve", str(groups), str(nights), str(rounds)],
            env={**os.environ, "SCOREKEEPER_DATA": folder, "DATABASE_URL": url},
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            text=True,
        )

    def answer(self) -> str:
        line = self.process.stdout.readline() if self.process.stdout else ""
        if not line:
            raise RuntimeError("the bench ended early")
        return line

    def look(self) -> dict[str, tuple[float, int]]:
        if self.process.stdin:
            self.process.stdin.write("look\n")
            self.process.stdin.flush()
        figures: dict[str, tuple[float, int]] = json.loads(self.answer())
        return figures


def main() -> None:
    options = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    options.add_argument("--nights", type=int, nargs=2, default=[20, 2000], metavar=("FEW", "MANY"))
    options.add_argument("--groups", type=int, nargs=2, default=[1, 1], metavar=("FEW", "MANY"))
    options.add_argument("--rounds", type=int, default=100, help="of a night")
    options.add_argument("--looks", type=int, default=40)
    options.add_argument("--postgres", action="store_true")
    options.add_argument("--serve", type=int, nargs=3, help=argparse.SUPPRESS)
    chosen = options.parse_args()
    if chosen.serve:
        serve(*chosen.serve)
        return
    with ExitStack() as ends:
        postgres = ends.enter_context(Postgres()) if chosen.postgres else None
        both = [
            Apart(
                groups,
                nights,
                chosen.rounds,
                ends.enter_context(tempfile.TemporaryDirectory(prefix="scorekeeper-bench-")),
                postgres.new_database() if postgres else "",
            )
            for groups, nights in zip(chosen.groups, chosen.nights, strict=True)
        ]
        try:
            for each in both:
                each.answer()
            looks = [[each.look() for each in both] for _ in range(chosen.looks)]
        finally:
            for each in both:
                each.process.kill()
                each.process.wait()
    few, many = (f"{groups} × {nights}" for groups, nights in zip(chosen.groups, chosen.nights, strict=True))
    print(f"looking back at {few} and {many} nights of {chosen.rounds} rounds")
    fine = [report(name, [(few[name], many[name]) for few, many in looks]) for name in looks[0][0]]
    if not all(fine):
        sys.exit(1)


def report(name: str, looks: list[tuple[tuple[float, int], tuple[float, int]]]) -> bool:
    """Prints the figures of a page; False where they miss what is wanted."""
    few, many = (statistics.median(each[side][0] for each in looks) for side in (0, 1))
    (_, asked_before), (_, asked) = looks[-1]
    fine = name in UNJUDGED or (asked <= asked_before and many <= MOST_TIMES * few)
    print(
        f"  {name:24} {asked_before:3} {asked:3} queries   "
        f"{few * 1000:6.1f} {many * 1000:6.1f} ms   {many / few:.2f} times{'' if fine else ' ✗'}"
    )
    return fine


if __name__ == "__main__":
    main()
