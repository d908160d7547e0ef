"""Pages with a form that announce news above the form, and replace nothing in it."""

import re

import pytest
from django.urls import reverse
from playwright.sync_api import expect

from scorekeeper.nights.models import Match
from tests.fixtures import flat, words


def add(match, points, by="Ben's phone"):
    match = Match.objects.get(pk=match.pk)
    match.enter({"kind": "adjustment", "points": {"Ben": points}}, match.last_number, by)


@pytest.fixture
def news(cast):
    """Return news(path, step): it opens a page, calls `step`, and returns what the page announces; None for a 304."""

    def asked(path, step, role="scorer"):
        phone = cast.phone(role)
        found = re.search(r'hx-get="([^"]+/news/[^"]*)".* hx-ptag="([^"]+)"', flat(phone.get(path)))
        url, shown = found[1].replace("&amp;", "&"), found[2]
        step()
        headers = {"hx-request": "true", "hx-ptag": shown, "hx-current-url": f"http://testserver{path}"}
        answer = phone.get(url, headers=headers)
        if answer.status_code == 304:
            return None
        assert answer["HX-PTag"] != shown
        return words(answer)

    return asked


def test_pages_of_the_group_tell_of_rounds_nights_and_payments(cast, news):
    debts = {"kind": "adjustment", "points": {"Ben": -1, "Sam": 1}}
    cast.start("rufmariasch", ("Ben", "Sam", "Carla", "Dirk"), stake=1000).enter(debts, 0, "Ben")
    today = cast.group.get_absolute_url()
    settling = reverse("night_money", args=[cast.group.key, cast.match.night.key])

    def pay():
        payment = {"payer": "Ben", "receiver": "Sam", "amount": "1", "currency": "EUR"}
        assert cast.phone("owner").post(reverse("pay", args=[cast.group.key]), payment).status_code == 302

    for path in (today, settling):
        assert news(path, pay) == "There’s something new. Show"
        assert news(path, lambda: None) is None
        assert news(path, lambda: cast.match.touch()) is None
        assert news(path, lambda: add(cast.match, 1)) == "There’s something new. Show"
        assert (
            news(path, lambda: cast.match.night.describe({"place": "at home", "note": ""}))
            == "There’s something new. Show"
        )


def test_an_entry_form_tells_of_a_round_and_of_nothing_else(cast, news):
    form = f"{cast.match.get_absolute_url()}adjust/"
    assert news(form, lambda: None) is None
    assert news(form, lambda: cast.match.touch()) == ""

    def enter_and_remove():
        add(cast.match, 1)
        match = Match.objects.get(pk=cast.match.pk)
        match.remove(match.entries.latest("number"), "Ben")

    assert news(form, enter_and_remove) == ""
    assert news(form, lambda: add(cast.match, 1)) == "Ben's phone just changed something. To the pad"


def test_an_open_correction_tells_of_another_one_and_of_nothing_else(cast, news):
    form = f"{cast.match.get_absolute_url()}round/{cast.match.entries.get(number=1).key}/"

    def correct(points):
        match = Match.objects.get(pk=cast.match.pk)
        entry = match.entries.get(number=1)
        match.correct(entry, {"kind": "adjustment", "points": {"Ben": points}}, entry.version, "Dirk")

    def mark_removed():
        match = Match.objects.get(pk=cast.match.pk)
        match.remove(match.entries.get(number=1), "Carla")

    assert news(form, lambda: add(cast.match, 2)) == ""
    assert news(form, lambda: correct(5)) == "Dirk just changed something. To the pad"
    assert news(form, lambda: Match.objects.get(pk=cast.match.pk).undo("Anna")) == (
        "Anna just changed something. To the pad"
    )
    assert news(form, mark_removed) == "Carla just changed something. To the pad"


def test_the_page_before_the_deal_follows(open_phone, cast):
    page = open_phone("scorer")
    page.goto(f"{cast.match.get_absolute_url()}deal/")
    expect(page.locator("#who")).to_have_text(re.compile(r"Round 1:\s+Ben deals"))
    Match.objects.get(pk=cast.match.pk).deal_first(2, "Ben")
    expect(page.locator("#who")).to_have_text(re.compile(r"Round 1:\s+Dirk deals"))
    Match.objects.get(pk=cast.match.pk).close("Ben")
    expect(page.locator("#foot").get_by_role("link")).to_have_text(["To the pad"])


def test_the_first_preview_of_a_page_moves_nothing(open_phone, cast):
    page = open_phone("scorer")
    page.goto(f"{cast.match.get_absolute_url()}adjust/")
    field = page.locator("#entry input[type=text]").first
    before = field.bounding_box()
    with page.expect_response("**/preview/"):
        field.fill("7")
    page.evaluate("new Promise(seen => requestAnimationFrame(() => requestAnimationFrame(seen)))")
    assert field.bounding_box() == before


def test_a_form_that_is_being_filled_in_stays_as_it_is(open_phone, cast):
    page = open_phone("scorer")
    page.goto(f"{cast.match.get_absolute_url()}adjust/")
    field = page.locator("#entry input[type=text]").first
    field.fill("7")
    before = field.bounding_box()
    add(cast.match, 1)
    expect(page.get_by_text("just changed something")).to_be_visible()
    expect(field).to_have_value("7")
    assert field.bounding_box() == before
    add(cast.match, 2)
    page.locator("#news").get_by_role("link", name="To the pad").tap()
    expect(page.locator("tr.round")).to_have_count(3)
