"""A phone whose connection comes and goes: nothing typed is lost, nothing is saved twice."""

import re

import pytest
from django.db import OperationalError
from django.templatetags.static import static
from playwright.sync_api import expect

from scorekeeper.nights.models import Match
from tests.browser.phone import axe, fits, looks, until_kept

ADJUST = "adjust/"


def rounds(cast) -> int:
    return Match.objects.get(pk=cast.match.pk).entries.count()


def raises(error):
    def fails(*_args, **_more):
        raise error

    return fails


def type_in(page, points="7"):
    page.locator("[name=points-0]").fill(points)
    expect(page.locator("#result .sofar, .wrong p").first).to_be_visible()


def answers_get_lost(route):
    if route.request.method == "POST":
        route.fetch()
        route.abort()
    else:
        route.fallback()


@pytest.fixture
def pad(cast):
    return cast.match.get_absolute_url()


def test_a_round_waits_for_the_network_and_is_saved_once(open_phone, cast, pad):
    page = open_phone("scorer")
    page.goto(pad)
    page.goto(pad + ADJUST)
    type_in(page)
    expect(page.locator("#result")).to_contain_text("+7")
    page.context.set_offline(True)
    expect(page.locator(".foot .notice")).to_contain_text("Nothing gets lost")
    page.locator("#save").tap()
    expect(page.locator(".foot .notice")).to_contain_text("Will be saved when you’re online: Manual adjustment")
    expect(page.locator("tr.waiting")).to_contain_text("+7")
    expect(page.locator(".last-seen section:not(:has(*))")).to_have_count(0)
    assert rounds(cast) == 1
    fits(page)
    axe(page)
    page.context.set_offline(False)
    page.wait_for_url(f"**{pad}")
    expect(page.get_by_text("Back online, saved: Manual adjustment")).to_be_visible()
    assert rounds(cast) == 2


def test_a_lost_answer_and_a_reload_save_it_once(open_phone, cast, pad):
    """The server has saved the round, but the phone does not know and sends it again after a reload."""
    page = open_phone("scorer")
    page.goto(pad + ADJUST)
    type_in(page)
    page.route("**/adjust/", answers_get_lost)
    page.locator("#save").tap()
    expect(page.locator(".foot .notice")).to_contain_text("Will be saved when you’re online")
    assert rounds(cast) == 2
    page.goto(pad)
    page.unroute_all()  # not earlier: the page with the form would send the round itself
    expect(page.get_by_text("Back online, saved: Manual adjustment")).to_be_visible()
    expect(page.locator("tr.waiting")).to_have_count(0)
    page.reload()
    expect(page.locator(".notice:visible")).to_have_count(0)
    assert rounds(cast) == 2


def test_somebody_else_was_quicker_while_it_waited(open_phone, cast, pad):
    page = open_phone("scorer")
    page.goto(pad + ADJUST)
    type_in(page)
    page.context.set_offline(True)
    page.locator("#save").tap()
    expect(page.locator("tr.waiting, .left-behind").first).to_be_visible()
    match = Match.objects.get(pk=cast.match.pk)
    match.enter({"kind": "adjustment", "points": {"Carla": 3}}, 1, "Vera", key="somebody-elses")
    page.context.set_offline(False)
    expect(page.get_by_role("heading", name="Vera was faster")).to_be_visible()
    expect(page.locator("[name=points-0]")).to_have_value("7")
    expect(page.locator(".unsent")).to_have_count(0)
    page.locator("#save").tap()
    page.wait_for_url(f"**{pad}")
    assert rounds(cast) == 3


@pytest.mark.parametrize("on", ["", "changes/"])
def test_a_step_that_comes_too_late_says_so_on_the_pad(open_phone, cast, pad, on):
    """Whichever page of the game sends the step, it goes to the pad, which shows the message."""
    page = open_phone("scorer")
    page.goto(pad)
    page.route("**/undo/", lambda route: route.abort())
    page.get_by_role("button", name="Undo").tap()
    expect(page.locator(".unsent").first).to_be_visible()
    cast.match.enter({"kind": "adjustment", "points": {"Carla": 3}}, 1, "Vera")
    if on:
        page.goto(pad + on)
    page.unroute_all()
    page.evaluate("dispatchEvent(new Event('online'))")
    expect(page.get_by_text("Vera was faster. This is how it looks now.")).to_be_visible()
    expect(page).to_have_url(re.compile(f"{pad}$"))
    expect(page.locator(".unsent")).to_have_count(0)
    page.reload()
    expect(page.locator(".unsent")).to_have_count(0)
    assert rounds(cast) == 2


def test_while_a_round_waits_the_next_one_is_entered_behind_it(open_phone, cast, pad):
    """Without a network, the open page becomes the form of the next round. Each round keeps its own dealer.

    The order stays if the phone's clock is set back between two rounds.
    """
    page = open_phone("scorer")
    page.goto(f"{pad}round/?as=counted")
    page.wait_for_load_state("networkidle")
    page.context.set_offline(True)
    for number, gold in enumerate((("50", "20", "10"), ("40", "30", "10"), ("30", "30", "20")), 1):
        expect(page.locator("h1")).to_have_text(f"Round {number}")
        expect(page.locator("#save")).to_have_text(f"Save round {number}")
        for seat, each in enumerate(gold):
            field = page.locator(f"[name=gold-{seat}]")
            expect(field).to_have_value("")
            field.fill(each)
        until_kept(page, f' {cast.match.key} {number}.{number}"', "draft ")
        page.locator("#save").tap()
        expect(page.locator(".left-behind")).to_be_visible()
        for check in (fits, axe):
            check(page)
        if number < 3:
            page.evaluate("() => { const { now } = Date; Date.now = () => now() - 86_400_000 }")
            page.get_by_role("button", name="Enter the next round").tap()
    expect(page.locator(".foot .notice")).to_contain_text("Round 1, Round 2, Round 3")
    page.context.set_offline(False)
    page.wait_for_url(f"**{pad}")
    expect(page.get_by_text("Back online, saved: Round 1, Round 2, Round 3")).to_be_visible()
    expect(page.locator(".unsent")).to_have_count(0)
    rows = [row for row in Match.objects.get(pk=cast.match.pk).course.rows if row.number]
    assert [row.record["gold"]["Ben"] for row in rows] == [50, 40, 30]
    assert [row.dealer for row in rows] == ["Ben", "Carla", "Dirk"]


def test_where_somebody_is_asked_who_deals_the_next_round_comes_once_this_one_is_saved(open_phone, cast):
    match = cast.start("rufmariasch", ("Anna", "Ben", "Carla", "Dirk"))
    page = open_phone("scorer")
    page.goto(f"{match.get_absolute_url()}round/?as=call")
    page.locator("label:has([name=points][value='60'])").tap()
    page.wait_for_load_state("networkidle")
    page.context.set_offline(True)
    page.locator("#save").tap()
    expect(page.get_by_text("You can enter the next round once this one is saved.")).to_be_visible()
    expect(page.get_by_role("button", name="Enter the next round")).to_have_count(0)


def test_two_rounds_go_out_in_their_order(open_phone, cast, pad):
    """Entries are sent in the order in which they were typed.

    The second was typed on a page that did not show the first, so it is not saved until its writer has answered a
    question.
    """
    page = open_phone("scorer")
    page.route("**/adjust/", lambda route: route.abort() if route.request.method == "POST" else route.fallback())
    for points in ("1", "2"):
        page.goto(pad + ADJUST)
        type_in(page, points)
        page.locator("#save").tap()
        expect(page.locator(".left-behind")).to_be_visible()
    page.goto(cast.group.get_absolute_url())
    page.unroute_all()
    expect(page.get_by_text("Back online, saved")).to_have_count(1)
    expect(page.locator(".foot .notice")).to_contain_text("there’s a question: Manual adjustment")
    page.get_by_role("button", name="Show", exact=True).tap()
    expect(page.locator("[name=points-0]")).to_have_value("2")
    last = Match.objects.get(pk=cast.match.pk).active[-1]
    assert last.record["points"]["Ben"] == 1


def test_a_form_that_the_server_stumbles_over_steps_aside(open_phone, cast, pad):
    """If the server fails on a form, later forms of the same match wait. Forms of other matches are sent.

    The page names the form that failed; it can be tried again or discarded.
    """
    other = Match.start(cast.match.night, "krimsutep", list(cast.group.players.all()), {}, 0)
    page = open_phone("scorer", faults=True)

    def broken(route):
        stumbles = route.request.method == "POST" and "points-0=1&" in f"{route.request.post_data}&"
        return route.fulfill(status=500) if stumbles else route.fallback()

    page.route("**/adjust/", lambda route: route.abort() if route.request.method == "POST" else route.fallback())
    for form, points in ((pad, "1"), (pad, "2"), (other.get_absolute_url(), "3")):
        page.goto(form + ADJUST)
        type_in(page, points)
        page.locator("#save").tap()
        expect(page.locator(".left-behind")).to_be_visible()
    page.unroute_all()
    page.route("**/adjust/", broken)
    page.goto(cast.group.get_absolute_url())
    expect(page.get_by_text("Back online, saved")).to_have_count(1)
    assert other.entries.count() == 1
    said = page.locator(".foot .notice")
    expect(said).to_have_count(1)
    expect(said).to_contain_text("Not saved, the server has a problem with it: Manual adjustment")
    expect(said).to_contain_text("Waiting behind it: Manual adjustment")
    fits(page)
    axe(page)
    with page.expect_request(lambda request: request.method == "POST"):
        page.get_by_role("button", name="Try now").tap()
    expect(said).to_contain_text("Waiting behind it")
    assert rounds(cast) == 1
    page.get_by_role("button", name="Discard").tap()
    expect(page.get_by_text("Back online, saved")).to_have_count(2)
    expect(said).to_have_count(0)
    assert rounds(cast) == 2
    assert Match.objects.get(pk=cast.match.pk).active[-1].record["points"]["Ben"] == 2


def test_a_server_that_cannot_save_just_now_is_told_from_a_lost_network(open_phone, cast, pad):
    """A status 503, e.g. of a server with a full disk, gets another message than a lost network."""
    page = open_phone("scorer", lang="de", faults=True)
    page.goto(pad + ADJUST)
    type_in(page)
    page.route("**/adjust/", lambda route: route.fulfill(status=503))
    page.locator("#save").tap()
    said = page.locator(".foot .notice")
    expect(said).to_contain_text("Der Server kann gerade nicht speichern")
    fits(page)
    page.route("**/adjust/", lambda route: route.abort())
    page.get_by_role("button", name="Jetzt versuchen").tap()
    expect(said).to_contain_text("sobald wieder Netz da ist")
    page.unroute_all()
    page.get_by_role("button", name="Jetzt versuchen").tap()
    page.wait_for_url(f"**{pad}")
    assert rounds(cast) == 2


def test_a_form_that_was_mended_takes_the_place_of_the_one_that_failed(open_phone, cast, pad):
    page = open_phone("scorer", faults=True)
    page.goto(pad + ADJUST)
    type_in(page, "1")
    page.route("**/adjust/", lambda route: route.fulfill(status=500))
    page.locator("#save").tap()
    expect(page.locator(".foot .notice")).to_contain_text("the server has a problem with it")
    expect(page.locator("[name=points-0]")).to_have_value("1")
    page.unroute_all()
    type_in(page, "2")
    page.locator("#save").tap()
    page.wait_for_url(f"**{pad}")
    expect(page.locator(".unsent")).to_have_count(0)
    assert rounds(cast) == 2
    assert Match.objects.get(pk=cast.match.pk).active[-1].record["points"]["Ben"] == 2


def test_what_waits_in_a_site_beside_this_one_is_not_sent_here(open_phone, cast, pad):
    """The pocket app at /pocket/ shares the browser storage with the site. Accounts may have the same numbers."""
    page = open_phone("scorer")
    page.route(
        "**/pocket/static/**",
        lambda route: route.fulfill(response=route.fetch(url=route.request.url.replace("/pocket", ""))),
    )
    page.goto(pad + ADJUST)
    beside = f"/pocket{static('js/store.js')}"
    page.evaluate(
        "async ([script, item]) => (await import(script)).put('send there', item)",
        [
            beside,
            {
                "key": "there" * 5,
                "who": page.locator("body").get_attribute("data-who"),
                "to": pad + ADJUST,
                "fields": [],
                "what": "Round of the other site",
                "at": 1,
            },
        ],
    )
    type_in(page)
    with page.expect_request(lambda request: request.method == "POST" and request.url.endswith(ADJUST)):
        page.locator("#save").tap()
    page.wait_for_url(f"**{pad}")
    expect(page.get_by_text("Round of the other site")).to_have_count(0)
    kept = page.evaluate("async script => (await (await import(script)).all('send ')).map(([key]) => key)", beside)
    assert kept == ["send there"]
    assert rounds(cast) == 2


def test_what_one_typed_is_not_sent_as_another(open_phone, cast, pad):
    page = open_phone("scorer")
    page.goto(pad + ADJUST)
    type_in(page)
    page.context.set_offline(True)
    page.locator("#save").tap()
    expect(page.locator(".left-behind")).to_be_visible()
    page.context.clear_cookies()
    alice = cast.phone("owner").cookies["scorekeeper_session"].value
    page.context.add_cookies([{"name": "scorekeeper_session", "value": alice, "url": page.evaluate("origin")}])
    page.context.set_offline(False)
    page.goto(pad)
    expect(page.locator(".foot .notice")).to_contain_text("Entered by someone else on this phone, not saved")
    axe(page)
    assert rounds(cast) == 1
    mine = page.get_by_role("button", name="Save as mine").element_handle()
    for status in (304, 408, 304):  # no news: the button stays, as a thumb may be on it
        if status == 408:
            page.route(f"**{pad}", lambda route: route.fulfill(status=408))
        looks(page, status)
        page.unroute_all()
    assert mine.evaluate("button => button.isConnected")
    mine.tap()
    expect(page.locator("tr.round:not(.waiting)")).to_have_count(2)
    expect(page.locator(".unsent")).to_have_count(0)
    assert Match.objects.get(pk=cast.match.pk).active[-1].by == "Alice"


def test_an_old_token_is_renewed_unseen(open_phone, cast, pad):
    page = open_phone("scorer")
    page.goto(pad + ADJUST)
    type_in(page)
    page.context.clear_cookies(name="scorekeeper_csrf")
    page.locator("#save").tap()
    page.wait_for_url(f"**{pad}")
    assert rounds(cast) == 2


def test_what_is_wrong_is_said_beside_what_was_typed(open_phone, cast, pad):
    page = open_phone("scorer")
    page.goto(pad + ADJUST)
    type_in(page, "lots")
    page.locator("#save").tap()
    expect(page.locator("[name=sent]")).to_be_attached()
    expect(page.locator(".wrong p").first).to_be_visible()
    expect(page.locator("[name=points-0]")).to_have_value("lots")
    assert page.url.endswith(pad + ADJUST)
    type_in(page, "4")
    page.locator("#save").tap()
    page.wait_for_url(f"**{pad}")
    page.reload()
    expect(page.locator(".unsent")).to_have_count(0)
    assert rounds(cast) == 2


def test_without_scripts_a_page_that_could_not_be_saved_is_sent_again_as_it_says(open_phone, cast, pad, monkeypatch):
    """The error page asks for a reload, which sends the form again. Going back would lose what was typed."""
    page = open_phone("scorer", js=False, faults=True)
    page.goto(pad + ADJUST)
    page.locator("[name=points-0]").fill("7")
    with monkeypatch.context() as away:
        away.setattr(Match, "enter", raises(OperationalError("the database is away")))
        page.locator("#save").tap()
        expect(page.get_by_text("then reload")).to_be_visible()
    page.reload()
    page.wait_for_url(f"**{pad}")
    assert Match.objects.get(pk=cast.match.pk).active[-1].record["points"]["Ben"] == 7


def test_without_storage_forms_go_out_as_ever(open_phone, cast, pad):
    page = open_phone("scorer")
    page.add_init_script("""
        indexedDB.open = () => { throw new Error("private") };
        for (const each of ["localStorage", "sessionStorage"])
            Object.defineProperty(window, each, { get() { throw new DOMException("blocked", "SecurityError"); } });
    """)
    page.goto(pad + ADJUST)
    page.locator("[data-key='7']").tap()
    expect(page.locator("[name=points-0]")).to_have_value("7")
    page.locator("#save").tap()
    page.wait_for_url(f"**{pad}")
    assert rounds(cast) == 2


def test_a_round_of_a_game_that_was_deleted_meanwhile_is_saved_once_the_game_is_restored(open_phone, cast, pad):
    page = open_phone("scorer")
    page.goto(pad + ADJUST)
    type_in(page)
    page.locator("#news").evaluate("news => news.remove()")  # stops live updates, which may show the deletion
    Match.objects.get(pk=cast.match.pk).soft_delete("Carla")
    page.locator("#save").tap()
    page.wait_for_url(f"**{pad}")
    expect(page.get_by_role("heading", name="This game was deleted")).to_be_visible()
    expect(page.locator(".foot .notice")).to_contain_text(
        "Not saved, as its game or night was deleted: Manual adjustment"
    )
    fits(page)
    axe(page)
    page.get_by_role("button", name="Restore").tap()
    expect(page.get_by_text("saved: Manual adjustment")).to_be_visible()
    assert rounds(cast) == 2


def test_the_pad_and_a_form_that_are_open_say_that_the_game_was_deleted(open_phone, cast, pad):
    page, form = open_phone("viewer"), open_phone("scorer")
    page.goto(pad)
    form.goto(pad + ADJUST)
    type_in(form)
    Match.objects.get(pk=cast.match.pk).soft_delete("Carla")
    for each in (page, form):
        expect(each.get_by_role("heading", name="This game was deleted")).to_be_visible()
    form.get_by_role("button", name="Restore").tap()
    form.wait_for_url(f"**{pad}")
    form.goto(pad + ADJUST)
    expect(form.locator("[name=points-0]")).to_have_value("7")
