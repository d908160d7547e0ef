"""Rounds of Rufmariasch on a phone, with taps counted."""

from playwright.sync_api import expect

from tests.browser.phone import Thumb, axe
from tests.fixtures import totals

NAMES = ("Anna", "Ben", "Carla", "Dirk")


def begin(cast, names=NAMES, **options):
    return cast.start("rufmariasch", names, **options)


def test_rounds_with_every_tap_counted(open_phone, cast):
    """The first round is played alone, with two declarations; the second has a partner and is entered by cards."""
    match = begin(cast, stake=10)
    page = open_phone("scorer", lang="de")
    thumb, engine = Thumb(page), match.engine()
    thumb.open_round(match)
    thumb.choose("trump", "H")
    thumb.choose("partner", 1)
    thumb.choose("points", 60)
    thumb.tap("summary:has-text('König und Ober')")
    for suit, seat in (("E", 0), ("H", 1)):
        thumb.choose(f"declared_{suit}", seat)
    expect(page.locator("[name^=declared_]:checked")).to_have_count(2)
    thumb.save(match)
    assert thumb.taps == 5 + 1 + 2
    call = {"kind": "call", "caller": "Ben", "trump": "H", "partner": None, "points": 60}
    assert not engine.enter({**call, "declared": [["Anna", "E"], ["Ben", "H"]]}).problems
    assert totals(match) == list(engine.totals.values())

    page.goto(f"{match.get_absolute_url()}round/?as=call-captured")
    thumb.choose("trump", "S")
    thumb.choose("partner", 0)
    piles = (("EA", "G10", "last_trick"), ("GA",), ("HA", "SA", "E10"), ("H10", "S10"))
    for seat, cards in enumerate(piles):
        thumb.pile(seat)
        for card in cards:
            thumb.card(card)
    expect(page.locator("#result .figures")).to_contain_text("Anna")
    page.wait_for_timeout(350)
    thumb.save(match)
    assert not engine.enter({**call, "caller": "Carla", "trump": "S", "partner": "Anna"}).problems
    assert totals(match) == list(engine.totals.values())


def test_who_won_no_trick_is_asked_only_where_it_matters(open_phone, cast):
    match = begin(cast)
    page = open_phone("scorer")
    thumb = Thumb(page)
    thumb.open_round(match)
    asked = page.get_by_role("group", name="Who has no trick?")
    expect(asked).to_be_hidden()
    thumb.choose("points", 90)
    expect(asked).to_be_visible()
    thumb.choose("points", 40)
    expect(asked).to_be_hidden()
    thumb.tap("summary:has-text('King and Ober')")
    thumb.choose("declared_H", 2)
    expect(asked).to_be_visible()


def test_the_callers_own_button_says_alone(open_phone, cast):
    match = begin(cast)
    page = open_phone("scorer")
    thumb = Thumb(page)
    thumb.open_round(match)
    partners = page.get_by_role("group", name="Ben calls. Who holds the card?")
    expect(partners.get_by_role("radio", name="alone")).to_have_attribute("value", "1")
    thumb.tap("summary:has-text('Note, dealer')")
    thumb.choose("dealer", 3)
    expect(page.get_by_role("radio", name="alone")).to_have_attribute("value", "0")
    thumb.choose("partner", 2)
    thumb.choose("points", 60)
    expect(page.get_by_text("Anna and Carla’s card points")).to_be_visible()
    expect(page.get_by_text("Ben and Dirk then have 30.")).to_be_visible()


def test_problems_stay_until_they_are_mended(open_phone, cast):
    match = begin(cast)
    page = open_phone("scorer")
    thumb = Thumb(page)
    thumb.open_round(match)
    thumb.choose("points", 60)
    thumb.tap("#save")
    expect(page.get_by_text("What was trumps?")).to_be_visible()
    expect(page.get_by_text("A caller who held it played alone.")).to_be_visible()
    axe(page)
    thumb.choose("trump", "H")
    expect(page.get_by_text("What was trumps?")).to_be_hidden()
    expect(page.get_by_text("A caller who held it played alone.")).to_be_visible()
    thumb.choose("partner", 0)
    expect(page.locator("#result .figures")).to_contain_text("Anna +30")
