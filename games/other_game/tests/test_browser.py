"""Whole games of any other kind on a phone, every tap counted."""

import random

from playwright.sync_api import expect

from scorekeeper.nights.models import Match
from tests.browser import phone
from tests.browser.phone import axe, fits, shot

NAMES = ("Anna", "Ben", "Carla", "Dirk", "Eva", "Fritz", "Friederike-Charlotte", "Donaudampfschifferin")


class Thumb(phone.Thumb):
    def hold(self, where):
        """Keeps the thumb down for a moment."""
        self.page.locator(where).scroll_into_view_if_needed()
        box = self.page.locator(where).bounding_box()
        self.page.mouse.move(box["x"] + box["width"] / 2, box["y"] + box["height"] / 2)
        self.page.mouse.down()
        self.page.wait_for_timeout(450)
        self.page.mouse.up()
        self.taps += 1

    def number(self, points):
        """A number on the keypad, its last figure held: on to the next player."""
        figures = str(abs(points))
        for figure in figures[:-1]:
            self.tap(f"[data-key='{figure}']")
        if points < 0:
            self.tap("[data-key=minus]")
        self.hold(f"[data-key='{figures[-1]}']")
        return len(str(points))


def begin(cast, players, **options):
    return cast.start("other-game", NAMES[:players], **options)


def last_points(match):
    return Match.objects.get(pk=match.pk).all_entries[-1].points


def test_a_game_is_played_with_few_taps(open_phone, cast):
    players, lang = 8, "de"
    match = begin(cast, players, rounds=3, name="Skat", stake=5)
    thumb, rng = Thumb(open_phone("scorer", lang=lang)), random.Random(players)
    page, name = thumb.page, f"other-{players}-{lang}"
    page.goto(match.get_absolute_url())

    thumb.tap("a[href$='/round/']")
    points = [rng.choice([0, 7, 25, -10, 103]) for _ in range(players)]
    figures = sum(thumb.number(each) for each in points)
    axe(page)
    fits(page)
    shot(page, f"{name}-entry")
    thumb.save(match)
    assert last_points(match) == points
    assert thumb.taps <= figures + 3

    thumb.taps = 0
    thumb.tap("a[href$='/round/']")
    won = rng.sample(range(players), players // 2)
    for seat in won:
        thumb.tap(f"label:has([name=winners][value='{seat}'])")
    shot(page, f"{name}-winners")
    thumb.save(match)
    assert last_points(match) == [int(seat in won) for seat in range(players)]
    assert thumb.taps == len(won) + 2
    axe(page)
    fits(page)
    shot(page, f"{name}-pad")

    page.goto(f"{match.get_absolute_url()}display/")
    axe(page)
    fits(page)
    shot(page, f"{name}-display")

    page.goto(f"{match.get_absolute_url()}round/")
    page.locator("[data-key='9']").tap()
    thumb.save(match)
    expect(page.locator("#won")).to_be_visible()
    fits(page)
    shot(page, f"{name}-end")
