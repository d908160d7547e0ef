"""A night's date, set by an owner: for a clock that was wrong, or a paper sheet that is entered later."""

import datetime

import pytest
from django.urls import reverse
from django.utils import timezone

from scorekeeper.money.models import Account, LedgerRow
from scorekeeper.nights.models import Match, Night
from scorekeeper.nights.projections import projections
from scorekeeper.people.models import Player

TODAY = timezone.localdate()
LAST_WEEK = TODAY - datetime.timedelta(days=7)
NEXT_MONTH = TODAY + datetime.timedelta(days=40)


@pytest.fixture
def night(cast):
    """A night of today with two finished games for money. The second game began after midnight."""
    Night.objects.all().delete()
    found = Night.objects.create(group=cast.group, started_at=at(TODAY, 20))
    game(found, TODAY, 20)
    game(found, TODAY + datetime.timedelta(days=1), 0)
    return found


def at(day: datetime.date, hour: int) -> datetime.datetime:
    return timezone.make_aware(datetime.datetime.combine(day, datetime.time(hour, 30)))


def game(night: Night, day: datetime.date, hour: int) -> Match:
    players = list(Player.objects.filter(group=night.group, name__in=("Ben", "Carla", "Dirk")))
    match = Match.start(night, "krimsutep", players, {"stake": 10}, 0)
    match.started_at = at(day, hour)
    match.save(update_fields=["started_at"])
    match.enter({"kind": "adjustment", "points": {"Ben": 5}}, 0, "Sam")
    match.refresh()
    match.close("Sam")
    return match


def edit(cast, night: Night, role: str = "owner", **fields):
    url = reverse("night_edit", args=[cast.group.key, night.key])
    return cast.phone(role).post(url, {"place": night.place, "note": night.note, **fields})


def nothing_derived_is_wrong(group) -> None:
    found = [wrong for one in projections for wrong in one.check_group(group)]
    for match in Match.objects.filter(night__group=group):
        found += [wrong for one in projections for wrong in one.check_match(match)]
    assert found == []


def days(night: Night) -> list[tuple[datetime.date, int]]:
    """Return the day and the hour at which each game began."""
    began = [timezone.localtime(match.started_at) for match in night.matches.order_by("pk")]
    return [(each.date(), each.hour) for each in began]


@pytest.mark.parametrize("day", [LAST_WEEK, datetime.date(TODAY.year - 1, 1, 15), datetime.date(TODAY.year - 1, 7, 15)])
def test_a_night_is_put_on_its_day(cast, night, day):
    """The games keep their local hours, whether or not it was summer time on either day."""
    answer = edit(cast, night, day=day.isoformat(), games=[match.key for match in night.matches.all()])
    assert answer["Location"] == night.get_absolute_url()
    night.refresh_from_db()
    assert night.day == day
    assert days(night) == [(day, 20), (day + datetime.timedelta(days=1), 0)]
    nothing_derived_is_wrong(cast.group)
    assert f'datetime="{day}' in cast.phone("owner").get(reverse("nights", args=[cast.group.key])).text


def test_a_paper_sheet_is_entered_on_an_evening_with_other_games(cast, night):
    _first, second = night.matches.order_by("pk")
    night.describe({"place": "at Ben’s", "note": ""})
    answer = edit(cast, night, day=LAST_WEEK.isoformat(), games=[second.key])
    second.refresh_from_db()
    assert answer["Location"] == second.night.get_absolute_url()
    assert (second.night.day, second.night.place) == (LAST_WEEK, "at Ben’s")
    assert days(night) == [(TODAY, 20)]
    assert list(LedgerRow.objects.filter(match=second).values_list("night", flat=True).distinct()) == [second.night_id]
    assert Account(cast.group, second.night).balances() == Account(cast.group, night).balances() != {}
    nothing_derived_is_wrong(cast.group)


def test_it_becomes_part_of_the_night_of_that_day(cast, night):
    """A night that is moved to the day of another night becomes part of that night."""
    there = Night.objects.create(group=cast.group, started_at=at(LAST_WEEK, 19), note="late")
    game(there, LAST_WEEK, 19)
    night.describe({"place": "at Ben’s", "note": "later still"})
    account, ben = Account(cast.group, night), Player.objects.get(group=cast.group, name="Ben")
    carla = Player.objects.get(group=cast.group, name="Carla")
    account.pay(carla, ben, 10, "EUR", by="Sam")
    before = Account(cast.group).balances()
    edit(cast, night, day=LAST_WEEK.isoformat(), games=[match.key for match in night.matches.all()])
    [found] = Night.objects.all()
    assert found == there
    assert (found.day, found.place, found.note) == (LAST_WEEK, "at Ben’s", "late\nlater still")
    assert found.matches.count() == 3
    assert Account(cast.group).balances() == before
    assert found.payments.count() == 1
    assert cast.phone("owner").get(night.get_absolute_url()).context["night"] == found, "the old address leads there"
    nothing_derived_is_wrong(cast.group)


@pytest.mark.parametrize(
    ("typed", "said"),
    [
        ({"day": NEXT_MONTH.isoformat()}, "still to come"),
        ({"day": ""}, "Choose the day"),
        ({"day": "1066-10-14"}, "1900"),
        ({"day": "yesterday"}, "Enter a valid date"),
        ({"day": LAST_WEEK.isoformat(), "games": []}, "Choose at least one game"),
        ({"day": LAST_WEEK.isoformat(), "games": ["nosuchgame23"]}, "not one of the available choices"),
    ],
)
def test_what_is_no_date_is_said_and_nothing_changes(cast, night, typed, said):
    answer = edit(cast, night, **{"place": "in the kitchen", **typed})
    assert answer.status_code == 422
    assert said in answer.text
    assert 'value="in the kitchen"' in answer.text
    night.refresh_from_db()
    assert (night.day, night.place) == (TODAY, "")


def test_only_owners_set_it(cast, night):
    url = reverse("night_edit", args=[cast.group.key, night.key])
    assert 'name="day"' in cast.phone("owner").get(url).text
    assert 'name="day"' not in cast.phone("scorer").get(url).text
    assert edit(cast, night, "scorer", day=LAST_WEEK.isoformat(), note="typed").status_code == 302
    night.refresh_from_db()
    assert (night.day, night.note) == (TODAY, "typed")
