"""A demo: a server with a group that has played for a year. `python -m bench.demo --port 8000` starts it.

The games are random but keep to the rules. All data is in the folder SCOREKEEPER_DATA, by default data/demo. The first
start fills the folder with games. Every start adds a share link.
"""

from __future__ import annotations

import argparse
import datetime
import os
import sys
from collections.abc import Iterator, Sequence
from pathlib import Path
from random import Random
from typing import Any

ROOT = Path(__file__).parent.parent

NAMES = ("Anna", "Ben", "Carla", "Dirk", "Émile", "Frieda")
PLACES = ("in the kitchen", "at Carla’s", "in the garden", "")
NIGHTS = 40
MOST_ROUNDS = 14
STAKE = 5  # cents
OTHER_GAMES = ({"name": "Doppelkopf", "best": "high"}, {"name": "Uno", "best": "low"})


def games_of_a_night(
    chance: Random, played_at: datetime.datetime, place: str, slugs: Sequence[str] = ()
) -> Iterator[dict[str, Any]]:
    """Yield two to four random games of a night, each as in the list `games` of a score file.

    They are drawn from the games with these slugs; from all games if `slugs` is empty.
    """
    from games.kernel.engine import Engine
    from games.registry import all_games
    from tests.play import group

    everybody = list(NAMES)
    for _ in range(chance.randint(2, 4)):
        game = all_games()[chance.choice(slugs or list(all_games()))]
        seats = chance.choice([each for each in game.seats if each <= len(NAMES)])
        rules: dict[str, Any] = {"stake": chance.choice([0, STAKE, STAKE])}
        if game.slug == "other-game":
            rules |= {"target": None, "rounds": 10, **chance.choice(OTHER_GAMES)}
        table = group(game, seats, chance, **rules)
        names = dict(zip(table.players, chance.sample(everybody, seats), strict=True))
        engine = Engine(game, table.table, table.players[0])
        rounds: list[dict[str, Any]] = []
        while not engine.over and len(rounds) < min(game.rounds(table.table) or MOST_ROUNDS, MOST_ROUNDS):
            dealer = engine.next_dealer or table.players[0]
            record = {**chance.choice(list(table.after(engine.deals).round(dealer).noted.values())), "dealer": dealer}
            engine.enter(record)
            rounds.append(record)
        for record in [] if engine.over else table.closing():
            engine.enter(record)
            rounds.append(record)
        played_at += datetime.timedelta(minutes=chance.randint(30, 80))
        yield renamed(
            {
                "id": f"demo-{played_at:%Y%m%d%H%M}",
                "game": game.slug,
                "players": list(table.players),
                "options": table.options,
                "rounds": rounds,
                "played_at": played_at.isoformat(),
                **({"place": place} if place else {}),
                **({} if engine.over else {"ended": "early"}),
            },
            names,
        )


def renamed(value: Any, names: dict[str, str]) -> Any:
    """Return a game with its players renamed: `names` maps the old names to the new ones."""
    if isinstance(value, dict):
        return {names.get(key, key): renamed(each, names) for key, each in value.items()}
    if isinstance(value, list):
        return [renamed(each, names) for each in value]
    return names.get(value, value) if isinstance(value, str) else value


def make() -> None:
    """Create the group, import the games of its nights, add adjustments to some games, and settle most nights."""
    from django.utils import timezone

    from scorekeeper.exchange import score_files
    from scorekeeper.money.models import Account, transfers
    from scorekeeper.nights.models import Match, Night
    from scorekeeper.people.models import Group, Player, User
    from scorekeeper.server.write_queue import write_transaction

    chance = Random(2026)
    now = timezone.now()
    last = now.replace(hour=19, minute=0, second=0, microsecond=0) - datetime.timedelta(days=2)
    evenings = [last - datetime.timedelta(days=9 * back) for back in range(NIGHTS)]
    games = [game for evening in evenings for game in games_of_a_night(chance, evening, chance.choice(PLACES))]
    tonight = list(games_of_a_night(chance, now - datetime.timedelta(hours=5), PLACES[0]))
    for game in tonight[-1:]:
        game.pop("ended", None)  # the last game goes on, unless its rules have ended it
    games += tonight
    with write_transaction():
        group = Group.create_with_owner("Friday cards", User.objects.create_user("Demo"))
        Group.objects.filter(pk=group.pk).update(shows_money=True)
    score_files.import_games(group, enumerate(games), "Demo")
    for match in Match.objects.filter(night__group=group).order_by("?")[: NIGHTS // 2]:
        with write_transaction():
            first, second = chance.sample(match.table.players, 2)
            record = {"kind": "adjustment", "points": {first: -5, second: 5}, "note": "miscounted"}
            if not match.course.engine.over:
                match.enter(record, match.last_number, "Carla")
    for night in Night.objects.filter(group=group).order_by("started_at")[: NIGHTS - 3]:
        account = Account(group, night)
        people: dict[int | None, Player] = {player.pk: player for player in group.players.all()}
        with write_transaction():
            for currency, balances in account.balances().items():
                for each in transfers(balances):
                    account.pay(people[each.payer], people[each.receiver], each.amount, currency, by="Demo")


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--port", type=int, default=8000)
    port: int = parser.parse_args().port

    os.environ.setdefault("SCOREKEEPER_DATA", str(ROOT / "data" / "demo"))
    os.environ["DATABASE_URL"] = ""
    os.environ.setdefault("DJANGO_SETTINGS_MODULE", "scorekeeper.settings")
    import django
    from django.core.management import call_command
    from django.db import connections
    from django.urls import reverse

    django.setup()
    from scorekeeper.people.models import Group, Role, ShareLink
    from scorekeeper.server.network import site_addresses
    from scorekeeper.server.write_queue import write_transaction

    call_command("compile_words", verbosity=0)
    call_command("migrate", verbosity=0)
    if not Group.objects.exists():
        print("Playing for a year …", flush=True)
        make()
    with write_transaction():
        _link, token = ShareLink.make(Group.objects.earliest("pk"), Role.SCORER, "Look around")
    for address in site_addresses(port):
        print(f"Look around: {address}{reverse('join', args=[token])}", flush=True)
    connections.close_all()
    os.execv(sys.executable, [sys.executable, str(ROOT / "manage.py"), "serve", "--port", str(port)])


if __name__ == "__main__":
    main()
