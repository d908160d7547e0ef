"""Every rulebook has the same anchors in both languages and explains everything that its game can say."""

from __future__ import annotations

import inspect
import itertools
import json
import re
from collections.abc import Callable, Iterator, Mapping, Sequence
from functools import cache
from html.parser import HTMLParser
from pathlib import Path
from typing import Any, ClassVar

import pytest
from django.template import Context, engines
from django.template.defaulttags import TemplateLiteral
from django.utils.translation import override

from games.kernel.faces import Face
from games.kernel.game import Game
from games.kernel.lines import ADJUSTMENT
from games.kernel.options import OneOf, Option, Switch
from games.kernel.problems import Problems
from games.kernel.seating import START, TAKES_OVER
from games.kernel.seats import Table
from games.kernel.words import LANGUAGES
from games.registry import all_games
from games.score_file import judge_text
from scorekeeper.rulebooks.book import set_book, table_for
from tests.fixtures import flat
from tests.play import WITH_CARDS
from tests.test_cases import cases, file_of, run, sort_of

pytestmark = pytest.mark.slow

BOOKS = [pytest.param(game, id=slug) for slug, game in all_games().items() if game.rulebook]
in_every_book = pytest.mark.parametrize("game", BOOKS)

# The anchors of all rulings in the rulebooks, by game.
RULINGS = {
    "bettler-und-diebe": "deck-four snear-follow revoke-costs solo-three ramsch-two ramsch-tie other-table-not-used",
    "beutelschneider": """
        cutpurse-colours first-deal revoke-costs tie juggler-last juggler-bard led-by-special bard-himself
        bard-takes-special maid-no-gold maid-guard hypnotist-maid hypnotist-order bard-alone new-colour only-specials
        illusionist-must illusionist-nothing face-down-follow
    """,
    "beutelschneider-classic": "first-deal revoke-costs tie",
    "krimsutep": "revoke-costs order-masters palace-too-big obelisk-lines turn map-nile distance tie",
    "rufmariasch": "declared-played revoke-costs called-later target-higher both-or-neither who-pays",
}
# For house rules that are neither a Switch nor a OneOf: a value that is not the default, by game and house rule.
MORE: Mapping[str, Mapping[str, Any]] = {
    "bettler-und-diebe": {
        "target": 7,
        "card_values": {
            "thieves": {str(rank): 3 for rank in range(5, 15)},
            "beggars": {"5": 2, "6": 5, "7": 8, "8": 15},
        },
    },
    "krimsutep": {"map": {"rows": 5, "cols": 6, "cards": "landscape", "nile": [[2, col] for col in range(6)]}},
}


READ: dict[object, Any] = {}  # a cache of what `set_book` returns, because several tests read the same books


class Places(HTMLParser):
    """A parser that collects places and links of a page.

    `ids` are all ids, `rulings` the ids of rulings. `links` are the texts of links, by the id to which they lead.
    """

    def __init__(self, html: str) -> None:
        super().__init__()
        self.ids: list[str] = []
        self.rulings: list[str] = []
        self.links: dict[str, set[str]] = {}
        self.target: str | None = None
        self.feed(html)

    def handle_starttag(self, tag: str, attrs: Any) -> None:
        given = dict(attrs)
        if "id" in given:
            self.ids.append(given["id"])
            if "ruling" in (given.get("class") or "").split():
                self.rulings.append(given["id"])
        if tag == "a":
            self.target = given["href"].removeprefix("#")

    def handle_endtag(self, tag: str) -> None:
        if tag == "a":
            self.target = None

    def handle_data(self, data: str) -> None:
        if self.target:
            self.links.setdefault(self.target, set()).add(data)


def choices(game: Game, key: str, rule: Option) -> list[dict[str, Any]]:
    """Return the choices of a house rule, as a score file writes them; {} means the default."""
    if isinstance(rule, Switch):
        return [{key: False}, {key: True}]
    if isinstance(rule, OneOf):
        return [{key: value} for value in rule.values]
    more = {"stake": 10, **MORE.get(game.slug, {})}
    return [{}, {key: more[key]}] if key in more else [{}]


def tables(game: Game) -> Iterator[Table]:
    """Yield a table for each number of players and each combination of house rules.

    With more than 16 combinations, change only one house rule at a time.
    """
    rules = [choices(game, key, rule) for key, rule in game.options.rules().items()]
    many = [{key: value for one in each for key, value in one.items()} for each in itertools.product(*rules)]
    for seats in game.seats:
        for raw in many if len(many) <= 16 else itertools.chain(*rules):
            yield table_with(game, seats, raw)


def table_with(game: Game, seats: int, raw: Mapping[str, Any]) -> Table:
    problems = Problems()
    options = game.options.read(raw, "options", problems)
    assert not problems
    return table_for(game, seats, options)


def read(game: Game, table: Table, language: str = "en", sought: str = "") -> Any:
    key = (game.slug, len(table.players), repr(table.options), language, sought)
    if key not in READ:
        with override(language):
            READ[key] = set_book(game, table, sought)
    return READ[key]


def most_of(game: Game) -> Iterator[Table]:
    """Yield the largest table with every switch on, then all tables."""
    switches = {key: True for key, rule in game.options.rules().items() if isinstance(rule, Switch)}
    yield table_with(game, max(game.seats), switches)
    yield from tables(game)


@in_every_book
def test_both_languages_have_the_same_places(game: Game) -> None:
    assert game.rulebook
    german, english = (game.rulebook.anchors(language) for language in LANGUAGES)
    assert list(german) == list(english)
    for anchor, place in german.items():
        assert place[1:] == english[anchor][1:], anchor


@in_every_book
def test_every_code_is_explained_in_one_place(game: Game) -> None:
    assert game.rulebook
    codes = [code for place in game.rulebook.anchors("de").values() for code in place.explains]
    assert sorted(codes) == sorted(set(codes))


@in_every_book
@pytest.mark.parametrize("language", LANGUAGES)
def test_it_can_be_read_at_every_table(game: Game, language: str) -> None:
    for table in tables(game):
        html = read(game, table, language).html
        assert "{" not in html
        assert "}" not in html
        assert "explains=" not in html
        places = Places(html)
        assert sorted(places.ids) == sorted(set(places.ids))
        for target in places.links:
            assert target in places.ids, f"{target} leads nowhere with {table.options} and {len(table.players)}"


@cache
def codes_of(slug: str) -> Mapping[str, list[tuple[int, Any]]]:
    """Return the codes in the results of a game's golden cases of rounds and tricks.

    Codes of adjustments and of changes of players are left out. With each code come the tables at which it occurs:
    (number of players, options).
    """
    said: dict[str, list[tuple[int, Any]]] = {}
    for game, case in cases():
        if game != slug or sort_of(case) not in ("rounds", "trick"):
            continue
        file, result = file_of(slug, case), run(slug, case).result
        options = file.get("options", {})
        if sort_of(case) == "trick":
            spoken = [(each["code"], len(file["players"])) for each in result["why"]]
        else:
            spoken = list(codes_with_players(result["rounds"]))
        for code, players in spoken:
            if (players, options) not in said.setdefault(code, []):
                said[code].append((players, options))
    # Points by hand and changes of players belong to no game's rules.
    return {code: where for code, where in said.items() if code not in {ADJUSTMENT.code, START.code, TAKES_OVER.code}}


def codes_with_players(rounds: Sequence[Mapping[str, Any]]) -> Iterator[tuple[str, int]]:
    """Yield each code that occurs in these rounds, with the number of players of its round."""
    for each in rounds:
        for code in [line["reason"] for line in each["lines"]] + [one["duty"] for one in each.get("revokes", ())]:
            yield code, len(each["points"])


@in_every_book
def test_it_explains_everything_the_game_says(game: Game) -> None:
    """Each code has a paragraph, which is in the book of every table at which the code occurs."""
    said = codes_of(game.slug)
    assert said
    assert [code for code in said if game.rule(code) is None] == []
    for code, rule in [(code, game.rule(code)) for code in said]:
        for players, raw in said[code]:
            page = Places(read(game, table_with(game, players, raw)).html)
            assert rule
            assert rule.anchor in page.ids, f"{code} is said with {raw} at {players} but not explained there"


def told_besides(game: Game) -> set[str]:
    """Return the codes that a book may explain besides `codes_of`, such as codes of problems and of house rules."""
    cases_of_it = [case for slug, case in cases() if slug == game.slug and sort_of(case) == "problems"]
    problems = {each.split()[-1] for case in cases_of_it for each in case["problems"]}
    dealing = {said.code for table in tables(game) for said in game.dealing(table)}
    written = Path(inspect.getfile(type(game))).parent.glob("templates/**/*.html")
    pages = {code for page in written for code in re.findall(r'\{% rule game "([^"]+)"', page.read_text())}
    rules = (f"option:{key}" for key in game.options.rules())
    return {"shared_win", *problems, *dealing, *pages, *rules, *rulings_of(game)}


@cache
def rulings_of(game: Game) -> frozenset[str]:
    """Return the codes of the rulings that the game's golden cases name."""
    return frozenset(code for slug, case in cases() if slug == game.slug for code in case.get("rulings", "").split())


@in_every_book
def test_it_explains_nothing_the_game_never_says(game: Game) -> None:
    assert game.rulebook
    assert sorted(game.rulebook.rules.keys() - codes_of(game.slug).keys() - told_besides(game)) == []


@in_every_book
@pytest.mark.parametrize("language", LANGUAGES)
def test_every_card_with_a_name_is_linked_to_what_it_does(game: Game, language: str) -> None:
    for table in most_of(game):
        linked = " ".join(text for texts in Places(read(game, table, language).html).links.values() for text in texts)
        named = [card.text(language) for code, card in table.deck.items() if card.text(language) != code]
        missing = [name for name in named if name.casefold() not in linked.casefold()]
        assert missing == [], f"{table.options} with {len(table.players)}"


@in_every_book
@pytest.mark.parametrize("language", LANGUAGES)
def test_every_ruling_is_marked(game: Game, language: str) -> None:
    assert game.rulebook
    rulings = set(RULINGS.get(game.slug, "").split())
    assert {anchor for anchor, place in game.rulebook.anchors(language).items() if place.ruling} == rulings
    marked = {place for table in most_of(game) for place in Places(read(game, table, language).html).rulings}
    assert rulings <= marked


# Rulings that decide nothing in the app, so that no other page names them.
ONLY_IN_THE_BOOK = {
    "bettler-und-diebe": {"other-table-not-used", "revoke-costs", "snear-follow"},
    "beutelschneider": {"face-down-follow", "first-deal", "revoke-costs"},
    "beutelschneider-classic": {"first-deal", "revoke-costs"},
    "krimsutep": {"revoke-costs"},
    "rufmariasch": {"declared-played", "revoke-costs"},
}


@in_every_book
def test_every_ruling_is_told_where_it_decides(game: Game) -> None:
    """Each ruling explains a code, e.g. that of a house rule. The exceptions are in ONLY_IN_THE_BOOK."""
    assert game.rulebook
    places = game.rulebook.anchors("de")
    silent = {anchor for anchor, place in places.items() if place.ruling and not place.explains}
    assert silent == ONLY_IN_THE_BOOK.get(game.slug, set())
    assert {code for code in rulings_of(game) if not game.rulebook.rules[code].ruling} == set()


# The book after its template is rendered


class Unfilled(str):
    """The text that Django fills in for a missing variable; it records which variables are missing."""

    __slots__ = ()
    found: ClassVar[list[object]] = []

    def __mod__(self, variable: object) -> str:
        self.found.append(variable)
        return ""


def drawn_with(game: Game, table: Table, language: str, face: Callable[[str], Face | None]) -> str:
    """Return the Markdown of a book, after its template is rendered; `face` returns a card's face by its code."""
    assert game.rulebook
    template = engines["django"].engine.from_string(game.rulebook.source(language))
    facts = {"options": table.options, "players": len(table.players), "game": game, "find_face": face}
    with override(language):
        return str(template.render(Context({**facts, **game.rulebook_context(table)})))


@in_every_book
@pytest.mark.parametrize("language", LANGUAGES)
def test_no_variable_is_unfilled(game: Game, language: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """Variables in conditions are checked, too."""
    monkeypatch.setattr(engines["django"].engine, "string_if_invalid", Unfilled("%s"))
    monkeypatch.setattr(TemplateLiteral, "eval", lambda name, context: name.value.resolve(context))
    monkeypatch.setattr(Unfilled, "found", [])
    for table in tables(game):
        text = drawn_with(game, table, language, lambda code: None)
        assert not re.search(r"\{%|\{\{|%\}|\bNone\b|<games|(?<!\d)-\d", text)
        assert Unfilled.found == []


PLAYED = re.compile(r'<li( class="win")?>.*?<span class="vh">([^<]+)</span></span>\s*<span>(\w+)</span>')


@in_every_book
@pytest.mark.parametrize("language", LANGUAGES)
def test_the_referee_agrees_with_every_trick_shown(game: Game, language: str) -> None:
    """Tricks that are shown without players are not judged. In a game that names trumps, hearts are trumps."""
    switches = {key: True for key, rule in game.options.rules().items() if isinstance(rule, Switch)}
    shown = 0
    for seats, options in itertools.product(game.seats, ({}, switches)):
        text = drawn_with(game, table_with(game, seats, options), language, lambda code: Face(code, code, (), "", code))
        for trick in re.findall(r"<ol.*?</ol>", text, re.DOTALL):
            plays = [[player, code] for _, code, player in PLAYED.findall(flat(trick))]
            if plays:
                trump = {"trump": "H"} if game.names_trump else {}
                file = {"format": "scorekeeper/1", "game": game.slug, "options": options}
                players = [player for player, _ in plays]
                answer = judge_text(json.dumps({**file, "trick": {"plays": plays, **trump}, "players": players}))
                assert [found.as_json("en") for found in answer.problems] == [], trick
                assert len(plays) in (seats, 2 * seats)
                assert [player for wins, _, player in PLAYED.findall(flat(trick)) if wins] == [answer.result["winner"]]
                shown += 1
    assert shown > 0 or game.slug not in WITH_CARDS


# Searching


def marked(slug: str, language: str, sought: str) -> list[str]:
    """Return the words that a search marks in the book of the largest table with every switch on."""
    game = all_games()[slug]
    return re.findall("<mark>(.*?)</mark>", read(game, next(most_of(game)), language, sought).html)


@pytest.mark.parametrize("typed", ["Tänzerin", "tanzerin", "TÄNZ", "Tänzerin tän"])
def test_words_are_found_by_their_beginnings_without_accents_and_capitals(typed: str) -> None:
    assert "Tänzerin" in marked("beutelschneider", "de", typed)


def test_what_stands_within_a_word_is_not_found() -> None:
    assert marked("beutelschneider", "de", "änzerin") == []


def test_all_words_must_be_there() -> None:
    game = all_games()["beutelschneider"]
    table = next(most_of(game))
    both, one = (read(game, table, "en", sought).found for sought in ("hypnotist lowest", "hypnotist"))
    assert 0 < both < one
    assert read(game, table, "en", "hypnotist zzz").found == 0
