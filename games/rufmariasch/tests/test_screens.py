"""The entry screens of Rufmariasch: what is typed becomes the record, and the record the same form again."""

from hypothesis import given
from hypothesis import strategies as st

from games.kernel.posted import Posted
from games.registry import all_games
from games.rufmariasch.cards import DECK, SUITS
from games.rufmariasch.screens import SCORING

NAMES = ("Anna", "Ben", "Carla", "Dirk")
GAME = all_games()["rufmariasch"]
TABLE = GAME.table(NAMES, GAME.options())
POINTS, CAPTURED = GAME.screens(TABLE)


def in_seat_order(draw, most):
    chosen = draw(st.sets(st.sampled_from(NAMES), max_size=most))
    return [name for name in NAMES if name in chosen]


@st.composite
def records(draw):
    dealer = draw(st.sampled_from(NAMES))
    caller = TABLE.left_of(dealer)
    record = {"kind": "call", "dealer": dealer, "caller": caller, "trump": draw(st.sampled_from(list(SUITS)))}
    record["partner"] = draw(st.sampled_from([None, *(name for name in NAMES if name != caller)]))
    if called := draw(st.sampled_from([None, *DECK])):
        record["called"] = called
    declared = [[draw(st.sampled_from(NAMES)), suit] for suit in SUITS if draw(st.booleans())]
    if declared:
        record["declared"] = declared
    if no_trick := in_seat_order(draw, 3):
        record["no_trick"] = no_trick
    if note := draw(st.sampled_from(["", "counted twice"])):
        record["note"] = note
    if draw(st.booleans()):
        return record | {"points": draw(st.integers(0, 9)) * 10}
    captured = {}
    for code in DECK:
        if code in SCORING or draw(st.booleans()):
            captured.setdefault(draw(st.sampled_from(NAMES)), []).append(code)
    return record | {"captured": captured, "last_trick": draw(st.sampled_from(NAMES))}


@given(records())
def test_the_screen_shows_every_record_as_it_was_typed(record):
    screens = [screen for screen in (POINTS, CAPTURED) if screen.shows(record)]
    assert len(screens) == 1
    assert screens[0].record(Posted(screens[0].fields(record, TABLE)), TABLE) == record


FIELDS = ["dealer", "turn", "trump", "partner", "called", "points", "no_trick", "declared_E", "rest", "last_trick"]
FIELDS += ["card-EA", "card-E7", "note"]


@given(
    st.dictionaries(
        st.sampled_from(FIELDS),
        st.lists(st.sampled_from(["", "0", "3", "4", "99", "-1", "x", "H", "9" * 30, "−5"]), max_size=2),
    )
)
def test_a_screen_answers_whatever_is_posted(fields):
    for screen in (POINTS, CAPTURED):
        record = screen.record(Posted(fields), TABLE)
        screen.filled(Posted(fields), record, TABLE)
        screen.fields(record, TABLE)


def test_a_record_without_a_dealer_shows_who_sits_before_the_caller():
    fields = POINTS.fields({"kind": "call", "caller": "Anna", "trump": "H", "points": 50}, TABLE)
    assert fields["dealer"] == ["3"]
    assert fields["partner"] == ["0"]  # the caller's own seat: alone


def test_the_dealer_is_written_down_only_where_somebody_else_dealt():
    as_usual = POINTS.record(Posted({"dealer": ["1"], "turn": ["1"]}), TABLE)
    assert "dealer" not in as_usual
    assert as_usual["caller"] == "Carla"
    assert POINTS.record(Posted({"dealer": ["2"], "turn": ["1"]}), TABLE)["dealer"] == "Carla"
