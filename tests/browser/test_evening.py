"""One evening on five phones, with two tables, changing players and a pizza, up to the last cent.

`tests/test_evening.py` plays such an evening with other games, without a browser.
"""

import re

import pytest
from django.core.management import call_command
from playwright.sync_api import Page, expect

from scorekeeper.money.models import Account
from scorekeeper.nights.models import Match, Night
from tests.browser.phone import Thumb

pytestmark = pytest.mark.slow
FIVE = ("Anna", "Ben", "Carla", "Dirk", "Emil")


class Phone:
    """A phone that has joined by the group's link and chosen its player."""

    def __init__(self, page: Page, token: str, name: str) -> None:
        self.page, self.name = page, name
        page.goto(f"/join/{token}/")
        page.get_by_role("button", name=name).tap()
        expect(page.get_by_role("heading", name="Who are you?")).to_be_hidden()

    def button(self, name: str) -> None:
        self.page.get_by_role("button", name=name).first.tap()

    def more(self, link: str) -> None:
        self.page.locator("#more > summary").tap()
        self.page.get_by_role("link", name=link).tap()

    def enter_round(self, points: int) -> None:
        """Enter a round in which the caller plays alone with hearts as trumps and gets this many card points."""
        pad = self.page.url
        self.page.locator("a[href$='/round/'] >> visible=true").first.tap()
        thumb = Thumb(self.page)
        thumb.choose("trump", "H")
        thumb.choose("partner", self.page.get_by_role("radio", name="alone").get_attribute("value"))
        thumb.choose("points", points)
        self.page.locator("#save").tap()
        self.page.wait_for_url(pad)

    def sees(self, *texts: str) -> None:
        for text in texts:
            expect(self.page.locator("main")).to_contain_text(text)

    def who_plays(self, *, joins: str = "", **seats: str) -> None:
        """Change who plays.

        `joins` is the name of a player who joins. `seats` maps each player who gets up to the player who takes over the
        seat, or to "Leaves".
        """
        self.more("Who plays")
        form = self.page.locator("#seats")
        for name, heir in seats.items():
            form.locator(".sat label", has_text=name).tap()
            form.locator("fieldset.seating:visible label").filter(has_text=heir).first.tap()
        if joins:
            form.locator(".gap").last.tap()
            form.locator("label:has([name=joins])").filter(has_text=joins).tap()
        self.button("Save")
        expect(self.page.locator("#seats")).to_have_count(0)


def sit_down(page: Page, game: str, *names: str, stake: str = "") -> Match:
    page.goto(re.sub(r"(/g/\w+/).*", rf"\1play/{game}/", page.url))
    up = page.get_by_role("button", name=re.compile("gets up$"))  # the players of the last game are already seated
    while up.count():
        up.first.tap()
    for name in names:
        page.get_by_role("button", name=name, exact=True).tap()
    if stake:
        page.locator("details.rules > summary").tap()
        page.locator("[name=stake]").fill(stake)
    page.get_by_role("button", name=re.compile("^Start")).tap()
    page.wait_for_url("**/m/**")
    return Match.objects.get(key=page.url.split("/m/")[1].split("/")[0])


def test_an_evening_on_five_phones(open_phone, cast) -> None:
    Night.objects.all().delete()
    for name in (*FIVE, "Frieda", "Gustav"):
        cast.group.players.get_or_create(name=name)
    anna, ben, carla, dirk, emil = (Phone(open_phone(), cast.scorer_token, name) for name in FIVE)
    match = sit_down(anna.page, "rufmariasch", *FIVE, stake="10")
    anna.sees("You deal and sit out.")
    pad = match.get_absolute_url()
    ben.page.reload()
    ben.page.locator("a.main.again").tap()
    for phone in (carla, dirk, emil):
        phone.page.goto(pad)
        phone.sees("Anna deals and sits out")

    # Everybody sees the new round; then Carla deals in place of Ben.
    ben.enter_round(60)
    for phone in (anna, carla, dirk, emil):
        expect(phone.page.locator("tr.round")).to_have_count(1)
    carla.page.locator("a.turn").tap()
    carla.page.locator("form[action$='/deals/'] button", has_text="Carla").tap()
    expect(carla.page.locator(".notice", has_text="Carla deals round 2.")).to_be_visible()
    carla.page.goto(pad)
    dirk.sees("Carla deals and sits out")
    carla.enter_round(40)
    assert [row.dealer for row in Match.objects.get().course.rows] == ["Anna", "Carla"]

    # Frieda takes over from Emil, who begins another table with Gustav; Dirk leaves, and comes back.
    emil.who_plays(Emil="Frieda")
    anna.sees("Frieda takes over from Emil")
    other = sit_down(emil.page, "other-game", "Emil", "Gustav")
    emil.page.locator("a[href$='/round/'] >> visible=true").first.tap()
    for seat, points in enumerate(("3", "4")):
        emil.page.locator(f"[name=points-{seat}]").fill(points)
    emil.page.locator("#save").tap()
    emil.page.wait_for_url(f"**{other.get_absolute_url()}")
    dirk.who_plays(Dirk="Leaves")
    anna.sees("Dirk left after round 2")
    anna.enter_round(70)
    anna.who_plays(joins="Dirk")
    dirk.sees("Dirk is back")
    carla.enter_round(30)
    for phone, own in ((dirk, match), (emil, other)):
        phone.page.goto(cast.group.get_absolute_url())
        expect(phone.page.locator("a.main.again").first).to_have_attribute("href", own.get_absolute_url())
    emil.page.goto(other.get_absolute_url())

    # Ben pays for the pizza of everybody who was there.
    ben.page.goto(cast.group.get_absolute_url())
    ben.page.get_by_role("link", name="Split a bill").tap()
    ben.page.get_by_label("How much?").fill("48.01")
    ben.page.get_by_label("What for?").fill("Pizza")
    ben.button("Save")
    expect(ben.page.locator(".notice").first).to_contain_text("Ben paid €48.01 for seven: Pizza")

    # Anna announces one more round; the display on Dirk's phone says so, too. After it, the game is over on all phones.
    dirk.page.goto(f"{pad}display/")
    anna.more("How much longer?")
    anna.button("1 more round")
    for phone in (anna, dirk):
        phone.sees("Last round!")
    anna.enter_round(60)
    for phone in (anna, carla, dirk):
        expect(phone.page.locator(".win, .around .won").first).to_be_visible()

    # All debts are paid.
    night = Night.objects.get()
    assert all(not sum(sums.values()) for sums in Account(cast.group).balances().values())
    anna.page.goto(f"{night.get_absolute_url()}money/")
    anna.sees("Pizza")
    paid = anna.page.get_by_role("button", name=re.compile("^paid"))
    while left := paid.count():
        paid.first.tap()
        expect(paid).to_have_count(left - 1)
    anna.sees("Everything is paid.")
    assert not any(cents for sums in Account(cast.group).balances().values() for cents in sums.values())
    match, other = Match.objects.get(pk=match.pk), Match.objects.get(pk=other.pk)
    assert (match.finished, other.finished) == (True, False)
    call_command("rescore", "--check", verbosity=0)
