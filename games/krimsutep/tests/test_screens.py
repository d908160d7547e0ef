"""The forms of Krimsutep, the board and its drawing, and rounds through the pages."""

from itertools import pairwise

import pytest
from hypothesis import given
from hypothesis import strategies as st

from games.kernel.engine import Engine
from games.kernel.posted import Posted
from games.kernel.problems import Problems
from games.kernel.record import JsonObject
from games.krimsutep.board import STEPS, Board, Map
from games.krimsutep.cards import BUILDINGS, OWNED, SUITS
from games.krimsutep.drawing import drawn_at_the_end
from games.krimsutep.options import MapOption
from games.registry import all_games
from scorekeeper.nights.models import Match

NAMES = ("Anna", "Ben", "Carla", "Dirk")
GAME = all_games()["krimsutep"]


def table_of(players, **options):
    return GAME.table(NAMES[:players], GAME.options(**options))


SCREENS = {screen.code: screen for screen in GAME.screens(table_of(3))}


# Random maps and records


@st.composite
def maps(draw):
    """Draw a map of either size, with the cards portrait or landscape and the Nile on any six spaces."""
    rows, cols = draw(st.sampled_from(((6, 5), (5, 6))))
    spaces = [(row, col) for row in range(rows) for col in range(cols)]
    nile = draw(st.sets(st.sampled_from(spaces), min_size=6, max_size=6))
    return Map(rows, cols, draw(st.booleans()), frozenset(nile))


def dry(board):
    """Return all spaces of a map except the Nile's, as a record writes them."""
    spaces = [[row, col] for row in range(board.rows) for col in range(board.cols)]
    return [space for space in spaces if tuple(space) not in board.nile]


@given(drawn=maps(), data=st.data())
def test_the_way_to_the_nile_is_straight_where_a_shortest_one_is(drawn, data):
    space = tuple(data.draw(st.sampled_from(dry(drawn))))
    way = drawn.way(space)
    assert (way[0], len(way) - 1, way[-1] in drawn.nile) == (space, drawn.distance(space), True)
    assert all(abs(a - c) + abs(b - d) == 1 for (a, b), (c, d) in pairwise(way))
    far = drawn.distance(space)
    ends = {step: (space[0] + far * step[0], space[1] + far * step[1]) for step in STEPS}
    near = [step for step, end in ends.items() if end in drawn.nile]
    if near:
        assert way[-1] in [ends[step] for step in near]
        assert way[-1][0] == space[0] or all(step[0] for step in near), "a way along the row was not preferred"


@st.composite
def buildings(draw, table):
    spaces = dry(table.options.map)
    built = []
    for player in draw(st.permutations(table.players)):
        card = BUILDINGS[draw(st.sampled_from(sorted(BUILDINGS)))]
        building = {"card": card.code, "at": draw(st.sampled_from(spaces))}
        spaces.remove(building["at"])
        if card.halves == 1:
            building["side"] = draw(st.sampled_from(("first", "second")))
        built.append([player, building])
    return built


# The map


@given(data=st.data())
def test_every_map_can_be_set_on_a_form(data):
    drawn, option = data.draw(maps()), GAME.options.rules()["map"]
    typed = option.typed(Posted(option.fields(drawn, "map")), "map")
    problems = Problems()
    assert (Map() if typed is None else option.read(JsonObject({"map": typed}, problems), "map")) == drawn
    assert not problems


def test_boxes_that_the_chosen_size_hides_do_not_count():
    nile = ["5,0", "0,5", *(f"{row},1" for row in range(5))]
    small = {"map_size": ["5x6"], "map_cards": ["portrait"], "map_nile": nile}
    typed = MapOption.typed(GAME.options.rules()["map"], Posted(small), "map")
    assert typed == {"rows": 5, "cols": 6, "cards": "portrait", "nile": [[0, 5], *([row, 1] for row in range(5))]}


@given(data=st.data())
def test_what_a_space_would_earn_is_what_it_earns(data):
    chain = data.draw(st.sampled_from(("lines", "group")))
    table = table_of(3, map=data.draw(maps()), obelisk_chain=chain)
    engine = Engine(GAME, table, table.players[0])
    for _ in range(data.draw(st.integers(0, 3))):
        built = data.draw(buildings(table))
        engine.enter({"kind": "round", "won": {suit: ["Anna"] for suit in SUITS}, "buildings": built})
    screen, deal = SCREENS["round"], engine.coming
    fields = {"map": ["yes"], "won-red": ["0"], "won-grey": ["0", "1"], "won-green": ["1"]}
    promised = {}
    for seat, player in enumerate(table.players):
        card = data.draw(st.sampled_from(sorted(BUILDINGS.values(), key=lambda each: each.code)))
        fields |= {f"card-{seat}": [card.code]}
        picture = drawing_of(fields, table, deal)["picture"]
        cell = data.draw(st.sampled_from([cell for _, cells in picture.rows for cell in cells if cell.figures]))
        side = data.draw(st.sampled_from(("first", "second"))) if card.halves == 1 else ""
        fields |= {f"at-{seat}": [cell.value], f"side-{seat}": [side]}
        said = cell.name.facts["others" if side == "second" else "points"]
        promised[player] = (card, int(said.split("→")[-1]))
    score = engine.enter(screen.record(Posted(fields), table)).score
    if score is None:  # a player has used up the building card
        return
    for player, (card, points) in promised.items():
        built = [
            line.amount
            for line in score.lines
            if line.player == player and line.message.code in ("building", "doubled")
        ]
        assert sum(built) == points, card


def drawing_of(fields, table, deal):
    screen, posted = SCREENS["round"], Posted(fields)
    return screen.live_context(posted, screen.record(posted, table), table, deal)


@pytest.mark.parametrize(("nile", "way"), [((3, 4), ["0,0", "0,1", "0,2", "0,3", "0,4"]), ((0, 1), ["0,0", "0,1"])])
def test_an_oasis_is_drawn_with_its_way_to_the_nearest_water(nile, way):
    board = Board(Map(nile=frozenset({(0, 4), nile, (5, 0), (5, 1), (5, 2), (5, 3)})))
    board = board.build("Anna", BUILDINGS["oasis"], (0, 0)).build("Ben", BUILDINGS["palace_big"], (1, 0))
    cells = [cell for _, cells in drawn_at_the_end(board, table_of(3)).rows for cell in cells]
    assert [cell.value for cell in cells if cell.ways] == way
    assert [len(cell.bars) for cell in cells if cell.bars] == [1]
    assert board.oasis("Anna") == (len(way) - 1, 1)


# Values that follow from others


# Through the site


@pytest.fixture
def match(cast):
    return begin(cast)


def begin(cast, players=3):
    return cast.start("krimsutep", NAMES[:players])


def round_of(cards, **more):
    """Return a form in which each player builds one of these cards, for the fewest points that the card can earn."""
    fields = {"won-red": "0", "won-grey": ["1", "2"], "won-green": "0", "screen": "round"}
    for seat, card in enumerate(cards):
        fields |= {f"card-{seat}": card, f"points-{seat}": min(BUILDINGS[card].worth)}
    return fields | more


def send(cast, match, fields, key):
    seen = Match.objects.get(pk=match.pk).last_number
    return cast.phone("scorer").post(match.get_absolute_url() + "round/", fields | {"key": key, "seen": seen})


def play(cast, match, count, players=3):
    """Enter `count` rounds, in each of which all players build the same card."""
    cards = [code for code, owned in OWNED[players].items() for _ in range(owned)]
    for number in range(count):
        answer = send(cast, match, round_of([cards[number]] * players), f"round-number-{number}")
        assert answer.status_code == 302, answer.content.decode()


def page_of(cast, match, path="round/"):
    answer = cast.phone("scorer").get(match.get_absolute_url() + path)
    assert answer.status_code == 200
    return answer


def test_cards_no_longer_owned_are_not_offered(cast, match):
    page = page_of(cast, match).content.decode()
    assert page.count('value="oasis"') == 3
    send(cast, match, round_of(["oasis", "palace_small", "palace_big"]), "a-first-round")
    page = page_of(cast, match).content.decode()
    assert page.count('value="oasis"') == 2
    assert page.count('value="palace_big"') == 2
    assert page.count('value="palace_small"') == 3
    anna, ben, _carla = page_of(cast, match, "deal/").text.split('class="sites-left"')[1:]
    assert ("oasis" in anna, "oasis" in ben) == (False, True), "the deal page lists other cards as left"
    # For a correction of the round, the cards that were built in it are offered again.
    page = page_of(cast, match, f"round/{match.entries.get(number=1).key}/").content.decode()
    assert page.count('value="oasis"') == 3


@pytest.mark.parametrize(("players", "rounds_"), [(3, 8), (4, 6)])
def test_the_oases_are_offered_by_themselves_when_due(cast, players, rounds_):
    match = begin(cast, players)
    play(cast, match, rounds_ - 1, players)
    assert page_of(cast, match).context["screen"].code == "round"
    assert [screen.code for screen in page_of(cast, match).context["ways"]] == ["round", "round-suits"]
    send(cast, match, round_of(["palace_big"] * players), "the-last-round")
    assert "The oases at the end" in page_of(cast, match, "").content.decode()
    assert page_of(cast, match).context["screen"].code == "oases"
    fields = {f"distance-{seat}": "2" for seat in range(players)} | {f"halves-{seat}": "4" for seat in range(players)}
    fields["distance-1"] = "3"
    before = Match.objects.get(pk=match.pk).totals
    assert send(cast, match, {"screen": "oases"} | fields | {"halves-0": ""}, "oases-too-few").status_code == 422
    assert send(cast, match, {"screen": "oases"} | fields, "oases-as-well").status_code == 302
    match.refresh_from_db()
    assert match.finished
    assert match.totals == [total + (12 if seat == 1 else 8) for seat, total in enumerate(before)]
    pad = page_of(cast, match, "").content.decode()
    assert f"The oases bring the most to {match.seated[1].name}: 12." in pad  # the oases are not called a round
    shown = page_of(cast, match, f"round/{match.entries.get(number=rounds_ + 1).key}/")
    assert shown.context["screen"].code == "oases"
    assert shown.content.decode().count('value="4" checked') == players


ON_THE_MAP = {"won-red": "0", "won-grey": "1", "won-green": "2", "screen": "round", "map": "yes"}
THREE_PLACES = {
    "card-0": "palace_big",
    "at-0": "0,2",
    "card-1": "palace_small",
    "at-1": "1,2",
    "side-1": "first",
    "card-2": "oasis",
    "at-2": "0,0",
}


def test_the_board_lies_on_the_pad_and_between_deals(cast, match):
    for path in ("", "deal/"):
        assert "On the table" not in page_of(cast, match, path).content.decode()
    send(cast, match, ON_THE_MAP | THREE_PLACES, "on-the-map")
    for path in ("", "deal/"):
        page = page_of(cast, match, path).content.decode()
        assert "On the table" in page
        assert "row 1, column 3: big palace of Anna" in page
    page = page_of(cast, match, f"round/{match.entries.get(number=1).key}/").content.decode()
    assert '<input type="hidden" name="map" value="yes">' in page, "a round on the map is not corrected on the map"
    assert "row 2, column 3: small palace of Ben, upper half; lower half empty" in page
    pages = [page_of(cast, match, f"piles/{seat}/") for seat in range(3)]
    assert [page.context["builder"] for page in pages] == [0, 1, 2], "a player's page shows another's points"
