"""Drafts that come from another phone with made-up values: they are refused, or every page shows them."""

from __future__ import annotations

from collections.abc import Sequence
from random import Random
from typing import Any

import pytest
from django.core.exceptions import ValidationError
from django.test import Client

from games.kernel.parts import EVERYBODY
from games.registry import all_games
from scorekeeper.nights.models import Match
from scorekeeper.rounds.models import BidsDraft, PartsDraft, TrickDraft
from scorekeeper.rounds.models.draft_base import Draft
from tests.fuzz_values import broken, repeated
from tests.play import group, groups
from tests.test_tags import bidding, typed

pytestmark = pytest.mark.slow

PARTS = ("display/", "round/", "piles/", "piles/mine/", "piles/0/", "piles/1/", "piles/all/", "seats/")
BIDS = ("display/", "round/", "bids/all/", "bids/0/", "bids/1/", "piles/")
TRICKS = (
    "round/",
    "piles/",
    "referee/",
    "tricks/new/",
    "tricks/new/1/",
    "tricks/new/first/",
    "tricks/new/end/",
    "seats/",
)
WRITTEN_DOWN = {slug: them for slug, them in groups().items() if them.tricks_kind}


def parts(match: Match) -> dict[str, Any]:
    draft = typed(match)
    draft.save_part(EVERYBODY, {"note": ["Well"]}, "counted", 0, "Sam")
    return {"parts": draft.parts}


def bids(match: Match) -> dict[str, Any]:
    draft = bidding(match)
    draft.save_parts({"1": {"row-bid-1": ["0"]}}, draft.version, "Sam")
    return {"parts": draft.parts, "earlier": draft.earlier}


def shown(phone: Client, draft: Draft, sound: dict[str, Any], pages: Sequence[str], chance: Random) -> tuple[int, int]:
    """Save the draft again and again, each time with one value made up; check that no page fails to show it.

    Return how many of these drafts were refused, and how many were saved and shown.
    """
    refused = seen = 0
    here = draft.match.get_absolute_url()
    for _ in repeated(60):
        made_up = broken(sound, chance)
        for name in sound:
            setattr(draft, name, made_up.get(name))
        try:
            draft.clean()
        except ValidationError:
            refused += 1
            continue
        draft.save()
        seen += 1
        for page in ("", *pages):
            assert phone.get(here + page).status_code < 500, (page, made_up)
    return refused, seen


@pytest.mark.parametrize(("made", "pages"), [(parts, PARTS), (bids, BIDS)])
def test_parts_and_bids_are_refused_or_every_page_shows_them(cast, made, pages):
    sound = made(cast.match)
    kind = PartsDraft if made is parts else BidsDraft
    draft = kind.objects.get(match=cast.match)
    draft.clean()
    refused, seen = shown(cast.phone("scorer"), draft, sound, pages, Random(made.__name__))
    assert refused
    assert seen


@pytest.mark.parametrize("slug", WRITTEN_DOWN)
def test_tricks_are_refused_or_every_page_shows_them(cast, slug):
    chance = Random(slug)
    them = group(all_games()[slug], max(all_games()[slug].seats), chance)
    match = cast.start(slug, them.players, **them.options)
    record = them.round(them.players[0]).noted["tricks"]
    draft = TrickDraft.get_or_new(match)
    draft.record |= {key: value for key, value in record.items() if key != "tricks"}
    for number, trick in enumerate(record["tricks"][:3]):
        draft.add(trick, number, "Sam")
    draft.clean()
    sound = {"record": draft.record, "tricks": draft.tricks}
    refused, seen = shown(cast.phone("scorer"), draft, sound, TRICKS, chance)
    assert refused
    assert seen
