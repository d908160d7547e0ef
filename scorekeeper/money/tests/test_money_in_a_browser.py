"""Settling a night on a phone: a tap marks a payment, and another tap undoes it."""

from playwright.sync_api import expect

from scorekeeper.money.tests.test_money import money_url, play, sums


def evening(cast):
    """Return tonight's game, in which Carla and Dirk lose to Anna and Ben.

    From another night, Anna owes Ben €2.50.
    """
    play(cast, {"Anna": -25, "Ben": 25})
    return play(cast, {"Anna": 12, "Ben": 5, "Carla": -9, "Dirk": -8})


def test_a_night_is_settled_by_taps(open_phone, cast):
    match = evening(cast)
    match.close("Sam")
    page = open_phone("scorer")
    page.goto(match.get_absolute_url())
    page.get_by_role("link", name="Settle up").first.tap()
    expect(page.get_by_role("heading", name="Who pays whom")).to_be_visible()
    expect(page.get_by_text("€1.70 open")).to_be_visible()
    page.get_by_role("button", name="paid Dirk → Ben").tap()
    expect(page.get_by_text("Dirk has paid Ben.")).to_be_visible()
    expect(page.locator(".notice")).to_be_in_viewport(ratio=1)
    page.get_by_role("button", name="Undo Dirk → Ben").tap()
    expect(page.get_by_text("Dirk pays Ben.")).to_be_visible()

    page.get_by_role("listitem").filter(has_text="Dirk pays Ben.").get_by_role("link", name="Part payment").tap()
    for key in ("0", "Decimal point", "2", "5", "5"):
        page.get_by_role("button", name=key, exact=True).tap()
    expect(page.get_by_label("How much?")).to_have_value("0.25")
    page.get_by_role("button", name="Mark as paid").tap()
    expect(page.get_by_text("Dirk has paid Ben.")).to_be_visible()
    while page.get_by_role("button", name="paid").count():
        open_before = page.get_by_role("button", name="paid").count()
        page.get_by_role("button", name="paid").first.tap()
        expect(page.get_by_role("button", name="paid")).to_have_count(open_before - 1)
    expect(page.get_by_text("Everything is paid.", exact=True)).to_be_visible()
    assert sums(cast, match.night) == {}
    assert sums(cast) == {"Anna": -250, "Ben": 250}


def test_why_leads_to_the_round_on_the_pad(open_phone, cast):
    match = evening(cast)
    page = open_phone("viewer")
    page.goto(money_url(cast, match.night))
    page.locator(".pays summary").first.tap()
    page.get_by_role("link", name="round by round").first.tap()
    page.locator(".each-round a").first.tap()
    expect(page.locator("#why1")).to_be_visible()


def test_the_result_is_shared_or_copied(open_phone, cast):
    match = evening(cast)
    page = open_phone("viewer")
    page.add_init_script(
        "Object.defineProperty(navigator, 'share', {value: async (given) => { document.title = given.text }})"
    )
    page.goto(money_url(cast, match.night))
    page.get_by_role("button", name="Share the result").tap()
    page.wait_for_function("document.title.includes('Carla → Anna')")

    page = open_phone("viewer", lang="de")
    page.add_init_script(
        "delete Navigator.prototype.share; Object.defineProperty(navigator, 'clipboard', {value: undefined})"
    )
    page.goto(money_url(cast, match.night))
    page.get_by_role("button", name="Ergebnis teilen").tap()
    expect(page.get_by_role("textbox", name="Ergebnis teilen")).to_be_visible()
