"""Export and import: score files, spreadsheets, BG Stats, paper."""

import csv
import io
import json
import random
from datetime import UTC, datetime, timedelta

import pytest
from django.core.management import call_command
from django.utils import timezone

from games.kernel.problems import Problems
from games.registry import all_games
from games.score_file import games_of, score_text
from scorekeeper.history.tests.test_history import checked
from scorekeeper.nights.models import Match, Night
from scorekeeper.people.models import Group, Player, User
from tests.fixtures import flat, make_phone, words
from tests.imports import import_file
from tests.play import group as people_playing
from tests.play.group import NAMES

pytestmark = pytest.mark.slow


def play_nights(group: Group, chance: random.Random, nights: int) -> None:
    """Play random nights of random games, with house rules, notes, removed rounds and games ended early."""
    players = [Player.objects.get_or_create(group=group, name=name)[0] for name in NAMES]
    began = datetime(2026, 3, 1, 19, 30, 12, 345678, tzinfo=UTC)
    for number in range(nights):
        began += timedelta(days=chance.randint(2, 9))
        night = Night.objects.create(
            group=group,
            started_at=began,
            place=chance.choice(["", "At Ben’s", "Küche"]),
            note=chance.choice(["", 'Late,\nand "loud"', "=1+1"]),
        )
        for game in range(chance.randint(1, 3)):
            play_one(night, chance, players, began + timedelta(hours=game), f"{number}-{game}")


def play_one(night: Night, chance: random.Random, players: list[Player], began: datetime, key: str) -> Match:
    slug = chance.choice(list(all_games()))
    game = all_games()[slug]
    seats = chance.choice(list(game.seats))
    them = people_playing(game, seats, chance, **({"stake": 10} if chance.random() < 0.4 else {}))
    match = Match.start(night, slug, players[:seats], them.options, chance.randrange(seats))
    Match.objects.filter(pk=match.pk).update(started_at=began)
    for _number in range(chance.randint(0, 5)):
        match = Match.objects.get(pk=match.pk)
        if match.finished:
            break
        dealer = match.course.engine.next_dealer
        noted = them.after(match.course.rounds_played).round(dealer).noted
        record = dict(chance.choice(list(noted.values())))
        if chance.random() < 0.2:
            record["note"] = "an odd one"
        match.enter(record, match.last_number, "Sam")
    match = Match.objects.get(pk=match.pk)
    if match.all_entries and chance.random() < 0.3:
        match.remove(chance.choice(match.all_entries), "Sam")
    elif not match.finished and chance.random() < 0.3:
        match.close("Sam")
    return match


def exported(phone, group: Group) -> bytes:
    return phone.get(f"/g/{group.key}/data/games.json").getvalue()


@pytest.fixture
def empty(db):
    """Return an empty group and its owner's phone, as they could be on another server."""
    olga = User.objects.create_user("Olga")
    return Group.create_with_owner("Empty", olga), make_phone(olga)


@pytest.mark.parametrize("seed", range(4))
def test_what_is_exported_comes_in_and_exports_identically(cast, empty, seed):
    Night.objects.all().delete()
    play_nights(cast.group, random.Random(seed), 5)
    first = exported(cast.phone("owner"), cast.group)
    assert not score_text(first).problems
    group, phone = empty
    answer = import_file(phone, group, first)
    assert answer.status_code == 200
    assert "Games imported" in answer.text
    assert exported(phone, group) == first
    for ours, theirs in zip(matches(cast.group), matches(group), strict=True):
        assert (ours.totals, ours.finished, ours.winners) == (theirs.totals, theirs.finished, theirs.winners)
    assert group.nights.count() == cast.group.nights.filter(matches__isnull=False).distinct().count()


def matches(group: Group):
    return Match.objects.filter(night__group=group).order_by("started_at")


def test_nothing_comes_in_twice(cast, empty):
    Night.objects.all().delete()
    play_nights(cast.group, random.Random(9), 3)
    group, phone = empty
    text = exported(cast.phone("owner"), cast.group)
    import_file(phone, group, text)
    before = Match.objects.filter(night__group=group).count()
    answer = import_file(phone, group, text)
    assert "Here already" in answer.text
    assert f"<span>Here already</span><b>{before}</b>" in flat(answer)
    assert Match.objects.filter(night__group=group).count() == before
    # The group that exported the file has all its games, too.
    assert "Here already" in import_file(cast.phone("owner"), cast.group, text).text


@pytest.mark.parametrize("deleted", ["the game", "the night"])
def test_a_deleted_game_is_restored_and_comes_in_once_it_no_longer_can_be(cast, deleted):
    phone, match = cast.phone("owner"), cast.match
    text = exported(phone, cast.group)
    rows = Match.objects.filter(pk=match.pk) if deleted == "the game" else Night.objects.filter(pk=match.night_id)
    rows.update(deleted_at=timezone.now())
    answer = import_file(phone, cast.group, text)
    assert "Here already" not in answer.text
    assert "Deleted here. You can restore them: 1" in words(answer)
    place = cast.match.night.get_absolute_url() if deleted == "the game" else f"/g/{cast.group.key}/nights/"
    assert f'<li><a href="{place}">' in flat(answer)
    assert "Restore" in phone.get(place).text
    rows.update(deleted_at=timezone.now() - Night.KEPT_DELETED)
    for come_in, said in (
        ("Games imported</span><b>1</b>", "Deleted here"),
        ("Here already</span><b>1</b>", "Deleted"),
    ):
        answer = import_file(phone, cast.group, text)
        assert come_in in flat(answer)
        assert said not in answer.text
    assert Match.objects.not_deleted().filter(night__group=cast.group).count() == 1


def test_a_game_changed_since_stays_as_it_is_here(cast, empty):
    text = exported(cast.phone("owner"), cast.group)
    group, phone = empty
    import_file(phone, group, text)
    Match.objects.get(night__group=group).close("Olga")
    here = exported(phone, group)
    assert "Here already" in import_file(phone, group, text).text
    assert exported(phone, group) == here


def test_what_counts_nothing_is_in_no_file(cast):
    """An export has no removed rounds. If new house rules end the game earlier, it has no rounds after this end."""
    for number, name in enumerate(("Ben", "Carla", "Dirk"), 1):
        cast.match.enter({"kind": "adjustment", "points": {name: 30}}, number, "Sam")
    cast.match.change_options({"target": 30}, "Sam")
    cast.match.remove(cast.match.all_entries[3], "Sam")
    cast.match.remove(cast.match.all_entries[0], "Sam")
    (game,) = json.loads(exported(cast.phone("owner"), cast.group))["games"]
    assert [record["points"] for record in game["rounds"]] == [{"Ben": 30}]


def a_game(**more) -> dict:
    return {"game": "beutelschneider", "players": ["Anna", "Ben", "Carla"], "rounds": [], **more}


def file_of(*games: dict) -> bytes:
    return json.dumps({"format": "scorekeeper/1", "games": games}).encode()


@pytest.mark.parametrize(
    ("text", "said"),
    [
        (b"{", "This isn’t a score file: no JSON"),
        (b"\xff", "no text in UTF-8"),
        (b"[" * 100_000, "nested too deeply"),
        (file_of(a_game(players=["Anna", "anna", "Ben"])), "are the same name"),
        (file_of(a_game(players=["Anna", "An\u200bna", "Ben"])), "are the same name"),
        (file_of(a_game(players=["\u200b", "Anna", "Ben"])), "a name has 1 to 40 characters"),
        (file_of(a_game(place="x" * 81)), "at most 80 characters"),
        (file_of(a_game(id="x" * 201)), "at most 200 characters"),
        (file_of(a_game(rounds=[{"kind": "snear"}])), "snear isn’t possible here"),
        (file_of(a_game(rounds=[{"kind": "snear"}] * 2)), "Game 1, round 2, kind"),
        (file_of(a_game(players=["", "Ben", "Carla"])), "Game 1, player 1"),
    ],
    ids=lambda value: repr(value[:20]),
)
def test_a_broken_file_changes_nothing_and_says_why(empty, text, said):
    group, phone = empty
    whole = file_of(a_game(id="a good one"))
    answer = import_file(phone, group, text)
    assert answer.status_code == 422
    assert "Nothing was imported" in answer.text
    assert said in flat(answer)
    assert not group.nights.exists()
    assert not group.players.exists()
    assert import_file(phone, group, whole).status_code == 200


@pytest.mark.parametrize(
    ("bad", "said"),
    [
        (a_game(id="good", place="elsewhere"), "Games 1 and 2 of the file have the same id but are not the same."),
        (a_game(rounds=[{"kind": "snear"}]), "snear isn’t possible here"),
        (a_game(players=["Anna", "anna", "Ben"]), "are the same name"),
        (a_game(players=["Anna", "An\u200bna", "Ben"]), "are the same name"),
        (a_game(place="x" * 81), "at most 80 characters"),
        (a_game(played_at="1066-10-14T09:00:00Z"), "isn’t a time"),
        (a_game(game="chess"), "There is no game"),
        ("no game", "an object belongs here"),
    ],
    ids=lambda value: repr(value)[:20],
)
def test_a_game_that_cannot_be_kept_stays_out_and_the_others_come(empty, bad, said):
    group, phone = empty
    answer = import_file(phone, group, file_of(a_game(id="good"), bad, a_game(id="later")))
    assert "Games imported 2" in words(answer)
    assert "Games that stayed out 1" in words(answer)
    assert said in words(answer)
    assert {match.file_id for match in matches(group)} == {"good", "later"}
    assert said not in words(phone.get(f"/g/{group.key}/data/import/")), "it is told once"


def test_a_file_of_more_than_500_games_is_for_the_command(empty, tmp_path, capsys):
    group, phone = empty
    text = file_of(*[a_game(id=f"game {number}") for number in range(501)], a_game(place="x" * 81))
    answer = import_file(phone, group, text)
    assert (answer.status_code, group.nights.count()) == (422, 0)
    assert "The file has 502 games. At most 500 can come at once." in words(answer)
    file = tmp_path / "games.json"
    file.write_bytes(text)
    call_command("import_games", str(file), group.key)
    told = capsys.readouterr()
    assert "502 of 502" in told.err
    assert "Game 502: " in told.err
    assert "Imported: 200. Left out: 302." in told.out  # a night has room for 200
    assert checked().strip().endswith("0 wrong.")


def test_an_import_that_fails_leaves_nothing(empty, monkeypatch):
    group, phone = empty
    monkeypatch.setattr("scorekeeper.history.projection.rate_again", None)
    adjusted = {"ended": "early", "rounds": [{"kind": "adjustment", "points": {"Anna": 5}}]}
    with pytest.raises(TypeError):
        import_file(phone, group, file_of(a_game(**adjusted)))
    assert not group.nights.exists()
    assert not group.players.exists()


@pytest.mark.parametrize("text", ['"format": "scorekeeper/1", "games": [], {}', '"format": "scorekeeper/1", {}, {}'])
def test_a_file_of_nothing_but_unknown_keys_is_told_no_more_than_enough(text):
    strange = ", ".join(f'"k{number}": 1' for number in range(3 * Problems.MOST))
    found = games_of("{" + text.replace("{}", strange) + "}", 1000).problems
    assert 1000 <= len(found) <= Problems.MOST


# Spreadsheets


def table(phone, group: Group, language: str) -> str:
    return phone.get(f"/g/{group.key}/data/rounds.csv", headers={"accept-language": language}).getvalue().decode()


def test_a_spreadsheet_reads_it_in_both_languages(cast):
    Night.objects.all().delete()
    match = cast.start("rufmariasch", ("Anna", "Ben", "Zoë", "李"), stake=25)
    match.enter({"kind": "adjustment", "points": {"Anna": 2, "Zoë": -2}}, 0, "Sam")
    phone = cast.phone("viewer")
    english = list(csv.DictReader(io.StringIO(table(phone, cast.group, "en").removeprefix("\ufeff"))))
    german = list(csv.DictReader(io.StringIO(table(phone, cast.group, "de").removeprefix("\ufeff")), delimiter=";"))
    assert [(row["Player"], row["Points"], row["Money"]) for row in english] == [
        ("Anna", "2", "0.50"),
        ("Ben", "0", "0.00"),
        ("Zoë", "-2", "-0.50"),
        ("李", "0", "0.00"),
    ]
    assert [row["Geld"] for row in german] == ["0,50", "0,00", "-0,50", "0,00"]
    assert table(phone, cast.group, "en").startswith("\ufeff")


@pytest.mark.parametrize("text", ["=1+1", "+1", "-1+1", "@SUM(A1)", "\t=1", "\uff1d1"])
def test_no_text_becomes_a_formula(cast, text):
    cast.match.enter({"kind": "adjustment", "points": {"Ben": -5}, "note": text}, 1, "Sam")
    rows = list(csv.DictReader(io.StringIO(table(cast.phone("owner"), cast.group, "en").removeprefix("\ufeff"))))
    assert {row["Note"] for row in rows} == {"", f"'{text}"}
    assert "-5" in {row["Points"] for row in rows}, "a number stays a number"


# Data derived from imported games
