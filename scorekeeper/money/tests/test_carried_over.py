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


def play_on(match):
    enter(match, 10)


def close(match):
    fresh(match)
    match.close("Sam")


@pytest.mark.parametrize("slug", [RUFMARIASCH, ANY])
def test_a_payment_for_older_debts_leaves_the_night_to_itself_in_which_nothing_was_owed_yet(cast, owed, slug):
    match = start(cast, slug)
    pay_all(cast)
    enter(match, -10)
    close(match)
    page = words(cast.phone("scorer").get(money_url(cast, match.night)))
    assert "Ben pays" in page
    assert "Enter another payment" in page
    assert "Ben → " in words(cast.phone("scorer").get(match.night.get_absolute_url()))
    assert pay(cast, "Ben", "Anna", "1", match.night).status_code == 302


@pytest.mark.parametrize("go_on", [play_on, close])
def test_nor_is_anything_owed_between_the_rounds_of_a_game_that_pays_at_its_end(cast, owed, go_on):
    match = start(cast)
    enter(match, 2)
    pay_all(cast)
    go_on(match)
    assert match.finished
    assert not is_carried(match)
    pay_all(cast)
    assert is_carried(match), "now it is owed"


def test_a_game_that_pays_with_each_round_owes_from_the_first_on(cast, owed):
    match = start(cast, RUFMARIASCH)
    enter(match, -10)
    pay_all(cast)
    assert is_carried(match)


def undo(match):
    match.undo("Sam")


def correct(match):
    entry = match.all_entries[-1]
    match.correct(entry, {"kind": "points", "points": dict.fromkeys(NAMES, 0) | {"Ben": 1}}, entry.version, "Sam")


def other_target(match):
    match.change_options(match.options | {"target": 90}, "Sam")


@pytest.mark.parametrize("slug", [RUFMARIASCH, ANY])
def test_a_round_entered_again_after_it_was_paid_is_not_owed_again(cast, owed, slug):
    match = start(cast, slug)
    enter(match, 10)
    pay_all(cast)
    fresh(match)
    undo(match)
    enter(match, 10)
    assert is_carried(match)


@pytest.mark.parametrize("take_back", [correct, other_target])
def test_a_game_that_was_paid_and_goes_on_is_not_owed_again_when_it_ends(cast, owed, take_back):
    match = start(cast)
    enter(match, 10)
    pay_all(cast)
    fresh(match)
    take_back(match)
    close(match)
    assert match.finished
    assert is_carried(match)


def test_a_round_that_comes_after_somebody_ended_the_game_owes_nothing_again(cast, owed):
    match = start(cast)
    enter(match, 5)
    close(match)
    pay_all(cast)
    enter(match, 1)
    assert is_carried(match)


def test_a_round_that_was_taken_back_before_the_payment_owes_nothing(cast, owed):
    match = start(cast, RUFMARIASCH)
    enter(match, 10)
    fresh(match)
    undo(match)
    pay_all(cast)
    enter(match, 10)
    assert not is_carried(match)


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
    where = {"de": "„Alles, was offen ist“", "en": "“Everything open”"}[language]
    night = phone.get(match.night.get_absolute_url(), headers=headers)
    settling = phone.get(money_url(cast, match.night), headers=headers)
    for page in (night, settling):
        text = re.search(r"<textarea.*?>(.*?)</textarea>", page.text, re.S)[1]
        assert said in text
        assert where in text
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
        assert "0.30" not in page.split("Money that night")[0]
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


def test_a_payment_for_nothing_but_moved_games_moves_with_them(cast) -> None:
    first = play(cast, {"Anna": 2, "Ben": -2}, night=Night.objects.create(group=cast.group))
    assert pay(cast, "Ben", "Anna", "0.20", first.night).status_code == 302
    second = play(cast, {"Anna": 3, "Ben": -3}, night=first.night)
    there = move(cast, first)
    assert Payment.objects.get().night == there
    assert not is_carried(first)
    assert not is_carried(second)
    assert pay(cast, "Ben", "Anna", "0.30", second.night).status_code == 302
    assert sums(cast) == {}
    call_command("rescore", "--check", verbosity=0)


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
