"""The rulebook on a phone: the links to its paragraphs, and the search while typing."""

import re

import pytest
from playwright.sync_api import expect

from scorekeeper.nights.models import Match, Night
from scorekeeper.rulebooks.tests.test_rule_pages import GUARD, rules_of
from tests.browser.phone import axe

pytestmark = pytest.mark.django_db(transaction=True)


@pytest.fixture
def match(cast) -> Match:
    players = list(cast.group.players.all())[:3]
    options = {"special_cards": True, "target": 200}
    match = Match.start(Night.tonight(cast.group), "beutelschneider", players, options, 0)
    match.enter(GUARD, 0, "Sam")
    return match


def shown(page) -> list[str]:
    """Return the texts of all visible pieces of the book."""
    pieces = page.locator("#text :is(h2, h3, p, li, tr):visible").all_inner_texts()
    return [" ".join(each.split()) for each in pieces]


def test_from_a_line_to_its_paragraph_in_one_tap(open_phone, match):
    page = open_phone("viewer")
    page.goto(f"{match.get_absolute_url()}?open=1")
    axe(page)
    page.get_by_role("link", name="rule: Guard").click()
    page.wait_for_url(re.compile(r"/rules/#guard$"))
    box = page.locator("#guard").bounding_box()
    assert box
    assert 0 < box["y"] < 400
    bar = page.locator("#search").bounding_box()
    assert bar
    assert box["y"] >= bar["y"] + bar["height"], "the search field lies over the heading"


def test_typing_leaves_what_answers(open_phone, match):
    page = open_phone("viewer", lang="de")
    page.goto(rules_of(match))
    everything = shown(page)
    page.locator("#q").press_sequentially("tanz")
    expect(page.locator("#found")).to_contain_text("Gefunden: ")
    assert page.locator("#q").input_value() == "tanz"
    expect(page.locator("#q")).to_be_focused()
    pieces = shown(page)
    assert (
        "Ihr Spieler nimmt alle Goldstücke des Stichs, 1 bis 4. Die Säcke gehen mit dem Rest an den Gewinner." in pieces
    )
    assert len(pieces) < len(everything) / 4
    assert page.locator("mark").first.inner_text().casefold() == "tänzerin"
    assert page.locator("#cards-at-a-glance").is_hidden()
    axe(page)
    page.reload()
    assert shown(page) == pieces, "the address contains the search"
    page.get_by_role("link", name="Alles zeigen").click()
    expect(page.locator("#cards-at-a-glance")).to_be_visible()
    assert shown(page) == everything
    assert page.locator("mark").count() == 0


def test_a_cards_name_leads_to_what_it_does(open_phone, match):
    page = open_phone("viewer")
    page.goto(rules_of(match))
    page.locator("#q").fill("guard")
    link = page.locator("#text").get_by_role("link", name="Guard").first
    expect(page.locator("#all")).to_be_visible()
    link.click()
    page.wait_for_url("**/rules/?#guard")
    assert page.evaluate("document.querySelector(':target').id") == "guard"
    lit = page.evaluate("getComputedStyle(document.querySelector(':target').closest('section')).boxShadow")
    assert lit != "none"


def test_looking_up_a_rule_loses_nothing_typed(open_phone, match):
    page = open_phone("scorer")
    page.goto(f"{match.get_absolute_url()}round/?as=counted")
    fields = page.locator("input[name^=gold-]")
    fields.first.fill("30")
    fields.nth(1).fill("50")
    page.locator("#result summary").click()
    with page.context.expect_page() as opened:
        page.locator("#result .rule").first.click()
    opened.value.wait_for_url(re.compile(r"#gold$"))
    assert fields.first.input_value() == "30"
