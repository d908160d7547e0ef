"""A whole evening with a game, through the forms of the pages. The games are drawn anew each day.

Players join and leave, and a dealer sits out.
"""

from __future__ import annotations

import json
import re
from html import unescape
from random import Random
from typing import Any

import pytest
from django.core.management import call_command
from django.http import HttpResponse
from django.urls import reverse

from games.kernel.parts import EVERYBODY
from games.kernel.posted import Fields
from games.registry import all_games
from scorekeeper.money.models import Account
from scorekeeper.nights.models import Match, Night
from scorekeeper.people.models import Player
from scorekeeper.rounds.piles import Piles
from scorekeeper.rounds.tests.test_who_dealt import fields_of
from tests.drawn import drawn
from tests.fixtures import Cast, words
from tests.play import DIFFERENT, group

pytestmark = pytest.mark.django_db
NAMES = ("Anna", "Ben", "Carla", "Dirk", "Emil", "Frieda", "Gustav", "Hanna", "Ida")


class Evening:
    """An evening of a group that plays this game and enters everything on one phone."""

    def __init__(self, cast: Cast, slug: str) -> None:
        self.cast, self.game, self.random = cast, all_games()[slug], Random(slug)
        Match.objects.all().delete()
        Night.objects.all().delete()
        for name in NAMES:
            cast.group.players.get_or_create(name=name)
        self.tables: dict[int, Any] = {}
        self.key = ""
        self.options: dict[str, Any] = {}
        self.ways = [Evening.on_a_form, Evening.each_their_own]

    @property
    def match(self) -> Match:
        return Match.objects.get(key=self.key)

    def person(self, name: str) -> Player:
        return self.cast.group.players.get(name=name)

    def post(self, page: str, *args: str, status: int = 302, **fields: Any) -> HttpResponse:
        """Send a form, check the answer's status, return the answer. `args` follow the group's key in the address."""
        where = reverse(page, args=[self.cast.group.key, *args])
        answer = self.cast.phone("scorer").post(where, fields)
        assert answer.status_code == status, (page, fields, words(answer.text)[:3000])
        return answer

    def page(self, page: str, *args: str, role: str = "viewer") -> str:
        return words(self.cast.phone(role).get(reverse(page, args=[self.cast.group.key, *args])).text)

    def pad(self) -> str:
        return self.page("table", self.key)

    def settles(self) -> None:
        """Check that the balances of the group, and of the match's night, add up to 0 in every currency."""
        for account in (Account(self.cast.group), Account(self.cast.group, self.match.night)):
            for sums in account.balances().values():
                assert sum(sums.values()) == 0

    # At the table

    def sit_down(self, seats: int, sits_out: bool) -> None:
        """Start the game with a stake of 10 and other house rules chosen at random.

        `seats` is the number of players of a round. With `sits_out`, there is one more at the table: the dealer.
        """
        them = group(self.game, seats, self.random, stake=10)
        self.tables[seats], self.options = them, them.options
        names = NAMES[: seats + sits_out]
        options = them.game.read_options(them.options)
        typed = {
            field: values
            for name, rule in them.game.options.rules().items()
            for field, values in rule.fields(getattr(options, name), name).items()
        }
        more = {"sits_out": "dealer"} if sits_out else {}
        answer = self.post("play_game", self.game.slug, seat=names, dealer="0", **typed, **more)
        self.key = answer["Location"].rstrip("/").rpartition("/")[2]
        assert self.match.sits_out == sits_out

    def play_round(self) -> None:
        """Deal a round and enter it, by turns in a whole form and in everybody's own parts.

        If no form can show the round in the one way, use the other way. If neither works, send the round as a record.
        """
        match = self.match
        engine = match.course.engine
        seats = len(match.table.players)
        if seats not in self.tables:
            self.tables[seats] = group(self.game, seats, self.random, **self.options)
        them = self.tables[seats].after(engine.deals)
        order = match.table.players
        dealer = engine.next_dealer
        if engine.seating.sits_out:
            order = match.table.clockwise_from(str(engine.coming.leader))
            dealer = order[-1]
        called = dict(zip(them.players, order, strict=True))
        played = them.round(next(each for each, name in called.items() if name == dealer))
        screens = match.game.screens(match.table)
        for record in sorted(played.noted.values(), key=lambda each: not any(one.shows(each) for one in screens)):
            written = {name: value for name, value in renamed(record, called).items() if name != "dealer"}
            row = match.preview(match.with_dealer(written))[1]
            if not row.problems and row.score:
                break
        else:
            pytest.fail(f"none of these counts: {[*played.noted.values()]}")
        self.ways = self.ways[1:] + self.ways[:1]
        if not any(way(self, written) for way in self.ways):
            by_key = {"key": f"round-{match.last_number}-{match.key}", "seen": match.last_number}
            self.post("enter", self.key, record=json.dumps(written), **by_key)
        entered = self.match.course.rows[-1]
        assert entered.score
        assert (list(entered.points), entered.dealer) == (list(row.points), engine.next_dealer)

    def on_a_form(self, written: dict[str, Any]) -> bool:
        """Enter the round in the first form that can show it, as a browser would; return False if none can."""
        match = self.match
        screen = next((each for each in match.game.screens(match.table) if each.dealt and each.shows(written)), None)
        if screen is None:
            return False
        fields = in_order(screen.fields(written, match.table)) | {"screen": screen.code}
        fields.pop("dealer", None)
        where = reverse("enter", args=[self.cast.group.key, self.key])
        form = fields_of(self.cast.phone("scorer").get(where, {"as": screen.code}).text) | fields
        answer = self.cast.phone("scorer").post(where, form)
        if answer.status_code == 422 and (asked := re.search(r'name="asked" value="([^"]*)"', answer.text)):
            answer = self.cast.phone("scorer").post(where, form | {"asked": unescape(asked[1])})
        assert answer.status_code == 302, (form, words(answer.text)[:3000])
        return True

    def each_their_own(self, written: dict[str, Any]) -> bool:
        """Enter everybody's part of the round and the common part. Return False if no form with parts can show it."""
        match = self.match
        shown = [each for each in match.game.screens(match.table) if each.own and each.shows(written)]
        if not shown:
            return False
        screen, table = shown[0], match.table
        fields = in_order(screen.fields(written, table))
        for seat in [*(str(number) for number, _name in table.numbered), EVERYBODY]:
            draft = Piles.current(self.match)
            if seat == EVERYBODY and (draft is None or seat in draft.parts or not screen.own.has_common_part):
                continue
            where = reverse("pile", args=[self.cast.group.key, self.key, seat or "all"])
            context = self.cast.phone("scorer").get(where, {"as": screen.code}, follow=True).context
            sent = {"screen": screen.code, "seen": context["seen"], "last": context["last_seen"], "nothing": "yes"}
            sent |= {"all_done": "yes", **screen.own.part(fields, seat, table)}
            if context["asks_all"]:
                sent |= {"asks_all": "yes", **screen.own.part(fields, EVERYBODY, table)}
            answer = self.cast.phone("scorer").post(where, sent)
            assert answer.status_code == 302, (seat, sent, words(answer.text)[:3000])
        if (draft := Piles.current(self.match)) is not None:
            seen = {"round": draft.draft.entry_key, "seen": draft.draft.version, "last": self.match.last_number}
            self.post("update_piles", self.key, do="save", **seen)
        assert Piles.current(self.match) is None
        return True

    @property
    def over(self) -> bool:
        return self.match.course.engine.over

    def seats(self, status: int = 302, **fields: Any) -> HttpResponse:
        return self.post("who_plays", self.key, status=status, seen=self.match.last_number, **fields)

    def sitting(self) -> list[str]:
        return list(self.match.course.engine.seating.seated)

    def number(self, name: str) -> int:
        return self.match.course.engine.seating.number_of(name)

    def undo(self, **more: str) -> None:
        self.post("undo", self.key, step=self.match.last_step.key, **more)


def in_order(fields: Fields) -> Fields:
    """Return the fields, each with its values sorted: a browser does not send them in the order of the record."""
    return {name: sorted(values) for name, values in fields.items()}


def renamed(value: Any, names: dict[str, str]) -> Any:
    if isinstance(value, str):
        return names.get(value, value)
    if isinstance(value, dict):
        return {names.get(key, key): renamed(each, names) for key, each in value.items()}
    return [renamed(each, names) for each in value] if isinstance(value, list) else value


def takes_over(evening: Evening) -> None:
    """Let Ida take over from Ben, with his points and his money; undo it and do it again."""
    before = evening.match.course.engine
    form = {f"seat-{evening.number('Ben')}": evening.person("Ida").key}
    assert "Ida takes over from Ben" in words(evening.post("preview_seats", evening.key, status=200, **form).text)
    evening.seats(**form)
    evening.undo()
    assert "Ben" in evening.sitting()
    call_command("rescore", "--check", verbosity=0)
    evening.seats(**form)
    after = evening.match.course.engine
    assert (after.totals["Ida"], after.totals["Ben"]) == (before.totals["Ben"], 0)
    assert after.money["Ida"] == before.money["Ben"]
    assert "Ben" not in evening.sitting()
    evening.settles()


def leaves(evening: Evening) -> str:
    """Let Carla leave without an heir; return her name.

    Return "" if the game cannot go on with one player fewer; in that case, check that the form is refused.
    """
    match = evening.match
    one_less = len(match.table.players) - 1
    possible = not match.game.keeps_seats(match.house_rules) and one_less in match.game.seats_with(match.house_rules)
    if possible and match.course.engine.seating.sits_out:
        possible = match.game.lets_dealer_sit_out(one_less, match.house_rules)
    form = {f"seat-{evening.number('Carla')}": "leaves"}
    if not possible:
        evening.seats(status=422, **form)
        assert "Carla" in evening.sitting()
        return ""
    had = match.course.engine.totals["Carla"]
    evening.seats(**form)
    assert "Carla left after round" in evening.pad()
    assert evening.match.course.engine.totals["Carla"] == had
    evening.settles()
    return "Carla"


def comes(evening: Evening, name: str, after: str) -> bool:
    """Let the player `name` join, or come back, in the seat after the player `after`.

    Return whether the game allows one more player. If it does not, check that the form is refused.
    """
    match = evening.match
    one_more = len(match.table.players) + 1
    possible = not match.game.keeps_seats(match.house_rules) and one_more in match.game.seats_with(match.house_rules)
    form = {"joins": evening.person(name).key, "start": "last", "after": evening.number(after)}
    evening.seats(status=302 if possible else 422, **form)
    assert (name in evening.sitting()) == possible
    evening.settles()
    return possible


def another_deals(evening: Evening) -> None:
    """Let a player deal the coming round out of turn. Check that the pad and the display name this dealer."""
    engine = evening.match.course.engine
    other = next(each for each in evening.sitting() if each != engine.next_dealer)
    evening.post("who_deals", evening.key, dealer=evening.number(other), seen=evening.match.last_number)
    for page in ("table", "display"):
        assert (
            evening.cast.phone("viewer")
            .get(reverse(page, args=[evening.cast.group.key, evening.key]))
            .context["dealer"]
            == other
        )
    if engine.seating.sits_out:
        assert f"{other} deals and sits out" in evening.pad()
        assert other not in evening.match.table.players


def ends_soon(evening: Evening) -> None:
    """Announce three last rounds, and take that back. Announce one, play it, and check that the game is over."""
    evening.post("how_long", evening.key, rounds="3")
    evening.post("remove", evening.key, evening.match.last_rounds.key)
    evening.post("how_long", evening.key, rounds="1")
    for page in ("table", "display"):
        assert "Last round!" in evening.page(page, evening.key)
    evening.play_round()
    assert evening.over
    assert evening.match.winners


@pytest.mark.slow
@pytest.mark.parametrize("slug", drawn(DIFFERENT, "evening"))
def test_an_evening(cast: Cast, slug: str) -> None:
    evening = Evening(cast, slug)
    game = evening.game
    seats = 4 if 4 in game.seats else max(game.seats)
    rules = group(game, seats, Random(1)).table.options
    sits_out = game.lets_dealer_sit_out(seats, rules) and not game.keeps_seats(rules)
    evening.sit_down(seats, sits_out)
    evening.play_round()
    if not evening.over:
        takes_over(evening)
        another_deals(evening)
        evening.play_round()
    if not evening.over and (gone := leaves(evening)):
        evening.play_round()
        evening.over or comes(evening, gone, "Anna")
    if not evening.over:
        comes(evening, "Frieda", "Anna")
        evening.play_round()
    if not evening.over:
        ends_soon(evening)
    call_command("rescore", "--check", verbosity=0)
    assert evening.page("table", evening.key, role="scorer").count("Play again") >= 1
    for page in ("changes", "display", "export"):
        assert evening.page(page, evening.key)
    cast.phone("viewer").get(reverse("evening_picture", args=[cast.group.key, evening.match.night.key]))
