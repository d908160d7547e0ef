"""Rounds of Rufmariasch through the pages: they are saved, or refused with the problem beside its field."""

import pytest
from django.urls import reverse
from django.utils import translation

from scorekeeper.nights.models import Match
from scorekeeper.nights.presenter import ledger_texts
from scorekeeper.rounds.piles import Piles
from tests.fixtures import flat, words

NAMES = ("Anna", "Ben", "Carla", "Dirk")


@pytest.fixture
def match(cast):
    return cast.start("rufmariasch", NAMES, stake=10)


def address(match, name="enter", *more):
    return reverse(name, args=[match.night.group.key, match.key, *more])


USUAL = {"screen": "call", "seen": "0", "key": "abcdefgh-1", "turn": "0", "dealer": "0", "partner": "2", "trump": "H"}


def test_the_preview_says_who_plays_with_whom(cast, match):
    phone = cast.phone("scorer")
    answer = phone.post(address(match, "preview"), USUAL | {"points": "60"})
    assert "Ben and Carla’s card points" in answer.text
    assert "Anna and Dirk then have 30." in answer.text
    assert "Ben +30" in words(answer)
    nobody_yet = phone.post(address(match, "preview"), USUAL | {"points": "60", "partner": ""})
    assert '<div id="at-partner" hx-swap-oob="innerMorph"></div>' in flat(nobody_yet)
    assert "+30" not in nobody_yet.text


ON_HEARTS = {"kind": "call", "caller": "Ben", "trump": "H"}
BY_TENS = {"points_per_stake": 10}
SHARED = {**BY_TENS, "payment": "team"}


def played(match, record, options):
    """Start a match with these house rules and enter this round. Return the match and the row of the round."""
    seats = [seat.player for seat in match.seated]
    match = Match.start(match.night, "rufmariasch", seats, options, 0)
    match.enter(record, 0, "test", key="one-round")
    [row] = match.course.rows
    return match, row


@pytest.mark.parametrize(
    ("options", "record", "german"),
    [
        (
            BY_TENS,
            {"called": "SO", "partner": "Carla", "points": 60, "declared": [["Anna", "E"], ["Anna", "G"]]},
            [
                (
                    "Ben macht Herz zum Trumpf und ruft den Schellen-Ober (Karo-Dame); Carla hat die Karte. "
                    "Anna sagt König und Ober/Dame in Eichel/Kreuz und König und Ober/Dame in Grün/Pik an."
                ),
                "Ben +1: mit Carla 60, Ziel 50 erreicht",
                "Carla +1: genauso, bei 10 Augen Unterschied",
                "Anna −1: mit Dirk 30 + 40 = 70, Ziel 80 verfehlt",
                "Dirk −1: genauso, 10 Augen ein Einsatz",
            ],
        ),
        (
            {},
            {"partner": None, "points": 20},
            [
                "Ben macht Herz zum Trumpf und spielt allein.",
                "Anna +50: mit Carla und Dirk 70, Ziel 50 erreicht",
                "Carla +50: genauso, bei 50 Augen Unterschied",
                "Dirk +50: genauso, bei 50 Augen Unterschied",
                "Ben −150: allein 20, Ziel 50 verfehlt; gegen drei: 3 × 50 Einsätze",
            ],
        ),
        (
            SHARED,
            {"partner": "Dirk", "points": 50, "no_trick": ["Anna"]},
            [
                "Ben macht Herz zum Trumpf, Dirk ist dabei. Anna bleibt ohne Stich.",
                "Ben +1: mit Dirk 50, Ziel 50 erreicht; ein Einsatz geteilt durch zwei",
                "Anna −1: mit Carla 40, Ziel 50 verfehlt; ein Einsatz geteilt durch zwei",
            ],
        ),
        (
            {},
            {"kind": "adjustment", "points": {"Anna": 3, "Ben": -3}},
            [
                "Punkte von Hand: Anna +3, Ben −3.",
                "Anna +3: Punkte von Hand",
                "Ben −3: Punkte von Hand",
            ],
        ),
    ],
)
def test_a_round_tells_its_story(cast, match, options, record, german):
    match, row = played(match, record if "kind" in record else ON_HEARTS | record, options)

    with translation.override("de"):
        assert ledger_texts(match, row.record, row.score) == german

    page = cast.phone("scorer").get(match.get_absolute_url(), headers={"accept-language": "de"})
    assert german[0] in page.text


@pytest.mark.parametrize(
    ("faces", "called", "names"),
    [
        ("", "the Ober of bells (queen of diamonds)", ("Bells<small>", "treff", "eichel")),
        ("german", "the Ober of bells", ("Bells</span>", "eichel")),
        ("french", "the queen of diamonds", ("Diamonds</span>", "treff")),
    ],
)
def test_the_group_chooses_its_faces(cast, match, faces, called, names):
    cast.group.card_faces = {"rufmariasch": faces}
    cast.group.save()
    match.enter(ON_HEARTS | {"called": "SO", "partner": "Carla", "points": 60}, 0, "test", key="one-round")
    phone = cast.phone("scorer")
    assert f"Ben makes hearts trumps and calls {called}; Carla holds it." in phone.get(match.get_absolute_url()).text
    page = flat(phone.get(address(match)))
    for name in names:
        assert name in page
    assert ("treff" in page, "eichel" in page) == (faces != "german", faces != "french")
    trick = {"trump": "H", "leader": "0", "play": ["SO", "S9", "S8", "S7"]}
    assert called in phone.get(match.get_absolute_url() + "referee/", trick).text
    book = phone.get(reverse("match_rules", args=[cast.group.key, match.key])).text
    assert ("acorns" in book, "clubs" in book) == (faces != "french", faces != "german")


def test_a_suit_declared_twice_is_said_on_the_own_piles_of_those_who_declared_it(cast, match):
    draft = Piles(match)
    for seat, card in (("0", "card-EA"), ("2", "card-GA")):
        draft.save_part(seat, {card: [seat], "declared_H": [seat]}, "call-captured", 0, "Sam")
    said = "Hearts is declared more than once: by Anna and Carla."
    assert said in words(cast.phone("scorer").get(address(match, "piles")))
    shown = [words(cast.phone("scorer").get(address(match, "pile", seat))) for seat in range(4)]
    assert [said in each for each in shown] == [True, False, True, False]
