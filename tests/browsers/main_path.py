"""The main path of an evening, in WebKit and in Firefox: `make browsers`.

Two phones join by a link. One enters a round of each game in `ROUNDS`, and the other watches. Then a trick is judged,
a debt is paid, and a connection breaks. Screenshots are saved in the folder SCOREKEEPER_SHOTS, if that is set.
"""

from __future__ import annotations

import os
import re
from collections.abc import Iterator
from dataclasses import dataclass
from time import sleep

import pytest

from games.registry import all_games
from tests.browser.cut import Cut
from tests.browsers.drivers import BROWSERS
from tests.browsers.phone import Phone
from tests.play import BY_SHEET
from tests.server.real import Server

pytestmark = [pytest.mark.server, pytest.mark.filterwarnings("ignore:setting remote_server_addr:DeprecationWarning")]

MATCHES = """
from games.registry import all_games
from scorekeeper.nights.models import Match, Night
from scorekeeper.people.models import Group
from scorekeeper.server.write_queue import write_transaction
group = Group.objects.get()
players = list(group.players.all())
for slug, game in all_games().items():
    with write_transaction():
        match = Match.start(Night.tonight(group), slug, players, {}, 0)
    print("MATCH", slug, match.get_absolute_url())
with write_transaction():
    night = Night.objects.create(group=group)
    match = Match.start(night, "rufmariasch", players, {"stake": 10}, 0)
    match.enter({"kind": "adjustment", "points": {"Anna": 2, "Dirk": -2}}, 0, "Alice")
    match.close("Alice")
print("MATCH debt", night.get_absolute_url())
"""
SAVED = """
from scorekeeper.nights.models import Entry
print("SAVED", Entry.objects.filter(match__key="{key}").count())
"""

COUNTED = [".forms [href='?as=counted']", *"10", "next", *"20", "next", *"30"]
BUILT = [tap for seat in range(4) for tap in (f"[data-site='{seat}'] .cards label", f"[name=points-{seat}]")]
# For each game: what to tap to enter one round of four players, and the points that each player then has.
ROUNDS = {
    "bettler-und-diebe": (["[name=taker][value='0']", "[name=partner][value='1']", *"80"], "+2 +2 0 0"),
    "beutelschneider": (COUNTED, "+10 +20 +30 +20"),
    "beutelschneider-classic": (COUNTED, "+10 +20 +30 0"),
    "krimsutep": (
        ["[name=won-red][value='0']", "[name=won-grey][value='1']", "[name=won-green][value='2']", *BUILT],
        "+4 +4 +7 +3",
    ),
    "other-game": ([*"25", "next", *"7", "next", *"0", "next", "minus", *"3"], "+25 +7 0 −3"),
    "rufmariasch": (
        ["[name=trump][value=H]", "[name=partner][value='2']", "[name=points][value='60']"],
        "−30 +30 +30 −30",
    ),
}


@dataclass
class Evening:
    browser: str
    server: Server
    token: str
    matches: dict[str, str]  # path by game; "debt": the path of a night with a debt

    def saved(self, match: str) -> int:
        """Return the number of entries of a match."""
        key = match.rstrip("/").rpartition("/")[2]
        return int(self.server.manage("shell", "-v0", "-c", SAVED.format(key=key)).split("SAVED ")[1])


@pytest.fixture(scope="module", params=list(BROWSERS))
def evening(request, tmp_path_factory) -> Iterator[Evening]:
    server = Server(tmp_path_factory.mktemp("evening") / "data")
    _, token = server.set_up()
    said = server.manage("shell", "-v0", "-c", MATCHES)
    server.start()
    yield Evening(request.param, server, token, dict(re.findall(r"^MATCH (\S+) (\S+)$", said, re.MULTILINE)))
    server.kill()


@pytest.fixture(scope="module")
def phones(evening) -> Iterator[tuple[Phone, Phone]]:
    """Yield two phones that have joined by the link."""
    opened = []
    try:
        for _ in range(2):
            driver = BROWSERS[evening.browser](dark=bool(os.environ.get("DARK")))
            phone = Phone(driver, Cut(evening.server.port))
            opened.append(phone)
            phone.goto(f"/join/{evening.token}/")
            phone.shot("join")
            phone.see("Who are you?")
            phone.tap("button", "I’m keeping score for everyone")
            phone.see("Tonight")
        yield opened[0], opened[1]
    finally:
        for phone in opened:
            phone.close()


def taps(phone: Phone, wanted: str) -> None:
    if "[" not in wanted:
        phone.tap(f"[data-key='{wanted}']")
    elif "name=" not in wanted:
        phone.tap(wanted)
    else:
        phone.tap(f"label:has({wanted})")


def test_every_game_of_its_own_folder_has_a_round_here():
    assert set(ROUNDS) == set(all_games()) - set(BY_SHEET) - {"suns-and-moons"}  # the tests' toy game


@pytest.mark.parametrize("slug", list(ROUNDS))
def test_a_round_is_entered_and_the_other_phone_shows_it(phones, evening, slug):
    mine, other = phones
    pad = evening.matches[slug]
    wanted, points = ROUNDS[slug]
    other.goto(pad)
    other.see("Enter round 1", ".foot")
    mine.goto(pad)
    mine.tap(".foot a.main", "Enter round 1")
    for each in wanted:
        taps(mine, each)
    foreseen = zip(("Anna", "Ben", "Carla", "Dirk"), points.split(), strict=True)
    mine.see(" · ".join(f"{name} {each}" for name, each in foreseen), "#result .figures")
    mine.shot(f"{slug}-entry")
    mine.tap("#save")
    mine.is_at(pad)
    for phone in phones:
        phone.see("Enter round 2", ".foot")
        code = "return [...document.querySelectorAll('#r1 td')].map(each => each.firstChild.data.trim())"
        cells = phone.wait(code, "round")
        assert " ".join(cells) == points
        sleep(1.5)  # long enough for the page to ask for news again
        assert phone.driver.js("return document.querySelectorAll('h1').length") == 1
    mine.tap("#r1 [aria-controls]")
    mine.wait("return document.getAnimations().every(({ playState }) => playState === 'finished')", "end of the motion")
    mine.shot(f"{slug}-pad")
    assert evening.saved(pad) == 1


def test_a_trick_is_judged(phones, evening):
    phone = phones[0]
    phone.goto(evening.matches["beutelschneider"])
    phone.tap(".foot a", "Trick")
    for card in ("R1", "R4", "R3", "R2"):
        phone.tap(f"#deck [name=add][value='{card}']")
    phone.see("takes it with the red 4", "h2.verdict")
    phone.shot("trick")


def test_a_debt_is_ticked(phones, evening):
    mine, other = phones
    for phone in phones:
        phone.goto(evening.matches["debt"])
        phone.tap("a", "Settle up")
        phone.see("Dirk pays Anna.")
    mine.shot("debt")
    mine.tap("button", "paid")
    mine.see("Dirk has paid Anna.")
    mine.shot("debt-paid")
    other.goto(evening.matches["debt"])
    other.tap("a", "Settle up")
    other.see("Dirk has paid Anna.")
    mine.tap("button", "Undo")
    mine.see("Dirk pays Anna.")


def test_a_connection_breaks_and_comes_back(phones, evening):
    mine, other = phones
    pad = evening.matches["beutelschneider"]
    before = evening.saved(pad)
    other.goto(pad)
    mine.goto(f"{pad}adjust/")
    mine.type("points-0", "7")
    mine.see("+7", "#result")
    mine.way.sent = 0
    mine.tap("#save")
    mine.see("Will be saved when you’re online")
    mine.shot("waiting")
    assert evening.saved(pad) == before
    mine.way.sent = None
    mine.is_at(pad)
    mine.see("Back online, saved")
    mine.shot("saved-after-all")
    other.see("+7", "table.score")
    assert evening.saved(pad) == before + 1
