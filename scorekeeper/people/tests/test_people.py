"""Names, groups, players, sign-in, language."""

import pytest
from django.urls import reverse

from scorekeeper.people import names
from scorekeeper.people.models import Group, OtherKey, Player
from tests.fixtures import make_phone, words

pytestmark = pytest.mark.sqlite


@pytest.mark.parametrize(
    ("typed", "tidied"),
    [
        ("  Anna  Maria ", "Anna Maria"),
        ("Jo\u0308rg", "Jörg"),
        ("A\u202enn\x00a", "Anna"),
        ("\u200b\u2060", ""),
    ],
)
def test_names_are_tidied(typed, tidied):
    assert names.tidy(typed) == tidied


@pytest.mark.parametrize(("one", "other"), [("anna", "ANNA"), ("Jo\u0308rg", "JÖRG"), ("Strauß", "STRAUSS")])
def test_the_same_name_to_people_is_the_same_name(one, other):
    assert names.key(one) == names.key(other)


def people_page(cast):
    return f"{cast.group.get_absolute_url()}people/"


@pytest.mark.parametrize("name", ["ben", " BEN ", "Ben\u200b"])
def test_a_name_that_is_there_is_refused_beside_its_field(cast, name):
    answer = cast.phone("scorer").post(people_page(cast), {"name": name})
    assert answer.status_code == 422
    assert "Ben is already here" in answer.text
    assert 'aria-invalid="true"' in answer.text
    assert cast.group.players.count() == 3


def test_home_lists_the_groups_of_account_and_phone(cast):
    page = cast.phone("stranger").get("/")
    assert "own" in page.text
    assert "Friday cards" not in page.text
    cast.phone("stranger").post(f"/join/{cast.viewer_token}/")
    assert "Friday cards" in cast.phone("stranger").get("/").text
    assert "Friday cards" in cast.phone("viewer").get("/").text
    assert "Friday cards" not in cast.phone("nobody").get("/").text


def test_nobody_signs_up_without_a_link(cast):
    assert make_phone().get("/account/signup/").status_code == 404


def test_the_browser_chooses_the_language(client, db):
    assert 'lang="de"' in client.get("/", headers={"accept-language": "de-AT,en;q=0.5"}).text
    assert 'lang="en"' in client.get("/", headers={"accept-language": "fr,en;q=0.5"}).text


def test_the_switch_at_the_foot_goes_before_the_browser(client, db):
    answer = client.post("/language/", {"language": "de", "next": "/account/login/"})
    assert answer["Location"] == "/account/login/"
    page = client.get("/account/login/", headers={"accept-language": "en"})
    assert "Anmelden" in page.text


@pytest.mark.parametrize(
    ("typed", "kept"),
    [
        ("DE00 1234 5678, “cards”", "DE00 1234 5678, “cards”"),
        ("  https://pay.example/ben ", "https://pay.example/ben"),
        ("HTTPS://pay.example", "HTTPS://pay.example"),
        ("", ""),
    ],
)
def test_a_group_says_where_its_money_goes_and_which_faces_it_sees(cast, typed, kept):
    url = reverse("group_name", args=[cast.group.key])
    sent = {"name": "Saturday cards", "pay_to": typed, "faces-rufmariasch": "french"}
    assert cast.phone("owner").post(url, sent).status_code == 302
    group = Group.objects.get(pk=cast.group.pk)
    assert (group.name, group.pay_to, group.card_faces) == ("Saturday cards", kept, {"rufmariasch": "french"})
    page = cast.phone("owner").get(url).text
    assert 'value="french"' in page
    assert cast.phone("owner").post(url, {"name": "Sunday cards"}).status_code == 302
    assert Group.objects.get(pk=cast.group.pk).card_faces == {"rufmariasch": "french"}


@pytest.mark.parametrize(
    ("typed", "said"),
    [
        ("http://pay.example", "A link must begin with https://."),
        ("see javascript:alert(1)", "A link must begin with https://."),
        ("ftp://x and https://y", "A link must begin with https://."),
        ("one\ntwo", "One line only."),
        ("x" * 141, "at most 140"),
    ],
)
def test_where_the_money_goes_is_one_short_line_without_other_links(cast, typed, said):
    answer = cast.phone("owner").post(reverse("group_name", args=[cast.group.key]), {"name": "Cards", "pay_to": typed})
    assert answer.status_code == 422
    assert said in answer.text
    assert Group.objects.get(pk=cast.group.pk).pay_to == ""


def test_another_key_means_a_player_of_its_group_only(cast):
    """Keys are unique only within a group, so two groups on a server can have the same keys."""
    ben, carla = cast.player, cast.group.players.get(name="Carla")
    theirs = Player.objects.create(group=cast.other, name="Ben", key=ben.key)
    OtherKey.objects.create(group=cast.group, key="both", stands_for=ben.key)
    OtherKey.objects.create(group=cast.other, key="both", stands_for="nobody-here")
    OtherKey.objects.create(group=cast.other, key="theirs", stands_for=ben.key)
    mine, other = cast.group.players.select_related("merged_into"), cast.other.players.all()
    assert mine.by_key(["both", carla.key, "theirs", ben.key]) == [ben, carla, None, ben]
    assert other.by_key(["both", "theirs", ben.key]) == [None, theirs, theirs]
    assert [mine.with_key(key).first() for key in ("both", "theirs", ben.key)] == [ben, None, ben]
    assert [other.with_key(key).first() for key in ("both", "theirs")] == [None, theirs]
    OtherKey.objects.create(group=cast.other, key=carla.key, stands_for=ben.key)
    assert list(mine.with_key(carla.key)) == [carla], "a key never means two players"
    OtherKey.objects.filter(group=cast.other, key="both").update(stands_for=ben.key)
    OtherKey.objects.filter(group=cast.group, key="both").update(stands_for=carla.key)
    assert (mine.by_key(["both"]), list(mine.with_key("both"))) == ([carla], [carla])


def test_a_new_name_that_somebody_hidden_has_is_refused_without_pointing_to_what_is_not_on_the_page(cast):
    cast.group.players.get(name="Dirk").hide()
    phone, ben = cast.phone("owner"), cast.player
    renamed = words(phone.post(reverse("player_name", args=[cast.group.key, ben.key]), {"name": "Dirk"}))
    assert "is already here. Add an initial to tell them apart." in renamed
    assert "below" not in renamed
    assert "is hidden. Show them again below." in words(
        phone.post(reverse("people", args=[cast.group.key]), {"name": "Dirk"})
    )
