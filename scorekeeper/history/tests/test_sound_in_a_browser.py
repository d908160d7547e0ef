"""Sound and touch: off at first, turned on once under "Me"."""

from playwright.sync_api import expect

from tests.browser.phone import axe

HEARD = """window.heard = 0;
const made = AudioContext.prototype.createOscillator;
AudioContext.prototype.createOscillator = function () { window.heard += 1; return made.call(this); };"""


def test_a_digit_ticks_once_somebody_wants_it(open_phone, cast):
    match = cast.start("other-game", ["Ben", "Carla"], name="Skat", best="high")
    page = open_phone("scorer")
    page.add_init_script(HEARD)
    page.goto(f"{cast.group.get_absolute_url()}who/")
    page.get_by_role("button", name="Ben").tap()
    page.wait_for_url("**/m/**")

    def heard():
        page.goto(f"{match.get_absolute_url()}round/")
        page.locator("[data-key='7']").tap()
        page.wait_for_timeout(200)
        return page.evaluate("window.heard")

    assert heard() == 0
    page.goto(f"{cast.group.get_absolute_url()}me/")
    axe(page)
    page.get_by_label("Sound and touch").check()
    assert page.evaluate("window.heard") == 1, "an example is heard at once"
    page.goto("about:blank")
    assert heard() == 1
    page.goto(f"{cast.group.get_absolute_url()}me/")
    expect(page.get_by_label("Sound and touch")).to_be_checked()
    page.get_by_label("Sound and touch").uncheck()
    assert heard() == 0
