"""Looking back at 20 and at 2,000 nights of 100 rounds each: queries and times of the pages must stay the same.

    python -m bench.history [--nights 20 2000] [--groups 1 1] [--rounds 100] [--days 7] [--looks 20] [--postgres] [--carry]

With several groups each has as many nights, and one of them is looked at: `--groups 1 500 --nights 40 40 --rounds 50`
is an installation of 1,000,000 rounds. With --carry the larger one is exported, imported, backed up and restored, too.

Each number of nights gets a database of its own, filled in bulk and looked at in a process of its own; the two look
in turn, so that whatever else the computer does slows both. Times are processor time (with PostgreSQL's), the median
of many looks.
Exit status 1 where the many ask more queries than the few, or take more than 1.3 times as long.
"""

from __future__ import annotations

import argparse
import json
import os
import resource
import statistics
import subprocess
import sys
import tempfile
import time
import warnings
from collections.abc import Callable, Iterator
from contextlib import ExitStack
from pathlib import Path
from typing import Any

from bench.years import GAMES, copy, fill
from tests.postgres import PROGRAMS, Postgres

MOST_TIMES = 1.3
HTML = "text/html"


def serve(groups: int, nights: int, rounds: int, days: int) -> None:
    """Fills a database; then does for each line that comes in what it says, and answers with what it took."""
    import django

    os.environ["DJANGO_SETTINGS_MODULE"] = "scorekeeper.settings"
    django.setup()
    from django.conf import settings
    from django.core.management import call_command
    from django.db import connection
    from django.test import Client

    from scorekeeper.people.models import Group

    settings.STORAGES["staticfiles"]["BACKEND"] = "django.contrib.staticfiles.storage.StaticFilesStorage"
    warnings.simplefilter("ignore")  # no collected static files are needed here
    call_command("migrate", verbosity=0)
    begun = time.perf_counter()
    fill(nights, rounds, days)
    if groups > 1:
        copy(groups - 1)
    if connection.vendor == "postgresql":
        with connection.cursor() as cursor:
            cursor.execute("VACUUM ANALYZE")  # as it does by itself, later
    took = time.perf_counter() - begun
    with connection.cursor() as cursor:
        of_sqlite = "SELECT page_count * page_size FROM pragma_page_count(), pragma_page_size()"
        cursor.execute(of_sqlite if connection.vendor == "sqlite" else "SELECT pg_database_size(current_database())")
        size = cursor.fetchone()[0] / 1e6
    text = f"{groups} groups of {nights} nights of {rounds} rounds: {size:.0f} MB, filled in {took:.0f} s"
    print(text, file=sys.stderr)
    group = Group.objects.order_by("pk")[groups // 2]
    phone = Client(headers={"accept-language": "en", "host": "127.0.0.1"})
    phone.force_login(group.memberships.get().user)
    pages = dict(pages_of(phone, group))
    print("ready", flush=True)
    for line in sys.stdin:
        if line == "look\n":
            print(json.dumps({name: measured(phone.get, page) for name, page in pages.items()}), flush=True)
        elif line == "correct\n":
            print(json.dumps({"a corrected round": correct(group)}), flush=True)
        else:
            print(json.dumps(carry(group)), flush=True)


def pages_of(phone: Any, group: Any) -> Iterator[tuple[str, str]]:
    """Every page of a group that its owner can open, by its name; those of a night or a game with a late one."""
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
    yield "a player in a game", here + f"people/{player.pk}/?game={GAMES[0]}"
    yield "a player, 12 months", here + f"people/{player.pk}/?in=months"
    yield "leaderboards of a game", here + f"best/?game={GAMES[1]}"


def used() -> float:
    """Processor seconds so far, with those of the process of PostgreSQL that answers this one."""
    from django.db import connection

    seconds = time.process_time()
    if connection.vendor == "postgresql":
        connection.ensure_connection()
        seconds += int(Path(f"/proc/{connection.connection.info.backend_pid}/schedstat").read_text().split()[0]) / 1e9
    return seconds


def measured(work: Callable[..., object], *given: object) -> tuple[float, int]:
    """Processor seconds and queries of some work: first it is timed, then done again and its queries counted."""
    from django.db import connection
    from django.test.utils import CaptureQueriesContext

    before = used()
    work(*given)
    seconds = used() - before
    with CaptureQueriesContext(connection) as asked:
        work(*given)
    return seconds, len(asked)


def correct(group: Any) -> tuple[float, int]:
    """Correcting a round of the oldest game, with all that follows at once."""
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


def carry(group: Any) -> list[str]:
    """Everything out and in again: of one group as a score file, of all as a backup; what it took, as lines."""
    from django.conf import settings

    from games.score_file import games_of
    from scorekeeper.exchange import score_files
    from scorekeeper.people.models import Group

    said = []

    def timed(what: str, work: Callable[[], Any]) -> Any:
        begun = time.perf_counter()
        done = work()
        most = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1024
        said.append(f"{what:34}{time.perf_counter() - begun:7.1f} s   {done[0] / 1e6:7.1f} MB   peak {most:5.0f} MB")
        return done[1:]

    def export() -> tuple[int, Path]:
        file = settings.DATA_DIR / "games.json"
        with file.open("w") as whole:
            whole.writelines(score_files.export(score_files.matches_of(group)))
        return file.stat().st_size, file

    def bring_in() -> tuple[int, int]:
        games, problems = games_of(file.read_bytes(), 1)
        other = Group.found("Another group", group.memberships.get().user)
        with score_files.only_import(other):
            result, more = score_files.import_games(other, games, "Alice")
        if problems or more:
            raise RuntimeError("what was exported cannot be imported")
        return file.stat().st_size, result.new

    def manage(*arguments: str) -> tuple[int, int]:
        """A command in a process of its own, and its peak memory in MB."""
        with subprocess.Popen([sys.executable, "manage.py", *arguments], stdout=subprocess.DEVNULL) as process:
            _, status, usage = os.wait4(process.pid, 0)
            process.returncode = os.waitstatus_to_exitcode(status)
        if process.returncode:
            raise RuntimeError(f"{arguments} ended with {process.returncode}")
        return backup.stat().st_size, usage.ru_maxrss // 1024

    (file,) = timed("a group’s score file written", export)
    (games,) = timed("that file imported elsewhere", bring_in)
    backup = settings.DATA_DIR / "whole.tar.gz"
    for what, command in (("everything backed up", "backup"), ("everything restored", "restore")):
        (own,) = timed(what, lambda command=command: manage(command, str(backup)))
        said[-1] = said[-1].rpartition("peak")[0] + f"peak {own:5} MB"
    return [*said, f"of {games:,} games; the restore makes a backup of what was there, first"]


class Apart:
    """That many nights in a process and a folder of their own."""

    def __init__(self, groups: int, nights: int, rounds: int, days: int, folder: str, url: str) -> None:
        self.process = subprocess.Popen(
            [sys.executable, "-m", "bench.history", "--serve", *map(str, (groups, nights, rounds, days))],
            env={
                **os.environ,
                "SCOREKEEPER_DATA": folder,
                "DATABASE_URL": url,
                "PATH": f"{PROGRAMS}:{os.environ['PATH']}",
            },
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
    options = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    options.add_argument("--nights", type=int, nargs=2, default=[20, 2000], metavar=("FEW", "MANY"))
    options.add_argument("--groups", type=int, nargs=2, default=[1, 1], metavar=("FEW", "MANY"))
    options.add_argument("--rounds", type=int, default=100, help="of a night")
    options.add_argument("--days", type=int, default=7, help="from a night to the next")
    options.add_argument("--looks", type=int, default=20)
    options.add_argument("--postgres", action="store_true")
    options.add_argument("--carry", action="store_true")
    options.add_argument("--serve", type=int, nargs=4, help=argparse.SUPPRESS)
    chosen = options.parse_args()
    if chosen.serve:
        serve(*chosen.serve)
        return
    carried: list[str] = []
    with ExitStack() as ends:
        postgres = ends.enter_context(Postgres()) if chosen.postgres else None
        both = [
            Apart(
                groups,
                nights,
                chosen.rounds,
                chosen.days,
                ends.enter_context(tempfile.TemporaryDirectory(prefix="scorekeeper-bench-")),
                postgres.new_database() if postgres else "",
            )
            for groups, nights in zip(chosen.groups, chosen.nights, strict=True)
        ]
        try:
            for each in both:
                each.answer()
            looks = [[each.ask("look") for each in both] for _ in range(chosen.looks)]
            # After the looks: it leaves all ratings since then to be calculated by those who look.
            corrected = [[each.ask("correct") for each in both] for _ in range(chosen.looks)]
            if chosen.carry:
                carried = both[1].ask("carry")
        finally:
            for each in both:
                each.process.kill()
                each.process.wait()
    few, many = (f"{groups} × {nights}" for groups, nights in zip(chosen.groups, chosen.nights, strict=True))
    where = "PostgreSQL" if chosen.postgres else "SQLite"
    print(f"looking back at {few} and {many} nights of {chosen.rounds} rounds, {where}")
    both_have = [name for name in looks[0][0] if name in looks[0][1]]
    fine = [report(name, [(few[name], many[name]) for few, many in looks]) for name in both_have]
    fine += [report(name, [(few[name], many[name]) for few, many in corrected]) for name in corrected[0][0]]
    print("\n".join(f"  {line}" for line in carried))
    if not all(fine):
        sys.exit(1)


def report(name: str, looks: list[tuple[tuple[float, int], tuple[float, int]]]) -> bool:
    """Prints the figures of a page; False where they miss what is wanted."""
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
