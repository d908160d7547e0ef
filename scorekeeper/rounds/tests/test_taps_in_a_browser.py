"""Every tap counts once, where it was aimed: with two thumbs, on a busy phone, during an update, after a scroll.

With TAPS=300, as in `make fuzz`, 300 sequences of each kind are played instead of a few.
"""

import pytest
from playwright.sync_api import expect

from scorekeeper.nights.models import Match
from scorekeeper.rounds.tricks import Tricks
from tests.browser.fingers import Hand, sequences
from tests.drawn import one_of

SLOWER = pytest.mark.parametrize("slower", one_of([1, 6], "taps"))
NAMES = ("Anna", "Ben", "Carla", "Dirk")


@pytest.fixture
def hand(open_phone):
    """Return the `Hand` that taps on a scorer's phone."""
    return Hand(open_phone("scorer", calm=True))


def open_form(hand, address):
    """Open the form and wait until everything is loaded.

    First delete what the phone has stored: the drafts and the last tap.
    """
    origin = hand.page.url.partition("/g/")[0]
    if origin.startswith("http"):
        # Without an earlier tap, no button waits for the second half of a double tap.
        hand.page.evaluate("sessionStorage.clear()")
        hand.page.goto("about:blank")  # leaving the form stores what is typed
        hand.session.send("Storage.clearDataForOrigin", {"origin": origin, "storageTypes": "indexeddb"})
    hand.page.goto(address)
    hand.page.wait_for_load_state("networkidle")


def news(match):
    """Renew the match's tag, so that every phone that follows the match loads it again."""
    Match.objects.get(pk=match.pk).touch()


def typed(page):
    return page.evaluate("[...document.querySelectorAll('[data-number]')].map(field => field.value)")


def type_numbers(hand, random, keys, numbers, held):
    """Plan the taps that type these numbers, 10 to 60 ms apart; return the time after the last tap, in milliseconds."""
    at = 0.0
    for number in numbers:
        for key in [*number, "next"]:
            hand.tap(keys[key], at=at, held=random.choice(held))
            at += random.uniform(10, 60)
    return at


def empty(page):
    page.evaluate("for (const field of document.querySelectorAll('[data-number]')) field.value = ''")
    page.locator("[name=points-0]").blur()
    page.locator("[name=points-0]").focus()


@SLOWER
def test_two_thumbs_type_what_they_aim_at(hand, cast, slower):
    """Each key is tapped 10 to 60 ms after the key before it, often while a thumb still holds that key."""
    match = cast.start("beutelschneider", NAMES)
    open_form(hand, f"{match.get_absolute_url()}adjust/")
    keys = {key: hand.where(f"[data-key='{key}']") for key in [*"0123456789", "next"]}
    hand.busy(slower)
    for random in sequences(6):
        empty(hand.page)
        numbers = [str(random.randrange(100, 99999)) for _ in range(4)]
        type_numbers(hand, random, keys, numbers, (4, 8, 70))
        news(match)
        hand.play()
        assert typed(hand.page) == numbers


@SLOWER
def test_a_hold_is_one_by_its_own_times(hand, cast, slower):
    """Holding a digit for half a second also moves on to the next number.

    A shorter tap does not, however late the page handles it.
    """
    match = cast.start("beutelschneider", NAMES)
    open_form(hand, f"{match.get_absolute_url()}adjust/")
    keys = {key: hand.where(f"[data-key='{key}']") for key in "0123456789"}
    hand.busy(slower)
    # After each tap, the page is busy for about as long as a hold.
    hand.page.evaluate("""() => addEventListener("pointerdown", () => {
        const until = performance.now() + 450;
        setTimeout(() => { while (performance.now() < until); });
    })""")
    for random in sequences(3):
        empty(hand.page)
        numbers = [str(random.randrange(100, 99999)) for _ in range(2)]
        at = 0.0
        for number in numbers:
            for key in number[:-1]:
                hand.tap(keys[key], at=at, held=random.choice((5, 60)))
                at += random.uniform(70, 120)
            hand.tap(keys[number[-1]], at=at, held=500)
            at += 560
        hand.play()
        assert typed(hand.page) == [*numbers, "", ""]


def test_a_finger_that_slips_away_types_nothing(hand, cast):
    open_form(hand, f"{cast.match.get_absolute_url()}adjust/")
    hand.swipe(hand.where("[data-key='5']"), 120, at=0)
    hand.play()
    hand.tap("[data-key='7']", at=0)
    hand.play()
    assert typed(hand.page)[0] == "7"


def test_keyboard_and_screen_reader_press_the_keys(hand, cast):
    open_form(hand, f"{cast.match.get_absolute_url()}adjust/")
    hand.tap("[data-key='1']", at=0)
    hand.play()
    hand.page.locator("[data-key='2']").press("Enter")
    hand.page.locator("[data-key='3']").evaluate("key => key.click()")  # as a screen reader does
    assert typed(hand.page)[0] == "123"


IN_SIGHT = """selector => [...document.querySelectorAll(selector)].filter(each => {
    const {left, top, width, height} = each.getBoundingClientRect();
    return each.contains(document.elementFromPoint(left + width / 2, top + height / 2));
})"""


@SLOWER
def test_declared_pairs_land_in_their_suits(hand, cast, slower):
    """After the tap on the points, their preview arrives between the next taps. It moves no button."""
    match = cast.start("rufmariasch", NAMES)
    page = hand.page
    for random in sequences(3):
        open_form(hand, f"{match.get_absolute_url()}round/")
        page.locator("label:has([name=partner])").nth(2).tap()
        page.locator("summary:has-text('King and Ober')").tap()
        page.wait_for_load_state("networkidle")
        page.evaluate(
            """scrollBy(0, document.querySelector("[name=points]").closest("label").getBoundingClientRect().top - 70)"""
        )
        in_sight = f"({IN_SIGHT})('label:has([name^=declared], [name=points])')"
        names = page.evaluate(f"{in_sight}.map(({{control}}) => [control.name, control.value])")
        points = random.choice([value for name, value in names if name == "points" and value not in ("0", "90")])
        suits = {name: str(random.randrange(4)) for name, _ in names if name != "points"}
        taps = [("points", points), *suits.items()]
        labels = [f"label:has([name='{name}'][value='{value}'])" for name, value in taps]
        aims = [hand.where(label, random.choice((0.1, 0.9))) for label in labels]
        assert len(taps) == 5
        hand.busy(slower)
        at = 0.0
        for aim in aims:
            hand.tap(aim, at=at, held=random.choice((5, 40)))
            at += random.uniform(10, 60) if random.random() < 0.5 else random.uniform(80, 250)
        hand.play()
        hand.busy(1)
        chosen = page.evaluate("[...document.querySelectorAll(':checked')].map(each => [each.name, each.value])")
        assert {(name, value) for name, value in chosen if name.startswith(("points", "declared"))} == set(taps)


@SLOWER
def test_cards_go_to_the_pile_that_was_open(hand, cast, slower):
    """One thumb taps piles, the other taps cards. Each card goes to the pile tapped last."""
    match = cast.start("beutelschneider", NAMES[:3])
    page = hand.page
    for random in sequences(3):
        open_form(hand, f"{match.get_absolute_url()}round/?as=captured")
        shown = page.evaluate("""[...document.querySelectorAll("[data-card]")].filter(e => e.getBoundingClientRect().bottom
            < document.querySelector(".foot").getBoundingClientRect().top - 4).map(e => e.dataset.card)""")
        piles = {str(seat): hand.where(f"[data-pile='{seat}']") for seat in range(3)}
        cards = {code: hand.where(f"[data-card='{code}'] > button") for code in shown}
        hand.busy(slower)
        given, pile, at = {}, "0", 0.0
        for code in random.sample(shown, min(14, len(shown))):
            if random.random() < 0.4:
                pile = random.choice("012")
                hand.tap(piles[pile], at=at, held=random.choice((5, 60)))
                at += random.uniform(10, 60)
            given[code] = pile
            hand.tap(cards[code], at=at, held=random.choice((5, 60)))
            at += random.uniform(10, 60)
        news(match)
        hand.play()
        hand.busy(1)
        there = page.evaluate("""Object.fromEntries([...document.querySelectorAll("[data-card] select")]
            .filter(each => each.value).map(each => [each.closest("[data-card]").dataset.card, each.value]))""")
        assert there == given


@SLOWER
def test_tap_scroll_tap(hand, cast, slower):
    """After a scroll, a tap hits the card that is under the thumb now."""
    match = cast.start("beutelschneider", NAMES)
    page = hand.page
    open_form(hand, f"{match.get_absolute_url()}round/?as=captured")
    hand.busy(slower)
    for random in sequences(3):
        page.evaluate("scrollTo(0, 0)")
        first = random.choice(["R1", "R2", "R3", "R4"])
        before = page.locator(f"[data-card='{first}'] select").input_value()
        place = hand.where(f"[data-card='{first}'] > button")
        hand.tap(place, at=0)
        hand.swipe({"x": 180, "y": 560}, random.choice((60, 120)), at=30)
        hand.play()
        page.wait_for_timeout(100)
        under = page.evaluate(
            "({x, y}) => document.elementFromPoint(x, y)?.closest('[data-card]')?.dataset.card", place
        )
        assert page.locator(f"[data-card='{first}'] select").input_value() != before
        if under and under != first:
            there = page.locator(f"[data-card='{under}'] select").input_value()
            hand.tap(place, at=0)
            hand.play()
            assert page.locator(f"[data-card='{under}'] select").input_value() != there


@SLOWER
@pytest.mark.django_db(transaction=True)
def test_the_first_tap_on_a_page_counts(hand, cast, slower):
    """On the next page, a card is where the save button was. A second tap in that place adds this card."""
    page = hand.page
    page.set_viewport_size({"width": 360, "height": 540})
    for _ in sequences(1):
        match = cast.start("rufmariasch", NAMES)
        Tricks(match).describe({"trump": "H", "called": "EA", "caller": "Ben"}, 0, "Sam")
        open_form(hand, f"{match.get_absolute_url()}tricks/new/")
        for code in ("E7", "E8", "E9", "EK"):
            page.locator(f"#deck [name=add][value='{code}']").tap()
        page.wait_for_load_state("networkidle")
        aim = {**hand.where("#foot [name=save]"), "x": 205}
        hand.busy(slower)
        hand.tap(aim, at=0)
        hand.play()
        expect(page.locator("h1")).to_have_text("Trick 2 of 8")
        # A player cannot aim at a card before it is painted.
        page.evaluate("new Promise(seen => requestAnimationFrame(() => requestAnimationFrame(seen)))")
        under = "({x, y}) => document.elementFromPoint(x, y).closest('#deck [name=add]')?.value"
        card = page.evaluate(under, aim)
        assert card, page.evaluate(
            "({x, y}) => [y, deck.getBoundingClientRect().bottom, document.elementFromPoint(x, y).outerHTML]", aim
        )
        hand.tap(aim, at=0)
        hand.play()
        assert page.locator("#trick [name=play]").first.input_value() == card


@SLOWER
@pytest.mark.django_db(transaction=True)
def test_quick_cards_of_a_trick_lie_in_their_order(hand, cast, slower):
    """Nothing above the deck moves the deck, and no card is lost on a busy phone."""
    match = cast.start("rufmariasch", NAMES)
    Tricks(match).describe({"trump": "H", "called": "EA", "caller": "Ben"}, 0, "Sam")
    page = hand.page
    for random in sequences(3):
        open_form(hand, f"{match.get_absolute_url()}tricks/new/")
        shown = page.evaluate("""[...document.querySelectorAll("#deck [name=add]:enabled")].filter(
            e => e.getBoundingClientRect().bottom < innerHeight - 8).map(e => e.value)""")
        codes = random.sample(shown, 3)
        aims = [hand.where(f"#deck [name=add][value='{code}']") for code in codes]
        hand.busy(slower)
        at = 0.0
        for aim in aims:
            hand.tap(aim, at=at, held=random.choice((5, 60)))
            at += random.uniform(10, 60)
        news(match)
        hand.play()
        hand.busy(1)
        expect(page.locator("#trick [name=play]").nth(2)).to_have_value(codes[2])
        assert page.evaluate("[...document.querySelectorAll('#trick [name=play]')].map(e => e.value)") == [*codes, ""]
