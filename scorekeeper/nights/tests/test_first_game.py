"""The steps of a new group's owner to the first round: name the group, choose a game, seat the players, add phones."""

import re

import pytest
from django.urls import reverse

from scorekeeper.nights.models import Match
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


def test_four_steps_lead_to_the_code_for_the_others(owner):
    assert "Step 1 of 4" in owner.get(reverse("group_new")).text
    owner.post(reverse("group_new"), {"name": "Olga's table"})
    group = Group.objects.get()
    pages = (reverse("play", args=[group.key]), reverse("play_game", args=[group.key, "beutelschneider"]))
    for step, page in enumerate(pages, 2):
        assert f"Step {step} of 4" in owner.get(page).text
    assert "Who sits where, clockwise" in owner.get(page).text
    answer = owner.post(page, SEATS)
    match = Match.objects.get()
    match.night.group = group
    assert answer["Location"] == reverse("phones", args=[group.key, match.key])
    code = owner.get(answer["Location"])
    assert "Step 4 of 4" in code.text
    assert re.search(r"http://\S+/join/[\w-]+/", code.text)
    assert "Step" not in owner.get(reverse("play", args=[group.key])).text
    assert "Step" not in owner.get(reverse("group_new")).text, "a second group needs no steps"
    hint = "Play the first round, then tap the big button."
    assert hint in owner.get(match.get_absolute_url()).text
    assert hint not in owner.get(owner.post(reverse("again", args=[group.key]))["Location"]).text


def test_a_seat_lights_up_as_its_phone_joins(owner):
    group, phones = start(owner)
    page = owner.get(phones)
    tag = page.headers["HX-PTag"]
    seen = {"HX-Request": "true", "HX-PTag": tag}
    assert owner.get(phones, headers=seen).status_code == 304
    assert page.text.count('class="lit"') == 0
    ben = group.players.get(name="Ben")
    guest, link = make_phone(), re.search(r"/join/[\w-]+/", page.text)[0]
    guest.post(link, {"player": ben.pk})
    new = owner.get(phones, headers=seen)
    assert new.status_code == 200
    assert new.text.count('class="lit"') == 1
    assert "Start without the others" in new.text


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
