"""A night with each game of `DIFFERENT` on Pocket, without a network after the first start. Part of make pocket-test.

The app is closed and opened again after every third round (OPENED).
"""

import os
import threading
from random import Random

import pytest

from games.kernel.engine import Engine
from games.registry import all_games
from pocket.serve import FOLDER, server
from tests.browser.phone import until
from tests.play import DIFFERENT, group

pytestmark = [pytest.mark.browser, pytest.mark.skipif(not os.environ.get("POCKET"), reason="needs make pocket")]

ROUNDS = 8
OPENED = 3  # rounds between two starts of the app
GROUP = """async () => {
    const home = new DOMParser().parseFromString(await (await fetch("/pocket/app/")).text(), "text/html")
    return home.querySelector("a[href*='/g/']").getAttribute("href").match(/^.*\\/g\\/[a-z0-9]+\\//)[0]
}"""
# Sends the form of a page with these fields, as a browser would. If the site asks a question, answers yes.
SEND = """async ([url, selector, fields]) => {
    const page = async (answer) => new DOMParser().parseFromString(await answer.text(), "text/html")
    const form = (await page(await fetch(url))).querySelector(selector)
    const sent = new URLSearchParams()
    for (const each of form.querySelectorAll("[type=hidden]")) sent.set(each.name, each.value)
    for (const name of Object.keys(fields)) sent.delete(name)
    for (const [name, values] of Object.entries(fields)) for (const value of values) sent.append(name, value)
    let answer = await fetch(url, {method: "POST", body: sent})
    const asked = answer.status === 422 && (await page(answer.clone())).querySelector("[name=asked]")
    if (asked) {
        sent.append("asked", asked.value)
        answer = await fetch(url, {method: "POST", body: sent})
    }
    return {status: answer.status, url: new URL(answer.url).pathname, text: answer.ok ? "" : await answer.text()}
}"""
GAME = "async (match) => (await fetch(match + 'game.json')).json()"


@pytest.fixture(scope="module")
def phone(browser):
    """Yield the page of a phone that has started once and has had no network since."""
    assert (FOLDER / "build.json").exists(), "Nothing is built: make pocket"
    with server(0) as running:
        threading.Thread(target=running.serve_forever, daemon=True).start()
        context = browser.new_context(viewport={"width": 360, "height": 740}, locale="en-GB")
        context.set_default_timeout(60_000)
        page = context.new_page()
        page.goto(f"http://localhost:{running.server_port}/pocket/")
        page.locator("#app:not([hidden])").wait_for()
        until(page, "() => caches.match('/pocket/current').then(Boolean)")  # everything has been fetched
        context.set_offline(True)
        running.shutdown()
    yield page
    context.close()


def sent(phone, url, selector, fields):
    answer = phone.frames[-1].evaluate(SEND, [url, selector, fields])
    assert answer["status"] == 200, answer
    return answer["url"]


def opened_again(phone):
    here = phone.url.split("#")[0]
    phone.goto("about:blank")
    phone.goto(here)
    phone.locator("#app:not([hidden])").wait_for()


@pytest.mark.parametrize("slug", sorted(DIFFERENT))
def test_a_whole_night(phone, slug):
    chance = Random(slug)
    game = all_games()[slug]
    if slug.startswith("suns"):
        pytest.skip("the toy game is not in the build")
    them = group(game, max(each for each in game.seats if each <= 5), chance)
    night = phone.frames[-1].evaluate(GROUP)
    house_rules = {}
    for name, rule in game.options.rules().items():
        house_rules |= rule.fields(getattr(them.table.options, name), name)
    fields = {**house_rules, "seat": [*them.players], "dealer": ["0"]}
    match = sent(phone, f"{night}play/{slug}/", "#seats", fields)
    engine = Engine(game, them.table, them.players[0])
    entered = []

    def enter(*records):
        offered = [each for each in game.screens(them.table) if each.is_offered(them.table, engine.coming)]
        screen, record = chance.choice([(each, record) for record in records for each in offered if each.shows(record)])
        fields = {**screen.fields(record, them.table), "screen": [screen.code]}
        assert sent(phone, f"{match}round/?as={screen.code}", "#entry", fields) == match
        assert not engine.enter(record).problems
        entered.append(record)

    while not engine.over and len(entered) < (game.rounds(them.table) or ROUNDS):
        dealer = engine.next_dealer or them.players[0]
        enter(*({**record, "dealer": dealer} for record in them.after(engine.deals).round(dealer).noted.values()))
        if len(entered) % OPENED == 0:
            opened_again(phone)
    for record in [] if engine.over else them.closing():
        enter(record)
    opened_again(phone)

    kept = phone.frames[-1].evaluate(GAME, match)["games"][0]
    there = Engine(game, them.table, them.players[0])
    for record in kept["rounds"]:
        there.enter(record)
    assert len(kept["rounds"]) == len(entered)
    assert there.totals == engine.totals
    assert phone.frames[-1].evaluate("async (url) => (await fetch(url)).status", match) == 200
