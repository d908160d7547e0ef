"""The cost of a group's pages with 5,000 nights, compared with 20 nights.

A page may take no more queries with 5,000 nights than with 20, and at most 1.5 times as long. The same holds for the
correction of a round. If a limit is missed, the exit status is 1.

Times are medians of processor time. Each number of nights has its own process. The two processes measure in turn, so
that other load slows both.
"""

from __future__ import annotations

import json
import os
import statistics
import subprocess
import sys
import tempfile
import time
import warnings
from collections.abc import Callable, Iterator
from contextlib import ExitStack
from typing import Any

from bench.years import GAMES, fill

FEW, MANY = 20, 5000  # nights
ROUNDS = 20  # rounds of each night
LOOKS = 20
MOST_TIMES = 1.5
HTML = "text/html"


def serve(nights: int) -> None:
    """Fill a database and print "ready"; then carry out each command on standard input and print its cost as JSON.

    "look" requests each page; any other line corrects a round.
    """
    import django

    os.environ["DJANGO_SETTINGS_MODULE"] = "scorekeeper.settings"
    django.setup()
    from django.conf import settings
    from django.core.management import call_command
    from django.test import Client

    from scorekeeper.people.models import Group

    settings.STORAGES["staticfiles"]["BACKEND"] = "django.contrib.staticfiles.storage.StaticFilesStorage"
    warnings.simplefilter("ignore")  # WhiteNoise warns if no static files are collected
    call_command("migrate", verbosity=0)
    fill(nights, ROUNDS)
    group = Group.objects.get()
    phone = Client(headers={"accept-language": "en", "host": "127.0.0.1"})
    phone.force_login(group.memberships.get().user)
    pages = dict(pages_of(phone, group))
    print("ready", flush=True)
    for line in sys.stdin:
        if line == "look\n":
            print(json.dumps({name: measured(phone.get, page) for name, page in pages.items()}), flush=True)
        else:
            print(json.dumps({"a corrected round": correct(group)}), flush=True)


def pages_of(phone: Any, group: Any) -> Iterator[tuple[str, str]]:
    """Yield (name, address) of each HTML page of a group, and of four pages with a query string.

    A page is left out if its URL has arguments that are not in `known`.
    """
    from django.urls import get_resolver, reverse

    night = group.nights.newest_first()[1]
    match, player = night.matches.order_by("started_at")[0], group.players.first()
    known = {
        "key": group.key,
        "night_key": night.key,
        "match_key": match.key,
        "number": 2,
        "pk": player.pk,
        "slug": match.game_slug,
    }
    for name in sorted(filter(lambda name: isinstance(name, str), get_resolver().reverse_dict)):
        [([(_path, wanted)], *_rest)] = get_resolver().reverse_dict.getlist(name)[:1]
        if "key" in wanted and known.keys() >= set(wanted):
            page = reverse(name, kwargs={each: known[each] for each in wanted})
            answer = phone.get(page)
            if answer.status_code == 200 and answer["Content-Type"].startswith(HTML):
                yield name, page
    here = f"/g/{group.key}/"
    yield "nights, searched", here + f"nights/?game={GAMES[0]}&player={player.pk}&place=kitchen"
    yield "a player in a game", here + f"people/{player.key}/?game={GAMES[0]}"
    yield "a player, 12 months", here + f"people/{player.key}/?in=months"
    yield "leaderboards of a game", here + f"best/?game={GAMES[1]}"


def measured(work: Callable[..., object], *given: object) -> tuple[float, int]:
    """Return the processor seconds and the number of queries of `work`.

    `work` is called twice: the first call is timed, and the queries of the second are counted.
    """
    from django.db import connection
    from django.test.utils import CaptureQueriesContext

    before = time.process_time()
    work(*given)
    seconds = time.process_time() - before
    with CaptureQueriesContext(connection) as asked:
        work(*given)
    return seconds, len(asked)


def correct(group: Any) -> tuple[float, int]:
    """Correct the last round of the oldest game; return the processor seconds and the number of queries.

    Both include the updates of derived rows that the correction makes immediately. The round is corrected twice, since
    `measured` calls the function twice.
    """
    from scorekeeper.nights.models import Match
    from scorekeeper.server.write_queue import write_transaction

    match = Match.objects.filter(night__group=group).order_by("started_at")[0]

    def work() -> None:
        match.refresh_from_db()
        entry = match.entries.order_by("-number")[0]
        points = {seat.name: 50 * (-1) ** (entry.version + seat.position) for seat in match.seated}
        with write_transaction():
            match.correct(entry, {"kind": "adjustment", "points": points}, entry.version, "Alice")

    return measured(work)


class Apart:
    """A process that runs `serve` for one number of nights, with a data folder of its own."""

    def __init__(self, nights: int, folder: str) -> None:
        self.process = subprocess.Popen(
            [sys.executable, "-m", "bench.history", str(nights)],
            env={**os.environ, "SCOREKEEPER_DATA": folder, "DATABASE_URL": ""},
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            text=True,
        )

    def answer(self) -> str:
        line = self.process.stdout.readline() if self.process.stdout else ""
        if not line:
            raise RuntimeError("the bench ended early")
        return line

    def ask(self, what: str) -> Any:
        if self.process.stdin:
            self.process.stdin.write(what + "\n")
            self.process.stdin.flush()
        return json.loads(self.answer())


def main() -> None:
    if len(sys.argv) > 1:
        serve(int(sys.argv[1]))
        return
    with ExitStack() as ends:
        both = [
            Apart(nights, ends.enter_context(tempfile.TemporaryDirectory(prefix="scorekeeper-bench-")))
            for nights in (FEW, MANY)
        ]
        try:
            for each in both:
                each.answer()
            looks = [[each.ask("look") for each in both] for _ in range(LOOKS)]
            # Corrections come last: after a correction the next look would have to calculate all later ratings.
            corrected = [[each.ask("correct") for each in both] for _ in range(LOOKS)]
        finally:
            for each in both:
                each.process.kill()
                each.process.wait()
    print(f"looking back at {FEW} and {MANY} nights of {ROUNDS} rounds")
    both_have = [name for name in looks[0][0] if name in looks[0][1]]
    fine = [report(name, [(few[name], many[name]) for few, many in looks]) for name in both_have]
    fine += [report(name, [(few[name], many[name]) for few, many in corrected]) for name in corrected[0][0]]
    if not all(fine):
        sys.exit(1)


def report(name: str, looks: list[tuple[tuple[float, int], tuple[float, int]]]) -> bool:
    """Print the figures of a page or a correction with few and many nights; return whether they keep the limits."""
    few, many = (statistics.median(each[side][0] for each in looks) for side in (0, 1))
    (_, asked_before), (_, asked) = looks[-1]
    fine = asked <= asked_before and many <= MOST_TIMES * few
    print(
        f"  {name:24} {asked_before:3} {asked:3} queries   "
        f"{few * 1000:6.1f} {many * 1000:6.1f} ms   {many / few:.2f} times{'' if fine else ' ✗'}"
    )
    return fine


if __name__ == "__main__":
    main()
