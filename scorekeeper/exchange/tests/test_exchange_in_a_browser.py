"""Export, import and printing on a phone."""

import json

import pytest

from scorekeeper.nights.models import Match
from tests.browser.phone import axe, fits

LONG = ("Maximiliane", "Max", "Maxim", "Wilhelmina", "Jo")


@pytest.fixture
def long_game(cast) -> Match:
    """Return a game of sixty rounds by five players, some with long names."""
    match = cast.start("beutelschneider", LONG, target=1000)
    for number in range(60):
        points = {LONG[number % 5]: 5, LONG[(number + 1) % 5]: -3}
        match.enter({"kind": "adjustment", "points": points}, number, "Sam")
    return match


def file_of(**more) -> dict:
    game = {"game": "beutelschneider", "players": ["Anna", "Ben", "Carla"], "id": "an old one", "rounds": [], **more}
    data = json.dumps({"format": "scorekeeper/1", "games": [game]})
    return {"name": "games.json", "mimeType": "application/json", "buffer": data.encode()}


@pytest.mark.parametrize("js", [True, False])
def test_a_file_comes_in_and_its_problems_are_shown(open_phone, cast, js):
    page = open_phone("owner", js=js, width=320)
    page.goto(f"{cast.group.get_absolute_url()}data/")
    page.get_by_role("link", name="Import a score file").tap()
    page.get_by_role("button", name="Score file").set_input_files(
        file_of(rounds=[{"kind": "adjustment", "points": {"Nobody": 1}}])
    )
    page.get_by_role("button", name="Import").tap()
    page.get_by_text("Nothing was imported").wait_for()
    assert "Game 1, round 1, points › Nobody" in page.get_by_role("alert").inner_text()
    if js:
        axe(page)
        fits(page)
    page.get_by_role("button", name="Score file").set_input_files(file_of())
    page.get_by_role("button", name="Import").tap()
    page.get_by_text("Games imported").wait_for()
    if js:
        axe(page)
        fits(page)
    page.get_by_role("link", name="Back").last.tap()
    page.wait_for_url("**/data/")


def test_a_score_file_is_a_download_that_comes_in_again(open_phone, cast):
    page = open_phone("owner")
    page.goto(f"{cast.group.get_absolute_url()}data/")
    with page.expect_download() as found:
        page.get_by_role("link", name="Score file", exact=True).tap()
    path = found.value.path()
    assert found.value.suggested_filename == "friday-cards.json"
    page.get_by_role("link", name="Import a score file").tap()
    page.get_by_role("button", name="Score file").set_input_files(path)
    page.get_by_role("button", name="Import").tap()
    page.get_by_text("Here already").wait_for()


@pytest.mark.parametrize(("paper", "size", "most"), [("a4", (595, 842), 7), ("a5", (420, 595), 12)])
def test_a_long_game_is_printed(open_phone, cast, long_game, paper, size, most):
    """All five names are printed, each on one line, and nothing is wider than the paper."""
    page = open_phone("viewer")
    page.goto(f"{long_game.get_absolute_url()}print/?paper={paper}")
    pdf = page.pdf(prefer_css_page_size=True)
    assert f"/MediaBox [0 0 {size[0]}".encode() in pdf.replace(b"594.95", b"595").replace(b"419.", b"420.")
    assert 2 <= pdf.count(b"/Type /Page\n") <= most
    page.emulate_media(media="print")
    page.set_viewport_size({"width": round((size[0] - 68) * 96 / 72), "height": 1000})
    assert page.evaluate("document.documentElement.scrollWidth <= innerWidth")
    heads = page.locator(".printed thead th").all_inner_texts()[1:]
    assert [head.strip() for head in heads] == list(LONG)
    lines = page.evaluate("""() => [...document.querySelectorAll('.printed thead th')].slice(1)
        .map(cell => { const range = document.createRange(); range.selectNodeContents(cell);
            return new Set([...range.getClientRects()].map(r => Math.round(r.top))).size; })""")
    assert lines == [1] * 5, "each name is on a single line"
