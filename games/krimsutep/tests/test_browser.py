"""Rounds of Krimsutep on a phone. In one, all taps are counted, from the open pad to the saved round."""

import re

import pytest
from playwright.sync_api import expect

from games.krimsutep.cards import SUITS
from games.krimsutep.tests.test_screens import play
from scorekeeper.nights.models import Match
from tests.browser.phone import Thumb
from tests.fixtures import totals

NAMES = ("Anna", "Ben", "Carla", "Dirk")


def begin(cast, players=3, names=NAMES):
    return cast.start("krimsutep", names[:players])


def open_form(thumb, name):
    thumb.tap(thumb.page.get_by_role("link", name=name))
    expect(thumb.page.locator("#save")).to_be_visible()


def test_the_last_round_and_the_oases_with_every_tap_counted(open_phone, cast):
    match = begin(cast)
    play(cast, match, 7)
    before = totals(match)
    page = open_phone("scorer")
    thumb = Thumb(page)
    page.goto(match.get_absolute_url())
    open_form(thumb, "Enter round 8")
    for name, seat in (("royal", 1), ("maid", 2), ("won-red", 0), ("won-red", 1), ("won-grey", 1), ("won-green", 2)):
        thumb.choose(name, seat)
    for seat, points in enumerate((4, 3, 0)):
        offered = page.locator(f"label:visible > [name='points-{seat}']:enabled")
        assert offered.evaluate_all("all => all.map(e => Number(e.value))") == [0, 2, 3, 4]
        thumb.choose(f"points-{seat}", points)
    expect(page.locator("#result .figures")).to_have_text("Anna +9 · Ben +10 · Carla +3")
    thumb.save(match)
    assert thumb.taps == 1 + 6 + 3 + 1, "the last card of a player was not preselected"
    open_form(thumb, "The oases at the end")
    for seat, (distance, halves) in enumerate(((2, 4), (1, 6), (3, 0))):
        thumb.choose(f"distance-{seat}", distance)
        thumb.choose(f"halves-{seat}", halves)
    expect(page.locator("#result")).to_contain_text("The game goes to")
    thumb.save(match)
    assert [now - then for now, then in zip(totals(match), before, strict=True)] == [9 + 8, 10 + 6, 3]
    assert Match.objects.get(pk=match.pk).finished
    expect(page.get_by_text("Chief Architect")).to_be_visible()


def test_points_of_the_suits(open_phone, cast):
    match = begin(cast, names=("Anna", "Ben", "Maximiliane"))
    page = open_phone("scorer")
    thumb = Thumb(page)
    page.goto(match.get_absolute_url())
    open_form(thumb, "Enter round 1")
    thumb.tap("[href='?as=round-suits']")
    for numbers in (("1", "2"), ("8", "8"), ("0", "9")):
        for number in numbers:
            for digit in number:
                thumb.tap(f"[data-key='{digit}']")
            thumb.tap("[data-key=next]")
        thumb.tap("[data-key=next]")
    for suit, last in (("red", 17), ("grey", 4), ("green", 11)):
        expect(page.locator(f"[name='{suit}-2']")).to_have_attribute("placeholder", str(last))
    for seat, (card, worth) in enumerate((("obelisk_double", 12), ("palace_big", 4), ("oasis", 3))):
        thumb.choose(f"card-{seat}", card)
        thumb.choose(f"points-{seat}", worth)
    expect(page.locator("#live-double-2")).to_have_text("Green won: 2 × 3 = 6")
    expect(page.locator("#live-double-0")).to_have_text("Grey won: 2 × 12 = 24")
    expect(page.locator("#live-double-1")).to_be_empty()
    # A building site is as high without its message as with it. So nothing below it moves while somebody taps.
    high = page.locator("[data-site]").evaluate_all("sites => sites.map(each => each.offsetHeight)")
    page.evaluate("document.querySelectorAll('.double').forEach(each => each.replaceChildren())")
    assert high == page.locator("[data-site]").evaluate_all("sites => sites.map(each => each.offsetHeight)")
    thumb.save(match)
    assert totals(match) == [1 + 24, 1 + 4, 2 + 6]
    page.goto(f"{match.get_absolute_url()}round/{match.entries.get(number=1).key}/")
    expect(page.locator("[name='grey-1']")).to_have_value("8")
    expect(page.locator("#result .figures")).to_have_text("Anna +25 · Ben +5 · Maximiliane +8")
    thumb.choose("points-1", 3)
    expect(page.locator("#result .figures")).to_have_text(re.compile(r"^\s*Ben\s+\+5.*\+4\s*$", re.DOTALL))
    thumb.tap("#save")
    page.wait_for_url(f"**{match.get_absolute_url()}#r1")
    assert totals(match) == [25, 4, 8]


def test_another_card_takes_back_what_it_cannot_be_worth(open_phone, cast):
    match = begin(cast)
    page = open_phone("scorer")
    page.goto(f"{match.get_absolute_url()}round/")
    thumb = Thumb(page)
    expect(page.locator("[name='points-0'][value='1']")).to_be_disabled()
    high = page.locator("[data-site='0']").bounding_box()["height"]
    numbers = page.locator("label:visible > [name^=points-]")
    expect(numbers).to_have_count(0)
    thumb.choose("card-0", "obelisk_single")
    expect(numbers).to_have_count(12)
    thumb.choose("points-0", 12)
    thumb.choose("card-0", "palace_big")
    expect(page.locator("[name='points-0']:checked")).to_have_count(0)
    expect(page.locator("[name='points-0'][value='1']")).to_be_disabled()
    thumb.choose("card-0", "oasis")
    expect(page.locator("[name='points-0']:checked")).to_have_value("3")
    assert page.locator("[data-site='0']").bounding_box()["height"] == high, "the fields below have moved"
    card = page.locator("label:has([name=card-2][value=palace_small])")
    card.scroll_into_view_if_needed()
    before = card.bounding_box()["y"]
    card.tap()
    assert card.bounding_box()["y"] == pytest.approx(before, abs=1), "the tapped card has moved"
    expect(numbers).to_have_count(1 + 5)  # the points of the oasis, and the possible points of this card


def space(page, row, column):
    """Return the locator of a space of the board; rows and columns are counted from 1."""
    return page.locator(f"[data-space='{row - 1},{column - 1}']")


def begin_on_the_map(cast, players=3, names=NAMES, **drawn):
    usual = {"rows": 6, "cols": 5, "cards": "portrait", "nile": [[row, 0] for row in range(6)]}
    return cast.start("krimsutep", names[:players], map=usual | drawn)


def test_building_on_the_map(open_phone, cast):
    match = begin(cast)
    page = open_phone("scorer")
    page.goto(f"{match.get_absolute_url()}round/")
    thumb = Thumb(page)
    for suit in SUITS:
        thumb.choose(f"won-{suit}", 0)
    expect(page.locator(".board")).to_be_hidden()
    thumb.tap("[data-map] > summary")
    expect(page.locator("[data-site]:visible")).to_have_count(1)
    thumb.tap(space(page, 1, 3))
    expect(page.locator(".hint")).to_have_text("Anna: tap a building card, then a space.")
    thumb.choose("card-0", "palace_big")
    expect(page.locator(".hint")).to_have_text("Anna: big palace, Red won. Points: once → doubled.")
    expect(space(page, 1, 3)).to_have_accessible_name("row 1, column 3: free, earns 2→4")
    thumb.tap(space(page, 1, 2))
    expect(page.get_by_text("The Nile flows through row 1, column 2.")).to_be_visible()
    thumb.tap(space(page, 1, 3))
    expect(page.get_by_text("The Nile flows through")).to_have_count(0)
    expect(page.locator(".builders li").first).to_contain_text("Anna big palace, row 1, column 3: 2 × 2 = 4")

    thumb.choose("card-1", "palace_small")
    expect(space(page, 2, 3)).to_have_accessible_name("row 2, column 3: free, upper half earns 3, lower half 1")
    thumb.tap(space(page, 2, 3))
    built = page.locator(".builders li").nth(1)
    expect(built).to_contain_text("small palace, row 2, column 3: 3")
    thumb.tap(space(page, 2, 3))
    expect(built).to_contain_text("small palace, row 2, column 3: 1")
    expect(space(page, 2, 3)).to_have_accessible_name(
        "row 2, column 3: small palace of Ben, lower half; upper half empty"
    )
    thumb.tap(space(page, 2, 3))
    expect(built).to_contain_text("small palace: where?")
    thumb.tap(space(page, 2, 3))
    expect(built).to_contain_text("small palace, row 2, column 3: 3")

    thumb.choose("card-2", "oasis")
    thumb.tap(space(page, 1, 3))  # takes Anna's building off this space, because it was built in this round
    expect(page.locator(".builders li").first).to_contain_text("big palace: where?")
    thumb.tap(space(page, 1, 3))
    expect(page.locator(".builders li").first).to_contain_text("2 × 2 = 4")
    thumb.tap(space(page, 1, 1))
    expect(page.locator("#result .figures")).to_have_text("Anna +7 · Ben +3 · Carla +3")
    thumb.tap(page.get_by_role("button", name="Remove Carla’s building"))
    expect(space(page, 1, 1)).to_have_accessible_name("row 1, column 1: free, earns 3")
    thumb.tap(space(page, 6, 5))
    expect(page.locator("#result .figures")).to_have_text("Anna +7 · Ben +3 · Carla +3")
    thumb.save(match)

    page.goto(f"{match.get_absolute_url()}deal/")
    expect(page.get_by_text("row 6, column 5: oasis of Carla")).to_be_attached()
    page.goto(f"{match.get_absolute_url()}round/")
    expect(page.locator("[name='points-0']")).to_have_count(0)
    thumb.choose("card-0", "palace_small")
    thumb.tap(space(page, 1, 3))
    expect(page.get_by_text("There is already something on row 1, column 3.")).to_be_visible()
    expect(page.locator("[data-site]:visible")).to_have_count(1)
    page.locator("#save").tap()  # refused; the page still has the tapped fields
    expect(page.get_by_text("There is already something on row 1, column 3.")).to_be_visible()
    expect(page.locator("[name='at-0']")).to_have_value("0,2")


def test_the_board_by_keyboard(open_phone, cast):
    match = begin_on_the_map(cast)
    page = open_phone("scorer")
    page.goto(f"{match.get_absolute_url()}round/")
    page.locator("[name='card-0'][value='obelisk_single']").focus()
    page.keyboard.press("Space")
    expect(space(page, 3, 3)).to_have_accessible_name("row 3, column 3: free, upper half earns 1, lower half 1")
    space(page, 3, 3).focus()
    page.keyboard.press("Enter")
    expect(space(page, 3, 3)).to_have_attribute("aria-pressed", "true")
    expect(space(page, 3, 3)).to_be_focused()
    page.keyboard.press("Enter")
    expect(space(page, 3, 3)).to_have_accessible_name(
        "row 3, column 3: single obelisk of Anna, lower half; upper half empty"
    )
    expect(space(page, 3, 3)).to_be_focused()
