"""In a file, each person has only one name, the current one. No two people share a name."""

import csv
import io
import json
import random

import pytest

from scorekeeper.exchange.tests.test_exchange import (  # noqa: F401
    empty,
    exported,
    import_file,
    play_nights,
    table,
)
from scorekeeper.history import forgetting
from scorekeeper.history.models import Merge, Result
from scorekeeper.history.statistics import statistics_of
from scorekeeper.money.models import Account
from scorekeeper.nights.models import Match, Night
from scorekeeper.people.models import Group, Player
from tests.fixtures import words
from tests.play.group import NAMES

pytestmark = pytest.mark.slow


def rename(group: Group, before: str, name: str) -> None:
    group.players.get(name=before).rename(name)


def exchange(group: Group) -> None:
    """Swap the names of Anna and Ben, as if they had been mixed up from the beginning."""
    for before, after in (("Anna", "Someone"), ("Ben", "Anna"), ("Someone", "Ben")):
        rename(group, before, after)


def newcomer(group: Group) -> None:
    """Rename Anna to Anne. Then let another person called Anna play."""
    rename(group, "Anna", "Anne")
    anna = Player.objects.create(group=group, name="Anna")
    others = group.players.exclude(pk=anna.pk).order_by("pk")[:3]
    match = Match.start(Night.tonight(group), "rufmariasch", [anna, *others], {}, 0)
    match.enter({"kind": "adjustment", "points": {"Anna": 6, others[0].name: -6}}, 0, "Sam")
    match.close("Sam")


def merged(group: Group) -> None:
    """Let Lizzy play, then merge her into Anna: Lizzy was only another name of Anna's."""
    lizzy = Player.objects.create(group=group, name="Lizzy")
    others = group.players.exclude(pk=lizzy.pk).exclude(name="Anna").order_by("pk")[:3]
    match = Match.start(Night.tonight(group), "rufmariasch", [lizzy, *others], {}, 0)
    match.enter({"kind": "adjustment", "points": {"Lizzy": 6, others[0].name: -6}}, 0, "Sam")
    match.close("Sam")
    Merge.of(lizzy, group.players.get(name="Anna"), "Sam")


def forgotten(group: Group) -> None:
    anna = group.players.get(name="Anna")
    for match in forgetting.open_games(anna):
        match.close("Sam")
    for currency, cents in forgetting.open_money(anna).items():
        payer, receiver = (anna, None) if cents < 0 else (None, anna)
        Account(group).pay(payer, receiver, abs(cents), currency, by="Sam")
    forgetting.forget(anna)


def like_cards(group: Group) -> None:
    """Rename players to words that files also use for cards or as keys of rounds."""
    for before, after in (("Anna", "H"), ("Ben", "points"), ("Carla", "EA")):
        rename(group, before, after)


def figures(group: Group) -> dict[str, tuple]:
    """Return everybody's statistics in each game. Players and opponents are given by their current names."""
    people = {player.pk: player.name for player in group.players.all()}
    found = {}
    for (player, game), each in statistics_of(Result.objects.filter(group=group)).items():
        duels = {people[other]: duel for other, duel in each.duels.items()}
        known = (each.games, each.wins, each.points, each.longest, each.feats, each.money, duels)
        found[f"{people[player]}: {game or 'all'}"] = known
    return found


@pytest.mark.parametrize("happened", [exchange, newcomer, merged, forgotten, like_cards])
def test_a_file_knows_who_is_who(cast, empty, happened):  # noqa: F811
    Night.objects.all().delete()
    play_nights(cast.group, random.Random(happened.__name__), 6)
    Group.objects.filter(pk=cast.group.pk).update(shows_money=True)
    for slug in ("rufmariasch", "other-game"):  # the random nights may lack these games
        played(cast.group, slug)
    before = exported(cast.phone("owner"), cast.group)
    happened(cast.group)
    group, phone = empty
    file = exported(cast.phone("owner"), cast.group)
    assert import_file(phone, group, file).status_code == 200
    assert figures(group) == figures(cast.group)
    assert exported(phone, group) == file
    assert {each["Player"] for each in rows(cast.phone("owner"), cast.group)} == {
        name for game in json.loads(file)["games"] if game["rounds"] for name in game["players"]
    }
    assert rows(phone, group) == rows(cast.phone("owner"), cast.group)
    # If the group imports its own file, no game is new. This is also true of the file from before the
    # change, unless Anna was forgotten.
    for text in (file, before) if happened is not forgotten else (file,):
        answer = import_file(cast.phone("owner"), cast.group, text)
        assert "Games imported 0" in words(answer)


def played(group: Group, slug: str) -> None:
    """Play a game with a manual adjustment whose note has a player's name in it.

    In "other-game", also play a round that names its dealer and has such a note.
    """
    them = [Player.objects.get_or_create(group=group, name=name)[0] for name in NAMES[:4]]
    match = Match.start(Night.tonight(group), slug, them, {}, 2)
    match.enter({"kind": "adjustment", "points": {"Anna": 5, "Ben": -5}, "note": "Anna miscounted"}, 0, "Sam")
    if slug == "other-game":
        match.refresh()
        match.enter({"kind": "winners", "winners": ["Anna"], "dealer": "Ben", "note": "Ben"}, 1, "Sam")
    match.refresh()
    match.close("Sam")


def rows(phone, group: Group) -> list[dict[str, str]]:
    """Return the spreadsheet's rows for rounds that count. A score file has only these rounds."""
    every = csv.DictReader(io.StringIO(table(phone, group, "en").removeprefix("\ufeff")))
    found = [row for row in every if row["Counts"] != "no"]
    assert found
    return found
