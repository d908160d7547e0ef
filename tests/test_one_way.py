"""Two phones that play offline, and a server: it processes each form exactly once. All three end with the same data."""

import html
import json
import os
import random
import re
import uuid
from datetime import datetime, timedelta

import pytest

from games.registry import all_games
from tests.access_table import DESCRIBED
from tests.drawn import one_of
from tests.installations import Phone, Server
from tests.play import group

pytestmark = [pytest.mark.sqlite, pytest.mark.server]
# The random histories to play: a number of them (2000) or a range of seeds (100-200).
HISTORIES = [int(number) for number in os.environ.get("HISTORIES", "4").split("-")]


@pytest.fixture(scope="module")
def world(tmp_path_factory, built):
    folder = tmp_path_factory.mktemp("one-way")
    found = Server(folder / "server", built), Phone(folder / "first", built), Phone(folder / "second", built)
    yield found
    for each in found:
        each.close()


@pytest.fixture
def joined(world):
    """Return the server and both phones, with the key and the token of a new group that the first phone has joined."""
    server, phone, other = world
    key, token = server.group()
    phone.join(server, token)
    return server, phone, other, key, token


def begin(phone: Phone, key: str, *seats: str, game: str = "beutelschneider", **more: str) -> str:
    """Start a game on a phone; return its key."""
    fields = [("seat", name) for name in seats] + list(more.items())
    assert phone.do(f"/g/{key}/play/{game}/", fields)
    return phone.copy(key)["games"][-1]["key"]


def points(phone: Phone, key: str, game: str, first: int, made: str) -> str:
    """Save an adjustment of `first` points for the first seat from an up-to-date page.

    Return the form's key; "" if the form was refused. `made` is the key and the note of the new entry.
    """
    found = next(each for each in phone.copy(key)["games"] if each["key"] == game)
    seen = max((each["number"] for each in found["entries"]), default=0)
    return phone.do(f"/g/{key}/m/{game}/adjust/", {"key": made, "note": made, "seen": seen, "points-0": first})


def notes(game: dict) -> list[str]:
    return [each["record"].get("note") for each in game["entries"]]


def test_a_game_described_alone_changed_and_played_is_the_same_on_the_server(joined):
    server, phone, other, key, token = joined
    other.join(server, token)
    assert phone.do(f"/g/{key}/describe/", DESCRIBED)
    [sheet] = phone.copy(key)["sheets"]
    changed = DESCRIBED | {"line-0-worth": "20"}
    assert phone.do(f"/g/{key}/describe/sheet/{sheet['key']}/", changed)
    assert phone.do(f"/g/{key}/play/own/{sheet['key']}/", [("seat", "Anna"), ("seat", "Ben")])
    assert other.do(f"/g/{key}/describe/", DESCRIBED | {"name": "Tricks at Ben’s"})  # another name, the same slug
    assert len(phone.waiting(key)) == 3
    assert other.exchange(server, key, token)
    assert phone.exchange(server, key, token)
    assert phone.waiting(key) == []
    there = server.copy(key)
    assert there == phone.copy(key)
    assert len(there["sheets"]) == 2
    assert there["games"][0]["options"]["sheet"]["points"][0]["value"] == "20 * row_1"


@pytest.mark.parametrize("answer", ["next", "away"])
def test_what_the_server_refuses_waits_for_an_answer_that_may_stand_for_all_that_follow(world, answer):
    server, phone, other = world
    key, token = server.group()
    other.join(server, token)
    game, another = (begin(other, key, "Anna", "Ben", name) for name in ("Carla", "Dirk"))
    assert other.exchange(server, key, token)
    phone.join(server, token)
    points(other, key, game, 50, "of-the-other-phone")
    other.exchange(server, key, token)
    for number in range(3):
        points(phone, key, game, number + 1, f"round-number-{number}")
        points(phone, key, another, number + 1, f"other-game-{number}")
    assert phone.exchange(server, key, token)
    waiting = phone.waiting(key)
    assert [each["held"] for each in waiting] == [True, False, False], "the other game's rounds wait, too"
    page = phone.request("GET", f"/g/{key}/exchange/")[2]
    assert "was faster" in page
    assert "Everything after it in this game, too: 2" in page
    entries = {each["key"]: len(each["entries"]) for each in phone.copy(key)["games"]}
    assert entries == {game: 1, another: 3}, "the phone does not show the server's rounds"
    decision = {"form": waiting[0]["key"], "rest": "yes", "do": answer}
    assert phone.post(f"/g/{key}/exchange/decide/", decision)[0] == 302
    assert phone.exchange(server, key, token)
    assert phone.waiting(key) == []
    found = next(each for each in server.copy(key)["games"] if each["key"] == game)
    assert len(found["entries"]) == (4 if answer == "next" else 1)
    assert server.copy(key) == phone.copy(key)


@pytest.mark.parametrize(
    ("step", "why"),
    [
        ("undo", "was faster"),
        ("deals", "was faster"),
        ("how-long", "This game is over."),
        ("seats", "This game is over."),
    ],
)
def test_a_step_that_the_server_can_no_longer_do_waits_for_an_answer(joined, step, why):
    server, phone, other, key, token = joined
    game = begin(phone, key, "Anna", "Ben", "Carla", game="other-game")
    here = f"/g/{key}/m/{game}/"
    points(phone, key, game, 50, "the-first-entry")
    assert phone.exchange(server, key, token)
    other.join(server, token)
    if step in ("undo", "deals"):
        points(other, key, game, 1, "of-the-other-phone")
    else:
        assert other.do(f"{here}close/", {})
    assert other.exchange(server, key, token)
    form = {
        "undo": last_step(phone, here),
        "deals": {"seen": 1, "dealer": 2},
        "how-long": {"rounds": 3},
        "seats": {"seen": 1, "name": "Emil"},
    }
    assert phone.do(f"{here}{step}/", form[step])
    assert phone.exchange(server, key, token)
    [held] = phone.waiting(key)
    assert held["held"]
    assert why in re.search('class="note">(.*?)</p>', phone.request("GET", f"/g/{key}/exchange/")[2], re.DOTALL)[1]
    assert phone.post(f"/g/{key}/exchange/decide/", {"form": held["key"], "do": "away"})[0] == 302
    assert phone.exchange(server, key, token)
    assert server.copy(key) == phone.copy(key)


@pytest.mark.parametrize(("page", "points"), [("adjust", {"points-0": 7}), ("round", {"points-0": 7, "points-1": 2})])
def test_looking_at_what_was_refused_shows_it_filled_in_and_sending_it_takes_its_place(joined, page, points):
    server, phone, _other, key, token = joined
    here = f"/g/{key}/m/{begin(phone, key, 'Anna', 'Ben', game='other-game')}/"
    assert phone.exchange(server, key, token)
    by_page(server, token, f"{here}adjust/", {"seen": 0, "points-0": 50})
    assert phone.do(f"{here}{page}/", {"screen": "round", "seen": 0, "key": "made-by-the-page", **points})
    assert phone.exchange(server, key, token)
    [held] = phone.waiting(key)
    status, shown = phone.post(held["to"], held["fields"])
    assert (status, 'value="7"' in shown) == (409, True)
    assert len(phone.waiting(key)) == 1, "opening a refused form has changed what waits"
    assert phone.do(held["to"], [pair for pair in held["fields"] if pair[0] != "seen"] + [["seen", "1"]])
    [waits] = phone.waiting(key)
    assert not waits["held"]
    assert phone.exchange(server, key, token)
    assert game_at(server, here)["totals"] == [57, points.get("points-1", 0)]
    assert phone.copy(key) == server.copy(key)


def test_somebody_new_does_not_take_the_place_of_another_whom_the_server_has_refused(joined):
    _server, phone, _other, key, _token = joined
    for name in ("Zoë", "Max"):
        made = phone.do(f"/g/{key}/people/", {"name": name})
        phone.post(f"/g/{key}/exchange/answered/", {"form": made, "status": "500", "why": ""})
    assert [dict(each["fields"])["name"] for each in phone.waiting(key)] == ["Zoë", "Max"]


def test_looking_at_a_refused_round_of_own_piles_shows_them_in_the_form(joined):
    server, phone, _other, key, token = joined
    game = begin(phone, key, "Ben", "Carla", "Dirk", game="beutelschneider-classic")
    phone.exchange(server, key, token)
    own_piles(phone, f"/g/{key}/m/{game}/", Ben=30, Carla=11, Dirk=9)
    by_page(server, token, f"/g/{key}/m/{game}/adjust/", {"seen": 0, "points-0": 3})
    phone.exchange(server, key, token)
    [held] = phone.waiting(key)
    status, page = phone.post(held["to"], held["fields"])
    assert status == 409
    assert re.findall('name="gold-[0-9]"[^>]*value="([0-9]*)"', page) == ["30", "11", "9"]


def test_looking_at_a_refused_round_of_tricks_says_it_in_words_and_saving_it_takes_its_place(joined):
    server, phone, _other, key, token = joined
    tricks, forms = by_tricks(phone, key)
    phone.exchange(server, key, token)
    for form in forms:
        assert phone.do(f"{tricks}new/", form)
    assert phone.do(f"{tricks}new/end/", hidden(phone, f"{tricks}new/end/", "round", "seen"))
    made = phone.copy(key)["games"][0]["entries"][0]
    by_page(server, token, tricks.replace("tricks", "adjust"), {"seen": 0, "points-0": 3})
    phone.exchange(server, key, token)
    [held] = phone.waiting(key)
    status, page = phone.post(held["to"], held["fields"])
    assert status == 409
    shown = dict(re.findall('<input type="hidden" name="([a-z]+)" value="([^"]*)">', page))
    assert json.loads(html.unescape(shown["record"])) == made["record"]
    assert phone.do(held["to"], {name: html.unescape(value) for name, value in shown.items()})
    assert phone.exchange(server, key, token)
    assert phone.waiting(key) == []
    entries = server.copy(key)["games"][0]["entries"]
    assert [(each["key"], each["record"]) for each in entries[1:]] == [(made["key"], made["record"])]


def by_page(server: Server, token: str, path: str, fields: object) -> None:
    """Send a form to the server directly, with the share link's token."""
    headers = {"authorization": f"Bearer {token}", "idempotency_key": uuid.uuid4().hex}
    status, _headers, body = server.request("POST", path, fields, **headers)
    assert status == 201, body


def test_somebody_new_on_both_sides_is_one_person(joined):
    """If a phone and the server both add somebody of the same name, they become one player.

    The phone's forms still have the key that the phone gave to this player. They change the server's player.
    """
    server, phone, _other, key, token = joined
    before = {each["key"] for each in phone.copy(key)["players"]}
    assert phone.do(f"/g/{key}/people/", {"name": "Zoë"})
    game = begin(phone, key, "Anna", "Yves", "Ute")
    added = {each["name"]: each["key"] for each in phone.copy(key)["players"] if each["key"] not in before}
    assert phone.do(f"/g/{key}/people/{added['Zoë']}/name/", {"name": "Zoë Z."})
    assert phone.do(f"/g/{key}/people/{added['Ute']}/name/", {"name": "Ute U."})
    assert phone.do(f"/g/{key}/people/{added['Yves']}/hide/", {"hidden": "yes"})
    for name in ("Zoë", "Ute"):
        by_page(server, token, f"/g/{key}/people/", {"name": name})
    assert phone.exchange(server, key, token)
    assert phone.waiting(key) == []
    there = server.copy(key)
    assert phone.copy(key) == there
    names = {each["name"]: each for each in there["players"]}
    assert set(names) == {"Anna", "Ben", "Carla", "Dirk", "Zoë Z.", "Yves", "Ute U."}
    assert names["Yves"]["hidden_at"], "a form did not find the other new player of the same game"
    assert names["Yves"]["key"] == added["Yves"]
    assert there["games"][0]["seats"][2][0] == names["Ute U."]["key"]
    assert points(phone, key, game, 3, "played-on-with-her")


def test_what_a_phone_did_stands_under_whoever_held_it_then(joined):
    """A form is stored under the name of the player who held the phone, even if the player was added on this phone.

    As long as nobody has said whose phone it is, its forms are stored under the link's name.
    """
    server, phone, _other, key, token = joined
    game = begin(phone, key, "Anna", "Ben", "Carla")
    points(phone, key, game, 1, "of-nobody-known")
    assert phone.do(f"/g/{key}/who/", {"player": "new", "name": "Zoë"})
    points(phone, key, game, 2, "of-zoe-herself")
    by_page(server, token, f"/g/{key}/people/", {"name": "Zoë"})
    assert phone.exchange(server, key, token)
    assert phone.waiting(key) == []
    points(phone, key, game, 3, "of-zoe-later")
    assert phone.exchange(server, key, token)
    [found] = server.copy(key)["games"]
    by = dict(zip(notes(found), [each["by"] for each in found["entries"]], strict=True))
    assert by == {"of-nobody-known": by["of-nobody-known"], "of-zoe-herself": "Zoë", "of-zoe-later": "Zoë"}
    assert by["of-nobody-known"] not in ("", "Zoë")


def hidden(phone: Phone, path: str, *names: str) -> dict[str, str]:
    """Return the values of these hidden fields of a page."""
    page = phone.request("GET", path)[2]
    return {name: re.search(f'name="{name}" value="([^"]*)"', page)[1] for name in names}


def goes_as(phone: Phone, server: Server, key: str, token: str, page: str) -> dict:
    """Sync the only waiting form, which must be for this page. Check that phone and server agree; return the game."""
    before = phone.copy(key)["games"][0]
    [form] = phone.waiting(key)
    assert form["to"].endswith(page)
    assert phone.exchange(server, key, token)
    assert phone.waiting(key) == []
    [there] = server.copy(key)["games"]
    assert phone.copy(key)["games"] == [there]
    assert [(each["key"], each["record"]) for each in there["entries"]] == [
        (each["key"], each["record"]) for each in before["entries"]
    ]
    return there


def own_piles(phone: Phone, here: str, **counted: int) -> None:
    """Save everybody's own pile with the gold in `counted`, and make a round of the piles."""
    for seat, gold in enumerate(counted.values()):
        pile = {"screen": "counted", "seen": 0, f"gold-{seat}": gold}
        assert phone.do(f"{here}piles/{seat}/", pile)
    assert phone.do(f"{here}piles/settle/", {"do": "save", **hidden(phone, f"{here}piles/", "round", "seen")})


def by_tricks(phone: Phone, key: str) -> tuple[str, list[list[tuple[str, object]]]]:
    """Start a game; return the path of its tricks, and the forms of all tricks of a round."""
    them = group(all_games()["beutelschneider"], 3, random.Random(1))
    rules: dict[str, list[str]] = {}
    for name, rule in them.game.options.rules().items():
        rules |= rule.fields(getattr(them.table.options, name), name)
    fields = [("seat", name) for name in them.players]
    fields += [(name, value) for name, values in rules.items() for value in values]
    assert phone.do(f"/g/{key}/play/beutelschneider/", fields)
    game = phone.copy(key)["games"][0]["key"]
    forms = []
    for place, trick in enumerate(them.round(them.players[0]).tricks, 1):
        fields = [("place", place), ("key", f"trick-number-{place}"), ("save", "yes")]
        fields += [("leader", them.players.index(trick["plays"][0][0]))]
        fields += [("play", code) for _, code in trick["plays"]]
        fields += [*trick.get("choices", {}).items()]
        forms.append(fields)
    return f"/g/{key}/m/{game}/tricks/", forms


def test_a_round_made_of_tricks_goes_as_the_one_form_that_it_became_and_so_does_its_correction(joined):
    server, phone, _other, key, token = joined
    tricks, forms = by_tricks(phone, key)
    phone.exchange(server, key, token)
    for form in forms:
        assert phone.do(f"{tricks}new/", form)
    assert phone.waiting(key) == [], "the tricks of an unfinished round wait to be sent"
    assert phone.do(f"{tricks}new/end/", hidden(phone, f"{tricks}new/end/", "round", "seen"))
    there = goes_as(phone, server, key, token, "/round/")
    assert there["entries"][0]["record"]["tricks"]
    again = hidden(phone, f"{tricks}1/end/", "round", "seen") | {"note": "looked at again"}
    assert phone.do(f"{tricks}1/end/", again)
    there = goes_as(phone, server, key, token, f"/round/{there['entries'][0]['key']}/")
    assert there["entries"][0]["version"] == 2


def test_a_dealer_whom_the_tricks_name_goes_as_the_dealer_of_the_round_without_the_tricks(joined):
    server, phone, _other, key, token = joined
    tricks, _forms = by_tricks(phone, key)
    phone.exchange(server, key, token)
    assert phone.do(f"{tricks}new/first/", {"dealer": 0, "seen": 0})
    assert phone.waiting(key) == [], "the usual dealer"
    assert phone.do(f"{tricks}new/first/", {"dealer": 1, "seen": 1})
    there = goes_as(phone, server, key, token, "/deals/")
    assert there["dealer"] == {"dealer": ["1"]}


def keys_of_players(there: Phone | Server, key: str) -> dict[str, str]:
    return {each["name"]: each["key"] for each in there.copy(key)["players"]}


def test_a_round_made_of_parts_means_whom_it_named_whatever_they_are_called_on_the_server_by_then(joined):
    """Players are renamed on the server before the phone syncs; two of them even swap their names."""
    server, phone, _other, key, token = joined
    game = begin(phone, key, "Ben", "Carla", "Dirk", game="beutelschneider-classic")
    phone.exchange(server, key, token)
    own_piles(phone, f"/g/{key}/m/{game}/", Ben=30, Carla=11, Dirk=9)
    who = keys_of_players(server, key)
    for player, name in (("Ben", "B"), ("Carla", "Ben"), ("Ben", "Carla"), ("Dirk", "Dirk D.")):
        by_page(server, token, f"/g/{key}/people/{who[player]}/name/", {"name": name})
    assert phone.exchange(server, key, token)
    assert phone.waiting(key) == []
    [there] = server.copy(key)["games"]
    assert [name for _key, name in there["seats"]] == ["Carla", "Ben", "Dirk D."]
    assert there["entries"][0]["record"]["gold"] == {"Carla": 30, "Ben": 11, "Dirk D.": 9}
    assert phone.copy(key) == server.copy(key)


@pytest.mark.parametrize("page", ["round", "adjust"])
def test_points_of_somebody_who_joined_here_alone_go_to_nobody_else_who_joined_there(joined, page):
    """Carla joins on the phone and Dirk on the server. Both get the same seat number, but Dirk never gets Carla's points.

    The server refuses them, even after the phone's change of seats is discarded.
    """
    server, phone, _other, key, token = joined
    here = f"/g/{key}/m/{begin(phone, key, 'Anna', 'Ben', game='other-game')}/"
    assert phone.exchange(server, key, token)
    who = keys_of_players(server, key)
    by_page(server, token, f"{here}seats/", {"seen": 0, "joins": who["Dirk"], "after": "1"})
    assert phone.do(f"{here}seats/", {"seen": 0, "joins": who["Carla"], "after": "1"})
    typed = {"screen": page, "seen": 1, "points-0": 1, "points-1": 2, "points-2": 9, "key": "made-by-the-page"}
    assert phone.do(f"{here}{page}/", typed)
    assert phone.exchange(server, key, token)
    seats, points_ = phone.waiting(key)
    assert phone.post(f"/g/{key}/exchange/decide/", {"form": seats["key"], "do": "away"})[0] == 302
    phone.post(f"/g/{key}/exchange/decide/", {"form": points_["key"], "do": "next"})
    assert phone.exchange(server, key, token)
    [held] = phone.waiting(key)
    assert held["held"]
    assert len(game_at(server, here)["entries"]) == 1
    by_page(server, token, f"{here}seats/", {"seen": 1, "joins": who["Carla"], "after": "1"})
    phone.post(f"/g/{key}/exchange/decide/", {"form": held["key"], "do": "next"})
    phone.exchange(server, key, token)
    sent = game_at(server, here)["entries"][2:]
    assert [each["record"]["points"] for each in sent] in ([], [{"Anna": 1, "Ben": 2, "Carla": 9}])
    assert len(sent) == (page == "adjust"), "a whole round lacks Dirk's points"


def test_a_game_and_a_payment_mean_whom_they_named_though_somebody_else_is_called_so_by_then(joined):
    server, phone, _other, key, token = joined
    game = begin(phone, key, "Anna", "Ben", "Carla", game="krimsutep", stake="5")
    points(phone, key, game, 3, "something-to-pay")
    assert phone.do(f"/g/{key}/m/{game}/close/", {})
    assert phone.exchange(server, key, token)
    who = keys_of_players(server, key)
    begin(phone, key, "Ben", "Zoë", "Anna")
    pays = phone.request("GET", f"/g/{key}/money/")[2]
    fields = dict(re.findall(r'name="(payer|receiver|amount|currency|key)" value="([^"]*)"', pays))
    assert phone.do(f"/g/{key}/money/pay/", fields)
    assert "Carla → Anna" in phone.request("GET", f"/g/{key}/exchange/")[2]
    for player in ("Anna", "Carla"):
        by_page(server, token, f"/g/{key}/people/{who[player]}/name/", {"name": f"{player} the First"})
        by_page(server, token, f"/g/{key}/people/", {"name": player})
    assert phone.exchange(server, key, token)
    assert phone.waiting(key) == []
    there = server.copy(key)
    assert [seat[0] for seat in there["games"][1]["seats"]] == [
        who["Ben"],
        keys_of_players(server, key)["Zoë"],
        who["Anna"],
    ]
    [payment] = there["payments"]
    assert {payment["payer"], payment["receiver"]} <= {who["Anna"], who["Ben"], who["Carla"]}
    assert phone.copy(key) == there


def test_a_night_begun_on_both_sides_is_one_night(joined):
    """The night begins with the earliest game of both sides, and keeps the place that the phone has noted."""
    server, phone, _other, key, token = joined
    begin(phone, key, "Anna", "Ben", "Carla")
    [night] = phone.copy(key)["nights"]
    assert phone.do(f"/g/{key}/nights/{night['key']}/edit/", {"place": "at Ben's", "note": ""})
    by_page(server, token, f"/g/{key}/play/krimsutep/", [("seat", name) for name in ("Anna", "Ben", "Dirk")])
    [begun_there] = server.copy(key)["nights"]
    assert phone.exchange(server, key, token)
    assert phone.waiting(key) == []
    there = server.copy(key)
    assert phone.copy(key) == there
    assert there["nights"] == [{**begun_there, "place": "at Ben's", "started_at": night["started_at"]}]
    assert [each["night"] for each in there["games"]] == [begun_there["key"]] * 2


def test_what_is_typed_while_a_copy_is_under_way_is_sent_before_it_is_taken(joined):
    server, phone, _other, key, token = joined
    game = begin(phone, key, "Anna", "Ben", "Carla")
    phone.exchange(server, key, token)
    asked = server.request("GET", "/copy/", authorization=f"Bearer {token}")
    points(phone, key, game, 7, "typed-meanwhile")
    assert phone.take(token, asked[1]["ETag"], json.loads(asked[2])) == ""
    assert notes(phone.copy(key)["games"][0]) == ["typed-meanwhile"]
    assert phone.exchange(server, key, token)
    assert phone.copy(key) == server.copy(key)


def test_the_same_server_under_another_address_goes_on_with_the_same_group_once_somebody_has_said_so(joined):
    """If the server gets a new address, as in another network at home, no waiting form is lost or processed twice.

    The phone asks first whether it is the same server: somebody else's server could claim to have the group, to get the
    waiting forms.
    """
    server, phone, _other, key, token = joined
    game = begin(phone, key, "Anna", "Ben", "Carla")
    phone.exchange(server, key, token)
    points(phone, key, game, 7, "of-the-way-home")
    asks = phone.join(server, token, origin="http://192.168.7.7:8000")
    assert asks == (
        "Friday cards was at https://cards.example until now. Is http://192.168.7.7:8000 the same server? "
        "If it is, what waits on this phone is sent there."
    )
    page = phone.request("GET", f"/g/{key}/exchange/")
    assert f"connect-src 'self' {Phone.ORIGIN}" in page[1]["Content-Security-Policy"], "the address was taken unasked"
    assert not phone.join(server, token, origin="http://192.168.7.7:8000", same=True)
    page = phone.request("GET", f"/g/{key}/exchange/")
    assert "http://192.168.7.7:8000" in page[2]
    policy = page[1]["Content-Security-Policy"]
    assert "http://192.168.7.7:8000" in policy
    assert Phone.ORIGIN not in policy
    assert [len(each["entries"]) for each in phone.copy(key)["games"]] == [1]
    assert phone.exchange(server, key, token)
    assert phone.waiting(key) == []
    assert [len(each["entries"]) for each in server.copy(key)["games"]] == [1]
    assert phone.copy(key) == server.copy(key)


def test_the_pages_of_a_group_may_reach_its_own_server_only(joined):
    _server, phone, _other, key, _token = joined
    for path, reached in ((f"/g/{key}/", True), (f"/g/{key}/play/", True), ("/", False), ("/join/", False)):
        policy = phone.request("GET", path)[1]["Content-Security-Policy"]
        assert (f"connect-src 'self' {Phone.ORIGIN}" in policy) == reached, path


def test_a_link_that_may_only_look_gives_a_phone_on_which_nothing_is_typed(world):
    server, phone, _other = world
    key, token = server.group(role=1)
    phone.join(server, token)
    assert phone.post(f"/g/{key}/people/", {"name": "Zoë"}, "0123456789abcdef")[0] == 403
    assert phone.waiting(key) == []
    assert "This link is only for watching" in phone.request("GET", f"/g/{key}/exchange/")[2]


@pytest.mark.parametrize("role", one_of([1, 2], "role"))
def test_a_phone_shows_no_page_and_no_form_that_the_server_would_refuse(world, role):
    server, phone, other = world
    key, token = server.group(role)
    scorer = server.ask(do="one more link", key=key)
    other.join(server, scorer)
    for slug in ("krimsutep", "beutelschneider"):
        points(other, key, begin(other, key, "Anna", "Ben", "Carla", game=slug, stake="5"), 7, f"round-of-{slug}")
    game = other.copy(key)["games"][0]["key"]
    assert other.do(f"/g/{key}/m/{game}/close/", {})
    assert other.exchange(server, key, scorer)
    phone.join(server, token)
    pages, seen, forms = [f"/g/{key}/"], set(), set()
    while pages and len(seen) < 150:
        if (path := pages.pop(0)) in seen:
            continue
        seen.add(path)
        page = phone.request("GET", path)[2]
        found = {each.removeprefix("/app") for each in re.findall('(?:href|hx-get)="([^"#?]+)', page)}
        pages += sorted(each for each in found if each.startswith(f"/g/{key}/") and each.endswith("/"))
        for form in re.findall('<form[^>]*method="post"[^>]*>', page):
            forms |= set(re.findall(' action="([^"]*)"', form)) or {path}
        forms |= set(re.findall('formaction="([^"]+)"', page))
    own = f"/g/{key}/exchange/"
    refused = []
    for path in sorted(each for each in seen if not each.startswith(own)):
        status = server.request("GET", path, authorization=f"Bearer {token}")[0]
        refused += [(path, status)] if status in (403, 404) else []
    for path in sorted(html.unescape(each).removeprefix("/app").partition("?")[0] for each in forms):
        if path.startswith(f"/g/{key}/") and not path.startswith(own):
            bearer = {"authorization": f"Bearer {token}", "idempotency_key": uuid.uuid4().hex}
            status = server.request("POST", path, {"nothing": "of use"}, **bearer)[0]
            refused += [("form", path, status)] if status in (403, 404) else []
    assert refused == []


def test_a_phone_lost_for_a_month_brings_back_what_it_did_then(joined):
    """The forms keep their time and their night of a month ago, though others have played since."""
    server, phone, other, key, token = joined
    game = begin(phone, key, "Anna", "Ben", "Carla")
    points(phone, key, game, 7, "of-a-month-ago")
    phone.ask(do="long ago", key=key)
    other.join(server, token)
    points(other, key, begin(other, key, "Anna", "Dirk", "Carla"), 3, "of-today")
    assert other.exchange(server, key, token)
    assert phone.exchange(server, key, token)
    assert phone.waiting(key) == []
    there = server.copy(key)
    assert phone.copy(key) == there
    then, now = (datetime.fromisoformat(each["entries"][0]["created_at"]) for each in there["games"])
    assert timedelta(days=30) < now - then < timedelta(days=32)
    assert len(there["nights"]) == 2


def test_a_link_that_was_withdrawn_gives_way_to_another_and_a_group_goes_off_a_phone(joined):
    server, phone, _other, key, token = joined
    game = begin(phone, key, "Anna", "Ben", "Carla")
    points(phone, key, game, 7, "of-this-phone")
    another = server.ask(do="another link", key=key)
    assert server.request("GET", "/copy/", authorization=f"Bearer {token}")[0] == 401
    phone.join(server, another)
    assert len(phone.waiting(key)) == 2, "a form was lost"
    assert phone.exchange(server, key, another)
    assert [len(each["entries"]) for each in server.copy(key)["games"]] == [1]
    assert phone.post(f"/g/{key}/exchange/remove/", {})[0] == 302
    assert phone.copy(key) == server.copy(key)
    assert phone.post(f"/g/{key}/exchange/remove/", {"sure": "yes"})[0] == 302
    assert phone.request("GET", f"/g/{key}/")[0] == 404
    phone.join(server, another)
    assert phone.copy(key) == server.copy(key)


# The other forms of an evening: the server processes each once, with the same effect as on the phone


def played(phone: Phone, key: str, game: str = "other-game", seats: tuple[str, ...] = ("Anna", "Ben", "Carla")) -> str:
    """Start a game, and return the path of its pad. In other-game, also enter a round."""
    here = f"/g/{key}/m/{begin(phone, key, *seats, game=game)}/"
    if game == "other-game":
        fields = {f"points-{seat}": seat + 1 for seat, _name in enumerate(seats)}
        assert phone.do(f"{here}round/", {"screen": "round", "seen": 0, **fields})
    return here


def game_at(phone: Phone | Server, here: str) -> dict:
    """Return the game of this pad from the copy of its group."""
    _g, key, _m, game = here.strip("/").split("/")
    return next(each for each in phone.copy(key)["games"] if each["key"] == game)


def first_round(phone: Phone, here: str) -> str:
    return f"{here}round/{game_at(phone, here)['entries'][0]['key']}/"


def last_step(phone: Phone, here: str) -> dict[str, str]:
    return {"step": [each for each in game_at(phone, here)["changes"] if not each["undone_at"]][-1]["key"]}


def takes_over(phone: Phone, key: str) -> str:
    """Let Zoë, who is new, take over from Carla, and Dirk join after Anna with 7 points."""
    here = played(phone, key)
    dirk = keys_of_players(phone, key)["Dirk"]
    seats = {"seen": 1, "seat-2": "", "name-2": "Zoë", "joins": dirk, "start": "number", "start_number": 7, "after": 0}
    assert phone.do(f"{here}seats/", seats)
    assert [name for _key, name in game_at(phone, here)["seats"]] == ["Anna", "Ben", "Carla", "Dirk", "Zoë"]
    return here


def leaves_and_comes_back(phone: Phone, key: str) -> str:
    here = played(phone, key)
    assert phone.do(f"{here}seats/", {"seen": 1, "seat-1": "leaves"})
    round_of_two = {"screen": "round", "seen": 2, "points-0": 5, "points-2": 6}
    assert phone.do(f"{here}round/", round_of_two)
    assert phone.do(f"{here}seats/", {"seen": 3, "joins": keys_of_players(phone, key)["Ben"]})
    return here


def sits_out(phone: Phone, key: str) -> str:
    here = played(phone, key)
    assert phone.do(f"{here}seats/", {"seen": 1, "sits_out": "dealer"})
    assert phone.do(f"{here}deals/", {"seen": 2, "dealer": 0})
    assert phone.do(f"{here}round/", {"screen": "round", "seen": 2, "points-1": 5, "points-2": 6})
    entry = game_at(phone, here)["entries"][-1]
    assert (entry["record"]["dealer"], entry["record"]["points"]) == ("Anna", {"Ben": 5, "Carla": 6})
    return here


def is_named_to_deal(phone: Phone, key: str) -> str:
    here = played(phone, key)
    assert phone.do(f"{here}deals/", {"seen": 1, "dealer": 2})
    assert phone.do(f"{here}undo/", last_step(phone, here))
    assert phone.do(f"{here}deals/", {"seen": 1, "dealer": 0})
    return here


def last_rounds(phone: Phone, key: str) -> str:
    """Announce the last rounds twice, withdraw the second announcement, announce them again, and play to the end."""
    here = played(phone, key)
    for rounds in (3, 1):
        assert phone.do(f"{here}how-long/", {"rounds": rounds})
    said = game_at(phone, here)["entries"][-1]["key"]
    assert phone.do(f"{here}round/{said}/remove/", {})
    assert phone.do(f"{here}how-long/", {"rounds": 1})
    assert phone.do(f"{here}round/", {"screen": "round", "seen": 4, "points-0": 5, "points-1": 6, "points-2": 9})
    assert game_at(phone, here)["finished"]
    return here


def gone_on_with(phone: Phone, key: str) -> str:
    """Go on with a game in place of an empty game of the same players."""
    here = played(phone, key)
    empty = begin(phone, key, "Anna", "Ben", "Carla")
    assert phone.do(f"{here}go-on/", {"instead": empty})
    assert game_at(phone, f"/g/{key}/m/{empty}/")["deleted_at"]
    return here


def ended_and_played_again(phone: Phone, key: str) -> str:
    """End a game, play it again, and start a third game of the same players beside the second."""
    here = played(phone, key)
    assert phone.do(f"{here}close/", {})
    again = {"after": here.strip("/").rpartition("/")[2]}
    assert phone.do(f"/g/{key}/again/", again)
    assert phone.do(f"/g/{key}/again/", again | {"beside": phone.copy(key)["games"][-1]["key"]})
    assert len(phone.copy(key)["games"]) == 3
    return here


def undone_though_rounds_are_lost(phone: Phone, key: str) -> str:
    """Let Dirk join, and play a round with him. Remove the change of seats, restore it, and undo the restoring.

    The round no longer counts then, so the phone asks before the undo. Only the form with the answer goes to the server.
    """
    here = played(phone, key)
    assert phone.do(f"{here}seats/", {"seen": 1, "joins": keys_of_players(phone, key)["Dirk"], "after": 2})
    assert phone.do(f"{here}round/", {"screen": "round", "seen": 2, **{f"points-{seat}": 1 for seat in range(4)}})
    seats = game_at(phone, here)["entries"][1]["key"]
    assert phone.do(f"{here}round/{seats}/remove/", {})
    assert phone.do(f"{here}round/{seats}/restore/", {})
    assert phone.do(f"{here}undo/", last_step(phone, here)) == "", "it did not ask first"
    assert phone.do(f"{here}undo/", last_step(phone, here) | {"sure": "yes"})
    return here


def other_rules(phone: Phone, key: str) -> str:
    here = played(phone, key)
    rules = {"name": "Uno", "winner": "least", "target": "50", "stake": "5", "currency": "EUR", "sure": "yes"}
    assert phone.do(f"{here}options/", rules)
    assert game_at(phone, here)["options"]["name"] == "Uno"
    return here


def shared_costs(phone: Phone, key: str) -> str:
    """Zoë, who is new, shares in the costs of two expenses; the second is undone."""
    here = played(phone, key, seats=("Anna", "Ben", "Zoë"))
    who = keys_of_players(phone, key)
    people = [("people", who[name]) for name in ("Anna", "Ben", "Zoë")]
    people += [("by", "shares"), (f"number-{who['Ben']}", "2")]
    night = phone.copy(key)["nights"][0]["key"]
    for payer in ("Zoë", "Ben"):
        fields = {"night": night, "payer": who[payer], "amount": "10.01", "currency": "EUR", "key": f"by-{who[payer]}"}
        assert phone.do(f"/g/{key}/money/expenses/enter/", [*fields.items(), *people])
    assert "€10.01" in phone.request("GET", f"/g/{key}/exchange/")[2]
    [of_ben] = [each["key"] for each in phone.copy(key)["expenses"] if each["payer"] == who["Ben"]]
    assert phone.do(f"/g/{key}/money/expenses/{of_ben}/undo/", {})
    return here


def removed_and_described(phone: Phone, key: str) -> str:
    here = f"/g/{key}/m/{begin(phone, key, 'Anna', 'Ben', 'Zoë', 'Dirk', dealer='random')}/"
    for number in range(3):
        assert phone.do(f"{here}adjust/", {"seen": number, "points-0": number + 1})
    assert phone.do(f"{here}undo/", last_step(phone, here))
    assert phone.do(f"{first_round(phone, here)}remove/", {})
    night = phone.copy(key)["nights"][0]["key"]
    assert phone.do(f"/g/{key}/nights/{night}/edit/", {"place": "at Ben's", "note": ""})
    return here


VERBS = (
    takes_over,
    leaves_and_comes_back,
    sits_out,
    is_named_to_deal,
    last_rounds,
    gone_on_with,
    ended_and_played_again,
    undone_though_rounds_are_lost,
    other_rules,
    shared_costs,
    removed_and_described,
)


@pytest.mark.parametrize("verb", VERBS)
def test_every_verb_of_an_evening_is_done_once_on_the_server(joined, verb):
    """Each form whose answer is lost is sent again; the server still processes it only once.

    Somebody else has added Zoë there meanwhile: whoever is called so on the phone is the same person.
    """
    server, phone, _other, key, token = joined
    here = verb(phone, key)
    before, waiting, place = game_at(phone, here), phone.waiting(key), phone.copy(key)["nights"][0]["place"]
    by_page(server, token, f"/g/{key}/people/", {"name": "Zoë"})
    done = server.done()
    for cut in range(2, 2 * len(waiting) + 2, 2):  # the server processes a form, but its answer is lost
        assert not phone.exchange(server, key, token, cut=cut)
    assert {each["key"] for each in waiting} <= server.done()
    assert len(server.done()) == len(done) + len(waiting)
    assert phone.exchange(server, key, token)
    assert phone.waiting(key) == []
    there = game_at(server, here)
    assert phone.copy(key) == server.copy(key)
    assert server.copy(key)["nights"][0]["place"] == place
    for each, fields in (("entries", ("key", "created_at")), ("changes", ("key", "entry"))):
        assert [[one[field] for field in fields] for one in there[each]] == [
            [one[field] for field in fields] for one in before[each]
        ]
    for each in ("totals", "finished", "winners", "first_dealer", "dealer", "sits_out", "options"):
        assert there[each] == before[each]
    assert [name for _key, name in there["seats"]] == [name for _key, name in before["seats"]]


@pytest.mark.parametrize("meanwhile", ["others are seated", "it is deleted", "another is started"])
def test_a_game_played_again_alone_is_the_same_on_the_server_whatever_was_done_there(joined, meanwhile):
    server, phone, other, key, token = joined
    here = f"/g/{key}/m/{begin(phone, key, 'Anna', 'Ben', game='other-game')}/"
    assert phone.do(f"{here}adjust/", {"key": "in-the-first-game", "seen": 0, "points-0": 3})
    assert phone.do(f"{here}close/", {})
    assert phone.exchange(server, key, token)
    other.join(server, token)
    again = {"after": here.strip("/").rpartition("/")[2]}
    if meanwhile == "others are seated":
        assert other.do(f"{here}reopen/", {})
        assert other.do(f"{here}seats/", {"seen": 1, "seat-0": keys_of_players(other, key)["Carla"]})
        assert other.do(f"{here}close/", {})
    elif meanwhile == "it is deleted":
        begin(other, key, "Carla", "Dirk", game="other-game")
        assert other.do(f"{here}delete/", {"sure": "yes"})
    else:
        assert other.do(f"/g/{key}/again/", again)
    assert other.exchange(server, key, token)
    assert phone.do(f"/g/{key}/again/", again)
    game = phone.copy(key)["games"][-1]
    played = f"/g/{key}/m/{game['key']}/"
    assert phone.do(f"{played}adjust/", {"key": "in-the-second-game", "seen": 0, "points-0": 5, "points-1": 2})
    assert phone.exchange(server, key, token)
    assert phone.waiting(key) == []
    found = game_at(server, played)
    assert (found["seats"], found["totals"], found["first_dealer"]) == (game["seats"], [5, 2], game["first_dealer"])


# Random histories


def some_step(chance: random.Random, phone: Phone, key: str, made: list[str]) -> str:
    """Send a random form on a phone. Return its key; "" if it was refused. Append the key of a new entry to `made`."""
    found = phone.copy(key)
    games = [each for each in found["games"] if not each["deleted_at"]]
    if not games or chance.random() < 0.1:
        seats = chance.sample(["Anna", "Ben", "Carla", "Dirk", f"Guest {chance.randint(1, 3)}"], 3)
        slug = chance.choice(["krimsutep", "beutelschneider"])
        fields = [("seat", name) for name in seats] + [("dealer", "random"), ("stake", "5")]
        return phone.do(f"/g/{key}/play/{slug}/", fields)
    game = chance.choice(games)
    here = f"/g/{key}/m/{game['key']}/"
    entries, standing = game["entries"], [each for each in game["changes"] if not each["undone_at"]]
    seen = max((each["number"] for each in entries), default=0)
    pick = chance.random()
    if pick < 0.45 or not entries:
        made.append(f"entry-{chance.getrandbits(60):x}")
        return phone.do(f"{here}adjust/", {"key": made[-1], "seen": seen, "points-0": chance.randint(-9, 9) or 1})
    entry = chance.choice(entries)
    at = f"{here}round/{entry['key']}/"
    if pick < 0.55:
        return phone.do(at, {"screen": "adjustment", "seen": entry["version"], "points-1": chance.randint(1, 9)})
    if pick < 0.65:
        return phone.do(f"{at}{'restore' if entry['removed_at'] else 'remove'}/", {})
    if pick < 0.75 and standing:
        return phone.do(f"{here}undo/", {"step": standing[-1]["key"]})
    if pick < 0.8:
        return phone.do(f"{here}{'reopen' if game['ended_early'] else 'close'}/", {})
    if pick < 0.85:
        who = chance.choice(found["players"])
        return phone.do(f"/g/{key}/people/{who['key']}/name/", {"name": f"{who['name'][:6]} {chance.randint(1, 9)}"})
    if pick < 0.9:
        night = chance.choice(found["nights"])
        return phone.do(f"/g/{key}/nights/{night['key']}/edit/", {"place": f"place {chance.randint(1, 9)}", "note": ""})
    if pick < 0.92:
        return phone.do(f"/g/{key}/people/", {"name": f"Guest {chance.randint(1, 3)}"})
    if pick < 0.94:
        payer, *others = chance.sample([each["key"] for each in found["players"]], 3)
        expense = {"payer": payer, "amount": "0.10", "currency": "EUR", "key": f"expense-{chance.getrandbits(60):x}"}
        people = [("people", each) for each in (payer, *others)]
        return phone.do(f"/g/{key}/money/expenses/enter/", [*expense.items(), *people])
    if pick < 0.96:
        payer, receiver = chance.sample([each["name"] for each in found["players"]], 2)
        payment = {"payer": payer, "receiver": receiver, "amount": "0.01", "currency": "EUR"}
        return phone.do(f"/g/{key}/money/pay/", payment | {"key": f"payment-{chance.getrandbits(60):x}"})
    return phone.do(f"/g/{key}/seasons/", {"name": f"Season {chance.randint(1, 9)}", "first": "2026-01-01"})


@pytest.mark.parametrize("seed", range(*HISTORIES))
def test_random_histories(world, seed):
    """No form that a phone has accepted is lost, unless somebody has discarded it. No entry is stored twice.

    At the end, all phones have the same copy of the group as the server.
    """
    server, *phones = world
    chance = random.Random(seed)
    key, token = server.group()
    done: dict[Phone, set[str]] = {phone: set() for phone in phones}
    away: set[str] = set()
    for phone in phones:
        phone.join(server, token)

    def decide(phone: Phone) -> None:
        while held := [each for each in phone.waiting(key) if each["held"]]:
            answer = {"form": held[0]["key"], "do": chance.choice(["next", "away", "away"])}
            if chance.random() < 0.5:
                answer["rest"] = "yes"
            before = {each["key"] for each in phone.waiting(key)}
            phone.post(f"/g/{key}/exchange/decide/", answer)
            away.update(before - {each["key"] for each in phone.waiting(key)})
            if answer["do"] != "away":
                break

    made: list[str] = []
    for _ in range(chance.randint(5, 25)):
        phone = chance.choice(phones)
        pick = chance.random()
        if pick < 0.7:
            done[phone].add(some_step(chance, phone, key, made))
        elif pick < 0.9:
            phone.exchange(server, key, token, cut=chance.choice([-1, chance.randint(1, 4), chance.randint(1, 40)]))
        else:
            decide(phone)
    for phone in phones:
        for _ in range(200):
            phone.exchange(server, key, token)
            if not phone.waiting(key):
                break
            decide(phone)
        assert phone.waiting(key) == []
    for phone in phones:
        phone.exchange(server, key, token)
    there = server.copy(key)
    for phone in phones:
        assert phone.copy(key) == there
    forms = set().union(*done.values()) - {""}
    assert forms - away <= server.done(), "a form was lost"
    entries = [entry["key"] for game in there["games"] for entry in game["entries"]]
    assert len(entries) == len(set(entries)), "an entry is there twice"
    assert json.dumps(there)
