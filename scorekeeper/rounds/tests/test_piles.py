"""A round in which everybody enters their own part, on several phones at once."""

from __future__ import annotations

import re
from fnmatch import fnmatch
from random import Random
from typing import Any

import pytest
from django.test import Client
from django.urls import reverse

from games.kernel.parts import EVERYBODY
from games.kernel.posted import Posted
from games.registry import all_games
from scorekeeper.nights.models import Match, Night, Stale
from scorekeeper.people.models import Player
from scorekeeper.rounds.meanwhile import situation
from scorekeeper.rounds.parts_state import PartsState
from scorekeeper.rounds.piles import Piles
from scorekeeper.rounds.tricks import Tricks
from tests.fixtures import OF_TEAMS, as_shown, flat, make_phone, words
from tests.play import DIFFERENT, group
from tests.test_parts import as_sent

pytestmark = pytest.mark.slow

GOLD = [f"card-{suit}{rank}" for suit in "RGYB" for rank in ("1", "2", "3", "4", "10")]
CUTPURSES = ["card-RD", "card-BD"]


class Table:
    """A match and its phones."""

    def __init__(self, match: Match, phones: list[Client]) -> None:
        self.match, self.phones = match, phones

    def url(self, name: str = "piles", *args: object) -> str:
        return reverse(name, args=[self.match.night.group.key, self.match.key, *args])

    @property
    def draft(self) -> Piles | None:
        return Piles.current(Match.objects.get(pk=self.match.pk))

    def look(self, phone: int = 0) -> Any:
        return self.phones[phone].get(self.url())

    def open(self, seat: object, phone: int = 0, **query: str) -> Any:
        return self.phones[phone].get(self.url("pile", seat), query)

    def put(self, seat: object, fields: dict[str, Any], phone: int = 0, page: Any = None, **more: Any) -> Any:
        """Send a part, from a form that was opened before (`page`) or is opened now."""
        page = page or self.open(seat, phone)
        context = page.context
        sent = {"screen": context["screen"].code, "seen": context["seen"], **as_shown(page)}
        return self.phones[phone].post(self.url("pile", seat), {**sent, **fields, **more})

    def cards(self, seat: int, *names: str, **more: Any) -> dict[str, Any]:
        return {**dict.fromkeys(names, str(seat)), **more}

    @property
    def progress(self) -> PartsState:
        """The latest saved state of the round."""
        return PartsState(Match.objects.get(pk=self.match.pk))

    @property
    def shown(self) -> dict[str, Any]:
        """The overview's hidden fields: the key and the version of the draft, and what the page shows."""
        progress = self.progress
        seen = {"round": progress.draft.entry_key, "seen": progress.draft.version}
        return {**seen, "situation": situation(progress.match)}

    def do(self, what: str, phone: int = 0, shown: dict[str, Any] | None = None) -> Any:
        return self.phones[phone].post(self.url("update_piles"), {"do": what, **(shown or self.shown)})

    def rounds(self) -> list[Any]:
        return [entry for entry in self.match.entries.order_by("number") if entry.kind != "adjustment"]


@pytest.fixture
def table(cast):
    """A game of Ben, Carla and Dirk, with three phones that keep the score."""
    return Table(cast.match, [make_phone(token=cast.scorer_token) for _ in range(3)])


def test_three_phones_make_one_round(table):
    pages = [table.open(seat, seat) for seat in range(3)]
    assert "That’s right" not in pages[0].text, "nobody is the last one yet"
    assert table.put(1, table.cards(1, *GOLD[:5], **{"bonus-nachtwaechter-1": "1"}), 1, pages[1]).url == table.url()
    assert "1 of 3 done" in table.look().text
    table.put(0, table.cards(0, *GOLD[5:10], *CUTPURSES), 0, pages[0])
    assert "gets what’s left" in table.look().text
    assert "Save round" not in table.look().text, "Dirk may have earned a bonus"
    assert table.put(2, table.cards(2, *GOLD[10:]), 2, pages[2]).url == table.match.get_absolute_url()
    (entry,) = table.rounds()
    assert entry.points == [20 - 40, 30, 40]
    assert table.draft is None


def test_the_last_part_of_a_round_too_many_is_refused(table, monkeypatch):
    monkeypatch.setattr("scorekeeper.nights.models.match.MOST_ENTRIES", table.match.last_number)
    table.put(0, table.cards(0, *GOLD[:5]))
    table.put(1, table.cards(1, *GOLD[5:10], *CUTPURSES))
    answer = table.put(2, table.cards(2, *GOLD[10:]))
    assert answer.status_code == 422
    assert "A game has at most" in answer.text
    assert not table.rounds()


def test_gold_that_nobody_has_is_asked_about_before_it_is_saved(cast):
    players = list(cast.group.players.all())
    match = Match.start(Night.tonight(cast.group), "beutelschneider-classic", players, {}, 0)
    table = Table(match, [make_phone(token=cast.scorer_token)])
    for seat, gold in enumerate(("30", "11", "9")):
        fields = {"screen": "counted", f"gold-{seat}": gold}
        assert "save round" not in preview(table, seat, table.open(seat, **{"as": "counted"}), fields).text
        assert table.put(seat, fields).url == table.url()
    assert "10 gold missing: laid aside?" in table.look().text
    assert not table.rounds()
    seen = table.shown
    for _ in range(2):  # after another phone's tap, there is still one round
        assert table.do("save", 0, seen).url == match.get_absolute_url()
    (entry,) = table.rounds()
    assert entry.record["gold"] == {"Ben": 30, "Carla": 11, "Dirk": 9}


def test_what_lies_twice_or_nowhere_is_told_and_settled(table):
    table.put(0, table.cards(0, *GOLD[:5], "card-G3"))
    table.put(1, table.cards(1, *GOLD[5:10]))
    page = table.look()
    assert "The green 3 is with Ben and with Carla." in page.text
    assert "The green 3 is with Ben and with Carla." in preview(table, 1, table.open(1), table.cards(1, "card-G3")).text
    assert "green 3" not in preview(table, 2, table.open(2), {}).text, "the question is not for Dirk"
    (question,) = table.progress.questions
    assert question.whom == {0, 1}
    assert [answer.sign.name for answer in question.answers] == ["Ben", "Carla"]
    pad = table.phones[0].get(table.match.get_absolute_url()).text
    assert pad.count("yours note to-0") == 1, "the question about the green 3"
    assert pad.count('<b class="yours to-0') == 1, "the note that Ben deals"
    table.put(2, table.cards(2, *GOLD[10:19], *CUTPURSES))
    text = table.look().text
    assert "The green 3 is with Ben and with Carla." in text
    assert "Blue 10 is still missing." in text
    table.do("give card-B10 2")
    assert table.do("save").status_code == 422, "the green 3 is in two piles"
    table.do("give card-G3 1")
    assert table.progress.is_ready
    pad = table.phones[0].get(table.match.get_absolute_url()).text
    assert "My pile" not in pad, "the round only has to be saved"
    assert "Who’s done?" in pad
    table.do("save")
    assert table.rounds()[0].points == [20, 20, 40 - 40]


def test_two_who_type_the_same_part(table):
    first, second = table.open(0, 0), table.open(0, 1)
    table.put(0, table.cards(0, "card-R10"), 0, first)
    same = table.put(0, table.cards(0, "card-R10"), 1, second)
    assert same.status_code == 302, "sending the same is no conflict"
    late = table.put(0, table.cards(0, "card-G10"), 1, second)
    assert late.status_code == 409
    assert "was faster" in late.text
    assert late.context["fields"]["card-G10"] == ["0"], "nothing typed is lost"
    assert table.draft.parts["0"]["fields"] == {"card-R10": ["0"]}
    table.put(0, table.cards(0, "card-G10"), 1, late)
    assert table.draft.parts["0"]["fields"] == {"card-G10": ["0"]}


def enter_whole(table):
    fields = {"key": "typed-whole", "screen": "counted", "gold-0": "30", "gold-1": "30", "gold-2": "20"}
    page = table.phones[2].get(table.url("enter"))
    return table.phones[2].post(table.url("enter"), {**fields, "seen": page.context["seen"]})


def test_the_round_is_entered_the_old_way_meanwhile(table):
    """The round that was begun becomes the one that was entered; if that is undone, its parts are there again."""
    late = table.open(1, 1)
    table.put(0, table.cards(0, "card-R10"))
    enter_whole(table)
    told = table.put(1, table.cards(1, "card-G10"), 1, late)
    assert told.status_code == 409
    assert "Sam's phone was faster" in words(told)
    assert table.draft is None
    assert "half entered" not in table.phones[0].get(table.match.get_absolute_url()).text
    Match.objects.get(pk=table.match.pk).undo("Sam")
    assert list(table.draft.parts) == ["0"]
    assert table.put(1, table.cards(1, "card-G10"), 1).status_code == 302
    table.do("away")
    assert "Discarded." in table.look().text
    assert table.draft is None


def test_a_round_that_another_one_came_before_is_gone_on_with_or_discarded(table):
    table.put(0, table.cards(0, "card-R10"))
    match = Match.objects.get(pk=table.match.pk)
    match.drafts.update(after="another")
    where, pad = table.url("half_entered"), table.match.get_absolute_url()
    assert "A round is only half entered." in table.phones[0].get(pad).text
    table.put(1, table.cards(1, "card-G10"))
    sent = {"draft": match.drafts.get(after="another").key, "do": "on"}
    assert "Finish it first." in words(table.phones[0].post(where, sent, follow=True))
    table.do("away")
    assert table.phones[0].post(where, sent).status_code == 302
    assert list(table.draft.parts) == ["0"]


def test_who_may_only_look_sees_who_is_done_and_nothing_to_type(table, cast):
    table.put(0, table.cards(0, "card-R10"))
    page = make_phone(token=cast.viewer_token).get(table.url())
    assert "1 of 3 done" in page.text
    assert table.url("pile", 1) not in page.text
    assert table.url("pile", 1) in table.look().text


def test_a_part_is_taken_back(table):
    table.put(0, table.cards(0, "card-R10"))
    table.put(1, table.cards(1, "card-G10"))
    page = table.open(0)
    data = {"do": "back 0", "seen": page.context["seen"]}
    for phone in (1, 2):
        assert table.phones[phone].post(table.url("update_piles"), data).status_code == 302, "two phones send the same"
    assert list(table.draft.parts) == ["1"]
    table.phones[1].post(table.url("update_piles"), {"do": "back 1", "seen": table.draft.parts["1"]["version"]})
    assert table.draft is None, "no part is left"


def test_tricks_and_parts_are_one_unfinished_round(table):
    table.put(0, table.cards(0, "card-R10"))
    assert table.phones[1].get(table.url("next_trick", "new")).url == table.url()
    trick = {"place": 1, "key": "the-first-trick", "save": "yes", "play": ["R3", "R4", "R10"]}
    late = table.phones[1].post(table.url("next_trick", "new"), trick, follow=True)
    assert late.redirect_chain == [(table.url(), 302)]
    assert "was faster. This is how it looks now." in late.text
    table.do("away")
    page = table.open(2)
    table.phones[1].post(table.url("next_trick", "new"), trick | {"seen": page.context["seen"]})
    assert table.open(0).url == table.url("next_trick", "new")
    assert table.put(2, table.cards(2, "card-R10"), 2, page).status_code == 409
    with pytest.raises(Stale):
        Piles(Match.objects.get(pk=table.match.pk)).choose("captured", 0, "Sam")
    assert table.draft is None
    assert len(Tricks.current(Match.objects.get(pk=table.match.pk)).tricks) == 1
    assert "To the tricks" in table.look().text


@pytest.mark.parametrize("reopen", ["undo", "reopen"])
def test_a_game_ended_by_mistake_goes_on_with_what_was_saved_also_after_another_table_began(cast, reopen):
    over = cast.start("beutelschneider", ("Ben", "Carla", "Dirk"))
    Piles(over).choose("captured", 0, "Sam")
    over.close("Sam")
    cast.start("rufmariasch", ("Emil", "Fritz", "Greta", "Hans"))
    cast.phone("scorer").post(f"{over.get_absolute_url()}{reopen}/")
    over = Match.objects.get(pk=over.pk)
    assert not over.finished
    assert Piles.current(over) is not None


def test_what_is_nobodys_own_stays_out_of_a_part(table):
    """A forged form cannot give cards to another player, or fill in another player's fields."""
    table.put(0, {"card-R10": "1", "card-G10": ["0", "2"], "gold-1": "5", "bonus-gardist-2": "1", "note": "x"})
    assert table.draft.parts["0"]["fields"] == {"card-G10": ["0"]}


def test_what_is_settled_is_not_settled_otherwise(table):
    table.put(0, table.cards(0, "card-R10"))
    table.put(1, table.cards(1, "card-R10"))
    table.put(2, table.cards(2, "card-G10"))
    before, untouched = table.open(0), table.open(2)
    old = table.shown
    assert table.do("give card-R10 1", 0, old).status_code == 302
    assert table.do("give card-R10 1", 1, old).status_code == 302, "two phones send the same"
    assert table.do("give card-R10 0", 1, old).status_code == 409
    assert table.put(0, table.cards(0, "card-R10", "card-B10"), 0, before).status_code == 409, "Ben's pile has changed"
    assert table.put(2, table.cards(2, "card-G10", "card-B10"), 2, untouched).status_code == 302, "Dirk's pile has not"
    assert table.draft.parts["1"]["fields"] == {"card-R10": ["1"]}


def test_nothing_is_given_to_somebody_who_has_not_typed_theirs(table):
    """No card is given to a player who has entered nothing: that card alone would count as the player's part."""
    table.put(0, table.cards(0, "card-R10"))
    table.put(1, table.cards(1, "card-R10"))
    assert table.do("give card-R10 2").status_code == 409
    assert {seat: part["fields"] for seat, part in table.draft.parts.items()} == {
        "0": {"card-R10": ["0"]},
        "1": {"card-R10": ["1"]},
    }


def test_parts_that_do_not_follow_are_waited_for(cast):
    """In this game no part follows from the others; an empty part would mean 0 points."""
    players = list(cast.group.players.all()[:3])
    match = Match.start(Night.tonight(cast.group), "other-game", players, {}, 0)
    table = Table(match, [make_phone(token=cast.scorer_token)])
    table.put(0, {"points-0": "7"})
    table.put(1, {"points-1": "-3"})
    assert table.do("save").status_code == 422
    assert "Done: save round 1" in preview(table, 2, table.open(2), {"points-2": "-4"}).text
    table.put(2, {"nothing": "yes"})
    assert table.rounds()[0].points == [7, -3, 0]


def test_a_part_with_nothing_in_it_is_asked_about(table):
    asked = table.put(0, {})
    assert asked.status_code == 422
    assert "You haven’t entered anything. Is that right?" in asked.text
    assert "Yes, nothing" in asked.text
    assert table.draft is None, "nothing is saved before the answer"
    assert 'name="nothing" value="yes"' in asked.text, "so that the form sends the answer"
    sent = {"nothing": "yes", "card-R10": "0"}
    tapped = preview(table, 0, table.open(0), sent).text
    assert "Is that right?" not in tapped, "something is there now"
    assert 'name="nothing"' not in tapped
    away = preview(table, 0, table.open(0), {"nothing": "yes"}).text
    assert "Is that right?" in away, "the card was tapped away again"
    assert 'name="nothing"' in away
    for screen in ("captured", "counted"):
        assert table.put(0, {"nothing": "yes"}, screen=screen).status_code == 302
        assert table.draft.screen.code == screen
    assert table.draft.parts["0"]["fields"] == {}


def test_what_is_left_is_said_also_where_its_points_are_not_known_yet(cast):
    table = play(cast, "rufmariasch")
    table.put(0, {"screen": "call-captured", **dict.fromkeys(("card-EA", "card-GA", "card-HA", "card-SA"), "0")}, 0)
    table.put(1, {"screen": "call-captured", **dict.fromkeys(("card-E10", "card-G10"), "1")}, 1)
    table.put(2, {"screen": "call-captured", "card-H10": "2"}, 2)
    left = "All the others are done.<b>Left for Dirk: 10 of bells (diamonds), Last trick.</b>"
    assert left in flat(table.open(3, 3))

    table = play(cast, "bettler-und-diebe")
    table.do("kind pot-counted 0 1")
    for seat, points in enumerate(("40", "30", "20")):
        table.put(seat, {f"counted-{seat}": points}, seat)
    page = table.open(3, 3)
    assert not page.context["rest"], "nobody has said what is buried"
    assert "Left for" not in words(page) + words(preview(table, 3, page, {}, 3).text)
    table.put("all", {"taker": "1", "partner": "1", "buried": "9"}, 1)
    assert "<b>Left for Dirk: 21.</b>" in flat(table.open(3, 3))
    left = preview(table, 3, page, {}, 3)
    assert "Left for Dirk: 21." in words(left.text), "also in a form opened before, with nothing typed"
    assert "That’s right" in left.text
    version = re.search(r'name="left" value="(\d+)"', left.text)[1]
    table.put(0, {"counted-0": "41"}, 0)
    assert table.put(3, {"left": version}, 3, page).url == table.url("pile", 3), "something else is left by now"
    table.put(0, {"counted-0": "40"}, 0)
    version = re.search(r'name="left" value="(\d+)"', preview(table, 3, page, {}, 3).text)[1]
    assert table.put(3, {"left": version, "counted-3": ""}, 3, page).url == table.match.get_absolute_url()
    assert table.rounds()[0].record["counted"] == {"Anna": 40, "Ben": 30, "Carla": 20, "Dirk": 21}


def preview(table, seat, page, fields, phone=0):
    sent = {"screen": page.context["screen"].code, "seen": page.context["seen"], "last": page.context["last_seen"]}
    return table.phones[phone].post(table.url("pile_preview", seat), {**sent, **fields})


def play(cast, slug, **options):
    """Start a game of four players; return its table, with a phone for each player."""
    match = cast.start(slug, ("Anna", "Ben", "Carla", "Dirk"), **options)
    table = Table(match, [make_phone(token=cast.scorer_token) for _ in range(4)])
    for phone, seat in zip(table.phones, match.seated, strict=True):
        phone.post(reverse("who", args=[cast.group.key]), {"player": seat.player.pk})
    return table


def test_what_kind_of_round_it_was_is_asked_once(cast):
    table = play(cast, "bettler-und-diebe")
    table.match.enter({"kind": "pot", "taker": "Anna", "partner": None, "points": 70}, 0, "Sam")
    table.match.refresh()
    page = table.open(0)
    assert "What kind of round was it?" in page.text
    assert {*page.context["choices"].values()} == {"pot-counted", "ramsch"}
    assert table.do("kind pot-counted 0").url == table.url("pile", 0)
    assert "How many card points did you win?" in table.open(0).text
    assert "How many card points did Ben win?" in table.open(1).text
    assert table.open(0).context["screen"].code == "pot-counted"
    assert table.open(1, 1).context["screen"].code == "pot-counted", "the others' phones know the kind"
    table.put(1, {"counted-1": "40"}, 1)
    assert table.do("kind ramsch 2", 2).status_code == 409
    assert table.open(2, 2).context["screen"].code == "pot-counted"


def test_who_knows_what_binds_all_and_is_the_last_is_told_what_is_left(cast):
    table = play(cast, "bettler-und-diebe")
    table.do("kind pot-counted 0 2")
    for seat, points in ((0, "55"), (1, "30"), (3, "0")):
        table.put(seat, {f"counted-{seat}": points}, seat)
    asked = table.open(2, 2)
    assert not asked.context["rest"]
    answers = {"asks_all": "yes", "taker": "2", "partner": "2", "buried": "9"}
    assert "Left for" not in words(preview(table, 2, asked, {}, 2).text)
    assert table.put(2, answers, 2, asked).url == table.url("pile", 2), "the number that was left out follows now"
    assert table.open(2, 2).context["left"] == "26"


def test_who_says_to_have_nothing_does_not_get_the_rest(cast):
    table = play(cast, "bettler-und-diebe")
    table.do("kind pot-counted 0 0")
    table.put("all", {"taker": "0", "partner": "0", "buried": "9"})
    table.put(1, {"nothing": "yes"}, 1)
    table.put(0, {"counted-0": "55"}, 0)
    table.put(2, {"counted-2": "26"}, 2)
    assert table.open(3, 3).context["left"] == "30"


def test_a_kind_that_somebody_has_chosen_meanwhile_stays(cast):
    table = play(cast, "bettler-und-diebe")
    before = table.shown
    assert table.do("kind pot-counted all").url == table.url("pile", "all")
    assert table.do("kind ramsch 1", 1, before).status_code == 409
    assert table.draft.screen.code == "pot-counted"
    assert table.do("kind pot-counted 1", 1, before).url == table.url("pile", 1), "the same kind is no conflict"


def test_what_concerns_everybody_is_asked_where_it_is_known(cast):
    """Ben calls, so he is asked the questions that concern everybody as soon as his part is saved.

    Other players are asked these questions once nothing else is missing. The dealer is filled in.
    """
    table = play(cast, "rufmariasch")
    aces = {"card-EA": "0", "card-GA": "0"}

    def own(phone: int) -> str:
        """Return the address to which `my_pile`, a link on the pad, redirects this phone."""
        return table.phones[phone].get(table.url("my_pile")).url

    assert own(0) == table.url("pile", 0)
    where = table.put(0, {"screen": "call-captured", **aces}).url
    assert where == own(0) == table.url()
    assert table.put(1, {"screen": "call-captured", "card-HA": "1"}, 1).url == own(1) == table.url("pile", "all")
    table.put(2, {"screen": "call-captured", "card-SA": "2", "card-E10": "2"}, 2)
    twice = dict.fromkeys(("card-G10", "card-H10", "card-S10", "card-SA", "last_trick"), "3")
    assert table.put(3, {"screen": "call-captured", **twice}, 3).url == table.url(), "a card in two piles comes first"
    left = dict.fromkeys(("card-G10", "card-H10", "card-S10", "last_trick"), "3")
    assert table.put(3, {"screen": "call-captured", **left}, 3).url == table.url("pile", "all")
    assert [each.text for each in table.progress.problems] == [
        "What was trumps?",
        "Who held the called card? A caller who held it played alone.",
    ]
    link = f'href="{table.url("pile", "all")}">What was trumps?'
    page = table.look().text
    assert link in page
    assert "This doesn’t add up yet" not in page
    assert "add up" not in page, "everything known so far does add up"
    assert table.put("all", {}, 1).url == table.url()
    assert link in table.look().text, "also after a form without an answer"
    assert table.do("back all", 2, {"seen": table.open("all").context["seen"]}).status_code == 302
    assert EVERYBODY not in table.draft.parts
    asked = table.open("all", 1)
    assert table.put("all", {"trump": "H", "partner": "2"}, 1, asked).status_code == 302
    assert len(table.rounds()) == 1


def test_what_two_say_to_have_is_not_saved_as_one_of_theirs(cast):
    table = play(cast, "rufmariasch")
    for seat, has in enumerate(("EA GA", "HA", "SA E10", "G10 H10 S10")):
        cards = {f"card-{code}": str(seat) for code in has.split()}
        last = {"last_trick": str(seat)} if seat in (0, 3) else {}
        table.put(seat, {"screen": "call-captured", **cards, **last}, seat)
    table.put("all", {"trump": "H", "partner": "2", "dealer": "0", "turn": "0"}, 1)
    assert table.do("save").status_code == 422
    assert not table.rounds()


SCREENS = [
    (slug, screen.code)
    for slug, game in all_games().items()
    for screen in game.screens(game.table(tuple("ABCDEFGH"[: max(game.seats)]), game.options()))
    if screen.own is not None
]


@pytest.mark.parametrize(("slug", "code"), SCREENS)
def test_every_page_of_every_game_is_drawn(cast, slug, code):
    """Each page shows the fields of one player only."""
    seats = max(all_games()[slug].seats)
    players = [Player.objects.create(group=cast.group, name=f"Player {letter}") for letter in "ABCDEFGH"[:seats]]
    table = Table(Match.start(Night.tonight(cast.group), slug, players, {}, 0), [make_phone(token=cast.scorer_token)])
    page = table.open(1, **{"as": code})
    if page.context["screen"].code != code:
        pytest.skip("not offered at the beginning")
    own = page.context["screen"].own
    patterns = [*(f"{each}-[02]" for each in own.numbered), *own.exclusive, *own.shared, *own.common]
    names = set(re.findall(r'<(?:input|select)[^>]* name="([^"]+)"', page.text))
    others = [name for name in names if any(fnmatch(name, each) for each in patterns) and name[-2:] in ("-0", "-2")]
    assert not [name for name in others if name.rpartition("-")[0] != "trick" and "card-" not in name]
    if own.has_common_part:
        common = table.open("all", **{"as": code})
        assert common.status_code == 200
        assert "card-" not in "".join(set(re.findall(r'name="([^"]+)"', common.text)))


@pytest.mark.parametrize("slug", DIFFERENT)
@pytest.mark.sqlite
def test_a_random_round_typed_by_everybody_is_the_round_typed_whole(cast, slug):
    random = Random(slug)
    seats = random.choice(list(all_games()[slug].seats))
    them = group(all_games()[slug], seats, random)
    players = [Player.objects.get_or_create(group=cast.group, name=name)[0] for name in them.players]
    phones = [make_phone(token=cast.scorer_token) for _ in players]
    noted = them.round(them.players[0]).noted
    for screen in them.game.screens(them.table):
        record = next((each for each in noted.values() if screen.own and screen.shows(each)), None)
        if record is None:
            continue
        match = Match.start(Night.tonight(cast.group), slug, players, them.options, 0)
        table, fields = Table(match, phones), as_sent(screen.fields(record, them.table), them.table)
        parts = [*map(str, range(seats)), *([EVERYBODY] if screen.own.has_common_part else [])]
        random.shuffle(parts)
        for seat in parts:
            own = screen.own.part(fields, seat, them.table)
            page = table.open(seat or "all", **({} if table.draft else {"as": screen.code}))
            if page.context["rest"]:
                left = page.context["page"].left
                assert left == {name: own.get(name, ["0"]) for name in left}, "what is left is their part"
            if page.context["asks_all"] and random.random() < 0.5:
                own |= screen.own.part(fields, EVERYBODY, them.table) | {"asks_all": "yes"}
                parts.remove(EVERYBODY)
            answer = table.put(seat or "all", own, int(seat or 0), page, screen=screen.code)
            assert answer.status_code == 302, answer.context["problems"]
        if not table.rounds():  # no part completed the round when it was sent
            table.do("save")
        expected = match.with_dealer(screen.record(Posted(fields), them.table))
        assert table.rounds()[0].record == expected


def test_what_was_never_told_is_no_nought(cast):
    """A team's bid may be 0, but a bid that nobody has entered does not count as 0. The round is not saved."""
    players = [
        Player.objects.get_or_create(group=cast.group, name=name)[0] for name in ("Anna", "Ben", "Carla", "Dora")
    ]
    match = Match.start(Night.tonight(cast.group), "spades", players, {"sheet": OF_TEAMS}, 0)
    table = Table(match, [cast.phone("scorer")])
    for seat, tricks in enumerate((4, 3, 3, 3)):
        assert table.put(seat, {f"row-tricks-{seat}": tricks}).status_code == 302
    assert not table.rounds()
    assert table.do("save").status_code == 422
    assert not table.rounds()
    assert table.put("all", {"row-bid-0": 0, "row-bid-1": 5}).status_code == 302
    table.do("save")
    assert table.rounds()[0].record["bid"] == {"Anna": 0, "Ben": 5}


def test_a_bid_of_ones_own_is_told_with_ones_tricks(cast):
    """A player who enters tricks but no bid is asked for the bid. A player who confirms an empty part has bid 0."""
    players = [Player.objects.get_or_create(group=cast.group, name=name)[0] for name in ("Anna", "Ben", "Carla")]
    match = Match.start(Night.tonight(cast.group), "wizard", players, {}, 0)
    table = Table(match, [cast.phone("scorer")])
    answer = table.put(0, {"row-tricks-0": 1})
    assert answer.status_code == 422
    assert 'id="at-bid.0"' in answer.text
    assert "Nothing is entered for Anna" in words(answer.text)
    assert table.put(0, {"row-bid-0": 0, "row-tricks-0": 1}).status_code == 302
    assert table.put(1, {"row-bid-1": 1}).status_code == 302
    assert table.put(2, {}, nothing="yes").status_code == 302
    assert table.rounds()[0].record["bid"] == {"Anna": 0, "Ben": 1, "Carla": 0}


def undo_the_last_of_two_rounds(match) -> Match:
    match = Match.objects.get(pk=match.pk)
    match.undo("Sam")
    return Match.objects.get(pk=match.pk)


@pytest.fixture
def third(cast) -> Match:
    """A match of Anna, Ben and Carla before its third round."""
    match = cast.start("other-game", ["Anna", "Ben", "Carla"])
    for seen in (0, 1):
        match.enter({"kind": "points", "points": {"Anna": 1, "Ben": 2, "Carla": 3}}, seen, "Sam")
    return Match.objects.get(pk=match.pk)


def give(cast, match: Match, seat: int, value: int):
    phone, where = cast.phone("scorer"), reverse("pile", args=[cast.group.key, match.key, seat])
    opened = phone.get(where).context
    part = {"screen": opened["screen"].code, "seen": opened["seen"], "last": opened["last_seen"]}
    return phone.post(where, {**part, f"points-{seat}": value})


def test_a_part_of_round_three_is_none_of_round_two(cast, third) -> None:
    give(cast, third, 0, 27)
    undone = undo_the_last_of_two_rounds(third)
    assert Piles.current(undone) is None
    undone.restore_entry(undone.all_entries[1], "Sam")
    assert Piles.current(undone).waiting == [1, 2], "it is round 3 again"
    undone.remove(undone.all_entries[0], "Sam")
    assert Piles.current(undone).waiting == [1, 2]
    assert "Begun as round 3." in words(cast.phone("scorer").get(third.get_absolute_url()).text)


# When a round is saved, every phone that waits for other players' parts is redirected to the pad


def look(cast, match: Match, drawn: int):
    """Return the answer to a waiting phone whose page was drawn after the entry with this number."""
    where = reverse("piles", args=[cast.group.key, match.key])
    return cast.phone("viewer").get(where, {"last": drawn}, headers={"HX-Request": "true"})


def test_whoever_waits_is_led_to_the_pad_by_the_last_part(cast) -> None:
    match = cast.start("other-game", ["Anna", "Ben", "Carla"])
    for seat in (0, 1):
        give(cast, match, seat, 5)
    assert f"{reverse('piles', args=[cast.group.key, match.key])}?last=0" in look(cast, match, 0).text
    give(cast, match, 2, 5)
    assert look(cast, match, 0).headers["HX-Redirect"] == match.get_absolute_url()
    assert "HX-Redirect" not in look(cast, match, 1).headers  # this page was drawn after the round
