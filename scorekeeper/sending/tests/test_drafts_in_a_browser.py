"""Drafts: when a phone opens a form again, it fills in what was typed before. Nothing typed is lost silently."""

import json
import os
import shutil
import signal
from contextlib import suppress
from pathlib import Path

import pytest
from django.templatetags.static import static
from django.urls import reverse
from playwright.sync_api import Error, expect

from scorekeeper.nights.models import Match
from scorekeeper.people.models import Role, ShareLink
from tests.browser.phone import CHROMIUMS, FLAGS, PATIENCE, axe, fits, keeps, until_kept


def stored(page, *field):
    """Wait until the phone has stored this field (its name and value)."""
    until_kept(page, json.dumps(field))


@pytest.fixture
def pad(cast):
    return cast.match.get_absolute_url()


def test_what_two_ways_to_enter_a_round_ask_alike_travels(open_phone, cast):
    match = cast.start("bettler-und-diebe", ["Anna", "Ben", "Carla", "Dora"])
    page = open_phone("scorer")
    page.goto(f"{match.get_absolute_url()}round/?as=pot-counted")
    page.locator("[name=taker][value='2']").check(force=True)
    stored(page, "taker", "2")
    page.locator(".ways a[href$='as=pot']").tap()
    page.wait_for_url("**/round/?as=pot")
    expect(page.locator("[name=taker][value='2']")).to_be_checked()
    page.go_back()
    expect(page.locator("[name=taker][value='2']")).to_be_checked()


def test_a_begun_round_comes_back_until_it_is_saved(open_phone, cast, pad):
    page = open_phone("scorer")
    page.goto(f"{pad}round/?as=counted")
    fields = page.locator("#entry input[data-number]")
    fields.first.fill("12")
    stored(page, fields.first.get_attribute("name"), "12")
    page.goto(pad)
    page.goto(f"{pad}round/")  # it goes on with the way in which the round was begun
    page.wait_for_url("**/round/?as=counted")
    expect(fields.first).to_have_value("12")
    expect(page.get_by_role("button", name="Start over")).to_be_visible()
    axe(page)
    fits(page)
    page.goto(f"{pad}adjust/")  # another form for the same round
    expect(page.locator("[name=points-0]")).to_have_value("")
    page.locator("[name=points-0]").fill("3")
    stored(page, "points-0", "3")
    page.reload()
    expect(page.get_by_role("button", name="Start over")).to_be_visible()
    expect(page.locator("[name=points-0]")).to_have_value("3")
    expect(page.locator("#result")).to_contain_text("+3")
    page.locator("#save").tap()
    page.wait_for_url(f"**{pad}")
    for path in (pad, f"{pad}round/", f"{pad}adjust/"):
        page.goto(path)
        expect(page.get_by_role("button", name="Start over")).to_have_count(0)
    expect(page.locator("[name=points-0]")).to_have_value("")


def test_a_begun_round_comes_back_with_the_dealer_of_now(open_phone, cast):
    match = cast.start("rufmariasch", ("Anna", "Ben", "Carla", "Dirk"))
    page = open_phone("scorer")
    page.goto(f"{match.get_absolute_url()}round/?as=call")
    page.locator("label:has([name=points][value='60'])").tap()
    stored(page, "points", "60")
    match.deal_first(3, "Sam")
    page.reload()
    expect(page.locator("[name=points][value='60']")).to_be_checked()
    expect(page.locator("[name=dealer][value='3']")).to_be_checked()
    page.locator("summary:has-text('Dealer')").tap()
    page.locator("label:has([name=dealer][value='1'])").tap()
    stored(page, "dealer", "1")
    page.reload()
    expect(page.locator("[name=dealer][value='1']")).to_be_checked()
    expect(page.locator("label:has([name=dealer][value='1'])")).to_be_visible()  # still unfolded after the reload


def test_cards_given_out_come_back_and_can_be_thrown_away(open_phone, cast, pad):
    match = Match.start(cast.match.night, "beutelschneider", list(cast.group.players.all()), {}, 0)
    page = open_phone("scorer")
    page.goto(f"{match.get_absolute_url()}round/?as=captured")
    page.locator("[data-pile='1']").tap()
    card = page.locator("[data-card] > button").first
    card.tap()
    said = card.get_attribute("aria-label")
    assert said.endswith("with Carla")
    stored(page, page.locator("[data-card] select").first.get_attribute("name"), "1")
    page.reload()
    expect(card).to_have_attribute("aria-label", said)
    page.get_by_role("button", name="Start over").tap()
    expect(card).not_to_have_attribute("aria-label", said)
    expect(page.get_by_role("button", name="Start over")).to_have_count(0)


def test_a_draft_does_not_come_back_in_the_next_round(open_phone, cast, pad):
    page = open_phone("scorer")
    page.goto(f"{pad}adjust/")
    page.locator("[name=points-0]").fill("3")
    stored(page, "points-0", "3")
    match = Match.objects.get(pk=cast.match.pk)
    match.enter({"kind": "adjustment", "points": {"Carla": 3}}, 1, "Vera", key="somebody-elses")
    page.goto(f"{pad}adjust/")
    page.locator("[name=points-1]").fill("4")  # an old draft would appear before this is stored
    stored(page, "points-1", "4")
    expect(page.locator("[name=points-0]")).to_have_value("")


def test_what_is_shown_again_beside_what_somebody_else_did_is_kept_as_well(open_phone, cast, pad):
    """After a conflict, the page shows the form again and stores it as a draft. The sent form is already deleted."""
    page = open_phone("scorer")
    page.goto(f"{pad}adjust/")
    page.locator("[name=points-0]").fill("3")
    match = Match.objects.get(pk=cast.match.pk)
    match.enter({"kind": "adjustment", "points": {"Carla": 3}}, 1, "Vera", key="somebody-elses")
    other = page.context.new_page()
    other.goto(f"{pad}adjust/")
    other.locator("[name=points-0]").fill("9")
    stored(other, "points-0", "9")
    page.locator("#save").tap()
    expect(page.get_by_text("Vera was faster")).to_be_visible()
    expect(page.locator("[name=points-0]")).to_have_value("3")
    until_kept(page, json.dumps(["points-0", "3"]), "draft ")
    page.goto(f"{pad}adjust/")
    expect(page.locator("[name=points-0]")).to_have_value("3")


def test_what_is_typed_of_a_night_comes_back_there_and_not_over_what_others_wrote(open_phone, cast):
    page, night = open_phone("scorer"), cast.match.night
    other = cast.group.nights.create(started_at=night.started_at)
    one, another = (reverse("night_edit", args=[cast.group.key, each.key]) for each in (night, other))
    place, note = page.locator("[name=place]"), page.locator("[name=note]")

    def come_back(address, typed, stands):
        """Type a place, wait until it is stored, and check the note. By then, an old draft of it would have appeared."""
        page.goto(address)
        place.fill(typed)
        stored(page, "place", typed)
        expect(note).to_have_value(stands)

    page.goto(one)
    note.fill("with Zoë")
    stored(page, "note", "with Zoë")
    come_back(another, "at Ben's", "")
    come_back(one, "at Carla's", "with Zoë")
    night.describe({"place": "", "note": "with Emil"})
    come_back(one, "at Dirk's", "with Emil")


@pytest.mark.parametrize(("days", "value"), [(2, "3"), (4, "")])
def test_what_was_begun_days_ago_comes_back_no_more(open_phone, pad, days, value):
    page = open_phone("scorer")
    page.goto(f"{pad}adjust/")
    page.locator("[name=points-0]").fill("3")
    stored(page, "points-0", "3")
    aged = """async ([script, days]) => {
        const {all, put} = await import(script), [[key, draft]] = await all("draft ");
        const aged = {...draft, changed: draft.changed - days * 24 * 60 * 60 * 1000};
        for (const each of [key, "draft of another page"]) await put(each, aged);
    }"""
    page.evaluate(aged, [static("js/store.js"), days])
    page.reload()
    page.locator("[name=points-1]").fill("4")
    stored(page, "points-1", "4")
    expect(page.locator("[name=points-0]")).to_have_value(value)
    assert keeps(page, "another page") == bool(value)


@pytest.mark.parametrize(
    "leaving",
    [
        "document.querySelector('header a').click()",
        "dispatchEvent(new Event('pagehide'))",
        "document.dispatchEvent(new Event('visibilitychange'))",
    ],
)
def test_what_was_typed_a_moment_ago_is_kept_when_the_page_is_left(open_phone, pad, leaving):
    page = open_phone("scorer")
    page.goto(f"{pad}adjust/")
    page.locator("[name=points-0]").fill("3")
    stored(page, "points-0", "3")
    never = "() => { window.setTimeout = () => 1; addEventListener('click', event => event.preventDefault()); }"
    page.evaluate(never)
    page.locator("[name=points-1]").fill("4")
    page.evaluate(leaving)
    stored(page, "points-1", "4")


@pytest.mark.parametrize("shown", [False, True])
def test_a_password_is_kept_nowhere(open_phone, cast, shown):
    page = open_phone("owner")
    page.goto(f"/owner/{cast.owner_token}/")
    page.get_by_label("Show password").set_checked(shown)
    page.locator("[name=username]").fill("Emil")
    page.locator("[name=password]").fill("two aces")
    leave = "async script => { await import(script); document.dispatchEvent(new Event('visibilitychange')); }"
    page.evaluate(leave, static("js/draft.js"))
    assert not keeps(page, "two aces")
    page.route("**/owner/**", lambda route: route.fulfill(status=204))
    with page.expect_request(lambda each: each.method == "POST") as sent:
        page.get_by_role("button", name="Create an account").tap()
    assert "idempotency-key" not in sent.value.headers, "the phone would store a form sent in the background"


def test_a_killed_browser_loses_neither_a_draft_nor_what_waits(browser, live_server, cast, pad, tmp_path):
    """The browser gets SIGKILL, as on a phone that is out of memory.

    When it starts again, it sends the waiting form without a tap. The draft is there, too.
    """
    path = next(filter(None, map(shutil.which, CHROMIUMS)))
    session = {
        "name": "scorekeeper_session",
        "value": cast.phone("scorer").cookies["scorekeeper_session"].value,
        "url": live_server.url,
    }
    begun = Match.start(cast.match.night, "krimsutep", list(cast.group.players.all()), {}, 0).get_absolute_url()

    def start():
        context = browser.browser_type.launch_persistent_context(
            tmp_path, executable_path=path, args=FLAGS, base_url=live_server.url, locale="en-GB"
        )
        context.set_default_timeout(PATIENCE)
        context.add_cookies([session])
        return context

    context = start()
    page, other = context.new_page(), context.new_page()
    other.goto(f"{begun}adjust/")
    other.locator("[name=points-1]").fill("12")
    stored(other, "points-1", "12")
    page.route("**/adjust/", lambda route: route.abort() if route.request.method == "POST" else route.fallback())
    page.goto(f"{pad}adjust/")
    page.locator("[name=points-0]").fill("7")
    page.locator("#save").click()
    expect(page.locator(".foot .notice")).to_contain_text("Will be saved when you’re online")
    for each in Path("/proc").glob("[0-9]*/cmdline"):
        with suppress(OSError):  # the process may have ended
            if f"--user-data-dir={tmp_path}\0".encode() in each.read_bytes():
                os.kill(int(each.parent.name), signal.SIGKILL)
    with suppress(Error):  # the killed browser is closed already
        context.close()
    context = start()
    page = context.new_page()
    page.goto(begun)
    expect(page.get_by_text("Back online, saved: Manual adjustment")).to_be_visible()
    page.goto(f"{begun}adjust/")
    expect(page.locator("[name=points-1]")).to_have_value("12")
    context.close()
    assert Match.objects.get(pk=cast.match.pk).active[-1].record["points"]["Ben"] == 7
    assert cast.match.entries.count() == 2


def test_what_was_typed_stays_when_the_code_is_withdrawn(open_phone, cast, pad):
    """The draft comes back once the phone has joined with another code."""
    page = open_phone("scorer")
    page.goto(f"{pad}adjust/")
    page.locator("[name=points-0]").fill("3")
    stored(page, "points-0", "3")
    cast.scorer_link.withdraw()
    # Live updates notice the withdrawal without a reload.
    expect(page.get_by_text("What you typed is still here")).to_be_visible()
    page.goto(f"/join/{ShareLink.make(cast.group, Role.SCORER)[1]}/")
    page.get_by_role("button", name="Ben").tap()
    page.wait_for_url("**/g/**")
    page.goto(f"{pad}adjust/")
    expect(page.locator("[name=points-0]")).to_have_value("3")
