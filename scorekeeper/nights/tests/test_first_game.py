"""The steps of a new group's owner to the first round: name the group, choose a game, seat the players, add phones."""

import re

import pytest
from django.urls import reverse

from scorekeeper.people.models import Group, Phone, ShareLink, User
from tests.fixtures import make_phone

SEATS = {"seat": ["Anna", "Ben", "Carla"]}


@pytest.fixture
def owner(db):
    return make_phone(User.objects.create_user("Olga"))


def start(owner, name="Olga's table"):
    """Create a group and start its first game; return the group and the address to which the owner is led."""
    owner.post(reverse("group_new"), {"name": name})
    group = Group.objects.latest("pk")
    return group, owner.post(reverse("play_game", args=[group.key, "beutelschneider"]), SEATS)["Location"]


def test_when_everybody_is_there_the_button_says_so(owner):
    group, phones = start(owner)
    assert "Tap your own." in owner.get(phones).text
    owner.post(phones, {"player": group.players.get(name="Anna").pk})
    assert "Tap your own." not in owner.get(phones).text, "the owner has tapped one"
    assert "that’s you" in owner.get(phones).text
    for name in ("Ben", "Carla"):
        Phone.objects.create(link=ShareLink.objects.get(), player=group.players.get(name=name))
    assert "Let’s play" in owner.get(phones).text


CODE = re.compile(r"http://\S+/join/([\w-]+)/")


def test_a_code_for_one_person_is_not_that_of_the_table(owner):
    group, _phones = start(owner)
    links = reverse("links", args=[group.key])
    code = CODE.search(owner.get(links).text)[1]
    for role, name in ((1, ""), (2, "Emil")):
        made = owner.post(links, {"role": role, "lasting": "open", "name": name})["Location"]
        assert CODE.search(owner.get(made).text)[1] != code
        assert CODE.search(owner.get(links).text)[1] == code
