"""Nights that can no longer be settled separately.

A payment for everything open (the group's account) has also covered their debts.
"""

import datetime
import re

import pytest
from django.core.management import call_command
from django.urls import reverse
from django.utils import timezone

from scorekeeper.money.models import Account, Expense, Payment
from scorekeeper.nights.models import Match, Night
from tests.fixtures import words

from .test_money import fresh, money_url, pay, play, player, sums

NAMES = ("Anna", "Ben", "Carla", "Dirk")
RUFMARIASCH, ANY = "rufmariasch", "other-game"  # Rufmariasch pays after each round, the other game at its end


@pytest.fixture
def owed(cast):
    """Make Ben owe Anna 90 euros from a night of last week, so that `pay_all` always has something to pay."""
    cast.match.close("Sam")
    week_ago = timezone.now() - datetime.timedelta(days=7)
    night = Night.objects.create(group=cast.group, started_at=week_ago)
    play(cast, {"Anna": 90, "Ben": -90}, night=night, stake=100)


def start(cast, slug=ANY, **options) -> Match:
    options = {"name": "Mau-Mau", "target": 10} | options if slug == ANY else options
    return play(cast, night=Night.tonight(cast.group), slug=slug, names=NAMES, stake=100, **options)


def enter(match, ben: int):
    """Enter a round that gives Ben `ben` points. In Rufmariasch, Anna gets -`ben`, as points must add up to zero."""
    fresh(match)
    pays_each = match.game_slug == RUFMARIASCH
    points = {"Anna": -ben, "Ben": ben} if pays_each else dict.fromkeys(NAMES, 0) | {"Ben": ben}
    return match.enter({"kind": "adjustment" if pays_each else "points", "points": points}, match.last_number, "Sam")


def pay_all(cast):
    assert pay(cast, "Ben", "Anna", "1").status_code == 302


def is_carried(match) -> bool:
    return "EUR" in Account(match.night.group, match.night).carried_over()


def close(match):
    fresh(match)
    match.close("Sam")


def loses(points: int):
    """Return a step: a round that gives Ben `points` points."""
    return lambda match: enter(match, points)


def undo(match):
    fresh(match)
    match.undo("Sam")


def correct(match):
    fresh(match)
    entry = match.all_entries[-1]
    match.correct(entry, {"kind": "points", "points": dict.fromkeys(NAMES, 0) | {"Ben": 1}}, entry.version, "Sam")


def other_target(match):
    fresh(match)
    match.change_options(match.options | {"target": 90}, "Sam")


@pytest.mark.parametrize(
    ("slug", "before", "after", "carried"),
    [
        (RUFMARIASCH, [], [loses(-10), close], False),
        (ANY, [], [loses(-10), close], False),
        # This game pays at its end: nothing is owed between its rounds.
        (ANY, [loses(2)], [loses(10)], False),
        (ANY, [loses(10)], [correct, close], True),
        (ANY, [loses(10)], [other_target, close], True),
        # This game pays with each round.
        (RUFMARIASCH, [loses(-10)], [], True),
        (RUFMARIASCH, [loses(10), undo], [loses(10)], False),
    ],
)
def test_a_payment_for_all_settles_the_night_in_which_something_was_owed_by_then(
    cast, owed, slug, before, after, carried
):
    match = start(cast, slug)
    for step in before:
        step(match)
    pay_all(cast)
    for step in after:
        step(match)
    assert is_carried(match) == carried
    answer = pay(cast, "Ben", "Anna", "1", match.night)
    assert ("is settled with everything else" in words(answer)) == carried


def test_the_pizza_is_owed_as_soon_as_it_is_entered_and_no_longer_when_it_is_undone(cast, owed):
    match = start(cast)
    account = Account(cast.group, match.night)
    pizza = Expense.enter(account, player(cast, "Anna"), 900, "EUR", {player(cast, "Ben"): 1}, by="Sam")
    pay_all(cast)
    assert is_carried(match)
    pizza.revert("Sam")
    assert not is_carried(match)


def test_other_money_than_was_paid_stays_with_the_night(cast, owed):
    match = start(cast, RUFMARIASCH, currency="CHF")
    enter(match, 10)
    pay_all(cast)
    assert Account(cast.group, match.night).carried_over() == {}


@pytest.mark.parametrize("language", ["de", "en"])
def test_where_a_night_is_settled_with_all_else_page_text_and_picture_say_where(cast, owed, language):
    match = start(cast)
    enter(match, 10)
    pay_all(cast)
    phone, headers = cast.phone("scorer"), {"accept-language": language}
    said = {"de": "mit allem anderen zusammen abgerechnet", "en": "settled with everything else"}[language]
    night = phone.get(match.night.get_absolute_url(), headers=headers)
    settling = phone.get(money_url(cast, match.night), headers=headers)
    for page in (night, settling):
        text = re.search(r"<textarea.*?>(.*?)</textarea>", page.text, re.S)[1]
        assert said in text
    assert words(night).count(said) == 2, "on the page and in its text"
    assert f'href="{money_url(cast)}"' in night.text
    assert f"{reverse('pay', args=[cast.group.key])}?night=" not in settling.text
    form = phone.get(reverse("pay", args=[cast.group.key]), {"night": match.night.key}, headers=headers)
    assert form.status_code == 200
    assert said in words(form)
    assert f'href="{money_url(cast)}"' in form.text
    assert 'id="form"' not in form.text
    Payment.objects.get().revert("Sam")
    assert said not in words(phone.get(match.night.get_absolute_url(), headers=headers))


# Games of a settled night are moved to another day


@pytest.fixture
def settled(cast) -> tuple[Match, Match]:
    """Return two games of one night, by which Ben owes 20 and 30 cents; he has paid both on the night's page."""
    night = Night.objects.create(group=cast.group)
    first, second = (play(cast, {"Anna": points, "Ben": -points}, night=night) for points in (2, 3))
    assert pay(cast, "Ben", "Anna", "0.50", night).status_code == 302
    return first, second


def move(cast, match: Match, days: int = -1) -> Night:
    """Move the game to another day on the form of its night, and return its new night."""
    fresh(match)
    night, day = match.night, match.night.day + datetime.timedelta(days=days)
    where = reverse("night_edit", args=[cast.group.key, night.key])
    answer = cast.phone("owner").post(where, {"day": day.isoformat(), "games": [match.key], "place": "", "note": ""})
    assert answer.status_code == 302
    fresh(match)
    return match.night


def test_a_game_moved_out_of_a_settled_night_leaves_nothing_to_pay_on_either(cast, settled) -> None:
    first, second = settled
    assert move(cast, second) != first.night
    for match in settled:
        fresh(match)
        page = words(cast.phone("scorer").get(money_url(cast, match.night)))
        assert "settled with everything else" in page
        assert "0.30" not in page.split("Balances")[0]
        assert is_carried(match)
    assert "Everything is paid." in words(cast.phone("scorer").get(money_url(cast)))
    assert Payment.objects.get().night is None
    call_command("rescore", "--check", verbosity=0)


def test_what_was_paid_before_a_moved_game_was_played_stays_with_its_night(cast) -> None:
    first = play(cast, {"Anna": 2, "Ben": -2}, night=Night.objects.create(group=cast.group))
    assert pay(cast, "Ben", "Anna", "0.20", first.night).status_code == 302
    second = play(cast, {"Anna": 3, "Ben": -3}, night=first.night)
    move(cast, second)
    assert Payment.objects.get().night == first.night
    assert (sums(cast, first.night), sums(cast, second.night)) == ({}, {"Anna": 30, "Ben": -30})
    assert pay(cast, "Ben", "Anna", "0.30", second.night).status_code == 302


def test_the_payments_of_a_whole_night_move_with_it(cast, settled) -> None:
    first, second = settled
    there = move(cast, second)
    move(cast, first)
    fresh(second)
    assert first.night == second.night == there
    again = play(cast, {"Anna": 1, "Ben": -1}, night=Night.objects.create(group=cast.group))
    assert pay(cast, "Ben", "Anna", "0.10", again.night).status_code == 302
    assert move(cast, again) == there
    assert Payment.objects.exclude(night=None).get().night == there
