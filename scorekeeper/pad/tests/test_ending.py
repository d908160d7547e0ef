"""The end of a game: its order, its turning point, and the picture of the result."""

import struct

import pytest

from scorekeeper.nights.models import Match, Night
from scorekeeper.pad.ending import ending
from scorekeeper.pad.result_card import LETTER, colours, fitted
from scorekeeper.people.signs import LOOKS
from scorekeeper.web.text_width import width

pytestmark = pytest.mark.sqlite  # it asks the database what other tests ask it, too


@pytest.fixture
def played(cast):
    """A game that these rounds end: played({"Ben": 5, "Carla": 3}, {"Ben": 90})."""

    def make(*rounds, names=("Ben", "Carla", "Dirk"), slug="other-game") -> Match:
        match = cast.start(slug, names)
        for number, points in enumerate(rounds):
            match.enter(
                {"kind": "points", "points": dict.fromkeys(names, 0) | points}, f"round-number-{number}", number, "Sam"
            )
        match.close("Sam")
        return match

    return make


def test_each_is_so_far_behind_the_next_better_one_and_equals_are_not(played):
    ended = ending(played({"Ben": 5, "Carla": 9, "Dirk": 9}))
    assert [(each.number, each.sign.name, each.behind, each.whom) for each in ended.places] == [
        (1, "Carla", 0, ""),
        (1, "Dirk", 0, ""),
        (3, "Ben", 4, "Carla and Dirk"),
    ]
    assert ended.margin == 4
    assert ended.next == "Ben"


def test_a_winner_below_zero_is_not_red(cast, played):
    page = cast.phone("viewer").get(played({"Ben": -5, "Carla": -9, "Dirk": -9}).get_absolute_url()).text
    order = page[page.index('<ol class="rank">') : page.index("</ol>")]
    assert '<b class="fig">−5</b>' in order
    assert order.count('<b class="fig neg">−9</b>') == 2
    head = page[page.index("<thead") : page.index("</thead>")]
    assert "<b>−5</b>" in head
    assert head.count('<b class="neg">−9</b>') == 2


def test_it_turns_where_the_winner_passes_who_led(played):
    turn = ending(played({"Ben": 10}, {"Ben": -3, "Carla": 12}, {"Carla": 1})).turn
    assert (turn.number, turn.winner, turn.points, turn.other, turn.others) == (2, "Carla", 12, "Ben", -3)
    assert ending(played({"Ben": 10}, {"Ben": 1})).turn is None


def test_play_again_does_not_stand_where_save_stood(cast, played):
    page = cast.phone("scorer").get(played({"Ben": 10}).get_absolute_url()).text
    foot = page.partition('id="foot"')[2]
    assert 'form="again">Play again</button>' in page.partition('id="foot"')[0]
    assert "Round 1 is saved." in foot
    assert "Play again" not in foot


@pytest.mark.parametrize("names", [("Ben", "Łucja"), tuple("ABCDEFGH"), ("Donaudampfschifferin <&>", "李小龍", "Zoë")])
@pytest.mark.parametrize("lang", ["de", "en"])
def test_the_picture_is_a_png_for_messengers(cast, played, names, lang):
    match = played({names[0]: 10, names[1]: -5}, names=names)
    Night.objects.update(place="Zum Löwen\x18\ufffe")  # of which XML has two characters not
    answer = cast.phone("viewer").get(match.get_absolute_url() + "result.png", headers={"accept-language": lang})
    assert answer["Content-Type"] == "image/png"
    assert answer.content.startswith(b"\x89PNG")
    assert struct.unpack(">II", answer.content[16:24]) == (1080, 1350)


def test_there_is_no_picture_before_the_end(cast):
    assert cast.phone("viewer").get(cast.match.get_absolute_url() + "result.png").status_code == 404


def test_every_player_has_the_colour_of_the_pad_in_the_picture():
    assert sorted(colours()) == list(LOOKS)


def test_a_long_verdict_takes_more_lines_and_smaller_letters():
    assert fitted("Anna wins", 860, (92, 1, 64)) == (92, ["Anna wins"])
    size, lines = fitted("Maximiliane-Charlotte and Donaudampfschifferin share the win", 860, (92, 1, 64), (74, 2, 20))
    assert len(lines) == 2
    assert max(map(width, lines)) * size * LETTER <= 860
