"""Rounds of Bettler und Diebe through the pages: they are saved, or refused with the problem beside its field."""

import re

import pytest
from django.urls import reverse

from games.bettler_und_diebe.tests.play import VALUES
from scorekeeper.nights.models import Match
from tests.fixtures import flat

NAMES = ("Anna", "Ben", "Carla", "Dirk", "Eva")


@pytest.fixture
def begin(cast):
    def make(players, **options):
        return cast.start("bettler-und-diebe", NAMES[:players], **options)

    return make


def address(match, name="enter", *more):
    return reverse(name, args=[match.night.group.key, match.key, *more])


def sent(screen, **typed):
    names = {name.replace("__", "-"): value for name, value in typed.items()}
    return {"screen": screen, "seen": "0", "key": "abcdefgh-1"} | names


VALUED = {"card_values": VALUES}


def test_the_preview_says_the_points_of_both_sides(cast, begin):
    match = begin(5)
    answer = cast.phone("scorer").post(address(match, "preview"), sent("pot", taker="0", partner="1", points="93"))
    assert "Anna and Ben’s card points" in answer.text
    assert "Carla, Dirk and Eva then have 27." in answer.text
    assert "Anna and Ben win with 93 card points to 27: 4 each." in answer.text


def test_a_group_types_in_its_card_values(cast):
    url = reverse("play_game", args=[cast.group.key, "bettler-und-diebe"])
    fields = {
        f"card_values-{group}-{rank}": str(points) for group, ranks in VALUES.items() for rank, points in ranks.items()
    }
    seats = {"seat": ["Anna", "Ben", "Carla"]}
    phone = cast.phone("scorer")
    off = phone.post(url, seats | fields | {"card_values-beggars-8": "7"})
    assert off.status_code == 422
    assert "All cards together count 114 instead of 120: −6." in off.text
    assert 'name="card_values-beggars-8" value="7"' in flat(off)
    assert phone.post(url, seats | fields).status_code == 302
    assert Match.objects.latest("pk").options["card_values"] == VALUES


def test_the_kind_of_round_keeps_the_way_it_is_counted(cast, begin):
    page = cast.phone("scorer").get(f"{address(begin(5, **VALUED))}?as=pot-captured").text
    assert "ramsch-captured" in re.findall(r'href="\?as=([a-z-]+)"', page)
