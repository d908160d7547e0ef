"""The bar at the bottom of a form (its foot) covers at most a third of the screen, and never the keypad."""

from random import Random
from urllib.parse import urlencode

import pytest
from django.urls import reverse

from games.registry import all_games
from tests.browser.phone import axe, shot
from tests.drawn import is_drawn
from tests.play import DIFFERENT, group
from tests.test_parts import as_sent

LONG = (
    "Donaudampfschifferin",
    "Friedrich-Wilhelm",
    "Maximiliane",
    "Christopher-Alexander",
    "Bartholomäus",
    "Wilhelmina",
    "Kunigunde",
    "Friederike-Charlotte",
)
SIZES = [(360, 740, ""), (320, 740, ""), (360, 740, "200%"), (740, 360, "")]
# Returns what is wrong with the page as it is now, in words.
WRONG = """async () => {
    const settled = () => new Promise(done => requestAnimationFrame(() => requestAnimationFrame(done)));
    const found = [], foot = document.querySelector(".foot");
    const {clientHeight: screen, clientWidth: width, scrollWidth: wide} = document.documentElement;
    if (wide > width) found.push(`it is ${wide} px wide`);
    scrollTo(0, 0);
    await settled();
    const {top, bottom} = foot.getBoundingClientRect();
    const covers = Math.min(bottom, screen) - top;
    if (getComputedStyle(foot).position === "sticky" && covers > screen / 3 + 1) found.push(`the foot covers ${covers} px`);
    const first = [...foot.children].find(each => each.innerText.trim()).getBoundingClientRect();
    const band = first.top - top - parseFloat(getComputedStyle(foot).paddingTop);
    if (band > 2) found.push(`an empty band of ${band} px`);
    const keys = document.querySelector("[data-keypad]")?.getBoundingClientRect();
    if (keys && keys.height < screen * 0.4 && keys.bottom > top + 1) found.push("the keypad lies behind the foot");
    for (const key of document.querySelectorAll("[data-key]")) {
        if (!key.checkVisibility({visibilityProperty: true})) continue;
        key.scrollIntoView({block: "nearest"});
        const {left, right, top, bottom} = key.getBoundingClientRect();
        for (const y of [top + 3, bottom - 3])
            if (!key.contains(document.elementFromPoint((left + right) / 2, y))) found.push(`key ${key.dataset.key} is covered`);
    }
    for (const said of document.querySelectorAll("#result .lead, #result .figures, #result .ask")) {
        said.scrollIntoView({block: "nearest"});
        const range = document.createRange();
        range.selectNodeContents(said);
        const box = range.getBoundingClientRect();
        for (let e = said; e !== document.body; e = e.parentElement) {
            const {overflowX, overflowY, textOverflow} = getComputedStyle(e), around = e.getBoundingClientRect();
            const cuts = overflowX !== "visible" || overflowY !== "visible";
            if (textOverflow === "ellipsis" || cuts && (box.bottom > around.bottom + 1 || box.right > around.right + 1))
                found.push(`"${said.textContent.trim()}" is cut`);
        }
    }
    for (const typed of document.querySelectorAll("[data-number]"))
        if (typed.checkVisibility() && typed.scrollWidth > typed.clientWidth) found.push(`${typed.value} is cut`);
    return found;
}"""


def forms(cast, slug):
    """Yield the addresses of a game's forms.

    - the form of a new round
    - the form on each screen, filled in if the screen shows a record of the random round
    - if the screen has parts, the form of the first player's part
    - the form of an adjustment, and that of its correction
    """
    game = all_games()[slug]
    seats = max(each for each in game.seats if each <= 5)
    them = group(game, seats, Random(slug))
    match = cast.start(slug, LONG[:seats], **them.options)
    here = match.get_absolute_url()
    rounds = list(them.round(them.players[0]).noted.values())
    yield f"{here}round/"
    for screen in game.screens(them.table):
        filled = [as_sent(screen.fields(record, them.table), them.table) for record in rounds if screen.shows(record)]
        yield f"{here}round/?as={screen.code}&{urlencode(filled[0] if filled else {}, doseq=True)}"
        if screen.own:
            yield f"{here}piles/0/?as={screen.code}"
    yield f"{here}adjust/"
    points = dict(zip(match.table.players, (-1234, 1234), strict=False))
    entry = match.enter({"kind": "adjustment", "points": points}, 0, "Sam")
    yield f"{here}round/{entry.key}/"


@pytest.mark.parametrize("slug", DIFFERENT)
def test_the_foot_leaves_room_for_everything(open_phone, cast, slug):
    page, wrong = open_phone("scorer", lang="de"), []
    for number, url in enumerate(forms(cast, slug)):
        if not is_drawn("foot", slug, number):
            continue
        page.set_viewport_size({"width": SIZES[0][0], "height": SIZES[0][1]})
        page.goto(url)
        page.wait_for_load_state("networkidle")
        for width, height, text in SIZES:
            page.set_viewport_size({"width": width, "height": height})
            page.evaluate("text => { document.documentElement.style.fontSize = text; }", text)
            page.evaluate("new Promise(done => requestAnimationFrame(() => requestAnimationFrame(done)))")
            shot(page, f"foot-{slug}-{number}-{width}-{text}", at="0")
            wrong += [f"{url} at {width} × {height} {text}: {each}" for each in page.evaluate(WRONG)]
    assert wrong == [], "\n".join(wrong)


def test_why_a_change_of_seats_is_impossible_can_be_read_on_the_foot(open_phone, cast) -> None:
    match = cast.start("beutelschneider", ["Anna", "Ben", "Carla"])
    page = open_phone("scorer")
    page.goto(reverse("who_plays", args=[cast.group.key, match.key]))
    page.locator(".sat label", has_text="Anna").tap()
    page.get_by_label("Leaves").first.check(force=True)
    page.locator("#result").get_by_text("is for 3").wait_for()
    axe(page)
