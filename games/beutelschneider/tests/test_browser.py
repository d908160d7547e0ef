"""Whole games of both editions on a phone, every tap counted from the open pad to the saved round."""

import random
import re

import pytest
from playwright.sync_api import expect

from scorekeeper.nights.models import Match
from tests.browser import phone
from tests.browser.phone import fits, shot
from tests.cast import totals

NAMES = ("Anna", "Ben", "Carla", "Dirk", "Eva")
TABLES = [("beutelschneider", 5), ("beutelschneider-classic", 3)]


class Thumb(phone.Thumb):
    def bonus(self, kind, seat):
        """Taps the bonus, if it does not ask who just now, and who earned it."""
        asking = self.page.locator(f".asking:has([name='bonus-{kind}-{seat}'])")
        if asking.get_attribute("open") is None:
            self.tap(asking.locator("summary"))
        self.tap(asking.locator("button").nth(seat))

    def cutpurse(self, seat):
        self.tap(self.page.locator("[data-tally]:has([name='cutpurses-0']) > button").nth(seat))


def begin(cast, slug, players=3, names=NAMES, **options):
    return cast.start(slug, names[:players], **options)


class Deal:
    """A round as it lay on the table: who captured which card that counts, and who earned what."""

    def __init__(self, match, rng):
        self.match, self.classic = match, match.game_slug.endswith("classic")
        self.seats = len(match.table.players)
        deck = match.table.deck
        self.gold = {code: card.points for code, card in deck.items() if card.is_gold}
        self.cutpurses = [code for code, card in deck.items() if card.is_cutpurse]
        lucky = rng.randrange(self.seats)
        owners = [*range(self.seats), lucky, lucky]
        self.where = {code: rng.choice(owners) for code in (*self.gold, *self.cutpurses)}
        self.caught = [code for code in self.cutpurses if rng.random() < 0.4]
        guard = rng.randrange(self.seats)
        self.bonuses = [("gardist", guard)] * rng.randint(0, len(self.caught))
        if rng.random() < 0.5:
            self.bonuses.append(("verfuehrung", rng.randrange(self.seats)))
        if rng.random() < 0.5:
            self.bonuses.append(
                ("gardist_last", guard) if self.classic else ("nachtwaechter", rng.randrange(self.seats))
            )

    @property
    def costly(self):
        return [code for code in self.cutpurses if code not in self.caught]

    def of(self, seat):
        """The scoring cards of a pile; a discarded cutpurse is in nobody's, but in the first edition."""
        return [c for c, owner in self.where.items() if owner == seat and (self.classic or c not in self.caught)]

    @property
    def points(self):
        points = [sum(self.gold.get(code, 0) for code in self.of(seat)) for seat in range(self.seats)]
        for code in self.costly:
            points[self.where[code]] -= 20
        for _, seat in self.bonuses:
            points[seat] += 10
        return points

    def enter_captured(self, thumb):
        """Pile after pile; the largest gets the rest. Answers with how many taps there may be at most."""
        largest = max(range(self.seats), key=lambda seat: len(self.of(seat)))
        for seat in range(self.seats):
            if seat != largest and self.of(seat):
                thumb.pile(seat)
                for code in self.of(seat):
                    thumb.card(code)
                    if code in self.caught:
                        thumb.card(code)
        if not self.classic and self.caught:
            thumb.pile("out")
            for code in self.caught:
                thumb.card(code)
        if not re.search(
            f"{self.match.table.players[largest]} gets the rest", thumb.page.locator("#save").inner_text()
        ):
            thumb.pile(largest)
            thumb.tap("[data-give-rest]")
        else:
            thumb.tap("#save")
        for code in self.caught:
            if self.classic and self.where[code] == largest:
                thumb.pile(largest)
                thumb.card(code)
        outside = len(self.where) - len(self.of(largest))
        self.enter_bonuses(thumb)
        return 2 + 2 * self.seats + outside + len(self.bonuses)

    def enter_counted(self, thumb):
        gold = [sum(self.gold.get(code, 0) for code in self.of(seat)) for seat in range(self.seats)]
        follows = not (self.classic and self.seats == 3)
        digits = 0
        for seat in range(self.seats - follows):
            if seat and not thumb.page.locator(f".field[aria-current]:has([name='gold-{seat}'])").count():
                thumb.tap("[data-key=next]")  # else the number before was as large as it can be
            for digit in str(gold[seat]):
                thumb.tap(f"[data-key='{digit}']")
                digits += 1
        if follows:
            last = thumb.page.locator(f"[name='gold-{self.seats - 1}']")
            expect(last).to_have_attribute("placeholder", str(gold[-1]))
        for code in self.costly:
            thumb.cutpurse(self.where[code])
        self.enter_bonuses(thumb)
        return 2 + digits + self.seats + len(self.costly) + len(self.bonuses)

    def enter_bonuses(self, thumb):
        for kind, seat in self.bonuses:
            thumb.bonus(kind, seat)


@pytest.mark.parametrize(("slug", "players"), TABLES)
def test_a_whole_game(open_phone, cast, slug, players):
    rng = random.Random(f"{slug} {players}")
    match = begin(cast, slug, players, target=52)
    page = open_phone("scorer")
    page.goto(match.get_absolute_url())
    played = [0] * players
    for number in range(1, 12):
        form = ("captured", "counted")[number % 2]
        deal = Deal(match, rng)
        thumb = Thumb(page)
        thumb.tap(page.get_by_role("link", name=f"Enter round {number}"))
        if page.locator("[name=screen]").input_value() != form:
            thumb.tap(f".forms [href='?as={form}']")
        most = deal.enter_captured(thumb) if form == "captured" else deal.enter_counted(thumb)
        expect(page.locator("#save")).to_have_text(f"Save round {number}")
        shown = " · ".join(
            f"{name} {points:+}".replace("-", "−") if points else f"{name} 0"
            for name, points in zip(match.table.players, deal.points, strict=True)
        )
        expect(page.locator("#result .figures")).to_have_text(shown)
        thumb.save(match)
        print(f"{slug}, {players} players, {form}: {thumb.taps} taps, at most {most}")
        assert thumb.taps <= most
        played = [before + now for before, now in zip(played, deal.points, strict=True)]
        assert totals(match) == played
        if max(played) >= 52:
            break
    assert number > 1, "both forms"
    assert Match.objects.get(pk=match.pk).finished
    expect(page.get_by_text("Richest on market day")).to_be_visible()


def test_correcting_shows_the_same_screen_filled(open_phone, cast):
    match = begin(cast, "beutelschneider")
    page = open_phone("scorer")
    deal = Deal(match, random.Random(5))
    for number, form in enumerate(("captured", "counted"), 1):
        page.goto(f"{match.get_absolute_url()}round/?as={form}")
        thumb = Thumb(page)
        deal.enter_captured(thumb) if form == "captured" else deal.enter_counted(thumb)
        thumb.save(match)
        before = totals(match)
        page.goto(f"{match.get_absolute_url()}round/{match.entries.get(number=number).key}/")
        expect(page.locator("#result summary")).to_be_visible()
        if form == "captured":
            for code, seat in deal.where.items():
                said = "discarded" if code in deal.caught else f"with {match.table.players[seat]}"
                label = page.locator(f"[data-card={code}] > button").get_attribute("aria-label")
                assert said in label
            shot(page, "beutelschneider-correcting")
        thumb.tap("#save")
        page.wait_for_url(f"**{match.get_absolute_url()}#r{number}")
        assert totals(match) == before


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
        expect(cutpurse).to_have_accessible_name(f"Red D, cutpurse, {said}")


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


def test_an_impatient_second_tap_does_not_save(open_phone, cast):
    match = begin(cast, "beutelschneider")
    page = open_phone("scorer", calm=True)
    page.goto(f"{match.get_absolute_url()}round/")
    thumb = Thumb(page)
    thumb.card("R10")
    thumb.pile(1)
    thumb.card("G10")
    # Both at once: between two calls a busy machine may let more time pass than any thumb.
    page.evaluate("""() => {
        const save = document.getElementById('save'), {x, y} = save.getBoundingClientRect();
        const tap = {bubbles: true, cancelable: true, detail: 1, clientX: x + 20, clientY: y + 20};
        for (let times = 0; times < 2; times++) save.dispatchEvent(new MouseEvent('click', tap));
    }""")
    expect(page.locator("#save")).to_have_text("Save round 1")
    page.wait_for_timeout(1000)  # what the second one would have saved is saved by now
    thumb.tap("#save")
    expect(page.locator("tr.round")).to_have_count(1)


def test_a_bonus_asks_who_earned_it_and_moves_nothing(open_phone, cast):
    match = begin(cast, "beutelschneider", 5)
    page = open_phone("scorer")
    page.goto(f"{match.get_absolute_url()}round/?as=counted")
    guard, assassin = page.locator(".asking").nth(1), page.locator(".asking").nth(2)
    high = page.locator("#entry").evaluate("form => form.offsetHeight")
    guard.locator("summary").tap()
    page.get_by_role("button", name="Guard: Ben").tap()
    page.get_by_role("button", name="Guard: Ben").tap()
    expect(guard.locator("summary")).to_have_text(re.compile(r"Guard.*B\+20$", re.DOTALL))
    assert page.locator("#entry").evaluate("form => form.offsetHeight") == high
    page.get_by_role("button", name="Guard: Anna").tap()
    expect(guard.locator("summary")).to_have_text(re.compile(r"A\+10$"))
    assassin.locator("summary").tap()
    expect(page.get_by_role("button", name="Guard: Anna")).to_be_hidden()
    expect(page.get_by_role("button", name="Assassin: Eva")).to_have_attribute("aria-pressed", "false")
    fields = page.evaluate("[...new FormData(document.getElementById('entry'))].filter(([name, value]) => value)")
    assert [field for field in fields if field[0].startswith("bonus-")] == [["bonus-gardist-0", "1"]]


def test_a_number_that_is_as_large_as_it_can_be_goes_on_to_the_next(open_phone, cast):
    """Whoever taps "next" all the same is there already, and what is deleted is its last figure."""
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
    assert keys("9", "del", "8") == ["24", "13", "78", "5"]


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
    page.goto(f"{match.get_absolute_url()}round/?as=counted")
    for seat, gold in enumerate((20, 10)):
        page.locator(f"[name='gold-{seat}']").fill(str(gold))
    page.locator("[name='cutpurses-0']").fill("1")
    page.get_by_role("button", name="Save round 2").tap()
    page.wait_for_url(match.get_absolute_url())
    assert totals(match)[0] == 10
