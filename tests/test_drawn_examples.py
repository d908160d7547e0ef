"""The example nights, as `python -m bench.examples` draws them, and the demo's, as `make demo` does."""

import pytest

from bench import demo
from bench.examples import SLUGS, example_nights
from scorekeeper.money.models import Payment
from scorekeeper.nights.models import Night


def test_a_game_that_is_added_to_the_program_changes_no_example_night() -> None:
    """In the tests, the program has a toy game, too."""
    assert {game["game"] for game in example_nights()} == set(SLUGS)


@pytest.mark.django_db
def test_the_demo_has_nights_that_are_settled(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(demo, "NIGHTS", 6)
    demo.make()
    assert Night.objects.count() == 7
    assert Payment.objects.exists()
