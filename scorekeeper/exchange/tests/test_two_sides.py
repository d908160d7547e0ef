"""Exchange between phones and a server: nothing is lost, nothing comes twice, and both end with the same."""

import json
from datetime import timedelta
from random import Random

import pytest
from django.test import Client
from django.utils import timezone
from pytest_django.asserts import assertContains, assertNotContains

from scorekeeper.exchange import giving, two_sides
from scorekeeper.exchange.choosing import Choice, decide
from scorekeeper.exchange.giving import in_full
from scorekeeper.exchange.histories import written
from scorekeeper.exchange.models import Conflict, Home
from scorekeeper.exchange.tests.histories import TOKEN, Side, a_group, everything, exchange, keys_kept, serve
from scorekeeper.history.forgetting import forget
from scorekeeper.history.models import Merge, Season
from scorekeeper.history.tests.test_history import checked
from scorekeeper.money.models import Account, Payment
from scorekeeper.nights.models import Draft, Entry, Match, Night
from scorekeeper.people.models import Player, User
from tests.rubbish import RUBBISH, repeated

pytestmark = pytest.mark.django_db


@pytest.mark.parametrize("seed", repeated(5))
def test_random_histories_end_with_the_same(seed):
    chance = Random(seed)
    group, owner = a_group(chance, seed)
    server = Side(group, "server", chance)
    for _ in range(chance.randint(0, 8)):
        server.do()
    homes = [exchange(group, None, owner) for _ in range(2)]
    phones = [Side(home.group, f"phone{number}", chance) for number, home in enumerate(homes)]
    for _ in range(chance.randint(4, 24)):
        match chance.randrange(6):
            case 0:
                server.do()
            case 1 | 2 | 3:
                chance.choice(phones).do()
            case 4:
                number = chance.randrange(2)
                exchange(group, homes[number], cut=lambda: chance.random() < 0.3)
            case 5:
                chance.choice(phones).decide()
    quiet = 0
    for turn in range(12):
        exchange(group, homes[turn % 2])
        if phones[turn % 2].decide():
            exchange(group, homes[turn % 2])
            quiet = 0
        quiet += 1
        if quiet > 3:  # nothing to decide on either, and each has seen what the other brought
            break
    ours = everything(group)
    for home in homes:
        theirs = everything(home.group)
        # Those from before the nights that a phone takes along are in its balances alone.
        assert theirs["payments"].items() <= ours["payments"].items()
        theirs["payments"] = ours["payments"]
        assert {kind: each for kind, each in theirs.items() if each != ours[kind]} == {}, ours
    kept = keys_kept(group).union(*(keys_kept(home.group) for home in homes))
    for side in (server, *phones):
        assert side.entered - server.gone <= kept
        assert side.paid <= set(ours["payments"])
    if seed % 10 == 0:
        assert checked().strip().endswith(" 0 wrong.")


@pytest.fixture
def phone(cast):
    """A phone that keeps the Friday group, too, beside the server's owner."""
    home = exchange(cast.group, None, User.objects.get(username="Alice"))
    assert home is not None
    return home


def copy_of(home: Home, match: Match) -> Match:
    return Match.objects.select_related("night__group").get(night__group=home.group, file_id=match.key)


def adjust(match: Match, points: int, key: str) -> None:
    match.lock()
    name = match.seated[0].name
    match.enter({"kind": "adjustment", "points": {name: points}}, key, match.last_number, "Sam")


def both_play_on(cast, phone: Home) -> Conflict:
    adjust(cast.match, 3, "on-the-server")
    adjust(copy_of(phone, cast.match), 5, "on-the-phone")
    exchange(cast.group, phone)
    return Conflict.objects.open().of(phone.group).get()


@pytest.mark.parametrize(
    "forge",
    [
        lambda game: game["entries"][0]["record"].update(note="never said"),
        lambda game: game["entries"][0].update(removed_at=game["entries"][0]["created_at"]),
        lambda game: game.update(left_out=True),
        lambda game: game.update(deleted_at=game["started_at"]),
        lambda game: game["entries"][-1]["record"].update(note="x" * 2001),
        lambda game: game["entries"][-1]["record"].update({f"made up {each}": "x" * 90 for each in range(900)}),
        lambda game: game["seats"][0].__setitem__(1, "Ben\n"),
    ],
)
@pytest.mark.sqlite
def test_a_phone_cannot_rewrite_what_was_written_down(cast, phone, forge):
    adjust(copy_of(phone, cast.match), 5, "on-the-phone")
    request = two_sides.ask(phone, TOKEN)
    request = two_sides.ask(phone, TOKEN, serve(cast.group, request))
    [game] = request["give"]["games"]
    honest, before = json.dumps(request), everything(cast.group)
    forge(game)
    [told] = serve(cast.group, request)["told"]
    assert (told["code"], told["what"]["reason"]) == ("not_taken", "damaged")
    assert everything(cast.group) == before
    assert serve(cast.group, json.loads(honest))["told"] == []
    assert records(cast.match)[-1] == "on-the-phone"


def records(match: Match) -> list:
    match.lock()
    return [entry.key for entry in match.active]


@pytest.mark.parametrize(
    ("choice", "kept"),
    [("ours", ["on-the-phone"]), ("theirs", ["on-the-server"]), ("both", ["on-the-server", "on-the-phone"])],
)
@pytest.mark.sqlite
def test_what_went_on_twice_is_chosen_and_comes_to_the_server(cast, phone, choice, kept):
    conflict = both_play_on(cast, phone)
    assert phone.told == [{"code": "apart", "what": {"what": cast.match.title.en}}]
    before = records(cast.match)[:-1]
    page = cast.phone("owner").get(conflict.get_absolute_url())
    assert "+3" in page.content.decode() or "3" in page.content.decode()
    assert cast.phone("owner").post(conflict.get_absolute_url(), {"choice": choice}).status_code == 302
    exchange(cast.group, phone)
    assert records(cast.match) == records(copy_of(phone, cast.match)) == [*before, *kept]
    assert {"on-the-server", "on-the-phone"} <= keys_kept(phone.group)
    assert everything(phone.group) == everything(cast.group)


@pytest.mark.parametrize(
    "newer",
    [
        {"options": {"of_a_newer_edition": True}},
        {"game": "of-a-newer-version"},
        {"game": "krimsutep", "options": {}, "entries": [], "changes": [], "steps": []},
    ],
)
def test_a_version_that_cannot_be_kept_here_is_told_and_not_shown(cast, newer):
    conflict = Conflict.objects.create(match=cast.match, theirs={**written(cast.match), **newer})
    alice = cast.phone("owner")
    page = alice.get(conflict.get_absolute_url())
    assert page.status_code == 200
    assertContains(page, "Bring it up to date first")
    assertNotContains(page, "As it is there")
    refused = alice.post(conflict.get_absolute_url(), {"choice": "theirs"})
    assertContains(refused, "Bring it up to date first", status_code=422)


def test_what_a_phone_deleted_stays_thirty_days_by_the_clock_of_the_server(cast, phone):
    ours = copy_of(phone, cast.match)
    ours.delete_for_now("Sam")
    Match.objects.filter(pk=ours.pk).update(deleted_at=timezone.now() - timedelta(days=400))
    exchange(cast.group, phone)
    assert list(Match.objects.deleted()) == [cast.match]


def test_what_gave_way_can_come_back(cast, phone):
    """It is a deleted game of the night, on both sides."""
    conflict = both_play_on(cast, phone)
    decide(conflict, Choice.THEIRS, "Sam")
    exchange(cast.group, phone)
    for group in (cast.group, phone.group):
        aside = Match.objects.deleted().get(night__group=group)
        assert records(aside)[-1] == "on-the-phone"
    aside.bring_back("Sam")
    exchange(cast.group, phone)
    assert everything(phone.group) == everything(cast.group)
    assert Match.objects.not_deleted().filter(night__group=cast.group).count() == 2


def test_nothing_is_set_aside_where_both_go_on(cast, phone):
    decide(both_play_on(cast, phone), Choice.BOTH, "Sam")
    assert not Match.objects.deleted().exists()


def test_choosing_can_be_taken_back(cast, phone):
    conflict = both_play_on(cast, phone)
    decide(conflict, Choice.OURS, "Sam")
    ours = copy_of(phone, cast.match)
    ours.undo("Sam")
    assert records(ours)[-1] == "on-the-server"
    exchange(cast.group, phone)
    assert records(cast.match) == records(ours)


def test_a_night_that_one_deletes_and_the_other_plays_on_is_back(cast, phone):
    adjust(copy_of(phone, cast.match), 5, "on-the-phone")
    cast.match.night.delete_for_now()
    exchange(cast.group, phone)
    cast.match.night.refresh_from_db()
    assert cast.match.night.deleted_at is None
    assert records(cast.match)[-1] == "on-the-phone"
    assert [each["code"] for each in phone.told] == ["night_back"]


def deleted_for_good(of: Match | Night) -> None:
    """As it is when somebody deletes something else thirty days later."""
    of.delete_for_now(*(["Sam"] if isinstance(of, Match) else []))
    type(of).objects.filter(pk=of.pk).update(deleted_at=timezone.now() - timedelta(days=31))
    type(of).objects.gone().forget()


@pytest.mark.parametrize("what", ["game", "night"])
def test_what_was_deleted_for_good_does_not_return(cast, phone, what):
    deleted_for_good(cast.match if what == "game" else cast.match.night)
    exchange(cast.group, phone)
    assert [each["code"] for each in phone.told] == ["gone"]
    exchange(cast.group, phone)
    for group in (cast.group, phone.group):
        assert not Match.objects.filter(night__group=group).exists()
        assert group.nights.count() == (what == "game")
    assert everything(phone.group) == everything(cast.group)


@pytest.mark.parametrize("what", ["game", "night"])
@pytest.mark.sqlite
def test_what_was_deleted_for_good_returns_where_somebody_played_on(cast, phone, what):
    key = cast.match.key
    adjust(copy_of(phone, cast.match), 5, "on-the-phone")
    deleted_for_good(cast.match if what == "game" else cast.match.night)
    exchange(cast.group, phone)
    assert records(Match.objects.get(night__group=cast.group, file_id=key))[-1] == "on-the-phone"
    assert phone.told == []
    assert everything(phone.group) == everything(cast.group)


@pytest.mark.parametrize("what", ["game", "night"])
def test_a_phone_that_gives_it_unasked_does_not_bring_back_what_was_deleted_for_good(cast, phone, what):
    """No scorer does on the site's own pages."""
    chosen = {"people": [], "nights": [cast.match.night.key], "games": [cast.match.key], "payments": []}
    request = {**two_sides.ask(phone, TOKEN), "give": in_full(phone.group, chosen)}
    deleted_for_good(cast.match if what == "game" else cast.match.night)
    serve(cast.group, request)
    assert not Match.objects.filter(night__group=cast.group).exists()
    assert cast.group.nights.count() == (what == "game")


def test_only_a_new_round_brings_back_a_night_that_was_deleted_meanwhile(cast, phone):
    copy_of(phone, cast.match).leave_out("Sam")
    cast.match.night.delete_for_now()
    exchange(cast.group, phone)
    for group in (cast.group, phone.group):
        assert not group.nights.newest_first().exists()
        assert Match.objects.get(night__group=group).left_out
    assert phone.told == []


def test_what_a_phone_deleted_for_good_stays_away_from_it(cast, phone):
    cast.match.change_options({"stake": 10}, "Sam")
    cast.match.close("Sam")
    exchange(cast.group, phone)
    deleted_for_good(copy_of(phone, cast.match))
    exchange(cast.group, phone)
    assert not Match.objects.filter(night__group=phone.group).exists()
    assert everything(phone.group)["balances"] == everything(cast.group)["balances"] != {}


def test_somebody_forgotten_does_not_come_back_by_another_name(cast, phone):
    zoe = Player.objects.create(group=cast.group, name="Zoë")
    exchange(cast.group, phone)
    Merge.of(zoe, cast.player, "Sam")
    forget(cast.player)
    exchange(cast.group, phone)
    for group in (cast.group, phone.group):
        assert not {"Zoë", "Ben"} & set(group.players.values_list("name", flat=True))


def test_a_game_from_before_somebody_was_forgotten_comes_without_the_name(cast, phone):
    """The phone has not been told when it was played there."""
    people = list(phone.group.players.on_the_pad().order_by("pk"))
    played = Match.start(Night.tonight(phone.group), "beutelschneider", people, {}, 0, "Sam")
    adjust(played, 3, "of-this-evening")
    forget(cast.player)
    exchange(cast.group, phone)
    came = Match.objects.get(night__group=cast.group, file_id=played.key)
    assert [seat.name for seat in came.seated] == ["Somebody 1", "Carla", "Dirk"]
    assert came.entries.get().record["points"] == {"Somebody 1": 3}
    assert came.totals == played.totals


def test_somebody_added_twice_is_one_person(cast, phone):
    for group in (cast.group, phone.group):
        Player.objects.create(group=group, name="Zoë")
    exchange(cast.group, phone)
    assert [each["code"] for each in phone.told] == ["same_name"]
    assert everything(phone.group)["people"] == everything(cast.group)["people"]


def test_two_people_of_one_name_are_not_merged(cast, phone):
    Player.objects.create(group=phone.group, name="Zoë")
    cast.player.rename("Zoë")
    exchange(cast.group, phone)
    assert {each["code"] for each in phone.told} == {"name_taken"}
    assert cast.group.players.filter(name="Zoë").count() == 1
    assert phone.group.players.filter(name="Zoë").count() == 1


def test_a_debt_paid_on_both_sides_is_told(cast, phone):
    match = cast.match
    match.change_options({"stake": 10}, "Sam")
    match.close("Sam")
    exchange(cast.group, phone)
    balances = Account(cast.group).balances()
    if not any(any(sums.values()) for sums in balances.values()):
        pytest.fail("the cast's game gives no money")
    for group, name in ((cast.group, "here"), (phone.group, "there")):
        sums = Account(group).balances()["EUR"]
        payer, receiver = min(sums, key=sums.get), max(sums, key=sums.get)
        people = group.players.in_bulk([payer, receiver])
        Account(group).pay(
            people[payer], people[receiver], min(-sums[payer], sums[receiver]), "EUR", by="Sam", key=name
        )
    exchange(cast.group, phone)
    assert [each["code"] for each in phone.told] == ["paid_twice"]
    assert everything(phone.group)["payments"] == everything(cast.group)["payments"]
    assert not Payment.objects.exclude(night=None).exists(), "of no night, there as here"
    assert everything(phone.group)["balances"] == everything(cast.group)["balances"]


def test_a_payment_belongs_to_who_the_name_stands_for_and_tells_by_which_link_it_came(cast, phone):
    """Annie is another name of Ben on the server; the phone has added her by itself."""
    annie = Player.objects.create(group=cast.group, name="Annie")
    Merge.of(annie, cast.player, "Alice")
    here, carla = Player.objects.create(group=phone.group, name="Annie"), phone.group.players.get(name="Carla")
    Payment.objects.create(
        group=phone.group, payer=here, receiver=carla, amount=150, currency="EUR", by="Alice", key="k"
    )
    document = two_sides.ask(phone, TOKEN)
    document["give"] = in_full(phone.group, {**phone_has(phone), "games": []})
    serve(cast.group, document)
    payment = Payment.objects.get(group=cast.group)
    assert (payment.payer, payment.by) == (cast.player, "Alice (Kitchen)")


def test_what_a_phone_does_not_take_along_is_in_its_balances(cast, monkeypatch):
    monkeypatch.setattr(two_sides, "RECENT", 1)
    cast.match.change_options({"stake": 10}, "Sam")
    cast.match.close("Sam")
    Night.objects.create(group=cast.group, started_at=timezone.now() + timedelta(hours=1))
    home = exchange(cast.group, None, User.objects.get(username="Alice"))
    assert not Match.objects.filter(night__group=home.group).exists()
    assert everything(home.group)["balances"] == everything(cast.group)["balances"] != {}
    player = home.group.players.get(key=cast.match.seated[0].player.key)
    page = cast.phone("owner").get(f"/g/{home.group.key}/money/why/{player.key}/")
    assert "All before" in page.content.decode()


def seasons(group) -> list[str]:
    return sorted(f"{season} {season.first}" for season in Season.objects.filter(group=group))


def test_seasons_and_settings_follow(cast, phone):
    """Each side names a season, changes one and deletes one; of the settings the server's last change counts."""
    group, there = cast.group, phone.group
    for each, names in ((group, "AB"), (there, "CD")):
        for name in names:
            Season.objects.create(group=each, name=name, first="2026-01-01")
    there.pay_to, there.name = "the phone's", "Weekend"
    there.save()
    exchange(group, phone)
    assert seasons(group) == seasons(there) == [f"{name} 2026-01-01" for name in "ABCD"]
    group.name, group.card_faces = "Saturday", {"rufmariasch": "french"}
    group.save()
    Season.objects.get(group=group, name="A").delete()
    Season.objects.filter(group=group, name="C").update(first="2026-02-02")
    Season.objects.get(group=there, name="B").delete()
    Season.objects.filter(group=there, name="D").update(first="2026-03-03")
    exchange(group, phone)
    assert seasons(group) == seasons(there) == ["C 2026-02-02", "D 2026-03-03"]
    there.refresh_from_db()
    assert (there.name, there.pay_to, there.card_faces) == ("Saturday", "the phone's", {"rufmariasch": "french"})
    group.refresh_from_db()
    assert group.pay_to == ""


def test_a_round_that_is_begun_is_told(cast, phone):
    for match, seat in ((cast.match, "0"), (copy_of(phone, cast.match), "1")):
        Draft.in_parts(match).put(seat, {f"gold-{seat}": ["30"]}, "counted", 0, "Sam")
    exchange(cast.group, phone)
    assert [each["code"] for each in phone.told] == ["begun_there", "begun_here"]


def test_a_game_that_is_too_long_does_not_keep_the_others_back(cast, phone, monkeypatch):
    monkeypatch.setattr(giving, "LONGEST_GAME", 3000)
    people = list(phone.group.players.on_the_pad().order_by("pk"))[:3]
    other = Match.start(Night.tonight(phone.group), "beutelschneider", people, {}, 0, "Sam")
    long = copy_of(phone, cast.match)
    for number in range(20):
        adjust(long, 1, f"round-{number}")
    exchange(cast.group, phone)
    assert [each["code"] for each in phone.told] == ["too_long"]
    assert Match.objects.filter(night__group=cast.group, file_id=other.key).exists()
    assert "round-0" not in records(cast.match)


@pytest.mark.sqlite
def test_a_game_of_too_many_rounds_does_not_keep_the_others_back(cast, phone):
    """Such a list the other side does not read at all."""
    adjust(copy_of(phone, cast.match), 5, "on-the-phone")
    people = list(phone.group.players.on_the_pad().order_by("pk"))[:3]
    long = Match.start(Night.tonight(phone.group), "beutelschneider", people, {}, 0, "Sam")
    short = {"match": long, "record": {"kind": "adjustment", "points": {}}}
    Entry.objects.bulk_create(Entry(number=number, key=f"r{number}", **short) for number in range(1, 10_002))
    exchange(cast.group, phone)
    assert [each["code"] for each in phone.told] == ["too_long"]
    assert records(cast.match)[-1] == "on-the-phone"


# The server's address


def send(document, **more):
    return Client(**more).post("/exchange/", json.dumps(document), content_type="text/plain")


def test_the_token_alone_opens_the_group(cast, phone):
    document = two_sides.ask(phone, cast.scorer_token)
    answered = send(document, headers={"Origin": "https://elsewhere.example"})
    assert (answered.status_code, answered["Access-Control-Allow-Origin"]) == (200, "*")
    assert answered.json()["group"]["key"] == cast.group.key
    assert not answered.cookies
    assert send({**document, "token": "a guess"}).status_code == 410
    assert [send(rubbish).status_code for rubbish in ([], {}, {"token": "\ud800"})] == [400, 400, 400]
    cast.scorer_link.withdraw()
    assert send(document).status_code == 410


def test_who_may_only_look_changes_nothing(cast, phone):
    adjust(copy_of(phone, cast.match), 5, "on-the-phone")
    before = everything(cast.group)
    document = two_sides.ask(phone, cast.viewer_token)
    document["give"] = in_full(phone.group, {**phone_has(phone), "payments": []})
    answered = send(document)
    assert answered.json()["told"] == [{"code": "read_only", "what": {}}]
    assert not any(answered.json()["want"].values())
    assert everything(cast.group) == before


def test_a_phone_that_may_only_look_says_that_it_keeps_what_was_played(cast, phone):
    adjust(copy_of(phone, cast.match), 5, "on-the-phone")
    answer = send(two_sides.ask(phone, cast.viewer_token)).json()
    assert two_sides.take_answer(phone, answer) is None
    assert [each["code"] for each in phone.told] == ["read_only"]


def test_a_phone_deletes_no_night_and_merges_nobody(cast, phone):
    """Only an owner does; what the phone did comes back, and is told."""
    phone.group.nights.get(origin=cast.match.night.key).delete_for_now()
    zoe, ben = Player.objects.create(group=phone.group, name="Zoë"), phone.group.players.get(name="Ben")
    exchange(cast.group, phone)
    Merge.of(ben, zoe, "Sam")
    exchange(cast.group, phone)
    assert {"night_stays", "merge_stays"} == {each["code"] for each in phone.told}
    assert not cast.group.nights.exclude(deleted_at=None).exists()
    assert not cast.group.players.exclude(merged_into=None).exists()
    assert everything(phone.group) == everything(cast.group)


@pytest.mark.parametrize("spoilt", [{"colour": 9}, {"shape": 9}, {"name": "\ufb2c" * 20}])
def test_a_sign_that_is_none_and_a_name_that_grows_are_refused(cast, phone, spoilt):
    """Composed, each letter of such a name becomes three."""
    document = two_sides.ask(phone, cast.scorer_token)
    document["give"] = in_full(phone.group, {**phone_has(phone), "games": [], "payments": []})
    assert send(document).status_code == 200
    document["give"]["people"][0].update(spoilt)
    assert send(document).status_code == 400


@pytest.mark.sqlite
def test_long_games_go_in_several_requests(cast, phone, monkeypatch):
    """Each of them is longer than what goes at once; the gateway lets no request through that has no end."""
    monkeypatch.setattr(giving, "BYTES_AT_ONCE", 100)
    for group in (cast.group, phone.group):
        for _ in range(3):
            people = list(group.players.on_the_pad().order_by("pk"))[:3]
            adjust(Match.start(Night.tonight(group), "beutelschneider", people, {}, 0, "Sam"), 5, "a-round")
    exchange(cast.group, phone)
    assert everything(phone.group) == everything(cast.group)
    assert Match.objects.filter(night__group=cast.group).count() == 7


def phone_has(home: Home) -> dict:
    return {kind: list(each) for kind, each in two_sides.ask(home, "")["have"].items()}


@pytest.mark.parametrize("seed", repeated(8))
@pytest.mark.sqlite
def test_rubbish_is_refused_or_told_and_breaks_no_page(cast, phone, seed):
    """Whatever a phone sends, the server answers, and its pages are still there."""
    chance = Random(seed)
    both = copy_of(phone, cast.match)
    adjust(both, 5, "on-the-phone")
    both.change_options({"stake": 5}, "Sam")
    both.undo("Sam")
    document = two_sides.ask(phone, cast.scorer_token)
    document["give"] = in_full(phone.group, phone_has(phone))
    document = json.loads(json.dumps(document))
    for _ in range(chance.randint(1, 3)):
        spoil(document["give"] if chance.random() < 0.9 else document, chance)
    answered = send(document)
    assert answered.status_code in {200, 400, 410}
    alice = cast.phone("owner")
    for page in ("", "changes/", "options/", "round/"):
        assert alice.get(f"{cast.match.get_absolute_url()}{page}").status_code < 500
    for entry in Entry.objects.filter(match=cast.match):
        assert alice.get(f"{cast.match.get_absolute_url()}round/{entry.key}/").status_code < 500
    assert alice.get(f"/g/{cast.group.key}/money/").status_code == 200
    while (step := Match.objects.get(pk=cast.match.pk).last_step) is not None:
        assert alice.post(f"{cast.match.get_absolute_url()}undo/", {"step": step.key}).status_code < 400


def spoil(document, chance: Random) -> None:
    """Another value somewhere deep in the document."""
    place: list = []

    def places(value, path):
        if path:
            place.append(path)
        if isinstance(value, dict):
            for name, each in value.items():
                places(each, [*path, name])
        elif isinstance(value, list):
            for number, each in enumerate(value):
                places(each, [*path, number])

    places(document, [])
    *way, last = chance.choice(place)
    value = document
    for step in way:
        value = value[step]
    value[last] = chance.choice([*RUBBISH, None, [], {}, 0, -1, 3, 1.5, 10**30, True, {"kind": "adjustment"}, [[]]])
