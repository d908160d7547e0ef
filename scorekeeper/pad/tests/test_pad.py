"""The pad: what it shows, how phones follow it, the display, and what to do between deals."""

import re
from itertools import count, pairwise

import pytest
from django.conf import settings

from games.registry import all_games
from scorekeeper.nights.models import Entry, Match
from scorekeeper.nights.presenter import totals_chart
from scorekeeper.pad.views.pad import PLACES
from scorekeeper.people.models import Group, Player
from scorekeeper.people.signs import SEATS_DRAWN, Sign, signs
from scorekeeper.web.charts import LEAST_APART, spread
from scorekeeper.web.formatting import minus, signed
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


def test_it_says_which_round_it_is_who_deals_and_who_opens(start, look):
    page = words(look(start("krimsutep", "Ben Carla Dirk")))
    assert "Round 1 of 8" in page
    assert page.count("Ben deals") == 1, "told once"
    rufmariasch = words(look(start("rufmariasch", "Ben Carla Dirk Emil")))
    assert "Carla calls and leads" in rufmariasch
    assert "You call and lead." in rufmariasch, "on her own phone"
    page = words(look(start("bettler-und-diebe", "Ben Carla Dirk"), "deal/"))
    assert "These five cards stay in the box 1 Blue 1 2 Blue 2 1 Green 1 2 Green 2 1 Red 1" in page
    assert "Three cards go face down into the pot." in page


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


@pytest.mark.parametrize(
    ("players", "points", "said"),
    [
        ("Ben Carla Dirk", (30, 20, 10), "Ben +30, Carla +20, Dirk +10"),
        ("Ben Carla Dirk", (30, 0, -10), "Ben +30, Dirk −10"),
        ("Ben Carla Dirk", (5, 5, 5), "Everyone +5"),
        ("Ben Carla Dirk", (0, 0, 0), ""),
        ("Ben Carla Dirk Emil Fritz", (7, 9, 1, 9, 2), "Carla and Emil +9"),
        ("Ben Carla Dirk Emil Fritz", (7, 0, 0, 7, 0), "Ben +7, Emil +7"),
    ],
)
def test_the_message_after_saving_leaves_out_nobody_who_got_something_but_beside_the_best_alone(
    start, look, players, points, said
):
    match = start("other-game", players)
    adjust(match, **dict(zip(players.split(), points, strict=True)))
    landed = words(look(match, role="scorer").text.partition('id="landed"')[2].partition("</p>")[0])
    assert landed.endswith(f"The points are saved. {said}".strip())


def test_where_the_lowest_wins_the_best_has_the_fewest(start, look):
    match = start("other-game", "Ben Carla Dirk Emil Fritz", best="low")
    adjust(match, Ben=7, Carla=9, Dirk=1, Emil=9, Fritz=2)
    assert "The points are saved. Dirk +1" in words(look(match, role="scorer"))


@pytest.mark.parametrize("best", ["high", "low"])
def test_where_the_lowest_wins_no_total_below_nothing_is_told_as_a_loss(start, look, best):
    match = start("other-game", "Ben Carla", best=best)
    adjust(match, Ben=-68, Carla=-7)
    for page in ("", "display/"):
        [kinds] = re.findall(r'<body class="([^"]*)"', look(match, page).text)
        assert ("low" in kinds.split()) is (best == "low")


def test_it_says_how_the_game_stands_until_its_end(start, look):
    match = start("beutelschneider-classic", "Ben Carla Dirk")
    adjust(match, Ben=30, Carla=12)
    assert "Ben leads, 18 ahead of Carla. 70 to go." in words(look(match))
    adjust(match, Carla=18)
    assert "Ben and Carla lead, " in words(look(match))
    assert "What do I need?" in words(look(match))
    adjust(match, Ben=70)
    page = words(look(match, role="scorer"))
    assert all(text in page for text in ("Ben wins", "Richest on market day", "Play again"))
    assert "Enter round" not in page
    assert "What do I need?" not in page
    match.change_options({"target": 30}, "Sam")
    assert "Doesn’t count: The game was over by then." in words(look(match))


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


def test_a_win_can_be_shared_which_is_our_ruling(start, look):
    match = start("beutelschneider", "Ben Carla Dirk")
    adjust(match, Ben=120, Dirk=120)
    assert "our ruling" in words(look(match).text.partition("Ben and Dirk share the win")[2].partition("</p>")[0])


def test_a_tie_demands_one_more_round(start, look):
    match = start("bettler-und-diebe", "Ben Carla Dirk")
    adjust(match, Ben=20, Dirk=20)
    page = words(look(match, role="scorer"))
    assert "Tied for the lead with 20" in page
    assert "One more round will decide." in page
    assert "Enter round 1" in page


def test_a_game_stopped_before_its_end_gives_no_title(start, look):
    match = start("beutelschneider-classic", "Ben Carla Dirk")
    adjust(match, Ben=10)
    match.close("Sam")
    page = words(look(match, role="scorer"))
    assert "Ended early." in page
    assert "Richest" not in page
    assert "Reopen the game" in page


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


@pytest.mark.parametrize("sub", ["", "display/"])
def test_a_change_gives_the_live_part_alone(cast, look, sub):
    tag = look(cast.match, sub)["HX-PTag"]
    adjust(cast.match, Ben=3)
    answer = look(cast.match, sub, **{"hx-request": "true", "hx-ptag": tag})
    assert answer.status_code == 200
    assert answer["HX-PTag"] != tag
    assert 'id="live"' in answer.text
    assert "<html" not in answer.text


def test_a_tag_belongs_to_a_phone_and_no_language(cast, look):
    """If the language was changed in another tab, the pad still gets a 304, so that no page mixes two languages."""
    tag = look(cast.match)["HX-PTag"]
    asked = {"hx-request": "true", "hx-ptag": tag}
    assert look(cast.match, **asked).status_code == 304
    assert look(cast.match, **asked, **{"accept-language": "de"}).status_code == 304
    assert look(cast.match, role="scorer", **asked).status_code == 200
    assert look(cast.match, role="nobody", **asked).status_code == 404


# Folded rows, and parts that are drawn once for many phones


def test_rounds_that_are_folded_come_when_they_are_opened(start, cast):
    match = start("krimsutep", "Ben Carla Dirk")
    for number in range(12):
        adjust(match, Ben=number)
    rows = cast.phone("viewer").get(f"{match.get_absolute_url()}older/").text
    assert re.findall(r'id="(r\d+)"', rows) == ["r2", "r1"]
    assert "Entered by" in rows


def test_a_single_round_is_not_folded(start, look):
    match = start("krimsutep", "Ben Carla Dirk")
    for number in range(11):
        adjust(match, Ben=number)
    page = look(match).text
    assert 'id="r1"' in page
    assert 'id="older"' not in page


def test_what_one_phone_looks_at_is_drawn_for_all_of_its_role(cast, look, monkeypatch):
    look(cast.match)  # records that the link is used
    first = look(cast.match)
    monkeypatch.setattr("scorekeeper.pad.views.pad.match_context", lambda match: pytest.fail("drawn again"))
    other = make_phone(token=cast.viewer_token).get(cast.match.get_absolute_url())
    assert other["HX-PTag"] != first["HX-PTag"]
    assert other.text == first.text.replace(first["HX-PTag"], other["HX-PTag"])
    with pytest.raises(pytest.fail.Exception):
        look(cast.match, role="scorer")
    with pytest.raises(pytest.fail.Exception):
        look(cast.match, **{"accept-language": "de"})
    with pytest.raises(pytest.fail.Exception):
        look(cast.match, "?open=1")


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


@pytest.mark.parametrize(
    ("total", "ruled"),
    [
        (6, True),
        (9, True),
        (66, True),
        (89, True),
        (-86, True),
        (606, True),
        (690, True),
        (69, False),
        (-96, False),
        (609, False),
        (0, False),
        (8, False),
        (80, False),
        (16, False),
    ],
)
def test_what_is_another_number_upside_down_is_underlined_on_the_display(cast, total, ruled):
    match = cast.start("other-game", ("Anna", "Ben"), name="Skat")
    match.enter({"kind": "points", "points": {"Anna": total, "Ben": 0}}, 0, "Sam")
    page = cast.phone("viewer").get(f"{match.get_absolute_url()}display/").text
    for figures in (minus(total), signed(total)):  # as a total, and as the points of the last round
        assert bool(re.search(rf'<span class="[^"]*ruled[^"]*">\s*{re.escape(figures)}\s*</span>', page)) == ruled


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


def test_left_out_and_in_play_are_the_whole_deck():
    for game in all_games().values():
        decks = []
        for seats in game.seats:
            table = game.table(tuple("ABCDEFGH"[:seats]), game.options())
            out = {card.code for card in game.left_out(table)}
            assert not out & table.deck.codes
            decks.append(out | table.deck.codes)
        assert all(deck == decks[0] for deck in decks), game.slug


# The chart, and how the seats are drawn


def test_names_in_the_chart_keep_apart():
    placed = spread([100, 100, 101, 99, 100], limit=150)
    ordered = sorted(placed)
    assert all(below - above >= LEAST_APART for above, below in pairwise(ordered))


def seated(*names: str) -> list[Sign]:
    return signs(
        (name, Player(name=name, colour=seat, shape=seat, letters=name[0])) for seat, name in enumerate(names, 1)
    )


def test_a_chart_begins_with_the_second_entry():
    people = seated("Anna", "Ben")
    assert totals_chart(people, [[1, 2]], [1]) is None
    drawn = totals_chart(people, [[1, 2], [5, -3]], [1, None])
    assert drawn is not None
    assert [line.summary for line in drawn.lines] == ["Anna 5", "Ben −3"]
    assert [tick.text for tick in drawn.rounds] == ["1"]


def test_as_many_seats_are_drawn_as_one_place_says():
    css = (settings.BASE_DIR / "static/css/base.css").read_text()
    assert set(PLACES) == set(range(2, SEATS_DRAWN + 2)), "one more than can play: a dealer who sits out"
    assert all(len(set(places)) == seats for seats, places in PLACES.items())
    for seat in range(1, SEATS_DRAWN + 1):
        for what in "ps":
            assert len(re.findall(rf"\.{what}{seat}\b", css)) == len(re.findall(rf"\.{what}1\b", css)), f"{what}{seat}"
    assert f".p{SEATS_DRAWN + 1}" not in css


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
