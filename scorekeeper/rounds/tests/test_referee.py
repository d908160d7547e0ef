"""The referee's page: tricks are tapped in, and the page says who wins them and why.

The games' golden cases check the winners and the sentences of all reasons.
"""

import random
import re
from dataclasses import dataclass

import pytest

from games.registry import all_games
from scorekeeper.nights.models import Match
from tests.fixtures import flat, words
from tests.fuzz_values import FUZZ_VALUES, repeated

pytestmark = pytest.mark.sqlite  # other tests make the same queries on PostgreSQL

NAMES = ("Anna", "Ben", "Carla", "Dirk", "Eva")


@dataclass
class Page:
    """The referee's page, as a player reads it."""

    status: int
    html: str

    def all(self, pattern: str) -> list[str]:
        return [words(each) for each in re.findall(pattern, self.html, re.DOTALL)]

    @property
    def verdict(self) -> str:
        return "".join(self.all(r'<h2 class="verdict"[^>]*>(.*?)</h2>'))

    @property
    def why(self) -> list[str]:
        steps = "".join(re.findall(r'<ol class="steps">(.*?)</ol>', self.html, re.DOTALL))
        return [words(each) for each in re.findall(r"<li>(.*?)</li>", steps, re.DOTALL)]

    @property
    def lines(self) -> list[str]:
        found = "".join(re.findall(r'<ul class="lines gets">(.*?)</ul>', self.html, re.DOTALL))
        return [words(each) for each in re.findall(r"<li[^>]*>(.*?)</li>", found, re.DOTALL)]

    @property
    def wrong(self) -> list[str]:
        found = "".join(re.findall(r'<div class="wrong"[^>]*>(.*?)</div>', self.html, re.DOTALL))
        return [words(each) for each in re.findall(r"<p>(.*?)</p>", found, re.DOTALL)]

    @property
    def questions(self) -> list[str]:
        return self.all(r"<legend>(.*?)</legend>")

    def answers(self, field: str) -> list[str]:
        return re.findall(rf'<button class="[^"]*" name="{field}" value="([^"]*)"', self.html)


@pytest.fixture
def table(cast):
    """Return a function that starts a game of the given number of players; Anna is the first."""

    def sit(seats: int, slug: str = "beutelschneider", **options) -> Match:
        return cast.start(slug, NAMES[:seats], **options)

    return sit


@pytest.fixture
def tap(cast, table):
    """Return a function that taps a trick, which Anna leads, and returns the page: tap("R1 R3 R2", last=1)."""

    def tap(cards: str, seats: int | None = None, slug="beutelschneider", lang="en", match=None, **fields) -> Page:
        plays = cards.split()
        if match is None:
            special = {"special_cards": True} if slug == "beutelschneider" else {}
            match = table(seats or len(plays), slug, **special)
        data = {"leader": "0", "play": plays, **{name.replace("_", "-"): value for name, value in fields.items()}}
        url = match.get_absolute_url() + "referee/"
        response = cast.phone("viewer").get(url, data, headers={"accept-language": lang})
        return Page(response.status_code, flat(response))

    return tap


@dataclass
class Rule:
    """A sentence of the rules, a trick that shows it, and the page's answer to the trick."""

    says: str
    cards: str
    verdict: str
    why: str = ""
    line: str = ""
    seats: int | None = None
    choices: dict[str, str] | None = None
    ruling: bool = False  # whether the reason is marked as our ruling
    de: str = ""  # text on the German page, in a reason, a line or the verdict


COUPLE = {"couple_marker": "TC", "couple_discard": "RD"}

RULES = [
    Rule(
        "with the Juggler two a player, in turn twice round",
        "R1 jongleur R3 R4 R2 R10",
        "Carla takes it with the red 10",
        "The Juggler extends the trick",
        seats=3,
        de="Der Jongleur verlängert den Stich: Jeder spielt zwei Karten.",
    ),
    Rule(
        "his player names a couple: one male and one female person of any kind; both leave the trick",
        "barde GS GW RD TC",
        "Carla takes it with the green innkeeper",
        "Anna’s Bard frightens a couple away: the Countess becomes the bonus marker (+10), the red cutpurse is discarded.",
        line="Anna : Bard frightens a couple away +10",
        choices=COUPLE,
        de="Annas Barde vertreibt ein Paar: Die Comtesse wird Bonusmarke (+10), der Beutelschneider in Rot wird abgelegt.",
    ),
    Rule(
        "special cards only: the first of them wins, and nobody captures anything",
        "krimsu sandfox schwindler",
        "Anna takes it with the Krimsu",
        "Only special cards were played: the first wins, Anna leads, nobody takes anything.",
        line="Nobody gets a card.",
        ruling=True,
        de="Hier liegen nur Sonderkarten: Die erste gewinnt, Anna spielt aus, niemand nimmt etwas.",
    ),
    Rule(
        "with the Alchemist all gold is worth 0, wherever it goes",
        "R10 taenzerin R4 alchimist",
        "Anna takes it",
        "The Alchemist makes the red 10 and the red 4 worthless.",
        line="red 10, red 4 worthless",
        de="Der Alchimist macht die rote 10 und die rote 4 wertlos.",
    ),
]


@pytest.mark.parametrize("rule", RULES, ids=lambda rule: rule.says)
def test_a_verdict_is_said_with_its_reasons(tap, rule):
    page = tap(rule.cards, rule.seats, **(rule.choices or {}))
    assert page.verdict.startswith(rule.verdict), (page.verdict, page.wrong, page.questions)
    told = [text for text in page.why if rule.why in text]
    assert told, page.why
    assert [text.count("our ruling") for text in told if rule.ruling] == [1] * rule.ruling
    assert all(text.count("our ruling") <= 1 for text in page.why)
    assert any(rule.line in text for text in page.lines), page.lines
    winner = rule.verdict.split()[0]
    assert f"Next trick: {winner} leads" in page.html

    page = tap(rule.cards, lang="de", match=Match.objects.latest("pk"), **(rule.choices or {}))
    assert page.verdict.startswith(f"Der Stich geht an {winner}, mit ")
    assert f"Nächster Stich: {winner} spielt aus" in page.html
    assert rule.de
    assert any(rule.de in text for text in [*page.why, *page.lines, page.verdict]), (page.why, page.lines, page.verdict)
    assert any("unsere Entscheidung" in text for text in page.why) or not rule.ruling
    assert all(text.count("unsere Entscheidung") <= 1 for text in page.why)


# What is asked, and when


def test_what_follows_is_not_asked(tap):
    page = tap("barde GS GW R1", couple_marker="GW")
    assert page.verdict.startswith("Dirk takes it")
    assert (
        "Anna’s Bard frightens a couple away: the green innkeeper becomes the bonus marker (+10), the green wench"
        in page.why[0]
    )


def test_the_illusionist_is_asked_after_the_bard(tap):
    page = tap("barde GS GW illusionist TC")
    assert len(page.questions) == 1
    page = tap("barde GS GW illusionist TC", couple_marker="TC", couple_discard="GW")
    assert page.questions[0] == "Dirk’s Illusionist: which card does he take?"
    assert page.answers("illusionist") == ["barde", "GS", "illusionist"]


def test_the_last_trick_is_asked_for_only_where_it_matters(tap):
    switch = "Last trick of the round"
    assert switch in tap("TN R1 R2").html
    assert switch in tap("R1 jongleur R2").html
    assert switch not in tap("TG R1 R2").html
    assert switch not in tap("TN TG R2").html


# Bad input, beside the cards


# Tapping without a script


def test_each_tap_is_a_button_too(tap, table):
    match = table(4)
    page = tap("R1", match=match, add="R3")
    assert page.all(r'name="play" value="([^"]*)"') == ["R1", "R3", "", ""]
    page = tap("R1 R3 R4", match=match, drop="0")
    assert page.all(r'name="play" value="([^"]*)"') == ["", "R3", "R4", ""]


# Other games


@pytest.mark.parametrize(
    ("slug", "cards", "fields", "verdict", "line"),
    [
        (
            "rufmariasch",
            "EA H7 E10 EK",
            {"trump": "H"},
            "Ben takes it with the 7 of hearts",
            "Ben : all 4 cards 20 card points",
        ),
        ("krimsutep", "TK TW RS2", {}, "Ben takes it with the Pharaoh’s wife", "Pharaoh and wife in one trick +2"),
        ("krimsutep", "TM RS2 RV", {}, "Anna takes it with the Maid", "Trick won with the Maid +2"),
        ("bettler-und-diebe", "R5 D3 R8 D9", {}, "Dirk takes it with the Thief 9", "Dirk : all 4 cards"),
        ("beutelschneider-classic", "RD TF TM TG", {}, "Carla takes it", "Sovereign before him +10"),
        ("beutelschneider-classic", "RD TG R1 R2", {}, "Ben takes it with the Guard", "red cutpurse doesn’t count"),
    ],
)
def test_every_game_is_judged(tap, slug, cards, fields, verdict, line):
    page = tap(cards, slug=slug, **fields)
    assert page.verdict.startswith(verdict)
    assert any(line in text for text in page.lines), page.lines


# Saving what a trick earned


@pytest.fixture
def keep(cast):
    def keep(match, cards, role="scorer", **fields):
        data = {"leader": "0", "play": cards.split(), **{name.replace("_", "-"): v for name, v in fields.items()}}
        return cast.phone(role).post(match.get_absolute_url() + "referee/keep/", data)

    return keep


def entry_page(cast, match, screen=""):
    return cast.phone("scorer").get(match.get_absolute_url() + f"round/?as={screen}").content.decode()


def value(html: str, name: str) -> str:
    return re.search(rf'name="{name}" value="([^"]*)"', html)[1]


def test_what_a_trick_earned_waits_for_the_rounds_entry(cast, table, keep):
    match = table(3)
    answer = keep(match, "RD TA TC")
    assert answer["Location"].endswith("referee/?leader=2")
    html = entry_page(cast, match)
    assert "Filled in from your saved tricks" in html
    assert "Carla: Seduction: Adventurer, Countess" in html
    assert value(html, "bonus-verfuehrung-2") == "1"
    assert value(html, "bonus-verfuehrung-0") == ""
    assert value(entry_page(cast, match, "counted"), "bonus-verfuehrung-2") == "1"


def after_a_count(cast, match, screen="captured", **fields):
    """Send a count with these fields, as its page does; return the form of the round, filled in with the count."""
    phone = cast.phone("scorer")
    data = {"into": screen, **{name.replace("_", "-"): each for name, each in fields.items()}}
    return phone.get(match.get_absolute_url() + "count/", data, follow=True)


@pytest.mark.parametrize("slug", ["beutelschneider", "beutelschneider-classic"])
def test_a_count_leaves_the_bonuses_of_saved_tricks(cast, table, keep, slug):
    match = table(4, slug)
    bonus = "bonus-verfuehrung-2" if slug == "beutelschneider" else "bonus-gardist-1"
    keep(match, "RD TA TC R1" if slug == "beutelschneider" else "RD TG R1 R2")
    for screen in ("captured", "counted"):
        page = after_a_count(cast, match, screen, card_R4="1")
        assert value(page.text, bonus) == "1", screen
        assert "Filled in from your saved tricks" in page.text
    fields = after_a_count(cast, match, card_R4="1").context["fields"]
    assert fields["card-R4"] == ["1"]
    assert not {"card-RD", "card-R1", "discarded"} & fields.keys(), "the count decides where cards are"


def test_a_count_leaves_the_royal_pair_and_the_maid(cast, table, keep):
    match = table(3, "krimsutep")
    keep(match, "TK TW RS2")
    keep(match, "TM RS3 RS4")
    fields = after_a_count(cast, match, "round-suits", done="1").context["fields"]
    assert (fields["royal"], fields["maid"]) == (["1"], ["0"])


def test_tricks_add_up_and_a_corrected_one_replaces_the_first(cast, table, keep):
    match = table(3)
    keep(match, "TM TF R1")
    keep(match, "TF TM R1")  # corrected: the Assassin came second
    keep(match, "TF TM R3")  # corrected again: it was another red card
    keep(match, "TA TC R2")
    html = entry_page(cast, match)
    assert value(html, "bonus-meuchelmoerder-1") == "1"
    assert value(html, "bonus-verfuehrung-1") == "1"
    match.refresh()
    assert [trick["plays"][2][1] for trick in match.tricks_to_fill_in] == ["R3", "R2"]


def test_they_are_forgotten_with_the_rounds_entry_and_can_be_thrown_away(cast, table, keep):
    match = table(3)
    keep(match, "RD TA TC")
    phone = cast.phone("scorer")
    assert phone.post(match.get_absolute_url() + "referee/forget/").status_code == 302
    assert "your saved tricks" not in entry_page(cast, match)
    keep(match, "RD TA TC")
    data = {"screen": "counted", "key": "a-round-entered", "seen": "0", "gold-0": "30", "gold-1": "30", "gold-2": "20"}
    assert phone.post(match.get_absolute_url() + "round/", data).status_code == 302
    assert "your saved tricks" not in entry_page(cast, match)


def test_a_trick_of_a_game_that_has_ended_is_still_there(cast, table, keep):
    match = table(3)
    match.close("Sam")
    answer = keep(match, "RD TA TC")
    assert answer.status_code == 409
    assert "This game is over." in words(answer)
    assert Page(409, flat(answer)).verdict.startswith("Carla takes it")
    assert "Save for the round" not in answer.text


# Random input

FIELDS = ("play", "add", "drop", "lead", "leader", "last", "trump", "colour", "illusionist")
PAIR = ("couple-marker", "couple-discard")


def test_rubbish_gets_an_answer(cast, table):
    chance = random.Random(7)
    for slug, game in all_games().items():
        match = table(max(game.seats), slug, **({"special_cards": True} if slug == "beutelschneider" else {}))
        if not match.table.deck:
            continue  # no tricks, no referee
        codes = [*match.table.deck, *FUZZ_VALUES]
        for _ in repeated(3):
            data = {name: chance.choices(codes, k=chance.randint(0, 3)) for name in (*FIELDS, *PAIR)}
            data["play"] = chance.choices(codes, k=chance.randint(0, 12))
            here = match.get_absolute_url() + "referee/"
            assert cast.phone("viewer").get(here, data).status_code == 200
            assert cast.phone("scorer").post(here + "keep/", data).status_code == 302
