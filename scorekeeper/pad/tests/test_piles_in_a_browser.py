"""Several phones type one round together: each its own pile, in any order, and one of them goes away."""

import re
from random import Random

import pytest
from playwright.sync_api import Page, expect

from games.bettler_und_diebe.tests.play import VALUES
from games.registry import all_games
from scorekeeper.entry.round_in_progress import own_screens
from scorekeeper.entry.views.entering import offered
from scorekeeper.nights.models import Draft, Match, Night
from scorekeeper.people.models import Player
from tests.browser.phone import axe, fit_for_a_phone, fits, shot

NAMES = ("Anna", "Benedikt", "Carla", "Dirk", "Eva")
OPTIONS = {"bettler-und-diebe": {"card_values": VALUES}}
CARDS = [f"{suit}{rank}" for suit in "RGYB" for rank in ("1", "2", "3", "4", "10")] + ["RD", "BD"]


class Phone:
    """A phone that came in by the link and belongs to a player; it counts the taps of its round."""

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
        self.tap(self.page.get_by_role("link", name="My pile for round"))
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
    while busy:  # everybody taps at once, a card here, a card there
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
    expect(eva.locator(".yours.note").filter(has_text="is with Anna")).to_have_count(2)  # for Anna and for Ben
    expect(eva.locator(".yours.note").filter(has_text="is with Anna").locator("visible=true")).to_have_count(0)
    ben.locator("#open").get_by_role("button", name="Ben").tap()
    for page in (anna, carla):
        expect(page.locator("#open")).to_have_count(0)
        expect(page.locator("#foot")).to_contain_text("Dirk gets what’s left.")
    carla.get_by_role("button", name="Save round 1").tap()
    expect(anna.locator("#live")).to_contain_text("On the pad: round 1.")
    anna.goto(match.get_absolute_url())
    for page in (anna, carla, eva):  # Eva looked at the pad all the time
        expect(page.locator("tr.round")).to_have_count(1)
    assert match.entries.get().points == [points(piles[name]) for name in names]
    assert not Draft.objects.exists()


@pytest.mark.parametrize("lang", ["de", "en"])
def test_the_pages_are_fit_for_a_phone(open_phone, cast, lang):
    names = ["Anna", "Ben", "Carla", "Dirk"]
    players = [Player.objects.get_or_create(group=cast.group, name=name)[0] for name in names]
    match = Match.start(Night.tonight(cast.group), "beutelschneider", players, {}, 0, "Sam")
    piles, page = dealt(names, Random(2)), open_phone("scorer", lang=lang)
    base = match.get_absolute_url()
    who = f"{cast.group.get_absolute_url()}who/"

    def look(url: str, name: str) -> None:
        page.goto(url)
        expect(page.locator(".htmx-request")).to_have_count(0)
        fit_for_a_phone(page, f"{name}-{lang}")

    look(who, "who")
    page.locator(f"button[value='{players[0].pk}']").tap()
    page.wait_for_url(re.compile(f"{match.key}/$"))
    look(f"{cast.group.get_absolute_url()}me/", "me")
    look(base, "pad-of-anna")
    look(f"{base}piles/", "piles-nobody")
    look(f"{base}piles/0/?as=captured", "pile")
    look(f"{base}piles/0/?as=counted", "number")

    def put(seat: int, cards: list[str]) -> None:
        fields = {f"card-{code}": [str(seat)] for code in cards}
        found = Draft.in_parts(match)
        found.save_part(str(seat), fields, "captured", 0, "Sam")

    put(1, piles["Ben"])
    put(0, [*piles["Anna"], piles["Ben"][0]])
    look(f"{base}piles/", "piles-torn")
    look(base, "pad-torn")
    look(f"{base}piles/2/", "pile-for-carla")
    Draft.in_parts(match).assign(f"card-{piles['Ben'][0]}", "1")
    put(2, piles["Carla"])
    look(f"{base}piles/", "piles-ready")
    look(f"{base}piles/3/", "pile-rest")
    put(3, piles["Dirk"][1:])
    look(f"{base}piles/", "piles-lost")


def test_the_own_part_of_every_game_is_fit_for_a_phone(open_phone, cast):
    """And of what concerns everybody, where the game asks that."""
    players = [Player.objects.get_or_create(group=cast.group, name=name)[0] for name in NAMES]
    page = open_phone("scorer", lang="de")
    for slug, game in all_games().items():
        seats = min(max(game.seats), len(players))
        match = Match.start(Night.tonight(cast.group), slug, players[:seats], OPTIONS.get(slug, {}), 0, "Sam")
        for screen in own_screens(offered(match)):
            for whose in ("1", *(("all",) if screen.own.has_common_part else ())):
                page.goto(f"{match.get_absolute_url()}piles/{whose}/?as={screen.code}")
                expect(page.locator(".htmx-request")).to_have_count(0)
                fits(page)
                axe(page)
                shot(page, f"own-{slug}-{screen.code}-{whose}")
