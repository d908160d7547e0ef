"""Bids, which are entered before a round is played: all on one phone, or each on its player's phone."""

from __future__ import annotations

import json
import tomllib
from random import Random
from typing import Any

import pytest
from django.test import Client
from django.urls import reverse

from games.kernel.posted import Posted
from games.registry import all_games
from scorekeeper.nights.models import Match, Night
from scorekeeper.people.models import Player
from scorekeeper.rounds.bids import Bids
from scorekeeper.rounds.piles import Piles
from tests.fixtures import OF_TEAMS, as_shown, flat, make_phone, words
from tests.play import group
from tests.test_entering import Filled
from tests.test_parts import as_sent

pytestmark = pytest.mark.slow

NAMES = ("Anna", "Ben", "Carla", "Dora")


class Table:
    """A game with bids, and five phones: one for each of the four players, and one that belongs to no player."""

    def __init__(self, cast, slug: str = "wizard", **options: Any) -> None:
        people = [Player.objects.get_or_create(group=cast.group, name=name)[0] for name in NAMES]
        self.match = Match.start(Night.tonight(cast.group), slug, people, options, 0)
        self.phones = [make_phone(token=cast.scorer_token) for _ in range(5)]
        for phone, player in zip(self.phones, people, strict=False):
            phone.post(reverse("who", args=[cast.group.key]), {"player": player.pk})

    def url(self, name: str, *args: object) -> str:
        return reverse(name, args=[self.match.night.group.key, self.match.key, *args])

    @property
    def now(self) -> Match:
        return Match.objects.get(pk=self.match.pk)

    @property
    def draft(self) -> Bids | None:
        bids = Bids.of(self.now)
        return bids if bids and (bids.parts or bids.draft.pk) else None

    @property
    def bids(self) -> dict[str, Any]:
        draft = self.draft
        return (
            draft.record({seat: part["fields"] for seat, part in draft.parts.items()}).get("bid", {}) if draft else {}
        )

    def open(self, whose: object = "all", phone: int = 4) -> Any:
        return self.phones[phone].get(self.url("bids", whose))

    def bid(self, *bids: object, phone: int = 4, page: Any = None, whose: object = "all", **more: Any) -> Any:
        """Send the bids of all players or, with `whose`, that of one seat. A bid that is None is left out."""
        page = page or self.open(whose, phone)
        seats = range(len(bids)) if whose == "all" else [whose]
        typed = {f"row-bid-{seat}": bid for seat, bid in zip(seats, bids, strict=True) if bid is not None}
        sent = {"seen": page.context["seen"], **as_shown(page)}
        return self.phones[phone].post(self.url("bids", whose), {**sent, **typed, **more})

    def settle(self, do: str, seen: int | None = None) -> Any:
        seen = self.now.draft.version if seen is None else seen
        where = f"{self.url('undo')}?step=draft-{seen}" if do == "undo" else f"{self.url('clear_bids')}?seen={seen}"
        return self.phones[4].post(where)

    def pad(self, phone: int = 4) -> str:
        return words(self.phones[phone].get(self.match.get_absolute_url()).text)

    def enter(self, *tricks: int, page: Any = None, **more: Any) -> Any:
        """Send the round's form as it is shown, with these numbers of tricks."""
        page = page or self.phones[4].get(self.url("enter"))
        shown = page.context
        fields: dict[str, Any] = {**shown["fields"]}
        fields |= {f"row-tricks-{seat}": each for seat, each in enumerate(tricks)}
        sent = {"screen": "round", "seen": shown["seen"], **as_shown(page)}
        return self.phones[4].post(self.url("enter"), {**fields, **sent, **more})

    def record(self) -> dict[str, Any]:
        return self.match.entries.order_by("number").last().record


@pytest.fixture
def table(cast):
    return Table(cast)


def test_bids_are_kept_until_the_tricks_come(table):
    assert "Bids for round 1" in table.pad()
    assert table.bid(1, 0, 0, 1).url == table.match.get_absolute_url()
    for page in (table.pad(), words(table.phones[0].get(table.url("display")).text)):
        assert "Bid in all: 2 · Tricks: 1" in page
    assert "Bids for round 1" not in table.pad()
    page = table.phones[4].get(table.url("enter"))
    assert {name: page.context["fields"][f"row-bid-{name}"] for name in "0123"} == {
        "0": ["1"], "1": ["0"], "2": ["0"], "3": ["1"],
    }  # fmt: skip
    assert table.enter(1, 0, 0, 0, page=page).status_code == 302
    assert table.record()["bid"] == {"Anna": 1, "Ben": 0, "Carla": 0, "Dora": 1}
    assert "Bids for round 2" in table.pad()
    assert table.draft is None


def test_a_round_that_is_taken_back_has_its_bids_again(table):
    def undo() -> None:
        step = table.now.last_step
        assert table.phones[4].post(table.url("undo"), {"step": step.key}).status_code == 302

    for number in (1, 2):
        table.bid(number, 0, 0, 1)
        table.enter(number, 0, 0, 0)
    table.bid(3, 0, 0, 1)
    undo()
    assert table.bids == {"Anna": 2, "Ben": 0, "Carla": 0, "Dora": 1}
    undo()
    assert table.bids == {"Anna": 1, "Ben": 0, "Carla": 0, "Dora": 1}
    table.bid(1, 1, 0, 0)
    table.enter(1, 0, 0, 0)
    assert table.bids == {"Anna": 2, "Ben": 0, "Carla": 0, "Dora": 1}, "round 2 was undone and has its bids again"
    undo()
    assert table.bids == {"Anna": 1, "Ben": 1, "Carla": 0, "Dora": 0}


def test_a_page_of_the_round_before_clears_no_bids(table):
    table.bid(1, 0, 0, 1)
    seen = table.draft.version
    table.enter(1, 0, 0, 0)
    table.bid(2, 0, 0, 1)
    for do in ("undo", "clear"):
        table.settle(do, seen)
    assert table.bids["Anna"] == 2


def test_bids_are_corrected_cleared_and_undone(table):
    table.bid(1, 0, 0, 1)
    assert 'value="1"' in table.open().text
    table.bid(1, 0, 1, 1)
    assert table.bids["Carla"] == 1
    seen = table.now.draft.version
    pad = table.phones[4].get(table.match.get_absolute_url()).text
    assert f'name="step" value="draft-{seen}"' in pad, "undo concerns the bids, not a round"
    table.settle("undo")
    assert table.bids["Carla"] == 0
    table.settle("undo", seen)
    assert table.bids["Carla"] == 0, "a second tap does nothing more"
    table.settle("clear")
    assert table.bids == {}
    said = table.pad()
    assert "The bids are removed." in said
    assert "Bids for round 1" in said
    table.settle("undo")
    assert table.bids == {"Anna": 1, "Ben": 0, "Carla": 0, "Dora": 1}


def test_a_part_of_the_bids_is_kept_and_who_is_missing_is_told(table):
    assert table.bid(None, None, None, None).status_code == 422
    assert table.draft is None
    table.bid(1, 0, None, None)
    assert "Still to bid: Carla and Dora" in table.pad()
    assert "Bids for round 1" in table.pad()
    table.bid(1, 0, 0, None)
    table.bid(None, 0, 0, 1)
    assert table.bids == {"Ben": 0, "Carla": 0, "Dora": 1}, "an empty field removes its bid"


def test_bids_that_must_not_add_up_are_refused_once_all_are_there(cast):
    table = Table(cast, hook=True)
    assert table.bid(1, 0, 0, None).status_code == 302, "the last one may still bid"
    answer = table.bid(1, 0, 0, 0)
    assert answer.status_code == 422
    assert "The bids add up to all tricks" in answer.text
    typed = {"number": 1, **{f"row-bid-{seat}": bid for seat, bid in enumerate((1, 0, 0))}}
    preview = table.url("bids_preview", "all")
    assert "The bids add up" not in table.phones[4].post(preview, typed).text
    assert "The bids add up" in table.phones[4].post(preview, {**typed, "row-bid-3": 0}).text, "the preview says so"
    assert table.bid(0, whose=3, phone=3).status_code == 422
    assert table.bid(1, whose=3, phone=3).status_code == 302


def test_two_phones_at_once(table):
    pages = [table.open(), table.open()]
    assert table.bid(1, 0, None, None, page=pages[0]).status_code == 302
    answer = table.bid(0, 0, None, None, page=pages[1])
    assert answer.status_code == 409
    assert 'name="row-bid-0" value="0"' in flat(answer), "what was typed is still there"
    assert table.bids == {"Anna": 1, "Ben": 0}
    assert table.bid(None, None, 1, 0, page=pages[1]).status_code == 302, "empty fields do not remove later bids"
    assert table.bids == {"Anna": 1, "Ben": 0, "Carla": 1, "Dora": 0}
    assert table.bid(1, 0, 1, 0, page=pages[0]).status_code == 302, "sending the same again is no conflict"


def test_the_round_is_asked_about_where_its_bids_have_changed(table):
    table.bid(1, 0, 0, 1)
    page = table.phones[4].get(table.url("enter"))
    table.bid(1, 0, 1, 1)
    answer = table.enter(1, 0, 0, 0, page=page)
    assert answer.status_code == 422
    assert "Carla bid something else. Is this right?" in words(answer)
    assert not table.match.entries.exists()
    asked = Filled(answer.text).fields["asked"]
    assert table.enter(1, 0, 0, 0, page=answer, asked=asked).status_code == 302
    assert table.record()["bid"]["Carla"] == 0


def test_a_round_of_a_script_may_say_otherwise(table):
    table.bid(1, 0, 0, 1)
    record = {"kind": "round", "bid": {"Ben": 1}, "tricks": {"Ben": 1}}
    table.phones[4].post(table.url("enter"), {"record": json.dumps(record), "seen": 0})
    assert table.record()["bid"] == {"Ben": 1}


def test_everybody_bids_on_a_phone_of_their_own(table):
    assert "My bid for round 1" in table.pad(0)
    assert table.phones[1].get(table.url("my_bid")).url == table.url("bids", 1)
    table.bid(0, whose=1, phone=1)
    assert table.bid(None, whose=2, phone=2).status_code == 422
    assert "Still to bid: Anna, Carla and Dora" in table.pad()
    table.bid(1, whose=0, phone=0)
    table.bid(1, 0, 0, 1, phone=0)
    assert table.bids == {"Anna": 1, "Ben": 0, "Carla": 0, "Dora": 1}
    for seat, tricks in enumerate((1, 0, 0)):
        pile = table.phones[seat].get(table.url("pile", seat))
        assert pile.context["fields"][f"row-bid-{seat}"], "the bid is filled in and can be corrected there"
        sent = {
            "screen": "round",
            "seen": 0,
            "last": 0,
            f"row-bid-{seat}": (1, 0, 0)[seat],
            f"row-tricks-{seat}": tricks,
        }
        assert table.phones[seat].post(table.url("pile", seat), sent).status_code == 302
    last = table.phones[3].get(table.url("pile", 3))
    assert last.context["rest"], "the last player's tricks follow from the others'"
    assert table.open().url == table.url("piles"), "the round is being entered"
    table.phones[3].post(
        table.url("update_piles"), {"do": "save", "seen": table.now.draft.version, "last": 0, "round": "none"}
    )
    assert table.record() | {"dealer": ""} == {
        "kind": "round",
        "bid": {"Anna": 1, "Ben": 0, "Carla": 0, "Dora": 1},
        "tricks": {"Anna": 1, "Ben": 0, "Carla": 0, "Dora": 0},
        "cards": 1,
        "dealer": "",
    }


SECRET = """sheet = 1
slug = "wager"
name = "Wager"
players = [2, 8]
[[options]]
id = "secret"
kind = "switch"
label = "Secret"
[[rows]]
id = "bid"
label = "Bid"
of = "each"
kind = "number"
max = 99999
sum = 100000
before = true
[[points]]
id = "points"
label = "Points"
value = "bid"
"""


def test_nobody_learns_a_secret_bid_before_everybody_has_bid(cast):
    """Other phones get the secret bid in no page, no file and no answer to a form."""
    table = Table(cast, "sheet", sheet=tomllib.loads(SECRET), secret=True)
    table.match.enter({"kind": "round", "bid": {"Anna": 50000, "Ben": 50000}}, 0, "Sam")
    assert table.bid(17317, whose=0, phone=0).status_code == 302
    group, anybodys = table.match.night.group, ("display", "piles", "enter", "changes", "export", "game_file", "print")
    pages = [
        table.match.get_absolute_url(),
        *(table.url(name) for name in (*anybodys, "options", "who_plays", "older_rounds", "match_rules")),
        *(table.url(name, whose) for name in ("bids", "pile") for whose in (0, 1, "all")),
        *(reverse(name, args=[group.key]) for name in ("group", "score_file", "spreadsheet", "copy_of_group")),
    ]

    def leaks(phone: Client) -> list[str]:
        answers = [phone.get(url, headers=each) for url in pages for each in ({}, {"HX-Request": "true"})]
        typed = {"number": 2, "round": 2, "seen": 0, "screen": "round", "row-bid-1": "1"}
        for name in ("bids_preview", "pile_preview"):
            answers += [phone.post(table.url(name, whose), typed) for whose in (0, 1)]
        answers += [phone.post(table.url(name), typed) for name in ("preview",)]
        answers += [phone.post(table.url("bids", whose), {**typed, "row-bid-0": "3"}) for whose in ("all", 0)]
        return [each.request["PATH_INFO"] for each in answers if told(each)]

    def told(answer: Any) -> bool:
        """Return whether an answer contains the bid, or a sum or difference that gives the bid away."""
        content = b"".join(answer.streaming_content) if answer.streaming else answer.content
        text = content.decode(errors="replace")
        return any(number in text for number in ("17317", "82683", "17318", "82682"))

    assert told(table.open(0, 0)), "one's own bid is shown and may be corrected"
    assert leaks(table.phones[1]) == []
    assert leaks(table.phones[4]) == []
    assert leaks(cast.phone("viewer")) == []
    assert "Still to bid: Ben, Carla and Dora" in table.pad()
    table.bid(17318, whose=0, phone=0)
    assert table.bid(None, 1, 2, None, phone=1).status_code == 302
    assert leaks(table.phones[1]) == []
    assert table.bid(82679, whose=3, phone=3).status_code == 302
    assert table.bids == {"Anna": 17318, "Ben": 1, "Carla": 2, "Dora": 82679}
    assert "17318" in table.pad()


def test_the_own_part_opens_with_the_own_secret_bid(cast):
    table = Table(cast, "sheet", sheet=tomllib.loads(SECRET), secret=True)
    table.bid(17317, whose=0, phone=0)
    assert 'value="17317"' in table.phones[0].get(table.url("pile", 0)).text
    assert "17317" not in table.phones[0].get(table.url("pile", 1)).text
    assert "17317" not in table.phones[1].get(table.url("pile", 0)).text
    given = {"row-bid-0": "17317", "screen": "round", "seen": 0, "last": 0}
    asked = table.phones[0].post(table.url("pile", 0), given)
    assert Piles.current(table.now) is None, "nothing but the bid was there"
    assert asked.status_code == 422
    given["row-bid-0"] = "17318"
    assert table.phones[0].post(table.url("pile", 0), given).status_code == 302
    assert 'value="17318"' in table.phones[0].get(table.url("pile", 0)).text


def own_part(table, seat: int, bid: int, tricks: int) -> None:
    opened = table.phones[seat].get(table.url("pile", seat)).context
    part = {"screen": opened["screen"].code, "seen": opened["seen"], "last": opened["last_seen"]}
    fields = {f"row-bid-{seat}": bid, f"row-tricks-{seat}": tricks}
    assert table.phones[seat].post(table.url("pile", seat), {**part, **fields}).status_code == 302


def test_a_bid_in_an_own_part_tells_no_secret_bid(cast):
    table = Table(cast, secret=True)
    table.bid(1, phone=0, whose=0)
    own_part(table, 1, 0, 0)
    shown = table.phones[4].get(table.url("piles"))
    assert "Still to bid: Carla and Dora" in words(shown)
    assert shown.context["bids"].said == []


def test_a_second_phone_learns_no_secret_bid_by_guessing(cast):
    table = Table(cast, "sheet", sheet=tomllib.loads(SECRET), secret=True)
    before = table.open(0, phone=2)
    table.bid(17317, whose=0, phone=0)
    assert {table.bid(guess, whose=0, phone=2, page=before).status_code for guess in (17317, 2)} == {409}
    for guess in (17317, 2):
        version = table.now.draft.version
        assert table.bid(guess, whose=0, phone=2).status_code == 302
        assert table.now.draft.version == version + 1, "the pad names it in its undo"


def test_a_form_that_showed_no_secret_bid_takes_none_away(cast):
    """A form that did not show a secret bid does not remove it.

    This holds even if everybody has bid by the time the form is saved.
    """
    table = Table(cast, "sheet", sheet=tomllib.loads(SECRET), secret=True)
    table.bid(17317, whose=0, phone=0)
    table.bid(1, whose=1, phone=1)
    page = table.open(phone=1)
    assert 'name="hidden" value="yes"' in page.text
    table.bid(2, whose=2, phone=2)
    table.bid(82679, whose=3, phone=3)
    assert table.bid(None, 2, None, None, phone=1, page=page, hidden="yes").status_code == 302
    assert {seat: part["fields"] for seat, part in table.draft.parts.items() if seat} == {
        str(seat): {f"row-bid-{seat}": [str(bid)]} for seat, bid in enumerate((17317, 2, 2, 82679))
    }
    assert 'name="hidden"' not in table.open(phone=1).text


def test_bids_stay_with_those_who_stay(table):
    table.bid(1, 0, 0, 1)
    sent = {"seen": "0", "seat-1": "leaves"}
    assert table.phones[4].post(table.url("who_plays"), sent).status_code == 302
    assert table.bids == {"Anna": 1, "Carla": 0, "Dora": 1}
    assert "Still to bid" not in table.pad()
    assert table.phones[4].post(table.url("who_plays"), {"seen": "1", "name": "Emil"}).status_code == 302
    assert "Still to bid: Emil" in table.pad()
    last = Match.objects.get(pk=table.match.pk).last_number
    heir = {"seen": last, "seat-0": "", "name-0": "Finn"}
    assert table.phones[4].post(table.url("who_plays"), heir).status_code == 302
    assert table.bids == {"Carla": 0, "Dora": 1}, "a player who takes over bids anew"
    assert table.bid(0, whose=4, phone=4).status_code == 302


def test_teams_bid_on_one_form_and_a_tick_alone_is_said_with_it(cast):
    table = Table(cast, "spades", sheet=OF_TEAMS)
    assert table.phones[0].get(table.url("my_bid")).url == table.url("bids", "all")
    assert table.bid(5, None, phone=0).status_code == 302
    assert "Bids for round 1" in table.pad(), "the other team has not bid"
    table.bid(5, 4, **{"row-nil": "3"})
    said = table.pad()
    assert "Bid in all: 9 · Tricks: 13" in said
    assert "Nil" in said
    record = table.draft.record(table.draft.open_parts())
    assert record == {"kind": "round", "bid": {"Anna": 5, "Ben": 4}, "nil": {"Dora": True}}


def test_what_is_not_there_is_no_page(table, cast):
    other = reverse("bids", args=[cast.group.key, cast.match.key, "all"])
    assert table.phones[0].get(other).status_code == 404
    assert table.phones[0].get(table.url("bids", 7)).status_code == 404
    assert table.phones[0].post(table.url("undo")).status_code == 302
    assert table.draft is None


EVERY_KIND = """sheet = 1
slug = "all"
name = "All kinds"
players = [2, 8]
rows = [
  {id = "caller", label = "Caller", of = "table", kind = "player", before = true},
  {id = "others", label = "With", of = "table", kind = "players", least = 0, before = true},
  {id = "level", label = "Level", of = "table", kind = "number", max = 3, before = true},
  {id = "blind", label = "Blind", of = "table", kind = "tick", before = true},
  {id = "call", label = "C", of="each", kind = "choice", before = true, choices = {a = {label = "A"}, b = {label = "B"}}},
  {id = "extra", label = "Extra", of = "each", kind = "number", max = 9, default = 0, before = true},
  {id = "tricks", label = "Tricks", of = "each", kind = "number", max = 9, sum = 9},
]
[[points]]
id = "points"
label = "Points"
value = "tricks"
"""


def test_rows_of_every_kind_may_come_before_the_round(cast):
    table = Table(cast, "sheet", sheet=tomllib.loads(EVERY_KIND))
    for seat, call in enumerate(("a", "b", "a", "b")):
        assert table.bid(None, whose=seat, phone=seat).status_code == 422
        assert table.bid(None, whose=seat, phone=seat, **{f"row-call-{seat}": call}).status_code == 302
    assert "Bids for round 1" in table.pad(), "the bids that concern everybody are missing"
    page = table.open()
    assert 'value="b" checked' in flat(page)
    common = {"row-caller": "1", "row-others": ["0", "2"], "row-level": "2", "row-blind": "yes"}
    calls = {name: values for name, values in page.context["fields"].items() if name.startswith("row-call-")}
    assert table.bid(None, None, None, None, page=page, **common, **calls).status_code == 302
    said = table.pad()
    assert "Caller: Ben, With: Anna and Carla, Level: 2, Blind." in said
    assert "1 : Bids A B A B" in said
    assert "Bids for round 1" not in said
    assert table.enter(3, 3, 3).status_code == 302
    assert table.record() | {"dealer": "", "tricks": {}} == {
        "kind": "round",
        "caller": "Ben",
        "others": ["Anna", "Carla"],
        "level": 2,
        "blind": True,
        "call": {"Anna": "a", "Ben": "b", "Carla": "a", "Dora": "b"},
        "tricks": {},
        "dealer": "",
    }


WITH_BIDS = [slug for slug, game in all_games().items() if getattr(game, "screen_before", None)]


@pytest.mark.parametrize("seed", range(3))
@pytest.mark.parametrize("slug", WITH_BIDS)
@pytest.mark.sqlite
def test_a_random_round_with_its_bids_before_it_is_the_round_typed_whole(cast, slug, seed):
    """The bids are sent first, on one form or on a form for each player; then the rest is sent."""
    random = Random(f"{slug} {seed}")
    game = all_games()[slug]
    them = group(game, random.choice(list(game.seats)), random)
    players = [Player.objects.get_or_create(group=cast.group, name=name)[0] for name in them.players]
    match = Match.start(Night.tonight(cast.group), slug, players, them.options, 0)
    table, phone = match.table, make_phone(token=cast.scorer_token)
    [screen], before = game.screens(table), game.before_round(table)
    record = match.with_dealer(them.round(them.players[0]).noted["round"])
    whole = as_sent(screen.fields(record, table), table)
    bids = {name: values for name, values in before.fields(record, table).items() if name not in ("dealer", "note")}

    def url(name: str, *args: object) -> str:
        return reverse(name, args=[cast.group.key, match.key, *args])

    seats = ["all"] if before.own is None or random.random() < 0.5 else [*map(str, range(len(players)))]
    parts = {
        seat: bids if seat == "all" else before.own.part(bids, seat, table) for seat in random.sample(seats, len(seats))
    }
    common = {name: values for name, values in bids.items() if not any(name in part for part in parts.values())}
    for whose, mine in [*([("all", common)] if common else []), *parts.items()]:
        page = phone.get(url("bids", whose))
        answer = phone.post(url("bids", whose), {"number": 1, "seen": page.context["seen"], **mine})
        assert answer.status_code == 302, answer.context["problems"]
    draft = Bids.of(Match.objects.get(pk=match.pk))
    assert draft.complete
    assert not draft.question(record)
    assert draft.in_words()
    page = phone.get(url("enter"))
    told = page.context["fields"]
    assert all(told.get(name) == values for name, values in bids.items() if any(values))
    sent = {"screen": screen.code, "turn": page.context["turn"], **as_shown(page)}
    typed = {name: values for name, values in whole.items() if name not in bids}
    answer = phone.post(url("enter"), {**told, **typed, **sent})
    assert answer.status_code == 302, answer.context["problems"]
    assert match.entries.get().record == match.with_dealer(screen.record(Posted(whole), table))


def test_a_round_asks_for_the_bids_that_are_missing_and_takes_the_secret_ones(cast) -> None:
    match = cast.start("wizard", ["Ben", "Carla", "Dirk"], secret=True)
    phone, here = cast.phone("scorer"), match.get_absolute_url()
    phone.post(f"{here}bids/0/", {"row-bid-0": "1", "seen": "0", "number": "1", "round": "1"})
    assert Bids.of(Match.objects.get(pk=match.pk)).parts
    fields = Filled(phone.get(f"{here}round/").text).fields
    fields |= {"row-bid-1": ["0"], "row-tricks-0": ["1"], "row-tricks-1": ["0"], "row-tricks-2": ["0"]}
    for answer in (phone.post(f"{here}round/", fields), phone.post(f"{here}preview/", {**fields, "sent": "yes"})):
        assert "Nothing is entered for Dirk" in words(answer)
        assert "Nothing is entered for Ben" not in words(answer), "Ben has bid"
        assert "row-bid-0" not in Filled(answer.text).fields, "and nobody learns what"
    assert not match.entries.exists()
    assert phone.post(f"{here}round/", {**fields, "row-bid-2": ["0"]}).status_code == 302
    assert Match.objects.get(pk=match.pk).active[-1].record["bid"] == {"Ben": 1, "Carla": 0, "Dirk": 0}


def test_who_makes_bids_public_is_told_whose_first(cast):
    table = Table(cast, secret=True)
    table.bid(1, phone=0, whose=0)
    asked = table.phones[3].post(table.url("options"), {})
    assert "Everyone then sees the bids of Anna." in words(asked)
    assert "Anna 1" not in words(asked)


def test_a_round_with_another_bid_than_the_saved_secret_one_is_asked_about(cast) -> None:
    """The question does not name the bid.

    A preview never asks it first, because somebody could find out the bid by typing. Once a sent form was asked, every
    preview keeps the question.
    """
    match = cast.start("wizard", ["Ben", "Carla", "Dirk"], secret=True)
    phone, here = cast.phone("scorer"), match.get_absolute_url()
    phone.post(f"{here}bids/0/", {"row-bid-0": "1", "seen": "0", "number": "1", "round": "1"})
    fields = Filled(phone.get(f"{here}round/").text).fields
    fields |= {f"row-bid-{seat}": ["0"] for seat in range(3)}
    fields |= {f"row-tricks-{seat}": [str(int(seat == 0))] for seat in range(3)}
    previews = [{**fields, "row-bid-0": [bid]} for bid in "01"]
    for each in previews:
        assert "Ben bid" not in words(phone.post(f"{here}preview/", each))
        assert "Ben bid" not in words(phone.post(f"{here}preview/", {**each, "sent": "yes"})), "or typing would find it"
    asked = phone.post(f"{here}round/", fields)
    assert asked.status_code == 422
    assert "Ben bid something else. Is this right?" in words(asked)
    question = Filled(asked.text).fields["asked"]
    for each in previews:
        shown = phone.post(f"{here}preview/", {**each, "asked": question})
        assert "Ben bid something else. Is this right?" in words(shown), "it stays, whatever is typed"
        assert f'name="asked" value="{question[0]}"' in shown.text
    assert not Match.objects.get(pk=match.pk).active
    assert phone.post(f"{here}round/", {**fields, "asked": question}).status_code == 302
    assert Match.objects.get(pk=match.pk).active[-1].record["bid"] == {"Ben": 0, "Carla": 0, "Dirk": 0}


def test_the_button_of_a_part_tells_nothing_about_a_secret_bid(cast):
    table = Table(cast, secret=True)
    table.bid(1, phone=0, whose=0)
    phone = table.phones[3]
    for seat in range(1, 4):
        opened = phone.get(table.url("pile", seat)).context
        part = {"screen": opened["screen"].code, "seen": opened["seen"], "last": opened["last_seen"]}
        phone.post(table.url("pile", seat), {**part, f"row-bid-{seat}": 0, f"row-tricks-{seat}": 0})
    typed = [{"screen": "round", "row-bid-0": bid, "row-tricks-0": 1} for bid in "01"]
    shown = [phone.post(table.url("pile_preview", 0), each).context["finishes"] for each in typed]
    assert shown[0] == shown[1]
