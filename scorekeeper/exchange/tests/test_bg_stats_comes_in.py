"""The import of a file that BG Stats has exported."""

from pathlib import Path

from games import other_game
from games.kernel.words import without_isolates
from scorekeeper.exchange.tests.test_exchange import empty, matches  # noqa: F401
from scorekeeper.history.tests.test_history import checked
from scorekeeper.people.models import Player
from tests.fixtures import words
from tests.imports import import_file

EXPORT = Path(other_game.__file__).parent / "tests" / "BGStatsExport.json"


def test_an_export_of_bg_stats_comes_in_once(empty):  # noqa: F811
    """People, places and plays are imported once. A play that cannot be imported is listed with its game and day."""
    group, phone = empty
    for new in (4, 0):
        told = without_isolates(words(import_file(phone, group, EXPORT.read_bytes())))
        assert f"Games imported {new}" in told
        assert "Games that stayed out 7" in told
        assert "They all won together. Leuchtturm in Not, 8 Mar 2024" in told
    assert {player.name for player in group.players.all()} == {"Rike", "Tom", "Jule", "Malte"}
    assert {night.place for night in group.nights.all()} == {"Bei Rike", "Vereinsheim"}
    first, second, third, fourth = matches(group)
    assert (first.title.text("en"), first.totals, first.finished, first.winners) == (
        "Flussfahrt",
        [57, 41, 48],
        True,
        [0],
    )
    assert (second.totals, second.winners) == ([23, -4, 11], [1])
    assert third.winners == [1]
    assert fourth.winners == [0, 2]
    assert "Zum ersten Mal mit der Brücke." in phone.get(first.get_absolute_url()).text
    assert checked().strip().endswith("0 wrong.")


def test_a_game_that_only_this_group_cannot_keep_is_told_by_its_game_and_its_day_too(empty):  # noqa: F811
    """If two players of a play were merged in this group, the play is refused, and listed with its game and day."""
    group, phone = empty
    rike = Player.objects.create(group=group, name="Rike")
    Player.objects.create(group=group, name="Tom", merged_into=rike)
    asked = without_isolates(words(import_file(phone, group, EXPORT.read_bytes())))
    assert "Rike and Tom are the same name. Flussfahrt, 8 Mar 2024 Sternenstaub, 13 Jul 2024" in asked
