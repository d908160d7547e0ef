"""axe on every page of the site, on screens of any width and with text twice as large: part of `make audit`.

Not one of `make test`, which looks at each page on a phone: this takes some minutes.
"""

import datetime
from itertools import product
from random import Random

import pytest
from django.urls import reverse
from django.utils import timezone

from bench.demo import games_of_a_night
from games.registry import all_games
from scorekeeper.exchange import score_files
from scorekeeper.nights.models import Match, Night
from tests.access_table import TABLE
from tests.browser.phone import AXE, VIOLATIONS, axe, fits, nothing_overlaps, whole_words
from tests.cast import ROLES

SIZES = [(320, 100), (360, 100), (768, 100), (1280, 100), (360, 200)]  # CSS pixels, per cent of the text's size
# As large as the page before has left word, before any script of this one measures anything.
AS_LARGE_FROM_THE_START = """new MutationObserver((_changes, observer) => {
    if (!document.documentElement) return;
    document.documentElement.style.fontSize = window.name;
    observer.disconnect();
}).observe(document, { childList: true })"""
WITH_A_PAGE = [name for name, row in TABLE.items() if row.get.split()[ROLES.index("owner")] == "200"]


def look(page, *urls):
    """Everything that is wrong with these pages in any size, told at once."""
    wrong = []
    page.add_init_script(AS_LARGE_FROM_THE_START)
    for url, (width, text) in product(urls, SIZES):
        page.set_viewport_size({"width": width, "height": 740})
        page.evaluate("text => { window.name = `${text}%`; }", text)
        page.goto(url)
        page.evaluate("document.querySelectorAll('details').forEach(each => { each.open = true; })")
        for judge, also in ((axe, ()), (whole_words, ()), (nothing_overlaps, ()), (fits, (f"{text}%",))):
            try:
                judge(page, *also)
            except AssertionError as error:
                wrong.append(f"{width} px, {text} %: {error}")
    assert wrong == [], "\n".join(wrong)


@pytest.mark.parametrize("name", WITH_A_PAGE)
def test_every_address(open_phone, cast, name):
    url = reverse(name, kwargs=TABLE[name].args(cast))
    answer = cast.phone("owner").get(url, follow=True)
    if not next(iter(answer), b"").startswith(b"<!doctype html>"):
        pytest.skip("a download, or a part of a page")
    look(open_phone("owner"), url)


@pytest.mark.parametrize("name", ["home", "join", "account_login"])
def test_what_nobody_sees(open_phone, cast, name):
    look(open_phone("nobody"), reverse(name, kwargs=TABLE[name].args(cast)))


@pytest.mark.parametrize("slug", list(all_games()))
def test_each_game(open_phone, cast, slug):
    """From its rules to its end, in a night that was played at random."""
    evening = timezone.now() - datetime.timedelta(days=1)
    for seed in range(100):
        played = [game for game in games_of_a_night(Random(seed), evening, "in the kitchen") if game["rounds"]]
        if slug in {game["game"] for game in played}:
            break
    score_files.import_games(cast.group, played, "Sam")
    game, key = all_games()[slug], cast.group.key
    finished = Match.objects.filter(night__group=cast.group, game_slug=slug).exclude(pk=cast.match.pk).earliest("pk")
    names = [f"Player {letter}" for letter in "ABCDEFGH"[: min(max(game.seats), 5)]]
    running = cast.start(slug, names)
    urls = [
        reverse("play_game", args=[key, slug]),
        reverse("game_rules", args=[key, slug]),
        finished.get_absolute_url(),
        finished.night.get_absolute_url(),
        reverse("night_money", args=[key, finished.night.key]),
        reverse("player", args=[key, finished.seated[0].player.key]) + f"?game={slug}",
        reverse("boards", args=[key]) + f"?game={slug}",
        *(reverse(name, args=[key, running.key]) for name in ("table", "display", "deal", "referee", "piles")),
        *(f"{reverse('enter', args=[key, running.key])}?as={each.code}" for each in game.screens(running.table)),
    ]
    look(open_phone("owner"), *urls)


def test_what_lies_half_under_the_foot_can_be_tapped(open_phone, cast):
    """Lighthouse's first look at a pad and at a player, on phones of different heights: one row of it, in steps."""
    match = Match.start(Night.tonight(cast.group), "beutelschneider", list(cast.group.players.all()), {}, 0, "Sam")
    for number in range(10):
        match.enter({"kind": "adjustment", "points": {"Ben": number}}, f"entry-number-{number}", number, "Sam")
        match = Match.objects.get(pk=match.pk)
    for slug in all_games():
        Match.start(Night.tonight(cast.group), slug, list(cast.group.players.all()), {}, 0, "Sam").close("Sam")
    page = open_phone("owner", width=412)
    for url in (match.get_absolute_url(), reverse("player", args=[cast.group.key, match.seated[0].player.key])):
        page.goto(url)
        page.evaluate(AXE)
        for height in range(760, 820, 4):
            page.set_viewport_size({"width": 412, "height": height})
            assert page.evaluate(VIOLATIONS, [None, {"runOnly": ["target-size"]}]) == [], (url, height)
