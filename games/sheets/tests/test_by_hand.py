"""A game that was described on a page is read back unchanged from its sheet. Sheets with more features are not."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from games.kernel.options import fits_as_name
from games.kernel.visible import visible
from games.registry import all_games
from games.sheets.by_hand import DescribedGame, Line, described
from games.sheets.reading import LONGEST_LABEL, read_file

NAMES = (
    st.text(st.characters(exclude_categories=["Cs"]), min_size=1, max_size=LONGEST_LABEL)
    .filter(lambda text: visible(text) and fits_as_name(text, 1, LONGEST_LABEL))
    .map(str.strip)
) | st.sampled_from(['"', "\\", "." * LONGEST_LABEL, "' # [[rows]]", "{x} %s", "\N{RIGHT-TO-LEFT OVERRIDE}ab", "🂡"])


def lines(fewest):
    """Return a strategy for lines of a game for at least this number of players."""
    return st.integers(1, 1000).flatmap(
        lambda most: st.builds(
            Line, NAMES, st.just(most), st.integers(-1000, 1000), st.none() | st.integers(0, fewest * most)
        )
    )


GAMES = st.tuples(st.integers(2, 8), st.integers(2, 8)).flatmap(
    lambda seats: st.builds(
        DescribedGame,
        NAMES,
        st.just(min(seats)),
        st.just(max(seats)),
        st.booleans(),
        st.none() | st.integers(1, 1_000_000),
        st.none() | st.integers(1, 1000),
        st.lists(lines(min(seats)), min_size=1, max_size=8),
    )
)


@given(GAMES)
def test_what_the_page_makes_reads_back_as_the_same(game):
    answer = read_file(game.toml("game").encode())
    assert answer.problems == []
    assert described(answer.sheet) == game


@pytest.mark.parametrize("slug", [slug for slug, game in all_games().items() if hasattr(game, "sheet")])
def test_none_that_comes_along_is_taken_for_less_than_it_says(slug):
    assert described(all_games()[slug].sheet) is None


PLAIN = DescribedGame("Game", 2, 4, False, 10, None, [Line("Tricks", 5, 2, 5)]).toml("game")


@pytest.mark.parametrize(
    ("here", "then"),
    [
        ('"high"', '"high"\ngist = "More"'),
        ('"high"', '"high"\nalso = ["More"]'),
        ('"high"', '"high"\nteams = "across"'),
        ('"high"', '"high"\npays = "rounds"'),
        ("target = 10", "target = 0"),
        ("target = 10", 'end = "round > 3"'),
        ("target = 10", 'rounds = "players"'),
        ("target = 10", "rounds = 0"),
        ("target = 10", "rounds = 1001"),
        ('"Game"', '{de = "Spiel", en = "Game"}'),
        ("max = 5", 'max = "players"'),
        ("max = 5", "max = 500001"),  # 1,000,002 points
        ("max = 5", "max = 5\nmin = -1"),
        ("max = 5", "max = 5\nstep = 2"),
        ("max = 5", "max = 5\ndefault = 1"),
        ("max = 5", "max = 5\nbefore = true"),
        ("max = 5", 'max = 5\nwhen = "round > 1"'),
        ("sum = 5", 'sum = "round"'),
        ("sum = 5", "sum = -5"),
        ("sum = 5", "sum = 11"),  # more than two players can have together
        ('"2 * row_1"', '"2 + row_1"'),
        ('"2 * row_1"', '"2 * row_1"\nwhen = "row_1 > 1"'),
        ('"2 * row_1"', '"2 * row_1"\n[[points]]\nid = "more"\nlabel = "More"\nvalue = 1'),
        ('"2 * row_1"', '"2 * row_1"\n[[values]]\nid = "more"\nis = 1'),
        ('"2 * row_1"', '"2 * row_1"\n[[carried]]\nid = "more"\nstart = 1\nnext = 1'),
        ('"2 * row_1"', '"2 * row_1"\n[[options]]\nid = "more"\nlabel = "More"\nkind = "switch"'),
        ('"2 * row_1"', '"2 * row_1"\n[[checks]]\nid = "more"\nsays = "More"\nthat = "round > 0"'),
    ],
)
def test_what_says_more_is_not_taken_for_less(here, then):
    text = then.join(PLAIN.rsplit(here, 1))
    answer = read_file(text.encode())
    assert answer.problems == []
    assert described(answer.sheet) is None
