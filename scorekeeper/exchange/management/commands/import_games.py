from argparse import ArgumentParser
from itertools import batched
from math import inf
from pathlib import Path
from typing import Any

from django.core.management.base import BaseCommand, CommandError
from django.utils import timezone

from games.score_file import games_of
from scorekeeper.exchange.score_files import import_games, when
from scorekeeper.people.models import Group

AT_ONCE = 50  # games of a transaction, so that phones that save something need not wait long
WIDTH = 40  # characters of the progress bar


class Command(BaseCommand):
    help = "Import the games of a score file, or an export of BG Stats, into a group. Games that it has already stay."

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("file", type=Path)
        parser.add_argument("group", help="the key of the group: what follows /g/ in its address")
        parser.add_argument("--by", default="import", help="the name under which the rounds are entered")

    def handle(self, *args: Any, file: Path, group: str, by: str, **options: Any) -> None:
        there = Group.objects.active().filter(key=group).first()
        if there is None:
            raise CommandError(f"There is no group with the key {group}.")
        try:
            text = file.read_bytes()
        except OSError as error:
            raise CommandError(f"{file}: {error.strerror}") from error
        games, problems, _told = games_of(text, inf, timezone.get_current_timezone())
        done = new = 0
        for part in batched(sorted(games, key=lambda each: when(each[1])), AT_ONCE):
            result = import_games(there, part, by)
            problems = [*problems, *result.left]
            done, new = done + len(part), new + result.new
            bar = "#" * (WIDTH * done // len(games))
            self.stderr.write(f"\r[{bar:{WIDTH}}] {done} of {len(games)}", ending="")
        self.stderr.write("")
        for found in problems:
            place = "" if found.game is None else f"Game {found.game + 1}: "
            self.stderr.write(f"{place}{found.problem.text('en')}")
        self.stdout.write(f"Imported: {new}. Left out: {len({found.game for found in problems})}.")
