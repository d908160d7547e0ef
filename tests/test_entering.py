"""A round of any game, entered on its page: it is saved as typed, and the same form shows it to correct it."""

from __future__ import annotations

from html.parser import HTMLParser
from random import Random
from typing import Any

import pytest

from games.kernel.posted import Fields, Posted
from games.registry import all_games
from scorekeeper.nights.models import Match, Night
from scorekeeper.people.models import Player
from tests.play import DIFFERENT, group
from tests.test_parts import as_sent

pytestmark = pytest.mark.slow

TABLES = [(slug, seats) for slug in DIFFERENT for seats in {min(all_games()[slug].seats), max(all_games()[slug].seats)}]


class Filled(HTMLParser):
    """A parser of a round's form: `fields` is what a browser without scripts would send."""

    def __init__(self, page: str) -> None:
        super().__init__()
        self.fields: Fields = {}
        self.name, self.inside = "", False
        self.feed(page)

    def handle_starttag(self, tag: str, attrs: Any) -> None:
        given = dict(attrs)
        name, value = given.get("name") or "", given.get("value") or ""
        if tag == "form":
            self.inside = given.get("id") == "entry"
        elif tag == "select":
            self.name = name
        elif tag == "option" and "selected" in given:
            self.add(self.name, value)
        elif tag == "input" and name and ("checked" in given or given.get("type") not in ("radio", "checkbox")):
            self.add(name, value)

    def add(self, name: str, value: str) -> None:
        if self.inside and value:
            self.fields.setdefault(name, []).append(value)


@pytest.mark.parametrize(("slug", "seats"), TABLES)
def test_a_round_is_saved_and_comes_back_to_be_corrected(cast, slug, seats):
    phone, night = cast.phone("scorer"), Night.tonight(cast.group)
    them = group(all_games()[slug], seats, Random(f"{slug} {seats}"))
    players = [Player.objects.get_or_create(group=cast.group, name=name)[0] for name in them.players]
    rounds = [record for _ in range(3) for record in them.round(them.players[0]).noted.values()]
    for screen in them.game.screens(them.table):
        for record in filter(screen.shows, rounds):
            match = Match.start(night, slug, players, them.options, 0)
            here = match.get_absolute_url()
            fields = as_sent(screen.fields({**record, "note": "late"}, them.table), them.table)
            sent = {**fields, "screen": screen.code, "seen": "0", "key": f"key-of-match-{match.pk}"}
            answer = phone.post(f"{here}round/", sent)
            if answer.status_code == 422 and answer.context["question"]:
                answer = phone.post(f"{here}round/", {**sent, "asked": answer.context["question"]})
            assert answer.status_code == 302, answer.context["problems"]
            entry = match.entries.get()
            assert entry.record == match.with_dealer(screen.record(Posted(fields), them.table))
            page = phone.get(f"{here}round/{entry.key}/").text
            shown = Filled(page).fields
            assert shown["screen"] == [screen.code]
            assert {"dealer": them.players[0], **screen.record(Posted(shown), them.table)} == entry.record
