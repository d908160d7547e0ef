"""While somebody types a round, the server's answers move nothing on the page."""

import pytest

from games.registry import all_games
from tests.browser.fingers import Hand, sequences
from tests.drawn import drawn, one_of
from tests.play import DIFFERENT

NAMES = ("Anna", "Ben", "Carla", "Dirk", "Eva", "Finn", "Gesa", "Hugo")
FORMS = [
    (slug, screen.code)
    for slug, game in all_games().items()
    if slug in DIFFERENT
    for screen in game.screens(game.table(NAMES[: max(game.seats)], game.options()))
]
# After each tap, before an answer can arrive, the page stores the position of each visible control.
# Forms are not sent: on a slow machine, the page can take a slow tap for a pause and move the save button there.
WATCH = """() => {
    window.all = () => [...document.querySelectorAll("#entry :is(label, button, summary, a), .foot button")];
    const there = () => all().filter(each => each.checkVisibility());
    addEventListener("submit", event => { event.preventDefault(); event.stopImmediatePropagation(); }, true);
    [window.at, window.places] = [-Infinity, new Map()]; // until something is clicked
    addEventListener("click", () => setTimeout(() => {
        window.at = performance.now();
        window.places = new Map(there().map(each => [each, each.getBoundingClientRect().top]));
    }));
}"""
# Returns what has moved since the last click. Returns false if the click was over 600 ms ago: then the page may have
# taken the time for a pause, and may move.
MOVED = """() => performance.now() - at < 600 && [...places].filter(([each]) => each.isConnected && each.checkVisibility())
    .map(([each, top]) => [each.textContent.trim().slice(0, 40), top, each.getBoundingClientRect().top])
    .filter(([, before, now]) => Math.abs(before - now) > 1)"""
AIM = """chance => {
    const aims = all().filter(each => each.matches("label:not(:has(:disabled)), button[type=button]")).map(each => {
        const {left, top, width, height} = each.getBoundingClientRect();
        return [each, {x: left + width / 2, y: top + height / 2}];
    }).filter(([each, {x, y}]) => each.contains(document.elementFromPoint(x, y)));
    const [each, point] = aims[Math.floor(chance * aims.length)];
    return [each.textContent.trim().slice(0, 40), point];
}"""


@pytest.mark.parametrize(("slug", "code"), drawn(FORMS, "answer"))
def test_an_answer_moves_nothing_while_somebody_taps(open_phone, cast, slug, code):
    game = all_games()[slug]
    match = cast.start(slug, NAMES[: max(game.seats)])
    page = open_phone("scorer")
    page.goto(f"{match.get_absolute_url()}round/?as={code}")
    page.wait_for_load_state("networkidle")
    page.evaluate(WATCH)
    hand, found = Hand(page), []
    for number, chance in enumerate(sequences(12)):
        if number % 4 == 3:
            page.evaluate("by => { places.clear(); scrollBy(0, by); }", chance.randrange(-200, 400))
        what, aim = page.evaluate(AIM, chance.random())
        hand.tap(aim, at=0)
        hand.play()
        page.wait_for_timeout(100)  # until the page sends its request
        page.locator(".htmx-request").first.wait_for(state="detached")
        page.evaluate("() => new Promise(done => requestAnimationFrame(() => requestAnimationFrame(done)))")
        if moved := page.evaluate(MOVED):
            found.append((number, what, len(moved), moved[:2]))
    assert found == []


# Puts all cards on the piles: four on the first pile, four on the next, and so on. Returns all different positions
# that the part of the page below the cards has had.
BELOW = """() => {
    const cards = [...document.querySelectorAll("[data-card] > button")].filter(each => each.checkVisibility());
    const piles = [...document.querySelectorAll("[data-pile]")];
    const below = [...document.querySelectorAll(".giving ~ *, fieldset:has(.giving) ~ *")].find(each => each.offsetHeight);
    const places = cards.map((card, number) => {
        piles[Math.floor(number / 4) % piles.length].click();
        card.click();
        return Math.round(below.getBoundingClientRect().top + scrollY);
    });
    return [...new Set(places)];
}"""


def test_what_lies_below_the_cards_stays_while_they_are_given_out(open_phone, cast):
    page, moved = open_phone("scorer", lang="de"), {}
    for slug, code, width in ((*form, width) for form in FORMS for width in one_of([320, 360], *form)):
        names = ("Anna-Katharina", *NAMES)[: max(all_games()[slug].seats)]
        page.set_viewport_size({"width": width, "height": 740})
        page.goto(f"{cast.start(slug, names).get_absolute_url()}round/?as={code}")
        page.wait_for_load_state("networkidle")
        if page.locator("[data-give]").count():
            moved[slug, code, width] = page.evaluate(BELOW)
    assert moved
    assert {form: places for form, places in moved.items() if len(places) > 1} == {}
