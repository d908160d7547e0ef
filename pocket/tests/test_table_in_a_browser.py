"""A table of phones without a server: one keeps the score, the others are its guests. Part of make pocket-test."""

import os
import random
import re
import shutil

import pytest
from playwright.sync_api import expect

from pocket.tests.table import (
    AWAKE,
    CUT,
    FOR_ALL,
    HAS,
    KEPT,
    NO_WAY,
    SAVES,
    WATCHES,
    WAYS,
    Guest,
    Host,
    adjust,
    code_of,
    everybody_plays_on,
    keeps_now,
)
from tests.browser.phone import CHROMIUMS, FLAGS, shot, until

pytestmark = [pytest.mark.browser, pytest.mark.skipif(not os.environ.get("POCKET"), reason="needs make pocket")]

STRICT = "--force-fieldtrials=WebRTC-NoSdpMangleUfrag/Enabled/"
NAMES = ("Anna", "Ben", "Carla", "Dirk")
CARDS = [f"{suit}{rank}" for suit in "RGYB" for rank in ("1", "2", "3", "4", "10")] + ["RD", "BD"]


def test_a_night_with_four_guests(host, sit):
    """Own piles, the live pad, undo, an adjustment, the end of the game and a payment reach the other phones."""
    host.people(*NAMES)
    match = host.start("beutelschneider", *NAMES, stake="5")
    guests = [sit(name) for name in NAMES]
    host.go(match)
    for each in guests:
        each.frame.wait_for_url(f"**{match}")
    chance = random.Random(5)
    cards = CARDS[:]
    chance.shuffle(cards)
    for place, each in enumerate(guests[:3]):  # the fourth guest gets the cards that are left
        each.app.get_by_role("link", name="My pile").click()
        each.app.get_by_role("heading", name="My pile").wait_for()
        for card in cards[place::4]:
            each.app.locator(f"[data-card={card}] button").click()
        each.app.locator("#save").click()
        expect(each.app.locator("#entry")).to_have_count(0)
    guests[3].app.get_by_role("link", name="My pile").click()
    guests[3].app.locator("#save").click()  # what is left is right
    host.rounds(1)
    anna, ben, carla, dirk = guests
    for each in guests:
        each.go(match)
        each.rounds(1)
    anna.app.get_by_role("button", name="Undo").last.click()
    for each in (host, ben, carla, dirk):
        each.rounds(0)
    adjust(ben, match, 7, -7)
    for each in (host, anna, carla, dirk):
        each.rounds(1)
        expect(each.app.locator("tr.round")).to_contain_text("7")
    carla.app.locator("tr.round a, tr.round summary").first.click()
    shot(carla.page, "guest-round")
    carla.go(match)
    dirk.send(match, f"{match}close/")
    for each in (host, anna, ben, carla):
        expect(each.app.locator("#foot")).to_contain_text("Play again")
    carla.send(
        f"{host.group}money/pay/", payer="Ben", receiver="Anna", amount="0.10", currency="EUR", key="payment-of-carla"
    )
    assert "0.10" in anna.frame.evaluate("(page) => fetch(page).then((answer) => answer.text())", f"{host.group}money/")


def test_who_only_watches_sees_and_may_not_write(host, sit):
    host.people(*NAMES)
    match = host.start("krimsutep", *NAMES)
    guest = sit(WATCHES, "Just watch")
    guest.frame.wait_for_url(f"**{match}")
    adjust(host, match, 7)
    guest.rounds(1)
    assert guest.frame.evaluate("(page) => fetch(page).then((answer) => answer.status)", f"{match}adjust/") == 403
    for path in ("copies/", "copies/file/"):
        there = f"/pocket/app/{path}"
        assert guest.frame.evaluate("(page) => fetch(page).then((answer) => answer.status)", there) == 404


# Holds back the responses of this phone's shell to this phone's own pages, until self.release() is called.


# Checks the bar that tells a guest that the table is out of reach. Returns the texts that stick out of the bar, and
# "the bar itself" if the bar does not fill the screen below the app.
WHAT_IS_CUT = """() => {
    const [app, bar] = ["app", "away"].map((id) => document.getElementById(id));
    const {top, right, bottom} = bar.getBoundingClientRect();
    const inside = (each) => {
        const there = each.getBoundingClientRect();
        return there.top >= top && there.right <= right && there.bottom <= bottom;
    };
    const cut = [...bar.children].filter((each) => !inside(each)).map((each) => each.textContent);
    const meets = Math.abs(app.getBoundingClientRect().bottom - top) < 1 && Math.abs(bottom - innerHeight) < 1;
    return meets ? cut : [...cut, "the bar itself"];
}"""


def test_a_guest_out_of_reach_keeps_what_is_typed_and_sends_it_once(host, sit):
    host.people(*NAMES)
    match = host.start("krimsutep", *NAMES)
    guest = sit("Anna")
    guest.go(f"{match}adjust/")
    guest.app.locator("[name=points-0]").fill("7")
    guest.page.wait_for_function(WAYS)
    guest.page.evaluate(f"{NO_WAY}; {CUT}")
    expect(guest.page.locator("#away")).to_contain_text("waits here.")
    guest.app.get_by_role("button", name="Save").last.click()
    expect(guest.app.locator(".unsent").first).to_contain_text("Will be saved")
    shot(guest.page, "guest-away")
    guest.page.evaluate("document.documentElement.style.fontSize = '200%'")
    assert guest.page.evaluate(WHAT_IS_CUT) == []
    guest.page.evaluate("document.documentElement.style.fontSize = ''")
    host.go(match)
    host.rounds(0)
    guest.page.get_by_role("button", name="Connect").click()
    host.go(f"{host.group}links/")
    host.take(guest.code())  # the guest still has the host's code, so only the host scans
    guest.is_here()
    host.go(match)
    host.rounds(1)
    guest.frame.wait_for_url(f"**{match}")
    for count in (2, 3):  # the guest uses a prepared connection and needs no code
        guest.page.wait_for_function(WAYS)
        guest.page.evaluate(f"self.cut = self.guest.wire; {CUT}")
        guest.page.wait_for_function("() => self.guest.wire !== self.cut && self.guest.isConnected")
        adjust(host, match, 1)
        guest.rounds(count)


def opened_again(seat, path=""):
    """Close the phone's page and open it in a new tab, as after the page's process was killed."""
    context = seat.page.context
    seat.page.close()
    seat.page = context.new_page()
    seat.page.goto(path)
    seat.page.locator("#app:not([hidden])").wait_for()
    seat.app = seat.page.frame_locator("#app")


def test_a_host_whose_page_was_gone_finds_its_guests_without_a_scan(host, sit):
    host.people(*NAMES)
    match = host.start("krimsutep", *NAMES)
    guests = [sit(name) for name in NAMES[:2]]
    host.page.on("dialog", lambda dialog: dialog.accept())
    for count, go in enumerate((opened_again, lambda seat: seat.page.reload()), 1):
        for each in guests:
            each.page.wait_for_function(WAYS)
            each.go(f"{match}adjust/")
            each.app.locator("[name=points-0]").fill("7")
        go(host)
        guests[0].app.get_by_role("button", name="Save").last.click()
        guests[0].frame.wait_for_url(f"**{match}")
        host.go(match)
        guests[1].go(match)
        for each in (host, *guests):
            each.rounds(count)
        expect(host.page.locator("#away")).to_be_hidden()


def test_a_guest_whose_page_was_closed_comes_back_as_the_same_person_without_a_scan(host, sit):
    host.people(*NAMES)
    match = host.start("krimsutep", *NAMES)
    guest = sit("Carla")
    expect(host.app.locator("a[data-link]")).to_contain_text(re.compile(r"used by:\s+Carla.*connected", re.I | re.S))
    guest.page.wait_for_function(WAYS)
    guest.page.goto("about:blank")
    expect(host.app.locator("[data-state=away]")).to_be_visible()
    opened_again(guest, "./#table")
    expect(host.app.locator("[data-state=here]")).to_be_visible()
    guest.go(f"{host.group}me/")
    expect(guest.app.get_by_role("heading", level=1)).to_contain_text("Carla")
    adjust(host, match, 7)
    guest.go(match)
    guest.rounds(1)


A_WEEK_LATER = """() => new Promise((done) => {
    indexedDB.open("scorekeeper table/pocket/").onsuccess = ({target: {result: database}}) => {
        const all = database.transaction("kept", "readwrite")
        all.oncomplete = () => { database.close(); done() }
        const store = all.objectStore("kept")
        store.get("guests").onsuccess = ({target: {result: guests}}) => {
            store.put(guests.map((each) => ({...each, at: each.at - 7 * 24 * 3600 * 1000})), "guests")
        }
    }
})"""


def test_phones_that_met_last_week_need_one_scan(host, sit):
    guest = sit()
    guest.page.wait_for_function(WAYS)
    host.page.evaluate(A_WEEK_LATER)
    guest.page.goto("about:blank")
    opened_again(host)
    guest.page.goto("./#table")
    code = guest.code()
    host.go(f"{host.group}links/")
    host.take(code)
    guest.is_here()
    host.leave_codes()
    expect(host.app.locator("#count")).to_have_text("Phones connected: 1")


@pytest.fixture
def strict_browser(browser):
    """Yield a Chromium whose scripts cannot set the name (ICE ufrag) of a connection, as is planned for Chrome."""
    path = next(filter(None, map(shutil.which, CHROMIUMS)))
    strict = browser.browser_type.launch(executable_path=path, args=[*FLAGS, STRICT])
    yield strict
    strict.close()


def test_where_the_browser_forbids_names_a_code_of_either_side_is_needed_and_said_to_be(strict_browser, make_phone):
    host = Host(make_phone(strict_browser))
    guest = Guest(make_phone(strict_browser)).join(host)
    guest.page.wait_for_function(f"() => {KEPT}.code")
    guest.page.goto("about:blank")
    guest.page.goto("./#table")
    host.go(f"{host.group}links/")
    host.take(guest.code())
    guest.is_here()
    guest.page.wait_for_function(WAYS)
    opened_again(host)
    expect(host.page.locator("#away")).to_contain_text("aren’t back yet: 1.")
    shot(host.page, "host-awaits")
    guest.page.get_by_role("button", name="Connect").click()
    shot(guest.page, "guest-code-may-be-old")
    host.page.get_by_role("button", name="Phones").click()
    host.take(guest.code())
    expect(host.page.get_by_text("This code doesn’t fit here")).to_be_visible()
    address = host.shown_code()
    guest.page.get_by_role("button", name="Scan a new code").click()
    guest.page.get_by_label("Or paste the code or link here").fill(address)
    guest.page.get_by_role("button", name="Connect").click()
    host.take(guest.code())
    guest.is_here()
    host.leave_codes()
    expect(guest.app.get_by_role("heading", name="Who are you?")).to_have_count(0)


def test_another_host_is_not_told_by_what_the_first_one_knows_a_guest(host, sit, new_phone):
    guest, other = sit(), Host(new_phone())
    secret = "self.guest.jar.scorekeeper_csrf"
    before = guest.page.evaluate(secret)
    guest.page.goto("about:blank")
    guest.page.goto(other.code())
    other.take(guest.code())
    guest.sit_down(FOR_ALL)
    assert guest.page.evaluate(secret) != before


def test_who_is_thrown_out_is_out(host, sit):
    guest = sit()
    until(guest.page, "() => caches.match('/pocket/taken').then(Boolean)")
    host.go(f"{host.group}links/")
    expect(host.app.locator("#count")).to_have_text("Phones connected: 1")
    host.app.locator("a[data-link]").click()
    host.app.get_by_role("link", name="Revoke", exact=True).click()
    host.app.get_by_role("button", name="Revoke").click()
    expect(guest.page.locator("#what")).to_contain_text("no longer at this table")
    expect(host.app.locator("#count")).to_have_text("Phones connected: 0")
    assert guest.page.evaluate("localStorage.length") == 0
    assert not guest.page.evaluate("caches.match('/pocket/taken').then(Boolean)")


def test_who_is_thrown_out_while_away_is_told_so_as_soon_as_they_are_back(host, sit):
    guest = sit()
    guest.page.wait_for_function(WAYS)
    until(guest.page, "() => caches.match('/pocket/taken').then(Boolean)")
    guest.page.goto("about:blank")
    host.go(f"{host.group}links/")
    expect(host.app.locator("[data-state=away]")).to_be_visible()
    host.app.locator("a[data-link]").click()
    host.app.get_by_role("link", name="Revoke", exact=True).click()
    host.app.get_by_role("button", name="Revoke").click()
    host.app.locator("a.gone").wait_for()
    guest.page.goto("./#table")
    expect(guest.page.locator("#what")).to_contain_text("no longer at this table")
    assert guest.page.evaluate("localStorage.length") == 0
    assert not guest.page.evaluate("caches.match('/pocket/taken').then(Boolean)")


HIDE = """(isHidden) => {
    Object.defineProperty(document, "hidden", {configurable: true, value: isHidden})
    document.dispatchEvent(new Event("visibilitychange"))
}"""


def test_the_phone_that_keeps_the_score_stays_on_and_warns_before_it_is_left(host, sit):
    host.page.evaluate(AWAKE)
    held = "() => self.awake.map((each) => each.held).join()"
    guest = sit()
    assert host.page.evaluate(held) == "true"
    host.page.evaluate(HIDE, True)
    host.page.wait_for_function(f"() => ({held})() === 'false'")
    host.page.evaluate(HIDE, False)
    assert host.page.evaluate(held) == "false,true"
    with host.page.expect_event("dialog") as asked:
        host.page.close(run_before_unload=True)
    assert asked.value.type == "beforeunload"
    asked.value.dismiss()
    guest.page.close()
    host.page.wait_for_function(f"() => ({held})() === 'false,false'")
    with host.page.expect_event("close"):  # without guests, the browser does not ask whether to close the page
        host.page.close(run_before_unload=True)


def hand_over(host, name):
    """Hand the table over to this person's phone. The button is on the page of the share link that the phone uses."""
    host.go(f"{host.group}links/")
    host.app.locator("a[data-link]", has_text=f"used by: {name}").click()
    host.app.get_by_role("button", name=f"Hand over to {name}").click()


def test_a_table_is_handed_over_and_back_and_goes_on_without_a_scan(host, sit, new_phone):
    host.people(*NAMES)
    host.send(f"{host.group}who/", player="new", name="Zoe")
    match = host.start("krimsutep", *NAMES)
    adjust(host, match, 7)
    host.rounds(1)
    ben, carla = sit("Ben"), sit("Carla")
    carla.go(f"{match}adjust/")
    carla.app.locator("[name=points-0]").fill("7")
    # The host chooses a deputy again and again, as if phones kept coming and going.
    host.page.evaluate("() => { setInterval(() => self.table?.appoint(), 50) }")
    hand_over(host, "Ben")
    keeps = keeps_now(ben, host)
    shot(host.page, "host-as-guest")
    carla.app.get_by_role("button", name="Save").last.click()  # typed before the table was handed over
    keeps.go(match)
    keeps.rounds(2)
    everybody_plays_on((host, keeps, carla), match, 2)
    for each, name in ((host, "Zoe"), (keeps, "Ben"), (carla, "Carla")):
        each.go(f"{host.group}me/")
        expect(each.app.get_by_role("heading", level=1)).to_contain_text(name)
    host.page.reload()  # the former host comes back as a guest
    host.page.wait_for_function("() => self.guest?.isConnected")
    hand_over(keeps, "Zoe")
    again = keeps_now(host, host)
    everybody_plays_on((again, ben, carla), match, 5)
    again.go("/pocket/app/")
    assert len(set(re.findall("/g/[a-z0-9]{12}/", again.frame.content()))) == 1
    hand_over(again, "Ben")
    keeps = keeps_now(ben, host)
    host.page.wait_for_function("() => self.guest?.isConnected && !document.getElementById('app').hidden")
    everybody_plays_on((keeps, host, carla), match, 8)


@pytest.mark.parametrize("kind", ["today", "strict"])
def test_where_the_host_is_gone_the_phone_that_stands_by_goes_on_with_everyone(kind, request, make_phone):
    """The deputy takes over even if scripts cannot set the name of a connection (`strict_browser`)."""
    browser = request.getfixturevalue("browser" if kind == "today" else "strict_browser")
    host = Host(make_phone(browser))
    host.people(*NAMES)
    match = host.start("krimsutep", *NAMES)
    there = Host(make_phone(browser))
    until(there.page, "() => caches.match('/pocket/current').then(Boolean)")
    ben = Guest(there.page).join(host, name="Ben")
    others = [Guest(make_phone(browser)).join(host, name=name) for name in ("Anna", "Carla")]
    adjust(ben, match, 7)
    ben.rounds(1)
    until(ben.page, HAS)
    for each in others:
        each.page.wait_for_function("() => guest.spare")
        each.go(f"{match}adjust/")
        each.app.locator("[name=points-0]").fill("1")
    host.page.close()
    others[0].app.get_by_role("button", name="Save").last.click()  # waits on this phone
    shot(ben.page, "deputy-lost")
    ben.page.get_by_role("button", name="Go on here with everyone").click()
    keeps = keeps_now(ben, host)
    keeps.go(match)
    keeps.rounds(2)
    everybody_plays_on((keeps, *others), match, 2)
    for each, name in ((keeps, "Ben"), (others[1], "Carla")):
        each.go(f"{host.group}me/")
        expect(each.app.get_by_role("heading", level=1)).to_contain_text(name)


def test_two_phones_that_have_the_app_need_no_network(host, new_phone, site):
    other = Host(new_phone())
    for each in (host, other):
        until(each.page, "() => caches.match('/pocket/current').then(Boolean)")  # everything has been fetched
    site.shutdown()
    site.server_close()
    guest = Guest(other.page).join(host)
    assert guest.frame.evaluate("[...document.styleSheets].filter((each) => each.cssRules.length).length") > 1


def test_guests_hear_that_the_site_goes_on_in_another_window(host, sit):
    guest = sit()
    other = host.page.context.new_page()
    other.goto("")
    other.get_by_role("button", name="Continue here").click()
    expect(guest.page.locator("#away")).to_be_visible()


ASK = """async ([asked, size = 0]) => {
    const head = {type: "request", method: "GET", headers: {}, ...asked}
    return (await self.guest.asked(head, new ArrayBuffer(size))).status
}"""
FLOOD = """async (asked) => {
    const all = Array.from({length: 500}, () => self.guest.asked({type: "request", method: "GET", headers: {}, ...asked}))
    return (await Promise.all(all)).map(({status}) => status ?? 0)
}"""


def test_what_no_page_of_the_site_sends_is_refused(host, sit):
    guest = sit()
    host.code()
    [token] = re.findall(r"/join/(.+?)/", host.app.locator("#invite").get_attribute("data-url"))
    host.leave_codes()
    path = host.group.removeprefix("/pocket/app")
    cookies = guest.page.evaluate("Object.entries(guest.jar).map((each) => each.join('=')).join('; ')")

    def ask(size=0, **asked):
        return guest.page.evaluate(ASK, [{"path": path, **asked}, size])

    assert ask(headers={"cookie": cookies}) == 200
    forged = {"authorization": f"Bearer {token}", "host": "elsewhere.example", "x-forwarded-for": "192.168.1.1"}
    assert ask(headers=forged) == 404
    assert ask(headers={"cookie": cookies, **forged, "accept-language": ["de"]}) == 200
    for wrong in (f"{cookies}; a=€", f"{cookies}; a={8000 * 'b'}", [cookies]):
        assert ask(headers={"cookie": wrong}) == 404
    for method in ("PUT", "DELETE", "get", ["GET"]):
        assert ask(method=method) == 400
    for wrong in ("", "https://elsewhere.example/", "g/", "/a b", "/ü", "/" + 5000 * "x", None):
        assert ask(path=wrong) == 400
    for wrong in ("/../build.json", "/%2e%2e/build.json", "//elsewhere.example/", "/copies/file/"):
        assert ask(path=wrong, headers={"cookie": cookies}) == 404
    for too_much in (lambda: ask(1_300_000, method="POST"), lambda: guest.page.evaluate(FLOOD, {"path": path})):
        guest.page.wait_for_function(WAYS)
        guest.page.evaluate("self.before = self.guest.wire")
        too_much()
        guest.page.wait_for_function("() => self.guest.wire !== self.before && self.guest.isConnected")
    assert ask(headers={"cookie": cookies}) == 200


COUNT = """() => {
    const { ask } = table
    Object.assign(self, {under: 0, most: 0})
    table.ask = async (request) => {
        self.most = Math.max(self.most, ++self.under)
        return ask(request).finally(() => { self.under -= 1 })
    }
}"""


def test_a_guest_that_asks_much_has_one_request_in_python_at_a_time(host, sit):
    guest = sit()
    guest.page.wait_for_function(WAYS)
    guest.page.wait_for_function("() => !self.guest.waiting.size")  # now the guest can send all eight requests at once
    host.page.evaluate(COUNT)
    asked = "(page) => Promise.all(Array.from({length: 8}, () => fetch(page).then((answer) => answer.status)))"
    assert guest.frame.evaluate(asked, host.group) == [200] * 8
    assert host.page.evaluate("self.most") == 1


@pytest.mark.parametrize("lang", ["en-GB", "de-DE"])
def test_a_browser_without_webrtc_says_so(new_phone, lang):
    page = new_phone(lang)
    page.add_init_script("delete self.RTCPeerConnection")
    page.goto("#table")
    expect(page.locator("#what")).to_have_text(
        {
            "en-GB": "This browser can’t connect to another phone (it has no WebRTC).",
            "de-DE": "Dieser Browser kann sich mit keinem anderen Handy verbinden (er hat kein WebRTC).",
        }[lang]
    )
    page.get_by_role("button").click()  # the button leads to this phone's own pad
    page.wait_for_function("() => !location.hash")


def test_a_code_is_for_one_guest(host, new_phone):
    address = host.code()
    first, second = new_phone(), new_phone()
    first.goto(address)
    host.take(code_of(first))
    first.locator("#app:not([hidden])").wait_for()
    second.goto(address)
    host.take(code_of(second))
    expect(host.page.get_by_text("This code doesn’t fit")).to_be_visible()
    host.take("nonsense")
    expect(host.page.get_by_text("There’s no code or link")).to_be_visible()
    assert second.locator("#app").is_hidden()


def test_phones_that_do_not_reach_each_other_say_so_and_begin_anew(host, new_phone):
    page = new_phone()
    page.goto(host.code())
    code, before = code_of(page), host.shown_code()
    page.evaluate("self.guest.asking.close()")
    host.take(code)
    expect(host.page.get_by_text("The phones can’t reach each other.")).to_be_visible(timeout=60_000)
    expect(host.page.locator("#more [data-copy]")).not_to_have_attribute("data-copy", before)
    page.get_by_role("button", name="Scan a new code").click()
    page.get_by_label("Or paste the code or link here").fill(host.shown_code())
    page.get_by_role("button", name="Connect").click()
    host.take(code_of(page))
    page.locator("#app:not([hidden])").wait_for()


def test_a_code_is_good_for_ten_minutes(host, new_phone):
    host.page.clock.install()
    page = new_phone()
    page.goto(host.code())
    code, shown = code_of(page), host.page.locator("#more [data-copy]")
    before = shown.get_attribute("data-copy")
    host.page.clock.fast_forward("10:01")
    expect(shown).not_to_have_attribute("data-copy", before)  # the host shows a new code
    host.take(code)
    expect(host.page.get_by_text("its ten minutes are over")).to_be_visible()


def test_a_phone_of_another_version_says_so_and_comes_in_with_the_new_one(host, new_phone):
    page = new_phone()
    page.goto(host.code())
    code = code_of(page)
    page.evaluate(
        "() => caches.open('scorekeeper files').then((cache) => cache.put('table', new Response('{\"id\": \"older\", \"files\": {}}')))"
    )
    page.context.set_offline(True)
    host.take(code)
    expect(page.locator("#what")).to_contain_text("different versions")
    assert page.locator("#app").is_hidden()
    page.context.set_offline(False)
    page.get_by_role("button", name="Try again").click()
    page.locator("#app:not([hidden])").wait_for()


@pytest.mark.timeout(900)
def test_two_hundred_saves_by_four_at_once_are_there_once_fifty_of_them_cut_before_the_answer(host, sit):
    host.people(*NAMES)
    match = host.start("krimsutep", *NAMES)
    guests = [sit(name) for name in NAMES]
    cuts = (13, 13, 12, 12)
    for guest, name, count in zip(guests, NAMES, cuts, strict=True):
        given = [f"{match}adjust/", name, 50, random.Random(name).sample(range(50), count)]
        guest.frame.evaluate(f"(given) => {{ self.saved = ({SAVES})(given) }}", given)
    assert tuple(guest.frame.evaluate("self.saved") for guest in guests) == cuts
    saved = host.frame.evaluate("(page) => fetch(page + 'game.json').then((answer) => answer.json())", match)
    assert len(saved["games"][0]["rounds"]) == 200
