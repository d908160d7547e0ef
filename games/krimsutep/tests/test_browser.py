"""A whole game of Krimsutep on a phone, every tap counted from the open pad to the saved round."""

import random
import re

from playwright.sync_api import expect

from games.krimsutep.cards import BUILDINGS, OWNED, SUITS
from scorekeeper.nights.models import Match
from tests.browser.phone import Thumb, axe, fits, shot
from tests.cast import totals

NAMES = ("Anna", "Ben", "Carla", "Dirk")
ROUNDS = {3: 8, 4: 6}


def begin(cast, players=3, names=NAMES):
    return cast.start("krimsutep", names[:players])


def deck(rng, players):
    """A player's building cards, in the order they will be built."""
    cards = [code for code, owned in OWNED[players].items() for _ in range(owned)]
    return rng.sample(cards, len(cards))


def open_form(thumb, name):
    thumb.tap(thumb.page.get_by_role("link", name=name))
    expect(thumb.page.locator("#save")).to_be_visible()


def a_round(rng, decks):
    """Each field that is chosen in a round, in their order; the worths each card may have; and what it gives."""
    players = len(decks)
    chosen, worths, points = [], [], [0] * players
    for name in ("royal", "maid"):
        lucky = rng.choice([None, *range(players)])
        if lucky is not None:
            chosen.append((name, lucky))
            points[lucky] += 2
    winners = {suit: rng.sample(range(players), rng.choice((1, 1, 1, 2))) for suit in SUITS}
    for suit, seats in winners.items():
        for seat in seats:
            chosen.append((f"won-{suit}", seat))
            points[seat] += 1
    for seat, cards in enumerate(decks):
        card = BUILDINGS[cards.pop()]
        worth = rng.choice(sorted(card.worth))
        chosen += [(f"card-{seat}", card.code), (f"points-{seat}", worth)]
        worths.append(sorted(card.worth))
        points[seat] += worth * (2 if seat in winners[card.suit] else 1)
    return chosen, worths, points


def test_a_whole_game(open_phone, cast):
    """Its first round and its last by thumb; those between, which look the same, are sent as the form sends them."""
    players = 3
    rng = random.Random(players)
    match = begin(cast, players)
    pad = match.get_absolute_url()
    page = open_phone("scorer")
    decks = [deck(rng, players) for _ in range(players)]
    played = [0] * players
    for number in range(1, ROUNDS[players] + 1):
        chosen, worths, points = a_round(rng, decks)
        if number in (1, ROUNDS[players]):
            page.goto(pad)
            thumb = Thumb(page)
            open_form(thumb, f"Enter round {number}")
            for name, value in chosen:
                thumb.choose(name, value)
            for seat, worth in enumerate(worths):
                offered = page.locator(f"label:visible > [name='points-{seat}']:enabled")
                assert offered.evaluate_all("all => all.map(e => Number(e.value))") == worth
            shown = " · ".join(
                f"{name} {point:+}" if point else f"{name} 0"
                for name, point in zip(match.table.players, points, strict=True)
            )
            expect(page.locator("#result .figures")).to_have_text(shown)
            thumb.save(match)
            print(f"round of {players}: {thumb.taps} taps, at most {2 + len(chosen)}")
            assert thumb.taps <= 2 + len(chosen)
        else:
            fields = {"screen": "round", "key": f"round-number-{number}", "seen": number - 1}
            fields |= {name: [each for other, each in chosen if other == name] for name, _ in chosen}
            assert cast.phone("scorer").post(f"{pad}round/", fields).status_code == 302
        played = [before + now for before, now in zip(played, points, strict=True)]
        assert totals(match) == played
    thumb = Thumb(page)
    open_form(thumb, "The oases at the end")
    for seat in range(players):
        distance, halves = rng.randint(1, 3), rng.randint(0, 6)
        thumb.choose(f"distance-{seat}", distance)
        thumb.choose(f"halves-{seat}", halves)
        played[seat] += distance * halves
    expect(page.locator("#result")).to_contain_text("This would end the game")
    thumb.save(match)
    assert thumb.taps == 2 + 2 * players
    assert totals(match) == played
    assert Match.objects.get(pk=match.pk).finished
    expect(page.get_by_text("Chief Architect")).to_be_visible()


def test_points_of_the_suits(open_phone, cast):
    match = begin(cast, names=("Anna", "Ben", "Maximiliane"))
    page = open_phone("scorer")
    thumb = Thumb(page)
    page.goto(match.get_absolute_url())
    open_form(thumb, "Enter round 1")
    thumb.tap("[href='?as=round-suits']")
    for numbers in (("1", "2"), ("8", "8"), ("0", "9")):
        for number in numbers:
            for digit in number:
                thumb.tap(f"[data-key='{digit}']")
            thumb.tap("[data-key=next]")
        thumb.tap("[data-key=next]")
    for suit, last in (("red", 17), ("grey", 4), ("green", 11)):
        expect(page.locator(f"[name='{suit}-2']")).to_have_attribute("placeholder", str(last))
    for seat, (card, worth) in enumerate((("obelisk_double", 12), ("palace_big", 4), ("oasis", 3))):
        thumb.choose(f"card-{seat}", card)
        thumb.choose(f"points-{seat}", worth)
    expect(page.locator("#live-double-2")).to_have_text("Green won: 2 × 3 = 6")
    expect(page.locator("#live-double-0")).to_have_text("Grey won: 2 × 12 = 24")
    expect(page.locator("#live-double-1")).to_be_empty()
    # What stands below does not move while somebody taps.
    high = page.locator("[data-site]").evaluate_all("sites => sites.map(each => each.offsetHeight)")
    page.evaluate("document.querySelectorAll('.double').forEach(each => each.replaceChildren())")
    assert high == page.locator("[data-site]").evaluate_all("sites => sites.map(each => each.offsetHeight)")
    thumb.save(match)
    assert totals(match) == [1 + 24, 1 + 4, 2 + 6]
    page.goto(f"{match.get_absolute_url()}round/{match.entries.get(number=1).key}/")
    expect(page.locator("[name='grey-1']")).to_have_value("8")
    expect(page.locator("#result .figures")).to_have_text("Anna +25 · Ben +5 · Maximiliane +8")
    thumb.choose("points-1", 3)
    expect(page.locator("#result .figures")).to_have_text(re.compile(r"Anna \+25 · Ben \+5.*\+4 · Maximiliane \+8"))
    thumb.tap("#save")
    page.wait_for_url(f"**{match.get_absolute_url()}#r1")
    assert totals(match) == [25, 4, 8]


def test_another_card_takes_back_what_it_cannot_be_worth(open_phone, cast):
    match = begin(cast)
    page = open_phone("scorer")
    page.goto(f"{match.get_absolute_url()}round/")
    thumb = Thumb(page)
    expect(page.locator("[name='points-0'][value='1']")).to_be_disabled()
    high = page.locator("[data-site='0']").bounding_box()["height"]
    thumb.choose("card-0", "obelisk_single")
    thumb.choose("points-0", 12)
    thumb.choose("card-0", "palace_big")
    expect(page.locator("[name='points-0']:checked")).to_have_count(0)
    expect(page.locator("[name='points-0'][value='1']")).to_be_disabled()
    thumb.choose("card-0", "oasis")
    expect(page.locator("[name='points-0']:checked")).to_have_value("3")
    assert page.locator("[data-site='0']").bounding_box()["height"] == high, "nothing below moves under a thumb"


def space(page, row, column):
    """A space of the board, counted from 1."""
    return page.locator(f"[data-space='{row - 1},{column - 1}']")


def heard(page, row, column):
    return space(page, row, column).locator(".vh").text_content()


def begin_on_the_map(cast, players=3, names=NAMES, **drawn):
    usual = {"rows": 6, "cols": 5, "cards": "portrait", "nile": [[row, 0] for row in range(6)]}
    return cast.start("krimsutep", names[:players], map=usual | drawn)


def test_building_on_the_map(open_phone, cast):
    match = begin(cast)
    page = open_phone("scorer")
    page.goto(f"{match.get_absolute_url()}round/")
    thumb = Thumb(page)
    for suit in SUITS:
        thumb.choose(f"won-{suit}", 0)
    expect(page.locator(".board")).to_be_hidden()
    thumb.tap("[data-map] > summary")
    expect(page.locator("[data-site]:visible")).to_have_count(1)
    thumb.tap(space(page, 1, 3))
    expect(page.locator(".hint")).to_have_text("Anna builds: tap a building card, then a space.")
    thumb.choose("card-0", "palace_big")
    expect(page.locator(".hint")).to_have_text("Anna: big palace, Red won. Points: once → doubled.")
    expect(space(page, 1, 3)).to_have_accessible_name("row 1, column 3: free, earns 2→4")
    thumb.tap(space(page, 1, 2))
    expect(page.get_by_text("The Nile flows through row 1, column 2.")).to_be_visible()
    thumb.tap(space(page, 1, 3))
    expect(page.get_by_text("The Nile flows through")).to_have_count(0)
    expect(page.locator(".builders li").first).to_contain_text("Anna big palace, row 1, column 3: 2 × 2 = 4")

    thumb.choose("card-1", "palace_small")
    expect(space(page, 2, 3)).to_have_accessible_name("row 2, column 3: free, upper half earns 3, lower half 1")
    thumb.tap(space(page, 2, 3))
    built = page.locator(".builders li").nth(1)
    expect(built).to_contain_text("small palace, row 2, column 3: 3")
    thumb.tap(space(page, 2, 3))
    expect(built).to_contain_text("small palace, row 2, column 3: 1")
    expect(space(page, 2, 3)).to_have_accessible_name(
        "row 2, column 3: small palace of Ben, lower half; upper half empty"
    )
    thumb.tap(space(page, 2, 3))
    expect(built).to_contain_text("small palace: where?")
    thumb.tap(space(page, 2, 3))
    expect(built).to_contain_text("small palace, row 2, column 3: 3")

    thumb.choose("card-2", "oasis")
    thumb.tap(space(page, 1, 3))  # what stands there is Anna's, of this round: it is taken back
    expect(page.locator(".builders li").first).to_contain_text("big palace: where?")
    thumb.tap(space(page, 1, 3))
    expect(page.locator(".builders li").first).to_contain_text("2 × 2 = 4")
    thumb.tap(space(page, 1, 1))
    expect(page.locator("#result .figures")).to_have_text("Anna +7 · Ben +3 · Carla +3")
    thumb.tap(page.get_by_role("button", name="Remove Carla’s building"))
    expect(space(page, 1, 1)).to_have_accessible_name("row 1, column 1: free, earns 3")
    thumb.tap(space(page, 6, 5))
    expect(page.locator("#result .figures")).to_have_text("Anna +7 · Ben +3 · Carla +3")
    shot(page, "krimsutep-map-first")
    thumb.save(match)

    page.goto(f"{match.get_absolute_url()}deal/")
    expect(page.get_by_text("row 6, column 5: oasis of Carla")).to_be_attached()
    page.goto(f"{match.get_absolute_url()}round/")
    expect(page.locator("[name='points-0']")).to_have_count(0)
    thumb.choose("card-0", "palace_small")
    thumb.tap(space(page, 1, 3))
    expect(page.get_by_text("There is already something on row 1, column 3.")).to_be_visible()
    expect(page.locator("[data-site]:visible")).to_have_count(1)
    page.locator("#save").tap()  # what was tapped is still there when the page comes back
    expect(page.get_by_text("There is already something on row 1, column 3.")).to_be_visible()
    expect(page.locator("[name='at-0']")).to_have_value("0,2")


def test_the_board_by_keyboard(open_phone, cast):
    match = begin_on_the_map(cast)
    page = open_phone("scorer")
    page.goto(f"{match.get_absolute_url()}round/")
    page.locator("[name='card-0'][value='obelisk_single']").focus()
    page.keyboard.press("Space")
    expect(space(page, 3, 3)).to_have_accessible_name("row 3, column 3: free, upper half earns 1, lower half 1")
    space(page, 3, 3).focus()
    page.keyboard.press("Enter")
    expect(space(page, 3, 3)).to_have_attribute("aria-pressed", "true")
    expect(space(page, 3, 3)).to_be_focused()
    page.keyboard.press("Enter")
    expect(space(page, 3, 3)).to_have_accessible_name(
        "row 3, column 3: single obelisk of Anna, lower half; upper half empty"
    )
    expect(space(page, 3, 3)).to_be_focused()


def test_typed_points_after_all(open_phone, cast):
    match = begin_on_the_map(cast)
    page = open_phone("scorer")
    page.goto(f"{match.get_absolute_url()}round/")
    thumb = Thumb(page)
    expect(page.locator(".board")).to_be_visible()  # a group with a map of its own builds on it
    thumb.choose("card-0", "palace_big")
    thumb.tap(space(page, 1, 2))
    expect(page.locator(".builders li").first).to_contain_text("big palace, row 1, column 2: 2")
    page.get_by_text("Enter the points instead").tap()
    expect(page.locator(".board")).to_be_hidden()
    expect(page.locator("[data-site]:visible")).to_have_count(3)
    for suit in SUITS:
        thumb.choose(f"won-{suit}", 0)
    for seat in range(3):
        thumb.choose(f"card-{seat}", "palace_big")
        thumb.choose(f"points-{seat}", 2)
    expect(page.locator("#result .figures")).to_have_text("Anna +7 · Ben +2 · Carla +2")
    thumb.save(match)


def test_a_whole_game_on_the_map(open_phone, cast):
    """Its first round and its last by thumb; the others are sent as the form sends them."""
    players, rows, cols = 4, 5, 6
    rng = random.Random(players)
    nile = [[2, column] for column in range(cols)]
    match = begin_on_the_map(cast, players, rows=rows, cols=cols, nile=nile, cards="landscape")
    table = match.table
    free = [(row + 1, col + 1) for row in range(rows) for col in range(cols) if [row, col] not in nile]
    rng.shuffle(free)
    page, pad = open_phone("scorer"), match.get_absolute_url()
    decks = [deck(rng, players) for _ in range(players)]
    for number in range(1, ROUNDS[players] + 1):
        chosen = {
            name: [seat] for name in ("royal", "maid") if (seat := rng.choice([None, *range(players)])) is not None
        }
        won = {f"won-{suit}": rng.sample(range(players), rng.choice((1, 1, 1, 2))) for suit in SUITS}
        shared = sum(len(seats) - 1 for seats in won.values())
        if number not in (1, ROUNDS[players]):
            fields = {"screen": "round", "key": f"round-number-{number}", "seen": number - 1, **chosen, **won}
            for seat in range(players):
                card, (row, column) = BUILDINGS[decks[seat].pop()], free.pop()
                fields |= {f"card-{seat}": card.code, f"at-{seat}": f"{row - 1},{column - 1}"}
                fields |= {f"side-{seat}": "first"} if card.halves == 1 else {}
            assert cast.phone("scorer").post(f"{pad}round/", fields).status_code == 302
            continue
        page.goto(pad)
        thumb = Thumb(page)
        open_form(thumb, f"Enter round {number}")
        for name, seats in {**chosen, **won}.items():
            for seat in seats:
                thumb.choose(name, seat)
        first = page.locator("[data-map]:not([open]) > summary")
        if first.count():
            thumb.tap(first)
        promised = {}
        for seat in range(players):
            card = BUILDINGS[decks[seat].pop()]
            thumb.choose(f"card-{seat}", card.code)
            row, column = free.pop()
            expect(page.locator(f"[data-builder='{seat}']")).to_have_attribute("aria-current", "true")
            expect(space(page, row, column)).to_have_accessible_name(re.compile("earns"))
            words = re.findall(r"(?:→|earns |half )(\d+)(?!→|\d)", heard(page, row, column))
            thumb.tap(space(page, row, column))
            turned = card.halves == 1 and rng.choice((True, False))
            if turned:
                expect(space(page, row, column)).to_have_attribute("aria-pressed", "true")
                thumb.tap(space(page, row, column))
            promised[table.players[seat]] = (card, int(words[1 if turned else 0]))
        expect(page.locator("#result summary")).to_be_visible()
        thumb.save(match)
        most = 7 + 3 * players + shared
        print(f"round of {players} on the map: {thumb.taps} taps, at most {most}")
        assert thumb.taps <= most
        match = Match.objects.get(pk=match.pk)
        score = match.course.rows[-1].score
        for player, (card, points) in promised.items():
            lines = [each for each in score.lines if each.player == player]
            assert sum(each.amount for each in lines if each.message.code in ("building", "doubled")) == points, card
    assert match.finished
    assert len(page.locator(".oases li").all()) == players
    ends = [each for each in score.lines if each.message.code == "oasis_end"]
    told = page.locator(".oases li span:last-child").all_inner_texts()
    assert {each.text("en") for each in ends} <= set(told)  # those that earn nothing are told too
    assert page.locator(".board .bar-of").count() == sum(each.message.facts["halves"] for each in ends)
    assert page.locator(".board .way").count() == sum(
        int(re.search(r"(\d+) spaces? from", each)[1]) + 1 for each in told
    )
    fits(page)
    axe(page)


def test_the_map_is_set_by_tapping(open_phone, cast):
    page = open_phone("scorer")
    match = begin(cast)
    page.goto(f"{match.get_absolute_url()}options/")
    thumb = Thumb(page)
    water = page.locator(".nile-grid label:visible")
    expect(water).to_have_count(30)
    thumb.choose("map_size", "5x6")
    expect(water).to_have_count(30)
    thumb.choose("map_cards", "landscape")
    for column in range(6):
        thumb.choose("map_nile", f"2,{column}")
    page.locator("button.main").tap()
    expect(page.locator("#option-map .wrong")).to_have_text("The Nile has six cards; there are ten here.")
    for space_of_the_usual_nile in ("0,1", "1,1", "3,2", "4,3"):
        thumb.tap(f".nile-grid label:has([value='{space_of_the_usual_nile}'])")
    fits(page)
    axe(page)
    shot(page, "krimsutep-map-option")
    page.locator("button.main").tap()
    page.get_by_role("button", name="Save").tap()
    page.wait_for_url(match.get_absolute_url())
    drawn = Match.objects.get(pk=match.pk).table.options.map
    assert (drawn.rows, drawn.portrait, sorted(drawn.nile)) == (5, False, [(2, column) for column in range(6)])


def test_the_map_without_scripts(open_phone, cast):
    match = begin_on_the_map(cast)
    page = open_phone("scorer", js=False)
    page.goto(f"{match.get_absolute_url()}round/")
    thumb = Thumb(page)
    for suit in SUITS:
        thumb.choose(f"won-{suit}", 0)
    for seat, (card, where, side) in enumerate(
        (("palace_big", "0,1", ""), ("palace_small", "1,1", "first"), ("oasis", "0,1", ""))
    ):
        thumb.choose(f"card-{seat}", card)
        page.locator(f"[name='at-{seat}']").select_option(where)
        page.locator(f"[name='side-{seat}']").select_option(side)
    fits(page)
    thumb.tap("#save")
    expect(page.get_by_text("There is already something on row 1, column 2.")).to_be_visible()
    expect(space(page, 2, 2)).to_have_accessible_name(
        "row 2, column 2: small palace of Ben, upper half; lower half empty"
    )
    shot(page, "krimsutep-map-plain")
    page.locator("[name='at-2']").select_option("0,3")
    thumb.save(match)
    assert totals(match) == [3 + 4, 3, 3]
