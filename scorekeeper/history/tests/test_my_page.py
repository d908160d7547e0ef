"""The page "Me": who holds the phone, place in the running game, who deals and leads next, open money."""

from django.urls import reverse

from scorekeeper.nights.models import Match, Night


def mine(cast, role="scorer"):
    return cast.phone(role).get(reverse("me", args=[cast.group.key]))


def be(cast, name):
    player = cast.group.players.get(name=name)
    cast.phone("scorer").post(reverse("who", args=[cast.group.key]), {"player": player.pk})


def test_it_asks_first_who_one_is(cast):
    assert mine(cast).url == reverse("who", args=[cast.group.key])


def test_it_says_where_one_stands_and_what_one_does_next(cast):
    be(cast, "Ben")
    page = mine(cast).text
    assert "5 ahead of Dirk" in page
    assert "You deal." in page
    be(cast, "Carla")
    page = mine(cast).text
    assert "10 behind Ben" in page
    assert "It’s your lead." in page, "in the game's own words"
    be(cast, "Dirk")
    assert "Ben deals, Carla to lead." in mine(cast).text


def test_it_says_what_one_owes_or_gets(cast):
    players = list(cast.group.players.order_by("pk"))
    game = Match.start(Night.tonight(cast.group), "krimsutep", players, {"stake": 5}, 0)
    game.enter({"kind": "adjustment", "points": {"Ben": 2}}, 0, "Sam")
    game.close("Sam")
    be(cast, "Ben")
    page = mine(cast).text
    assert "You get" in page
    assert "€0.20" in page
    be(cast, "Dirk")
    page = mine(cast).text
    assert "You owe" in page
    assert "−€" not in page, "an amount that is owed needs no minus sign"
    assert "Dirk pays Ben." in page
    assert "Carla pays" not in page, "that is not Dirk's business"
    assert "1 of 1" not in page
