"""Starting a game: choosing it, seating people, house rules, and the same again."""

import datetime

import pytest
from django.urls import reverse
from django.utils import timezone

from games.kernel.currencies import minor_units
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


def test_new_names_join_the_group_and_known_ones_stay_who_they_are(cast, start):
    match = match_of(start("rufmariasch", ["ben", "Carla", " Dirk ", "Zoë"]))
    assert [seat.name for seat in match.seated] == ["Ben", "Carla", "Dirk", "Zoë"]
    assert set(cast.group.players.values_list("name", flat=True)) == {"Ben", "Carla", "Dirk", "Zoë"}


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


def test_who_has_just_played_sits_there_for_another_game(cast, phone, start):
    start("rufmariasch", FOUR, dealer="1")
    page = phone.get(f"/g/{cast.group.key}/play/beutelschneider/").content.decode()
    seats = [part.split('value="')[1].split('"')[0] for part in page.split('name="seat"')[1:]]
    assert seats == [*FOUR, "", ""]
    assert 'name="dealer" value="1" checked' in page


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


@pytest.mark.parametrize(
    ("typed", "read"),
    [
        ("10", 10), ("10 ct", 10), ("10ct.", 10), ("5 Cent", 5), ("0", 0), ("0,10 €", 10), ("€0.10", 10),
        ("€ 1", 100), ("1 €", 100), ("1,50 EUR", 150), ("1.000 €", 100_000), ("1.000,50 €", 100_050),
        ("€1,000.50", 100_050), ("\u00a02\u00a0€", 200), ("3 Euro", 300),
    ],
)  # fmt: skip
def test_money_is_read_as_people_write_it(typed, read):
    assert minor_units(typed, "EUR") == read


@pytest.mark.parametrize(
    ("typed", "currency", "read"),
    [
        # The yen and the won have no minor unit in use.
        ("100", "JPY", 100), ("100 JPY", "JPY", 100), ("1,000", "JPY", 1_000), ("100.00\u00a0JPY", "JPY", 100),
        ("0.5", "JPY", "0.5"), ("100 ct", "JPY", "100 ct"), ("50", "KRW", 50), ("20 p", "KRW", "20 p"),
        # A dinar has a thousand fils, so a point before three digits is a decimal point.
        ("100", "KWD", 100), ("0.1 KWD", "KWD", 100), ("0,125 KWD", "KWD", 125), ("1.000", "KWD", "1.000"),
        ("1 KWD", "KWD", 1_000),
        ("1,234.500 KWD", "KWD", 1_234_500), ("1.234,500 KWD", "KWD", 1_234_500),
        ("10 ct", "KWD", "10 ct"), ("1.0000", "KWD", "1.0000"),
        # "Rappen" is accepted only in francs, "p" only in pounds.
        ("10 rp", "CHF", 10), ("5 Rappen", "CHF", 5), ("10 ct", "CHF", 10), ("10", "CHF", 10), ("10 Rp.", "EUR", "10 Rp."),
        ("10 p", "GBP", 10), ("10 ct", "USD", 10), ("10 p", "EUR", "10 p"), ("10 p", "CHF", "10 p"), ("10 rp", "GBP", "10 rp"),
    ],
)  # fmt: skip
def test_what_is_below_a_whole_is_the_currencys_own(typed, currency, read):
    assert minor_units(typed, currency) == read


@pytest.mark.parametrize(
    "typed",
    [
        "-5",
        "much",
        "0,5 ct",
        "0.105",
        "0,5",  # half a cent, or 50?
        "1.50",
        "1,5x",
        "€1€",
        "1 $",
        "2 CHF",
        "1,2,3",
        "٣",
        "1" * 30,
        "€",
        ",5",
        "1.",
        "5 5",
        "1 50 €",
    ],
)
def test_what_is_no_amount_stays_as_it_was_typed(typed):
    assert minor_units(typed, "EUR") == typed


# The same again, and going on with a game in play


def test_the_same_again_keeps_people_and_house_rules(cast, phone, start):
    first = match_of(start("krimsutep", FOUR, roman_masters="off", stake="10 ct"))
    assert first.table.options.roman_masters is False
    first.close("Sam")
    second = match_of(phone.post(f"/g/{cast.group.key}/again/", {"after": first.key}))
    assert (second.game_slug, second.options, second.night) == (first.game_slug, first.options, first.night)
    assert [seat.name for seat in second.seated] == FOUR


def test_the_deal_moves_on(cast, phone, start):
    first = match_of(start("beutelschneider", ["Ben", "Carla", "Dirk"], dealer="2"))
    first.enter({"kind": "adjustment", "points": {"Ben": 1}}, 0, "Sam")
    assert match_of(phone.post(f"/g/{cast.group.key}/again/")).first_dealer == 2
    dealt = {"kind": "counted", "gold": {"Ben": 80}}
    last = Match.objects.latest("pk")
    last.enter(dealt, 0, "Sam")
    assert match_of(phone.post(f"/g/{cast.group.key}/again/")).first_dealer == 0


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
