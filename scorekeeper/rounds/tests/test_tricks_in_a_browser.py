"""Rounds recorded trick by trick in a browser: on two phones, with every tap counted, and with corrections."""

from random import Random

import pytest
from playwright.sync_api import expect

from games.registry import all_games
from scorekeeper.nights.models import Draft, Match
from scorekeeper.rounds.tricks import Tricks
from tests.browser import phone
from tests.browser.phone import axe, fits
from tests.play import group

LONG_NAMES = ("Maximiliane", "Max", "Maxim", "Wilhelmina", "Jo")
USUAL_MAP = {"rows": 6, "cols": 5, "cards": "portrait"}


def sit(cast, slug, seed, seats, **options):
    """Start a match; return it and the record of a round in tricks."""
    players = group(all_games()[slug], seats, Random(seed), **options)
    match = cast.start(slug, players.players, **players.options)
    return match, players.round(players.players[0]).noted["tricks"]


def write(match, tricks, first=0):
    """Save these tricks directly in the draft, not on the pages. `first` is the index of the first one."""
    for place, trick in enumerate(tricks, first):
        match.refresh()
        Tricks(match).add(trick, place, match.draft.version, "test")


class Thumb(phone.Thumb):
    def trick(self, trick):
        for _, code in trick["plays"]:
            self.tap(f"#deck [name=add][value='{code}']")
        self.tap("#foot [name=save]")


@pytest.mark.django_db(transaction=True)
def test_a_round_takes_a_tap_for_each_card_and_one_for_each_trick(open_phone, cast):
    match, record = sit(cast, "rufmariasch", 2, 4, stake=0)
    record["declared"] = []
    address = match.get_absolute_url()
    page = open_phone("scorer")
    page.goto(address)
    thumb = Thumb(page)
    thumb.tap(".foot a[href$='/round/'] >> visible=true")
    thumb.tap(".ways a[href$='tricks/new/']")
    thumb.tap(f"label:has([name=trump][value={record['trump']}])")
    thumb.tap(f"label:has([name=called][value='{record['called']}'])")
    axe(page)
    fits(page)
    thumb.tap(".foot .main")
    for number, trick in enumerate(record["tricks"][:2], 1):
        expect(page.locator("h1")).to_have_text(f"Trick {number} of 8")
        thumb.trick(trick)
    expect(page.locator("h1")).to_have_text("Trick 3 of 8")
    write(match, record["tricks"][2:7], 2)
    # Another phone goes on, beginning at the pad.
    page = open_phone("owner")
    page.goto(address)
    expect(page.locator(".stand")).to_contain_text("Round 1 is being written down: trick 8 of 8.")
    so_far, thumb = thumb.taps, Thumb(page)
    thumb.tap(".foot .main")
    thumb.trick(record["tricks"][7])
    expect(page.locator("#save")).to_have_text("Save round 1")
    axe(page)
    fits(page)
    thumb.tap("#save")
    expect(page.locator("tr.round")).to_have_count(1)
    # Two taps open the page, and three answer the questions before the tricks. One tap goes on with the round on the
    # other phone. Each of the three tricks takes five taps, and saving the round takes one.
    assert so_far + thumb.taps == 2 + 1 + 3 + 3 * 5 + 1
    assert match.entries.get().record["tricks"] == record["tricks"]
    assert not Draft.objects.filter(became="").exclude(parts={}).exists()


@pytest.mark.django_db(transaction=True)
def test_a_trick_is_put_right_and_five_long_names_fit(open_phone, cast):
    match = cast.start("beutelschneider", LONG_NAMES)
    page = open_phone("scorer", lang="de", width=320, height=640)
    page.goto(match.get_absolute_url() + "tricks/new/")
    thumb = Thumb(page)
    thumb.trick({"plays": [("", code) for code in ("R1", "R2", "R3", "R4", "R10")]})
    expect(page.locator("h1")).to_contain_text("Stich 2")
    gone = page.locator("#deck [value=R10]")
    expect(gone).to_be_disabled()
    page.locator("#tricks > summary").tap()
    for check in (axe, fits):
        check(page)
    page.locator("#trick1 a").tap()
    expect(page.locator("h1")).to_have_text("Stich 1 ändern")
    page.locator("#trick [name=drop][value='4']").tap()
    page.locator("#deck [value=RB]").tap()
    for check in (axe, fits):
        check(page)
    page.locator("#foot [name=save]").tap()
    expect(page.locator("h1")).to_contain_text("Stich 2")
    assert [code for _, code in Tricks(Match.objects.get(pk=match.pk)).tricks[0]["plays"]] == [
        "R1",
        "R2",
        "R3",
        "R4",
        "RB",
    ]
    page.locator("#tricks > summary").tap()
    page.locator("#tricks form button").tap()
    expect(page.locator("h1")).to_contain_text("Stich 1")
    assert Tricks(Match.objects.get(pk=match.pk)).tricks == []


@pytest.mark.django_db(transaction=True)
def test_what_was_built_is_asked_at_the_end(open_phone, cast):
    usual = {**USUAL_MAP, "nile": [[0, 1], [1, 1], [2, 2], [3, 2], [4, 3], [5, 3]]}
    match, record = sit(cast, "krimsutep", 3, 3, map=usual)
    write(match, record["tricks"])
    page = open_phone("scorer")
    page.goto(match.get_absolute_url())
    page.locator(".foot .main").tap()
    for seat in range(3):
        page.locator(f"label:has([name=card-{seat}][value=oasis])").tap()
    expect(page.locator("#result summary")).to_be_visible()
    for check in (axe, fits):
        check(page)
    page.locator("#save").tap()
    expect(page.locator("tr.round")).to_have_count(1)
    assert match.entries.get().record["tricks"] == record["tricks"]


@pytest.mark.django_db(transaction=True)
def test_after_the_tricks_one_builds_on_the_map(open_phone, cast):
    match, record = sit(cast, "krimsutep", 3, 3, map={**USUAL_MAP, "nile": [[row, 4] for row in range(6)]})
    *tricks, last = record["tricks"]
    write(match, tricks)
    page = open_phone("scorer", lang="de")
    page.goto(match.get_absolute_url() + "tricks/new/")
    Thumb(page).trick(last)
    expect(page.locator("[data-map][open], #live-drawing .board").first).to_be_visible()
    order = [
        int(each) for each in page.locator("[data-builder]").evaluate_all("all => all.map(e => e.dataset.builder)")
    ]
    roman = [int(page.locator(f"[name=roman-{seat}]").input_value()) for seat in range(3)]
    assert roman[order[0]] == max(roman)  # the player with the highest roman number builds first
    for seat, row in zip(order, range(3), strict=True):
        expect(page.locator(f"[data-builder='{seat}']")).to_have_attribute("aria-current", "true")
        page.locator(f"label:has([name=card-{seat}][value=palace_small])").tap()
        place = page.locator(f"[data-space='{row},0']")
        expect(place.locator(".figure").first).to_be_attached()
        place.tap()
        expect(place).to_have_attribute("aria-pressed", "true")
    expect(page.locator("#result summary")).to_be_visible()
    page.evaluate("scrollTo(0, document.body.scrollHeight)")  # so that nothing is half under the foot
    for check in (axe, fits):
        check(page)
    page.locator("#save").tap()
    expect(page.locator("tr.round")).to_have_count(1)
    saved = match.entries.get().record
    assert saved["tricks"] == record["tricks"]
    assert [[name, each["at"]] for name, each in saved["buildings"]] == [
        [match.table.players[seat], [row, 0]] for row, seat in enumerate(order)
    ]
    # The page of a correction shows the map with what was built, and the tricks.
    page.goto(f"{match.get_absolute_url()}tricks/{match.entries.get().number}/end/")
    expect(page.locator("[data-space='0,0']")).to_have_attribute("aria-pressed", "true")
    expect(page.locator("#tricks li")).to_have_count(len(record["tricks"]))
