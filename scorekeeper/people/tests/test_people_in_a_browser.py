"""The pages about people, on a phone."""

import re

import pytest
from playwright.sync_api import expect

from tests.browser.phone import axe


@pytest.mark.parametrize("js", [True, False])
def test_from_the_owners_link_to_a_phone_that_keeps_the_score(open_phone, cast, js):
    """The first evening: an account, a group, two names, a code; a second phone joins with one tap."""
    owner = open_phone(js=js)
    owner.goto(f"/owner/{cast.owner_token}/")
    owner.get_by_label("Your name").fill("Olga")
    owner.get_by_label("Password", exact=True).fill("three odd words")
    owner.get_by_role("button", name="Create an account").tap()
    owner.get_by_label("Name").fill("Olga's table")
    owner.get_by_role("button", name="Next").tap()
    owner.get_by_role("link", name="People").tap()
    for name in ("Olga", "Paul"):
        owner.get_by_label("Name", exact=True).fill(name)
        owner.get_by_role("button", name="Add").tap()
        expect(owner.get_by_text(f"{name} is in.")).to_be_visible()
    owner.get_by_role("link", name="Phones").tap()
    owner.get_by_role("button", name="Show the code").tap()
    expect(owner.get_by_role("img", name="Code to scan")).to_be_visible()
    axe(owner) if js else None
    url = re.search(r"/join/[\w-]+/", owner.locator(".url").inner_text())
    assert url is not None

    guest = open_phone(js=js)
    guest.goto(url[0])
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


def test_a_keyboard_goes_straight_to_the_content(open_phone, cast):
    page = open_phone("viewer")
    page.goto(cast.group.get_absolute_url())
    page.keyboard.press("Tab")
    expect(page.get_by_role("link", name="To the content")).to_be_focused()
    page.keyboard.press("Enter")
    expect(page.locator("main")).to_be_focused()
