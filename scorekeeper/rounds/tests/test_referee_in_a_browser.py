"""The referee on a phone: cards are tapped as they are played; the verdict follows the last card."""

from playwright.sync_api import Page, expect

from scorekeeper.nights.models import Match
from tests.browser.phone import axe, fit_for_a_phone, fits

LONG = ("Maximiliane", "Max", "Maxim", "Wilhelmina", "Jo")
FIVE = ("Anna", "Ben", "Carla", "Dirk", "Eva")


def play(cast, slug="beutelschneider", names=FIVE, **options) -> Match:
    return cast.start(slug, names, **options)


def tap(page: Page, *cards: str) -> None:
    for card in cards:
        page.locator(f"#deck [name=add][value='{card}']").tap()


def verdict(page: Page):
    return page.locator("h2.verdict")


def test_a_trick_is_judged_with_the_last_card(open_phone, cast):
    """The trick is the rulebook's own example. It takes one tap for each card."""
    match = play(cast)
    page = open_phone("viewer")
    page.goto(match.get_absolute_url())
    page.get_by_role("link", name="Trick").tap()
    tap(page, "RD", "TG", "TK", "TM", "TC")
    expect(verdict(page)).to_have_text("Anna takes it with the Countess")
    expect(page.locator(".lines")).to_contain_text("red cutpurse")
    expect(page.locator("#foot")).to_contain_text("Next trick: Anna leads")
    page.locator("#foot .main").tap()
    expect(page.locator(".led").first).to_contain_text("Anna")
    expect(verdict(page)).to_have_count(0)


def test_a_card_is_taken_back_by_tapping_it(open_phone, cast):
    match = play(cast, names=FIVE[:3])
    page = open_phone("scorer")
    page.goto(match.get_absolute_url() + "referee/")
    tap(page, "R1", "R4", "R3")
    expect(verdict(page)).to_contain_text("Carla takes it")
    page.get_by_role("button", name="Red 4 Carla: undo").tap()
    expect(verdict(page)).to_have_count(0)
    expect(page.locator("#foot")).to_be_hidden()
    tap(page, "R2")
    expect(verdict(page)).to_contain_text("Anna takes it with the red 3")
    expect(page.locator("[data-place] [data-card]")).to_contain_text(["Red 1", "Red 2", "Red 3"])
    page.reload()
    expect(verdict(page)).to_contain_text("Anna takes it with the red 3")


def test_all_of_it_goes_without_a_script(open_phone, cast):
    match = play(cast, names=FIVE[:4], special_cards=True)
    page = open_phone("viewer", js=False)
    page.goto(match.get_absolute_url() + "referee/")
    page.locator(".led", has_text="Carla").tap()
    tap(page, "R1", "R4")
    page.get_by_role("button", name="Red 1 Carla: undo").tap()
    tap(page, "R2", "illusionist", "R10")
    page.locator(".asks [value=R10]").tap()
    expect(verdict(page)).to_have_text("Ben takes it with the red 10")
    expect(page.locator(".steps")).to_contain_text("Anna’s Illusionist takes the red 10")


def test_what_a_trick_earned_is_filled_in_when_the_round_is_entered(open_phone, cast):
    match = play(cast, names=LONG)
    page = open_phone("scorer")
    page.goto(match.get_absolute_url() + "referee/")
    tap(page, "RD", "TA", "TC", "R1", "R2")
    page.get_by_role("button", name="Save for the round").tap()
    expect(page.get_by_text("It will be filled in when you enter the round")).to_be_visible()
    expect(page.locator(".led").first).to_contain_text("Wilhelmina")
    page.goto(match.get_absolute_url() + "round/")
    expect(page.get_by_text("Filled in from your saved tricks")).to_be_visible()
    expect(page.locator("[name=bonus-verfuehrung-3]")).to_have_value("1")
    fit_for_a_phone(page, "referee-kept")
    page.get_by_role("button", name="Discard", exact=True).tap()
    expect(page.get_by_text("Filled in from your saved tricks")).to_have_count(0)


def test_each_reason_has_its_paragraph_beside_it(open_phone, cast):
    """Our own ruling is marked as such. With long names, each link to a rule stays beside its reason."""
    match = play(cast, names=LONG, special_cards=True)
    page = open_phone("viewer", lang="de")
    plays = "&".join(f"play={code}" for code in ("barde", "GS", "illusionist", "RD", "TC"))
    page.goto(f"{match.get_absolute_url()}referee/?leader=0&{plays}")
    for field, card in (("couple-marker", "GS"), ("couple-discard", "RD"), ("illusionist", "TC")):
        page.locator(f"[name={field}][value={card}]").tap()
    expect(page.locator(".steps li").last).to_contain_text("unsere Entscheidung")
    strays = page.locator(".steps li").evaluate_all("""all => all.filter(li => {
        const at = li.getBoundingClientRect(), link = li.querySelector(".rule").getBoundingClientRect();
        return link.bottom < at.top || link.top > at.bottom || link.right > at.right + 1;
    }).length""")
    assert strays == 0
    expect(page.locator("#trick .answered")).to_have_count(3)  # the answers are in the part that a tap replaces
    for check in (axe, fits):
        check(page)
