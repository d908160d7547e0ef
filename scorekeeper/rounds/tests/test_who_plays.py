"""Changes of players, on their own page: in every game, and while a round is being entered."""

import re

import pytest
from django.urls import reverse

from games.registry import all_games
from scorekeeper.nights.models import Match
from scorekeeper.rounds.piles import Piles
from scorekeeper.rounds.tests.test_piles import give
from scorekeeper.rounds.tricks import Tricks
from tests.fixtures import words

pytestmark = [pytest.mark.django_db, pytest.mark.slow]
NAMES = ["Anna", "Ben", "Carla", "Dora", "Ida", "Fritz", "Gerd"]


def table(cast, slug="other-game", seats=3, **options) -> Match:
    match = cast.start(slug, NAMES[:seats], **options)
    for name in NAMES:
        cast.group.players.get_or_create(name=name)
    return match


def key_of(cast, name: str) -> str:
    return cast.group.players.get(name=name).key


def fresh(match: Match) -> Match:
    return Match.objects.get(pk=match.pk)


def say(cast, match: Match, seen: int | None = None, **fields):
    match = fresh(match)
    where = reverse("who_plays", args=[cast.group.key, match.key])
    return cast.phone("scorer").post(where, {"seen": match.last_number if seen is None else seen, **fields})


def preview(cast, match: Match, **fields) -> str:
    where = reverse("preview_seats", args=[cast.group.key, match.key])
    return words(cast.phone("scorer").post(where, fields).text)


def points(match: Match, **of) -> None:
    match = fresh(match)
    match.enter({"kind": "points", "points": of}, match.last_number, "Sam")


@pytest.mark.parametrize(
    "slug", [slug for slug, game in sorted(all_games().items()) if not game.team_count(game.options())]
)
def test_a_seat_is_taken_over_in_every_game_and_in_the_list_of_changes(cast, slug) -> None:
    game = all_games()[slug]
    match = table(cast, slug, seats=min(game.seats), stake=10) if "stake" in game.options.rules() else table(cast, slug)
    page = cast.phone("scorer").get(reverse("who_plays", args=[cast.group.key, match.key]))
    assert page.status_code == 200
    told = preview(cast, match, **{"seat-0": key_of(cast, "Gerd")})
    assert "Gerd takes over from Anna, with 0 points." in told
    answer = say(cast, match, **{"seat-0": key_of(cast, "Gerd")})
    assert (answer.status_code, answer.url) == (302, match.get_absolute_url())
    assert fresh(match).course.engine.seating.players[0] == "Gerd"
    for page in ("table", "display", "changes"):
        shown = cast.phone("viewer").get(reverse(page, args=[cast.group.key, match.key]))
        assert "Gerd" in words(shown.text)
    fresh(match).undo("Sam")
    assert fresh(match).course.engine.seating.players[0] == "Anna"


def test_somebody_leaves_and_comes_back_with_what_they_left_with(cast) -> None:
    match = table(cast)
    points(match, Anna=4, Ben=5, Carla=6)
    assert say(cast, match, **{"seat-1": "leaves"}).status_code == 302
    pad = words(cast.phone("viewer").get(match.get_absolute_url()).text)
    assert "Ben leaves with 5 points." in pad
    assert "Ben left after round 1 with 5." in pad
    points(match, Anna=1, Carla=1)
    assert say(cast, match, joins=key_of(cast, "Ben"), start_number="99", after="0").status_code == 302
    engine = fresh(match).course.engine
    assert (engine.seating.players, engine.standing) == (("Anna", "Ben", "Carla"), {"Anna": 5, "Ben": 5, "Carla": 7})


@pytest.mark.parametrize(
    ("start", "typed", "gets"),
    [("zero", "", 0), ("last", "", 2), ("average", "", 6), ("last", "-7", -7)],
)
def test_somebody_joins_with_as_many_points_as_was_said(cast, start, typed, gets) -> None:
    match = table(cast)
    points(match, Anna=10, Ben=7, Carla=2)
    assert say(cast, match, name="Nora", start=start, start_number=typed, after="0").status_code == 302
    engine = fresh(match).course.engine
    assert (engine.seating.players, engine.totals["Nora"]) == (("Anna", "Nora", "Ben", "Carla"), gets)
    assert cast.group.players.filter(name="Nora").exists()


def test_what_is_no_number_is_asked_about_and_keeps_what_was_typed(cast) -> None:
    match = table(cast)
    answer = say(cast, match, name="Nora", start_number="5 5")
    assert answer.status_code == 422
    assert 'value="5 5"' in answer.text
    assert 'value="Nora"' in answer.text
    assert not fresh(match).active


def test_seats_in_another_order_and_several_changes_at_once(cast) -> None:
    match = table(cast)
    fields = {"swap-0": "1", "name-2": "Nora", "name": "Otto", "after": "2"}
    assert say(cast, match, **fields).status_code == 302
    assert fresh(match).course.engine.seating.players == ("Ben", "Anna", "Nora", "Otto")


def test_the_parts_of_those_who_stay_are_kept(cast) -> None:
    match = table(cast)
    for seat in (0, 1):
        assert give(cast, match, seat, 5 + seat).status_code == 302
    assert say(cast, match, **{"seat-1": key_of(cast, "Gerd")}).status_code == 302
    assert list(Piles.current(fresh(match)).parts) == ["0"]
    for seat in (2, 3):
        give(cast, match, seat, seat)
    record = fresh(match).active[-1].record
    assert record["points"] == {"Gerd": 3, "Anna": 5, "Carla": 2}


def opened(cast, match: Match, whose: object):
    return cast.phone("scorer").get(reverse("pile", args=[cast.group.key, match.key, whose]))


def test_parts_of_a_game_that_is_another_now_are_not_read(cast) -> None:
    """Snear becomes Halsabschneider, which has no screen for the points that are saved for Anna."""
    match = table(cast, "bettler-und-diebe", 2)
    old = {"screen": "snear", "seen": "0", "last": "0", "number": "1"}
    assert give(cast, match, 0, 70).status_code == 302
    assert say(cast, match, name="Nora").status_code == 302
    overview = cast.phone("scorer").get(reverse("piles", args=[cast.group.key, match.key]))
    assert "0 of 3 done" in words(overview)
    asked = opened(cast, match, 1)
    assert "Who took the pot?" in words(asked), "as at the beginning of a round"
    late = cast.phone("scorer").post(asked.request["PATH_INFO"], {**old, "points-1": "50"})
    assert late.status_code == 409, "a form of Snear is no Ramsch without a word"
    assert 'value="50"' in late.text
    begin = {"do": "kind pot-counted 0 0", "seen": fresh(match).draft.version}
    answer = cast.phone("scorer").post(reverse("update_piles", args=[cast.group.key, match.key]), begin)
    assert answer.status_code == 302
    for seat, points in ((1, 50), (2, 35)):
        form = {"screen": "pot-counted", "seen": fresh(match).draft.version, f"counted-{seat}": points}
        where = reverse("pile", args=[cast.group.key, match.key, seat])
        assert cast.phone("scorer").post(where, form).status_code == 302
    assert Piles.current(fresh(match)).given == {"1", "2"}


@pytest.mark.parametrize("slug", ["other-game", "wizard", "rufmariasch"])
def test_whoever_has_left_has_no_page_of_their_own_and_it_says_so(cast, slug) -> None:
    """If a player has left, the pages of that player's part and bid redirect to the pad, with a message."""
    match, phone = table(cast, slug, 4), cast.phone("scorer")
    here = match.get_absolute_url()
    assert phone.get(f"{here}piles/3/").status_code == 200
    assert say(cast, match, **{"seat-3": key_of(cast, "Gerd")}).status_code == 302
    for page in ("piles/3/", "piles/3/preview/", *(("bids/3/", "bids/3/preview/") if slug == "wizard" else ())):
        for send in (phone.post, *(() if "preview" in page else (phone.get,))):
            answer = send(here + page)
            assert (answer.status_code, answer.url) == (302, here), page
            assert "Dora isn’t playing in this round." in words(phone.get(here).text)
    assert phone.get(f"{here}piles/9/").status_code == 404, "nobody ever sat there"


@pytest.mark.parametrize("seat", ["3", "99", "x"])
def test_the_kind_of_round_is_no_kind_for_whoever_does_not_play(cast, seat) -> None:
    match = table(cast, "bettler-und-diebe", 4)
    asks = cast.phone("scorer").get(f"{match.get_absolute_url()}piles/3/").text
    [do, *_others] = re.findall(r'name="do" value="(kind [^" ]* 3[^"]*)"', asks)
    say(cast, match, **{"seat-3": key_of(cast, "Gerd")})
    begun = do.replace(" 3", f" {seat}", 1)
    answer = cast.phone("scorer").post(f"{match.get_absolute_url()}piles/settle/", {"do": begun, "seen": 0})
    assert answer.status_code == 409
    assert Piles.current(fresh(match)) is None, "nothing is begun"


def test_who_plays_stays_while_a_round_is_written_down_in_tricks(cast) -> None:
    match = table(cast, "beutelschneider")
    Tricks(match).describe({"kind": "tricks"}, 0, "Sam")
    answer = say(cast, match, **{"seat-1": key_of(cast, "Gerd")})
    assert answer.status_code == 422
    assert "Round 1 is being written down trick by trick." in words(answer.text)
    assert reverse("discard_tricks", args=[cast.group.key, match.key, "new"]) in answer.text
    assert fresh(match).draft.form


def test_nothing_said_is_no_entry(cast) -> None:
    match = table(cast)
    assert say(cast, match).status_code == 302
    assert not fresh(match).active


# Two phones at once


def test_a_change_that_names_nobody_or_a_seat_that_is_gone_is_not_dropped(cast) -> None:
    match = table(cast)
    answer = say(cast, match, joins="nobody-has-this")
    assert (answer.status_code, "Nobody in this group has that name." in words(answer.text)) == (422, True)
    assert say(cast, match, **{"seat-1": "leaves"}).status_code == 302
    answer = say(cast, match, seen=0, **{"seat-1": "leaves"})
    assert (answer.status_code, "was faster" in words(answer.text)) == (409, True)


# Teams


def test_the_teams_stay_to_the_end(cast) -> None:
    match = table(cast, seats=4, teams=2)
    for changed in ({"seat-0": key_of(cast, "Gerd")}, {"swap-0": "1"}, {"seat-0": "leaves"}):
        assert "That would change the teams." in preview(cast, match, **changed)


# Joining again after undo


@pytest.mark.parametrize(
    ("slug", "options", "said", "ends"),
    [
        ("other-game", {"target": 100}, {"start_number": "120"}, "This ends the game after round 1: Fritz wins."),
        # The target is 500 with two players, else 20.
        ("bettler-und-diebe", {}, {}, "This ends the game after round 1: Anna wins."),
    ],
)
def test_a_change_that_ends_the_game_says_so_and_asks_once(cast, slug, options, said, ends) -> None:
    match = table(cast, slug, 2, **options)
    record = {"kind": "snear", "points": {"Anna": 74, "Ben": 46}} if "diebe" in slug else None
    fresh(match).enter(record or {"kind": "points", "points": {"Anna": 7, "Ben": 4}}, 0, "Sam")
    said |= {"joins": key_of(cast, "Fritz"), "after": "1"}
    assert ends in preview(cast, match, **said)
    answer = say(cast, match, **said)
    assert answer.status_code == 422
    assert f"{ends} Save to confirm." in words(answer.text)
    assert not fresh(match).finished
    assert say(cast, match, asked=ends, **said).status_code == 302
    assert fresh(match).finished


def test_a_game_is_called_as_those_who_play_now_call_it(cast) -> None:
    match = table(cast, "bettler-und-diebe", 2)
    titles = [words(cast.phone("viewer").get(match.get_absolute_url()).text).split(" · ")[0]]
    for name, more in (("Fritz", {}), ("Gerd", {"sits_out": "dealer"})):
        say(cast, match, joins=key_of(cast, name), after="1", **more)
        titles.append(words(cast.phone("viewer").get(match.get_absolute_url()).text).split(" · ")[0])
    assert titles == ["Snear", *["Halsabschneider (Cutthroat)"] * 2]
    fresh(match).undo("Sam")
    fresh(match).undo("Sam")
    assert fresh(match).title.text("en") == "Snear"
