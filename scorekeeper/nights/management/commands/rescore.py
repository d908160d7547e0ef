"""The command that compares stored results with the records, and corrects them on request."""

from __future__ import annotations

import sys
from collections.abc import Iterator
from contextlib import nullcontext
from typing import Any

from django.core.management.base import BaseCommand, CommandError, CommandParser

from scorekeeper.nights.models import DERIVED, Match
from scorekeeper.nights.projections import projections
from scorekeeper.people.models import Group
from scorekeeper.server.upgrade import unusable_database
from scorekeeper.server.write_queue import write_transaction


class Command(BaseCommand):
    help = "Score every record again and compare it with what is cached. --check only reports; --fix corrects."
    requires_system_checks = []  # otherwise a wrong setting for backups would keep the command from running

    def add_arguments(self, parser: CommandParser) -> None:
        what = parser.add_mutually_exclusive_group(required=True)
        what.add_argument("--check", action="store_true", help="exit status 1 if anything differs")
        what.add_argument("--fix", action="store_true", help="rewrite the results that differ")

    def handle(self, *args: Any, fix: bool, **options: Any) -> None:
        if message := unusable_database():
            raise CommandError(message)
        matches = differing = unknown = 0
        for match in Match.objects.prefetch_related("seats", "entries").iterator(chunk_size=200):
            matches += 1
            if not match.is_readable:
                unknown += 1
                rules = f"unknown game {match.game_slug}, or unknown house rules {match.options}"
                self.stdout.write(f"{match}: cannot be scored: {rules}")
                continue
            found = list(differences(match))
            differing += bool(found)
            for text in found:
                self.stdout.write(f"{match}: {text}")
            if found and fix:
                with write_transaction(match.night.group):
                    match.lock()
                    match.rescore()
        for group in Group.objects.iterator():
            for text in over_all_matches(group, fix):
                differing += 1
                self.stdout.write(f"{group}: {text}")
        said = f"{unknown} that cannot be scored, " if unknown else ""
        self.stdout.write(f"{matches} games checked, {said}{differing} {'corrected' if fix else 'wrong'}.")
        if differing and not fix:
            sys.exit(1)


def differences(match: Match) -> Iterator[str]:
    """Yield, in words, each stored result of a match that differs from what its records give."""
    for row in match.course.rows:
        stored, scored = row.entry.derived, row.derived
        for name in DERIVED:
            if stored[name] != scored[name]:
                yield f"entry {row.entry.number}: {name} is kept as {stored[name]}, scores {scored[name]}"
    known, now = (match.totals, match.finished, match.winners, match.seating), match.summary()
    if known != now:
        yield f"totals, end, winners and seats are kept as {known}, are {now}"
    for projection in projections:
        yield from projection.check_match(match)


def over_all_matches(group: Group, fix: bool) -> Iterator[str]:
    """Yield each difference that a projection finds in a group's data. With `fix`, let the projection rebuild them."""
    for projection in projections:
        with write_transaction(group) if fix else nullcontext():
            found = list(projection.check_group(group))
            if found and fix:
                projection.rebuild(group)
        yield from found
