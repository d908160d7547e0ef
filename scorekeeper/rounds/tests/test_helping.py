"""Help at the table: the count of cards, who deals first, how cards are dealt, and the preview of other house rules."""

from __future__ import annotations

import re
from urllib.parse import parse_qs, urlsplit

import pytest
from django.urls import reverse

from games.kernel.counting import Counted
from games.kernel.posted import Posted
from games.registry import all_games
from scorekeeper.nights.models import Match
from tests.fixtures import words

pytestmark = pytest.mark.sqlite  # other tests make the same queries on PostgreSQL

NAMES = ("Anna", "Ben", "Carla", "Dirk", "Eva")


def begin(cast, slug, seats=3, **options):
    return cast.start(slug, NAMES[:seats], **options)


def url(match, name):
    return reverse(name, args=[match.night.group.key, match.key])


def counted(slug, fields, seats=3, **options) -> Counted:
    game = all_games()[slug]
    table = game.table(NAMES[:seats], game.options(**options))
    count = game.count(table)
    assert count is not None
    return Counted(
        count,
        Posted(
            {name: [str(v) for v in (value if isinstance(value, list) else [value])] for name, value in fields.items()}
        ),
        table,
    )


def gold(*places):
    """Return the fields that give all gold of each colour to a seat.

    `places` are the seats for the colours R, G, Y and B; None gives the gold to nobody.
    """
    cards = {
        f"card-{colour}{rank}": place
        for colour, place in zip("RGYB", places, strict=True)
        for rank in ("1", "2", "3", "4", "10")
    }
    return {name: place for name, place in cards.items() if place is not None}


# What is missing, who could have it, and what does not add up


def test_a_pile_that_is_done_has_nothing_missing_from_it():
    found = counted("beutelschneider", {**gold(0, 1, 2, None), "card-RD": 0, "card-BD": "out", "done": [0, 2]})
    (missing,) = found.missing
    assert missing.players == ("Ben",)
    assert missing.floor
    assert missing.only is None


def test_a_missing_card_is_in_no_full_pile_nor_where_there_is_no_room():
    """A missing card cannot be in a full pile. The other cases depend on the game.

    - Beutelschneider: it can be discarded.
    - Beutelschneider, first edition: it cannot be laid aside if two cards are laid aside already.
    - Rufmariasch: if the last trick is missing, it is not on the floor, because it is no card.
    """
    (missing,) = counted("beutelschneider", {**gold(0, 1, 2, None), "card-RD": 0, "card-BD": 0, "cards-1": 5}).missing
    assert missing.players == ("Anna", "Carla")
    (missing,) = counted("beutelschneider", {**gold(0, 1, 2, 1), "card-RD": 0, "done": [0, 1]}).missing
    assert [side.text("en") for side in missing.sides] == ["discarded"]
    found = counted("beutelschneider-classic", {"card-G1": "aside", "card-G2": "aside", "done": [0, 1, 2]})
    assert all(not group.sides for group in found.missing)
    found = counted("rufmariasch", {"cards-0": 0}, seats=4)
    assert [each.floor for each in found.missing if each.items[0].code == "last_trick"] == [False]
    assert counted("rufmariasch", {"card-HA": 0, "rest": 2}, seats=4).missing == [], "the rest goes to one player"


def test_a_cancelled_cutpurse_counts_nothing():
    found = counted("beutelschneider-classic", {"card-RD": 1, "discarded": "RD"})
    assert found.players[1].sums == {"gold": 0, "cutpurses": 0}


def test_the_last_pile_s_number_of_cards_follows():
    found = counted("rufmariasch", {"cards-0": 8, "cards-1": 12, "cards-2": 8}, seats=4)
    assert [said.text("en") for said in found.findings] == ["Dirk should have four cards."]
    assert found.players[3].room == 4


@pytest.mark.parametrize(
    ("fields", "said"),
    [
        ({"cards-0": 8, "cards-1": 12, "cards-2": 8, "cards-3": 3}, "31 of 32 cards in all: one is in no pile."),
        ({"cards-0": 8, "cards-1": 12, "cards-2": 8, "cards-3": 4}, "All 32 cards are in the piles."),
        ({"cards-0": 32, "cards-1": 4}, "36 cards in all, but only 32 were played: 4 too many."),
    ],
)
def test_the_numbers_of_all_piles_add_up_or_not(fields, said):
    assert said in [found.text("en") for found in counted("rufmariasch", fields, seats=4).findings]


@pytest.mark.parametrize(
    ("cutpurse", "cards", "said"),
    [
        ("", (12, 15), []),
        (1, (12, 15), ["Carla should have 15 cards."]),
        ("", (12, 18, 11), []),
        (1, (12, 18, 11), ["41 of 42 cards in all: one is in no pile."]),
        ("out", (12, 18, 11), ["All 41 cards are in the piles."]),
        ("", (12, 18, 10), ["40 of 42 cards in all: two are in no pile."]),
    ],
)
def test_nothing_is_said_of_a_card_that_may_be_discarded(cutpurse, cards, said):
    """A cutpurse may be discarded. So the piles may be as many cards short as there are cutpurses in no pile.

    In that case, nothing is said of the missing cards, and the last pile's number of cards is not stated.
    """
    typed = {f"cards-{seat}": number for seat, number in enumerate(cards)}
    found = counted("beutelschneider", {**gold(0, 1, 2, 1), "card-RD": 0, "card-BD": cutpurse, **typed})
    assert [each.text("en") for each in found.findings] == said


def test_a_pile_is_made_of_whole_tricks():
    problems = counted("rufmariasch", {"cards-0": 7}, seats=4).problems
    assert problems["cards-0"].text("en") == "Anna: 7 cards don’t make whole tricks of 4; 3 too many, or 1 too few."


def test_more_cards_tapped_than_the_pile_holds():
    problems = counted("rufmariasch", {"cards-0": 0, "card-HA": 0}, seats=4).problems
    assert problems["cards-0"].text("de") == "Anna: eine Karte ist angetippt, im Stapel liegen nur 0."


# The page


def test_a_count_goes_into_the_round(cast):
    match = begin(cast, "rufmariasch", 4)
    sam = cast.phone("scorer")
    cards = {f"card-{suit}{rank}": "1" for suit in "EGHS" for rank in ("A", "10")} | {"last_trick": "3"}
    taken = sam.get(url(match, "count"), {**cards, "cards-0": "0", "done": "1", "into": "call-captured"})
    assert taken.status_code == 302
    sent = parse_qs(urlsplit(taken.url).query)
    assert sent["as"] == ["call-captured"]
    assert "cards-0" not in sent
    assert "done" not in sent
    form = sam.get(taken.url).text
    assert re.search(r'id="card-HA".*?value="1" selected', form, re.DOTALL)


def test_the_suits_of_krimsutep_go_into_the_round_as_numbers(cast):
    match = begin(cast, "krimsutep")
    red = {"card-RM2": "0", "card-RM3": "0", "card-RM4": "1", "card-RM5": "1", "card-RF": "2"}
    taken = cast.phone("scorer").get(url(match, "count"), {**red, "into": "round-suits"})
    sent = parse_qs(urlsplit(taken.url).query)
    assert [sent[f"red-{seat}"] for seat in range(3)] == [["5"], ["9"], ["6"]]
    assert "grey-0" not in sent


def test_rubbish_in_a_count_is_told_beside_it_and_stays(cast):
    match = begin(cast, "rufmariasch", 4)
    page = cast.phone("viewer").get(url(match, "count"), {"cards-0": "many", "card-HA": "9", "last_trick": "x"})
    assert page.status_code == 200
    assert "0 to 32 cards go here." in words(page)
    assert 'name="into"' not in page.text, "a viewer is offered no saving"
    assert 'value="many"' in page.text


def follow(page):
    """Return the fields in the address of a redirect."""
    return {name: values[-1] for name, values in parse_qs(urlsplit(page["Location"]).query).items()}


# Who deals first


def test_the_first_dealer_is_drawn_and_can_be_undone(cast, monkeypatch):
    match = begin(cast, "rufmariasch", 4)
    Match.objects.update(first_dealer=1)
    monkeypatch.setattr("secrets.randbelow", lambda seats: 2)
    page = cast.phone("scorer").post(url(match, "first_dealer"), follow=True)
    assert "Drawn: Carla deals first." in words(page)
    dealing = cast.phone("viewer").get(url(match, "deal"))
    assert "Carla deals, Dirk calls and leads" in words(dealing)
    assert url(match, "first_dealer") not in dealing.text, "a viewer cannot draw"
    assert "drew who deals first" in words(cast.phone("viewer").get(url(match, "changes")))
    cast.phone("scorer").post(url(match, "undo"))
    assert Match.objects.get(pk=match.pk).first_dealer == 1


@pytest.mark.parametrize("lot", range(4))
@pytest.mark.parametrize(
    "change",
    [
        {"players": ["Anna", "Carla", "Dirk", "Emil"]},
        {"players": ["Anna", "Emil", "Carla", "Dirk"], "replaced": {"Emil": "Ben"}},
    ],
)
def test_whoever_sits_there_now_is_drawn_to_deal_first(cast, monkeypatch, change, lot):
    match = begin(cast, "beutelschneider", 4)
    match.enter({"kind": "seats", **change}, 0, "Sam")
    monkeypatch.setattr("secrets.randbelow", lambda seats: lot % seats)
    page = words(cast.phone("scorer").post(url(match, "first_dealer"), follow=True))
    drawn = re.search(r"Drawn: (\w+) deals first", page)[1]
    match = Match.objects.get(pk=match.pk)
    assert drawn == match.course.engine.next_dealer == match.sitting_now[lot].name
    assert f"{drawn} deals" in page
    tabs = re.findall(r'data-pile="(\d)"', cast.phone("scorer").get(url(match, "count")).text)
    assert tabs == [str(seat) for seat, _name in match.table.numbered], "only who plays has a pile to count"


# Dealing


# House rules


def test_house_rules_that_end_the_game_say_so_first(cast):
    sam = cast.phone("scorer")
    match = cast.start("other-game", ["Ben", "Carla"], name="Skat", best="high")
    for number, points in enumerate((40, 70, 30, 20)):
        record = {"kind": "points", "points": {"Ben": points, "Carla": 10}}
        match.enter(record, number, "Sam")
    url = reverse("options", args=[cast.group.key, match.key])
    fields = {"name": "Skat", "best": "high"}
    shown = sam.post(url, fields | {"target": "100"}).text
    assert "This ends the game after round 2: Ben wins. Rounds 3 and 4 no longer count." in shown
    assert "over by then" not in shown, "it is said once"
    assert (
        "This ends the game after round 3: Ben wins. Round 4 no longer counts."
        in sam.post(url, fields | {"target": "140"}).text
    )
    assert "ends the game" not in sam.post(url, fields | {"target": "1000"}).text
