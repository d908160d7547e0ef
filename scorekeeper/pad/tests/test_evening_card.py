"""The picture of an evening: its games and their winners, its turning point, and who owes whom."""

from django.urls import reverse

from games.kernel.words import without_isolates
from scorekeeper.money.tests.test_expenses import spend
from scorekeeper.nights.models import Match, Night
from scorekeeper.nights.story import Evening, Story
from scorekeeper.nights.tests.test_two_tables import add
from scorekeeper.pad.card import Card, card_of_evening


def won(cast, *points, slug="krimsutep", **options) -> Match:
    match = cast.start(slug, ("Ben", "Carla", "Dirk"), **options)
    for name, number in points:
        add(match, name, number)
    match.refresh_from_db()
    match.refresh()
    match.close("Sam")
    return match


def card(night: Night) -> Card:
    night.refresh_from_db()
    return card_of_evening(night, Evening([Story(match) for match in night.matches.order_by("pk")]))


def picture(cast, night, role="viewer"):
    return cast.phone(role).get(reverse("evening_picture", args=[cast.group.key, night.key]))


def test_it_names_the_games_the_best_the_turn_and_who_owes_whom(cast):
    Match.objects.all().delete()
    turned = cast.start("other-game", ("Ben", "Carla", "Dirk"), stake=10)
    for number, points in enumerate(({"Ben": 5, "Carla": 0, "Dirk": 0}, {"Ben": 0, "Carla": 9, "Dirk": 0})):
        turned.enter({"kind": "points", "points": points}, number, "Sam")
        turned.refresh()
    turned.close("Sam")
    won(cast, ("Carla", 2), slug="beutelschneider")
    night = won(cast, ("Dirk", 3)).night
    spend(cast, "Dirk", "48", ["Ben", "Carla", "Dirk"], night, note="Pizza")
    found = card(night)
    assert without_isolates(found.title) == "Carla won most: 2 of 3 games"
    assert [(without_isolates(row.who), row.points) for row in found.rows] == [("Carla", 9), ("Carla", 2), ("Dirk", 3)]
    below = without_isolates(" ".join(found.below))
    assert "Turning point: round 2. Carla goes past Ben" in below
    assert "› Dirk" in below
    assert "Pizza" in below
    answer = picture(cast, night)
    assert (answer.status_code, answer["Content-Type"], answer.content[:4]) == (200, "image/png", b"\x89PNG")
    assert (
        reverse("evening_picture", args=[cast.group.key, night.key])
        in cast.phone("viewer").get(night.get_absolute_url()).text
    )


def test_an_evening_on_which_nothing_was_won_has_none(cast):
    assert picture(cast, cast.match.night).status_code == 404
    url = reverse("evening_picture", args=[cast.group.key, cast.match.night.key])
    assert url not in cast.phone("viewer").get(cast.match.night.get_absolute_url()).text
