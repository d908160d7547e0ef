"""Checks of every page of the site on a phone's screen: axe, broken words, width. Some pages have several states.

Normally, a random quarter of the pages is checked, each in one language. AUDIT=1 checks all pages in
both languages and on screens of several widths. It also checks that no texts overlap.
"""

import datetime
from collections.abc import Iterator
from functools import partial
from itertools import product
from random import Random

import pytest
from django.urls import reverse
from django.utils import timezone

from bench.demo import games_of_a_night
from games.bettler_und_diebe.tests.play import VALUES
from games.registry import all_games
from scorekeeper.exchange import score_files
from scorekeeper.money.tests.test_money import add, money_url, pay, play
from scorekeeper.nights.models import Match, Night
from scorekeeper.people.models import Group, Player, User
from scorekeeper.rounds.bids import Bids
from scorekeeper.rounds.piles import Piles
from tests.access_table import TABLE
from tests.browser.phone import AXE, VIOLATIONS, axe, fits, names_of_their_own, nothing_overlaps, shot, whole_words
from tests.drawn import EVERYTHING as AUDIT
from tests.drawn import LANGUAGES, is_drawn, one_of
from tests.fixtures import OF_TEAMS, ROLES
from tests.play import DIFFERENT

# The width of the screen in CSS pixels, and the size of the text in per cent.
SIZES = [(320, 100), (360, 100), (768, 100), (1280, 100), (360, 200)] if AUDIT else [(320, 100)]
TWICE = "178%"  # 200 % × 320 / 360: like 200 % on a screen of 360 px
# Sets the size of the text to window.name (e.g. "200%") before any script of the page can measure anything.
AS_LARGE_FROM_THE_START = """new MutationObserver((_changes, observer) => {
    if (!document.documentElement) return;
    document.documentElement.style.fontSize = window.name;
    observer.disconnect();
}).observe(document, { childList: true })"""
OPEN = "document.querySelectorAll('main details').forEach(each => { each.open = true; })"
LONG = ("Maximiliane", "Max", "Maxim", "Wilhelmina", "Jo")
PARTS = 4  # tests among which the addresses are divided, so that they can run at the same time


def look(page, name: str, urls: Iterator[str], *judges) -> None:
    """Check a random quarter of these pages (all in an audit) in each of SIZES; report all faults at the end.

    Check also that each page fits the screen with text of twice the size.
    """
    wrong = []

    def ask(judges, where: str) -> None:
        for judge in judges:
            try:
                judge(page)
            except AssertionError as error:
                wrong.append(f"{where}: {error}")

    def visit(number: int, url: str, width: int, text: int) -> None:
        page.set_viewport_size({"width": width, "height": 740})
        page.evaluate("text => { window.name = `${text}%`; }", text)
        page.goto(url)
        page.locator(".htmx-request").first.wait_for(state="detached")
        ask([nothing_overlaps] if AUDIT else [], f"{width} px, {text} %, as it comes")
        page.evaluate(OPEN)
        ask([*asked, *([] if AUDIT else [partial(fits, size=TWICE)])], f"{width} px, {text} %")
        ask([whole_words] if AUDIT and text == 100 else [], f"{width} px, {text} %")
        shot(page, f"{name}-{number}-{width}-{text}", at="0")

    page.add_init_script(AS_LARGE_FROM_THE_START)
    asked = (fits, axe, names_of_their_own, *((nothing_overlaps,) if AUDIT else judges))
    # `urls` is a generator. It prepares each page only after the visit to the previous page.
    for number, url in enumerate(urls):
        for width, text in SIZES if is_drawn(name, number) else ():
            visit(number, url, width, text)
    assert wrong == [], "\n".join(wrong)


# Every address


def addresses(cast, role: str, part: int, parts: int) -> Iterator[str]:
    """Yield the addresses in this part of TABLE that answer this role with a page.

    Error pages look alike, so yield only one with a 403 and one with a 404.
    """
    Player.objects.create(group=cast.group, name="Donaudampfschifffahrtsgesellschaftskapt")
    refused = set()
    for name, row in list(TABLE.items())[part::parts]:
        answer = row.get.split()[ROLES.index(role)]
        if answer in {"200", "403", "404"} and answer not in refused:
            refused |= {answer} - {"200"}
            url = reverse(name, kwargs=row.args(cast))
            page = cast.phone(role).get(url, follow=True)
            if next(iter(page), b"").startswith(b"<!doctype html>"):  # neither a download nor a part of a page
                yield url


@pytest.mark.parametrize(
    ("role", "part", "parts", "lang"),
    [
        (role, part, parts, lang)
        for role, part, parts in [*(("owner", part, PARTS) for part in range(PARTS)), ("nobody", 0, 1)]
        for lang in one_of(LANGUAGES, role, part)
    ],
)
def test_every_address(open_phone, cast, role, part, parts, lang):
    """Check the pages of an owner and of a visitor. Viewers and scorers see only a part of the owner's pages."""
    look(open_phone(role, lang=lang), f"{role}-{part}-{lang}", addresses(cast, role, part, parts))


# Pages in several states


SCORED = "card-R10=0&card-R3=0&card-G10=1&card-RD=1&card-GW=1&card-BD=out&bonus-verfuehrung-1=1&gold-0=99&gold-1=7&cutpurses-0=1"
TYPED = {
    "beutelschneider": SCORED,
    "beutelschneider-classic": SCORED,
    "bettler-und-diebe": "taker=1&partner=3",
    "krimsutep": "maid=1&won-red=0&won-green=1&won-green=2&red-0=9&red-1=6&card-0=palace_big&points-0=4"
    "&card-1=obelisk_double&distance-0=2&halves-0=6",
    "rufmariasch": "partner=2&declared_S=2",
}
OPTIONS = {
    "beutelschneider": {"special_cards": True, "cutpurse_colours": ["R", "G", "Y", "B"]},
    "bettler-und-diebe": {"card_values": VALUES},
}


@pytest.mark.parametrize(("slug", "lang"), [(slug, lang) for slug in DIFFERENT for lang in one_of(LANGUAGES, slug)])
def test_every_entry_form(open_phone, cast, slug, lang):
    """Check each form with some fields filled in, and with the widest names.

    The fields in TYPED are those of all forms of a game; each form ignores the others' fields.
    """

    def forms() -> Iterator[str]:
        game, widest = all_games()[slug], ["Donaudampfschifferin"] if slug in TYPED else []
        for seats in {min(game.seats), min(max(game.seats), 5)}:
            match = cast.start(slug, [*LONG[: seats - len(widest)], *widest], **OPTIONS.get(slug, {}))
            here, typed = match.get_absolute_url(), TYPED.get(slug, "")
            yield from (f"{here}round/?as={screen.code}&{typed}" for screen in game.screens(match.table))

    look(open_phone("scorer", lang=lang), f"entry-{slug}-{lang}", forms(), whole_words)


def tables(cast) -> Iterator[Match]:
    for slug in DIFFERENT:
        yield cast.start(slug, LONG[: max(all_games()[slug].seats)], **OPTIONS.get(slug, {}))


def own_parts(cast) -> Iterator[str]:
    """Yield pages of parts, for each form with parts of each game in `DIFFERENT`.

    These are the page of the second seat's part and, if the form has a common part, the page of that part.
    """
    for match in tables(cast):
        own = [screen for screen in match.game.screens(match.table) if screen.own]
        yield from (f"{match.get_absolute_url()}piles/1/?as={each.code}" for each in own)
        yield from (f"{match.get_absolute_url()}piles/all/?as={each.code}" for each in own if each.own.has_common_part)


def counting_and_dealing(cast) -> Iterator[str]:
    for match in tables(cast):
        if match.table.deck:
            yield f"{match.get_absolute_url()}deal/"
        if match.game.count(match.table):
            yield f"{match.get_absolute_url()}count/?cards-0=999&done=1&{TYPED[match.game_slug]}"


def maps(cast) -> Iterator[str]:
    """Yield the building form with a map of six columns. Its spaces are narrower than on a map of five columns."""
    built = "map=yes&won-red=0&card-0=palace_small&at-0=1,2&card-1=obelisk_double&at-1=2,2&card-2=oasis&at-2=3,2"
    for cards in ("portrait", "landscape"):
        drawn = {"rows": 5, "cols": 6, "cards": cards, "nile": [*([row, 1] for row in range(5)), [0, 2]]}
        match = cast.start("krimsutep", LONG[:4], map=drawn)
        yield f"{match.get_absolute_url()}round/?{built}&card-3=obelisk_single&builder=3"


def referee(cast) -> Iterator[str]:
    for slug, seats, options, tricks in (
        ("beutelschneider", 5, {}, ["RD TG TK TM TC", "RD RD TK XX TC"]),
        (
            "beutelschneider",
            5,
            {"special_cards": True},
            ["", "barde GS GW RD TC", "R1 jongleur GW RD TC R2", "RS jongleur GK"],
        ),
        ("beutelschneider-classic", 4, {}, ["RD TF TM TG"]),
        ("bettler-und-diebe", 5, {}, ["R5"]),
        ("rufmariasch", 4, {}, ["", "HA H7 E7"]),
        ("krimsutep", 4, {}, ["TW TK TM RS2"]),
    ):
        match = cast.start(slug, LONG[:seats], **options)
        for trick in tricks:
            played = "".join(f"&play={code}" for code in trick.split())
            yield f"{match.get_absolute_url()}referee/?leader=0{played}{'&trump=H' * bool(trick)}"


def pads(cast) -> Iterator[str]:
    """Yield the pad and the display of a match with a removed entry, of a finished match, and of an empty match.

    Last, yield the pad of a match whose target was lowered below the best total.
    """
    for totals, options in (([20, -9, 7, 31, 4], {"target": 1000}), ([-1400, 120, 120], {"stake": 10}), ([], {})):
        names = LONG[: len(totals) or 4]
        match = cast.start("beutelschneider", names, **options)
        for number in range(3 * bool(totals)):
            points = {name: total + number for name, total in zip(names, totals, strict=True)}
            if not match.finished:
                match.enter({"kind": "adjustment", "points": points}, number, "Sam")
                match.refresh()
        if match.last_number > 1:
            match.remove(match.active[-1], "Sam")
        yield f"{match.get_absolute_url()}?open=1"
        yield f"{match.get_absolute_url()}display/"
    match.enter({"kind": "adjustment", "points": {LONG[0]: 100}}, 0, "Sam")
    match.change_options({"target": 60}, "Sam")
    yield match.get_absolute_url()


def own_piles(cast) -> Iterator[str]:
    """Yield pages of a round in piles: no pile saved, a card in two piles, the last pile missing, all saved."""
    match = cast.start("beutelschneider", LONG[:4])
    phone = cast.phone("owner")
    phone.post(reverse("who", args=[cast.group.key]), {"player": match.seated[0].player.pk})
    pad, gold = (
        match.get_absolute_url(),
        [f"card-{suit}{rank}" for suit in "RGYB" for rank in ("1", "2", "3", "4", "10")],
    )

    def put(seat: int, cards: list[str]) -> None:
        Piles(match).save_part(str(seat), {code: [str(seat)] for code in cards}, "captured", 0, "Sam")

    yield from (pad, f"{pad}piles/", f"{pad}piles/0/?as=captured", f"{pad}piles/0/?as=counted")
    put(1, gold[5:10])
    put(0, gold[:6])
    yield from (f"{pad}piles/", pad, f"{pad}piles/2/")
    Piles(match).assign("card-G1", "1")
    put(2, gold[10:15])
    yield from (f"{pad}piles/", f"{pad}piles/3/")
    put(3, gold[16:])
    yield f"{pad}piles/"


def bids(cast) -> Iterator[str]:
    """Yield pages with bids: before the first bid, with some secret bids, with all bids, and in a game of teams."""
    match = cast.start("wizard", LONG, secret=True)
    cast.phone("owner").post(reverse("who", args=[cast.group.key]), {"player": match.seated[0].player.pk})
    pad = match.get_absolute_url()

    def bid(match: Match, **parts: dict[str, list[str]]) -> None:
        match = Match.objects.get(pk=match.pk)
        Bids(match).save_parts({seat.strip("_"): each for seat, each in parts.items()}, 0, "Sam")

    yield pad
    bid(match, **{str(seat): {f"row-bid-{seat}": ["1"]} for seat in range(3)})
    yield from (pad, f"{pad}bids/0/", f"{pad}bids/all/")
    bid(match, **{str(seat): {f"row-bid-{seat}": ["0"]} for seat in (3, 4)})
    yield from (pad, f"{pad}bids/all/", f"{pad}round/", f"{pad}display/", f"{pad}piles/")
    spades = cast.start("spades", LONG[:4], sheet=OF_TEAMS)
    bid(spades, _={"row-bid-0": ["7"], "row-bid-1": ["5"]}, **{"2": {"row-nil": ["2"]}})
    yield from (spades.get_absolute_url(), f"{spades.get_absolute_url()}bids/all/")


def money(cast) -> Iterator[str]:
    night = Night.objects.create(group=cast.group)
    points = dict(zip(LONG, (12345, -4321, -5678, 900, -3246), strict=True))
    play(cast, points, night=night, slug="beutelschneider", names=LONG, stake=100).close("Sam")
    play(cast, {"Ben": 3, "Anna": -3}, night=night, currency="CHF")
    pay(cast, "Maxim", "Maximiliane", "1000", night)
    settled = play(cast, {"Anna": 1, "Ben": -1}).night
    pay(cast, "Ben", "Anna", "0.10", settled)
    base, maxim = f"{cast.group.get_absolute_url()}money/", cast.group.players.get(name="Maxim")
    yield from (money_url(cast), money_url(cast, night), f"{money_url(cast, night)}?by=box", money_url(cast, settled))
    yield from (f"{base}why/{maxim.key}/?night={night.key}", f"{base}why/{maxim.key}/", f"{base}payments/")
    yield from (f"{base}pay/?night={night.key}", f"{base}pay/?night={night.key}&payer=Maxim&receiver=Maximiliane")


def looking_back(cast) -> Iterator[str]:
    """Yield the pages that look back at six nights, each with two games for money."""
    Group.objects.filter(pk=cast.group.pk).update(shows_money=True)
    for week in range(1, 7):
        at = timezone.now() - datetime.timedelta(weeks=week)
        night = Night.objects.create(group=cast.group, started_at=at, place="in the kitchen" if week % 2 else "")
        for slug, names in (("beutelschneider", LONG), ("rufmariasch", LONG[:4])):
            match = play(cast, night=night, slug=slug, names=names, stake=5)
            for number in range(10 if week == 6 and names is LONG else 3):
                add(match, **{names[0]: week + number, names[number % 3 + 1]: -week - number})
            match.close("Sam")
    key, who = cast.group.key, cast.group.players.get(name=LONG[0]).key
    long_one = night.matches.first()
    yield from (
        reverse("people", args=[key]),
        reverse("player", args=[key, who]),
        reverse("player_merge", args=[key, who]),
    )
    yield f"{reverse('player', args=[key, who])}?game=beutelschneider"
    yield f"{reverse('boards', args=[key])}?game=rufmariasch"
    yield f"{reverse('nights', args=[key])}?place=kitchen"
    yield night.get_absolute_url()
    yield from (
        f"{long_one.get_absolute_url()}take/",
        f"{cast.group.get_absolute_url()}sheet/beutelschneider/?players=5&paper=a5",
    )
    yield f"{reverse('match_rules', args=[key, long_one.key])}?q=gold"


def starting(cast) -> Iterator[str]:
    """Yield the pages that start a game: of a group without players, and of one whose players have long names."""
    empty = Group.create_with_owner("Tuesday", User.objects.get(username="Alice"))
    yield from (
        empty.get_absolute_url(),
        f"{empty.get_absolute_url()}play/",
        f"{empty.get_absolute_url()}play/krimsutep/",
    )
    for name in (*LONG, "Christopher-Alexander", "Wolfgang Amadeus", "Friederike-Charlotte"):
        Player.objects.create(group=cast.group, name=name)
    for slug in DIFFERENT:
        cast.start("other-game", LONG[: max(2, min(5, max(all_games()[slug].seats)))]).close("Sam")
        yield f"{cast.group.get_absolute_url()}play/{slug}/"


WITH_WHOLE_WORDS = [counting_and_dealing, maps, referee, own_piles, bids]
OTHERS = [own_parts, pads, money, looking_back, starting]


@pytest.mark.parametrize(
    ("states", "lang"),
    [(states, lang) for states in (*WITH_WHOLE_WORDS, *OTHERS) for lang in one_of(LANGUAGES, states.__name__)],
    ids=lambda value: getattr(value, "__name__", value),
)
def test_every_state(open_phone, cast, states, lang):
    judges = [whole_words] if states in WITH_WHOLE_WORDS else []
    look(open_phone("owner", lang=lang), f"{states.__name__}-{lang}", states(cast), *judges)


# Only in the audit


@pytest.mark.skipif(not AUDIT, reason="takes some minutes: AUDIT=1")
@pytest.mark.parametrize("slug", list(all_games()))
def test_each_game(open_phone, cast, slug):
    """Check the pages of a game, from its rules to its end, after a randomly played night."""
    evening = timezone.now() - datetime.timedelta(days=1)
    for seed in range(100):
        played = [game for game in games_of_a_night(Random(seed), evening, "in the kitchen") if game["rounds"]]
        if slug in {game["game"] for game in played}:
            break
    score_files.import_games(cast.group, enumerate(played), "Sam")
    key = cast.group.key
    finished = Match.objects.filter(night__group=cast.group, game_slug=slug).exclude(pk=cast.match.pk).earliest("pk")
    urls = [
        reverse("play_game", args=[key, slug]),
        reverse("game_rules", args=[key, slug]),
        finished.get_absolute_url(),
        finished.night.get_absolute_url(),
        reverse("night_money", args=[key, finished.night.key]),
        reverse("player", args=[key, finished.seated[0].player.key]) + f"?game={slug}",
        reverse("boards", args=[key]) + f"?game={slug}",
    ]
    look(open_phone("owner"), slug, iter(urls))


@pytest.mark.skipif(not AUDIT, reason="takes some minutes: AUDIT=1")
def test_what_lies_half_under_the_foot_can_be_tapped(open_phone, cast):
    """Run axe's rule target-size on a pad and a player's page, as Lighthouse does: without scrolling.

    The screen grows in steps of 4 px. So the bar at its foot covers each part of a row once.
    """
    match = Match.start(Night.tonight(cast.group), "beutelschneider", list(cast.group.players.all()), {}, 0)
    for number in range(10):
        match.enter({"kind": "adjustment", "points": {"Ben": number}}, number, "Sam")
        match = Match.objects.get(pk=match.pk)
    for slug in all_games():
        Match.start(Night.tonight(cast.group), slug, list(cast.group.players.all()), {}, 0).close("Sam")
    page = open_phone("owner", width=412)
    urls = (match.get_absolute_url(), reverse("player", args=[cast.group.key, match.seated[0].player.key]))
    for url, height in product(urls, range(760, 820, 4)):
        page.set_viewport_size({"width": 412, "height": height})
        page.goto(url)
        page.evaluate(AXE)
        assert page.evaluate(VIOLATIONS, [None, {"runOnly": ["target-size"]}]) == [], (url, height)
