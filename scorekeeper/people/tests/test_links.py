"""Share links and the owner's link."""

import re
from datetime import timedelta

from django.utils import timezone

from scorekeeper.people.models import Membership, OwnerLink, Role, ShareLink, User
from tests.fixtures import make_phone


def group_page(cast):
    return cast.group.get_absolute_url()


def test_joining_is_a_tap(cast):
    """Merely opening a link, as messengers do for a preview, does not join the group."""
    phone = make_phone()
    phone.get(f"/join/{cast.viewer_token}/")
    assert phone.get(group_page(cast)).status_code == 404
    phone.post(f"/join/{cast.viewer_token}/")
    assert phone.get(group_page(cast)).status_code == 200


def test_withdrawing_ends_the_access_of_phones_that_are_in(cast):
    assert cast.phone("scorer").get(group_page(cast)).status_code == 200
    cast.phone("owner").post(f"{group_page(cast)}links/{cast.scorer_link.pk}/withdraw/")
    told, stranger = cast.phone("scorer").get(group_page(cast)), make_phone().get(group_page(cast))
    assert told.status_code == stranger.status_code == 404
    assert "Ask the group’s owner for a new one" in told.text
    assert "Page not found" in stranger.text, "a stranger learns nothing"
    assert make_phone().get(f"/join/{cast.scorer_token}/").status_code == 410
    assert cast.phone("viewer").get(group_page(cast)).status_code == 200, "other links go on"


def test_withdrawing_asks_first_and_says_who_came_by_it(cast):
    sam = cast.phone("scorer")
    sam.post(f"{group_page(cast)}who/", {"player": cast.player.pk})
    page = cast.phone("owner").get(f"{group_page(cast)}links/{cast.scorer_link.pk}/withdraw/")
    assert "said whose they are: 1 (Ben)." in page.text
    assert sam.get(group_page(cast)).status_code == 200
    assert "/withdraw/" not in re.sub(
        "href=.*?>", "", cast.phone("owner").get(f"{group_page(cast)}links/{cast.scorer_link.pk}/").text
    ), "no button that withdraws at once"


def test_an_expired_link_opens_nothing_and_ends_what_it_gave(cast):
    ShareLink.objects.filter(pk=cast.viewer_link.pk).update(expires_at=timezone.now() - timedelta(seconds=1))
    assert cast.phone("viewer").get(group_page(cast)).status_code == 404
    phone = make_phone()
    for behind in ("", ")", ".", "%20", "&amp;x=1"):
        assert phone.get(f"/join/{cast.viewer_token}/{behind}").status_code == 410
    assert phone.post(f"/join/{cast.viewer_token}/").status_code == 410
    assert phone.get(group_page(cast)).status_code == 404


def test_two_links_give_the_higher_role(cast):
    phone = make_phone(token=cast.scorer_token)
    phone.post(f"/join/{cast.viewer_token}/")
    assert phone.post(f"{group_page(cast)}people/", {"name": "Emil"}).status_code == 302
    assert [group.role for group in phone.get("/").context["groups"]] == [Role.SCORER]
    data = {"key": "by-two-links", "seen": "1", "points-0": "1", "points-1": "-1"}
    phone.post(f"{cast.match.get_absolute_url()}adjust/", data)
    assert cast.match.entries.get(number=2).by == str(cast.scorer_link)
    assert phone.get(f"/join/{cast.scorer_token}/").url == group_page(cast), "the phone has both links already"
    pads = [phone.get(cast.match.get_absolute_url()) for _ in range(2)]
    assert [f'data-who="link-{cast.scorer_link.token_hash[:12]}"' in pad.text for pad in pads] == [True, True]


def test_a_weaker_link_takes_nothing_from_an_account(cast):
    """If an owner opens a link for viewers, the role stays owner, and the list of changes has the account's name."""
    owner = cast.phone("owner")
    owner.post(f"/join/{cast.viewer_token}/")
    assert owner.get(f"{group_page(cast)}links/").status_code == 200
    assert [group.role for group in owner.get("/").context["groups"]] == [Role.OWNER]
    data = {"key": "by-an-owner", "seen": "1", "points-0": "1", "points-1": "-1"}
    assert owner.post(f"{cast.match.get_absolute_url()}adjust/", data).status_code == 302
    assert cast.match.entries.get(number=2).by == "Alice"


def test_leaving_ends_the_access_of_this_phone_only(cast):
    other = make_phone(token=cast.scorer_token)
    _, elsewhere = ShareLink.make(cast.other, Role.VIEWER)
    cast.phone("scorer").post(f"/join/{elsewhere}/")
    cast.phone("scorer").post(f"{group_page(cast)}leave/")
    assert cast.phone("scorer").get(group_page(cast)).status_code == 404
    assert cast.phone("scorer").get(cast.other.get_absolute_url()).status_code == 200, "the link to another group stays"
    assert other.get(group_page(cast)).status_code == 200


def test_the_database_holds_no_token(cast):
    row = str(ShareLink.objects.values().get(pk=cast.scorer_link.pk))
    assert cast.scorer_token not in row
    assert len(cast.scorer_token) >= 22  # 128 bits in base64


def test_making_a_link_shows_its_code_in_this_browser_only(cast):
    owner = cast.phone("owner")
    made = owner.post(f"{group_page(cast)}links/", {"role": "2", "lasting": "night", "name": "Kitchen tablet"})
    page = owner.get(made["Location"])
    url = re.search(r"http://testserver(/join/[\w-]+/)", page.text)
    assert url is not None
    assert "<svg" in page.text
    assert page.headers["Cache-Control"].count("no-store")
    assert make_phone().get(url[1]).status_code == 200
    again = make_phone(User.objects.get(username="Alice")).get(made["Location"])
    assert "/join/" not in again.text
    link = ShareLink.objects.get(name="Kitchen tablet")
    assert link.role == Role.SCORER
    assert link.expires_at is not None


def test_a_link_never_makes_an_owner(cast):
    made = cast.phone("owner").post(f"{group_page(cast)}links/", {"role": "3", "lasting": "open"})
    assert made.status_code == 422
    assert not ShareLink.objects.filter(role=Role.OWNER).exists()


def test_the_owners_link_works_once(cast):
    first, second = make_phone(), make_phone()
    url = f"/owner/{cast.owner_token}/"
    assert second.get(url).status_code == 200
    made = first.post(url, {"username": "Olga", "password": "three odd words"})
    assert made["Location"] == "/groups/new/"
    assert second.get(url).status_code == 410
    assert second.post(url, {"username": "Eve", "password": "three odd words"}).status_code == 410
    assert not User.objects.filter(username="Eve").exists()
    first.post("/groups/new/", {"name": "Olga's table"})
    assert Membership.objects.get(user__username="Olga").role == Role.OWNER


def test_a_new_owners_link_ends_the_one_before(cast):
    token = OwnerLink.make()
    assert make_phone().get(f"/owner/{cast.owner_token}/").status_code == 410
    assert make_phone().get(f"/owner/{token}/").status_code == 200
