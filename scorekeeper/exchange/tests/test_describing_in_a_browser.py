"""Describing a new game on a phone, saving it and playing it."""

from playwright.sync_api import expect

from scorekeeper.nights.models import Match, OwnSheet
from tests.browser.phone import Thumb, fit_for_a_phone


def type_line(page, place, **typed):
    for name, value in typed.items():
        page.locator(f"#id_line-{place}-{name}").fill(str(value))


class Describer(Thumb):
    """Somebody who describes a game, with the texts that they type counted."""

    def __init__(self, page, cast) -> None:
        super().__init__(page)
        page.goto(f"{cast.group.get_absolute_url()}play/")
        self.tap("a[href$='/describe/']")
        page.wait_for_url("**/describe/")
        self.texts = 0

    def write(self, **typed) -> None:
        for name, value in typed.items():
            self.page.locator(f"#id_{name.replace('__', '-')}").fill(str(value))
            self.texts += 1

    def begin(self) -> Match:
        """Save the game and begin it with the people of the last one."""
        self.tap(".foot .main")
        self.page.wait_for_url("**/play/own/**")
        self.tap("#start")
        self.page.wait_for_url("**/m/**")
        return Match.objects.get(key=self.page.url.split("/m/")[1].split("/")[0])


def test_phase_10_is_described_and_ends_when_somebody_is_done(open_phone, cast):
    page = open_phone("scorer", lang="de")
    thumb = Describer(page, cast)
    thumb.write(name="Phase 10", done="Phase 10 geschafft", line__0__label="Kartenpunkte")
    thumb.choose("best", "low")
    fit_for_a_phone(page, "phase-10", large=True)
    match = thumb.begin()
    assert (thumb.taps, thumb.texts) == (4, 3)
    thumb.open_round(match)
    for seat, number in enumerate((0, 35, 20)):
        page.locator(f"[name=row-row_1-{seat}]").fill(str(number))
    thumb.choose("row-done", 0)
    fit_for_a_phone(page, "phase-10-round", large=True)
    thumb.save(match)
    match = Match.objects.get(pk=match.pk)
    assert (match.totals, match.course.engine.over) == ([0, 35, 20], True)
    page.goto(f"{cast.group.get_absolute_url()}describe/sheet/{OwnSheet.objects.get().key}/")
    expect(page.locator("#id_done")).to_have_value("Phase 10 geschafft")


def test_what_is_wrong_stands_beside_its_field_and_nothing_is_lost(open_phone, cast):
    page = open_phone("scorer", js=False, width=320)
    page.goto(f"{cast.group.get_absolute_url()}describe/")
    page.locator(".counts summary").first.tap()
    type_line(page, 0, label="Tricks", most="many", sum=13)
    page.locator(".foot .main").tap()
    expect(page.locator(".errors")).to_have_count(2)
    assert page.locator("#id_line-0-most").input_value() == "many"
    page.locator("#id_name").fill("Tricks at home")
    type_line(page, 0, most=13)
    page.locator(".foot .main").tap()
    page.wait_for_url("**/play/own/**")
