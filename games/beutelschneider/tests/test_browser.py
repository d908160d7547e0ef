"""Rounds of both editions on a phone, and a whole game with every tap counted."""

import re

from playwright.sync_api import expect

from scorekeeper.nights.models import Match
from tests.browser import phone
from tests.browser.phone import fits
from tests.fixtures import totals

NAMES = ("Anna", "Ben", "Carla", "Dirk", "Eva")


class Thumb(phone.Thumb):
    def bonus(self, kind, seat):
        """Tap the player who earned the bonus. Open the list of players first if it is closed."""
        asking = self.page.locator(f".asking:has([name='bonus-{kind}-{seat}'])")
        if asking.get_attribute("open") is None:
            self.tap(asking.locator("summary"))
        self.tap(asking.locator("button").nth(seat))

    def cutpurse(self, seat):
        self.tap(self.page.locator("[data-tally]:has([name='cutpurses-0']) > button").nth(seat))


def begin(cast, slug, players=3, names=NAMES, **options):
    return cast.start(slug, names[:players], **options)


def test_a_game_to_its_end_with_every_tap_counted(open_phone, cast):
    """The first round is entered by its cards and shown for correction; the second is entered by numbers."""
    match = begin(cast, "beutelschneider", 5, target=52)
    page = open_phone("scorer")
    thumb = Thumb(page)
    thumb.open_round(match)
    for seat, cards in enumerate(("R10 G3", "Y10 RD", "G10", "B1 B2")):
        thumb.pile(seat)
        for code in cards.split():
            thumb.card(code)
    thumb.pile("out")
    thumb.card("BD")
    thumb.tap("#save")
    thumb.bonus("gardist", 0)
    expect(page.locator("#result .figures")).to_have_text("Anna +23 · Ben −10 · Carla +10 · Dirk +3 · Eva +44")
    thumb.save(match)
    assert thumb.taps == 1 + 3 + 7 + 2 + 1 + 2 + 1, "form, piles, cards, discarded card, rest, bonus, save"
    before = totals(match)
    page.goto(f"{match.get_absolute_url()}round/{match.entries.get(number=1).key}/")
    for code, said in {"G3": "with Anna", "RD": "with Ben", "B10": "with Eva", "BD": "discarded"}.items():
        expect(page.locator(f"[data-card={code}] > button")).to_have_attribute("aria-label", re.compile(said))
    page.locator("#save").tap()
    page.wait_for_url(f"**{match.get_absolute_url()}#r1")
    assert totals(match) == before == [23, -10, 10, 3, 44]

    thumb.open_round(match)
    thumb.tap(".forms [href='?as=counted']")
    for figures in ("20", "25", "15", "12"):
        for figure in figures:
            thumb.tap(f"[data-key='{figure}']")
        if figures != "12":
            thumb.tap("[data-key=next]")
    expect(page.locator("[name='gold-4']")).to_have_attribute("placeholder", "8")
    thumb.cutpurse(0)
    thumb.cutpurse(3)
    thumb.save(match)
    assert thumb.taps == 2 + 8 + 3 + 2 + 1
    assert totals(match) == [23, 15, 25, -5, 52]
    assert Match.objects.get(pk=match.pk).finished
    expect(page.get_by_text("Richest on market day")).to_be_visible()


def test_a_card_is_given_taken_back_and_discarded(open_phone, cast):
    match = begin(cast, "beutelschneider")
    page = open_phone("scorer")
    page.goto(f"{match.get_absolute_url()}round/")
    thumb = Thumb(page)
    card, cutpurse = page.locator("[data-card=R10] > button"), page.locator("[data-card=RD] > button")
    expect(card).to_have_accessible_name("Red 10, gold sack, not placed yet")
    thumb.card("R10")
    expect(card).to_have_accessible_name("Red 10, gold sack, with Anna")
    expect(page.locator("[data-pile='0'] b")).to_have_text("10")
    thumb.card("R10")
    expect(card).to_have_accessible_name("Red 10, gold sack, not placed yet")
    thumb.card("R10")
    thumb.pile(1)
    thumb.card("R10")
    expect(card).to_have_accessible_name("Red 10, gold sack, with Ben")
    for said in ("with Ben", "discarded", "not placed yet"):
        thumb.card("RD")
        expect(cutpurse).to_have_accessible_name(f"Red, cutpurse, {said}")


def test_the_main_button_says_the_next_sensible_thing(open_phone, cast):
    match = begin(cast, "beutelschneider")
    page = open_phone("scorer")
    page.goto(f"{match.get_absolute_url()}round/")
    thumb = Thumb(page)
    save = page.locator("#save")
    expect(save).to_have_text(re.compile("Next: Ben"))
    thumb.card("R10")
    thumb.tap("#save")
    expect(page.locator("[data-pile='1']")).to_have_attribute("aria-pressed", "true")
    for code in ("G10", "Y10", "RD"):
        thumb.card(code)
    expect(save).to_have_text(re.compile("Carla gets the rest: 50 gold, −20"))
    expect(page.locator("[data-give-rest]")).to_have_text("Ben gets the rest: 50 gold, −20")
    thumb.tap("#save")
    expect(save).to_have_text("Save round 1")
    expect(page.locator("[data-open]")).to_have_text("80 of 80 · Everything is placed")
    thumb.pile(0)
    thumb.card("R10")
    expect(page.locator("[data-open]")).to_have_text("70 of 80 · Not placed yet: Red 10")
    expect(save).to_have_text(re.compile("Anna gets the rest: 10 gold"))


def test_a_bonus_asks_who_earned_it_and_moves_nothing(open_phone, cast):
    match = begin(cast, "beutelschneider", 5)
    page = open_phone("scorer")
    page.goto(f"{match.get_absolute_url()}round/?as=counted")
    guard, assassin = page.locator(".asking").nth(1), page.locator(".asking").nth(2)
    high = page.locator("#entry").evaluate("form => form.offsetHeight")
    guard.locator("summary").tap()
    page.get_by_role("button", name="Guard: Ben").tap()
    page.get_by_role("button", name="Guard: Ben").tap()
    expect(guard.locator("summary")).to_have_text(re.compile(r"Guard.*B\s*\+20\s*$", re.DOTALL))
    assert page.locator("#entry").evaluate("form => form.offsetHeight") == high
    page.get_by_role("button", name="Guard: Anna").tap()
    expect(guard.locator("summary")).to_have_text(re.compile(r"A\s*\+10\s*$"))
    assassin.locator("summary").tap()
    expect(page.get_by_role("button", name="Guard: Anna")).to_be_hidden()
    expect(page.get_by_role("button", name="Assassin: Eva")).to_have_attribute("aria-pressed", "false")
    fields = page.evaluate("[...new FormData(document.getElementById('entry'))].filter(([name, value]) => value)")
    assert [field for field in fields if field[0].startswith("bonus-")] == [["bonus-gardist-0", "1"]]


def test_a_number_that_is_as_large_as_it_can_be_goes_on_to_the_next(open_phone, cast):
    """If no digit can be added to a number, the next field opens by itself.

    After that, a tap on "next" has no effect, and the delete key removes the last digit of the number before.
    """
    match = begin(cast, "beutelschneider", 4)
    page = open_phone("scorer")
    page.goto(f"{match.get_absolute_url()}round/?as=counted")

    def keys(*names):
        for name in names:
            page.locator(f"[data-key='{name}']").tap()
        return [page.locator(f"[name=gold-{seat}]").input_value() for seat in range(4)]

    assert keys("2", "4", "1", "3") == ["24", "13", "", ""]
    assert keys("next", "7", "next", "5") == ["24", "13", "7", "5"]
    page.locator("[name=gold-2]").tap()
    assert keys("7", "9", "del", "8") == ["24", "13", "78", "5"], "the number of a tapped field is not replaced"


def test_special_cards(open_phone, cast):
    match = begin(cast, "beutelschneider", special_cards=True)
    page = open_phone("scorer")
    page.goto(f"{match.get_absolute_url()}round/")
    thumb = Thumb(page)
    for code in ("R10", "R4", "RD"):
        thumb.card(code)
    thumb.tap("[data-marks]")
    thumb.card("R10")
    expect(page.locator("[data-card=R10] > button")).to_have_accessible_name("Red 10, gold sack, with Anna, worthless")
    expect(page.locator("[data-pile='0'] b")).to_have_text("4")
    thumb.pile(1)
    thumb.card("G10")
    thumb.bonus("muskelmann", 1)
    thumb.bonus("muskelmann", 1)
    thumb.tap("#save")
    expect(page.locator("#result .figures")).to_have_text("Anna −16 · Ben +30 · Carla +36")
    thumb.save(match)
    assert totals(match) == [-16, 30, 36]


def test_two_cards_may_lie_aside_in_the_first_edition(open_phone, cast):
    match = begin(cast, "beutelschneider-classic")
    page = open_phone("scorer")
    page.goto(f"{match.get_absolute_url()}round/")
    thumb = Thumb(page)
    thumb.pile("aside")
    thumb.card("Y10")
    thumb.pile(0)
    thumb.card("R10")
    thumb.pile(1)
    thumb.card("RD")
    thumb.card("RD")
    thumb.tap("#save")
    expect(page.locator("#result .figures")).to_have_text("Anna +10 · Ben 0 · Carla +40")
    thumb.save(match)
    assert totals(match) == [10, 0, 40]


def test_it_works_without_scripts(open_phone, cast):
    match = begin(cast, "beutelschneider")
    page = open_phone("scorer", js=False)
    page.goto(match.get_absolute_url())
    page.get_by_role("link", name="Enter round 1").tap()
    page.get_by_label("Red 10, gold sack").select_option("Anna")
    page.get_by_label("Green 3", exact=True).select_option("Ben")
    page.get_by_label("The rest goes to").select_option("Carla")
    seduction = page.locator(".asking:has([name='bonus-verfuehrung-1']) summary")
    seduction.tap()
    page.locator("[name='bonus-verfuehrung-1']").fill("2")
    fits(page)
    page.get_by_role("button", name="Save round 1").tap()
    expect(page.get_by_text("2 isn’t possible: choose 0 to 1.")).to_be_visible()
    expect(page.get_by_label("Red 10, gold sack")).to_have_value("0")
    seduction.tap()
    page.locator("[name='bonus-verfuehrung-1']").fill("1")
    page.get_by_role("button", name="Save round 1").tap()
    page.wait_for_url(match.get_absolute_url())
    assert totals(match) == [
        10,
        13,
        match.table.deck.points - 13 - 20 * len([c for c in ("RD", "BD") if c in match.table.deck]),
    ]
