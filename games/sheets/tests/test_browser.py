"""Evenings of games by score sheets on four phones, and on one, with taps counted."""

from playwright.sync_api import expect

from scorekeeper.nights.models import Match
from tests.browser.phone import Thumb, axe, fits
from tests.fixtures import totals

NAMES = ("Anna", "Ben", "Carla", "Dora")


class Phone(Thumb):
    """A phone at the table."""

    def join(self, cast, match: Match, name: str) -> None:
        self.page.goto(f"/join/{cast.scorer_token}/")
        self.page.get_by_role("button", name=name).tap()
        self.page.wait_for_url(f"**{match.get_absolute_url()}")

    def skat(self, declarer: int, game: str, tops: int | None, result: str) -> None:
        said = {"declarer": declarer, "game": game, "tops": tops, "result": result}
        for row, value in said.items():
            if value is not None:
                self.choose(f"row-{row}", value)

    def doppelkopf(self, re: list[int], won: str, points: int) -> None:
        for seat in re:
            self.choose("row-re", seat)
        self.choose("row-result", won)
        self.tap(f"[data-key='{points}']")

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


def test_bids_and_tricks_on_four_phones_with_every_tap_counted(open_phone, cast):
    match = cast.start("wizard", NAMES)
    anna, ben, carla, dora = phones = [Phone(open_phone("nobody")) for _name in NAMES]
    for phone, name in zip(phones, NAMES, strict=True):
        phone.join(cast, match, name)

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
    expect(ben.page.get_by_role("link", name="My points")).to_be_visible()
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


def test_an_evening_on_one_phone_with_every_tap_counted(open_phone, cast):
    phone = Phone(open_phone("scorer"))

    # Wizard, round 1: all bids, then all tricks but the last one's.
    match = cast.start("wizard", NAMES)
    phone.page.goto(match.get_absolute_url())
    phone.to("Bids for round 1")
    phone.answer("bid", 1, 0, 0, 1)
    phone.save(match)
    phone.page.get_by_role("link", name="Enter round 1").tap()
    phone.answer("tricks", 0, 1, 0)
    phone.save(match)
    assert phone.taps == 4 + 1 + 3 + 1
    assert totals(match) == [-10, -10, 20, -10]

    # Skat with four and by Seeger: who deals sits out. A grand without two is lost, a null ouvert is won.
    match = cast.start("skat", NAMES, seeger=True)
    Match.objects.filter(pk=match.pk).update(sits_out=True)
    phone.page.goto(match.get_absolute_url())
    phone.to("Enter round 1")
    phone.skat(2, "grand", 2, "lost")
    phone.save(match)
    assert phone.taps == 5
    assert totals(match) == [30, 30, -2 * 24 * 3 - 50, 30]
    phone.to("Enter round 2")
    phone.skat(0, "null", None, "won")
    phone.tap("label:has([name=row-open])")
    phone.save(match)
    assert phone.taps == 5
    assert totals(match) == [30 + 46 + 50, 30, -194, 30]

    # Doppelkopf: the two players of Re and that they won, then a solo that is lost.
    match = cast.start("doppelkopf", NAMES, stake=5)
    phone.page.goto(match.get_absolute_url())
    phone.to("Enter round 1")
    phone.doppelkopf([0, 2], "re", 3)
    expect(phone.page.locator("#result .figures")).to_contain_text("Ben −3")
    phone.save(match)
    assert phone.taps == 5
    phone.to("Enter round 2")
    phone.doppelkopf([1], "kontra", 2)
    phone.save(match)
    assert totals(match) == [3 + 2, -3 - 3 * 2, 3 + 2, -3 + 2]

    # Spades: four bids, then the tricks; seven are bid and eight taken, so that one is a bag.
    match = cast.start("spades", NAMES)
    phone.page.goto(match.get_absolute_url())
    phone.to("Bids for round 1")
    phone.answer("bid", 4, 3, 3, 2)
    phone.save(match)
    phone.page.get_by_role("link", name="Enter round 1").tap()
    phone.answer("tricks", 5, 3, 3)
    phone.save(match)
    assert phone.taps == 4 + 1 + 3 + 1
    assert totals(match) == [71, 50, 71, 50]


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
