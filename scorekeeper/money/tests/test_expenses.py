"""Shared expenses, such as the pizza: booked in the ledger to the cent."""

import re
from datetime import timedelta
from html import unescape

import pytest
from django.core.management import call_command
from django.urls import reverse
from django.utils import timezone
from hypothesis import given
from hypothesis import strategies as st

from scorekeeper.exchange.copy import dump, load
from scorekeeper.history.forgetting import forget
from scorekeeper.history.models import Merge
from scorekeeper.history.persons import everything
from scorekeeper.money.expense_form import people_of
from scorekeeper.money.ledger import Ledger
from scorekeeper.money.models import Account, Expense, LedgerRow, shares_of
from scorekeeper.money.tests.test_money import money_url, play, player, sums
from scorekeeper.nights.models import Match, Night
from scorekeeper.people.models import Group, Player
from scorekeeper.server.write_queue import write_transaction
from tests.fixtures import words

WHERE = 5  # the number of people at the night's two tables


def spend(cast, payer, amount, people, night=None, role="scorer", **more):
    data = {"payer": payer, "amount": amount, "currency": "EUR", "people": people, **more}
    data |= {"night": night.key} if night else {}
    return cast.phone(role).post(reverse("expense", args=[cast.group.key]), data)


def undo(cast, expense, **data):
    return cast.phone("scorer").post(reverse("expense_undo", args=[cast.group.key, expense.key]), data)


@pytest.fixture
def night(cast) -> Night:
    """A night with Dirk, Anna, Ben, Carla and Emil at two tables, without any debts."""
    night = Night.tonight(cast.group)
    play(cast, night=night, names=("Anna", "Ben", "Carla", "Dirk"))
    play(cast, night=night, slug="beutelschneider", names=("Dirk", "Anna", "Emil"))
    return night


# Rounding to whole cents


@given(st.integers(1, 10**9), st.lists(st.integers(1, 99), min_size=1, max_size=12), st.integers(0, 11))
def test_shares_add_up_and_nobody_bears_a_cent_more_than_their_part(amount, weights, first):
    borne = shares_of(amount, weights, first % len(weights))
    assert sum(borne) == amount
    for cents, weight in zip(borne, weights, strict=True):
        assert abs(cents * sum(weights) - amount * weight) < sum(weights)


@given(st.integers(1, 10**6), st.integers(1, 9), st.integers(0, 8))
def test_leftover_cents_begin_with_whoever_paid_and_go_on_in_order(amount, count, first):
    first %= count
    borne = shares_of(amount, [1] * count, first)
    in_turn = borne[first:] + borne[:first]
    assert in_turn == sorted(borne, reverse=True)
    assert max(borne) - min(borne) <= 1


def test_most_of_what_was_cut_off_comes_first():
    assert shares_of(100, [1, 2, 4], 0) == [14, 29, 57], "of 14.29, 28.57 and 57.14, the second was cut most"


# At the table


def offered(cast) -> tuple[list[str], list[str]]:
    """Return the names in the form of an expense without a night, and those of them that are ticked."""
    form = cast.phone("scorer").get(reverse("expense", args=[cast.group.key])).context["form"]
    return [each.player.name for each in form.choices], [each.player.name for each in form.choices if each.chosen]


def test_of_no_night_they_are_for_those_of_the_last_one_or_for_whom_the_group_has(cast, night):
    cast.group.players.create(name="Zoë")
    Night.objects.exclude(pk=night.pk).delete()
    there = ["Dirk", "Anna", "Emil", "Ben", "Carla"]
    assert offered(cast) == (there, there)
    Night.objects.update(started_at=timezone.now() - timedelta(days=9))
    assert offered(cast) == (there, there), "also days later"
    Night.objects.all().delete()
    assert {*offered(cast)[1]} == {"Anna", "Ben", "Carla", "Dirk", "Emil", "Zoë"}, "nobody has played yet"


def test_a_pizza_for_all_who_are_there_takes_an_amount_and_who_paid(cast, night):
    page = cast.phone("scorer").get(reverse("expense", args=[cast.group.key]) + f"?night={night.key}").text
    ticked = re.findall(r'name="people"\s+value="(\w+)"\s+checked', page)
    dirk = player(cast, "Dirk")
    assert len(ticked) == WHERE, "those of both tables"
    answer = spend(cast, dirk.key, "48", ticked, night, note="Pizza")
    assert answer.headers["Location"] == money_url(cast, night)
    assert sums(cast, night) == sums(cast) == {"Dirk": 3840, "Anna": -960, "Ben": -960, "Carla": -960, "Emil": -960}
    page = words(cast.phone("viewer").get(money_url(cast, night)).text)
    assert "Dirk paid for five." in page
    assert "Pizza" in page
    assert "€9.60 each" in page
    assert "Dirk paid €48.00 for five: Pizza" in words(cast.phone("viewer").get(night.get_absolute_url()).text)


def test_the_reasons_page_tells_of_it_on_a_night_and_on_none(cast, night):
    ben = player(cast, "Ben")
    spend(cast, "Dirk", "10", ["Ben", "Carla"], night, note="Taxi")
    spend(cast, "Anna", "6,50", ["Ben", "Anna"], note="Present")
    url = reverse("money_why", args=[cast.group.key, ben.key])
    for where, told in ((url, ("Taxi", "Present")), (f"{url}?night={night.key}", ("Taxi",))):
        page = words(cast.phone("viewer").get(where).text)
        assert [each for each in ("Taxi", "Present") if each in page] == [*told]
    assert "Dirk paid for Ben and Carla." in page
    assert "−€5.00" in page
    assert sums(cast) == {"Dirk": 1000, "Anna": 325, "Ben": -825, "Carla": -500}


def test_shares_weigh_and_who_paid_need_not_have_one(cast, night):
    keys = {name: player(cast, name).key for name in ("Anna", "Ben", "Carla")}
    numbers = {f"number-{keys['Anna']}": "2", f"number-{keys['Ben']}": "1", f"number-{keys['Carla']}": "7"}
    spend(cast, "Dirk", "9", [keys["Anna"], keys["Ben"]], night, by="shares", **numbers)
    assert sums(cast) == {"Dirk": 900, "Anna": -600, "Ben": -300}
    assert "Who bears what" in cast.phone("viewer").get(money_url(cast, night)).text


def test_numbers_of_shares_count_only_where_it_is_by_shares(cast, night):
    anna = player(cast, "Anna").key
    spend(cast, "Dirk", "9", [anna, "Ben"], night, **{f"number-{anna}": "2"})
    assert sums(cast) == {"Dirk": 900, "Anna": -450, "Ben": -450}


def test_it_is_undone_in_a_tap_and_stays_in_the_list(cast, night):
    spend(cast, "Dirk", "48", ["Anna", "Dirk"], night, note="Pizza")
    expense = Expense.objects.get()
    assert undo(cast, expense).headers["Location"] == money_url(cast, night)
    assert sums(cast) == {}
    undo(cast, expense)
    assert sums(cast) == {}, "a second tap changes nothing"
    assert "Pizza" not in words(cast.phone("viewer").get(night.get_absolute_url()).text)
    listed = words(cast.phone("viewer").get(reverse("expenses", args=[cast.group.key])).text)
    assert "Pizza" in listed
    assert "Undone by" in listed
    call_command("rescore", "--check", verbosity=0)


@pytest.mark.parametrize("wrong", [{"amount": 7}, {"night": None}, {"currency": "CHF"}])
def test_rescore_mends_every_row_of_the_ledger(cast, night, wrong, capsys):
    match = play(cast, {"Anna": 2, "Ben": -2}, night=night)
    spend(cast, "Anna", "0.40", ["Anna", "Ben"], night)
    account = Account(cast.group, night)
    with write_transaction():
        account.pay(player(cast, "Ben"), player(cast, "Anna"), 5, "EUR", by="Sam")
    other = Night.objects.create(group=cast.group)
    before = [*LedgerRow.objects.order_by("kind", "amount").values("kind", "player", "amount", "currency", "night")]
    for kind in LedgerRow.Kind.values[:3]:
        row = LedgerRow.objects.filter(kind=kind, amount__gt=0)
        row.update(**{name: other if value is None else value for name, value in wrong.items()})
    with pytest.raises(SystemExit):
        call_command("rescore", "--check")
    said = capsys.readouterr().out
    assert said.count("the ledger does not have the rows of") == 2
    assert f"{match}: the ledger" in said
    call_command("rescore", "--fix")
    call_command("rescore", "--check")
    assert [*LedgerRow.objects.order_by("kind", "amount").values(*before[0])] == before


@pytest.mark.parametrize(
    ("changes", "says"),
    [
        ({"amount": ""}, "How much was it?"),
        ({"amount": "-4"}, "How much was it?"),
        ({"amount": "0"}, "How much was it?"),
        ({"amount": "lots"}, "Enter an amount such as €1.50."),
        ({"amount": "10000000.01"}, "Enter an amount up to €10,000,000.00."),
        ({"payer": ""}, "Who paid?"),
        ({"payer": "Zoë"}, "Nobody in this group has that name."),
        ({"people": []}, "Choose who it was for."),
        ({"people": ["Dirk"]}, "Choose who it was for."),
        ({"people": ["Anna", "Zoë"]}, "Nobody in this group has that name."),
        ({"currency": "€"}, "This is no currency"),
        ({"currency": "XQZ"}, "This is no currency"),
        ({"by": "shares", "number-Anna": "0"}, "A share is a whole number from 1 to 99."),
        ({"by": "shares", "number-Anna": "1.5"}, "A share is a whole number from 1 to 99."),
        ({"note": "x" * 201}, "at most 200"),
    ],
)
def test_what_cannot_be_is_told_and_nothing_typed_is_lost(cast, night, changes, says):
    anna = player(cast, "Anna").key
    typed = {"payer": "Dirk", "amount": "48", "people": [anna, "Dirk"], "note": "Pizza at Luigi’s", **changes}
    if number := typed.pop("number-Anna", ""):
        typed[f"number-{anna}"] = number
    answer = spend(cast, night=night, **typed)
    assert answer.status_code == 422
    page = unescape(answer.text)
    assert says in page
    assert Expense.objects.count() == 0
    for kept in (typed["amount"], typed["note"], number):
        assert f'value="{kept}"' in page or not kept


# Deleted nights, a wrong ledger, merged and forgotten players, copies


@pytest.mark.parametrize("is_undone", [False, True])
@pytest.mark.parametrize(
    ("payer", "shares"), [("Dirk", ["Anna", "Annalena"]), ("Anna", ["Annalena"]), ("Annalena", ["Anna", "Annalena"])]
)
def test_two_names_in_the_same_costs_are_two_people_and_told_why(cast, night, payer, shares, is_undone):
    annalena, anna = Player.objects.create(group=cast.group, name="Annalena"), player(cast, "Anna")
    spend(cast, payer, "48", shares, night)
    before = sums(cast)
    if is_undone:
        undo(cast, Expense.objects.get())
    page = reverse("player_merge", args=[cast.group.key, anna.key])
    answer = cast.phone("owner").post(page, {"other": annalena.pk})
    assert answer.status_code == 422
    told = "Annalena and Anna have met, so they’re two people."
    assert told in words(answer)
    assert not Merge.objects.exists()
    assert is_undone or sums(cast) == before
    assert list(Ledger().check_group(cast.group)) == []


def test_whoever_is_forgotten_is_no_longer_named_and_their_data_tells_of_costs(cast, night):
    spend(cast, "Dirk", "48", ["Anna", "Dirk"], night)
    assert everything(player(cast, "Anna"))["expenses"][0]["borne"] == 2400
    expense = Expense.objects.get()
    Expense.objects.update(by="Anna")
    undo(cast, expense)
    for match in night.matches.all():
        match.close("Sam")
    forget(player(cast, "Anna"))
    expense.refresh_from_db()
    assert expense.by != "Anna"


@pytest.mark.sqlite
def test_a_phone_takes_costs_along(cast, night):
    spend(cast, "Dirk", "48", ["Anna", "Dirk"], night, note="Pizza")
    spend(cast, "Anna", "5.01", ["Anna", "Dirk", "Emil"])
    undo(cast, Expense.objects.get(note="Pizza"))
    spend(cast, "Emil", "7", ["Anna", "Dirk", "Emil"], night, by="shares")
    group = Group.objects.get(pk=cast.group.pk)
    group.role = 30
    document, before = dump(group), sums(cast)
    Expense.objects.get(amount=700).revert("Ich")
    Expense.objects.get(amount=501).delete()
    load(group, document)
    group = Group.objects.get(pk=cast.group.pk)
    group.role = 30
    assert dump(group) == document
    assert sums(cast) == before
    assert list(Ledger().check_group(cast.group)) == []


def test_who_was_taken_in_by_mistake_pays_for_nothing_and_played_no_game(cast):
    match = cast.start("other-game", ["Anna", "Ben"])
    match.enter({"kind": "seats", "players": ["Anna", "Ben", "Carlla"]}, 0, "Sam")
    match.undo("Sam")
    match = Match.objects.get(pk=match.pk)
    match.enter({"kind": "seats", "players": ["Anna", "Ben", "Carla"]}, 1, "Sam")
    match = Match.objects.get(pk=match.pk)
    assert "Carlla" not in [each.name for each in people_of(Account(cast.group, match.night))]
    assert everything(player(cast, "Carlla"))["games"] == []
