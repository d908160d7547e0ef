"""An evening of Wizard, Skat and Doppelkopf on four phones, with taps counted. In Wizard, players bid first."""

from playwright.sync_api import Page, expect

from scorekeeper.nights.models import Match
from tests.browser.phone import Thumb, axe, fits
from tests.fixtures import totals

NAMES = ("Anna", "Ben", "Carla", "Dora")


class Phone(Thumb):
    """The phone of one player at the table."""

    def __init__(self, page: Page, cast, match: Match, name: str) -> None:
        super().__init__(page)
        page.goto(f"/join/{cast.scorer_token}/")
        page.get_by_role("button", name=name).tap()
        page.wait_for_url(f"**{match.get_absolute_url()}")

    def digits(self, *numbers: int) -> None:
        for number in numbers:
            self.tap(f"[data-key='{number}']")

    def answer(self, row: str, *numbers: int, first: int = 0) -> None:
        for seat, number in enumerate(numbers, first):
            self.choose(f"row-{row}-{seat}", number)

    def to(self, name: str) -> None:
        """Open a form from the pad, and count the taps after that."""
        self.tap(self.page.get_by_role("link", name=name))
        expect(self.page.locator("#save")).to_be_visible()
        self.taps = 0


def bids_on(phone: Phone) -> list[str]:
    return [each.strip() for each in phone.page.locator("tr.waiting td").all_inner_texts()]


def test_an_evening_with_every_tap_counted(open_phone, cast):
    match = cast.start("wizard", NAMES)
    anna, ben, carla, dora = phones = [Phone(open_phone(), cast, match, name) for name in NAMES]

    # Round 1: everybody bids on their own phone and sees all bids; one player types the tricks.
    for seat, (phone, bid) in enumerate(zip(phones, (1, 0, 0, 1), strict=True)):
        phone.to("My bid for round 1")
        phone.answer("bid", bid, first=seat)
        phone.save(match)
        assert phone.taps == 2
        if phone is not dora:
            expect(phone.page.locator("#foot .main").filter(visible=True)).to_have_count(0)
    for phone in (anna, dora):
        expect(phone.page.get_by_text("Bid in all: 2 · Tricks: 1")).to_be_visible()
        assert bids_on(phone) == ["1", "0", "0", "1"]
    expect(ben.page.get_by_role("link", name="My points for round 1")).to_be_visible()
    axe(ben.page)
    ben.to("For everyone")
    ben.answer("tricks", 0, 1, 0)
    expect(ben.page.locator("[data-follows] [name=row-tricks-3]")).to_have_value("0")
    ben.save(match)
    assert ben.taps == 3 + 1
    assert totals(match) == [-10, -10, 20, -10]

    # Round 2: Carla types all bids, Dora corrects one of them, and Carla types the tricks.
    expect(carla.page.get_by_role("link", name="My bid for round 2")).to_be_visible()
    carla.to("For everyone")
    carla.answer("bid", 2, 0, 0, 1)
    expect(carla.page.get_by_text("Bid in all: 3 · Tricks: 2")).to_be_visible()
    axe(carla.page)
    carla.save(match)
    before = carla.taps
    expect(dora.page.get_by_text("Bid in all: 3 · Tricks: 2")).to_be_visible()
    dora.to("Change the bids")
    dora.answer("bid", 0, first=3)
    dora.save(match)
    expect(carla.page.get_by_text("Bid in all: 2 · Tricks: 2")).to_be_visible()
    carla.to("For everyone")
    expect(carla.page.locator("[name=row-bid-3]:checked")).to_have_value("0")
    expect(carla.page.get_by_text("That adds up to")).to_have_count(0)
    carla.answer("tricks", 2, 0, 0)
    carla.save(match)
    assert before + carla.taps == 4 + 3 + 2
    assert totals(match) == [30, 10, 40, 10]

    # Skat: one tap each for the declarer, the game, the matadors, and that the game was won.
    match = cast.start("skat", NAMES[:3])
    anna.page.goto(match.get_absolute_url())
    anna.to("Enter round 1")
    anna.choose("row-declarer", 0)
    anna.choose("row-game", "spades")
    anna.choose("row-tops", 2)
    anna.choose("row-result", "won")
    expect(anna.page.locator("#result .figures")).to_contain_text("Anna +33")
    anna.save(match)
    assert anna.taps == 5
    assert totals(match) == [33, 0, 0]

    # Doppelkopf: the two players of Re, that they won, and the points of the game.
    match = cast.start("doppelkopf", NAMES, stake=5)
    anna.page.goto(match.get_absolute_url())
    anna.to("Enter round 1")
    anna.choose("row-re", 0)
    anna.choose("row-re", 2)
    anna.choose("row-result", "re")
    anna.digits(3)
    expect(anna.page.locator("#result .figures")).to_contain_text("Ben −3")
    anna.save(match)
    assert anna.taps == 5
    assert totals(match) == [3, -3, 3, -3]


def test_who_is_out_has_no_field_and_enter_goes_to_the_next_one(open_phone, cast):
    match = cast.start("uno", NAMES)
    page = open_phone("scorer")
    page.goto(f"{match.get_absolute_url()}round/")
    page.locator("label:has([name=row-out][value='0'])").tap()
    expect(page.locator("[name=row-left-0]")).to_be_hidden()
    expect(page.locator("[aria-current] [name=row-left-1]")).to_be_visible()
    page.locator("[name=row-left-1]").focus()
    for points in ("12", "20", "7"):
        page.keyboard.type(points)
        page.keyboard.press("Enter")  # the last one saves
    page.wait_for_url(f"**{match.get_absolute_url()}")
    assert totals(match) == [39, 0, 0, 0]


def test_the_forms_fit_a_narrow_phone_with_large_letters(open_phone, cast):
    page = open_phone("scorer", lang="de", width=320)
    for slug, paths in {
        "wizard": ("bids/all/", "bids/0/", "round/", ""),
        "spades": ("bids/all/", "round/"),
        **dict.fromkeys(("skat", "jass", "tarot"), ("round/",)),
    }.items():
        match = cast.start(slug, NAMES[:3] if slug == "skat" else NAMES)
        for path in paths:
            page.goto(match.get_absolute_url() + path)
            fits(page)
            fits(page, "200%")
