"""Describing a new game on a phone, saving it and playing it."""

import pytest
from playwright.sync_api import expect

from scorekeeper.nights.models import Match, OwnSheet
from tests.browser.phone import Thumb, fit_for_a_phone, shot


def type_line(page, place, **typed):
    for name, value in typed.items():
        page.locator(f"#id_line-{place}-{name}").fill(str(value))


@pytest.mark.parametrize("lang", ["en", "de"])
def test_a_game_is_described_and_played(open_phone, cast, lang):
    page = open_phone("scorer", lang=lang)
    thumb = Thumb(page)
    page.goto(f"{cast.group.get_absolute_url()}play/")
    thumb.tap("a[href$='/describe/']")
    page.wait_for_url("**/describe/")
    page.locator("#id_name").fill("Stichjagd")
    type_line(page, 0, label="Stiche", most=13, worth=2, sum=13)
    thumb.tap(page.locator(".line > summary").first)
    type_line(page, 1, label="Falsch", most=5)
    thumb.tap(page.locator(".line:not([open]) > summary").first)
    type_line(page, 2, label="Strafen", most=3, worth="−10")
    thumb.tap(page.locator("[data-remove]").first)
    expect(page.locator("#id_line-1-label")).to_have_value("Strafen")
    fit_for_a_phone(page, f"described-{lang}", large=True)
    shot(page, f"described-{lang}")
    thumb.tap(".foot .main")
    page.wait_for_url("**/play/own/**")
    page.locator("#start").tap()  # with the people of the last game
    page.wait_for_url("**/m/**")
    match = Match.objects.get(key=page.url.split("/m/")[1].split("/")[0])
    thumb.open_round(match)
    for seat, number in enumerate((10, 3, 0)):
        page.locator(f"[name=row-row_1-{seat}]").fill(str(number))
        page.locator(f"[name=row-row_2-{seat}]").fill("0")
    thumb.save(match)
    assert Match.objects.get(pk=match.pk).totals == [20, 6, 0]
    page.goto(f"{cast.group.get_absolute_url()}describe/sheet/{OwnSheet.objects.get().key}/")
    expect(page.locator("#id_name")).to_have_value("Stichjagd 2")
    fit_for_a_phone(page, "again")


def test_what_is_wrong_stands_beside_its_field_and_nothing_is_lost(open_phone, cast):
    page = open_phone("scorer", js=False, width=320)
    page.goto(f"{cast.group.get_absolute_url()}describe/")
    type_line(page, 0, label="Tricks", most="many", sum=13)
    page.locator(".foot .main").tap()
    expect(page.locator(".errors")).to_have_count(2)
    assert page.locator("#id_line-0-most").input_value() == "many"
    page.locator("#id_name").fill("Tricks at home")
    type_line(page, 0, most=13)
    page.locator(".foot .main").tap()
    page.wait_for_url("**/play/own/**")
