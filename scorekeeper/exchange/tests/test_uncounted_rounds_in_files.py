"""Games with a round that no longer counts: another group takes their export back, with the same scores."""

import json
from random import Random
from typing import Any

import pytest
from django.urls import reverse

from games.registry import all_games
from games.score_file import score_text
from scorekeeper.exchange import exporting
from scorekeeper.exchange.score_files import import_games
from scorekeeper.exchange.tests.test_seats_in_files import a_round
from scorekeeper.nights.models import Match, Night
from scorekeeper.people.models import Group, Player
from tests.drawn import drawn
from tests.fixtures import words
from tests.play import group as people_playing

pytestmark = pytest.mark.django_db


def fresh(match: Match) -> Match:
    return Match.objects.select_related("night").get(pk=match.pk)


def enter(match: Match, record: dict[str, Any]) -> None:
    match = fresh(match)
    match.enter(record, match.last_number, "Sam")


def taken_back(match: Match) -> Match:
    """Return the match as another group has it that imports its export."""
    text = "".join(exporting.export([fresh(match)]))
    answer = score_text(text)
    assert not answer.problems, answer.problems
    other = Group.objects.create(name="Others")
    assert import_games(other, enumerate(json.loads(text)["games"]), "Sam").new == 1
    found = Match.objects.get(night__group=other)
    assert "".join(exporting.export([found])) == text
    return found


def said(match: Match) -> list[Any]:
    """Return what the match comes to: its rounds with their numbers and points, its totals, who deals, its end."""
    course = match.course
    rounds = [(row.number, row.score and row.score.points) for row in course.rows if row.number is not None]
    return [rounds, course.engine.standing, course.engine.over, course.engine.winners, course.engine.next_dealer]


def game_with_a_gap(cast, slug: str, seed: int) -> Match:
    """Return a game of three rounds; the second was played with somebody whose coming was removed later."""
    game = all_games()[slug]
    chance = Random(seed)
    goal = {"target": game.options.rules()["target"].high} if "target" in game.options.rules() else {}
    them = people_playing(game, chance.choice([*game.seats]), chance, **goal)
    match = cast.start(slug, them.players, **them.options)
    for record in (
        None,
        {"kind": "seats", "players": ["Ida", *them.players[1:]], "replaced": {"Ida": "Anna"}},
        None,
        {"kind": "seats", "players": [*them.players], "replaced": {"Anna": "Ida"}},
        None,
    ):
        engine = fresh(match).course.engine
        enter(match, record or a_round(engine, them.after(engine.deals)))
    match = fresh(match)
    match.remove(match.entries.get(number=2), "Sam")
    return fresh(match)


# Where a deal can be passed, the round comes back as one that all have passed. A team stays to the end.
TAKEN_OVER = [slug for slug, game in all_games().items() if not (game.passes or game.team_count(game.options()))]


@pytest.mark.parametrize("slug", drawn(TAKEN_OVER))
def test_a_game_with_a_round_that_no_longer_counts_is_taken_back(cast, slug) -> None:
    for seed in range(2):
        match = game_with_a_gap(cast, slug, seed)
        assert said(taken_back(match)) == said(match)


def test_a_round_that_came_in_unscored_can_be_entered(cast) -> None:
    """The hook, a house rule of Wizard, is switched on later: round 2, whose bids add up, no longer counts."""
    match = cast.start("wizard", ["Anna", "Ben", "Carla"])
    for number, bids in enumerate(([1, 1, 1], [1, 1, 0], [1, 1, 0]), 1):
        tricks = {"Anna": number}
        enter(match, {"kind": "round", "bid": dict(zip(("Anna", "Ben", "Carla"), bids, strict=True)), "tricks": tricks})
    fresh(match).change_options({"hook": True}, "Sam")
    assert [points is None for _number, points in said(fresh(match))[0]] == [False, True, False]
    text = "".join(exporting.export([fresh(match)]))
    match.night.delete()
    import_games(cast.group, enumerate(json.loads(text)["games"]), "Sam")
    here = Match.objects.get(night__group=cast.group, game_slug="wizard")
    entry, phone = here.entries.get(number=2), cast.phone("scorer")
    assert entry.points is None
    assert "Doesn’t count: This round was dealt and doesn’t count." in words(phone.get(here.get_absolute_url()))
    url = reverse("correct", args=[cast.group.key, here.key, entry.key])
    page = phone.get(url).text
    assert 'name="row-bid-0"' in page
    form = {"screen": "round", "seen": entry.version, "row-bid-0": 1, "row-tricks-0": 2}
    form |= {"round": 2, "row-bid-1": 0, "row-bid-2": 0}
    done = words(phone.post(url, form, follow=True))
    assert "Round 2 corrected" in done
    assert [row.score is not None for row in fresh(here).course.rows] == [True] * 3


def test_where_dealers_sit_out_a_round_of_an_unknown_dealer_is_taken_back(cast) -> None:
    """Ida dealt the first round. Then her coming was removed, so nobody knows who dealt it."""
    names = ["Anna", "Ben", "Carla"]
    people = [Player.objects.get_or_create(group=cast.group, name=name)[0] for name in names]
    match = Match.start(Night.tonight(cast.group), "other-game", people, {}, 0, sits_out=True)
    for record in (
        {"kind": "seats", "players": ["Ida", "Ben", "Carla"], "replaced": {"Ida": "Anna"}},
        {"kind": "winners", "winners": ["Ben"]},
        {"kind": "seats", "players": names, "replaced": {"Anna": "Ida"}},
        {"kind": "winners", "winners": ["Carla"]},
    ):
        enter(match, record)
    match = fresh(match)
    match.remove(match.entries.get(number=1), "Sam")
    assert [points is None for _number, points in said(fresh(match))[0]] == [True, False]
    assert said(taken_back(match)) == said(fresh(match))
