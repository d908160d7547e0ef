"""A player's sign: its choice for a new player, its stability, and equal signs at one table."""

import pytest
from django.urls import reverse

from scorekeeper.nights.models import Match, Night
from scorekeeper.people.models import Player
from scorekeeper.people.signs import LOOKS, free_letters, signs

pytestmark = pytest.mark.sqlite  # other tests make the same queries on PostgreSQL


@pytest.mark.parametrize(
    ("names", "letters"),
    [
        (["Anna", "Ben"], ["A", "B"]),
        (["Ben", "Bernd", "Bea"], ["B", "Br", "Ba"]),
        (["Anna", "Anna Maria"], ["A", "AM"]),
        (["Karl", "Karl-Heinz", "McKay", "MacKay"], ["K", "KH", "M", "MK"]),
        (["Li", "Li Li", "L"], ["L", "LL", "L2"]),
        (["émile", "Ännchen"], ["É", "Ä"]),
        (["🎲 Otto", "!?", ""], ["O", "!", "?"]),
    ],
)
def test_letters_tell_people_apart(names, letters):
    taken = []
    for name in names:
        taken.append((free_letters(name, taken), name))
    assert [each for each, _name in taken] == letters


def sign(player: Player) -> tuple[int, int, str]:
    player.refresh_from_db()
    return player.colour, player.shape, player.letters


def page(player: Player) -> str:
    return reverse("player_sign", args=[player.group.key, player.key])


def test_it_can_be_changed_and_follows_to_every_page(cast):
    scorer = cast.phone("scorer")
    group, match = cast.group.key, cast.match
    assert scorer.post(page(cast.player), {"colour": 7, "shape": 2, "letters": "Be"}).status_code == 302
    shown = '<span class="who p7 s2'
    for name, args in (
        ("people", [group]),
        ("player", [group, cast.player.key]),
        ("group", [group]),
        ("table", [group, match.key]),
        ("display", [group, match.key]),
        ("enter", [group, match.key]),
        ("night", [group, match.night.key]),
        ("play_game", [group, "rufmariasch"]),
    ):
        assert shown in scorer.get(reverse(name, args=args), follow=True).text, name


def test_no_two_at_one_table_have_one_colour():
    """If eight players share four colours, the first player with each colour keeps it."""
    people = [Player(name=f"N{seat}", colour=1 + seat // 2, shape=1 + seat, letters=f"N{seat}") for seat in range(8)]
    table = signs((each.name, each) for each in people)
    assert sorted(each.colour for each in table) == list(LOOKS)
    assert [each.colour for each in table[::2]] == [1, 2, 3, 4]
    assert {each.like for each in table} == {""}, "their signs differ by their shapes"


def test_equal_letters_at_one_table_differ_there(cast):
    ben = cast.player
    bert = Player.objects.create(group=cast.group, name="Bert")
    Player.objects.filter(pk=bert.pk).update(letters="B")
    players = [ben, *cast.group.players.filter(name__in=("Carla", "Bert"))]
    match = Match.start(Night.tonight(cast.group), "krimsutep", players, {}, 0)
    assert [each.letters for each in match.signs] == ["B", "Br", "C"]


def test_a_name_is_short_where_nobody_else_begins_with_it():
    table = signs((name, Player(name=name, letters=name[0])) for name in ("Anna Berg", "anna", "Émile Beau", "Jo"))
    assert [sign.short for sign in table] == ["", "", "Émile", ""]
    assert [sign.named_in(5) for sign in table] == ["A", "anna", "Émile", "Jo"]
