"""Taps that come too fast: the second one does not hit what has just come under the thumb, and no figure is lost."""

import re

import pytest
from playwright.sync_api import expect

from scorekeeper.nights.models import Entry, Match, Night
from scorekeeper.people.models import Player
from tests.browser.phone import axe

PAUSES = (50, 150, 300, 500)


@pytest.fixture
def page(open_phone):
    return open_phone("scorer", calm=True)


def twice(page, selector, pause):
    box = page.locator(selector).first.bounding_box()
    where = box["x"] + box["width"] / 2, box["y"] + box["height"] / 2
    page.touchscreen.tap(*where)
    page.wait_for_timeout(pause)
    page.touchscreen.tap(*where)


def calm(page):
    page.wait_for_timeout(750)


@pytest.mark.parametrize("pause", PAUSES)
def test_main_buttons_tapped_twice_do_one_thing(page, cast, pause):
    """From the pad to the form and back, and undo: each pair of taps is one step."""
    pad = cast.match.get_absolute_url()
    page.goto(pad)
    calm(page)
    twice(page, ".foot a.main:visible", pause)
    page.wait_for_url("**/round/")
    page.goto(f"{pad}adjust/")
    page.locator("[name=points-0]").fill("9")
    calm(page)
    twice(page, "#save", pause)
    page.wait_for_url(f"**{pad}")
    calm(page)
    assert page.url.endswith(pad)
    assert Match.objects.count() == 1
    twice(page, "form[action$='/undo/'] button", pause)
    expect(page.locator("tr.round")).to_have_count(1)
    calm(page)
    assert Match.objects.get(pk=cast.match.pk).active != []


# Pages with a main button, and where one tap on it leads; PAD is a game that is being played.
LEADING = {
    "GROUP": "PAD",
    "GROUP/play/krimsutep/": "GROUP/m/",
    "PAD/round/?as=counted&gold-0=20&gold-1=30": "PAD",
    "PAD/options/": "PAD/options/",
    "GROUP/people/PERSON/sign/": "GROUP/people/PERSON/",
    "GROUP/people/": "GROUP/people/",
}


@pytest.mark.parametrize("pause", [PAUSES[0], PAUSES[-1]])  # before the next page has come, and after
def test_a_main_button_tapped_twice_leads_where_one_tap_leads(page, cast, pause):
    match = Match.start(Night.tonight(cast.group), "beutelschneider", list(cast.group.players.all()), {}, 0, "Sam")
    words = {"PAD": match.get_absolute_url(), "GROUP": cast.group.get_absolute_url(), "PERSON": str(cast.player.pk)}
    games, rounds = Match.objects.count(), Entry.objects.count()

    def address(path):
        return re.sub("PAD/?|GROUP/?|PERSON", lambda found: words[found[0].rstrip("/")], path)

    for path, leads in LEADING.items():
        page.goto(address(path))
        page.evaluate("sessionStorage.removeItem('tap')")
        twice(page, ".foot .main:visible", pause)
        there = re.compile(re.escape(address(leads)) + (r"\w+/$" if leads.endswith("/m/") else "$"))
        page.wait_for_url(there)
        page.wait_for_timeout(250)
        expect(page).to_have_url(there)
    assert (Match.objects.count(), Entry.objects.count()) == (games + 1, rounds + 1)


@pytest.mark.parametrize("pause", PAUSES)
def test_the_rest_to_somebody_tapped_twice_does_not_save(page, cast, pause):
    match = Match.start(Night.tonight(cast.group), "beutelschneider", list(cast.group.players.all()), {}, 0, "Sam")
    page.goto(f"{match.get_absolute_url()}round/?as=captured")
    for pile in ("0", "1"):
        page.locator(f"[data-pile='{pile}']").tap()
        page.locator("[data-card] > button").nth(int(pile)).tap()
    calm(page)
    expect(page.locator("#save")).to_contain_text("The rest to Dirk")
    twice(page, "#save", pause)
    expect(page.locator("#save")).to_contain_text("Save")
    calm(page)
    assert "/round/" in page.url
    page.locator("#save").tap()
    page.wait_for_url(f"**{match.get_absolute_url()}")


def test_quick_figures_and_steps_all_count(page, cast):
    page.goto(f"{cast.match.get_absolute_url()}adjust/")
    calm(page)
    for key in ("1", "1", "2", "5", "5"):
        page.locator(f"[data-key='{key}']").tap()
    expect(page.locator("[name=points-0]")).to_have_value("11255")
    names = ("Anna", "Ben", "Carla")
    players = [Player.objects.get_or_create(group=cast.group, name=name)[0] for name in names]
    match = Match.start(Night.tonight(cast.group), "beutelschneider", players, {}, 0, "Sam")
    page.goto(f"{match.get_absolute_url()}round/?as=captured")
    calm(page)
    card = page.locator("[data-card] > button").first
    for _ in range(3):
        card.tap()
    expect(page.locator("[data-card] select").first).to_have_value("0")
    axe(page)
