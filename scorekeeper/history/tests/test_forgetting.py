"""Anonymising a player without deleting games, exporting a player's data, and renaming players."""

import json
import random
import re
from collections.abc import Iterator

import pytest
from django.apps import apps

from games.kernel.naming import Naming
from games.registry import all_games
from scorekeeper.exchange.tests.test_exchange import play_nights
from scorekeeper.history.models import CannotMerge, Merge, Result
from scorekeeper.history.tests.test_history import checked
from scorekeeper.money.models import Account
from scorekeeper.nights.models import Match, Night
from scorekeeper.people.models import Membership, Phone, Player, ShareLink
from tests.play import group as sit_down
from tests.play.group import NAMES

pytestmark = pytest.mark.slow


def dump() -> str:
    """Return the whole database as text."""
    models = apps.get_models(include_auto_created=True)
    return "\n".join(str(row) for model in models for row in model._base_manager.values())


def forget(cast, player, name=None):
    url = f"/g/{cast.group.key}/people/{player.key}/forget/"
    return cast.phone("owner").post(url, {"name": player.name if name is None else name}, follow=True)


def player(cast, name) -> Player:
    return Player.objects.get_or_create(group=cast.group, name=name)[0]


# Names in records


def words(value) -> Iterator[str]:
    """Yield every text in a record, including keys."""
    if isinstance(value, str):
        yield value
    elif isinstance(value, dict):
        for key, part in value.items():
            yield key
            yield from words(part)
    elif isinstance(value, list):
        for part in value:
            yield from words(part)


@pytest.mark.parametrize("slug", list(all_games()))
@pytest.mark.parametrize("seed", [0, 1, 16])  # with 16, a record of Beutelschneider has a card code with a hyphen
def test_a_name_that_is_a_word_of_the_game_is_told_from_it(slug, seed):
    """A player can have the name of a card, a suit or a kind of round. If the player is renamed, that word stays."""
    chance = random.Random(seed)
    game = all_games()[slug]
    them = sit_down(game, chance.choice(list(game.seats)), chance)
    for record in them.round(them.players[0]).noted.values():
        odd = sorted({word for word in words(record) if word and word not in NAMES})
        for word in odd:
            there = Naming(game, them.table, "Anna", word)
            assert "Anna" not in set(words(there.record(record)))
            back = Naming(game, there.after, word, "Anna")
            assert back.record(there.record(record)) == record, word


# Anonymising


@pytest.fixture
def played(cast):
    """Play random nights with Émile and Dörte, end all games, settle all balances, and return the cast."""
    Night.objects.filter(group=cast.group).delete()
    play_nights(cast.group, random.Random(5), 6)
    for match in Match.objects.filter(finished=False):
        match.close("Sam")
    account = Account(cast.group)
    number = 0
    for currency, sums in account.balances().items():
        for pk, cents in sums.items():
            if cents:
                number += 1
                box = {
                    "payer": None,
                    "receiver": None,
                    ("payer" if cents < 0 else "receiver"): Player.objects.get(pk=pk),
                }
                account.pay(**box, amount=abs(cents), currency=currency, by="Dörte", note="coins")
    return cast


def test_no_trace_of_the_name_is_left_and_the_games_stay(played):
    cast, who = played, player(played, "Dörte")
    three = [player(cast, name) for name in ("Anna", "Ben", "Dörte")]
    match = Match.start(Night.tonight(cast.group), "beutelschneider", three, {}, 0)
    match.enter({"kind": "adjustment", "points": {"Dörte": 3, "Anna": -3}}, 0, "Dörte")
    entry = match.all_entries[-1]
    match.correct(entry, {"kind": "adjustment", "points": {"Dörte": 4, "Anna": -4}}, entry.version, "dörte")
    match.save_trick({"plays": [["Dörte", "R1"], ["Anna", "R2"]]})
    match.draft.put({"trick 1": {"plays": [["Dörte", "R3"]]}}, 1, "Dörte")
    ShareLink.make(cast.group, 2, "Dörte")
    before = [(each.totals, each.winners) for each in Match.objects.order_by("pk")]
    results = list(Result.objects.order_by("seat_id").values_list("points", "won", "place", "money"))
    money = Account(cast.group).balances()
    assert "Dörte" in dump()
    assert "dörte" in dump()

    page = forget(cast, who, "dörte")

    assert page.status_code == 200
    who.refresh_from_db()
    assert re.fullmatch("Someone [0-9]{6}", who.name)
    assert who.name in page.text
    assert "dörte" not in dump().casefold()
    assert [(each.totals, each.winners) for each in Match.objects.order_by("pk")] == before
    assert list(Result.objects.order_by("seat_id").values_list("points", "won", "place", "money")) == results
    assert Account(cast.group).balances() == money
    assert checked().strip().endswith("0 wrong.")
    assert who.hidden_at, "a forgotten player is not offered at the next table"
    match = Match.objects.get(pk=match.pk)
    assert match.course.rows[-1].entry.record["points"] == {who.name: 4, "Anna": -4}
    match.undo("Sam")
    assert Match.objects.get(pk=match.pk).course.rows[-1].entry.record["points"] == {who.name: 3, "Anna": -3}


def test_the_other_names_of_a_merged_person_go_too(played):
    cast, who = played, player(played, "Émile")
    twice, thrice = player(cast, "Emilio"), player(cast, "Ludmilla")
    Match.start(Night.tonight(cast.group), "rufmariasch", [twice, *(player(cast, name) for name in NAMES[:3])], {}, 0)
    Phone.objects.create(link=cast.scorer_link, player=twice)
    Membership.objects.filter(group=cast.group).update(player=thrice)
    Merge.of(thrice, twice, "Sam")
    Merge.of(twice, who, "Sam")
    who.name = "Emil"
    who.save()
    assert forget(cast, who).status_code == 200
    left = dump()
    assert [name for name in ("Émile", "Emilio", "Ludmilla", "Emil") if name in left] == []
    assert not Phone.objects.exclude(player=None).exists()
    assert not Membership.objects.exclude(player=None).exists()
    assert checked().strip().endswith("0 wrong.")


def test_nobody_is_forgotten_while_money_is_open(cast):
    players = list(cast.group.players.order_by("pk")[:3])
    match = Match.start(Night.tonight(cast.group), "krimsutep", players, {"stake": 5}, 0)
    match.enter({"kind": "adjustment", "points": {players[1].name: 1}}, 0, "Sam")
    match.close("Sam")
    answer = forget(cast, players[0])
    assert answer.status_code == 422
    assert "Settle up first" in answer.text
    assert "−€0.05" in answer.text
    players[0].refresh_from_db()
    assert players[0].name == "Ben"


def test_nobody_is_forgotten_while_a_game_for_money_is_not_over(cast):
    """This holds also for a player who has left the game, but not for one whose joining was undone."""
    match = cast.start("krimsutep", ["Ben", "Carla", "Dirk"], stake=5)
    match.enter({"kind": "adjustment", "points": {"Ben": 1}}, 0, "Sam")
    anna, eva = player(cast, "Anna"), player(cast, "Eva")
    match.enter({"kind": "seats", "players": ["Ben", "Carla", "Anna"], "replaced": {"Anna": "Dirk"}}, 1, "Sam")
    match.enter({"kind": "seats", "players": ["Ben", "Carla", "Eva"], "replaced": {"Eva": "Anna"}}, 2, "Sam")
    match.undo("Sam")
    cast.start("krimsutep", ["Ben", "Carla", "Eva"])
    dirk = player(cast, "Dirk")
    for who in (cast.player, dirk, anna):
        assert Account(cast.group).balances() == {}
        answer = forget(cast, who)
        assert answer.status_code == 422
        assert "Settle up first" in answer.text
        assert f'href="{match.get_absolute_url()}"' in answer.text
        assert 'name="name"' not in answer.text
        who.refresh_from_db()
        assert not who.hidden_at
    forget(cast, eva)
    cast.phone("scorer").post(f"{match.get_absolute_url()}delete/", {"sure": "yes"})
    forget(cast, dirk)
    for who in (eva, dirk):
        who.refresh_from_db()
        assert who.hidden_at


# Export


def test_a_copy_of_what_is_kept(played):
    cast, who = played, player(played, "Dörte")
    answer = cast.phone("owner").get(f"/g/{cast.group.key}/people/{who.key}/data.json")
    assert 'filename="dorte.json"' in answer["Content-Disposition"]
    told = json.loads(answer.getvalue())
    matches = Match.objects.filter(seats__player=who).order_by("started_at", "pk")
    assert (told["name"], told["all_names"]) == ("Dörte", ["Dörte"])
    assert [(each["game"], each["points"]) for each in told["games"]] == [
        (match.game_slug, match.totals[next(s.position for s in match.seated if s.player_id == who.pk)])
        for match in matches
    ]
    for game in told["games"]:
        assert sum(game["rounds"]) == game["points"]
    money = sum(game.get("money", 0) for game in told["games"])
    assert money + sum(-each["amount"] for each in told["payments"]) == 0, "paid in full"
    assert "Anna" not in json.dumps(told), "other players are not part of the copy"


def test_the_copy_has_only_the_rounds_that_the_person_played(cast):
    names = ("Anna", "Ben", "Carla", "Dirk")
    players = [Player.objects.get_or_create(group=cast.group, name=name)[0] for name in names]
    match = Match.start(Night.tonight(cast.group), "other-game", players[1:], {"name": "Uno"}, 0, sits_out=True)
    points = {"kind": "points", "points": {"Carla": 4, "Dirk": 2}}  # Ben deals, and sits out
    match.enter(points, 0, "Sam")
    match.enter({"kind": "seats", "players": ["Ben", "Carla", "Anna"], "replaced": {"Anna": "Dirk"}}, 1, "Sam")
    match.enter({"kind": "points", "points": {"Ben": 1, "Anna": 3}}, 2, "Sam")  # now Carla deals

    def rounds(name):
        told = json.loads(cast.phone("owner").get(f"{people}{player(cast, name).key}/data.json").getvalue())
        [game] = [each for each in told["games"] if each["id"] == match.key]
        return game["rounds"]

    people = f"/g/{cast.group.key}/people/"
    assert {name: rounds(name) for name in names} == {"Anna": [2, 3], "Ben": [1], "Carla": [4], "Dirk": [2, -2]}


# Merging


def test_a_forgotten_person_is_not_merged_back_by_mistake(played):
    one = player(played, "Dörte")
    forget(played, one)
    one.refresh_from_db()
    with pytest.raises(CannotMerge):
        Merge.of(one, player(played, "Anna"), "Sam")


# Renaming


def test_a_new_name_stands_in_games_that_are_not_over(played):
    """The entries and saved tricks of a game in play get the new name; finished games keep the old name."""
    who = player(played, "Dörte")
    over = Match.objects.filter(seats__player=who, finished=True).first()
    others = [player(played, "Anna"), player(played, "Émile")]
    match = Match.start(Night.tonight(played.group), "krimsutep", [who, *others], {}, 0)
    match.enter({"kind": "adjustment", "points": {"Dörte": 3}}, 0, "Sam")
    match.save_trick({"plays": [["Dörte", "R1"], ["Anna", "R2"]]})
    tag = Match.objects.get(pk=match.pk).tag
    answer = played.phone("scorer").post(f"/g/{played.group.key}/people/{who.key}/name/", {"name": "Dorothea"})
    assert answer.status_code == 302
    match = Match.objects.get(pk=match.pk)
    assert [seat.name for seat in match.seated] == ["Dorothea", "Anna", "Émile"]
    assert match.entries.get().record["points"] == {"Dorothea": 3}
    assert match.tricks_to_fill_in[0]["plays"][0][0] == "Dorothea"
    assert match.tag != tag
    page = played.phone("viewer").get(match.get_absolute_url()).text
    assert "Dorothea" in page
    assert "Dörte" not in page
    assert "Dörte" in {seat.name for seat in over.seated}
    assert checked().strip().endswith("0 wrong.")


@pytest.mark.parametrize(("before", "after"), [("delete", "bring-back"), ("close", "reopen"), ("close", "undo")])
def test_a_game_that_goes_on_again_has_the_names_of_today(played, before, after):
    who = player(played, "Dörte")
    others = [player(played, "Anna"), player(played, "Émile")]
    match = Match.start(Night.tonight(played.group), "krimsutep", [who, *others], {}, 0)
    match.enter({"kind": "adjustment", "points": {"Dörte": 3}}, 0, "Sam")
    match.save_trick({"plays": [["Dörte", "R1"], ["Anna", "R2"]]})
    phone, pad = played.phone("scorer"), match.get_absolute_url()
    phone.post(f"{pad}{before}/", {"sure": "yes"})
    phone.post(f"/g/{played.group.key}/people/{who.key}/name/", {"name": "Dorothea"})
    assert phone.post(f"{pad}{after}/").status_code == 302
    match = Match.objects.not_deleted().get(pk=match.pk)
    assert not match.finished
    assert [seat.name for seat in match.seated] == ["Dorothea", "Anna", "Émile"]
    assert match.entries.get().record["points"] == {"Dorothea": 3}
    assert match.tricks_to_fill_in[0]["plays"][0][0] == "Dorothea"
    assert checked().strip().endswith("0 wrong.")
