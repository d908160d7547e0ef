"""The copy of a group for a phone."""

import json
from functools import reduce
from operator import getitem

import pytest

from scorekeeper.exchange.copy import NIGHTS, NotACopy, dump, load
from scorekeeper.history.models import Merge, Season
from scorekeeper.money.models import Account
from scorekeeper.nights.models import Draft, Match, Night
from scorekeeper.nights.projections import projections
from scorekeeper.people.models import Group, Player
from scorekeeper.rounds.piles import Piles
from scorekeeper.server.write_queue import write_transaction

pytestmark = [pytest.mark.sqlite, pytest.mark.slow]


def copied(group: Group, nights: int = NIGHTS) -> dict:
    return json.loads(json.dumps(dump(group, nights)))


@pytest.fixture
def played(cast) -> Match:
    """A finished game for money with two entries. The first entry was corrected, and the correction undone.

    The game's group also has a merge, a season, a payment and a deleted game.
    """
    match = cast.start("krimsutep", ("Ben", "Carla", "Dirk"), stake=5)
    entry = match.enter({"kind": "adjustment", "points": {"Ben": 5, "Carla": -5}}, 0, "Sam")
    match.enter({"kind": "adjustment", "points": {"Ben": 1}}, 1, "Sam")
    match.correct(entry, {"kind": "adjustment", "points": {"Ben": 7}}, 1, "Sam")
    match.undo("Sam")
    match.close("Sam")
    Merge.of(Player.objects.create(group=cast.group, name="Benno"), cast.player, "Alice")
    Season.objects.create(group=cast.group, name="Spring", first="2026-03-01")
    sums = Account(cast.group).balances()["EUR"]
    payer, receiver = (cast.group.players.get(pk=pick(sums, key=lambda pk: sums[pk])) for pick in (min, max))
    Account(cast.group, match.night).pay(payer, receiver, 1, "EUR", by="Sam")
    cast.start("rufmariasch", ("Ben", "Carla", "Dirk", "Emil")).soft_delete("Sam")
    return match


def checked(group: Group) -> None:
    """Fail if stored results, statistics or balances differ from what the records give."""
    for projection in projections:
        assert list(projection.check_group(group)) == []
        for match in Match.objects.filter(night__group=group):
            assert list(projection.check_match(match)) == []


def test_what_a_phone_has_done_meanwhile_gives_way_to_the_copy(cast, played):
    group = cast.group
    document = copied(group)
    sums = Account(group).balances()
    begun = Piles(cast.match)
    begun.save_part("0", {"gold-0": ["30"]}, "counted", 0, "Sam")
    with write_transaction(group):
        played.reopen("Ich")
        played.enter({"kind": "adjustment", "points": {"Carla": 50}}, 2, "Ich")
        played.remove(played.entries.get(number=1), "Ich")
        ben, carla = cast.player, group.players.get(name="Carla")
        for player, name in ((ben, "?"), (carla, "Ben"), (ben, "Carla")):
            player.rename(name)
        zoe = Player.objects.create(group=group, name="Zoë")
        night = Night.objects.create(group=group)
        other = Match.start(night, "beutelschneider", [zoe, ben, carla], {}, 0)
        other.enter({"kind": "adjustment", "points": {"Zoë": 100}}, 0, "Ich")
        Account(group).pay(ben, carla, 1, "EUR", by="Ich")
        group.payments.earliest("pk").revert("Ich")
        Season.objects.all().delete()
        group.name = "Renamed"
        group.save()
    load(group, document)
    group = Group.objects.get(pk=group.pk)
    group.role = cast.group.role
    assert copied(group) == document
    assert Account(group).balances() == sums
    assert list(Draft.objects.values_list("pk", flat=True)) == [begun.draft.pk], "a round that is being entered stays"
    checked(group)


def test_it_makes_a_group_anew(cast, played):
    document, sums = copied(cast.group), Account(cast.group).balances()
    by_name = {currency: sorted(each.values()) for currency, each in sums.items()}
    Group.objects.filter(pk=cast.group.pk).update(key="elsewhere222")
    for model in (Match, Night):  # two groups cannot have matches or nights with the same key
        for each in model.objects.all():
            model.objects.filter(pk=each.pk).update(key=each.key[::-1])
    group = Group.objects.create(key=cast.group.key, name="?")
    load(group, document)
    group.role = document["role"]
    assert copied(group) == document
    assert {currency: sorted(each.values()) for currency, each in Account(group).balances().items()} == by_name
    checked(group)


def test_somebody_added_under_the_same_name_on_phone_and_server_is_one(cast, played):
    """A player on the phone is only looked up by name if the copy lacks the player's key.

    Here the copy has the phone's Ben, but calls him Benedikt. So the copy's new player Ben is somebody else.
    """
    document = copied(cast.group)
    people = {each["name"]: each for each in document["players"]}
    people["Ben"]["name"] = "Benedikt"
    document["players"] += [{**people["Carla"], "key": key, "name": name} for key, name in (("1", "Zoë"), ("2", "Ben"))]
    zoe = Player.objects.create(group=cast.group, name="ZOË")
    load(cast.group, document)
    found = {player.key: (player.name, player.pk) for player in cast.group.players.all()}
    assert sorted(found) == sorted(each["key"] for each in document["players"])
    assert (found["1"], found[cast.player.key]) == (("Zoë", zoe.pk), ("Benedikt", cast.player.pk))


def test_a_game_that_was_begun_on_a_night_of_its_own_moves_with_its_money(cast, played):
    document = copied(cast.group)
    elsewhere = Night.objects.create(group=cast.group)
    Match.objects.filter(pk=played.pk).update(night=elsewhere)
    played.ledger.update(night=elsewhere)
    load(cast.group, document)
    assert not Night.objects.filter(pk=elsewhere.pk).exists()
    checked(cast.group)


def test_what_came_before_is_in_the_balances(cast, played):
    document, sums = copied(cast.group, nights=0), Account(cast.group).balances()
    assert document["games"] == []
    load(cast.group, document)
    assert Account(cast.group).balances() == sums != {}
    assert not Match.objects.filter(night__group=cast.group).exists()
    checked(cast.group)


@pytest.mark.parametrize(
    "broken",
    [
        {},
        {"format": "scorekeeper-copy/9"},
        {"games": [{}]},
        {"players": 3},
        {"nights": []},
        {"payments": [{}]},  # this fails only after the games are loaded
        {"before": {"EUR": {"nobody": 5}}},
    ],
)
def test_what_is_no_copy_changes_nothing(cast, played, broken):
    before = copied(cast.group)
    with pytest.raises(NotACopy):
        load(cast.group, {**before, **broken} if broken else {})
    assert copied(Group.objects.get(pk=cast.group.pk)) == {**before, "role": None}


LONG_AGO = "0001-01-01T00:00:00+14:00"  # in UTC, this is before the year 1


@pytest.mark.parametrize(
    ("path", "value"),
    [
        ("games.0.started_at", "x"),
        ("games.0.started_at", LONG_AGO),
        ("games.0.first_dealer", 99),
        ("games.0.first_dealer", 10**30),
        ("games.0.first_dealer", None),
        ("games.0.game_slug", "a-game-of-later"),
        ("games.0.options", {"a": "house rule of later"}),
        ("games.0.entries.0.number", -1),
        ("games.0.entries.0.removed_at", LONG_AGO),
        ("games.0.entries.0.record", "x"),
        ("games.0.changes.0.at", "2026-02-30"),
        ("nights.0.started_at", None),
        ("players", []),  # payments still refer to players
        ("players.0.name", "\ud800"),
        ("seasons", [{"key": f"{number}", "name": "", "first": "2026-03-01", "last": None} for number in range(201)]),
        ("group.name", None),
        ("group.card_faces", "x"),
        ("before", {"EUR": {"": 10**30}}),
    ],
)
def test_a_value_that_fits_nowhere_changes_nothing(cast, played, path, value):
    before = copied(cast.group)
    document = copied(cast.group)
    *way, last = (int(part) if part.isdecimal() else part for part in path.split("."))
    reduce(getitem, way, document)[last] = value
    with pytest.raises(NotACopy):
        load(cast.group, document)
    assert copied(Group.objects.get(pk=cast.group.pk)) == {**before, "role": None}


def test_a_time_at_the_limit_of_what_is_imported_is_taken_in_any_time_zone(cast, played):
    document = copied(cast.group)
    for at in ("1900-01-01T00:00:00+14:00", "2999-12-31T23:59:59-12:00"):
        document["games"][0]["started_at"] = at
        load(cast.group, document)
        assert copied(cast.group)["games"]


def test_nothing_new_is_said_shortly(cast, played):
    headers = {"authorization": f"Bearer {cast.viewer_token}"}
    page = f"{cast.group.get_absolute_url()}copy/"
    phone = cast.phone("nobody")
    whole = phone.get(page, headers=headers)
    assert (whole.status_code, whole.json()["role"], whole["Access-Control-Allow-Origin"]) == (200, 1, "*")
    again = phone.get(page, headers=headers | {"if-none-match": whole["ETag"]})
    assert (again.status_code, again.content, again["Access-Control-Allow-Origin"]) == (304, b"", "*")
    scorers = phone.get(page, headers={"authorization": f"Bearer {cast.scorer_token}"}).json()
    assert [each["key"] for each in scorers["games"] if not each["deleted_at"]] == [
        each["key"] for each in whole.json()["games"]
    ], "a viewer gets no deleted game"
    played.reopen("Sam")
    assert phone.get(page, headers=headers | {"if-none-match": whole["ETag"]}).status_code == 200
