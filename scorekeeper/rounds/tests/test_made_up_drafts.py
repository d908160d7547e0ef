"""Drafts that come from another phone with made-up values: they are refused, or every page shows them."""

from random import Random
from typing import Any

import pytest
from django.core.exceptions import ValidationError

from games.kernel.parts import EVERYBODY
from games.registry import all_games
from scorekeeper.nights.models import Draft, Match
from scorekeeper.rounds.tricks import Tricks
from tests.fuzz_values import broken, repeated
from tests.play import group
from tests.test_tags import bidding, typed

pytestmark = pytest.mark.slow

PAGES = ("", "display/", "round/", "piles/", "seats/", "referee/")
PARTS = ("piles/mine/", "piles/0/", "piles/1/", "piles/all/")
BIDS = ("bids/all/", "bids/0/", "bids/1/")
TRICKS = ("tricks/new/", "tricks/new/1/", "tricks/new/first/", "tricks/new/end/")


def parts(cast: Any) -> Draft:
    piles = typed(cast.match)
    piles.save_part(EVERYBODY, {"note": ["Well"]}, "counted", piles.draft.version, "Sam")
    return piles.draft


def bids(cast: Any) -> Draft:
    made = bidding(cast.match)
    made.save_parts({"1": {"row-bid-1": ["0"]}}, made.version, "Sam")
    return made.draft


def tricks(cast: Any) -> Draft:
    chance = Random("tricks")
    them = group(all_games()["rufmariasch"], 4, chance)
    match = cast.start("rufmariasch", them.players, **them.options)
    record = them.round(them.players[0]).noted["tricks"]
    Tricks(match).describe({key: value for key, value in record.items() if key != "tricks"}, 0, "Sam")
    for number, trick in enumerate(record["tricks"][:3]):
        Tricks(match).add(trick, number, match.draft.version, "Sam")
    return match.draft


@pytest.mark.parametrize(("made", "pages"), [(parts, PARTS), (bids, BIDS), (tricks, TRICKS)])
def test_drafts_are_refused_or_every_page_shows_them(cast, made, pages):
    draft, chance, phone = made(cast), Random(made.__name__), cast.phone("scorer")
    draft.clean()
    sound, here = {"parts": draft.parts}, Match.objects.get(pk=draft.match.pk).get_absolute_url()
    seen = 0
    for _ in repeated(60):
        draft.parts = broken(sound, chance).get("parts")
        try:
            draft.clean()
        except ValidationError:
            continue
        draft.save()
        seen += 1
        for page in (*PAGES, *pages):
            assert phone.get(here + page).status_code < 500, (page, draft.parts)
    assert 0 < seen < 60
