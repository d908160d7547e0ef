"""Two phones at once: of two that contradict each other one is saved, and the other is told once."""

import re
from collections.abc import Callable, Mapping
from itertools import product
from typing import Any

import pytest
from django.test import Client
from django.urls import reverse

from scorekeeper.nights.models import Match
from tests.fixtures import as_shown, make_phone
from tests.test_entering import Filled

pytestmark = pytest.mark.slow

# What moves the table: whoever has a form of the coming round open (WAITS) is told before it is saved.
MOVES = {"round", "points", "undo", "who plays", "dealer", "rules", "last rounds"}
WAITS = {"round", "points", "who plays", "dealer", "rules", "last rounds", "bid", "pile", "trick"}
# What tells whoever has this form open, besides that.
REPLACES = {
    "correction": {"correction", "undo"},
    "undo": MOVES - {"dealer"} | {"correction"},
    "bid": {"bid", "pile", "trick"},
    "pile": {"pile", "trick"},
    "trick": {"pile", "trick"},
    "who plays": {"trick"},
    "dealer": {"trick"},
}


def fields_of(page: Any) -> dict[str, Any]:
    return {**Filled(page.text).fields, **as_shown(page)}


def seen_in(page: Any) -> dict[str, str]:
    return dict(re.findall(r'name="(seen)" value="([^"]*)"', page.text)[:1])


class Phone:
    """A phone that keeps score. `mine` is 1 or 2, so that no two phones say the same."""

    def __init__(self, client: Client, match: Match, mine: int) -> None:
        self.client, self.match, self.mine = client, match, mine

    def url(self, name: str, *args: object) -> str:
        return reverse(name, args=[self.match.night.group.key, self.match.key, *args])

    @property
    def forms(self) -> Mapping[str, tuple[str, Callable[[Any], dict[str, Any]]]]:
        """The address of each form, and what is typed on its page."""
        first, mine = self.match.entries.get(number=1), str(self.mine)
        return {
            "round": (self.url("enter"), lambda page: fields_of(page) | self.round()),
            "points": (self.url("adjust"), lambda page: fields_of(page) | {"points-0": mine}),
            "correction": (self.url("correct", first.key), lambda page: fields_of(page) | {"note": mine}),
            "undo": (self.url("table"), lambda page: {"step": re.search(r'name="step" value="([^"]*)', page.text)[1]}),
            "who plays": (self.url("who_plays"), lambda page: as_shown(page) | {f"seat-{mine}": "leaves"}),
            "dealer": (self.url("who_deals"), lambda page: as_shown(page) | {"dealer": self.mine + 1}),
            "rules": (self.url("options"), lambda page: as_shown(page) | {"stake": f"{mine} ct", "sure": "yes"}),
            "last rounds": (self.url("how_long"), lambda page: as_shown(page) | {"rounds": self.mine + 1}),
            "bid": (self.url("bids", 3), lambda page: as_shown(page) | seen_in(page) | {"row-bid-3": self.mine - 1}),
            "pile": (self.url("pile", 3), lambda page: fields_of(page) | self.pile()),
            "trick": (self.url("next_trick", "new"), lambda page: as_shown(page) | seen_in(page) | self.trick()),
        }

    def round(self) -> dict[str, Any]:
        bids = {f"row-bid-{seat}": ["0"] for seat in range(4)}
        return bids | {f"row-tricks-{seat}": ["2" if seat == self.mine else "0"] for seat in range(4)}

    def pile(self) -> dict[str, Any]:
        if self.match.game_slug == "wizard":
            return {"row-bid-3": ["0"], "row-tricks-3": [str(self.mine - 1)]}
        return {"screen": "counted", "gold-3": str(self.mine)}

    def trick(self) -> dict[str, Any]:
        return {"place": 1, "save": "yes", "leader": 2, "play": ["R3", "R4", "R10", f"R{self.mine}"]}

    def open(self, form: str) -> Any:
        return self.client.get(self.forms[form][0])

    def send(self, form: str, page: Any) -> Any:
        url, typed = self.forms[form]
        return self.client.post(self.url("undo") if form == "undo" else url, typed(page))


def stored(match: Match) -> tuple[Any, ...]:
    """Return everything that the forms change."""
    found = Match.objects.get(pk=match.pk)
    entries = list(found.entries.values_list("key", "record", "removed_at", "version"))
    return entries, found.options, found.draft.parts, found.changes.filter(undone_at=None).count()


# What the first one has done rules the other out: the seat is empty, or the round is entered on another form.
NEVER = {("who plays", "who plays"), ("pile", "bid"), ("trick", "pile"), ("trick", "trick")}
NEVER |= {(one, "trick") for one in ("who plays", "undo", "dealer")}


def is_told(one: str, other: str) -> bool:
    return (other in WAITS and one in MOVES) or one in REPLACES.get(other, ())


WIZARD = {"kind": "round", "bid": dict.fromkeys("ABCD", 0), "tricks": {"A": 1, "B": 0, "C": 0, "D": 0}}
FORMS = ["round", "points", "correction", "undo", "who plays", "dealer", "rules", "last rounds", "bid", "pile"]
PAIRS = [("wizard", WIZARD, *pair) for pair in product(FORMS, FORMS)]
GOLD = {"kind": "counted", "gold": {"A": 80}}
PAIRS += [
    ("beutelschneider", GOLD, *pair) for one in [*FORMS[1:8], "pile"] for pair in ((one, "trick"), ("trick", one))
]
PAIRS += [("beutelschneider", GOLD, "trick", "trick")]


@pytest.mark.parametrize(("slug", "record", "one", "other"), PAIRS)
def test_of_two_forms_that_contradict_each_other_one_is_saved(cast, slug, record, one, other):
    match = cast.start(slug, "ABCD")
    match.enter(record, 0, "Sam")
    phones = [Phone(make_phone(token=cast.scorer_token), match, mine) for mine in (1, 2)]
    pages = [phones[0].open(one), phones[1].open(other)]
    assert phones[0].send(one, pages[0]).status_code == 302
    before = stored(match)
    answer = phones[1].send(other, pages[1])
    assert (stored(match) == before) == is_told(one, other)
    if answer.status_code == 409 and (one, other) not in NEVER:
        assert phones[1].send(other, answer).status_code == 302, "what was typed is saved once they were told"
        assert stored(match) != before
