"""Several phones enter one round together: each its own pile, in any order. One phone is closed meanwhile."""

import re
from random import Random

from playwright.sync_api import Page, expect

from scorekeeper.nights.models import Draft, Match

CARDS = [f"{suit}{rank}" for suit in "RGYB" for rank in ("1", "2", "3", "4", "10")] + ["RD", "BD"]


class Phone:
    """A phone that has joined by the link and belongs to a player; it counts the taps of its round."""

    def __init__(self, page: Page, cast, name: str, match: Match) -> None:
        self.page, self.name, self.taps = page, name, 0
        page.goto(f"/join/{cast.scorer_token}/")
        expect(page.get_by_role("heading", name="Who are you?")).to_be_visible()
        page.get_by_role("button", name=name).tap()
        expect(page).to_have_url(re.compile(f"{match.key}/$"))

    def tap(self, locator) -> None:
        locator.tap()
        self.taps += 1

    def begin(self) -> None:
        self.tap(self.page.get_by_role("link", name="My pile"))
        expect(self.page.get_by_role("heading", name="My pile")).to_be_visible()

    def card(self, code: str) -> None:
        self.tap(self.page.locator(f"[data-card={code}] button"))

    def done(self) -> None:
        self.tap(self.page.locator("#save"))


def sit(cast, open_phone, names) -> tuple[Match, list[Phone]]:
    match = cast.start("beutelschneider", names)
    return match, [Phone(open_phone(), cast, name, match) for name in names]


def dealt(names, random) -> dict[str, list[str]]:
    cards = CARDS[:]
    random.shuffle(cards)
    cuts = sorted(random.sample(range(1, len(cards)), len(names) - 1))
    return {name: cards[a:b] for name, a, b in zip(names, [0, *cuts], [*cuts, len(cards)], strict=True)}


def points(cards) -> int:
    return sum(-20 if code[1:] == "D" else int(code[1:]) for code in cards)


def test_five_phones_in_any_order_each_with_two_taps_more_than_cards_and_one_that_goes_away(open_phone, cast):
    names = ["Anna", "Ben", "Carla", "Dirk", "Eva"]
    match, phones = sit(cast, open_phone, names)
    random = Random(5)
    piles = dealt(names, random)
    twice = next(code for code in piles["Ben"] if code[1:] != "D")
    gone = phones[3]
    for phone in phones:
        phone.begin()
    left = {phone.name: [*piles[phone.name], *([twice] if phone.name == "Anna" else [])] for phone in phones}
    busy = phones[:]
    while busy:  # the phones tap in a random order
        phone = random.choice(busy)
        if phone is gone and len(left["Dirk"]) <= len(piles["Dirk"]) // 2:
            phone.page.close()
            busy.remove(phone)
        elif left[phone.name]:
            phone.card(left[phone.name].pop())
        else:
            phone.done()
            expect(phone.page.locator("#entry")).to_have_count(0)
            busy.remove(phone)
    staying = [phone for phone in phones if phone is not gone]
    tapped = {phone.name: len(piles[phone.name]) + (phone.name == "Anna") for phone in staying}
    assert {phone.name: phone.taps for phone in staying} == {name: cards + 2 for name, cards in tapped.items()}
    anna, ben, carla, eva = (phone.page for phone in staying)
    for page in (anna, ben, carla, eva):
        expect(page.locator("#open")).to_contain_text("is with Anna and with Ben.")
    eva.goto(match.get_absolute_url())
    expect(eva.locator(".yours.note").filter(has_text="is with Anna")).to_have_count(2)  # one for Anna, one for Ben
    expect(eva.locator(".yours.note").filter(has_text="is with Anna").locator("visible=true")).to_have_count(0)
    ben.locator("#open").get_by_role("button", name="Ben").tap()
    for page in (anna, carla):
        expect(page.locator("#open")).to_have_count(0)
        expect(page.get_by_role("button", name="Save round 1")).to_have_count(0)  # Dirk may have declared something
        expect(page.locator("#foot").get_by_role("link", name="To the pad")).to_be_visible()
        expect(page.get_by_role("link", name="My pile")).to_have_count(0)
    expect(eva.locator("#foot .yours").filter(visible=True)).to_have_text(re.compile("Who’s done?"))
    carla.goto(f"{match.get_absolute_url()}piles/3/")
    expect(carla.locator("#bonuses")).to_be_visible()
    carla.locator("#save").tap()
    for page in (anna, carla, eva):  # Anna, who waited, was led to the pad; Eva had opened it before
        expect(page.locator("tr.round")).to_have_count(1)
    assert match.entries.get().points == [points(piles[name]) for name in names]
    assert not Draft.objects.filter(became="").exclude(parts={}).exists()
