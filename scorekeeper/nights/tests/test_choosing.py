"""The page for choosing a game: its order and its search. A plain pad with the name of a sheet offers the sheet."""

import re

import pytest

from scorekeeper.nights.models import Match, Night
from scorekeeper.rounds.piles import Piles


@pytest.fixture(autouse=True)
def _nothing_played_yet(cast):
    cast.group.nights.all().delete()


@pytest.fixture
def phone(cast):
    return cast.phone("scorer")


def slugs(page: str) -> list[str]:
    return list(dict.fromkeys(re.findall(r'/play/([a-z_-]+)/"', page)))


def play(cast, slug, options=None):
    players = list(cast.group.players.order_by("pk"))
    while len(players) < 4:
        players.append(cast.group.players.create(name=f"Player {len(players)}"))
    return Match.start(Night.tonight(cast.group), slug, players[:4], options or {}, 0)


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
