"""The contract that every game must fulfil, tested with all games and with the tests' own toy game."""

from __future__ import annotations

import json
import re
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from games.kernel.engine import Engine
from games.kernel.game import Game
from games.kernel.problems import Gap, Problems
from games.kernel.words import LANGUAGES, Phrase
from games.registry import all_games
from games.score_file import judge_text
from games.sheets.game import SheetGame
from scorekeeper.people.signs import SEATS_DRAWN
from tests.test_cases import folder_of

ROOT = Path(__file__).parent.parent
NAMES = ("Anna", "Ben", "Carla", "Dörte", "Émile", "Fritz", "Gül", "Hana")


@pytest.fixture(params=all_games())
def game(request: pytest.FixtureRequest) -> Game:
    return all_games()[request.param]


def in_every_language(phrase: Phrase) -> bool:
    return all(phrase.text(language).strip() for language in LANGUAGES)


# The contract


def test_it_has_a_slug_a_name_and_a_champion(game: Game) -> None:
    assert all_games()[game.slug] is game
    assert game.slug == game.slug.lower().strip()
    assert game.slug.replace("-", "").isalnum()
    assert game.name.code == game.slug
    assert in_every_language(game.name)
    assert in_every_language(game.champion)


def test_its_folder_is_called_after_it(game: Game) -> None:
    """A game's folder or, for a score sheet, its file is named after the game's slug."""
    if isinstance(game, SheetGame):
        assert (folder_of(game) / "sheets" / f"{game.slug}.toml").exists()
        return
    assert type(game).__module__ == f"games.{game.slug.replace('-', '_')}.game"


def test_it_knows_how_many_can_play(game: Game) -> None:
    assert list(game.seats) == sorted(set(game.seats))
    assert all(2 <= seats <= SEATS_DRAWN for seats in game.seats), "the pages cannot draw so many seats"


def test_its_options_have_defaults_and_words(game: Game) -> None:
    problems = Problems()
    assert game.options.read({}, "options", problems) == game.options()
    assert {"stake", "currency"} <= game.options.rules().keys()
    assert all(in_every_language(rule.label) for rule in game.options.rules().values())
    assert not problems


def test_its_deck_goes_round(game: Game) -> None:
    """With the default house rules everybody gets the same number of cards, and at most four cards are left over."""
    for seats in game.seats:
        table = game.table(NAMES[:seats], game.options())
        left = len(table.deck) - seats * table.hand_size
        assert 0 <= left <= 4
        for code, card in table.deck.items():
            assert card.code == code
            assert all(card.text(language) for language in LANGUAGES)
            assert type(card.points) is int


@pytest.mark.parametrize(
    ("slug", "options", "left_over"),
    [
        ("beutelschneider", {}, {3: 0, 4: 0, 5: 0}),
        ("beutelschneider", {"special_cards": True}, {3: 14 - 3, 4: 14 - 4, 5: 14 - 5}),
        ("beutelschneider-classic", {}, {3: 2, 4: 0}),
        ("bettler-und-diebe", {}, {2: 0, 3: 3, 4: 2, 5: 2}),
        ("krimsutep", {}, {3: 0, 4: 0}),
        ("rufmariasch", {}, {4: 0}),
    ],
)
def test_what_is_left_over_is_what_the_rules_say(slug: str, options: dict[str, Any], left_over: dict[int, int]) -> None:
    game = all_games()[slug]
    for seats, left in left_over.items():
        table = game.table(NAMES[:seats], game.options.read(options, "options", Problems()))
        assert len(table.deck) - seats * table.hand_size == left
    assert list(left_over) == list(game.seats)


def test_it_has_kinds_of_round_that_tell_what_is_missing(game: Game) -> None:
    for seats in game.seats:
        table = game.table(NAMES[:seats], game.options())
        kinds = game.kinds(table)
        assert any(kind.dealt for kind in kinds.values())
        for kind in kinds:
            entry = Engine(game, table, None).enter({"kind": kind})
            assert entry.score is None
            assert all(problem.text(language) for problem in entry.problems for language in LANGUAGES)
            assert entry.problems


def test_no_kind_of_round_passes_over_a_key_it_does_not_know(game: Game) -> None:
    table = game.table(NAMES[: game.seats[0]], game.options())
    for kind in Engine(game, table, None).kinds:
        problems = Engine(game, table, None).enter({"kind": kind, "guess": 1}).problems
        assert "guess" in {problem.field for problem in problems}, kind


def test_it_has_a_referee_where_it_knows_its_cards(game: Game) -> None:
    for seats in game.seats:
        table = game.table(NAMES[:seats], game.options())
        plays = [[player, code] for player, code in zip(table.players, table.deck, strict=False)]
        trumps = {"trump": next(iter(game.names_trump))} if game.names_trump else {}
        file = {
            "format": "scorekeeper/1",
            "game": game.slug,
            "players": table.players,
            "trick": {"plays": plays, **trumps},
        }
        for language in LANGUAGES:
            result, problems = judge_text(json.dumps(file), language)
            if not table.deck:
                assert [found.problem.field for found in problems] == ["game"]
                continue
            assert not problems
            assert result["winner"] in table.players
            assert all(said["code"] and said["text"] for said in result["why"])
            assert result["why"]


# Shared code names no game


SHARED = ("games/kernel", "games/registry.py", "games/money.py", "games/score_file", "scorekeeper", "templates")
WRITTEN_BY_HAND = {".py", ".html", ".txt", ".js", ".css", ".svg", ".xml"}


def shared_files() -> Iterator[Path]:
    for place in SHARED:
        path = ROOT / place
        for file in [path] if path.is_file() else path.rglob("*"):
            if file.suffix in WRITTEN_BY_HAND and not {"tests", "migrations"} & set(file.relative_to(ROOT).parts):
                yield file


def test_no_shared_file_names_a_game() -> None:
    """No shared file contains the slug, the folder or the name of a game, except migrations, which are history."""
    names = set()
    for game in all_games().values():
        names |= {game.slug, game.slug.replace("-", "_"), *(game.name.text(each).lower() for each in LANGUAGES)}
    files = list(shared_files())
    assert len(files) > 10
    told = [f"{file.relative_to(ROOT)}: {name}" for file in files for name in names if name in file.read_text().lower()]
    assert told == []


# Help at the table: counting, what each player needs to win


def test_what_it_counts_adds_up_at_every_table(game: Game) -> None:
    for seats in game.seats:
        table = game.table(NAMES[:seats], game.options())
        count = game.count(table)
        assert count is None or set(count.screens) <= {screen.code for screen in game.screens(table)}
        for measure in count.measures if count else ():
            assert all(measure.name.text(language) for language in LANGUAGES)
            assert sum(item.worth.get(measure.code, 0) for item in count.items) == measure.total


def test_what_each_one_needs_is_told_for_players_of_the_table(game: Game) -> None:
    for seats in game.seats:
        table = game.table(NAMES[:seats], game.options())
        engine = Engine(game, table, NAMES[0])
        needs = game.needs(table, engine.totals, engine.coming)
        assert [need.player for need in needs] in ([], list(table.players))
        assert all(said.text(language) for need in needs for said in need.messages for language in LANGUAGES)


# The problems of a game


MISSING = ("missing_key", "one_of_these_missing", "player_missing", "cards_missing")


def test_what_is_only_missing_is_called_a_gap(game: Game) -> None:
    """A phrase about something missing is a `Gap`: a form that is still being filled in does not show it."""
    folder = type(game).__module__.rpartition(".")[0]
    phrases = [
        (f"{name}.{key}", value)
        for name, module in list(sys.modules.items())
        if name.startswith((f"{folder}.", "games.kernel."))
        for key, value in vars(module).items()
        if isinstance(value, Phrase) and value.code in MISSING
    ]
    assert phrases
    assert not [where for where, phrase in phrases if not isinstance(phrase, Gap)]


# The symbols of a game


def symbols_in(path: Path) -> set[str]:
    return set(re.findall(r'<symbol id="([^"]+)"', path.read_text())) if path.exists() else set()


def test_its_emblem_and_its_cards_show_symbols_that_are_there(game: Game) -> None:
    """The symbols of a game's folder are called `slug/name`; shared symbols have a plain name."""
    known = symbols_in(ROOT / "static/img/sprite.svg")
    for slug, other in all_games().items():
        if game.slug.startswith(slug):  # the game itself, or the one whose cards it shares
            for path in folder_of(other).glob("static/*/icons.svg"):
                known |= {f"{path.parent.name}/{name}" for name in symbols_in(path)}
    assert game.emblem in known
    for seats in game.seats:
        table = game.table(NAMES[:seats], game.options())
        assert {icon for card in table.deck.values() for icon in game.face(card).icons} <= known
