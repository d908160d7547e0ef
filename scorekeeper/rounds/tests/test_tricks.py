"""Whole rounds recorded trick by trick: on one phone and on two, with tricks removed again, and corrected later."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from random import Random
from typing import Any

import pytest
from django.test import Client

from games.kernel.engine import Engine
from games.registry import all_games
from scorekeeper.nights.models import Draft, Match
from scorekeeper.rounds.meanwhile import situation
from scorekeeper.rounds.tricks import Tricks
from scorekeeper.sending.models import ProcessedForm
from tests.fixtures import as_shown, flat, words
from tests.fuzz_values import FUZZ_VALUES, repeated
from tests.play import Group, Round, group, groups

pytestmark = pytest.mark.slow

GAMES = [slug for slug, them in groups().items() if them.tricks_kind]


def round_fields(context: Any) -> dict[str, Any]:
    """Return the hidden fields of the last page's form."""
    draft = context["draft"]
    return {"round": draft.draft.entry_key, "seen": context["seen"], "situation": situation(draft.match, draft.entry)}


class Writing:
    """A phone that writes down rounds of one match."""

    def __init__(self, phone: Client, match: Match, which: object = "new") -> None:
        self.phone, self.match, self.which = phone, match, which
        self.players = [seat.name for seat in match.seated]

    def url(self, page: str = "") -> str:
        return f"{self.match.get_absolute_url()}tricks/{self.which}/{page}"

    def get(self, page: str = "") -> Any:
        return self.phone.get(self.url(page))

    def post(self, page: str = "", **data: Any) -> Any:
        return self.phone.post(self.url(page), data)

    def fields(self, trick: Mapping[str, Any]) -> dict[str, Any]:
        fields: dict[str, Any] = {
            "leader": self.players.index(trick["plays"][0][0]),
            "play": [code for _, code in trick["plays"]],
        }
        for name, answer in trick.get("choices", {}).items():
            if isinstance(answer, dict):
                fields |= {f"{name}-{part}": each for part, each in answer.items()}
            else:
                fields[name] = answer
        return fields

    def add(self, trick: Mapping[str, Any], place: int, **data: Any) -> Any:
        made = {"place": place, "seen": self.draft.draft.version, "key": f"trick-number-{place}", "save": "yes"}
        return self.post(**{**made, **self.fields(trick), **data})

    def change(self, place: int, trick: Mapping[str, Any], **data: Any) -> Any:
        page = self.get(f"{place}/")
        made = {"seen": page.context["seen"], "key": f"changed-{place}", "save": "yes"}
        return self.post(f"{place}/", **{**made, **self.fields(trick), **data})

    def begin(self, record: Mapping[str, Any], dealer: str = "") -> None:
        """Answer the questions that some games ask before the first trick; with a `dealer`, also name the dealer."""
        page = self.get()
        if dealer or page.status_code == 302:
            data = {"dealer": self.players.index(dealer or self.draft.record["dealer"]), "seen": 0}
            data |= {name: record[name] for name in ("trump", "called") if name in record}
            data |= {f"declared_{suit}": self.players.index(name) for name, suit in record.get("declared", ())}
            assert self.post("first/", **data).status_code == 302

    def write(self, record: Mapping[str, Any]) -> None:
        """Enter all tricks on the pages."""
        self.begin(record)
        for place, trick in enumerate(record["tricks"], 1):
            answer = self.add(trick, place)
            assert answer.status_code == 302, answer.context["wrong"]

    def have_written(self, record: Mapping[str, Any]) -> None:
        """Save all tricks directly in the draft, which is faster than on the pages."""
        self.begin(record)
        for place, trick in enumerate(record["tricks"]):
            self.draft.add(trick, place, self.draft.draft.version, "Sam")

    def finish(self, record: Mapping[str, Any], **data: Any) -> Any:
        page = self.get("end/")
        context = page.context
        fields = round_fields(context)
        for player, built in record.get("buildings", ()):
            seat = self.players.index(player)
            fields |= {f"{key}-{seat}": value for key, value in built.items() if key != "at"}
            if "at" in built:
                fields[f"at-{seat}"] = ",".join(map(str, built["at"]))
        romans = {name: values for name, values in context["fields"].items() if name.startswith("roman")}
        return self.post("end/", **{**fields, **romans, **data})

    @property
    def draft(self) -> Tricks:
        return Tricks(Match.objects.get(pk=self.match.pk), None if self.which == "new" else self.entry)

    @property
    def entry(self) -> Any:
        return self.match.entries.get(number=self.which)


def sit(cast: Any, players: Group) -> Match:
    """Start a match of these players with their house rules."""
    return cast.start(players.game.slug, players.players, **players.options)


def playing(cast: Any, slug: str, seed: int = 1, seats: int | None = None, **options: Any) -> tuple[Writing, Group]:
    game = all_games()[slug]
    players = group(game, seats or max(game.seats), Random(seed), **options)
    return Writing(cast.phone("scorer"), sit(cast, players)), players


def played(cast: Any, slug: str = "beutelschneider", seed: int = 1, **more: Any) -> tuple[Writing, Group, Round]:
    writing, players = playing(cast, slug, seed, **more)
    return writing, players, players.round(players.players[0])


def scored(players: Group, *records: Mapping[str, Any]) -> Any:
    """Enter these records in this order; return the engine's score of the last record."""
    engine = Engine(players.game, players.table, players.players[0])
    entries = [engine.enter(dict(record)) for record in records]
    assert not any(entry.problems for entry in entries)
    return entries[-1].score


def in_order(players: Sequence[str], points: Mapping[str, int]) -> list[int]:
    return [points[player] for player in players]


# A round from its first trick to the pad


@pytest.mark.sqlite
@pytest.mark.parametrize(("slug", "seats"), [(slug, seats) for slug in GAMES for seats in all_games()[slug].seats])
def test_a_round_written_down_is_scored_as_the_rules_say(cast, slug, seats):
    writing, _players, round_ = played(cast, slug, seats, seats=seats)
    record = round_.noted["tricks"]
    writing.write(record)
    assert writing.get().url == writing.url("end/")
    assert writing.finish(record).status_code == 302
    entry = writing.match.entries.get()
    assert entry.points == in_order(_players.players, scored(_players, record).points)
    assert entry.record["tricks"] == record["tricks"]
    assert not writing.draft.begun


@pytest.mark.sqlite
@pytest.mark.parametrize("slug", GAMES)
def test_the_next_leader_is_known_and_cards_that_are_gone_cannot_be_tapped(cast, slug):
    writing, _, round_ = played(cast, slug)
    writing.begin(round_.noted["tricks"])
    for place, (trick, verdict) in enumerate(zip(round_.tricks[:3], round_.verdicts, strict=False), 1):
        writing.add(trick, place)
        page = writing.get()
        assert f"Round 1: {verdict.winner} leads" in flat(page)
        gone = {card.face.code for row in page.context["deck"] for card in row.cards if card.gone}
        assert gone == {code for trick in round_.tricks[:place] for _, code in trick["plays"]}


def revoked(round_: Round, broken: Any) -> dict[str, Any]:
    """Return the round's record with two cards of one player swapped, so that `broken(tricks)` is true.

    Raise AssertionError if this is true after no swap.
    """
    tricks = [{**trick, "plays": [[*play] for play in trick["plays"]]} for trick in round_.tricks]
    for first, one in enumerate(tricks):
        for second in range(first + 1, len(tricks)):
            for place, (player, code) in enumerate(one["plays"]):
                other = next(n for n, play in enumerate(tricks[second]["plays"]) if play[0] == player)
                swapped = [{**trick, "plays": [[*play] for play in trick["plays"]]} for trick in tricks]
                swapped[first]["plays"][place][1] = tricks[second]["plays"][other][1]
                swapped[second]["plays"][other][1] = code
                if broken(swapped):
                    return {**round_.noted["tricks"], "tricks": swapped}
    raise AssertionError("no two cards to swap")


@pytest.mark.sqlite
@pytest.mark.parametrize("slug", GAMES)
def test_revokes_are_told_before_saving_and_on_the_pad(cast, slug):
    options = {"special_cards": False} if slug == "beutelschneider" else {}
    writing, players, round_ = played(cast, slug, 4, **options)

    def broken(tricks: Any) -> bool:
        record = {**round_.noted["tricks"], "tricks": tricks}
        entry = Engine(players.game, players.table, players.players[0]).enter(record)
        return bool(entry.score and entry.score.revokes)

    record = revoked(round_, broken)
    revokes = [players.game.say(revoke.message, "en") for revoke in scored(players, record).revokes]
    writing.have_written(record)
    page = writing.get("end/").content.decode()
    assert revokes
    assert all(text in page for text in revokes)
    writing.finish(record)
    pad = writing.phone.get(writing.match.get_absolute_url()).content.decode()
    assert all(text in pad for text in revokes)


# On several phones, taken back and changed


def test_two_phones_write_down_the_same_trick_and_it_is_there_once(cast):
    writing, _, round_ = played(cast)
    first = round_.tricks[0]
    assert writing.add(first, 1, key="from-one-phone").status_code == 302
    assert writing.add(first, 1, key="from-one-phone").status_code == 302
    assert writing.add(first, 1, key="from-another").status_code == 302
    assert len(writing.draft.tricks) == 1


def test_the_last_trick_can_be_taken_back(cast):
    writing, _, round_ = played(cast)
    for place, trick in enumerate(round_.tricks[:3], 1):
        writing.add(trick, place)
    last = writing.get().context["seen"]
    assert writing.post("back/", seen=last).status_code == 302
    assert writing.post("back/", seen=last).status_code == 302  # a second tap removes no further trick
    assert writing.draft.full_record["tricks"] == round_.tricks[:2]
    assert "Sam's phone was faster" in words(writing.get())


def test_a_trick_that_was_taken_back_while_it_was_changed_is_not_taken_as_changed(cast):
    writing, _, round_ = played(cast)
    writing.add(round_.tricks[0], 1)
    page = writing.get("1/")
    writing.post("back/", seen=writing.get().context["seen"])
    typed = {"seen": page.context["seen"], "save": "yes", **writing.fields(round_.tricks[1])}
    done = ProcessedForm.objects.count()
    assert writing.post("1/", **typed, key="of-the-page").status_code == 302
    assert "Sam's phone was faster." in words(writing.get())
    assert ProcessedForm.objects.count() == done


def test_a_round_is_thrown_away_only_when_asked_twice(cast):
    writing, _, round_ = played(cast, special_cards=False, seats=3)
    writing.add(round_.tricks[0], 1)
    page = writing.get("away/")
    assert "Discard the trick written down so far?" in page.content.decode()
    writing.add(round_.tricks[1], 2)
    assert writing.post("away/", seen=page.context["seen"]).url == writing.url()
    tricks = writing.get()
    assert "Sam's phone was faster." in words(tricks)
    assert writing.url("away/") in tricks.text
    again = writing.get("away/")
    assert "Discard the two tricks" in again.content.decode()
    assert writing.post("away/", seen=again.context["seen"]).status_code == 302
    assert not Draft.objects.filter(became="").exclude(parts={}).exists()


def test_a_trick_is_changed_and_the_later_ones_judged_anew(cast):
    writing, *_ = played(cast, seats=3, special_cards=False)
    writing.add({"plays": [["Ben", "R3"], ["Carla", "R10"], ["Anna", "R4"]]}, 1)
    writing.add({"plays": [["Carla", "Y2"], ["Anna", "Y3"], ["Ben", "Y4"]]}, 2)
    assert [each["problems"] for each in writing.get().context["tricks"]] == [[], []]
    changed = {"plays": [["Ben", "R3"], ["Carla", "R2"], ["Anna", "R4"]]}
    assert writing.change(1, changed).status_code == 302
    first, second = writing.get().context["tricks"]
    assert first["problems"] == []
    assert second["problems"] == ["Anna leads, not Carla."]
    third = {"plays": [["Ben", "G2"], ["Carla", "G3"], ["Anna", "G4"]]}
    assert writing.add(third, 3).status_code == 302, "what is wrong elsewhere is told, and stops nobody"
    assert writing.draft.full_record["tricks"][0] == changed
    # The second trick was not lost: once its leader is corrected, it has no problem.
    writing.change(2, {"plays": [["Anna", "Y3"], ["Ben", "Y4"], ["Carla", "Y2"]]})
    assert [each["problems"] for each in writing.get().context["tricks"]] == [[], [], []]


# What goes wrong


@pytest.mark.sqlite
@pytest.mark.parametrize(
    ("plays", "told"),
    [
        ([["Ben", "R3"], ["Carla", "R3"], ["Anna", "R4"]], "is played twice"),
        ([["Ben", "R3"], ["Carla", "XX"], ["Anna", "R4"]], "XX isn’t in this game"),
        ([["Ben", "R3"], ["Carla", "R10"]], "it takes three"),
        ([["Ben", "barde"], ["Carla", "R10"], ["Anna", "R4"]], "isn’t in this game"),
        ([["Ben", "R3"], ["Carla", "R10"], ["Anna", "R4"], ["Ben", "Y3"]], "it takes three"),
    ],
)
def test_bad_tricks_are_told_and_nothing_is_kept(cast, plays, told):
    writing, *_ = played(cast, seats=3, special_cards=False)
    answer = writing.add({"plays": plays}, 1)
    assert answer.status_code == 422
    assert told in answer.content.decode()
    assert not Draft.objects.filter(became="").exclude(parts={}).exists()


@pytest.mark.sqlite
def test_a_trick_too_many_is_not_kept(cast):
    writing, _, round_ = played(cast)
    writing.have_written(round_.noted["tricks"])
    leader = writing.draft.progress.leader
    again = next(trick for trick in round_.tricks if trick["plays"][0][0] == leader)
    answer = writing.add(again, len(round_.tricks) + 1, seen=0)
    assert (answer.status_code, answer.url) == (302, writing.url("end/"))
    assert writing.draft.full_record["tricks"] == round_.tricks


# A trick that contradicts another trick or a declaration


def laid(cards: str) -> dict[str, Any]:
    """Return a trick from text such as "Ben R3, Carla narr"."""
    return {"plays": [play.split() for play in cards.split(", ")]}


def test_a_second_special_card_of_one_player_is_said_as_it_is_tapped(cast):
    """The problem is shown at once, not after the last trick. Either card may be wrong, so both tricks can be changed."""
    match = cast.start("beutelschneider", ("Anna", "Ben", "Carla"), special_cards=True)
    writing = Writing(cast.phone("scorer"), match)
    first, second = laid("Ben R3, Carla narr, Anna R4"), laid("Anna G3, Ben G4, Carla wahrsager")
    said = "Carla plays the Fool and the Fortune teller: everyone has only one special card."
    assert writing.add(first, 1).status_code == 302
    tapped = {**writing.fields(second), "place": 2, "key": "trick-number-2"}
    for cards in (3, 2):
        assert (said in words(writing.post(**{**tapped, "play": tapped["play"][:cards]}))) == (cards == 3)
    refused = writing.add(second, 2)
    assert refused.status_code == 422
    assert said in words(refused)
    assert writing.change(1, laid("Ben R3, Carla R1, Anna R4")).status_code == 302
    assert writing.add(second, 2).status_code == 302
    assert writing.change(1, first).status_code == 302
    assert said in words(writing.get()), "the problem is shown beside the tricks"


# The end


def test_a_round_is_saved_exactly_once(cast):
    writing, _, round_ = played(cast)
    record = round_.noted["tricks"]
    writing.have_written(record)
    context = writing.get("end/").context
    fields = round_fields(context)
    for _ in range(3):
        assert writing.post("end/", **fields).url == writing.match.get_absolute_url()
    assert writing.match.entries.count() == 1


def test_a_round_entered_on_another_form_takes_the_place_of_its_tricks_until_that_is_undone(cast):
    writing, _, round_ = played(cast)
    record = round_.noted["tricks"]
    writing.have_written(record)
    fields = round_fields(writing.get("end/").context)
    match = Match.objects.get(pk=writing.match.pk)
    match.enter(round_.noted["captured"], 0, "Ben")
    answer = writing.phone.post(writing.url("end/"), fields, follow=True)
    assert "Ben was faster." in words(answer)
    assert "half entered" not in words(answer)
    undo(writing)
    assert writing.finish(record).status_code == 302
    assert writing.match.entries.get().record["kind"] == "tricks"


@pytest.mark.parametrize("slug", ["beutelschneider", "rufmariasch"])
def test_no_page_of_the_tricks_writes_in_a_game_that_has_ended_meanwhile(cast, slug):
    writing, _, round_ = played(cast, slug)
    record = round_.noted["tricks"]
    writing.have_written(record)
    last = len(record["tricks"])
    fields = round_fields(writing.get("end/").context)
    pad = writing.match.get_absolute_url()
    writing.phone.post(pad + "close/")
    for page in ("", "1/", "first/", "end/", "away/"):
        assert (page, writing.get(page).headers.get("Location")) == (page, pad)
    change = {"seen": writing.draft.draft.version, "save": "yes", **writing.fields(record["tricks"][1])}
    first = {"seen": writing.draft.draft.version, "dealer": 0}
    for answer in (
        writing.add(record["tricks"][-1], last),
        writing.post("1/", **change),
        writing.post("first/", **first),
        writing.post("end/", **fields),
    ):
        assert answer.status_code == 409
        assert "no longer counts." in words(answer)
        assert "phone has" not in words(answer)
    assert writing.post("back/", seen=writing.draft.draft.version).url == writing.url()
    assert writing.post("away/", seen=writing.draft.draft.version).url == writing.url()
    assert len(writing.draft.tricks) == last, "the tricks are still there when the game is reopened"
    assert not writing.match.entries.exists()


@pytest.mark.sqlite
def test_problems_at_the_end_stand_beside_their_trick(cast):
    writing, _, round_ = played(cast, special_cards=False, seats=3)
    writing.have_written(round_.noted["tricks"])
    one, two = round_.tricks[0], round_.tricks[1]
    twice = {"plays": [[*play] for play in one["plays"]]}
    player = twice["plays"][0][0]
    twice["plays"][0][1] = next(code for name, code in two["plays"] if name == player)
    assert writing.change(1, twice).status_code == 302
    answer = writing.finish(round_.noted["tricks"])
    assert answer.status_code == 422
    assert any("is played twice" in text for text in answer.context["tricks"][0]["problems"])
    assert "is played twice" in answer.content.decode()
    assert not writing.match.entries.exists()


@pytest.mark.sqlite
def test_what_a_game_asks_at_the_end_is_told_when_it_is_missing(cast):
    writing, _, round_ = played(cast, "krimsutep")
    record = round_.noted["tricks"]
    writing.have_written(record)
    answer = writing.finish({**record, "buildings": record["buildings"][1:]})
    assert answer.status_code == 422
    assert f"{record['buildings'][0][0]} has built nothing yet." in answer.content.decode()
    shown = writing.post("preview/", **{f"card-{n}": "oasis" for n in range(4)}).content.decode()
    assert "oasis built" in shown


# Before the first trick


@pytest.mark.sqlite
def test_what_a_game_asks_before_is_told_when_it_is_missing(cast):
    writing, *_ = played(cast, "rufmariasch")
    answer = writing.post("first/", dealer=0, seen=0, trump="Q")
    page = answer.content.decode()
    assert answer.status_code == 422
    assert "Which card was called?" in page
    assert "Q isn’t possible here" in page
    assert not Draft.objects.filter(became="").exclude(parts={}).exists()


# A round that is on the pad


@pytest.mark.parametrize("slug", GAMES)
@pytest.mark.sqlite
def test_a_saved_round_is_corrected_on_the_same_pages(cast, slug):
    writing, players, round_ = played(cast, slug, 4, **({"special_cards": False} if slug == "beutelschneider" else {}))
    record = round_.noted["tricks"]
    writing.have_written(record)
    writing.finish(record)
    correct = writing.phone.get(f"{writing.match.get_absolute_url()}round/{writing.match.entries.get(number=1).key}/")
    old = Writing(writing.phone, writing.match, 1)
    assert correct.url == old.url("end/")
    assert old.get("end/").status_code == 200
    assert old.get(f"{len(record['tricks'])}/").status_code == 200
    old.post("back/", seen=old.get("end/").context["seen"])
    assert old.get().status_code == 200
    assert old.add(record["tricks"][-1], len(record["tricks"])).status_code == 302
    end = flat(old.get("end/"))
    assert "<h1>Edit round 1</h1>" in end
    assert f"{entry_dealer(writing)} dealt, entered by" in end
    answer = old.finish(record)
    assert (answer.status_code, answer["Location"]) == (302, f"{writing.match.get_absolute_url()}#r1")
    assert "Round 1 corrected: all points as before." in writing.phone.get(writing.match.get_absolute_url()).text
    entry = writing.match.entries.get()
    assert entry.points == in_order(players.players, scored(players, record).points)
    assert entry.record["tricks"] == record["tricks"]
    assert entry.version == 1, "nothing has changed"
    assert not Draft.objects.filter(became="").exclude(parts={}).exists()


def entry_dealer(writing: Writing) -> str:
    return str(Match.objects.get(pk=writing.match.pk).course.rows[0].dealer)


def corrected(cast: Any) -> tuple[Writing, Round]:
    writing, _, round_ = played(cast, special_cards=False, seats=3)
    Match.objects.get(pk=writing.match.pk).enter(round_.noted["tricks"], 0, "Sam")
    return Writing(writing.phone, writing.match, 1), round_


def test_changes_of_an_old_round_can_be_forgotten(cast):
    old, round_ = corrected(cast)
    old.post("back/", seen=old.get("end/").context["seen"])
    assert len(old.draft.tricks) == len(round_.tricks) - 1
    Match.objects.get(pk=old.match.pk).enter(round_.noted["captured"], 1, "Sam")
    assert "Another round has been entered" not in old.get().text
    assert Tricks.current(old.match) is None, "an old round is not the next one"
    assert Writing(old.phone, old.match).get().context["place"] == 1
    assert old.post("away/", seen=old.get("away/").context["seen"]).status_code == 302
    assert old.draft.full_record["tricks"] == round_.tricks
    assert old.entry.version == 1


@pytest.mark.sqlite
def test_only_rounds_of_tricks_have_these_pages(cast):
    old, _ = corrected(cast)
    match = Match.objects.get(pk=old.match.pk)
    match.enter({"kind": "adjustment", "points": {"Ben": 5}}, 1, "Sam")
    for which in ("0", "99", "abc", "2"):
        assert Writing(old.phone, old.match, which).get().status_code == 404


# Random input, and a leader who has changed


FIELDS = ["play", "add", "drop", "lead", "leader", "last", "trump", "called", "dealer", "place", "key", "seen", "save"]
FIELDS += [
    "declared_H",
    "couple-marker",
    "couple-discard",
    "illusionist",
    "colour",
    "card-0",
    "at-0",
    "roman-0",
    "note",
]


@pytest.mark.parametrize("slug", GAMES)
@pytest.mark.sqlite
def test_rubbish_gets_an_answer_and_spoils_nothing(cast, slug):
    writing, _, round_ = played(cast, slug)
    record = round_.noted["tricks"]
    writing.begin(record)
    for place, trick in enumerate(record["tricks"][:2], 1):
        writing.add(trick, place)
    random = Random(7)
    for page in ("", "first/", "1/", "9/", "back/", "away/", "end/", "preview/"):
        for _ in repeated(1):
            data = {name: random.choices(FUZZ_VALUES, k=random.randint(1, 7)) for name in random.sample(FIELDS, 12)}
            data["seen"] = random.choice(["x", "-1", "9" * 20])  # an empty one is that of a script's form
            assert writing.post(page, **data).status_code < 500
    assert writing.draft.full_record["tricks"] == record["tricks"][:2]
    assert writing.get().status_code == 200
    assert not writing.match.entries.exists()


@pytest.mark.sqlite
def test_a_trick_tapped_before_another_led_comes_back(cast):
    """A trick is refused if the leader has changed since its form was opened.

    Its cards would go to the wrong players.
    """
    writing, _players, round_ = played(cast)
    trick, seats = round_.noted["tricks"]["tricks"][0], writing.players
    led = seats.index(trick["plays"][0][0])
    shown = as_shown(writing.get())
    writing.match.deal_first(led, "Sam")  # now the player on the left of the trick's leader leads
    answer = writing.add(trick, 1, **shown)
    assert answer.status_code == 409
    assert answer.context["number"] == 1
    assert not writing.draft.tricks
    assert all(code in answer.text for _, code in trick["plays"])


# What is undone or corrected while a round is written down


def fresh(writing: Writing) -> Match:
    return Match.objects.get(pk=writing.match.pk)


def agreed(writing: Writing) -> str:
    """Return the dealer; fail if the tricks, the match and the pad do not agree on one."""
    match = fresh(writing)
    assert match.course.engine.next_dealer == writing.draft.record["dealer"]
    assert f"{writing.draft.record['dealer']} deals" in words(writing.phone.get(match.get_absolute_url()))
    return str(writing.draft.record["dealer"])


def begun(cast: Any, dealer: str = "") -> tuple[Writing, list[str], Round]:
    """Enter round 1 of three players, and begin to write down round 2 trick by trick on a phone.

    Return the phone, the players' names and round 2. If a `dealer` is given, this player is first named on the phone as
    the dealer of round 2.
    """
    writing, players, first = played(cast, seats=3, special_cards=False)
    writing.match.enter(first.noted["counted"], 0, "Sam")
    round_ = players.round(dealer or players.players[1])
    writing.begin(round_.noted["tricks"], dealer)
    return writing, list(players.players), round_


def undo(writing: Writing) -> Any:
    return writing.phone.post(f"{writing.match.get_absolute_url()}undo/")


def test_a_named_dealer_is_undone_or_named_anew(cast):
    writing, names, round_ = begun(cast, "Carla")
    assert agreed(writing) == "Carla"
    undo(writing)
    assert agreed(writing) == names[1]
    writing.post("first/", dealer=2, seen=writing.draft.draft.version)
    writing.add(round_.tricks[0], 1)
    writing.post("first/", dealer=1, seen=writing.draft.draft.version)
    assert agreed(writing) == names[1], "it is said there"


def test_a_correction_of_who_dealt_before_changes_the_tricks_only_while_there_are_none(cast):
    writing, names, round_ = begun(cast)

    def correct() -> None:
        match = fresh(writing)
        entry = match.all_entries[0]
        match.correct(entry, {**entry.record, "dealer": names[1]}, entry.version, "Sam")

    correct()
    assert agreed(writing) == names[2]
    undo(writing)
    writing.add(round_.tricks[0], 1)
    correct()
    assert agreed(writing) == names[1]
    undo(writing)
    writing.write(round_.noted["tricks"])
    assert writing.finish(round_.noted["tricks"]).status_code == 302
    assert fresh(writing).course.rows[1].dealer == names[1]


@pytest.mark.parametrize("how", ["undo", "remove", "restore"])
def test_no_step_seats_others_while_tricks_are_written(cast, how):
    writing, _, round_ = played(cast, seats=3)
    match, pad = writing.match, writing.match.get_absolute_url()
    cast.group.players.get_or_create(name="Fritz")
    match.enter({"kind": "seats", "players": ["Anna", "Fritz", "Carla"], "replaced": {"Fritz": "Ben"}}, 0, "Sam")
    seats = match.all_entries[0]
    if how == "restore":
        match.undo("Sam")
    sat = [seat.name for seat in fresh(writing).sitting_now]
    writing.players = [seat.name for seat in fresh(writing).seated]
    renamed = [["Fritz" if how != "restore" and who == "Ben" else who, code] for who, code in round_.tricks[0]["plays"]]
    assert writing.add({**round_.tricks[0], "plays": renamed}, 1).status_code == 302
    where = f"{pad}undo/" if how == "undo" else f"{pad}round/{seats.key}/{how}/"
    answer = writing.phone.post(where, follow=True)
    assert answer.redirect_chain[-1][0] == writing.url("away/")
    assert "is being written down trick by trick." in words(answer)
    assert [seat.name for seat in fresh(writing).sitting_now] == sat
    writing.post("away/", seen=writing.draft.draft.version)
    writing.phone.post(where)
    assert [seat.name for seat in fresh(writing).sitting_now] != sat
