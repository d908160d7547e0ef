"""Past nights: the list of them, their pages, and how they are deleted and restored."""

import datetime

import pytest
from django.urls import reverse
from django.utils import timezone

from scorekeeper.money.models import Account
from scorekeeper.nights.models import Entry, Match, Night, Seat
from scorekeeper.people.models import OtherKey, Player
from tests.access_table import owing


def many(group, count):
    """Create `count` nights with one finished game each, directly in the database."""
    start = timezone.now() - datetime.timedelta(days=3)
    nights = Night.objects.bulk_create(
        Night(group=group, started_at=start - datetime.timedelta(days=each)) for each in range(count)
    )
    matches = Match.objects.bulk_create(
        Match(night=night, game_slug="krimsutep", totals=[9, 8, 7], finished=True, winners=[0]) for night in nights
    )
    players = list(group.players.all()[:3])
    Seat.objects.bulk_create(
        Seat(match=match, position=position, player=player, name=player.name)
        for match in matches
        for position, player in enumerate(players)
    )


def test_past_nights_stand_below_their_months_with_who_won_what(cast):
    Night.objects.all().delete()
    many(cast.group, 40)
    page = cast.phone("viewer").get(reverse("nights", args=[cast.group.key]))
    nights, months = page.context["nights"], page.context["months"]
    assert [each for month in months for each in month] == nights
    local = [[timezone.localtime(each["night"].started_at) for each in month] for month in months]
    assert all(len({(at.year, at.month) for at in month}) == 1 for month in local)
    assert page.text.count('<h2 class="month">') == len(months)
    assert local[0][0].strftime("%B %Y") in page.text
    winner = nights[0]["matches"][0]["winners"][0]
    assert f'<span class="who {winner.css} " aria-hidden="true">{winner.letters}</span>' in page.text
    assert f'<span class="vh">: {winner.name}</span>' in page.text


@pytest.fixture
def owner(cast):
    return cast.phone("owner")


def test_a_night_is_deleted_when_asked_twice_and_brought_back_by_the_owner(cast, owner):
    night = cast.match.night
    delete, restore = (reverse(name, args=[cast.group.key, night.key]) for name in ("night_delete", "night_restore"))
    nights = reverse("nights", args=[cast.group.key])
    assert "Delete this night?" in owner.get(delete).text
    assert owner.post(delete).status_code == 200
    assert owner.get(night.get_absolute_url()).status_code == 200
    assert owner.post(delete, {"sure": "yes"}).status_code == 302
    assert owner.get(night.get_absolute_url()).status_code == 410
    assert owner.get(nights).context["nights"] == []
    assert restore in owner.get(nights).text
    assert restore not in cast.phone("scorer").get(nights).text
    assert owner.post(restore).status_code == 302
    assert owner.get(night.get_absolute_url()).status_code == 200


def test_a_night_is_brought_back_by_the_key_that_a_phone_knows_it_by(cast, owner):
    night = cast.match.night
    OtherKey.objects.create(group=cast.group, key="of-the-phone", stands_for=night.key)
    delete, restore = (
        reverse(name, args=[cast.group.key, "of-the-phone"]) for name in ("night_delete", "night_restore")
    )
    assert owner.post(delete, {"sure": "yes"}).status_code == 302
    assert owner.post(restore).status_code == 302
    assert owner.get(night.get_absolute_url()).status_code == 200


def test_after_thirty_days_a_deleted_night_is_gone_for_good(cast, owner):
    old = cast.match.night
    old.soft_delete()
    Night.objects.filter(pk=old.pk).update(deleted_at=timezone.now() - datetime.timedelta(days=31))
    assert "Restore" not in owner.get(reverse("nights", args=[cast.group.key])).text
    restore = reverse("night_restore", args=[cast.group.key, old.key])
    assert owner.post(restore).status_code == 404
    Night.objects.create(group=cast.group).soft_delete()
    assert not Night.objects.filter(pk=old.pk).exists()
    assert not Entry.objects.exists()
    assert Player.objects.filter(group=cast.group).exists()


def test_a_night_tells_who_pays_whom_and_passes_it_on(cast):
    key = owing(cast)["key"]
    night = cast.group.nights.newest_first().first()
    url = f"/g/{key}/nights/{night.key}/"
    page = cast.phone("viewer").get(url).text
    text = page.split("<textarea")[1].split("</textarea>")[0]
    assert "→ Carla: €0.05" in text
    assert page.count("→ Carla: €0.05") > text.count("→ Carla: €0.05"), "not only in the text to share"
    Account(cast.group, night).pay(*payers(cast, night), 5, "EUR", by="Sam")
    text = cast.phone("viewer").get(url).text.split("<textarea")[1].split("</textarea>")[0]
    assert "✓ " in text


def payers(cast, night):
    sums = Account(cast.group, night).balances()["EUR"]
    return [cast.group.players.get(pk=pick(sums, key=lambda pk: sums[pk])) for pick in (min, max)]
