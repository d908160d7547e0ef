"""The pad on a phone, the display on a tablet, and phones that follow each other."""

import re
import time

import pytest
from playwright.sync_api import expect

from scorekeeper.nights.models import Match
from tests.browser.phone import axe, fits, whole_words
from tests.fixtures import totals

NAMES = ("Max", "Maxim", "Maximiliane", "Anna", "Carla")


def play(cast, names=NAMES, rounds=4, slug="beutelschneider", **options) -> Match:
    match = cast.start(slug, names, **options)
    for number in range(rounds):
        add(match, **{name: (number + 2) * seat - 9 for seat, name in enumerate(names)})
    return match


def add(match, **points):
    match.refresh_from_db()
    match.refresh()
    record = {"kind": "adjustment", "points": points}
    return match.enter(record, match.last_number, "Ben's phone")


@pytest.mark.parametrize("seats", [2, 3, 4, 5])
def test_the_display_shows_every_total_on_one_screen(open_phone, cast, seats):
    slug = "bettler-und-diebe" if seats == 2 else "beutelschneider"
    match = play(cast, names=NAMES[:seats], slug=slug)
    page = open_phone("viewer")
    page.goto(match.get_absolute_url() + "display/")
    for width, height in ((1180, 820), (740, 360), (320, 568), (360, 740)):
        page.set_viewport_size({"width": width, "height": height})
        fits(page)
        assert page.evaluate("document.documentElement.scrollHeight <= innerHeight")
        for total in page.locator(".giant").all():
            inside = total.evaluate("""e => {
                const [a, b] = [e.getBoundingClientRect(), e.closest('.pad').getBoundingClientRect()];
                return a.left >= b.left - 1 && a.right <= b.right + 1 && a.top >= b.top - 1 && a.bottom <= b.bottom + 1;
            }""")
            assert inside, total.inner_text()
    axe(page)


def test_no_name_breaks_inside_on_the_display(open_phone, cast):
    names = ("Donaudampfschifferin", "Bartholomäus", "Kunigunde", "Ana", "Jo", "Ø", "Max", "Maximiliane")
    match = play(cast, names, slug="other-game", best="high")
    page = open_phone("viewer")
    page.goto(match.get_absolute_url() + "display/")
    for width, height in ((1024, 768), (768, 1024), (360, 740)):
        page.set_viewport_size({"width": width, "height": height})
        assert (
            page.locator("h2").evaluate_all("all => all.map(e => e.lastElementChild.getClientRects().length)")
            == [1] * 8
        )


def test_another_phones_round_appears_and_disturbs_nothing(open_phone, cast):
    match = play(cast, names=NAMES[:3])
    page = open_phone("scorer")
    page.emulate_media(reduced_motion="no-preference")  # the round slides in, and the totals count up
    page.goto(match.get_absolute_url())
    page.locator("#r1").tap()
    expect(page.locator("#why1")).to_be_visible()
    chevrons = [
        page.locator(f"#{row} a").evaluate("a => getComputedStyle(a, '::after').rotate") for row in ("r1", "r2")
    ]
    assert chevrons == ["225deg", "45deg"]  # the chevron of the open row points up
    page.locator("details.more > summary").tap()
    page.locator("#r2 a").focus()
    add(match, Max=70)
    expect(page.locator("#r5")).to_be_visible()
    expect(page.locator("#why1")).to_be_visible()
    expect(page.locator("#r1 a")).to_have_attribute("aria-expanded", "true")
    expect(page.locator("#r2 a")).to_be_focused()
    expect(page.locator("details.more")).to_have_attribute("open", "")
    expect(page.locator("tr.round")).to_have_count(5)
    add(match, Max=7)
    expect(page.locator("#r6")).to_be_visible()
    expect(page.locator(".rounds thead b")).to_have_text([str(each).replace("-", "−") for each in totals(match)])


def test_earlier_rounds_are_folded_and_found(open_phone, cast):
    match = play(cast, names=NAMES[:3], rounds=12)
    page = open_phone("scorer")
    page.goto(match.get_absolute_url())
    fold = page.get_by_role("button", name="2 earlier rounds")
    expect(page.locator("#older")).to_be_hidden()
    fold.tap()
    expect(page.locator("#r2")).to_be_visible()
    page.locator("#r1").tap()
    expect(page.locator("#why1")).to_be_visible()
    axe(page)
    fits(page)
    add(match, Max=1)
    expect(page.get_by_role("button", name="3 earlier rounds")).to_have_attribute("aria-expanded", "true")
    expect(page.locator("#why1")).to_be_visible()
    page.goto(f"{cast.group.get_absolute_url()}")
    page.goto(f"{match.get_absolute_url()}#r1")
    expect(page.locator("#r1")).to_be_in_viewport()
    expect(page.get_by_role("button", name="3 earlier rounds")).to_have_attribute("aria-expanded", "true")
    page.locator("#why1 a").filter(has_text="Edit").evaluate("link => link.click()")
    page.locator("#save").tap()
    expect(page.locator("#r1")).to_be_in_viewport()
    expect(page.locator(".notice[role=status]")).to_be_in_viewport(ratio=1)


def test_earlier_rounds_that_are_out_of_reach_say_so(open_phone, cast):
    match = play(cast, names=NAMES[:3], rounds=12)
    page = open_phone("scorer")
    page.goto(match.get_absolute_url())
    page.context.set_offline(True)
    fold = page.get_by_role("button", name="2 earlier rounds")
    fold.tap()
    expect(page.locator("#lost")).to_be_visible()
    expect(fold).to_have_attribute("aria-expanded", "false")
    page.context.set_offline(False)
    fold.tap()
    expect(page.locator("#r2")).to_be_visible()


def test_the_foot_follows_to_the_end_of_the_game(open_phone, cast):
    match = play(cast, names=NAMES[:3])
    page = open_phone("scorer")
    page.goto(match.get_absolute_url())
    expect(page.get_by_role("link", name="Enter round 1")).to_be_visible()
    add(match, Maxim=200)
    expect(page.get_by_role("button", name="Play again")).to_be_visible()
    expect(page.get_by_role("heading", name="Maxim wins")).to_be_visible()


def test_a_phone_asks_every_second_and_hears_304(open_phone, cast):
    match = play(cast, names=NAMES[:3])
    page = open_phone("viewer")
    answers = []
    page.on("response", lambda answer: answers.append(answer) if "hx-ptag" in answer.request.headers else None)
    begun = time.monotonic()
    page.goto(match.get_absolute_url())
    page.wait_for_timeout(4500)
    assert [answer.status for answer in answers] == [304] * len(answers)
    assert 1 <= len(answers) <= time.monotonic() - begun


def test_a_hidden_phone_does_not_ask(open_phone, cast):
    match = play(cast, names=NAMES[:3])
    page = open_phone("viewer")
    asked = []
    page.on("request", lambda request: asked.append(request) if "hx-ptag" in request.headers else None)
    page.goto(match.get_absolute_url())
    page.evaluate("Object.defineProperty(document, 'hidden', {get: () => window.away !== false})")
    page.wait_for_timeout(2500)
    assert asked == []
    page.evaluate("window.away = false; document.dispatchEvent(new Event('visibilitychange'))")
    for _ in range(60):  # on a busy machine the request may come late
        if asked:
            break
        page.wait_for_timeout(100)
    assert asked


@pytest.mark.parametrize("status", [200, 403, 408])  # of the server, or of a proxy on the way
def test_a_lost_connection_is_said_and_forgotten_when_it_is_back(open_phone, cast, status):
    match = play(cast, names=NAMES[:3])
    page = open_phone("viewer")
    page.goto(match.get_absolute_url())
    page.route(re.compile("/m/"), lambda route: route.fulfill(status=status, body="<p>gone</p>"))
    expect(page.get_by_text("No connection right now")).to_be_visible(timeout=9000)
    expect(page.locator("tr.round")).to_have_count(4)
    page.unroute_all()
    expect(page.get_by_text("No connection right now")).to_be_hidden()


def test_a_phone_that_follows_a_deleted_game_learns_it(open_phone, cast):
    match = play(cast, names=NAMES[:3])
    page = open_phone("viewer")
    page.goto(match.get_absolute_url())
    match.soft_delete("Sam")
    expect(page.get_by_text("This game was deleted")).to_be_visible()


def test_a_keyboard_opens_rows_and_closes_the_menu(open_phone, cast):
    match = play(cast, names=NAMES[:3])
    page = open_phone("scorer")
    page.goto(match.get_absolute_url())
    page.locator("#r1 a").focus()
    page.keyboard.press("Space")
    expect(page.locator("#why1")).to_be_visible()
    page.keyboard.press("Enter")
    expect(page.locator("#why1")).to_be_hidden()
    page.locator("details.more > summary").focus()
    page.keyboard.press("Enter")
    expect(page.get_by_role("link", name="Rules", exact=True)).to_be_visible()
    page.keyboard.press("Escape")
    expect(page.get_by_role("link", name="Rules", exact=True)).to_be_hidden()
    expect(page.locator("details.more > summary")).to_be_focused()


def test_on_a_desk_what_to_do_stands_beside_the_pad(open_phone, cast):
    match = play(cast, target=1000)
    page = open_phone("scorer", width=1280)
    page.goto(match.get_absolute_url())
    axe(page)
    boxes = [page.locator(each).bounding_box() for each in (".major", "#foot", ".minor")]
    pad, foot, more = [box for box in boxes if box]
    assert pad["y"] == foot["y"]
    assert pad["x"] + pad["width"] <= min(foot["x"], more["x"])
    assert foot["y"] + foot["height"] <= more["y"]


HEADS = """() => [...document.querySelectorAll(".rounds thead tr:first-child th + th")].map(head => {
    const [name, total] = [head.querySelector(".name"), head.querySelector("b")].map(e => e.getBoundingClientRect());
    return [Math.round(total.bottom), Math.round(head.getBoundingClientRect().top), name.right <= total.left + .5];
})"""


def test_totals_stand_on_one_line_while_each_name_has_room(open_phone, cast):
    page = open_phone("viewer", lang="de")
    page.goto(play(cast, ("Anna-Lena", "Ben", "Carla", "Dirk", "Mo")).get_absolute_url())
    assert len({bottom for bottom, _, _ in page.evaluate(HEADS)}) == 1


# Returns the number of lines that each word of the heading and of the names takes: 1 if the word is not broken.
LINES = """() => [...document.querySelectorAll("h1, .rounds thead .name")].flatMap(name => {
    const text = document.createTreeWalker(name, NodeFilter.SHOW_TEXT).nextNode();
    return [...text.data.matchAll(/[^\\s-]+/g)].map(word => {
        const range = new Range();
        range.setStart(text, word.index);
        range.setEnd(text, word.index + word[0].length);
        return range.getClientRects().length;
    });
})"""


@pytest.mark.parametrize("width", [320, 360, 480, 700])
def test_no_name_is_broken_inside_a_word(open_phone, cast, width):
    """No word is broken, even in a browser without a dictionary for hyphenation."""
    page = open_phone("viewer", width=width, lang="de")
    for last in ("Katharina", "Donaudampfschifferin"):
        page.goto(play(cast, ("Anna-Lena", "Benedikt", "Charlotte", last)).get_absolute_url())
        assert page.evaluate(LINES) == [1] * 6


@pytest.mark.parametrize("names", [("Donaudampfschifferin", "Maximiliane-Charlotte", "Max", "Anna"), tuple("ABCDEFGH")])
def test_players_stand_in_rows_where_their_names_or_they_are_too_long_for_columns(open_phone, cast, names):
    page = open_phone("viewer")
    page.goto(play(cast, names, slug="other-game").get_absolute_url())
    heads = page.evaluate(HEADS)
    assert len({top for _, top, _ in heads}) == len(names)
    assert all(beside for _, _, beside in heads)
    page.set_viewport_size({"width": 1280, "height": 740})
    assert len({top for _, top, _ in page.evaluate(HEADS)}) == (len(names) if len(names[0]) > 15 else 1)


GRID = """() => {
    const middle = e => { const box = e.getBoundingClientRect(); return Math.round(box.left + box.width / 2); };
    const rows = [...document.querySelectorAll(".rounds .once, .rounds .round")];
    return rows.map(row => [...row.children].slice(1).map(middle));
}"""


@pytest.mark.parametrize("most", [99, 99_999])
def test_eight_with_long_names_are_ranked_above_a_plain_grid_with_their_signs_once(open_phone, cast, most):
    names = ("Donaudampfschifferin", "Friedrich-Wilhelm", *"CDEFGH")
    match = play(cast, names, slug="other-game")
    add(match, D=most, E=-most)
    page = open_phone("viewer")
    page.goto(match.get_absolute_url())
    tops = [top for _, top, _ in page.evaluate(HEADS)]
    ranked = sorted(range(len(names)), key=totals(match).__getitem__, reverse=True)
    assert sorted(range(len(names)), key=tops.__getitem__) == ranked
    signs, *rounds = page.evaluate(GRID)
    assert len(set(signs)) == (8 if most == 99 else 4)  # in two lines if the figures are long
    for row in rounds:
        assert all(abs(figure - sign) <= 1 for figure, sign in zip(row, signs, strict=True))
    fits(page)
    axe(page)


def test_large_letters_make_a_list_of_any_table(open_phone, cast):
    page = open_phone("viewer")
    page.goto(play(cast, ("Max", "Maxim", "Carla", "Anna")).get_absolute_url())
    assert len({top for _, top, _ in page.evaluate(HEADS)}) == 1
    page.evaluate("document.styleSheets[0].insertRule('html { font-size: 200% }')")
    assert len({top for _, top, _ in page.evaluate(HEADS)}) == 4
    fits(page)


def test_a_saved_round_lands_is_heard_and_can_be_taken_back_where_it_is_said(open_phone, cast):
    match = play(cast, names=NAMES[3:], slug="other-game", rounds=0, target=100)
    page, other = open_phone("scorer"), open_phone("viewer")
    page.add_init_script("navigator.vibrate = (felt) => { localStorage.felt = felt }")
    other.goto(match.get_absolute_url())
    page.goto(match.get_absolute_url())

    def save():
        page.get_by_role("link", name="Enter round 1").tap()
        page.get_by_role("textbox", name="Anna").fill("12")
        page.get_by_role("textbox", name="Carla").fill("-5")
        page.locator("#save").tap()

    save()
    for phone in (page, other):
        expect(phone.locator("#r1")).to_have_attribute("data-landed", "")
        expect(phone.locator("#landed")).to_be_visible()
        assert phone.evaluate("document.getAnimations().length") == 0  # reduced motion is on
    for phone in (page, other):
        one = phone.get_by_role("status").filter(has_text="Anna")  # a single message
        expect(one).to_contain_text(re.compile(r"^\s*Round 1 is saved.\s+Anna \+12, Carla −5\s*Anna leads,"))
    axe(page)
    expect(other.locator("#landed button")).to_have_count(0)
    page.locator("#landed button").tap()
    expect(page.locator("tr.round")).to_have_count(0)
    expect(page.locator(".stand")).to_contain_text("Round 1 removed.")
    expect(other.locator("tr.round")).to_have_count(0)
    for phone in (page, other):
        expect(phone.locator("#landed")).to_be_hidden()
    expect(other.locator("#undone")).to_have_text("Round 1 removed.")
    page.reload()
    expect(page.locator("#landed")).to_be_hidden()
    assert page.evaluate("localStorage.felt") is None
    page.emulate_media(reduced_motion="no-preference")
    save()
    expect(page.locator("#landed")).to_be_visible()
    assert page.evaluate("localStorage.felt") == "12"


def test_the_last_round_and_who_has_won_are_one_message(open_phone, cast):
    match = play(cast, names=NAMES[3:], slug="other-game", rounds=0, target=100)
    page = open_phone("viewer")
    page.goto(match.get_absolute_url())
    add(match, Anna=100)
    one = page.get_by_role("status").filter(has_text="Anna")
    expect(one).to_have_text(re.compile(r"^\s*The points are saved\.\s+Anna \+100\s*Anna wins\s*$"))


@pytest.mark.parametrize("lang", ["de", "en"])
def test_a_round_that_lands_moves_nothing_else(open_phone, cast, lang):
    match = play(cast, names=NAMES[3:] + NAMES[:2], target=100)
    page = open_phone("scorer", lang=lang)
    page.emulate_media(reduced_motion="no-preference")
    page.add_init_script("""document.addEventListener("animationstart", ({animationName}) => {
        document.documentElement.dataset[animationName] = "";
    })""")
    page.goto(match.get_absolute_url())
    main = page.locator("#foot a.for-others")
    stood = main.bounding_box()
    add_round = {name: 5 * seat for seat, name in enumerate(("Anna", "Carla", "Max", "Maxim"))}
    add(match, **add_round)
    expect(page.locator("#r5")).to_have_attribute("data-landed", "")
    expect(page.locator("html[data-land][data-rise][data-grow][data-pass]")).to_be_attached()
    assert main.bounding_box() == stood
    said = {"de": "Die Punkte sind gespeichert.", "en": "The points are saved."}[lang]
    expect(page.locator(".stand")).to_contain_text(said)
    page.emulate_media(color_scheme="dark")
    page.reload()
    expect(page.locator("[data-landed]")).to_have_count(0)  # the round has already been seen


def test_forced_colours_show_what_is_chosen_and_what_is_main(open_phone, cast):
    page = open_phone("scorer")
    page.emulate_media(forced_colors="active")
    page.goto(f"{cast.group.get_absolute_url()}play/other-game/")
    colours = """labels => [...new Set(labels.map(
        e => getComputedStyle(e).backgroundColor.match(/\\d+/g).slice(0, 3).join()))]"""
    chosen = page.locator(".choice label:has(:checked)").evaluate_all(colours)
    others = page.locator(".choice label:not(:has(:checked))").evaluate_all(colours)
    assert chosen
    assert not set(chosen) & set(others)
    # Unless forced-color-adjust is none, Chromium paints a plate behind text, on which the chosen text is unreadable.
    adjusted = "labels => labels.map(e => getComputedStyle(e).forcedColorAdjust)"
    assert set(page.locator(".choice label:has(:checked)").evaluate_all(adjusted)) == {"none"}
    match = play(cast, NAMES[:3], rounds=2)
    page.goto(f"{match.get_absolute_url()}round/?as=counted")
    assert page.locator(".key").first.evaluate("key => getComputedStyle(key).borderStyle") == "solid"
    assert page.locator(".keys").evaluate("keys => getComputedStyle(keys).outlineStyle") == "none", "no outline"
    page.goto(f"{match.get_absolute_url()}count/")
    pressed = page.locator("[data-pile][aria-pressed=true]").evaluate_all(colours)
    assert pressed
    assert not set(pressed) & set(page.locator("[data-pile][aria-pressed=false]").evaluate_all(colours))
    page.goto(match.get_absolute_url())
    assert page.locator("#foot .main").first.evaluate("e => getComputedStyle(e).borderTopWidth") == "3px"


def test_a_screen_reader_hears_totals_and_a_keyboard_gets_to_the_buttons(open_phone, cast):
    match = play(cast, NAMES[:3], rounds=2)
    page = open_phone("scorer", lang="de", width=1280)
    page.goto(match.get_absolute_url())
    assert page.locator("#r2 td").first.inner_text().split() == ["−9", "Summe", "−18"]
    turn = page.get_by_role("link", name=re.compile("gibt ?, .* spielt aus"))
    expect(turn).to_be_visible()  # without the comma, the German would say that the dealer gives the next player
    page.keyboard.press("Tab")
    page.keyboard.press("Tab")
    expect(page.get_by_role("link", name="Zu den Knöpfen")).to_be_focused()
    page.keyboard.press("Enter")
    page.keyboard.press("Tab")
    expect(page.get_by_role("link", name="Runde 1 eintragen")).to_be_focused()


def test_at_twice_the_size_the_layout_gives_way_and_no_word(open_phone, cast):
    over = play(cast, names=NAMES[:3], stake=10)
    add(over, Max=-1400, Maxim=120, Maximiliane=120)
    page = open_phone("scorer", lang="de")
    for address in (over.get_absolute_url(), f"{cast.group.get_absolute_url()}play/"):
        page.goto(address)
        fits(page, "200%")
        whole_words(page)
