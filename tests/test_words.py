"""The composition of the games' sentences (names in the genitive, numbers in words), and the phrases of templates."""

import inspect
import re
from pathlib import Path

import pytest

from games.kernel.game import AnyGame
from games.kernel.words import SHARED_PHRASES, Phrase, coloured, genitive, number_in_words, numbered_card
from games.registry import all_games

RED = Phrase("red", de="Rot", en="red")
SENTENCE = Phrase(
    "s", de="{player:whose} {card} liegt vor {card:dem}", en="{player:whose} {card} lies before {card:the}"
)


@pytest.mark.parametrize(
    ("name", "german"),
    [
        ("Carla", "Carlas"),
        ("Émile", "Émiles"),
        ("Klaus", "Klaus’"),
        ("Fritz", "Fritz’"),
        ("Max", "Max’"),
        ("GÜNS", "GÜNS’"),
    ],
)
def test_whose_it_is(name: str, german: str) -> None:
    assert genitive(name, "de") == german
    assert genitive(name, "en") == f"{name}’s"


def test_a_card_of_a_colour_is_declined() -> None:
    card = numbered_card("coin", RED, 10)
    assert SENTENCE(player="Carla", card=card).text("de") == "Carlas rote 10 liegt vor der roten 10"
    assert SENTENCE(player="Carla", card=card).text("en") == "Carla’s red 10 lies before the red 10"
    assert card.with_article("Den", "de") == "Die rote 10"
    assert coloured(RED).text("de") == "rote"


def test_up_to_twelve_things_are_counted_in_words() -> None:
    said = Phrase("s", de="{n:Words} Karten, {n:eine|{n:words}}", en="{n:Words} cards, {n:a card|{n:words}}")
    assert [said(n=n).text("de") for n in (1, 2, 12, 13)] == [
        "Eins Karten, eine", "Zwei Karten, zwei", "Zwölf Karten, zwölf", "13 Karten, 13",
    ]  # fmt: skip
    assert said(n=0).text("en") == "No cards, no"
    assert number_in_words(-3, "en") == "−3"


def asked_for(game: AnyGame) -> set[str]:
    """Return the codes of all phrases that the templates of a game use."""
    folder = Path(inspect.getfile(type(game))).parent / "templates"
    return {code for page in folder.rglob("*.html") for code in re.findall(r"\bgame\.phrases\.(\w+)", page.read_text())}


@pytest.mark.parametrize("game", [pytest.param(game, id=slug) for slug, game in all_games().items()])
def test_a_template_says_what_its_game_has_and_all_of_it(game: AnyGame) -> None:
    """A game's templates use only phrases of the game. All phrases that are not shared are used.

    A game whose templates use no phrases, such as a score sheet, passes.
    """
    asked = asked_for(game)
    assert asked <= set(game.phrases)
    if asked:
        assert set(game.phrases) - set(SHARED_PHRASES) <= asked


def test_no_template_of_a_game_translates_by_itself() -> None:
    for game in all_games().values():
        folder = Path(inspect.getfile(type(game))).parent / "templates"
        assert [page for page in folder.rglob("*.html") if re.search(r"translate\b[^(]", page.read_text())] == []
