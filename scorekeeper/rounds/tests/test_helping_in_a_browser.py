"""The keypad, the count of cards, what each player needs, and the preview of other house rules, on a phone."""

import pytest
from playwright.sync_api import expect

from games.registry import all_games
from scorekeeper.nights.models import Match
from tests.browser.phone import fit_for_a_phone
from tests.play import DIFFERENT

NAMES = ("Maximiliane", "Max", "Maxim", "Wilhelmina", "Jo")


def begin(cast, slug, seats, **options) -> Match:
    return cast.start(slug, NAMES[:seats], **options)


def give(page, seat, *cards):
    page.locator(f"[data-pile='{seat}']").tap()
    for card in cards:
        page.locator(f"[data-card='{card}'] > button").tap()


def test_a_missing_card_is_found_in_the_middle_of_a_count(open_phone, cast):
    """The cards go from the count into the round, so that no card is tapped twice."""
    match = begin(cast, "rufmariasch", 4)
    page = open_phone("scorer")
    page.goto(f"{match.get_absolute_url()}count/")
    give(page, 0, "HA", "H10", "EA")
    expect(page.locator("#findings")).to_contain_text("30 of 90")
    give(page, 1, "GA", "G10", "SA", "last_trick")
    expect(page.locator("#findings")).to_contain_text("2 missing: with anyone or on the floor")
    page.locator(".done:has([name=done][value='0'])").tap()
    page.locator("[data-done]").tap()  # the tick beside the cards, for the open pile
    expect(page.locator("[name=done][value='1']")).to_be_checked()
    page.locator(".done:has([name=done][value='2'])").tap()
    expect(page.locator("#findings")).to_contain_text("2 missing: with Wilhelmina or on the floor")
    for seat, cards in enumerate((12, 12, 0, 8)):
        page.locator(f"[name=cards-{seat}]").fill(str(cards))
    expect(page.locator("#findings")).to_contain_text("Only Wilhelmina can have these two:")
    page.reload()  # the address contains the whole count
    expect(page.locator("#findings")).to_contain_text("Only Wilhelmina can have these two:")
    page.locator("[data-pile='3']").tap()
    page.locator("[data-give-rest]").tap()
    expect(page.locator("#brief")).to_have_text("All cards are there")
    page.locator("[name=into]").tap()
    page.wait_for_url("**/round/**")
    page.locator("label:has([name=trump][value=H])").tap()
    page.locator("label:has([name=partner][value='3'])").tap()
    expect(page.locator("#result")).to_contain_text("Max")
    page.locator("#save").tap()
    page.wait_for_url(f"**{match.get_absolute_url()}")
    record = Match.objects.get(pk=match.pk).active[0].record
    assert record["captured"]["Wilhelmina"] == ["E10", "S10"]
    assert (record["trump"], record["partner"], record["last_trick"]) == ("H", "Wilhelmina", "Max")


def test_a_discarded_cutpurse_is_a_second_tap(open_phone, cast):
    match = begin(cast, "beutelschneider", 3)
    page = open_phone("viewer")
    page.goto(f"{match.get_absolute_url()}count/")
    give(page, 0, "RD", "RD", "BD")
    expect(page.locator("#sums-out")).to_contain_text("1")
    expect(page.locator("#sums-0")).to_contain_text("Cutpurses: 1")


def test_what_is_needed_is_one_tap_on_the_pad(open_phone, cast):
    match = begin(cast, "beutelschneider", 5)
    record = {"kind": "adjustment", "points": dict(zip(NAMES, (77, 70, -12, 40, 3), strict=True))}
    match.enter(record, 0, "Sam")
    page = open_phone("viewer")
    page.goto(match.get_absolute_url())
    page.locator("#needs > summary").tap()
    expect(page.locator("#needs")).to_contain_text("23 points are enough if Max stays under 30")
    fit_for_a_phone(page, "needs")


HIT = """all => all.map(each => {
    const {left, bottom, width} = each.getBoundingClientRect();
    return each.contains(document.elementFromPoint(left + width / 2, bottom - 2));
})"""


@pytest.mark.parametrize("slug", DIFFERENT)
def test_the_keypad_and_the_number_that_it_types_are_in_sight(open_phone, cast, slug):
    game = all_games()[slug]
    names = [f"Player {letter}" for letter in "ABCDEFGH"[: max(game.seats)]]
    match = cast.start(slug, names)
    page = open_phone("scorer")
    seen = page.locator("[data-key='0'], .field[aria-current] [data-number]")
    for form in (*(f"round/?as={each.code}" for each in game.screens(match.table)), "adjust/"):
        page.goto(match.get_absolute_url() + form)
        if page.locator("[data-keypad]:visible").count() == 0:
            continue
        page.locator("[data-number]").first.focus()
        for _ in range(page.locator("[data-number]").count() - 1):
            assert seen.evaluate_all(HIT) == [True, True], form
            page.locator("[data-key=next]").dispatch_event("click")
