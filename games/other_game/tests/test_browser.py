"""A game on the plain pad on a phone, with every tap counted."""

from playwright.sync_api import expect

from tests.browser import phone
from tests.browser.phone import axe, fits

NAMES = ("Anna", "Ben", "Carla", "Dirk", "Eva", "Fritz", "Friederike-Charlotte", "Donaudampfschifferin")


UNDER_A_BUTTON = """() => [...document.querySelectorAll(".field.row")].filter(row => {
    const [name, button] = row.querySelectorAll("label");
    return name.scrollWidth > name.clientWidth || name.getBoundingClientRect().right > button.getBoundingClientRect().left;
}).map(row => row.innerText)"""


class Thumb(phone.Thumb):
    def hold(self, where):
        """Press a key for so long that the next field gets the focus."""
        self.page.locator(where).scroll_into_view_if_needed()
        box = self.page.locator(where).bounding_box()
        self.page.mouse.move(box["x"] + box["width"] / 2, box["y"] + box["height"] / 2)
        self.page.mouse.down()
        self.page.wait_for_timeout(450)
        self.page.mouse.up()
        self.taps += 1

    def number(self, points):
        """Type a number, and hold its last digit, to go on to the next player. Return the number of taps."""
        figures = str(abs(points))
        for figure in figures[:-1]:
            self.tap(f"[data-key='{figure}']")
        if points < 0:
            self.tap("[data-key=minus]")
        self.hold(f"[data-key='{figures[-1]}']")
        return len(str(points))


def test_a_game_of_eight_is_played_with_few_taps(open_phone, cast):
    """The first round is entered by points, the second by its winners; the third ends the game."""
    match = cast.start("other-game", NAMES, rounds=3, name="Skat", stake=5)
    thumb = Thumb(open_phone("scorer", lang="de"))
    points = [0, 7, 25, -10, 103, 7, 0, -10]
    thumb.open_round(match)
    assert thumb.page.evaluate(UNDER_A_BUTTON) == [], "a long name is cut off or under a button"
    figures = sum(map(thumb.number, points))
    thumb.save(match)
    assert match.entries.get(number=1).points == points
    assert thumb.taps <= figures + 3

    thumb.open_round(match)
    for seat in (1, 2, 5, 7):
        thumb.tap(f"label:has([name=winners][value='{seat}'])")
    thumb.save(match)
    assert match.entries.get(number=2).points == [0, 1, 1, 0, 0, 1, 0, 1]
    assert thumb.taps == 4 + 2
    axe(thumb.page)
    fits(thumb.page)

    thumb.open_round(match)
    thumb.tap("[data-key='9']")
    thumb.save(match)
    expect(thumb.page.locator("#won")).to_be_visible()
