"""Rounds of Beutelschneider through the pages: they are saved, or refused with the problem beside its field.

The form that was used for the last round is offered first.
"""

import re

import pytest

from scorekeeper.nights.models import Match
from tests.fixtures import flat

NAMES = ("Anna", "Ben", "Carla", "Dirk", "Eva")


@pytest.fixture
def start(cast):
    """Return a function that starts a match of a game, with a number of players and with house rules."""

    def start(slug="beutelschneider", players=3, **options):
        return cast.start(slug, NAMES[:players], **options)

    return start


@pytest.fixture
def phone(cast):
    return cast.phone("scorer")


def url_of(match, tail="round/"):
    return match.get_absolute_url() + tail


def send(phone, match, form, fields, tail="round/", key="key-of-this-entry", seen=None):
    seen = Match.objects.get(pk=match.pk).last_number if seen is None else seen
    return phone.post(url_of(match, tail), {"screen": form, "key": key, "seen": seen, **fields})


def records(match):
    return [entry.record for entry in Match.objects.get(pk=match.pk).active]


def slot(page, path):
    """Return the problems beside one field; None if the page has no place for them."""
    found = re.search(rf'<div class="wrong" id="at-{re.escape(path)}"[^>]*>(.*?)</div>', page)
    return re.findall(r"<p>(.*?)</p>", found[1]) if found else None


def all_cards(match):
    """Return a form with all gold and cutpurses in the first player's pile."""
    deck = match.table.deck
    return {f"card-{code}": "0" for code, card in deck.items() if card.is_gold or card.is_cutpurse}


def test_the_alchemist_spoils_gold_only_with_special_cards(start, phone):
    match = start(special_cards=True)
    assert send(phone, match, "captured", all_cards(match) | {"worthless": ["R10", "Y4"]}).status_code == 302
    assert Match.objects.get(pk=match.pk).totals == [80 - 14 - 40, 0, 0]
    page = phone.get(url_of(match)).content.decode()
    assert 'name="worthless"' in page
    assert "Which gold did the Alchemist spoil?" in page
    page = phone.get(url_of(start())).content.decode()
    assert 'name="worthless"' not in page
    assert "Muscleman" not in page


# Problems are beside their fields, and typed values stay

WRONG = [
    ("beutelschneider", "captured", {"card-R4": ""}, "captured", "1 card is missing: red 4."),
    ("beutelschneider", "captured", {"card-R4": ["0", "1"]}, "captured", "The red 4 is with Anna and with Ben."),
    ("beutelschneider", "captured", {"card-TH": "1"}, "captured", "TH isn’t in this game with 3 players."),
    ("beutelschneider", "captured", {"card-R4": "out"}, "discarded", "The red 4 isn’t a cutpurse."),
    ("beutelschneider", "captured", {"card-RD": "out", "bonus-gardist-0": "2"}, "bonuses", "but one cutpurse was"),
    ("beutelschneider", "captured", {"bonus-gardist-1": "1"}, "bonuses", "Guard: bonus for 1, but no cutpurses"),
    ("beutelschneider", "captured", {"bonus-verfuehrung-1": "2"}, "bonuses.1.verfuehrung", "choose 0 to 1"),
    ("beutelschneider", "captured", {"bonus-verfuehrung-2": "x"}, "bonuses.2.verfuehrung", "a whole number belongs"),
    (
        "beutelschneider",
        "captured",
        {"bonus-verfuehrung-1": "1", "bonus-verfuehrung-2": "1"},
        "bonuses.1.verfuehrung",
        "only one player gets this bonus",
    ),
    ("beutelschneider", "counted", {"gold-0": "50", "gold-1": "40"}, "gold", "That adds up to 90 instead of 80: +10."),
    ("beutelschneider", "counted", {"gold-0": "-3", "gold-1": "40"}, "gold.0", "3 isn’t possible: choose 0 or more."),
    ("beutelschneider", "counted", {"gold-0": "ten"}, "gold.0", "ten: a whole number belongs here."),
    ("beutelschneider", "counted", {"gold-0": "80", "cutpurses-1": "3"}, "cutpurses", "3 captured and 0 arrested"),
    (
        "beutelschneider",
        "counted",
        {"gold-0": "80", "cutpurses-1": "-1"},
        "cutpurses",
        "1 isn’t possible: choose 0 or more.",
    ),
    ("beutelschneider-classic", "captured", {"card-R4": "aside", "card-R3": "", "card-R2": ""}, "captured", "2 cards"),
    (
        "beutelschneider-classic",
        "captured",
        {"card-R4": "aside", "card-R3": "aside", "card-R2": "aside"},
        "aside",
        "Only two cards are laid aside: three are named.",
    ),
    (
        "beutelschneider-classic",
        "captured",
        {"card-RD": "", "discarded": "RD"},
        "discarded",
        "The red cutpurse is discarded but",
    ),
    (
        "beutelschneider-classic",
        "counted",
        {"gold-0": "60", "bonus-gardist-0": "1", "bonus-gardist_last-1": "1"},
        "bonuses.0.gardist",
        "Both guard bonuses go to the same player",
    ),
    ("beutelschneider-classic", "counted", {"gold-0": "61"}, "gold", "That adds up to 61; at most 60 are possible."),
]


@pytest.mark.parametrize(("slug", "form", "fields", "where", "said"), WRONG)
def test_a_problem_stands_beside_its_field(start, phone, slug, form, fields, where, said):
    match = start(slug)
    answer = send(phone, match, form, (all_cards(match) if form == "captured" else {}) | fields)
    page = flat(answer)
    assert answer.status_code == 422
    assert any(said in text for text in slot(page, where)), page[page.find("wrong") :][:3000]
    assert records(match) == []
    for name, value in fields.items():
        if name.startswith(("gold", "cutpurses", "bonus")):
            assert f'name="{name}" value="{value}"' in page
        elif value in ("aside", "0", "1") and f'name="{name}"' in page:
            chosen = page[page.find(f'name="{name}"') :].split("</select>")[0]
            assert f'<option value="{value}" selected>' in chosen


def test_every_problem_is_told_at_once(start, phone):
    match = start()
    fields = {"gold-0": "x", "gold-1": "-1", "cutpurses-0": "5", "bonus-nachtwaechter-1": "7"}
    page = flat(send(phone, match, "counted", fields))
    assert all(slot(page, where) for where in ("gold.0", "gold.1", "cutpurses", "bonuses.1.nachtwaechter"))


# Which form comes first
