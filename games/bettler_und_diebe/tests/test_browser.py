"""Games of Bettler und Diebe, Halsabschneider and Snear on a phone, some with every tap counted."""

import pytest
from playwright.sync_api import expect

from games.bettler_und_diebe.tests.play import VALUES
from scorekeeper.nights.models import Match
from tests.browser import phone
from tests.browser.phone import axe, fits
from tests.fixtures import totals

NAMES = ("Anna", "Ben", "Carla", "Dirk", "Eva")


class Thumb(phone.Thumb):
    def type(self, number, field=None):
        """Type a number on the keypad and return the number of its digits. Tap the field first if it is not open."""
        if field and self.page.locator(f".field[aria-current]:has([name='{field}'])").count() == 0:
            self.tap(f"[name='{field}']")
        for digit in str(number):
            self.tap(f"[data-key='{digit}']")
        return len(str(number))

    def save(self, match):
        self.page.wait_for_timeout(350)  # the main button ignores taps for a moment after it has changed its meaning
        super().save(match)


def begin(cast, players, names=NAMES, **options):
    return cast.start("bettler-und-diebe", names[:players], **options)


def test_a_game_to_its_end_with_every_tap_counted(open_phone, cast):
    """In a Ramsch, numbers of two digits need no taps between them. The pot round after it ends the game."""
    match = begin(cast, 5, target=4)
    page = open_phone("scorer")
    thumb = Thumb(page)
    thumb.open_round(match)
    thumb.tap("nav.forms a[href='?as=ramsch']")
    expect(page.locator(".field[aria-current]:has([name='points-0'])")).to_be_visible()
    for seat, points in enumerate((31, 24, 18, 27)):
        thumb.type(points, f"points-{seat}")
    expect(page.locator("[name=points-4]")).to_have_attribute("placeholder", "20")
    expect(page.get_by_text("Hold the last digit")).to_be_visible()
    thumb.save(match)
    assert thumb.taps == 11
    assert totals(match) == [0, 0, 3, 0, 0]
    thumb.open_round(match)
    thumb.tap("nav.forms a[href='?as=pot']")
    thumb.choose("taker", 3)
    partners = page.get_by_role("group", name="With whom?")
    expect(partners.get_by_role("radio", name="alone")).to_have_attribute("value", "3")
    expect(partners.get_by_role("radio", name="Dirk")).to_have_count(0)
    thumb.choose("partner", 3)
    thumb.type(93)
    expect(page.locator("#result .figures")).to_contain_text("Dirk +6")
    thumb.save(match)
    assert thumb.taps == 2 + 2 + 2 + 1
    assert totals(match) == [0, 0, 3, 6, 0]
    assert Match.objects.get(pk=match.pk).finished
    expect(page.get_by_text("König der Diebe").first).to_be_visible()


def test_snear_with_every_tap_counted(open_phone, cast):
    match = begin(cast, 2)
    page = open_phone("scorer", lang="de")
    thumb = Thumb(page)
    thumb.open_round(match)
    thumb.type(74)
    expect(page.locator("[name='points-1']")).to_have_attribute("placeholder", "46")
    thumb.save(match)
    assert thumb.taps == 2 + 2
    assert totals(match) == [74, 46]


def test_each_pile_counted(open_phone, cast):
    match = begin(cast, 4)
    page = open_phone("scorer")
    thumb = Thumb(page)
    thumb.open_round(match)
    thumb.tap("nav.forms a[href='?as=pot-counted']")
    thumb.choose("taker", 0)
    thumb.choose("partner", 2)
    thumb.type(40, "counted-0")
    thumb.type(30, "counted-1")
    thumb.type(5, "buried")
    thumb.type(20, "counted-2")
    expect(page.locator("[name='counted-3']")).to_have_attribute("placeholder", "25")
    expect(page.get_by_text("Ben and Dirk then have 55.")).to_be_visible()
    thumb.save(match)
    assert totals(match) == [2, 0, 2, 0]
    # The next round opens with the form that was used for this one.
    thumb.open_round(match)
    expect(page.locator("nav.forms [aria-current]")).to_have_text(["Pot", "Everyone counts"])


@pytest.mark.parametrize(("players", "screen"), [(5, "pot-captured"), (3, "ramsch-captured"), (2, "snear-captured")])
def test_captured_cards_are_tapped(open_phone, cast, players, screen):
    match = begin(cast, players, card_values=VALUES)
    page = open_phone("scorer")
    thumb = Thumb(page)
    thumb.open_round(match)
    if players == 3:
        thumb.tap("nav.forms a[href='?as=ramsch']")
    thumb.tap(f"nav.forms a[href='?as={screen}']")
    if screen == "pot-captured":
        thumb.choose("taker", 0)
        thumb.choose("partner", 0)
    for seat, cards in enumerate([["D14", "B8", "R8", "G8"], ["D13"], ["D12"], ["D11"]][: players - 1]):
        thumb.pile(seat)
        for card in cards:
            thumb.card(card)
    if players > 2:
        thumb.pile("aside")
        thumb.card("G5")
    page.wait_for_timeout(350)
    expect(page.locator("#save")).to_contain_text(f"{NAMES[players - 1]} gets the rest")
    thumb.tap("#save")
    expect(page.locator("#result .figures")).to_contain_text("Anna")
    thumb.save(match)
    record = match.entries.get().record
    assert len(record["captured"][NAMES[players - 1]]) > 10
    if players > 2:
        assert record["buried_cards" if screen.startswith("pot") else "pot_cards"] == ["G5"]


def test_card_values_are_summed_while_they_are_typed(open_phone, cast):
    page = open_phone("scorer")
    page.goto(f"{cast.group.get_absolute_url()}play/bettler-und-diebe/")
    for fold in page.locator("summary").all():
        if fold.is_visible():
            fold.tap()
    for group, ranks in VALUES.items():
        for rank, points in ranks.items():
            page.locator(f"[name='card_values-{group}-{rank}']").fill(str(points))
    expect(page.get_by_text("That makes 120: it adds up.")).to_be_visible()
    page.locator("[name='card_values-beggars-8']").fill("8")
    expect(page.get_by_text("That makes 117 of 120: 3 too few.")).to_be_visible()
    axe(page)
    page.set_viewport_size({"width": 320, "height": 740})
    fits(page)
