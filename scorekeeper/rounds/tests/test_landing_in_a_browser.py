"""A saved round appears by itself on phones that wait. On a phone on which somebody types, a message announces it."""

from playwright.sync_api import expect

from scorekeeper.nights.models import Match
from scorekeeper.rounds.tests.test_piles_in_a_browser import Phone


def enter(phone: Phone, figure: str) -> None:
    """Open the form of the player's own part and type a number, without sending it."""
    phone.page.get_by_role("link", name="My points").tap()
    field = phone.page.locator("#entry input[name^=points-]")
    field.fill(figure)


def test_the_last_part_lands_on_who_waits_and_whoever_types_is_told(open_phone, cast) -> None:
    names = ["Anna", "Ben", "Carla"]
    match = cast.start("other-game", names)
    anna, ben, carla = (Phone(open_phone(), cast, name, match) for name in names)
    enter(anna, "27")
    anna.done()
    expect(anna.page.get_by_role("heading", name="Who’s done?")).to_be_visible()
    enter(carla, "4")
    carla.done()
    for phone in (anna, carla):
        expect(phone.page.locator(".parts li").filter(has_text="Anna")).to_contain_text("· 27")
        expect(phone.page.locator(".parts li").filter(has_text="Carla")).to_contain_text("· 4")
    enter(ben, "5")
    ben.done()
    for phone in (anna, ben, carla):  # nobody has tapped anything more
        expect(phone.page.locator("tr.round[data-landed]")).to_have_count(1)
        expect(phone.page.locator("#landed")).to_contain_text("Round 1 is saved.")

    enter(carla, "9")
    match = Match.objects.get(pk=match.pk)
    match.enter({"kind": "points", "points": {"Anna": 1, "Ben": 2, "Carla": 3}}, match.last_number, "Ben")
    news = carla.page.locator("#news")
    expect(news).to_contain_text("Ben just saved round 2.")
    expect(news).to_contain_text("What you’re typing here isn’t in it.")
    expect(carla.page.locator("#entry input[name^=points-]")).to_have_value("9")
    news.get_by_role("link", name="To the pad").tap()
    expect(carla.page.locator("tr.round")).to_have_count(2)
