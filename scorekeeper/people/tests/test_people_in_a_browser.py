"""The pages about people, on a phone."""

import re

import pytest
from django.urls import reverse
from playwright.sync_api import expect

from scorekeeper.people.models import Player
from tests.access_table import TABLE
from tests.browser.phone import axe, fits, shot
from tests.cast import ROLES


def pages_for(cast, role, part, parts):
    """Of the addresses that answer this role with a page, those of one part; of refusals, which look alike, one each."""
    refused = set()
    for name, row in list(TABLE.items())[part::parts]:
        answer = row.get.split()[ROLES.index(role)]
        if answer not in {"200", "403", "404"} or answer in refused:
            continue
        if answer != "200":
            refused.add(answer)
        url = reverse(name, kwargs=row.args(cast))
        page = cast.phone(role).get(url, follow=True)
        if next(iter(page), b"").startswith(b"<!doctype html>"):  # else it is a download, or a part of a page
            yield name, url


# A viewer and a scorer see the owner's pages with less on them.
@pytest.mark.parametrize(("role", "part", "parts"), [*(("owner", part, 4) for part in range(4)), ("nobody", 0, 1)])
def test_every_page_is_fit_for_a_phone(open_phone, cast, role, part, parts):
    Player.objects.create(group=cast.group, name="Donaudampfschifffahrtsgesellschaftskapt")
    phones = {lang: open_phone(role, lang=lang, width=320) for lang in (("de", "en") if role == "owner" else ("de",))}
    for name, url in pages_for(cast, role, part, parts):
        for lang, page in phones.items():
            page.goto(url)
            assert page.evaluate("document.documentElement.lang") == lang
            fits(page)
            axe(page)
            shot(page, f"{name}-{role}-{lang}")
            fits(page, "178%")  # on a screen of 360 the same as 200
            shot(page, f"{name}-{role}-{lang}-large")


def test_a_problem_stands_beside_its_field(open_phone, cast):
    page = open_phone("scorer")
    page.goto(reverse("people", args=[cast.group.key]))
    page.get_by_label("Name", exact=True).fill("ben")
    page.get_by_role("button", name="Add").tap()
    expect(page.get_by_text("Ben is already here")).to_be_visible()
    expect(page.get_by_label("Name", exact=True)).to_have_value("ben")
    axe(page)
    shot(page, "people-problem")


@pytest.mark.parametrize("js", [True, False])
def test_from_the_owners_link_to_a_phone_that_keeps_the_score(open_phone, cast, js):
    """The first evening: an account, a group, two names, a code; a second phone joins with one tap."""
    owner = open_phone(js=js)
    owner.goto(f"/owner/{cast.owner_token}/")
    shot(owner, f"owner-js-{js}")
    owner.get_by_label("Your name").fill("Olga")
    owner.get_by_label("Password", exact=True).fill("three odd words")
    owner.get_by_role("button", name="Create my account").tap()
    owner.get_by_label("Name of the group").fill("Olga's table")
    owner.get_by_role("button", name="Next").tap()
    owner.get_by_role("link", name="People").tap()
    for name in ("Olga", "Paul"):
        owner.get_by_label("Name", exact=True).fill(name)
        owner.get_by_role("button", name="Add").tap()
        expect(owner.get_by_text(f"{name} is in.")).to_be_visible()
    shot(owner, f"people-first-js-{js}")
    owner.get_by_role("link", name="Phones").tap()
    owner.get_by_text("Keep score").tap()
    owner.get_by_role("button", name="Show the code").tap()
    expect(owner.get_by_role("img", name="Code for joining the group")).to_be_visible()
    shot(owner, f"link-new-js-{js}")
    axe(owner) if js else None
    url = re.search(r"/join/[\w-]+/", owner.locator(".url").inner_text())
    assert url is not None

    guest = open_phone(js=js)
    guest.goto(url[0])
    shot(guest, f"join-js-{js}")
    axe(guest) if js else None
    guest.get_by_role("button", name="Paul").tap()
    expect(guest.get_by_role("heading", name="Olga's table")).to_be_visible()


def test_a_password_can_be_shown(open_phone, cast):
    page = open_phone()
    page.goto(f"/owner/{cast.owner_token}/")
    field = page.get_by_label("Password", exact=True)
    field.fill("three odd words")
    page.get_by_label("Show password").check()
    expect(field).to_have_attribute("type", "text")


def test_the_language_is_switched_at_the_foot(open_phone, cast):
    page = open_phone("viewer")
    page.goto(cast.group.get_absolute_url())
    page.get_by_role("button", name="Deutsch").tap()
    expect(page.locator("html")).to_have_attribute("lang", "de")
    expect(page).to_have_url(re.compile(cast.group.key))


def test_a_keyboard_goes_straight_to_the_content(open_phone, cast):
    page = open_phone("viewer")
    page.goto(cast.group.get_absolute_url())
    page.keyboard.press("Tab")
    expect(page.get_by_role("link", name="To the content")).to_be_focused()
    page.keyboard.press("Enter")
    expect(page.locator("main")).to_be_focused()
