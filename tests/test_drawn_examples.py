"""The example nights, as `python -m bench.examples` draws them."""

from bench.examples import SLUGS, example_nights


def test_a_game_that_is_added_to_the_program_changes_no_example_night() -> None:
    """In the tests, the program has a toy game, too."""
    assert {game["game"] for game in example_nights()} == set(SLUGS)
