"""Whose phone it is: asked once after joining, changed later, seen by an owner. The answer gives no rights."""

import re

import pytest
from django.urls import reverse
from django.utils import timezone

from scorekeeper.people.access import PHONES_KEY
from scorekeeper.people.models import Membership, Phone, Player, Role, ShareLink
from tests.fixtures import flat, make_phone

pytestmark = pytest.mark.slow


def who(cast):
    return reverse("who", args=[cast.group.key])


def say(phone, cast, player, **more):
    return phone.post(who(cast), {"player": getattr(player, "pk", player), **more})


def test_who_joins_is_asked_once(cast):
    phone = make_phone()
    assert phone.post(f"/join/{cast.scorer_token}/").url == who(cast)
    assert say(phone, cast, cast.player).url == cast.match.get_absolute_url(), "straight to the running game"
    other = ShareLink.make(cast.group, Role.VIEWER)[1]
    assert phone.post(f"/join/{other}/").url == cast.group.get_absolute_url()
    watching = make_phone(token=cast.viewer_token)
    say(watching, cast, "watch")
    assert watching.post(f"/join/{cast.viewer_token}/").url == cast.group.get_absolute_url(), "watching is an answer"


def test_joining_and_saying_who_is_one_page(cast):
    """One form joins and says who it is: a phone whose answer is invalid does not join, and a viewer adds no player."""
    phone, link = make_phone(), f"/join/{cast.scorer_token}/"
    page = phone.get(link)
    assert "Ben" in page.text
    assert "I’m just watching" in page.text
    assert "I’m keeping score for everyone" not in phone.get(f"/join/{cast.viewer_token}/").text
    wrong = phone.post(link, {"player": "new", "name": "ben"})
    assert wrong.status_code == 422
    assert "Ben is already here." in wrong.text
    assert phone.get(cast.group.get_absolute_url()).status_code == 404
    assert phone.post(link, {"player": "new", "name": "Emil"}).url == cast.match.get_absolute_url()
    assert Phone.objects.get().player.name == "Emil"
    watching = make_phone()
    assert watching.post(f"/join/{cast.viewer_token}/", {"player": "new", "name": "Fritz"}).status_code == 422
    assert not Player.objects.filter(name="Fritz").exists()


def test_who_only_watches_cannot_change_anything_until_they_say_otherwise(cast):
    phone = make_phone()
    phone.post(f"/join/{cast.scorer_token}/", {"player": "watch"})
    enter = reverse("enter", args=[cast.group.key, cast.match.key])
    assert phone.get(enter).status_code == 403
    assert "Enter round" not in flat(phone.get(cast.match.get_absolute_url()))
    assert "I’m keeping score for everyone" in phone.get(who(cast)).text
    say(phone, cast, "all")
    assert phone.get(enter).status_code == 200
    say(phone, cast, "watch")
    say(phone, cast, cast.player)
    assert phone.get(enter).status_code == 200


def test_an_owner_sees_whose_phones_came_in(cast):
    for token, player in (
        (cast.scorer_token, cast.player),
        (cast.scorer_token, cast.player),
        (cast.scorer_token, "watch"),
    ):
        say(make_phone(token=token), cast, player)
    page = cast.phone("owner").get(reverse("links", args=[cast.group.key]))
    assert "Used by: Ben, someone without a name" in flat(page)
    say(cast.phone("owner"), cast, cast.player)
    assert "plays as Ben" in cast.phone("owner").get(reverse("accounts", args=[cast.group.key])).text


def lit(cast) -> dict[str, bool]:
    """Return, by player's name, whether the page of phones shows the player as joined."""
    seats = cast.phone("owner").get(reverse("phones", args=[cast.group.key, cast.match.key])).context["seats"]
    return {each["sign"].name: each["joined"] for each in seats}


def test_whose_access_has_ended_is_not_there_any_more(cast):
    """When a phone's link is withdrawn, expires or is given up, the page of phones shows its player as not joined."""
    ben, carla, dirk = (cast.group.players.get(name=name) for name in ("Ben", "Carla", "Dirk"))
    links = [ShareLink.make(cast.group, Role.SCORER) for _ in range(3)]
    phones = [make_phone(token=token) for _link, token in links]
    for phone, player in zip(phones, (ben, carla, dirk), strict=True):
        say(phone, cast, player)
    assert lit(cast) == {"Ben": True, "Carla": True, "Dirk": True}
    followed = reverse("phones", args=[cast.group.key, cast.match.key])
    assert cast.phone("owner").get(followed).context["all_here"]
    links[0][0].withdraw()
    assert lit(cast) == {"Ben": False, "Carla": True, "Dirk": True}
    assert not cast.phone("owner").get(followed).context["all_here"]
    ShareLink.objects.filter(pk=links[1][0].pk).update(expires_at=timezone.now())
    assert lit(cast) == {"Ben": False, "Carla": False, "Dirk": True}
    seen = cast.phone("owner")
    tag = {"HX-Request": "true", "HX-PTag": seen.get(followed).headers["HX-PTag"]}
    phones[2].post(reverse("leave", args=[cast.group.key]))
    assert seen.get(followed, headers=tag).status_code == 200
    assert not any(lit(cast).values())
    people = make_phone(token=cast.scorer_token).get(who(cast)).context["people"]
    assert not any(each["held"] for each in people)


def test_a_phone_is_somebody_in_each_of_its_groups(cast):
    token = ShareLink.make(cast.other, Role.VIEWER)[1]
    xaver = Player.objects.create(group=cast.other, name="Xaver")
    phone = cast.phone("scorer")
    say(phone, cast, cast.player)
    phone.post(f"/join/{token}/")
    phone.post(reverse("who", args=[cast.other.key]), {"player": xaver.pk})
    say(phone, cast, cast.group.players.get(name="Carla"))
    assert sorted(each.player.name for each in Phone.objects.all()) == ["Carla", "Xaver"]
    session = phone.session
    session[PHONES_KEY] = {cast.group.key: Phone.objects.get(player=xaver).pk}  # as after a restored backup
    session.save()
    assert phone.get(who(cast)).context["me"] is None


def test_who_only_watches_in_two_groups_may_keep_the_score_again_in_one(cast):
    phone, groups = cast.phone("scorer"), (cast.group, cast.other)
    phone.post(f"/join/{ShareLink.make(cast.other, Role.SCORER)[1]}/")
    may = []
    for group, answer in ((cast.group, "watch"), (cast.other, "watch"), (cast.other, "all"), (cast.group, "all")):
        phone.post(reverse("who", args=[group.key]), {"player": answer})
        may.append([phone.get(reverse("play", args=[each.key])).status_code for each in groups])
    assert may == [[403, 200], [403, 403], [403, 200], [200, 200]]


def test_an_account_is_the_same_person_on_all_its_phones(cast, member):
    alice = cast.group.memberships.get(user__username="Alice").user
    anton, carla = Player.objects.create(group=cast.other, name="Anton"), cast.group.players.get(name="Carla")
    Membership.objects.create(group=cast.other, user=alice, role=Role.VIEWER, player=anton)
    say(cast.phone("scorer"), cast, cast.group.players.get(name="Dirk"))
    linked = make_phone(alice, cast.scorer_token)
    say(linked, cast, carla)
    say(cast.phone("owner"), cast, cast.player)
    phones = (make_phone(alice), linked, member(Role.OWNER))
    assert [phone.get(who(cast)).context["me"] for phone in phones] == [cast.player, carla, None]
    assert cast.other.memberships.get(user=alice).player == anton, "the answer in another group stays"
    pad = cast.match.get_absolute_url()
    for phone, seat in zip(phones, ([" seated me-0"], [" seated me-1"], []), strict=True):
        assert [re.findall(r" seated me-\d", phone.get(pad).text) for _ in range(2)] == [seat, seat]


def test_a_phone_that_leaves_is_nobodys(cast):
    phone = cast.phone("scorer")
    say(phone, cast, cast.player)
    phone.post(reverse("leave", args=[cast.group.key]))
    assert not Phone.objects.exists()


@pytest.mark.parametrize("player", ["", "0", "x", "99999999", "new"])
def test_what_is_no_answer_is_asked_again(cast, player):
    assert say(cast.phone("scorer"), cast, player).status_code == 422
    stranger = Player.objects.create(group=cast.other, name="Xaver")
    assert say(cast.phone("scorer"), cast, stranger).status_code == 422, "from another group"
    assert not Phone.objects.exists()


def test_nobody_can_be_called_as_a_phone_without_a_name_is(cast):
    named = Player.objects.create(group=cast.group, name="#3")
    unnamed, other = (make_phone(token=ShareLink.make(cast.group, Role.SCORER)[1]) for _ in range(2))
    say(other, cast, named)
    where = [cast.group.key, cast.match.key, cast.entry.key]
    unnamed.post(reverse("remove", args=where))
    other.post(reverse("restore", args=where))
    page = other.get(reverse("changes", args=where[:2])).text
    assert page.count("<b>Phone 3</b>") == 1
    assert page.count("<b>#3</b>") == 1


def test_who_has_said_so_acts_under_that_name(cast, four):
    """A phone that joined by an unnamed code acts as "Phone 3", with the code's number, until it has a player."""
    phone = make_phone(token=ShareLink.make(cast.group, Role.SCORER)[1])
    deleted = reverse("remove", args=[cast.group.key, cast.match.key, cast.entry.key])
    changes = reverse("changes", args=[cast.group.key, cast.match.key])
    phone.post(deleted, headers={"Accept-Language": "de"})
    assert cast.match.changes.first().by == " #3"
    assert "<b>Phone 3</b>" in phone.get(changes).text
    assert "<b>Handy 3</b>" in phone.get(changes, headers={"Accept-Language": "de"}).text
    cast.match.changes.update(by="schreibt mit")  # as it was stored before codes had numbers
    assert "schreibt mit" not in phone.get(changes).text
    assert (
        "Handy 3"
        in cast.phone("owner").get(reverse("links", args=[cast.group.key]), headers={"Accept-Language": "de"}).text
    )
    say(phone, cast, cast.player)
    phone.post(reverse("restore", args=[cast.group.key, cast.match.key, cast.entry.key]))
    assert cast.match.changes.first().by == "Ben"
    account = cast.phone("owner")
    say(account, cast, four[0])
    account.post(deleted)
    assert cast.match.changes.first().by == four[0].name


def marked(phone, cast):
    """Return the answers that the page marks as given, and whether the question was answered before."""
    page = phone.get(who(cast))
    return re.findall(r'value="(\w+)" aria-current="true"', page.text), not page.context["first_time"]


@pytest.mark.parametrize("role", ["owner", "scorer"])
def test_an_answer_is_marked_with_an_account_as_with_a_code(cast, role):
    phone = cast.phone(role)
    assert marked(phone, cast) == ([], False)
    for answer in ("all", "watch", str(cast.player.pk), "watch", "all"):
        say(phone, cast, answer)
        assert marked(phone, cast) == ([answer], True)


def test_an_answer_with_an_account_is_none_once_its_membership_ended(cast, member):
    phone = member(Role.SCORER)
    say(phone, cast, "all")
    Membership.objects.filter(group=cast.group).exclude(user__username="Alice").delete()
    assert phone.post(f"/join/{cast.scorer_token}/").url == who(cast)
    assert marked(phone, cast) == ([], False)
