"""The end of a game: its places, its turning point, and the picture of the result."""

import struct
from dataclasses import replace

import pytest

from games.kernel.words import without_isolates
from games.registry import all_games
from scorekeeper.nights.models import Match, Night
from scorekeeper.pad.card import LETTER, card_of_game, colours, fitted, symbol
from scorekeeper.pad.ending import ending, podium
from scorekeeper.people.signs import LOOKS
from scorekeeper.web.text_width import width
from tests.fixtures import flat

pytestmark = pytest.mark.sqlite  # other tests make the same queries on PostgreSQL


@pytest.fixture
def played(cast):
    """Return a function that plays a game of these rounds and ends it: played({"Ben": 5, "Carla": 3}, {"Ben": 90})."""

    def make(*rounds, names=("Ben", "Carla", "Dirk"), slug="other-game", **options) -> Match:
        match = cast.start(slug, names, **options)
        for number, points in enumerate(rounds):
            record = {"kind": "points", "points": dict.fromkeys(names, 0) | points}
            match.enter(record, number, "Sam")
        match.close("Sam")
        return match

    return make


def test_each_is_so_far_behind_the_next_better_one_and_equals_are_not(played):
    ended = ending(played({"Ben": 5, "Carla": 9, "Dirk": 9}))
    assert [(each.number, each.sign.name, each.behind, each.whom) for each in ended.places] == [
        (1, "Carla", 0, ""),
        (1, "Dirk", 0, ""),
        (3, "Ben", 4, "Carla and Dirk"),
    ]
    assert ended.margin == 4
    assert ended.next == "Ben"


def test_a_winner_below_zero_is_not_red(cast, played):
    page = cast.phone("viewer").get(played({"Ben": -5, "Carla": -9, "Dirk": -9}).get_absolute_url()).text
    order = page[page.index('<ol class="stage"') : page.index("</ol>")]
    assert "<b>−5</b>" in order
    assert order.count('<b class="neg">−9</b>') == 2
    head = page[page.index("<thead") : page.index("</thead>")]
    assert "<b>−5</b>" in head
    assert head.count('<b class="neg">−9</b>') == 2


@pytest.mark.parametrize(
    ("best", "totals", "steps"),
    [
        ("high", [104, 98, 52], [72, 68, 36]),  # heights are measured from zero
        ("high", [50, 0, -50], [72, 36, 0]),  # heights are measured from the worst total
        ("low", [10, 60, 110], [72, 36, 0]),  # the fewest points have the highest step
        ("low", [-10, 0, 10], [72, 36, 0]),
        ("high", [7, 7], [72, 72]),
        ("high", [-7, -7], [72, 72]),
    ],
)
def test_the_steps_of_the_podium_are_to_scale(best, totals, steps):
    game = all_games()["other-game"]
    assert podium(game, game.options(best=best), totals) == steps


def test_the_winner_passes_who_was_ahead_right_before_not_who_led_once(played):
    rounds = [{"Ben": 10}, {"Carla": 20, "Dirk": 20}, {"Carla": 1}]
    assert ending(played(*rounds)).turn_in_words == "Carla goes past Dirk with +1."
    level = [{"Ben": 10}, {"Carla": 20, "Dirk": 20}, {"Ben": 15}]  # both were ahead of Ben until then
    assert ending(played(*level)).turn_in_words == "Ben goes past Carla and Dirk with +15."


def test_where_fewest_points_win_it_turns_by_many(played):
    ended = ending(played({"Ben": 1, "Carla": 4, "Dirk": 9}, {"Ben": 30, "Carla": 2, "Dirk": 9}, best="low"))
    assert [each.sign.name for each in ended.places] == ["Carla", "Dirk", "Ben"]
    assert ended.turn_in_words == "Ben scores +30, and Carla goes ahead with +2."
    assert [fact.badge for fact in ended.facts] == ["R2"]  # no "biggest round", because the fewest points win


def test_who_led_from_start_to_finish_is_told_with_the_biggest_round(played):
    facts = ending(played({"Ben": 10}, {"Ben": 2, "Carla": 11}, {"Dirk": 3})).facts
    assert [(fact.title, fact.text) for fact in facts] == [
        ("Ahead from start to finish.", "Ben led after every round."),
        ("Biggest round: round 2.", "+11 for Carla."),
    ]


@pytest.mark.parametrize(("players", "heirs"), [("Emil Carla Dirk Greta", {"Emil": "Ben"}), ("Carla Dirk Greta", {})])
def test_the_biggest_round_is_also_one_of_somebody_who_has_left(cast, players, heirs):
    match = cast.start("other-game", ["Ben", "Carla", "Dirk", "Greta"])
    last = {"Emil": 0} if heirs else {}
    others = {"Dirk": 0, "Greta": 0}
    match.enter({"kind": "points", "points": {"Ben": 11, "Carla": 0, **others}}, 0, "Sam")
    match.enter({"kind": "seats", "players": players.split(), "replaced": heirs}, 1, "Sam")
    match.enter({"kind": "points", "points": {**last, "Carla": 3, **others}}, 2, "Sam")
    match.close("Sam")
    facts = {fact.title: without_isolates(fact.text) for fact in ending(Match.objects.get(pk=match.pk)).facts}
    assert facts["Biggest round: round 1."] == "+11 for Ben."


def test_a_shared_win_has_no_turning_point(played):
    ended = ending(played({"Ben": 10}, {"Carla": 10}))
    assert [each.sign.name for each in ended.winners] == ["Ben", "Carla"]
    assert ended.turn is None
    assert [each.step for each in ended.places] == [72, 72, 0]


def test_a_streak_is_counted_up_to_that_game(played):
    first, second = played({"Ben": 10}), played({"Ben": 10})
    third, last = played({"Ben": 10}), played({"Carla": 10})
    wins = [[fact.title for fact in ending(each).facts if "×" in fact.badge] for each in (first, second, third, last)]
    assert wins == [[], ["Ben: 2 wins in a row."], ["Ben: 3 wins in a row."], []]
    second.exclude_from_statistics("Sam")
    assert "Ben: 2 wins in a row." in [fact.title for fact in ending(third).facts]
    assert all("×" not in fact.badge for fact in ending(second).facts)


def test_the_longest_streak_is_one_that_nobody_had_until_then(played):
    """A streak that only equals an earlier streak is not called the longest; later games make no difference."""
    games = [played({name: 10}) for name in ("Ben", "Ben", "Ben", "Carla", "Carla", "Dirk", "Dirk", "Dirk", "Dirk")]
    told = [[fact.text for fact in ending(each).facts if "×" in fact.badge] for each in games]
    longest = ["The longest streak so far."]
    assert told == [[], longest, longest, [], [""], [], [""], [""], longest]


def test_a_streak_is_told_of_everyone_who_has_it(cast, played):
    names = ("Ben", "Carla", "Dirk", "Greta")
    for _ in range(2):
        match = cast.start("other-game", names, teams=2, rounds=1)
        match.enter({"kind": "points", "points": {"Ben": 9, "Carla": 3}}, 0, "Sam")
    [streak] = [fact for fact in ending(Match.objects.get(pk=match.pk)).facts if "×" in fact.badge]
    assert streak.title == "Ben & Dirk: 2 wins in a row."
    tied = played({"Carla": 5, "Ben": 5, "Greta": 5}, names=names)
    [streak] = [fact for fact in ending(tied).facts if "×" in fact.badge]
    assert streak.title == "Ben: 3 wins in a row.", "the others have won fewer"
    tied = played({"Carla": 5, "Dirk": 5, "Greta": 5}, names=names)
    [streak] = [fact for fact in ending(tied).facts if "×" in fact.badge]
    assert streak.title == "Carla and Greta: 2 wins in a row."


def test_the_money_of_the_game_is_told_who_gets_most_first(cast, played):
    [fact] = [fact for fact in ending(played({"Ben": -5, "Carla": 9}, stake=10)).facts if fact.badge == "€"]
    assert (fact.title, fact.text) == ("Carla +€2.30", "Dirk −€0.40, Ben −€1.90")
    assert all(fact.badge != "€" for fact in ending(played({"Ben": 5})).facts)


def test_the_rematch_says_who_deals_and_stands_where_save_stood(cast, played):
    page = flat(cast.phone("scorer").get(played({"Ben": 10}).get_absolute_url()))
    foot = page.partition('id="foot"')[2]
    assert '<button class="btn main again grow" form="again">Play again: Carla deals' in foot
    assert "Round 1 is saved." in foot
    assert "Play again" not in cast.phone("viewer").get(played({"Ben": 10}).get_absolute_url()).text


@pytest.mark.parametrize("names", [("Ben", "Łucja"), tuple("ABCDEFGH"), ("Donaudampfschifferin <&>", "李小龍", "Zoë")])
@pytest.mark.parametrize("lang", ["de", "en"])
def test_the_picture_is_a_png_for_messengers(cast, played, names, lang):
    match = played({names[0]: 10, names[1]: -5}, names=names)
    Night.objects.update(place="Zum Löwen\x18\ufffe")  # the last two characters are not allowed in XML
    answer = cast.phone("viewer").get(match.get_absolute_url() + "result.png", headers={"accept-language": lang})
    assert answer["Content-Type"] == "image/png"
    assert answer.content.startswith(b"\x89PNG")
    assert struct.unpack(">II", answer.content[16:24]) == (1080, 1350)


def test_there_is_no_picture_before_the_end(cast):
    assert cast.phone("viewer").get(cast.match.get_absolute_url() + "result.png").status_code == 404


def test_every_player_has_the_colour_of_the_pad_in_the_picture():
    assert sorted(colours()) == list(LOOKS)


def test_a_long_verdict_takes_more_lines_and_smaller_letters():
    assert fitted("Anna wins", 860, (92, 1, 64)) == (92, ["Anna wins"])
    size, lines = fitted("Maximiliane-Charlotte and Donaudampfschifferin share the win", 860, (92, 1, 64), (74, 2, 20))
    assert len(lines) == 2
    assert max(map(width, lines)) * size * LETTER <= 860


def test_the_picture_has_a_crown_for_each_winner_and_where_it_turned(played):
    matches = (played({"Ben": 10}, {"Ben": -3, "Carla": 12}), played({"Ben": -5, "Carla": -5, "Dirk": -9}))
    turned, shared = (card_of_game(match, ending(match)) for match in matches)
    assert [[row.icon for row in card.rows].count("krone") for card in (turned, shared)] == [1, 2]
    assert symbol("other-game/emblem") == turned.drawing["icon"]
    assert any("Turning point: round 2. Ben scores −3, and" in without_isolates(line) for line in turned.below)
    plain, with_symbols = (replace(turned, title=title).png for title in ("Ben wins", "★ Ben wins❤️"))
    assert with_symbols == plain, "no box, and no other font"
