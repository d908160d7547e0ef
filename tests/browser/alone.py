"""The pocket app and a server: a phone joins a group by a link, plays without a network, and sends the rounds later.

Part of `make pocket-test`; needs the build of `make pocket`.
"""

import os
import re
import threading
import time
from functools import partial
from urllib.parse import urlsplit

import pytest
from django.utils import timezone
from playwright.sync_api import Route, expect

from pocket.serve import FOLDER, server
from scorekeeper.nights.models import Match
from scorekeeper.people.models import Group
from scorekeeper.sending.models import ProcessedForm
from tests.browser.cut import Cut
from tests.browser.phone import TAPS_COUNT_AT_ONCE, until

pytestmark = [
    pytest.mark.browser,
    pytest.mark.skipif(not os.environ.get("POCKET"), reason="make pocket-test"),
]
TIME = 120_000  # milliseconds that the first start may take


@pytest.fixture
def new_phone(browser):
    """Yield a function that starts the app on a new phone, without any data, and returns its page."""
    if not (FOLDER / "build.json").exists():
        pytest.fail("Nothing is built: make pocket")
    with server(0, prefix="") as running:
        threading.Thread(target=running.serve_forever, daemon=True).start()
        made = []

        def make():
            context = browser.new_context(
                base_url=f"http://localhost:{running.server_port}", viewport={"width": 360, "height": 740}, locale="en-GB",
                color_scheme=os.environ.get("SCHEME", "light"), has_touch=True, is_mobile=True,
            )  # fmt: skip
            made.append(context)
            context.set_default_timeout(20_000)
            context.add_init_script(TAPS_COUNT_AT_ONCE)
            page = context.new_page()
            page.goto("/")
            page.wait_for_selector("#app:not([hidden])", timeout=TIME)
            return page

        yield make
        for context in made:
            context.close()
        running.shutdown()


@pytest.fixture
def alone(new_phone):
    return new_phone()


def join(phone, link: str) -> str:
    """Join the group on the phone; return the group's path there."""
    app = phone.frame_locator("#app")
    app.get_by_role("link", name="Join").click()
    phone.get_by_label("Or paste the code or link here").fill(f"Join us: {link} (Friday)")
    shot(phone, "join")
    phone.get_by_role("button", name="Connect").click()
    shot(phone, "join-a-group")
    app.get_by_role("button", name="Join").click()
    phone.frames[-1].wait_for_url(re.compile(r"/app/g/[a-z0-9]{12}/$"), timeout=60_000)
    return urlsplit(phone.frames[-1].url).path


def only_match(phone, group: str) -> str:
    """Return the path of the group's only match."""
    found = phone.frames[-1].evaluate(
        "(group) => fetch(group).then((r) => r.text()).then((t) => t.match(/m\\/[a-z0-9]{12}\\//)[0])", group
    )
    return group + found


def play(phone, match: str, points: str) -> None:
    """Save an adjustment with these points for the first seat, on a page that does not say "offline"."""
    app, frame = phone.frame_locator("#app"), phone.frames[-1]
    frame.goto(f"{match}adjust/")
    app.locator("input[type=text], input[inputmode]").first.fill(points)
    assert not app.get_by_text("offline").count()
    app.get_by_role("button", name="Save").last.click()
    frame.wait_for_url(re.compile(r"/m/[a-z0-9]{12}/$"))


def sync(phone, group: str):
    """Tap "Sync now"; return the locator of the line that shows the result."""
    phone.frames[-1].goto(f"{group}exchange/")
    app = phone.frame_locator("#app")
    app.get_by_role("button", name="Sync now").click()
    return app.locator("#sync")


def shot(page, name: str) -> None:
    if folder := os.environ.get("SCOREKEEPER_SHOTS"):
        page.screenshot(path=f"{folder}/{name}.png")


def test_it_joins_plays_offline_and_brings_it_back(alone, cast, live_server):
    shot(alone, "home")
    group = join(alone, f"{live_server.url}/join/{cast.scorer_token}/")
    assert group.endswith(f"/g/{cast.group.key}/"), "the group's key differs on the phone"
    shot(alone, "joined")
    alone.context.set_offline(True)
    play(alone, only_match(alone, group), "7")
    shot(alone, "played")
    expect(sync(alone, group)).to_contain_text("isn’t answering right now")
    shot(alone, "offline")
    alone.context.set_offline(False)
    expect(sync(alone, group)).to_have_text("")
    expect(alone.frame_locator("#app").get_by_text("Waiting to be sent")).to_have_count(0)
    shot(alone, "synced")
    here = Match.objects.get(pk=cast.match.pk)
    assert [entry.record["points"] for entry in here.active][-1] == {"Ben": 7}
    assert here.active[-1].by == str(cast.scorer_link)


def test_cut_off_anywhere_and_repeated_each_form_is_done_once(alone, cast, live_server):
    """The network breaks again and again, in the middle of a form, an answer or the copy, until a sync succeeds."""
    with Cut(urlsplit(live_server.url).port) as network:
        group = join(alone, f"{network.url}/join/{cast.scorer_token}/")
        match = only_match(alone, group)
        network.sent = network.answered = 0
        for points in ("7", "8", "9"):
            play(alone, match, points)
        waiting = f"fetch('{group}exchange/waiting/').then((r) => r.json()).then(({{ items }}) => items.length)"
        tries = []
        for sent, answered in [
            *((each, None) for each in (0, 300, 900)),
            *((None, each) for each in range(0, 20_000, 400)),
        ]:
            network.sent, network.answered = sent, answered
            state = sync(alone, group)
            expect(state).to_have_text(re.compile(r"^\s*$|isn’t answering right now"))
            whole = not state.text_content().strip()
            waits = alone.frame_locator("#app").locator("[aria-labelledby=open] li")
            expect(waits).to_have_count(alone.frames[-1].evaluate(waiting))
            tries.append((whole, alone.frames[-1].evaluate(waiting)))
            if whole:
                break
        network.shutdown()
    assert tries[-1] == (True, 0)
    assert {(False, 3), (False, 2), (False, 1)} <= set(tries), "not every form was cut"
    assert (False, 0) in tries, "the copy was never cut"
    here = Match.objects.get(pk=cast.match.pk)
    assert [entry.record["points"] for entry in here.active][1:] == [{"Ben": 7}, {"Ben": 8}, {"Ben": 9}]
    alone.frames[-1].goto(match)
    expect(alone.frame_locator("#app").locator(".rounds tr.round")).to_have_count(len(here.active))


def test_it_syncs_by_itself_after_a_save_and_when_the_network_is_back(alone, cast, live_server):
    group = join(alone, f"{live_server.url}/join/{cast.scorer_token}/")
    match = only_match(alone, group)
    play(alone, match, "7")
    arrives(alone, cast, {"Ben": 7})
    alone.context.set_offline(True)
    play(alone, match, "8")
    alone.context.set_offline(False)
    arrives(alone, cast, {"Ben": 8})
    copied(alone, cast)
    cast.match.lock()
    cast.match.enter({"kind": "adjustment", "points": {"Dirk": 1}}, 3, "Sam", key="on-the-server")
    play(alone, match, "9")  # refused by the server, which has a round that the phone has not seen
    app = alone.frame_locator("#app")
    app.get_by_text("The server didn’t accept everything").wait_for()
    expect(app.locator(".rounds tr.round")).to_have_count(4)  # the server's rounds, without the refused one
    shot(alone, "by-itself")
    app.get_by_role("button", name="Show", exact=True).click()
    app.get_by_role("button", name="Save it as the next round").click()
    arrives(alone, cast, {"Ben": 9})


def arrives(phone, cast, points: dict[str, int]) -> None:
    """Wait until the server's last round has these points."""
    over = time.monotonic() + 60
    while (last := Match.objects.get(pk=cast.match.pk).active[-1].record.get("points")) != points:
        assert time.monotonic() < over, f"{last} instead of {points}"
        phone.wait_for_timeout(100)


def copied(phone, cast) -> None:
    """Wait until a sync has copied the group from the server.

    The session storage then has the time until which no further copy is taken by itself.
    """
    remembered = f"sessionStorage['exchange {cast.group.key}']"
    until(phone.frames[-1], f"() => JSON.parse({remembered} ?? '{{}}').copy > 0")


def test_what_is_wrong_with_the_server_is_told_as_it_is_and_nothing_is_refused_for_it(alone, cast, live_server):
    group = join(alone, f"{live_server.url}/join/{cast.scorer_token}/")
    match, app = only_match(alone, group), alone.frame_locator("#app")
    alone.context.set_offline(True)
    play(alone, match, "7")
    for status, said in (
        (500, "a fault of its own"),
        (503, "isn’t answering"),
        (404, "isn’t at this address any more"),
    ):
        answer = partial(Route.fulfill, status=status, headers={"access-control-allow-origin": "*"})
        alone.context.route(f"{live_server.url}/**", lambda route, _request, answer=answer: answer(route))
        # The route is already set: as soon as the network is back, a sync may start by itself.
        alone.context.set_offline(False)
        expect(sync(alone, group)).to_contain_text(said)
        expect(app.get_by_text("Waiting to be sent")).to_be_visible()
        expect(app.get_by_text("didn’t accept")).to_have_count(0)
        shot(alone, f"server-{status}")
    alone.context.unroute_all()
    expect(sync(alone, group)).to_have_text("")
    arrives(alone, cast, {"Ben": 7})

    ProcessedForm.objects.all().delete()
    cast.match.entries.get(record__points={"Ben": 7}).delete()  # as after a backup was restored
    copied(alone, cast)
    alone.frames[-1].evaluate("sessionStorage.clear()")
    alone.frames[-1].goto(match)
    app.get_by_text("The server is back at an older state").wait_for()
    shot(alone, "server-went-back")
    app.get_by_role("button", name="Show", exact=True).click()
    app.get_by_role("button", name="Sync now").click()
    app.get_by_role("button", name="Go by the server").click()
    app.get_by_text("Then this is gone on this phone, too.").wait_for()
    shot(alone, "server-went-back-sync")
    app.get_by_role("button", name="Send once more").click()
    arrives(alone, cast, {"Ben": 7})

    copied(alone, cast)
    Group.objects.filter(pk=cast.group.pk).update(deleted_at=timezone.now())
    alone.frames[-1].evaluate("sessionStorage.clear()")
    alone.frames[-1].goto(match)
    expect(app.get_by_text("This group was deleted on its server.")).to_be_visible()
    shot(alone, "deleted-on-the-server")
    Group.objects.filter(pk=cast.group.pk).update(deleted_at=None)

    cast.scorer_link.withdraw()
    ahead = "sessionStorage[Object.keys(sessionStorage).find((key) => key.startsWith('exchange '))] = JSON.stringify({any: 9e15, copy: 9e15})"
    for page, before in ((match, "sessionStorage.clear()"), (group, ahead)):  # noted while the clock was far ahead
        alone.frames[-1].evaluate(before)
        alone.frames[-1].goto(page)
        expect(app.get_by_text("This link was revoked or has expired.")).to_be_visible()
        shot(alone, "revoked")


def test_a_link_to_another_server_is_asked_about_before_anything_of_the_group_goes_there(alone, cast, live_server):
    group = join(alone, f"{live_server.url}/join/{cast.scorer_token}/")
    alone.context.set_offline(True)
    play(alone, only_match(alone, group), "7")
    alone.context.set_offline(False)
    elsewhere = live_server.url.replace("localhost", "127.0.0.1")
    app = alone.frame_locator("#app")
    for answer in ("No", "Yes, the same"):
        alone.frames[-1].goto("/app/")
        alone.frames[-1].goto(f"/app/join/?link={elsewhere}/join/{cast.scorer_token}/")
        app.get_by_role("button", name="Join").click()
        app.get_by_text(f"Is {elsewhere} the same server?").wait_for()
        shot(alone, "another-address")
        app.get_by_role("button", name=answer).click()
        if answer == "No":
            app.get_by_role("link", name="Join").wait_for()
    alone.frames[-1].wait_for_url(re.compile(r"/app/g/[a-z0-9]{12}/"), timeout=60_000)
    arrives(alone, cast, {"Ben": 7})
    app.get_by_text(elsewhere).wait_for()


def test_two_phones_play_on_and_somebody_decides(new_phone, cast, live_server):
    """The server refuses the round that arrives second. It waits on its phone until somebody makes it the next round."""
    first, second = new_phone(), new_phone()
    link = f"{live_server.url}/join/{cast.scorer_token}/"
    groups = {phone: join(phone, link) for phone in (first, second)}
    for phone, points in ((first, ["7"]), (second, ["9", "5"])):
        phone.context.set_offline(True)
        for each in points:
            play(phone, only_match(phone, groups[phone]), each)
        phone.context.set_offline(False)
    expect(sync(first, groups[first])).to_have_text("")
    # The second phone may have synced by itself when the network was back. Then its round is refused already.
    expect(sync(second, groups[second])).to_have_text("")
    app = second.frame_locator("#app")
    refused = app.locator("[aria-labelledby^=refused]")
    expect(refused).to_contain_text("was faster")
    shot(second, "refused")
    app.get_by_role("button", name="Look at it").click()
    app.get_by_text("Ben +7").first.wait_for()
    expect(app.get_by_text("Ben +5")).to_have_count(0)  # both phones knew that round
    shot(second, "looked-at")
    second.frames[-1].goto(f"{groups[second]}exchange/")
    app.get_by_label("Everything after it in this game, too: 1").check()
    app.get_by_role("button", name="Save it as the next round").click()
    expect(refused).to_have_count(0)
    expect(app.get_by_text("Waiting to be sent")).to_have_count(0)
    shot(second, "decided")
    expect(sync(first, groups[first])).to_have_text("")
    here = Match.objects.get(pk=cast.match.pk)
    assert [entry.record["points"] for entry in here.active][-3:] == [{"Ben": 7}, {"Ben": 9}, {"Ben": 5}]
    for phone in (first, second):
        phone.frames[-1].goto(only_match(phone, groups[phone]))
        expect(phone.frame_locator("#app").locator(".rounds tr.round")).to_have_count(len(here.active))
    shot(first, "both")


def test_it_looks_around(alone):
    app = alone.frame_locator("#app")
    app.get_by_role("button", name="Look around first").wait_for()
    shot(alone, "look-around")
    app.get_by_role("button", name="Look around first").click()
    app.get_by_role("link", name="Back").click(timeout=60_000)
    app.get_by_role("heading", name="Example nights").wait_for(timeout=60_000)
    shot(alone, "example-nights")
