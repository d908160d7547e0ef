"""Exports and imports of a long history, while other people use the app."""

import re

import pytest
from django.conf import settings
from django.core.files.uploadedfile import SimpleUploadedFile
from django.urls import reverse

from games.kernel.problems import Problems
from games.score_file import games_of
from scorekeeper.exchange import score_files, working
from scorekeeper.exchange.models import Arrival
from scorekeeper.exchange.tests.test_exchange import a_game, empty, file_of  # noqa: F401
from scorekeeper.exchange.views import data
from scorekeeper.history import forgetting, projection
from scorekeeper.history.models import Ladder, Result, Tally
from scorekeeper.history.tests.test_history import checked
from scorekeeper.nights.models import Entry, Match, Night
from scorekeeper.nights.projections import catch_up
from scorekeeper.nights.signals import matches_added
from scorekeeper.people.models import Player
from scorekeeper.server.write_queue import write_transaction
from tests.fixtures import words
from tests.imports import finished, import_file

pytestmark = pytest.mark.slow

TOKEN = re.compile(r'value="\w{64}"|hx-ptag="[^"]*"')


class BrokenOff(Exception):
    pass


@pytest.fixture
def between_pieces():
    """Yield a function that takes a callback. The callback is called after each piece of an import is written."""
    receivers = []

    def connect(call):
        receivers.append(lambda **signal: call())
        matches_added.connect(receivers[-1], weak=False)

    yield connect
    for receiver in receivers:
        matches_added.disconnect(receiver)


@pytest.fixture
def games(monkeypatch):
    """Return six games, which are imported in three pieces."""
    monkeypatch.setattr(score_files, "GAMES_AT_ONCE", 2)
    more = {"ended": "early", "options": {"stake": 5}}
    more["rounds"] = [{"kind": "adjustment", "points": {"Anna": 5, "Ben": -5}}]
    return [a_game(id=f"game {number}", played_at=f"2026-0{number + 1}-01T20:00:00Z", **more) for number in range(6)]


def test_two_files_of_a_long_history_are_written_at_a_time(cast, monkeypatch):
    monkeypatch.setattr(data, "MANY_GAMES", 0)
    phone, path = cast.phone("viewer"), f"/g/{cast.group.key}/data/games.json"
    first, second = phone.get(path), phone.get(f"/g/{cast.group.key}/data/rounds.csv")
    third = phone.get(path)
    assert (third.status_code, third.headers["Retry-After"]) == (503, "10")
    assert phone.get(f"/g/{cast.group.key}/nights/{cast.match.night.key}/games.json").status_code == 200
    assert "Try again in ten seconds" in third.text
    assert first.getvalue().startswith(b"{")
    assert phone.get(path).getvalue() == phone.get(path).getvalue()
    second.getvalue()


def pages(phone, group) -> list[str]:
    found = [phone.get(f"/g/{group.key}/{page}") for page in ("nights/", "people/", "money/", "best/")]
    return [TOKEN.sub("", page.text.partition("<main")[2]) for page in found]


@pytest.mark.sqlite
def test_nobody_sees_a_part_of_an_import(empty, games, between_pieces):  # noqa: F811
    group, phone = empty
    before, seen = pages(phone, group), []
    between_pieces(lambda: seen.append(pages(phone, group)))
    assert import_file(phone, group, file_of(*games)).status_code == 200
    assert seen == [before] * 3
    assert all(now != then for now, then in zip(pages(phone, group), before, strict=True))
    assert Result.objects.filter(group=group).count() == 6 * 3
    assert checked().strip().endswith("0 wrong.")


def test_an_import_that_fails_leaves_nothing_and_says_so(empty, games, between_pieces):  # noqa: F811
    group, phone = empty
    pieces = []

    def fail():
        pieces.append(1)
        if len(pieces) == 2:
            raise BrokenOff

    between_pieces(fail)
    before = pages(phone, group)
    answer = import_file(phone, group, file_of(*games))
    assert "Something went wrong on the way" in answer.text
    assert pages(phone, group) == before
    assert not Match.objects.filter(night__group=group).exists()
    assert not Player.objects.filter(is_arriving=True).exists()
    assert "6" in import_file(phone, group, file_of(*games)).text
    assert Match.objects.filter(night__group=group).not_deleted().count() == Match.objects.count() == 6


def send(phone, group, games) -> str:
    """Begin an import and return the address of its page. If `settings.IMPORT_STEP` is 0, only the first piece is stored."""
    there = f"/g/{group.key}/data/import/"
    assert phone.post(there, {"file": SimpleUploadedFile("games.json", file_of(*games))}).status_code == 302
    return there


@pytest.mark.parametrize("pieces", range(1, 7))  # games come in the first three pieces, statistics in the later ones
def test_an_import_whose_server_ends_goes_on_when_somebody_looks(empty, games, monkeypatch, pieces):  # noqa: F811
    """The server stops after some pieces of the import. Later, each game is there exactly once."""
    group, phone = empty
    before = pages(phone, group)
    with monkeypatch.context() as slow:
        slow.setattr(settings, "IMPORT_STEP", 0)
        there = send(phone, group, games)
        for _ in range(pieces - 1):
            phone.post(f"{there}go-on/")
        working._begun.clear()  # as if the server had restarted
    if pieces <= 3:
        assert pages(phone, group) == before
    assert "Your games are coming in" in phone.get(there).text
    assert "Coming in:" in phone.get(f"/g/{group.key}/data/").text
    assert "Games imported 6" in words(finished(phone, group))
    assert Match.objects.filter(night__group=group).not_deleted().count() == Match.objects.count() == 6
    assert Result.objects.filter(group=group).count() == 6 * 3
    assert not Player.objects.filter(is_arriving=True).exists()
    assert checked().strip().endswith("0 wrong.")


def test_an_import_that_ends_its_server_again_and_again_is_given_up(empty, games, monkeypatch):  # noqa: F811
    group, phone = empty
    monkeypatch.setattr(settings, "IMPORT_STEP", 0)
    there = send(phone, group, games)
    for _ in range(Arrival.MOST_TRIES):
        working._begun.clear()
        phone.post(f"{there}go-on/")
    assert "Something went wrong on the way" in phone.get(there).text
    assert import_file(phone, group, file_of(games[0])).status_code == 200


def test_the_file_of_an_import_that_was_cut_off_can_be_brought_again(empty, games, monkeypatch):  # noqa: F811
    group, phone = empty
    with monkeypatch.context() as slow:
        slow.setattr(settings, "IMPORT_STEP", 0)
        send(phone, group, games)
        working._begun.clear()
    assert "Games imported 6" in words(import_file(phone, group, file_of(*games)))
    assert Match.objects.count() == 6


def test_how_far_an_import_is_shows_on_its_page(empty, games, monkeypatch):  # noqa: F811
    """If no thread runs the import, each POST from its page runs one step. After the last step, the POST redirects."""
    group, phone = empty
    monkeypatch.setattr(settings, "IMPORT_STEP", 0)
    there = send(phone, group, games)
    assert "Games: 2 of 6" in words(phone.get(there))
    assert 'hx-trigger="every 1s"' in phone.get(there).text
    look = phone.post(f"{there}go-on/", headers={"hx-request": "true"})
    assert "Games: 4 of 6" in words(look)
    assert "<html" not in look.text
    while "hx-redirect" not in look.headers:
        look = phone.post(f"{there}go-on/", headers={"hx-request": "true"})
    assert look.headers["hx-redirect"] == there
    assert "Games imported 6" in words(phone.get(there))


def test_whom_an_import_is_bringing_nobody_can_change_yet(empty, games, between_pieces):  # noqa: F811
    """Until the import is complete, its new players cannot be changed. A change would save their `is_arriving`."""
    group, phone = empty
    answers = []

    def hide():
        arriving = group.players.get(name="Anna")
        answers.append(phone.post(reverse("player_hide", args=[group.key, arriving.key])).status_code)

    between_pieces(hide)
    assert import_file(phone, group, file_of(*games)).status_code == 200
    assert answers == [404] * 3


def test_somebody_who_was_seated_under_the_name_of_an_import_that_broke_off_stays(empty, games):  # noqa: F811
    group, phone = empty
    assert import_file(phone, group, file_of(games[0])).status_code == 200
    group.players.filter(name="Anna").update(is_arriving=True)
    assert import_file(phone, group, file_of(games[1])).status_code == 200
    assert {player.name for player in group.players.on_the_pad()} >= {"Anna", "Ben"}


def test_games_of_a_night_that_is_here_become_part_of_it(empty, games):  # noqa: F811
    group, phone = empty
    for game in (games[0], games[0] | {"id": "later", "played_at": "2026-01-01T22:00:00Z"}):
        assert import_file(phone, group, file_of(game)).status_code == 200
    night = Night.objects.get()
    assert night.matches.count() == 2
    assert night.ledger.count() == 2 * night.ledger.filter(match__file_id="later").count() > 0


def test_a_game_that_is_changed_at_once_counts_as_it_is_then(empty, games, monkeypatch):  # noqa: F811
    """As soon as the games are visible, phones can change them. Their statistics are added up only later."""
    group, phone = empty
    send = score_files.import_ended.send

    def after_a_change(sender, **signal):
        first, second, third = Match.objects.order_by("pk")[:3]
        first.reopen("Anna")
        second.exclude_from_statistics("Anna")
        third.correct(third.active[0], {"kind": "adjustment", "points": {"Ben": 9}}, 1, "Anna")
        return send(sender, **signal)

    monkeypatch.setattr(score_files.import_ended, "send", after_a_change)
    import_file(phone, group, file_of(*games))
    assert Result.objects.filter(group=group).count() == 4 * 3
    assert checked().strip().endswith("0 wrong.")


COUNTING = {"add_up_month": Tally, "add_up_all_time": Tally, "recalculate": Ladder, "_add": projection}


@pytest.mark.parametrize(
    ("what", "call"),
    [("add_up_month", 1), ("add_up_month", 2), ("add_up_all_time", 1), ("recalculate", 1), ("_add", 2)],
)
@pytest.mark.parametrize("meanwhile", [True, False])
def test_what_an_import_fails_to_count_is_counted_at_the_next_start(empty, games, monkeypatch, what, call, meanwhile):  # noqa: F811
    """With `meanwhile`, somebody changes a game before the next start, which rebuilds the month's statistics."""
    group, phone = empty
    monkeypatch.setattr(projection, "MATCHES_AT_ONCE", 2)
    others = [game | {"game": "krimsutep", "options": {}, "id": f"other {game['id']}"} for game in games[:2]]
    import_file(phone, group, file_of(*games[2:]))
    calls, works = [], getattr(COUNTING[what], what)

    def fails_once(*given):
        calls.append(given)
        if len(calls) == call:
            raise OSError
        return works(*given)

    monkeypatch.setattr(COUNTING[what], what, fails_once)
    import_file(phone, group, file_of(*games[:2], *others))
    assert len(calls) == call
    assert Arrival.objects.get().state == Arrival.State.DONE
    if meanwhile:
        Match.objects.filter(game_slug="krimsutep").earliest("started_at").exclude_from_statistics("Anna")
    catch_up()
    assert not Ladder.objects.exclude(stale_from=None).exists()
    assert checked().strip().endswith("0 wrong.")


def test_a_second_import_is_told_to_wait(empty, games, between_pieces):  # noqa: F811
    group, phone = empty
    answers = []
    between_pieces(lambda: answers.append(import_file(phone, group, file_of(*games)).status_code))
    assert import_file(phone, group, file_of(*games)).status_code == 200
    assert answers == [503] * 3


@pytest.mark.parametrize(("written", "kept"), [("\\\\u0000", "\\u0000"), ("\\u0000", ""), ("\\\\\\u0000\\u0000", "\\")])
def test_no_text_of_a_file_has_a_nul(empty, written, kept):  # noqa: F811
    group, phone = empty
    content = file_of(a_game(note="WRITTEN")).replace(b"WRITTEN", written.encode())
    assert import_file(phone, group, content).status_code == 200
    assert group.nights.get().note == kept


@pytest.mark.parametrize("text", ['"format": "scorekeeper/1", "games": [], {}', '"format": "scorekeeper/1", {}, {}'])
def test_a_file_of_nothing_but_unknown_keys_is_told_no_more_than_enough(text):
    """The file has too many problems to report them all."""
    strange = ", ".join(f'"k{number}": 1' for number in range(3 * Problems.MOST))
    found = games_of("{" + text.replace("{}", strange) + "}", 1000).problems
    assert 1000 <= len(found) <= Problems.MOST


@pytest.mark.parametrize("pieces", [0, 1, 2, 3])
def test_an_import_ends_where_somebody_in_it_is_forgotten(
    empty,  # noqa: F811
    games,
    monkeypatch,
    django_capture_on_commit_callbacks,
    pieces,
):
    """A player is anonymised after some pieces of an import with this player's name.

    Before the third piece, the games are still hidden. The whole import is then deleted: the rest of its games would
    bring the name back. After the third piece, all games are visible. They stay, and the name in them is replaced.
    """
    group, phone = empty
    monkeypatch.setattr(settings, "IMPORT_STEP", 0)
    monkeypatch.setattr(working, "_begun", {})
    anna = Player.objects.create(group=group, name="Anna")
    there = send(phone, group, [{**game, "options": {}} for game in games])
    for _ in range(pieces):
        phone.post(f"{there}go-on/")
    with django_capture_on_commit_callbacks(execute=True), write_transaction(group):
        forgetting.forget(anna)
    arrived = Match.objects.filter(night__group=group).not_deleted().count()
    assert phone.get(there).status_code == 200
    assert not Arrival.objects.filter(group=group).exists()
    assert Match.objects.filter(night__group=group).count() == arrived
    assert not Player.objects.filter(is_arriving=True).exists()
    assert not group.players.filter(name="Anna").exists()
    assert not Entry.objects.filter(match__night__group=group, record__icontains="Anna").exists()
    assert "Games imported 1" in words(import_file(phone, group, file_of(a_game(players=["Ben", "Carla", "Dirk"]))))
