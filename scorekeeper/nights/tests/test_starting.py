"""Starting a game: choosing it, seating people, house rules, and the same again."""

import datetime

import pytest
from django.urls import reverse
from django.utils import timezone

from scorekeeper.nights.models import Match, Night
from tests.fixtures import flat, words

FOUR = ["Ben", "Carla", "Dirk", "Emil"]


@pytest.fixture(autouse=True)
def _nothing_played_yet(cast):
    cast.group.nights.all().delete()


@pytest.fixture
def phone(cast):
    return cast.phone("scorer")


@pytest.fixture
def start(cast, phone):
    """Return a function that posts the form of a game: start("rufmariasch", FOUR, stake="10 ct")."""

    def post(slug, seats, **more):
        return phone.post(f"/g/{cast.group.key}/play/{slug}/", {"seat": seats, **more})

    return post


def match_of(response) -> Match:
    assert response.status_code == 302, response.content.decode()
    return Match.objects.get(key=response["Location"].split("/m/")[1].strip("/"))


# Seating


def test_empty_seats_between_players_are_left_out(start):
    match = match_of(start("krimsutep", ["Ben", "", "Carla", "Dirk"], dealer="3"))
    assert [seat.name for seat in match.seated] == ["Ben", "Carla", "Dirk"]
    assert match.first_dealer == 2


@pytest.mark.parametrize(
    ("seats", "more", "said"),
    [
        (["Ben", "Carla", "Dirk", "BEN"], {}, "BEN is seated twice."),
        (["Ben", "Carla"], {}, "Rufmariasch is for 4 players; 2 are seated."),
        (["Ben", "Carla", "Dirk", "Emil", "Fritz", "Gwen"], {}, "Rufmariasch is for 4 players; 6 are seated."),
        ([], {}, "Rufmariasch is for 4 players; 0 are seated."),
        (["Ben", "Carla", "Dirk", "E" * 41], {}, "A name has 1 to 40 characters."),
        (["Ben", "Carla", "Dirk", "\u200b"], {}, "A name has 1 to 40 characters."),
        (FOUR, {"dealer": "7"}, "That seat is empty. Choose who deals."),
        (FOUR, {"dealer": "x"}, "That seat is empty. Choose who deals."),
        (["Ben", "Carla", "Dirk", "", "Emil"], {"dealer": "3"}, "That seat is empty. Choose who deals."),
    ],
)
def test_what_is_wrong_is_said_and_nothing_is_lost(cast, start, seats, more, said):
    response = start("rufmariasch", seats, stake="25 ct", **more)
    page = response.content.decode()
    assert response.status_code == 422
    assert said in page
    assert all(f'value="{name}"' in page for name in seats)
    assert 'value="25 ct"' in page
    assert not Match.objects.exists()
    assert not Night.objects.exists()
    assert cast.group.players.count() == 3


def test_everything_wrong_is_said_at_once(start):
    page = start("rufmariasch", ["Ben", "ben", "E" * 41], stake="much", payment="never").text
    for said in (
        "ben is seated twice.",
        "A name has 1 to 40",
        "3 are seated",
        "much: an amount",
        "never isn’t possible",
    ):
        assert said in page


def test_the_same_form_twice_is_one_game(cast, phone, start):
    page = phone.get(f"/g/{cast.group.key}/play/rufmariasch/").content.decode()
    key = page.split('name="key" value="')[1].split('"')[0]
    first, second = start("rufmariasch", FOUR, key=key), start("rufmariasch", FOUR, key=key)
    assert first["Location"] == second["Location"]
    assert Match.objects.count() == 1


def test_after_the_night_the_table_is_empty_again(cast, phone, start):
    start("rufmariasch", FOUR)
    Match.objects.update(started_at=timezone.now() - datetime.timedelta(days=1))
    page = flat(phone.get(f"/g/{cast.group.key}/play/rufmariasch/"))
    assert page.count('name="seat"') == page.count('autocomplete="off" value=""') == 5


# House rules


def test_house_rules_are_said_by_what_differs_from_the_usual(cast, phone, start):
    address = f"/g/{cast.group.key}/play/beutelschneider/"
    assert '<span class="soft">As usual</span>' in phone.get(address).text
    assert '<span class="soft">Wie üblich</span>' in phone.get(address, headers={"accept-language": "de"}).text
    start("beutelschneider", FOUR, target="150")
    assert '<span class="soft">You play to 150</span>' in phone.get(address).text


def test_options_are_kept_and_offered_next_time(cast, phone, start):
    options = {"cutpurse_colours": ["", "G", "Y"], "special_cards": ["off", "on"], "target": "150", "stake": "1,50 CHF"}
    match = match_of(start("beutelschneider", FOUR, **options, currency="chf"))
    table = match.table
    assert table.options.cutpurse_colours == ("G", "Y")
    assert table.options.special_cards is True
    assert (table.options.target, table.options.stake, table.options.currency) == (150, 150, "CHF")
    page = flat(phone.get(f"/g/{cast.group.key}/play/beutelschneider/"))
    assert "You play to 150, cutpurses in green and yellow, with special cards, stake 1.50\u00a0CHF</span>" in page
    assert 'value="G" checked' in page


# The same again, and going on with a game in play


def test_two_phones_at_the_end_of_a_game_begin_one_more(cast, phone, start):
    """Each pad sends the key of its game, and both phones are led to the one new game."""
    first = match_of(start("rufmariasch", FOUR))
    first.close("Sam")
    pad = phone.get(first.get_absolute_url()).content.decode()
    assert f'name="after" value="{first.key}"' in pad
    second = match_of(phone.post(f"/g/{cast.group.key}/again/", {"after": first.key}))
    assert match_of(phone.post(f"/g/{cast.group.key}/again/", {"after": first.key})) == second


def test_with_nothing_to_repeat_one_chooses(cast, phone):
    assert phone.post(f"/g/{cast.group.key}/again/")["Location"] == f"/g/{cast.group.key}/play/"


# A dealer who sits out


def sit_down(cast, slug: str, names: str, **more):
    where = reverse("play_game", args=[cast.group.key, slug])
    return cast.phone("scorer").post(where, {"seat": names.split(), "dealer": "0", **more})


def test_one_more_than_plays_sits_down_and_the_dealer_sits_out(cast) -> None:
    names = "Anna Ben Carla Dora Ida"
    assert sit_down(cast, "rufmariasch", names).status_code == 302
    match = Match.objects.latest("pk")
    assert match.table.players == ("Ben", "Carla", "Dora", "Ida")
    for page, says in (("table", "Anna deals and sits out"), ("display", "deals and sits out"), ("deal", "sits out")):
        shown = cast.phone("viewer").get(reverse(page, args=[cast.group.key, match.key]))
        assert says in words(shown.text), page
    again = cast.phone("scorer").get(reverse("play_game", args=[cast.group.key, "rufmariasch"]))
    assert again.context["seating"].sits_out
    for slug, out in (("other-game", False), ("beutelschneider", False), ("beutelschneider-classic", True)):
        seating = cast.phone("scorer").get(reverse("play_game", args=[cast.group.key, slug])).context["seating"]
        assert (seating.sits_out, len(seating.typed)) == (out, 5), "nobody sits out if all can play"


@pytest.mark.parametrize(
    ("slug", "names", "options"),
    [
        ("krimsutep", "Anna Ben Carla Dora", {}),
        ("other-game", "Anna Ben Carla Dora Ida", {"teams": "2"}),
        ("bettler-und-diebe", "Anna Ben Carla", {}),
    ],
)
def test_where_the_dealer_always_plays_that_is_said(cast, slug, names, options) -> None:
    """The dealer always plays in Krimsutep, in games with teams, and if two would be left in Bettler und Diebe."""
    refused = sit_down(cast, slug, names, sits_out="dealer", **options)
    assert refused.status_code == 422
    assert "the dealer plays too" in words(refused.text)
    assert not Match.objects.filter(sits_out=True).exists()
