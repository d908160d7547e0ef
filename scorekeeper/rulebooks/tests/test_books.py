"""The rulebooks of Bettler und Diebe, Rufmariasch and Krimsutep: every ruling, every house rule, every case.

What holds for the books of all games is in test_rulebooks.py.
"""

from __future__ import annotations

import json
import re
from collections.abc import Iterator, Mapping
from itertools import product
from typing import Any, ClassVar

import pytest
from django.template import Context, engines
from django.template.defaulttags import TemplateLiteral
from django.utils import translation

from games.kernel.faces import Face
from games.kernel.game import Game
from games.kernel.options import Switch
from games.kernel.problems import Problems
from games.kernel.rulebook import Rulebook
from games.kernel.seats import Table
from games.kernel.words import LANGUAGES
from games.registry import all_games
from games.score_file import judge_text
from scorekeeper.rulebooks import book
from tests.play import WITH_CARDS
from tests.test_cases import Case, cases, run, seated, sort_of

type Options = Mapping[str, Any]

# Every ruling of the rules, and where the book tells it.
RULINGS = {
    "bettler-und-diebe": {
        "deck-four": "4 players need all 38 cards",
        "snear-follow": "Snear: following suit with both hand and row",
        "revoke-costs": "the table decides what a revoke or a misdeal costs",
        "solo-three": "the bonus for playing alone with 3 players is an option",
        "ramsch-two": "two or more without a trick",
        "ramsch-tie": "equal fewest points",
        "other-table-not-used": "the source's second table and the line beside it",
    },
    "rufmariasch": {
        "declared-played": "declared cards are played like the others",
        "revoke-costs": "the table decides what a revoke or a misdeal costs",
        "called-later": "whoever holds the called card after both deals",
        "target-higher": "80 → 120, 100 → 140",
        "both-or-neither": "if both or neither reach their target the higher total wins",
        "who-pays": "each pays",
    },
    "krimsutep": {
        "revoke-costs": "the table decides what a revoke or a misdeal costs",
        "order-masters": "whether masters count among the roman numbers is an option",
        "palace-too-big": "0 for a palace that gets too big, and nobody asks for another space",
        "obelisk-lines": "obelisks in lines, or in groups",
        "turn": "the owner turns a half-filled card as they like",
        "map-nile": "the Nile winding from the second column to the fourth, or the group's own map",
        "distance": "the fewest orthogonal steps",
        "tie": "a shared win",
    },
}

VALUES = {
    "thieves": {str(rank): 3 for rank in range(5, 15)},
    "beggars": {"5": 2, "6": 5, "7": 8, "8": 15},
}
LANDSCAPE = {"rows": 5, "cols": 6, "cards": "landscape", "nile": [[2, col] for col in range(6)]}
USUAL = object()  # nothing said: the default
HOUSE_RULES: Mapping[str, Mapping[str, list[Any]]] = {
    "bettler-und-diebe": {"target": [USUAL, 7], "card_values": [USUAL, VALUES], "solo_bonus_three": [True, False]},
    "rufmariasch": {"payment": ["each", "team"], "points_per_stake": [1, 2, 5, 10]},
    "krimsutep": {"roman_masters": [True, False], "obelisk_chain": ["lines", "group"], "map": [USUAL, LANDSCAPE]},
}

BOOKS = [(slug, language) for slug in RULINGS for language in LANGUAGES]
each_book = pytest.mark.parametrize(("slug", "language"), BOOKS)
each_game = pytest.mark.parametrize("slug", RULINGS)


def book_of(slug: str) -> Rulebook:
    book = all_games()[slug].rulebook
    assert book is not None
    return book


def table_for(game: Game, players: int, options: Options) -> Table:
    problems = Problems()
    read = game.options.read(dict(options), "options", problems)
    assert read is not None, list(problems)
    return book.table_for(game, players, read)


def tables(slug: str) -> Iterator[Table]:
    """Every number of players with every option that changes the rules, for points and for money."""
    game = all_games()[slug]
    rules = {**HOUSE_RULES[slug], "stake": [0, 10]}
    for players, *chosen in product(game.seats, *rules.values()):
        options = {key: value for key, value in zip(rules, chosen, strict=True) if value is not USUAL}
        yield table_for(game, players, options)


def tables_of_one_choice(slug: str) -> Iterator[Table]:
    """Every number of players with each choice by itself: the text of all choices together is looked at elsewhere."""
    game = all_games()[slug]
    for players in game.seats:
        for key, values in {**HOUSE_RULES[slug], "stake": [10]}.items():
            yield from (table_for(game, players, {} if value is USUAL else {key: value}) for value in values)


def page(slug: str, language: str, table: Table) -> str:
    with translation.override(language):
        return str(book.set_book(all_games()[slug], table).html)


def anchors_in(html: str) -> list[str]:
    return re.findall(r'\bid="([^"]+)"', html)


class Unfilled(str):
    """What Django fills in for a variable that is not there: here it writes down which."""

    __slots__ = ()
    found: ClassVar[list[object]] = []

    def __mod__(self, variable: object) -> str:
        self.found.append(variable)
        return ""


def no_face(code: str) -> None:
    """Draws no card: only the book's own words are looked at."""


def codes_of(slug: str, case: Case) -> set[str]:
    """Reasons of lines, reasons of the referee, duties; a correction by hand explains itself."""
    result = run(slug, case).result
    assert result is not None
    rounds = result.get("rounds", [])
    codes = {line["reason"] for each in rounds for line in each["lines"]}
    codes |= {revoke["duty"] for each in rounds for revoke in each.get("revokes", [])}
    codes |= {why["code"] for why in result.get("why", [])}
    return codes - {"adjustment"}


@each_game
def test_whatever_a_case_tells_stands_in_the_book_of_its_table(slug: str) -> None:
    game, book = all_games()[slug], book_of(slug)
    for of, case in cases():
        if of == slug and sort_of(case) in ("rounds", "trick"):
            table = table_for(game, len(seated(slug, case)), case.get("options", {}))
            wanted = {book.rules[code].anchor for code in codes_of(slug, case)}
            assert wanted <= set(anchors_in(page(slug, "de", table))), case["title"]


@each_book
def test_every_ruling_is_marked_and_every_link_leads_somewhere(slug: str, language: str) -> None:
    places = book_of(slug).anchors(language)
    assert {anchor for anchor, place in places.items() if place.ruling} == set(RULINGS[slug])
    shown: set[str] = set()
    for table in tables_of_one_choice(slug):
        html = page(slug, language, table)
        anchors = set(anchors_in(html))
        assert set(re.findall(r'href="#([^"]+)"', html)) <= anchors
        assert not re.search(r"<h[2-4]>", html)
        shown |= anchors
    assert set(RULINGS[slug]) <= shown


@each_book
def test_every_table_can_read_it(slug: str, language: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """No variable is unfilled, not in a condition either."""
    game = all_games()[slug]
    engine = engines["django"].engine
    monkeypatch.setattr(engine, "string_if_invalid", Unfilled("%s"))
    monkeypatch.setattr(TemplateLiteral, "eval", lambda name, context: name.value.resolve(context))
    monkeypatch.setattr(Unfilled, "found", [])
    template = engine.from_string(book_of(slug).source(language))
    for table in tables(slug):
        facts = {"options": table.options, "players": len(table.players), "game": game, "find_face": no_face}
        with translation.override(language):
            text = template.render(Context({**facts, **game.rulebook_context(table)}))
        assert not re.search(r"\{%|\{\{|%\}|\bNone\b|<games|(?<!\d)-\d", text)
        assert Unfilled.found == []


PLAYED = re.compile(r'<li( class="win")?>.*?<span class="vh">([^<]+)</span></span>\s*<span>(\w+)</span>')


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("slug", [slug for slug, game in all_games().items() if game.rulebook])
def test_the_referee_agrees_with_every_trick_shown(slug: str, language: str) -> None:
    """Shown without a name are cards, not tricks. Where trumps are named it is hearts."""
    game = all_games()[slug]
    switches = {key: True for key, rule in game.options.rules().items() if isinstance(rule, Switch)}
    template = engines["django"].engine.from_string(book_of(slug).source(language))
    shown = 0
    for seats, options in product(game.seats, ({}, switches)):
        table = table_for(game, seats, options)
        facts = {"options": table.options, "players": seats, "game": game, "find_face": face_with_its_code}
        with translation.override(language):
            text = template.render(Context({**facts, **game.rulebook_context(table)}))
        for trick in re.findall(r"<ol.*?</ol>", text, re.DOTALL):
            plays = [[player, code] for _, code, player in PLAYED.findall(trick)]
            if plays:
                trump = {"trump": "H"} if game.names_trump else {}
                file = {"format": "scorekeeper/1", "game": slug, "options": options, "trick": {"plays": plays, **trump}}
                answer = judge_text(json.dumps({**file, "players": [player for player, _ in plays]}))
                assert [found.as_json("en") for found in answer.problems] == [], trick
                assert len(plays) in (seats, 2 * seats)
                assert [player for wins, _, player in PLAYED.findall(trick) if wins] == [answer.result["winner"]]
                shown += 1
    assert shown > 0 or slug not in WITH_CARDS


def face_with_its_code(code: str) -> Face:
    return Face(code, code, (), "", code)
