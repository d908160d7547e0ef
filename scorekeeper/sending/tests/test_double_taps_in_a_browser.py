"""Quick taps on one place: the second tap does not hit a button that has just appeared, and no digit is lost."""

import re
import time

import pytest
from playwright.sync_api import expect

from scorekeeper.money.models import Payment
from scorekeeper.nights.models import Change, Match, Night
from scorekeeper.people.models import Player
from tests.browser.fingers import Touches
from tests.browser.phone import axe

AGAIN = (50, 150, 300, 500)  # ms after the first tap; the next page appears in between


@pytest.fixture
def page(open_phone):
    return open_phone("scorer", calm=True)


@pytest.fixture
def match(cast):
    players = list(cast.group.players.all())
    cast.match.close("Sam")
    match = Match.start(Night.tonight(cast.group), "beutelschneider", players, {"stake": 5}, 0)
    match.enter({"kind": "adjustment", "points": {players[0].name: 7, players[1].name: -7}}, 0, "Sam")
    return match


def tap(page, selector, again):
    """Tap the element, then tap the same place again at each of these times, in milliseconds after the first tap."""
    button = page.locator(selector).first
    button.scroll_into_view_if_needed()
    page.evaluate("sessionStorage.removeItem('tap')")
    box = button.bounding_box()
    where = box["x"] + box["width"] / 2, box["y"] + box["height"] / 2
    touches, begun = Touches(page), time.monotonic()
    for at in (0, *again):
        left = at - (time.monotonic() - begun) * 1000
        page.wait_for_timeout(max(0, left))
        if left > -100:  # on a busy machine, a late tap could be accepted by the next page
            touches.tap(*where)
    touches.wait()


def calm(page):
    page.wait_for_timeout(750)


def other_gold(page):
    for seat, gold in enumerate(("30", "20")):
        page.locator(f"[name=gold-{seat}]").fill(gold)


def a_part(page):
    page.get_by_role("link", name="Part payment").first.tap()
    page.locator("#amount").fill("0.01")


def done():
    """Return the number of matches, changes, payments and players, plus the number of undone changes."""
    kinds = (Match, Change, Payment, Player)
    return sum(kind.objects.count() for kind in kinds) + Change.objects.exclude(undone_at=None).count()


ROW = r"PAD/(#r\d+)?"  # the pad; the address may name a row


def this_game(page):
    page.locator("#more > summary").tap()


# Each step has five values:
# - the page to open; None to stay
# - what to do there before the tap; None for nothing
# - the button to tap
# - the page to which one tap leads
# - how much `done()` grows
STEPS = [
    ("PAD/", None, ".foot a.main:visible", "PAD/round/", 0),
    ("PAD/round/?as=counted&gold-0=20&gold-1=30", None, "#save", "PAD/", 1),
    ("PAD/adjust/", lambda page: page.locator("[name=points-0]").fill("9"), "#save", "PAD/", 1),
    ("PAD/round/ROUND/", other_gold, "#save", ROW, 1),
    ("PAD/round/ROUND/", None, "form[action$='/remove/'] button", "PAD/", 1),
    ("PAD/", lambda page: page.locator("#removed > summary").tap(), "form[action$='/restore/'] button", "PAD/", 1),
    ("PAD/", None, "#undo button", ROW, 1),
    ("PAD/changes/", None, "form[action$='/undo/'] button", ROW, 1),
    ("PAD/options/", None, ".foot .main", "PAD/options/", 0),
    ("PAD/options/", lambda page: page.locator("[name=stake]").fill("8"), ".foot .main", "PAD/options/", 0),
    (None, lambda page: expect(page.locator("[name=sure]")).to_be_visible(), ".foot .main", "PAD/", 1),
    ("PAD/", this_game, "form[action$='/close/'] button", "PAD/", 1),
    ("GROUP/money/", a_part, ".foot .main", "GROUP/money/", 1),
    ("GROUP/money/", None, ".paid", "GROUP/money/", 1),
    ("PAD/", None, "button[form=again]", r"GROUP/m/(?!KEY)\w+/", 1),
    ("PAD/delete/", None, "form .btn", "NIGHT/", 1),
    ("NIGHT/", None, "form[action$='/bring-back/'] button", "PAD/", 1),
    ("GROUP/play/krimsutep/", None, "#start", r"GROUP/m/(?!KEY)\w+/", 1),
    ("GROUP/people/PERSON/sign/", None, ".foot .main", "GROUP/people/PERSON/", 0),
    ("GROUP/people/", lambda page: page.locator("#id_name").fill("Frieda"), "#form button", "GROUP/people/", 1),
]


@pytest.mark.waits
def test_a_button_tapped_again_does_what_one_tap_does(page, cast, match):
    names = {
        "PAD": match.get_absolute_url(),
        "GROUP": cast.group.get_absolute_url(),
        "NIGHT": match.night.get_absolute_url(),
        "PERSON": f"{cast.player.key}/",
        "KEY": match.key,
    }

    def address(path):
        if "ROUND" in path:
            names["ROUND"] = f"{match.entries.get(number=2).key}/"
        return re.sub("(PAD|GROUP|NIGHT|PERSON|ROUND)/|(KEY)", lambda found: names[found[1] or found[2]], path)

    for path, first, button, leads, changes in STEPS:
        before = done()
        if entry := match.entries.filter(number=2).first():
            names["ROUND"] = f"{entry.key}/"
        if path:
            page.goto(address(path))
        if first:
            first(page)
        calm(page)
        tap(page, button, AGAIN)
        there = re.compile(rf"//[^/]+{address(leads)}$")
        expect(page, f"{path} {button}").to_have_url(there, timeout=8000)
        for _ in range(100):  # the address does not tell: some buttons lead to the page they are on
            if done() >= before + changes:
                break
            page.wait_for_timeout(50)
        page.wait_for_timeout(250)
        expect(page).to_have_url(there)
        assert (path, button, done()) == (path, button, before + changes)


def test_undo_tapped_again_after_the_pad_has_changed_under_it_undoes_one_thing(page, match):
    """Before a tap on Undo is answered, live updates can show the next step to undo. A second tap does nothing."""
    points = {match.table.players[0]: 5}
    Match.objects.get(pk=match.pk).enter({"kind": "adjustment", "points": points}, 1, "Sam")
    page.goto(match.get_absolute_url())
    button = page.locator("#undo button")
    step = page.locator("#undo [name=step]").input_value()
    page.route("**/undo/", lambda route: route.fetch(max_redirects=0))  # undone, but the answer never arrives
    calm(page)
    box = button.bounding_box()
    where = box["x"] + box["width"] / 2, box["y"] + box["height"] / 2
    page.evaluate("() => { window.stored = 0; document.addEventListener('stored', () => window.stored++, true); }")
    touches = Touches(page)
    touches.tap(*where)
    page.wait_for_function("old => document.querySelector('#undo [name=step]')?.value !== old", arg=step)
    touches.tap(*where)
    touches.wait()
    page.wait_for_timeout(300)
    assert page.evaluate("window.stored") == 1


@pytest.mark.parametrize("again", [AGAIN, AGAIN[-1:]])
def test_the_rest_to_somebody_tapped_again_does_not_save(page, cast, match, again):
    page.goto(f"{match.get_absolute_url()}round/?as=captured")
    for pile in ("0", "1"):
        page.locator(f"[data-pile='{pile}']").tap()
        page.locator("[data-card] > button").nth(int(pile)).tap()
    calm(page)
    expect(page.locator("#save")).to_contain_text("Dirk gets the rest")
    tap(page, "#save", again)
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
    match = cast.start("beutelschneider", names)
    page.goto(f"{match.get_absolute_url()}round/?as=captured")
    calm(page)
    card = page.locator("[data-card] > button").first
    for _ in range(3):
        card.tap()
    expect(page.locator("[data-card] select").first).to_have_value("0")
    axe(page)
