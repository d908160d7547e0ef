"""How a sentence of the games is put together: names in the genitive, cards by their colour."""

import pytest

from games.kernel.words import Phrase, coloured, genitive, numbered_card

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
