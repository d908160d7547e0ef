"""The page for choosing a game: its order and its search. A plain pad with the name of a sheet offers the sheet."""

import re

import pytest

from games.registry import all_games
from scorekeeper.nights.models import Match, Night
from scorekeeper.people.models import Player
from scorekeeper.rounds.piles import Piles

FOUR = ["Ben", "Carla", "Dirk", "Emil"]
SHEETS = [slug for slug, game in all_games().items() if not game.shown_first]


@pytest.fixture(autouse=True)
def _nothing_played_yet(cast):
    cast.group.nights.all().delete()


@pytest.fixture
def phone(cast):
    return cast.phone("scorer")


def slugs(page: str) -> list[str]:
    return list(dict.fromkeys(re.findall(r'/play/([a-z_-]+)/"', page)))


def first(page: str) -> list[str]:
    """Return the slugs of the games above the folded list."""
    return slugs(page.partition("<details")[0])


def play(cast, slug, options=None):
    players = list(cast.group.players.order_by("pk"))
    while len(players) < 4:
        players.append(cast.group.players.create(name=f"Player {len(players)}"))
    return Match.start(Night.tonight(cast.group), slug, players[:4], options or {}, 0)


def test_what_the_group_plays_most_often_comes_first_and_the_pad_stays(cast, phone):
    for slug in ("skat", "wizard", "wizard"):
        play(cast, slug)
    page = phone.get(f"/g/{cast.group.key}/play/").content.decode()
    house = [game.slug for game in all_games().values() if game.shown_first and game.slug != "other-game"]
    assert first(page)[:2] + first(page)[-1:] == ["wizard", "skat", "other-game"]
    assert set(first(page)) == {"wizard", "skat", "other-game", *house}
    assert set(slugs(page)) == set(all_games())


@pytest.mark.parametrize("slug", SHEETS)
def test_every_sheet_is_found_by_its_name_in_both_languages(cast, phone, slug):
    for language in ("de", "en"):
        name = all_games()[slug].name.text(language)
        for typed in (name, name.upper(), name[:4], name.replace(" ", "-")):
            page = phone.get(f"/g/{cast.group.key}/play/", {"q": typed}).content.decode()
            assert slug in slugs(page), typed


@pytest.mark.parametrize(
    ("typed", "slug"),
    [
        *(
            ("romme", "rummy"),
            ("ohhell", "oh-hell"),
            ("  wiz ", "wizard"),
            ("Rommé", "rummy"),
            ("schafkopf", "schafkopf"),
        ),
        *((name, slug) for slug in SHEETS for name in all_games()[slug].also),
    ],
)
def test_a_search_forgives_accents_and_spaces_and_knows_other_names(cast, phone, typed, slug):
    assert slug in slugs(phone.get(f"/g/{cast.group.key}/play/", {"q": typed}).content.decode())


def test_where_games_are_called_so_those_alone_are_found(cast, phone):
    assert slugs(phone.get(f"/g/{cast.group.key}/play/", {"q": "wi"}).content.decode()) == ["wizard"]
    assert "oh-hell" in slugs(phone.get(f"/g/{cast.group.key}/play/", {"q": "ansagen"}).content.decode())


def test_what_nobody_has_described_goes_on_the_plain_pad_by_its_name(cast, phone):
    page = phone.get(f"/g/{cast.group.key}/play/", {"q": "<b>Tichu</b> & co"}).content.decode()
    assert "Nothing found." in page
    assert "<b>Tichu" not in page
    link = re.search(r'href="(/g/[^"]*/play/other-game/\?name=[^"]*)"', page)[1]
    assert 'value="&lt;b&gt;Tichu&lt;/b&gt; &amp; co"' in phone.get(link).content.decode()


@pytest.mark.parametrize("name", ["Wizard", " wizard", "ROMME", "Rummy"])
def test_a_pad_called_like_a_sheet_offers_to_go_over_to_it(cast, phone, name):
    slug = "wizard" if "izard" in name else "rummy"
    response = phone.post(f"/g/{cast.group.key}/play/other-game/", {"seat": FOUR, "name": name, "stake": "0.10 €"})
    page = phone.get(response["Location"]).content.decode()
    assert f"There is a sheet for {all_games()[slug].name.text('en')}: use it" in page
    assert ("to 500 points" if slug == "rummy" else "15 rounds") in page
    old = Match.objects.get()
    answer = phone.post(f"/g/{cast.group.key}/m/{old.key}/go-over/")
    new = Match.objects.not_deleted().get()
    assert answer["Location"] == new.get_absolute_url()
    assert (new.game_slug, [seat.name for seat in new.seated], new.options) == (slug, FOUR, {"stake": 10})


@pytest.mark.parametrize(
    ("name", "rules", "taken"),
    [
        ("Hearts", {"target": 50, "best": "low", "rounds": 4}, {"target": 50}),
        ("Hearts", {"target": None}, {}),
        ("Beutelschneider", {"target": 9, "stake": 20}, {"stake": 20}),
        ("Rommé", {"target": 50, "rounds": 8}, {"target": 50}),
    ],
)
def test_a_game_in_place_of_a_pad_takes_over_the_rules_that_it_has_too(cast, phone, name, rules, taken):
    pad = play(cast, "other-game", {"name": name, **rules})
    phone.post(f"/g/{cast.group.key}/m/{pad.key}/go-over/")
    new = Match.objects.not_deleted().latest("pk")
    assert new != pad
    assert new.options == taken


def test_a_pad_on_which_somebody_has_saved_their_part_stays(cast, phone):
    pad = play(cast, "other-game", {"name": "Skat"})
    Piles(pad).save_part("0", {"points-0": ["27"]}, "round", 0, "Sam")
    assert "There is a sheet" not in phone.get(pad.get_absolute_url()).text
    assert phone.post(f"/g/{cast.group.key}/m/{pad.key}/go-over/")["Location"] == pad.get_absolute_url()
    assert Match.objects.not_deleted().get() == pad


@pytest.mark.parametrize(
    ("name", "people", "fits"),
    [
        ("Rufmariasch", 4, False),
        ("Rufmariasch", 5, True),
        ("The Architects of Krimsutep", 3, False),
        ("Spades", 4, False),
        ("Spades", 5, False),
        ("Wizard", 7, True),
    ],
)
def test_a_dealer_who_sits_out_does_not_count_as_playing_by_the_sheet(cast, phone, name, people, fits):
    players = [Player.objects.create(group=cast.group, name=f"P{number}") for number in range(people)]
    pad = Match.start(Night.tonight(cast.group), "other-game", players, {"name": name}, 0, sits_out=True)
    answer = phone.post(f"/g/{cast.group.key}/m/{pad.key}/go-over/")
    new = Match.objects.not_deleted().get()
    assert (new != pad) == fits
    assert ("/play/" in answer["Location"]) == (not fits)
    assert (new.sits_out, len(new.sitting)) == (True, people)
    assert phone.get(new.get_absolute_url()).status_code == 200


@pytest.mark.parametrize("name", ["wizard", "DOKO"])
def test_a_plain_pad_offers_the_sheet_of_its_name_or_of_another_of_its_names(cast, phone, name):
    pad = play(cast, "other-game", {"name": name})
    phone.post(f"/g/{cast.group.key}/m/{pad.key}/go-over/")
    assert Match.objects.not_deleted().latest("pk").game_slug == {"wizard": "wizard", "DOKO": "doppelkopf"}[name]
