"""Two tables on one evening: every phone is led to the game of the player who holds it."""

import re

import pytest
from django.urls import reverse

from scorekeeper.nights.models import Match
from scorekeeper.people.models import Phone, Player
from tests.fixtures import make_phone

ONE, TWO = ("Ben", "Carla", "Dirk"), ("Emil", "Frieda", "Gustav")


@pytest.fixture
def tables(cast) -> tuple[Match, Match]:
    Match.objects.all().delete()
    return cast.start("krimsutep", ONE), cast.start("beutelschneider", TWO)


def add(match, name, points=1):
    match.refresh_from_db()
    match.refresh()
    number = match.last_number
    match.enter({"kind": "adjustment", "points": {name: points}}, number, "Sam")


def is_held_by(cast, name, role="scorer"):
    """Return the phone of this role, held by the player of this name. Without such a player, it scores for all."""
    phone = cast.phone(role)
    player = cast.group.players.filter(name=name).first()
    phone.post(reverse("who", args=[cast.group.key]), {"player": player.pk if player else "all"})
    return phone


def today(phone, cast) -> str:
    return phone.get(cast.group.get_absolute_url()).text.partition("<template")[0]


def golden(page) -> list[str]:
    """Return the addresses of the golden buttons, which lead to games, in order."""
    return re.findall(r'<a class="btn main again" href="([^"]+)"', page)


def test_whose_game_is_over_is_offered_their_rematch_and_the_others_play_on(cast, tables):
    mine, theirs = tables
    add(mine, "Ben")
    mine.close("Sam")
    add(theirs, "Emil")
    phone = is_held_by(cast, "Dirk")
    page = today(phone, cast)
    assert golden(page) == []
    assert f'name="after" value="{mine.key}"' in page
    end = phone.get(mine.get_absolute_url()).text
    assert 'form="again"' in end
    assert theirs.get_absolute_url() not in end
    rematch = phone.post(reverse("again", args=[cast.group.key]), {"after": mine.key})["Location"]
    assert rematch not in {each.get_absolute_url() for each in tables}
    assert golden(today(phone, cast)) == [rematch]
    assert phone.post(reverse("again", args=[cast.group.key]), {"after": mine.key})["Location"] == rematch
    assert rematch in phone.get(mine.get_absolute_url()).text, "its end leads to the rematch once there is one"


def test_another_game_is_seated_as_the_own_table_sits(cast, tables):
    cast.group.players.create(name="Hanna")
    for name, people in (("Ben", ONE), ("Emil", TWO), ("Hanna", ())):
        page = is_held_by(cast, name).get(reverse("play_game", args=[cast.group.key, "krimsutep"])).text
        seated = re.findall(r'name="seat"[^>]*value="([^"]+)"', page)
        assert {*seated} == {*people}


def test_my_page_tells_of_my_table(cast, tables):
    add(tables[0], "Dirk", 7)
    page = is_held_by(cast, "Dirk").get(reverse("me", args=[cast.group.key])).text
    assert tables[0].get_absolute_url() in page
    assert tables[1].get_absolute_url() not in page


def test_a_code_shown_on_a_pad_leads_to_that_pad(cast, tables):
    owner = cast.phone("owner")
    for match in tables:
        url = reverse("phones", args=[cast.group.key, match.key])
        owner.post(url, {"code": "new"})
        shown = re.search(r'<p class="url">(?:https?://[^/]+)?(/join/[^<]+)</p>', owner.get(url).text)[1]
        phone = make_phone()
        assert phone.get(shown).status_code == 200
        ida = Player.objects.get_or_create(group=cast.group, name="Ida")[0]
        assert phone.post(shown, {"player": ida.pk})["Location"] == match.get_absolute_url()
        assert phone.get(shown)["Location"] == match.get_absolute_url(), "a second scan leads there, too"
        other = make_phone()
        asks = other.post(shown)["Location"]
        assert other.post(asks, {"player": "all"})["Location"] == match.get_absolute_url()
    gone = shown.partition("?")[0] + "?table=nobodyknows"
    assert phone.get(gone)["Location"] == cast.group.get_absolute_url()
    assert Phone.objects.filter(link__group=cast.group).exists()
