"""Rounds of Bettler und Diebe through the pages: they are saved, or refused with the problem beside its field."""

import re

import pytest
from django.urls import reverse
from django.utils import translation

from games.bettler_und_diebe.tests.play import VALUES
from scorekeeper.nights.models import Match
from scorekeeper.nights.presenter import ledger_texts
from tests.fixtures import flat

NAMES = ("Anna", "Ben", "Carla", "Dirk", "Eva")


@pytest.fixture
def begin(cast):
    def make(players, **options):
        return cast.start("bettler-und-diebe", NAMES[:players], **options)

    return make


def address(match, name="enter", *more):
    return reverse(name, args=[match.night.group.key, match.key, *more])


def sent(screen, **typed):
    names = {name.replace("__", "-"): value for name, value in typed.items()}
    return {"screen": screen, "seen": "0", "key": "abcdefgh-1"} | names


VALUED = {"card_values": VALUES}
WRONG = [
    (4, {}, sent("pot", partner="1", points="70"), "taker", "Who took the pot?"),
    (4, {}, sent("pot", taker="9", partner="1", points="70"), "taker", "isn’t at the table"),
    (4, {}, sent("pot", taker="0", points="70"), "partner", "With whom? Or alone?"),
    (3, {}, sent("pot", taker="0", partner="1", points="70"), "partner", "always alone"),
    (4, {}, sent("pot", taker="0", partner="1"), "points", "How many card points were there?"),
    (4, {}, sent("pot", taker="0", partner="1", points="121"), "points", "0 to 120"),
    (4, {}, sent("pot", taker="0", partner="1", points="many"), "points", "a whole number"),
    (3, {}, sent("pot-counted", taker="0", counted__0="50"), "counted.1", "Nothing is entered for Ben"),
    (3, {}, sent("pot-counted", taker="0", counted__0="50", counted__1="90"), "counted", "140 instead of 120: +20"),
    (3, {}, sent("pot-counted", taker="0", counted__0="50", counted__1="9", buried="x"), "buried", "a whole number"),
    (3, {}, sent("ramsch", points__0="50", points__1="90"), "points", "140 instead of 120: +20"),
    (3, {}, sent("ramsch", points__0="50", points__1="-9", points__2="4"), "points.1", "choose 0 or more"),
    (3, {}, sent("ramsch", points__0="50", points__1="9", points__2="61", no_trick="1"), "points.1", "has no trick"),
    (3, {}, sent("ramsch", no_trick=["0", "1", "2"]), "no_trick", "Someone must have a trick"),
    (3, {}, sent("ramsch", points__0="50", points__1="9", pot="500"), "pot", "0 to 120"),
    (3, {}, sent("ramsch", points__0="50", points__1="9", tricks__0="9", tricks__1="9"), "tricks", "instead of 10"),
    (3, {}, sent("ramsch", points__0="50", points__1="9", tricks__0="9", tricks__1="1", no_trick="2"), "no_trick", "Only one"),
    (2, {}, sent("snear", points__0="121"), "points", "121 instead of 120: +1"),
    (2, {}, sent("snear"), "points.0", "Nothing is entered for Anna"),
    (3, VALUED, sent("pot-captured", taker="0", card__D14="0"), "captured", "21 cards are missing"),
    (3, VALUED, sent("pot-captured", taker="0", rest="aside"), "buried_cards", "The pot holds three cards"),
    (3, VALUED, sent("pot-captured", taker="0", rest="0", card__D14=["0", "1"]), "captured.0", "Thief 14 is with Anna"),
    (3, VALUED, sent("ramsch-captured", rest="0", card__D14="aside", no_trick="0"), "captured.0", "has no trick"),
    (3, VALUED, sent("ramsch-captured", rest="aside"), "pot_cards", "The pot holds three cards"),
    (2, VALUED, sent("snear-captured", rest="aside"), "captured.aside", "isn’t at the table"),
]  # fmt: skip


@pytest.mark.parametrize(("players", "options", "typed", "slot", "said"), WRONG)
def test_a_problem_stands_beside_its_field_and_what_was_typed_stays(cast, begin, players, options, typed, slot, said):
    match = begin(players, **options)
    answer = cast.phone("scorer").post(address(match), typed)
    assert answer.status_code == 422
    assert any(problem["slot"] == slot and said in problem["text"] for problem in answer.context["problems"])
    assert answer.context["wrong"] == []
    assert not match.entries.exists()
    for name, value in typed.items():
        if name in {"points", "buried", "pot"} or name.startswith(("points-", "counted-", "tricks-")):
            assert f'name="{name}" value="{value}"' in flat(answer)
        if name == "taker" and value in {"0", "1"}:
            assert f'name="{name}" value="{value}"' in flat(answer)


def test_the_preview_says_the_points_of_both_sides(cast, begin):
    match = begin(5)
    answer = cast.phone("scorer").post(address(match, "preview"), sent("pot", taker="0", partner="1", points="93"))
    assert "Anna and Ben’s card points" in answer.text
    assert "Carla, Dirk and Eva then have 27." in answer.text
    assert "Anna and Ben win with 93 card points to 27: 4 each." in answer.text


def test_a_group_types_in_its_card_values(cast):
    url = reverse("play_game", args=[cast.group.key, "bettler-und-diebe"])
    fields = {
        f"card_values-{group}-{rank}": str(points) for group, ranks in VALUES.items() for rank, points in ranks.items()
    }
    seats = {"seat": ["Anna", "Ben", "Carla"]}
    phone = cast.phone("scorer")
    off = phone.post(url, seats | fields | {"card_values-beggars-8": "7"})
    assert off.status_code == 422
    assert "All cards together count 114 instead of 120: −6." in off.text
    assert 'name="card_values-beggars-8" value="7"' in flat(off)
    assert phone.post(url, seats | fields).status_code == 302
    assert Match.objects.latest("pk").options["card_values"] == VALUES


@pytest.mark.parametrize(
    ("record", "german"),
    [
        (
            {"kind": "pot", "taker": "Anna", "partner": "Ben", "points": 93},
            "Anna nahm den Topf und spielte mit Ben. Anna und Ben gewinnen mit 93 zu 27 Kartenpunkten: je 4.",
        ),
        (
            {"kind": "pot", "taker": "Anna", "partner": None, "points": 40},
            "Anna nahm den Topf und spielte allein. Ben, Carla und Dirk gewinnen mit 80 zu 40 Kartenpunkten: je 2 + 2 = 4.",
        ),
        (
            {"kind": "pot", "taker": "Anna", "partner": None, "points": 93},
            "Anna nahm den Topf und spielte allein. Anna gewinnt mit 93 zu 27 Kartenpunkten: 4 + 2 = 6.",
        ),
        (
            {"kind": "ramsch", "points": {"Anna": 120}, "no_trick": ["Ben", "Carla", "Dirk"]},
            "Niemand nahm den Topf: Ramsch. Anna macht alle Stiche im Ramsch: 3.",
        ),
        (
            {"kind": "ramsch", "points": {"Anna": 30, "Ben": 60, "Carla": 30}, "no_trick": ["Dirk"]},
            "Niemand nahm den Topf: Ramsch. Dirk bleibt ohne Stich. Anna, Ben und Carla: je 3.",
        ),
        (
            {"kind": "ramsch", "points": {"Anna": 20, "Ben": 20, "Carla": 30, "Dirk": 50}, "no_trick": []},
            "Niemand nahm den Topf: Ramsch. Anna und Ben haben mit 20 am wenigsten Kartenpunkte: je 3.",
        ),
    ],
)
def test_a_round_tells_its_story(begin, record, german):
    match = begin(4)
    if "points" in record and record["kind"] == "ramsch":
        record["points"] = dict.fromkeys(NAMES[:4], 0) | record["points"]
    match.enter(record, 0, "test")
    [row] = match.course.rows

    with translation.override("de"):
        assert ledger_texts(match, row.record, row.score)[0] == german


def test_the_kind_of_round_keeps_the_way_it_is_counted(cast, begin):
    page = cast.phone("scorer").get(f"{address(begin(5, **VALUED))}?as=pot-captured").text
    assert "ramsch-captured" in re.findall(r'href="\?as=([a-z-]+)"', page)
