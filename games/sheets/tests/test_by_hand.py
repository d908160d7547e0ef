"""A game that was described on a page is read back unchanged from its sheet. Other sheets are not."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from games.kernel.options import fits_as_name
from games.kernel.words import visible
from games.sheets.by_hand import MOST_LINES, DescribedGame, Line, described
from games.sheets.reading import LONGEST_LABEL, read_file

NAMES = (
    st.text(st.characters(exclude_categories=["Cs"]), min_size=1, max_size=LONGEST_LABEL)
    .filter(lambda text: visible(text) and fits_as_name(text, 1, LONGEST_LABEL))
    .map(str.strip)
) | st.sampled_from(['"', "\\", "." * LONGEST_LABEL, "' # [[rows]]", "{x} %s", "\N{RIGHT-TO-LEFT OVERRIDE}ab", "🂡"])


def lines(fewest):
    """Return a strategy for lines of a game for at least this number of players."""
    numbers = st.integers(1, 1000).flatmap(
        lambda most: st.builds(
            Line, NAMES, st.just(most), st.integers(-1000, 1000), st.none() | st.integers(0, fewest * most)
        )
    )
    return numbers | st.builds(Line, NAMES, worth=st.integers(-1000, 1000), tick=st.booleans())


GAMES = st.tuples(st.integers(2, 8), st.integers(2, 8)).flatmap(
    lambda seats: st.builds(
        DescribedGame,
        NAMES,
        st.just(min(seats)),
        st.just(max(seats)),
        st.booleans(),
        st.none() | st.integers(1, 1_000_000),
        st.none() | st.integers(1, 1000),
        st.just("") | NAMES,
        st.lists(lines(min(seats)), min_size=1, max_size=MOST_LINES, unique_by=lambda line: line.label),
    ).filter(lambda game: game.done not in [line.label for line in game.lines])
)


@given(GAMES)
def test_what_the_page_makes_reads_back_as_the_same(game):
    answer = read_file(game.toml("game").encode())
    assert answer.problems == []
    assert described(game.toml("game")) == game


@pytest.mark.parametrize(
    ("here", "then"),
    [
        ("", ""),
        ('"high"', '"high"\ngist = "More"'),
        ('"Game"', '{de = "Spiel", en = "Game"}'),
        ("[2, 4]", "[2, 3, 4]"),
        ("max = 5", 'max = "players"'),
        ('"2 * row_1"', '"2 + row_1"'),
        ('"2 * row_1"', '"2 * row_1"\n[[points]]\nid = "more"\nlabel = "More"\nvalue = 1'),
        ("slug", "slag"),
        ("[[", "[[["),
    ],
)
def test_a_sheet_that_the_page_has_not_written_is_not_read_back(here, then):
    text = DescribedGame("Game", 2, 4, False, 10, None, "", [Line("Tricks", 5, 2, 5)]).toml("game")
    assert (described(then.join(text.rsplit(here, 1)) if here else text) is None) == bool(here)
