"""Games in which people come and go or the dealer sits out: in files, in copies and on all their pages."""

import json
import re
from collections import Counter
from io import StringIO
from itertools import chain, product
from random import Random
from typing import Any

import pytest
from django.core.management import call_command
from django.urls import reverse

from games.kernel.engine import Engine
from games.registry import all_games
from scorekeeper.exchange import exporting
from scorekeeper.exchange.score_files import import_games, unfit
from scorekeeper.history.models import Result
from scorekeeper.money.models import LedgerRow
from scorekeeper.nights.models import Match, Night, Refused
from scorekeeper.people.models import Group
from tests.drawn import drawn
from tests.fixtures import words
from tests.play import group as people_playing

pytestmark = pytest.mark.slow

NAMES = ("Anna", "Ben", "Carla", "Dora")


def game_file(slug: str, *, sits_out: bool = False, over: bool = False) -> dict[str, Any]:
    """Return a game with a round, a takeover, a manual adjustment, and an entry for the number of last rounds.

    `sits_out`: whether the dealer sits out. `over`: whether the game was ended early.
    """
    chance = Random(slug)
    game = all_games()[slug]
    seats = 4 if 4 in game.seats else max(game.seats)
    goal = {"target": game.options.rules()["target"].high} if "target" in game.options.rules() else {}
    them = people_playing(game, seats, chance, stake=10, **goal)
    players = (*them.players, "Zoe") if sits_out else them.players
    file = them.file(played_at="2026-03-01T20:15:00Z", id=f"{slug}-{sits_out}-{over}")
    file.pop("format")
    file |= {"players": list(players), "first_dealer": players[-1]}
    if sits_out:
        file["sits_out"] = "dealer"
    names = {"Anna": "Ida"}
    now = [names.get(each, each) for each in players]
    table = game.table(tuple(players), them.table.options, sits_out=sits_out)
    engine = Engine(game, table, players[-1])
    rounds: list[dict[str, Any]] = [
        a_round(engine, them),
        {"kind": "seats", "players": now, "replaced": {"Ida": "Anna"}},
        {"kind": "adjustment", "points": {"Ida": 5, now[1]: -5}},
        {"kind": "last_rounds", "rounds": 3},
    ]
    file["rounds"] = rounds
    if over:
        file["ended"] = "early"
    return file


def a_round(engine: Engine, them: Any) -> dict[str, Any]:
    leader = engine.coming.leader
    playing = engine.table.players
    names = dict(zip(them.players, playing, strict=True))
    dealer = next(each for each, here in names.items() if here == engine.table.players[playing.index(leader) - 1])
    [record, *_] = them.round(dealer).noted.values()
    text = json.dumps(record, ensure_ascii=False)
    for number, name in enumerate(them.players):
        text = text.replace(f'"{name}"', f'"{number}\\n"')
    for number, name in enumerate(them.players):
        text = text.replace(f'"{number}\\n"', json.dumps(names[name], ensure_ascii=False))
    return dict(json.loads(text))


def files() -> list[dict[str, Any]]:
    found = []
    for slug, game in all_games().items():
        if game.team_count(game.options()):
            continue  # these play to the end together
        seats = 4 if 4 in game.seats else max(game.seats)
        for over in (False, True):
            found.append(game_file(slug, over=over))
            if game.lets_dealer_sit_out(seats, game.options()):
                found.append(game_file(slug, sits_out=True, over=over))
    return found


@pytest.fixture
def matches(cast) -> list[Match]:
    """Import the games of `files()` into the group, and return them."""
    games = files()
    assert not unfit(list(enumerate(games)), cast.group)
    assert import_games(cast.group, enumerate(games), "Sam").new == len(games)
    known = {match.file_id: match for match in Match.objects.filter(night__group=cast.group)}
    return [known[game["id"]] for game in games]


def test_what_goes_out_comes_in_as_it_was(cast, matches) -> None:
    """A file has the starters, whether dealers sit out, and all entries. Import and export change nothing in it."""
    written = json.loads("".join(exporting.export(matches)))["games"]
    for game, match, file in zip(written, matches, files(), strict=True):
        assert {key: game.get(key) for key in ("players", "sits_out", "ended")} == {
            key: file.get(key) for key in ("players", "sits_out", "ended")
        }
        assert [each["kind"] for each in game["rounds"]] == [each["kind"] for each in file["rounds"]]
        assert [seat.name for seat in match.seated] == [*file["players"], "Ida"]
        assert [seat.from_start for seat in match.seated] == [True] * len(file["players"]) + [False]
    result = import_games(cast.group, enumerate(written), "Sam")
    assert (result.new, result.known) == (0, len(written))
    other = Group.objects.create(name="Others")
    import_games(other, enumerate(written), "Sam")
    again = json.loads("".join(exporting.export(exporting.matches_of(other))))["games"]
    assert {game["id"]: game for game in again} == {game["id"]: game for game in written}


def test_everything_that_is_stored_is_what_the_records_give(cast, matches) -> None:
    said = StringIO()
    call_command("rescore", "--check", stdout=said)
    assert "0 wrong" in said.getvalue()
    for match in matches:
        assert sum(row.amount for row in LedgerRow.objects.filter(match=match)) == 0
        results = {each.seat.name: each for each in Result.objects.filter(match=match).select_related("seat")}
        if match.finished:
            placed = {name for name, each in results.items() if each.place is not None}
            assert placed == set(match.course.engine.seating.players)
            played = [row.table.players for row in match.course.rows if row.number and row.score]
            assert {name: each.rounds for name, each in results.items() if each.rounds} == Counter(chain(*played))
            assert all(each.rounds for name, each in results.items() if name not in placed)


PAGES = (
    *("table", "display", "enter", "adjust", "deal", "options", "changes", "export", "game_file", "print"),
    *("phones", "piles", "match_rules", "count", "referee", "match_delete"),
)


def test_every_page_of_theirs_opens(cast, matches) -> None:
    """Each page opens, redirects, or answers 404 if the game has no such page. No page fails."""
    phone = cast.phone("owner")
    for name, match in drawn([*product(PAGES, matches)], "theirs"):
        answer = phone.get(reverse(name, args=[cast.group.key, match.key]))
        assert answer.status_code in (200, 302, 404), (match, name)
        if name == "table":
            assert answer.status_code == 200
            assert "Ida takes over from Anna" in phone.get(match.get_absolute_url() + "?open=2").text


def test_their_rounds_open_to_be_corrected_and_their_nights_and_players(cast, matches) -> None:
    phone = cast.phone("owner")
    for match in matches:
        for entry in drawn(match.all_entries, match.file_id):
            answer = phone.get(reverse("correct", args=[cast.group.key, match.key, entry.key]))
            assert answer.status_code in (200, 302, 404)
    for night in cast.group.nights.all():
        assert phone.get(reverse("night", args=[cast.group.key, night.key])).status_code == 200
    for player in cast.group.players.all():
        assert phone.get(reverse("player", args=[cast.group.key, player.key])).status_code == 200
        assert phone.get(reverse("money_why", args=[cast.group.key, player.key])).status_code in (200, 302, 404)


# Entries sent as records


def test_nobody_sits_at_a_table_twice_under_two_names(cast) -> None:
    match = cast.start("other-game", NAMES[:2])
    anna = cast.group.players.named("Anna")
    cast.group.players.create(name="Annie", merged_into=anna)
    for name in ("Annie", "\u200b"):
        with pytest.raises(Refused):
            match.enter({"kind": "seats", "players": ["Anna", "Ben", name]}, 0, "Sam")
    assert not match.entries.exists()
    file = {
        "game": "other-game",
        "players": ["Anna", "Ben"],
        "rounds": [{"kind": "seats", "players": ["Annie", "Ben"], "replaced": {"Annie": "Anna"}}],
    }
    [problem] = unfit([(0, file)], cast.group)
    assert (problem.round, problem.problem.field, problem.problem.code) == (0, "players.0", "same_name")


# Entries after a change of seats


def with_change(cast, players: list[str], *, sits_out: bool = False, slug: str = "other-game", **change: Any) -> Match:
    """Start a game for money with all of NAMES. Enter a round, then a change of seats; return the game."""
    match = Match.start(
        Night.tonight(cast.group),
        slug,
        [cast.group.players.get_or_create(name=name)[0] for name in NAMES],
        {"stake": 10},
        0,
        sits_out=sits_out,
    )
    playing = [name for name in NAMES if not sits_out or name != "Anna"]
    points = dict(zip(playing, (9, 7, 5, 3), strict=False))
    match.enter({"kind": "points", "points": points}, 0, "Sam", key="round-one")
    match = Match.objects.get(pk=match.pk)
    match.enter({"kind": "seats", "players": players, **change}, 1, "Sam", key="a-change")
    return Match.objects.get(pk=match.pk)


def form_of(answer) -> dict[str, str]:
    """Return the fields of a round's form with their values, without checkboxes and radio buttons."""
    form = re.search(r'<form[^>]*id="entry".*?</form>', answer.text, re.DOTALL)[0]
    found = {}
    for tag in re.findall(r"<input[^>]*>", form):
        at = dict(re.findall(r'([\w-]+)="([^"]*)"', tag))
        if at.get("type") not in ("checkbox", "radio") and "name" in at:
            found[at["name"]] = at.get("value", "")
    return found


def test_an_old_round_is_corrected_by_those_who_played_it(cast) -> None:
    match = with_change(cast, ["Ida", "Ben", "Carla"], replaced={"Ida": "Anna"})
    phone, entry = cast.phone("scorer"), match.all_entries[0]
    url = reverse("correct", args=[cast.group.key, match.key, entry.key])
    form = form_of(phone.get(url))
    assert {name: value for name, value in form.items() if name.startswith("points-")} == {
        "points-0": "9",
        "points-1": "7",
        "points-2": "5",
        "points-3": "3",
    }
    shown = phone.post(reverse("preview", args=[cast.group.key, match.key]), {**form, "points-0": "8", "entry": 1})
    assert "Anna" in shown.text
    assert phone.post(url, {**form, "points-0": "8"}).status_code == 302
    entry.refresh_from_db()
    assert entry.record["points"] == {"Anna": 8, "Ben": 7, "Carla": 5, "Dora": 3}
    form = form_of(phone.get(reverse("enter", args=[cast.group.key, match.key])))
    assert [name for name in form if name.startswith("points-")] == ["points-4", "points-1", "points-2"]


def test_an_old_round_can_become_another_kind_of_round_that_its_players_had(cast) -> None:
    three = [cast.group.players.get_or_create(name=name)[0] for name in NAMES[:3]]
    match = Match.start(Night.tonight(cast.group), "bettler-und-diebe", three, {}, 0)
    entry = match.enter({"kind": "pot", "taker": "Anna", "points": 70}, 0, "Sam")
    match.enter({"kind": "seats", "players": ["Anna", "Ben"]}, 1, "Sam")
    url = reverse("correct", args=[cast.group.key, match.key, entry.key])
    page = cast.phone("scorer").get(url)
    assert [each.code for each in page.context["kinds"]] == ["pot", "ramsch"]
    assert cast.phone("scorer").get(url, {"as": "ramsch"}).context["screen"].code == "ramsch"


@pytest.mark.parametrize("sits_out", [False, True])
def test_everybody_who_plays_types_their_own_part_and_nobody_else(cast, sits_out) -> None:
    """If a player has left or sits out, the page for their part of the round redirects to the pad.

    For a seat that does not exist, the status is 404.
    """
    change = {} if sits_out else {"replaced": {"Ida": "Anna"}}
    match = with_change(cast, [*NAMES] if sits_out else ["Ida", "Ben", "Dora"], sits_out=sits_out, **change)
    phone, where = cast.phone("scorer"), [cast.group.key, match.key]
    playing = [0, 2, 3] if sits_out else [4, 1, 3]
    for seat in range(5):
        opened = phone.get(reverse("pile", args=[*where, seat]))
        elsewhere = 302 if seat < len(match.seated) else 404
        assert opened.status_code == (200 if seat in playing else elsewhere), seat
    for typed, seat in enumerate(playing, 1):
        page = phone.get(reverse("piles", args=where))
        if typed > 1:
            assert f"{typed - 1} of 3" in words(page.text)
        opened = phone.get(reverse("pile", args=[*where, seat])).context
        part = {"screen": opened["screen"].code, "seen": opened["seen"], "last": opened["last_seen"]}
        if typed == 3:
            refused = phone.post(reverse("update_piles", args=where), {"do": "save", **shown(match)})
            assert refused.status_code == 422
        assert phone.post(reverse("pile", args=[*where, seat]), {**part, f"points-{seat}": typed}).status_code == 302
    match = Match.objects.get(pk=match.pk)
    points = match.course.rows[-1].record["points"]
    assert points == ({"Anna": 1, "Carla": 2, "Dora": 3} if sits_out else {"Ida": 1, "Ben": 2, "Dora": 3})


def shown(match: Match) -> dict[str, Any]:
    draft = Match.objects.get(pk=match.pk).draft
    return {"key": draft.entry_key, "seen": draft.version, "last": draft.match.last_number}


def test_after_a_change_is_undone_the_pad_knows_what_everybody_gets(cast) -> None:
    """If a player's joining is undone, the player keeps a seat with a balance of 0. All pages still open."""
    match = cast.start("rufmariasch", NAMES, stake=10)
    match.enter({"kind": "adjustment", "points": {"Anna": 3, "Ben": -3}}, 0, "Sam")
    match = Match.objects.get(pk=match.pk)
    change = {"kind": "seats", "players": ["Ida", "Ben", "Carla", "Dora"], "replaced": {"Ida": "Anna"}}
    match.enter(change, 1, "Sam", key="a-change")
    Match.objects.get(pk=match.pk).undo("Sam")
    for name in ("table", "display", "changes", "export"):
        assert cast.phone("scorer").get(reverse(name, args=[cast.group.key, match.key])).status_code in (200, 302)
    assert Match.objects.get(pk=match.pk).course.engine.balances["Ida"] == 0


def test_a_round_that_was_made_of_parts_elsewhere_is_entered_under_the_names_of_here(cast) -> None:
    """A phone that was offline can send a player's old name. The server stores the round with the new name."""
    match = with_change(cast, ["Ida", "Ben", "Carla"], replaced={"Ida": "Anna"})
    cast.group.players.named("Ida").rename("Idun")
    record = {"kind": "points", "points": {"Ida": 4, "Ben": 2, "Carla": 0}}
    sent = {"record": json.dumps(record), "seat": [*NAMES, "Ida"], "key": "made-of-parts-1", "seen": 2}
    answer = cast.phone("scorer").post(reverse("enter", args=[cast.group.key, match.key]), sent)
    assert answer.status_code == 302
    match = Match.objects.get(pk=match.pk)
    assert match.course.rows[-1].record["points"] == {"Idun": 4, "Ben": 2, "Carla": 0}
    assert match.course.engine.standing == {"Idun": 13, "Ben": 9, "Carla": 5}
