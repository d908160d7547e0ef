"""The page for choosing a game: its order and its search. A plain pad with the name of a sheet offers the sheet."""

import re

import pytest

from games.registry import all_games
from scorekeeper.nights.models import Match, Night
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


@pytest.mark.parametrize(("name", "slug"), [("Wizard", "wizard"), ("ROMME", "rummy"), ("DOKO", "doppelkopf")])
def test_an_untouched_pad_called_like_a_sheet_leads_to_its_form(cast, phone, name, slug):
    pad = play(cast, "other-game", {"name": name})
    page = phone.get(pad.get_absolute_url()).content.decode()
    assert f"There is a sheet for {name}: use it" in page
    form = phone.get(f"/g/{cast.group.key}/play/{slug}/")
    assert form.request["PATH_INFO"] in page
    assert form.context["seating"].typed == [seat.name for seat in pad.seated]
    Piles(pad).save_part("0", {"points-0": ["27"]}, "round", 0, "Sam")
    assert "There is a sheet" not in phone.get(pad.get_absolute_url()).text
