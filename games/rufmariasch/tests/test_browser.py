"""Rounds of Rufmariasch on a phone, every tap counted from the open pad to the saved round."""

import random

import pytest
from playwright.sync_api import expect

from tests.browser.phone import Thumb, axe, shot
from tests.cast import totals

NAMES = ("Anna", "Ben", "Carla", "Dirk")


def begin(cast, names=NAMES, **options):
    return cast.start("rufmariasch", names, **options)


@pytest.mark.parametrize("way", ["points", "cards"])
def test_rounds_with_every_tap_counted(open_phone, cast, way):
    match = begin(cast, stake=10)
    page = open_phone("scorer", lang="de")
    thumb = Thumb(page)
    rng = random.Random(4)  # alone with two declared, then with a partner and none
    engine = match.engine()
    for number in range(2):
        caller = (number + 1) % 4
        partner = rng.randrange(4)
        points = rng.randrange(10) * 10
        declared = {suit: rng.randrange(4) for suit in "EGHS" if rng.random() < 0.3}
        trump = rng.choice("EGHS")
        thumb.open_round(match)
        if way == "cards":
            page.goto(f"{match.get_absolute_url()}round/?as=call-captured")
        thumb.choose("trump", trump)
        thumb.choose("partner", partner)
        if way == "points":
            thumb.choose("points", points)
        else:
            points = give_cards(thumb, rng, {caller, partner})
        if declared:
            thumb.tap("summary:has-text('König und Ober')")
        for suit, seat in declared.items():
            thumb.choose(f"declared_{suit}", seat)
        expect(page.locator("#result .figures")).to_contain_text("Anna")
        expect(page.locator("[name^=declared_]:checked")).to_have_count(len(declared))
        shot(page, f"rufmariasch-{way}-{number}")
        if way == "cards":
            page.wait_for_timeout(350)
        thumb.save(match)
        if way == "points":
            print(f"call, {len(declared)} declared: {thumb.taps} taps, at most {5 + 2 * len(declared)}")
            assert thumb.taps <= 5 + 2 * len(declared)
            assert declared or thumb.taps == 5
        record = {"kind": "call", "caller": NAMES[caller], "trump": trump, "points": points}
        record["partner"] = None if partner == caller else NAMES[partner]
        record["declared"] = [[NAMES[seat], suit] for suit, seat in declared.items()]
        assert not engine.enter(record).problems
        assert totals(match) == [engine.totals[name] for name in NAMES]


def give_cards(thumb, rng, team):
    """Aces, tens and the last trick, each to somebody; the points of the caller's team."""
    owners = {code: rng.randrange(4) for code in ["EA", "GA", "HA", "SA", "E10", "G10", "H10", "S10", "last_trick"]}
    for seat in range(4):
        thumb.pile(seat)
        for code, owner in owners.items():
            if owner == seat:
                thumb.card(code)
    return 10 * sum(owner in team for owner in owners.values())


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
    thumb.tap("summary:has-text('Someone else dealt')")
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
    shot(page, "rufmariasch-problems")
    thumb.choose("trump", "H")
    expect(page.get_by_text("What was trumps?")).to_be_hidden()
    expect(page.get_by_text("A caller who held it played alone.")).to_be_visible()
    thumb.choose("partner", 0)
    expect(page.locator("#result .figures")).to_contain_text("Anna +30")
