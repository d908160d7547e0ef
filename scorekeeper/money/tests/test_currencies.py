"""Amounts in currencies whose decimals differ from the euro's: the yen has none, the dinar three."""

import re

import pytest
from django.urls import reverse
from django.utils import translation
from hypothesis import given
from hypothesis import strategies as st

from games.kernel.currencies import minor_units
from scorekeeper.money.models import Expense, Payment
from scorekeeper.money.tests.test_expenses import spend
from scorekeeper.money.tests.test_money import money_url, play, sums, tap_paid
from scorekeeper.web.formatting import amount
from tests.fixtures import words


@given(st.integers(0, 10**9), st.sampled_from(("EUR", "USD", "CHF", "JPY", "KWD")), st.sampled_from(("de", "en")))
def test_an_amount_is_read_as_it_is_written(units, currency, language):
    with translation.override(language):
        assert minor_units(amount(units, currency), currency) == units


@pytest.mark.parametrize(
    ("currency", "language", "texts"),
    [
        ("JPY", "en", {"1,500\u00a0JPY", "+1500", "−1500", "500\u00a0JPY"}),
        ("JPY", "de", {"1.500\u00a0JPY", "+1500", "−1500", "500\u00a0JPY"}),
        ("KWD", "en", {"1.500\u00a0KWD", "+1.500", "−1.500", "0.500\u00a0KWD"}),
        ("KWD", "de", {"1,500\u00a0KWD", "+1,500", "−1,500", "0,500\u00a0KWD"}),
    ],
)
def test_pad_money_expenses_and_files_write_the_decimals_that_a_currency_has(cast, currency, language, texts):
    night = play(cast, {"Anna": 3, "Ben": -3}, stake=500, currency=currency).night
    match = night.matches.get()
    spend(
        cast,
        "Anna",
        f"1500 {currency}" if currency == "JPY" else "1.500 KWD",
        ["Anna", "Ben", "Carla"],
        night,
        currency=currency,
    )
    phone = cast.phone("owner")
    there = f"/g/{cast.group.key}"
    at_table = f"{there}/m/{match.key}"
    pages = [
        b"".join(phone.get(each, headers={"Accept-Language": language})).decode()
        for each in (
            at_table + "/", at_table + "/print/", at_table + "/display/", at_table + "/rules/", money_url(cast, night),
            f"{there}/money/expenses/", f"{there}/nights/{night.key}/", f"{there}/data/rounds.csv",
            f"{there}/money/why/{match.seated[1].player.key}/?currency={currency}",
        )
    ]  # fmt: skip
    found = " ".join(pages)
    assert not {text for text in texts if text not in found and text.replace("\u00a0", "&nbsp;") not in found}
    if currency == "JPY":
        assert not re.search(r"\d[.,]\d\d(?!\d)[^\"]{0,8}JPY", found)
    assert [each.amount for each in Expense.objects.all()] == [1500]


@pytest.mark.parametrize("currency", ["JPY", "KWD"])
def test_what_cannot_be_divided_is_the_smallest_that_there_is_and_a_tap_pays_it(cast, currency):
    night = play(cast, {"Anna": 1, "Ben": -1}, stake=1, currency=currency).night
    spend(cast, "Anna", "100 JPY" if currency == "JPY" else "0.1", ["Anna", "Ben", "Carla"], night, currency=currency)
    assert sums(cast, night, currency) == {"Anna": 67, "Ben": -34, "Carla": -33}
    for owed in (34, 33):
        tap_paid(cast, cast.phone("scorer").get(money_url(cast, night)))
        assert Payment.objects.latest("pk").amount == owed
    assert sums(cast, night, currency) == {}


def test_a_stake_that_is_too_high_is_answered_with_the_unit_of_the_limit(cast):
    where = reverse("play_game", args=[cast.group.key, "other-game"])
    page = cast.phone("scorer").post(where, {"seat": ["Anna", "Ben"], "stake": "20000 €", "currency": "EUR"})
    assert page.status_code == 422
    assert "choose 0 to 1000000 of the smallest unit, so cents for euros" in words(page)
    assert 'value="20000 €"' in page.text
