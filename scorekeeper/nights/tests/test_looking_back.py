"""The pages that look back: players, leaderboards, the search for past nights, a night's story."""

import datetime

import pytest
from django.urls import reverse
from django.utils import timezone

from scorekeeper.exchange import score_files
from scorekeeper.history.models import Merge
from scorekeeper.history.tests.test_history import night_on, play
from scorekeeper.nights.models import Match, Night
from scorekeeper.people.models import Player

CALL = {"kind": "call", "caller": "Ben", "trump": "E", "partner": None, "points": 90}


def page(cast, name, *args, role="viewer", **asked):
    return cast.phone(role).get(reverse(name, args=[cast.group.key, *args]), asked)


def player_page(cast, player, **asked):
    return page(cast, "player", player.key, **asked)


# A player


def test_periods_hold_what_they_say(cast, four):
    now = timezone.localtime()
    play(night_on(cast.group, "2001-01-05T20:00"), four, (6, -2, -2, -2))
    play(Night.objects.create(group=cast.group, started_at=now), four, (6, -2, -2, -2))
    last_year = now.replace(day=1) - datetime.timedelta(days=200)
    play(Night.objects.create(group=cast.group, started_at=last_year), four, (6, -2, -2, -2))
    games = {asked: player_page(cast, four[0], **{"in": asked}).context["statistics"].games for asked in ("", "months")}
    assert games == {"": 3, "months": 2}
    assert player_page(cast, four[0]).text.count("ahead 3, behind 0") == 3
    this_year = player_page(cast, four[0], **{"in": "year"}).context["statistics"].games
    assert this_year == 1 + (last_year.year == now.year)
    assert player_page(cast, four[0], **{"in": "nonsense", "game": "chess"}).context["statistics"].games == 3


def test_money_is_shown_only_where_the_group_wants_it(cast, four):
    match = Match.start(night_on(cast.group, "2026-01-05T20:00"), "rufmariasch", four, {"stake": 10}, 0)
    match.enter(CALL | {"caller": "Ben"}, 0, "Sam", key="the-only-round")
    match.close("Sam")
    won = match.course.engine.balances["Ben"]
    where = [reverse(name, args=[cast.group.key]) for name in ("boards", "people")]
    boards, people = (cast.phone("owner").get(url).text for url in where)
    assert "€" not in player_page(cast, four[1]).text + boards
    assert "Show money" in people
    assert cast.phone("scorer").post(reverse("money_shown", args=[cast.group.key]), {"shown": "yes"}).status_code == 403
    cast.phone("owner").post(reverse("money_shown", args=[cast.group.key]), {"shown": "yes"})
    assert f"€{won // 100}.{won % 100:02}" in player_page(cast, four[1]).text
    boards, people = (cast.phone("owner").get(url).text for url in where)
    assert "€" in boards
    assert "Hide money" in people
    cast.phone("owner").post(reverse("money_shown", args=[cast.group.key]), {"shown": "no"})
    assert "€" not in player_page(cast, four[1]).text


# People


def test_the_most_eager_come_first_and_the_hidden_are_folded(cast, four):
    _anna, ben, carla, dirk = four
    late = Player.objects.create(group=cast.group, name="Zoë")
    play(Night.tonight(cast.group), [late, ben, carla, dirk], (6, -2, -2, -2))
    cast.phone("scorer").post(reverse("player_hide", args=[cast.group.key, dirk.key]))
    answer = page(cast, "people")
    assert [each["player"].name for each in answer.context["players"]] == ["Ben", "Carla", "Zoë", "Anna"]
    assert "Hidden: 1" in answer.text
    cast.phone("scorer").post(reverse("player_hide", args=[cast.group.key, dirk.key]), {"hidden": "no"})
    assert "Hidden" not in page(cast, "people").text


def test_merging_and_undoing_it(cast, four):
    anna = four[0]
    annalena = Player.objects.create(group=cast.group, name="Annalena")
    play(night_on(cast.group, "2026-01-05T20:00"), [annalena, *four[1:]], (6, -2, -2, -2))
    owner, url = cast.phone("owner"), reverse("player_merge", args=[cast.group.key, anna.key])
    assert "Annalena" in owner.get(url).text
    assert owner.post(url, {"other": annalena.pk}).status_code == 302
    assert player_page(cast, annalena)["Location"] == reverse("player", args=[cast.group.key, anna.key])
    shown = player_page(cast, anna)
    assert shown.context["statistics"].wins == 1
    assert "Also listed as Annalena" in shown.text
    assert "Annalena" not in page(cast, "people").text
    merge = Merge.objects.get()
    for _ in range(2):  # as by a double tap
        owner.post(reverse("player_unmerge", args=[cast.group.key, anna.key]), {"merge": merge.pk})
    assert player_page(cast, annalena).context["statistics"].wins == 1
    assert player_page(cast, anna).context["statistics"].wins == 0


def test_a_merged_name_that_is_typed_seats_the_one_it_stands_for(cast, four):
    annalena = Player.objects.create(group=cast.group, name="Annalena")
    Merge.of(annalena, four[0], "Sam")
    url = reverse("play_game", args=[cast.group.key, "rufmariasch"])
    cast.phone("scorer").post(url, {"seat": ["Annalena", "Ben", "Carla", "Dirk"]})
    assert Match.objects.latest("pk").seats.get(position=0).player == four[0]
    twice = cast.phone("scorer").post(url, {"seat": ["Annalena", "Ben", "Anna", "Dirk"]})
    assert twice.status_code == 422
    assert "seated twice" in twice.text
    taken = cast.phone("scorer").post(reverse("people", args=[cast.group.key]), {"name": "annalena"})
    assert "another name for Anna" in taken.text


def test_two_who_sat_at_one_table_are_refused_with_the_reason(cast, four):
    play(Night.tonight(cast.group), four, (6, -2, -2, -2))
    url = reverse("player_merge", args=[cast.group.key, four[0].key])
    answer = cast.phone("owner").post(url, {"other": four[1].pk})
    assert answer.status_code == 422
    assert "have met, so they’re two people" in answer.text
    assert not Merge.objects.exists()


# Boards


# Past nights


@pytest.fixture
def past(cast, four):
    Night.objects.all().delete()
    places = ["Ben's kitchen", "Café Zürich", ""]
    slugs = ["rufmariasch", "beutelschneider", "rufmariasch"]
    nights = []
    for number, (place, slug) in enumerate(zip(places, slugs, strict=True)):
        night = night_on(cast.group, f"2026-0{number + 1}-10T22:30")
        night.describe({"place": place, "note": ""})
        play(
            night,
            four if number < 2 else [Player.objects.create(group=cast.group, name="Emil"), *four[1:]],
            (3, -1, -1, -1),
            slug=slug,
        )
        nights.append(night)
    return nights


def test_nights_are_found(cast, past, four):
    for asked, found in (
        ({"game": "rufmariasch"}, [2, 0]),
        ({"player": four[0].pk}, [1, 0]),
        ({"place": "zürich"}, [1]),
        ({"place": "ZÜRICH"}, [1]),
        ({"place": "kitchen"}, [0]),
        ({"since": "2026-02-10"}, [2, 1]),
        ({"until": "2026-02-10"}, [1, 0]),
        ({"since": "2026-03-01", "until": "2026-02-01"}, [1]),
        ({"place": "nowhere"}, []),
        ({"surprise": "x"}, [2, 1, 0]),
    ):
        answer = page(cast, "nights", **asked)
        assert [past.index(each["night"]) for each in answer.context["nights"]] == found, asked
    # Rufmariasch without Anna, on a night on which she has played another game
    play(past[1], [Player.objects.get(name="Emil"), *four[1:]], (3, -1, -1, -1))
    found = page(cast, "nights", player=four[0].pk, game="rufmariasch").context["nights"]
    assert [past.index(each["night"]) for each in found] == [0], "only nights on which she played that game"


# A night


@pytest.mark.parametrize(("letters", "status"), [(2000, 302), (2001, 422)])
def test_a_note_has_two_thousand_letters_at_most(cast, letters, status):
    note = "ä" * letters
    url = reverse("night_edit", args=[cast.group.key, cast.match.night.key])
    assert cast.phone("scorer").post(url, {"note": note}).status_code == status
    assert Night.objects.filter(pk=cast.match.night.pk, note=note).exists() == (status == 302)
    game = {"game": "krimsutep", "players": ["Ben", "Carla", "Dirk"], "played_at": "2026-03-04T20:00:00Z", "note": note}
    rounds = [{"kind": "adjustment", "points": {"Ben": 1}, "note": note}]
    problems = score_files.unfit([(0, {**game, "rounds": rounds})], cast.group)
    assert [problem.problem.field for problem in problems] == ([] if status == 302 else ["note", "note"])


def test_a_game_is_left_out_once_and_counted_again_once(cast):
    url = reverse("counts", args=[cast.group.key, cast.match.key])
    for counts, verbs in (("no", ["left_out"]), ("yes", ["counted", "left_out"])):
        for _ in range(2):
            cast.phone("scorer").post(url, {"counts": counts})
        written = cast.match.changes.exclude(verb="added").order_by("-pk")
        assert list(written.values_list("verb", flat=True)) == verbs


def test_the_text_to_share_says_which_game_is_left_out_of_the_stats(cast):
    played = cast.start("other-game", ["Ben", "Carla"])
    played.enter({"kind": "points", "points": {"Ben": 5, "Carla": 1}}, 0, "Sam")
    cast.match.close("Sam")
    cast.match.exclude_from_statistics("Sam")
    text = cast.phone("viewer").get(cast.match.night.get_absolute_url()).context["text"]
    assert text.count("Left out of the stats.") == 1
    assert "Beutelschneider (Cutpurse)\nLeft out of the stats.\n1. " in text
