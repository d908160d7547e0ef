"""The pad: what it shows, how phones follow it, the display, and what to do between deals."""

import re
from itertools import count

import pytest

from games.registry import all_games
from scorekeeper.nights.models import Entry, Match
from scorekeeper.people.models import Group, Player
from tests.fixtures import make_phone, words
from tests.play import TABLES
from tests.play.seeds import sit


@pytest.fixture
def start(cast):
    """Return a function that starts a game of this group: start("krimsutep", "Ben Carla Dirk", stake=10)."""

    def make(slug, names, **options) -> Match:
        return cast.start(slug, names.split(), **options)

    return make


def adjust(match, **points):
    record = {"kind": "adjustment", "points": points}
    return match.enter(record, match.last_number, "Sam")


@pytest.fixture
def look(cast):
    def at(match, sub="", role="viewer", **headers):
        return cast.phone(role).get(match.get_absolute_url() + sub, headers=headers)

    return at


# What the pad shows and offers


def test_money_stands_under_the_totals(start, look):
    match = start("rufmariasch", "Ben Carla Dirk Emil", stake=25)
    adjust(match, Ben=5, Carla=-5)
    assert "€ +1.25 −1.25 0.00 0.00" in words(look(match))


def test_what_can_be_changed_is_offered_to_whom_may(cast, start, look):
    assert 'id="why1" hidden' in look(cast.match).text
    assert 'id="why1" hidden' not in look(cast.match, "?open=1").text, "a row opens without scripts, too"
    cast.match.remove(cast.match.entries.get(number=1), "Sam")
    scorer, viewer = (look(cast.match, role=role).text for role in ("scorer", "viewer"))
    for what in ("/restore/", "/undo/", "/close/", "/adjust/", "/options/", 'class="btn main'):
        assert what in scorer
        assert what not in viewer
    assert "/undo/" not in look(start("krimsutep", "Ben Carla Dirk"), role="scorer").text


@pytest.mark.parametrize("feminine", ["Ben", "Ben Carla", "Dirk"])
def test_a_title_is_feminine_where_all_who_have_won_want_it(start, feminine):
    match = start("bettler-und-diebe", "Ben Carla Dirk")
    adjust(match, Ben=5, Carla=5)
    match.close("Sam")
    Player.objects.filter(name__in=feminine.split()).update(feminine=True)
    match = Match.objects.get(pk=match.pk)
    title = match.game.champion
    assert match.winners == [0, 1]
    assert match.champion == (title.feminine if feminine == "Ben Carla" else title)


# Following


@pytest.mark.parametrize("over", [False, True])
def test_a_phone_that_has_seen_all_gets_an_empty_304(cast, look, django_assert_max_num_queries, over):
    """The 304 also comes for a page from the cache. The pad of a game that is over depends on the group's tag, too."""
    if over:
        cast.match.close("Sam")
    for _ in range(3):  # the first request records that the link is used
        first = look(cast.match, **{"hx-request": "true"})
        assert first.status_code == 200
    seen = {"hx-request": "true", "hx-ptag": first["HX-PTag"]}
    with django_assert_max_num_queries(1):
        again = look(cast.match, **seen)
    assert again.status_code == 304
    assert again.content == b""
    Group.objects.all().renew_tags()
    assert look(cast.match, **seen).status_code == (200 if over else 304)
    Match.objects.all().renew_tags()
    assert look(cast.match, **seen).status_code == 200


def test_a_tag_belongs_to_a_phone_and_no_language(cast, look):
    """If the language was changed in another tab, the pad still gets a 304, so that no page mixes two languages."""
    tag = look(cast.match)["HX-PTag"]
    asked = {"hx-request": "true", "hx-ptag": tag}
    assert look(cast.match, **asked).status_code == 304
    assert look(cast.match, **asked, **{"accept-language": "de"}).status_code == 304
    assert look(cast.match, role="scorer", **asked).status_code == 200
    assert look(cast.match, role="nobody", **asked).status_code == 404


# Folded rows, and parts that are drawn once for many phones


def test_a_single_round_is_not_folded(start, look):
    match = start("krimsutep", "Ben Carla Dirk")
    for number in range(11):
        adjust(match, Ben=number)
    page = look(match).text
    assert 'id="r1"' in page
    assert 'id="older"' not in page


def test_forms_that_were_drawn_for_all_carry_the_token_of_each(cast):
    url = cast.match.get_absolute_url()
    phones = [make_phone(token=cast.scorer_token), make_phone(token=cast.scorer_token)]
    for phone in phones:
        phone.handler.enforce_csrf_checks = True
    pages = [phone.get(url).text for phone in phones]
    tokens = [re.search(r'name="csrfmiddlewaretoken" value="([^"]+)"', page)[1] for page in pages]
    assert phones[1].post(f"{url}close/", {"csrfmiddlewaretoken": tokens[0]}).status_code == 403
    assert phones[1].post(f"{url}close/", {"csrfmiddlewaretoken": tokens[1]}).status_code == 302


# Numbers that can be read upside down


# The display and the deal, for every game at every number of players


@pytest.mark.parametrize(("slug", "seats"), TABLES)
def test_every_game_has_its_pad_display_and_deal(start, look, slug, seats):
    names = ["Max", "Maxim", "Maximiliane", "Ben", "Carla", "Dirk", "Émile", "Fritz"]
    match = start(slug, " ".join(names[:seats]), stake=5)
    assert look(match, "referee/").status_code == (200 if match.table.deck else 404)
    for sub in ("", "display/", "deal/"):
        if sub == "deal/" and not match.table.deck:
            assert look(match, sub).status_code == 404
            continue
        for lang in ("de", "en") if seats == max(all_games()[slug].seats) else ("de",):
            page = look(match, sub, **{"accept-language": lang})
            assert page.status_code == 200
            assert f'lang="{lang}"' in page.text


# The chart, and how the seats are drawn


def labels(cast, match):
    """Return the labels that a screen reader reads for the rows' buttons, newest first."""
    page = cast.phone("viewer").get(match.get_absolute_url()).text
    return [
        " ".join(each.split()) for each in re.findall(r'aria-controls="why\d+".*?aria-label="([^"]*)"', page, re.DOTALL)
    ]


def test_the_last_count_of_a_game_is_called_by_its_name(cast):
    them = next(them for them, _ in (sit("krimsutep", 3, seed) for seed in count()) if not them.on_map)
    match = cast.start("krimsutep", them.players, **them.options)
    for record in (*(round_.noted["won"] for round_ in them.play_rounds(12)), *them.closing()):
        match.enter(record, match.last_number, "Sam")
    assert labels(cast, match)[0] == "The oases at the end: why?"


def test_a_change_of_who_plays_that_no_longer_counts_is_called_one(cast):
    match = cast.start("beutelschneider", ("Ben", "Carla", "Dirk"))
    match.enter({"kind": "seats", "players": ["Anna", "Carla", "Dirk"], "replaced": {"Anna": "Ben"}}, 0, "Sam")
    entry = match.enter({"kind": "seats", "players": ["Anna", "Zoe", "Dirk"], "replaced": {"Zoe": "Carla"}}, 1, "Sam")
    Entry.objects.filter(pk=entry.pk).update(record={"kind": "seats", "players": ["Anna"]})
    Match.objects.get(pk=match.pk).touch()
    assert labels(cast, match)[0] == "Who plays: why?"
