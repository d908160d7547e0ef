"""Games that a group describes with forms: saved once, refused, changed before they are played, copied later."""

import re
from html import unescape

import pytest

from games.registry import all_games
from games.sheets.by_hand import DescribedGame, Line
from scorekeeper.nights.models import Match, Night, OwnSheet
from scorekeeper.people.bounds import SHEETS
from tests.access_table import DESCRIBED, SHEET


@pytest.fixture
def scorer(cast):
    return cast.phone("scorer")


@pytest.fixture
def describe(cast, scorer):
    def post(sheet=None, **fields):
        where = f"sheet/{sheet.key}/" if sheet else ""
        fields = {name.replace("__", "-"): value for name, value in fields.items()}
        return scorer.post(f"/g/{cast.group.key}/describe/{where}", {**DESCRIBED, **fields})

    return post


def begin(cast, sheet) -> Match:
    response = cast.phone("scorer").post(f"/g/{cast.group.key}/play/own/{sheet.key}/", {"seat": ["Ben", "Carla"]})
    return Match.objects.get(key=response["Location"].split("/m/")[1].strip("/"))


def test_it_is_saved_as_a_file_that_can_be_taken_out_brought_in_and_played(cast, scorer, describe):
    response = describe()
    sheet = OwnSheet.objects.get()
    assert response["Location"] == f"/g/{cast.group.key}/play/own/{sheet.key}/"
    taken = scorer.get(f"/g/{cast.group.key}/data/sheets/{sheet.key}.toml").content.decode()
    assert taken == sheet.text
    sheet.delete()
    brought = cast.phone("owner").post(f"/g/{cast.group.key}/data/sheets/", {"text": taken})
    assert brought.status_code == 302
    match = begin(cast, OwnSheet.objects.get())
    match.enter({"kind": "round", "row_1": {"Ben": 10, "Carla": 3}}, 0, "Sam")
    assert match.totals == [100, 30]
    assert match.title.text("en") == "Tricks at Ben's"


def test_what_is_typed_is_all_there_when_it_is_changed(cast, scorer, describe):
    typed = {"best": "low", "target": "500", "rounds": "", "line__1__label": "Faults", "line__1__worth": "−3"}
    describe(**typed, line__1__most="7")
    sheet = OwnSheet.objects.get()
    page = unescape(scorer.get(f"/g/{cast.group.key}/describe/sheet/{sheet.key}/").content.decode())
    wanted = {**DESCRIBED, "target": "500", "line-1-label": "Faults", "line-1-worth": "-3", "line-1-most": "7"}
    for name, value in wanted.items():
        if name in ("fewest", "most"):
            assert re.search(rf'<select name="{name}".*?<option value="{value}" selected', page, re.DOTALL)
        elif name not in ("best", "rounds"):
            assert re.search(rf'<input[^>]* name="{name}"[^>]* value="{re.escape(value)}"', page), name
    assert re.search(r'value="low"[^>]* checked', page)


@pytest.mark.parametrize(
    ("field", "value"),
    [
        ("name", ""),
        ("name", "x" * 61),
        ("name", "  \u200b "),
        ("name", "WIZARD"),
        ("name", "Doko"),
        ("fewest", "1"),
        ("fewest", "five"),
        ("most", "9"),
        ("best", "most"),
        ("target", "0"),
        ("target", "1000001"),
        ("target", "1.000"),
        ("rounds", "-1"),
        ("rounds", "9" * 5000),
        ("line__0__label", ""),
        ("line__0__label", "x" * 61),
        ("line__0__most", ""),
        ("line__0__most", "0"),
        ("line__0__most", "1,5"),
        ("line__0__most", "1.0"),
        ("line__0__worth", ""),
        ("line__0__worth", "100000"),  # 13 times this exceeds the most points of a line
        ("line__0__sum", "27"),  # two players have at most 13 each
        ("line__0__sum", "-1"),
        ("line__7__worth", "2"),
    ],
)
def test_what_is_wrong_stands_beside_its_field_and_nothing_is_lost(describe, field, value):
    response = describe(**{field: value})
    name = field.replace("__", "-")
    page = unescape(response.content.decode())
    assert response.status_code == 422
    wrong = re.findall(r'<(?:input|select)[^>]* name="([\w-]+)"[^>]* aria-invalid="true"', page)
    assert wrong[0] == {"line-7-worth": "line-7-label"}.get(name, name)
    for typed in {**DESCRIBED, name: value}.values():
        assert typed in page
    assert not OwnSheet.objects.exists()


def test_a_sum_that_no_sheet_may_have_is_said_and_breaks_no_trial(describe):
    response = describe(
        fewest="3", line__0__most="1000000", line__0__worth="1", line__0__sum="1000001", **{"try-0-0": "1"}
    )
    assert response.status_code == 422
    assert re.search(r'name="line-0-sum"[^>]* aria-invalid="true"', response.text)


def test_fewer_at_most_than_at_least_is_said_and_so_is_a_game_without_anything_to_write_down(describe):
    assert "fewer than the least" in unescape(describe(fewest="5").content.decode())
    nothing = dict.fromkeys(("line__0__label", "line__0__most", "line__0__worth", "line__0__sum"), "")
    response = describe(**nothing)
    assert response.status_code == 422
    assert "What do you write down after a round?" in response.content.decode()


def test_empty_lines_between_fall_away(describe):
    describe(line__5__label="Faults", line__5__most="3", line__5__worth="1", line__2__worth="")
    assert OwnSheet.objects.get().text.count("[[rows]]") == 2


def test_a_double_tap_and_a_second_try_make_one(cast, scorer, describe):
    sent = {**DESCRIBED, "key": "a-key-of-its-own"}
    first, second = (scorer.post(f"/g/{cast.group.key}/describe/", sent) for _ in range(2))
    assert first["Location"] == second["Location"]
    assert OwnSheet.objects.count() == 1
    assert describe().status_code == 422  # there is a game with this name already
    assert OwnSheet.objects.count() == 1


def test_names_alike_but_for_case_or_accents_are_one_and_those_of_one_slug_two(describe):
    describe(name="Größe")
    assert describe(name="GROSSE").status_code == 422
    for name in ("Größe!", "Größe?", "???", "!!!", "42", "if", "🂡"):
        assert describe(name=name).status_code == 302, name
    slugs = set(OwnSheet.objects.values_list("slug", flat=True))
    assert slugs == {"grosse", "grosse-2", "grosse-3", "game", "game-2", "game-42", "if", "game-3"}


def test_it_is_changed_until_it_is_played_and_copied_after(cast, scorer, describe):
    describe()
    sheet = OwnSheet.objects.get()
    page = scorer.get(f"/g/{cast.group.key}/describe/sheet/{sheet.key}/").content.decode()
    [seen] = re.findall(r'name="seen" value="(\w+)"', page)
    assert describe(sheet, seen=seen, line__0__worth="20").status_code == 302
    assert '"20 * row_1"' in OwnSheet.objects.get().text
    refused = describe(sheet, seen=seen, line__0__worth="30")  # from a page loaded before the last change
    assert refused.status_code == 409
    assert "Someone else has changed" in refused.content.decode()
    [seen] = re.findall(r'name="seen" value="(\w+)"', refused.content.decode())
    assert describe(sheet, seen=seen, line__0__worth="30").status_code == 302
    match = begin(cast, OwnSheet.objects.get())
    before = match.options
    refused = describe(OwnSheet.objects.get(), line__0__worth="40")
    assert refused.status_code == 409
    assert f'action="/g/{cast.group.key}/describe/"' in refused.content.decode()
    assert "has been played by now" in refused.content.decode()
    to = scorer.get(f"/g/{cast.group.key}/describe/sheet/{sheet.key}/")["Location"]
    copy = unescape(scorer.get(to).content.decode())
    assert "Tricks at Ben's 2" in copy
    assert describe(name="Tricks at Ben's 2", line__0__worth="40").status_code == 302
    assert Match.objects.get(pk=match.pk).options == before
    assert OwnSheet.objects.count() == 2
    match.soft_delete("Sam")
    assert scorer.get(f"/g/{cast.group.key}/describe/sheet/{sheet.key}/").status_code == 200


def test_a_sheet_that_came_as_a_file_is_changed_by_hand_where_the_page_can_ask_all_of_it(cast, scorer, describe):
    sheet = OwnSheet.brought(cast.group, "tichu", SHEET)
    assert scorer.get(f"/g/{cast.group.key}/describe/sheet/{sheet.key}/").status_code == 200
    assert describe(sheet, name="Tichu").status_code == 302
    more = OwnSheet.brought(cast.group, "more", SHEET + 'when = "points > 3"\n')
    page = scorer.get(f"/g/{cast.group.key}/describe/sheet/{more.key}/").content.decode()
    assert f"/data/sheets/{more.key}.toml" in page


@pytest.mark.parametrize(
    ("rounds", "worth", "total", "is_shown"),
    [(1000, 76_923, 26, True), (1001, 10, 13, False), (8, 76_924, 13, False), (8, 10, 27, False)],
)
def test_a_sheet_is_shown_in_the_form_only_if_the_form_takes_its_values(
    cast, scorer, describe, rounds, worth, total, is_shown
):
    numbers = {"rounds": f"{rounds}", "line-0-worth": f"{worth}", "line-0-sum": f"{total}"}
    text = DescribedGame("Long", 2, 4, False, 100, rounds, [Line("Tricks", 13, worth, total)]).toml("long")
    sheet = OwnSheet.brought(cast.group, "long", text)
    page = scorer.get(f"/g/{cast.group.key}/describe/sheet/{sheet.key}/").content.decode()
    assert ('name="rounds"' in page) == is_shown
    assert (f"/data/sheets/{sheet.key}.toml" in page) != is_shown
    assert describe(sheet, **numbers).status_code == (302 if is_shown else 422)


@pytest.mark.parametrize("slug", [slug for slug, game in all_games().items() if hasattr(game, "sheet")])
def test_those_that_come_along_are_offered_as_a_file_to_begin_with(cast, scorer, slug):
    if slug == "sheet":
        return
    page = scorer.get(f"/g/{cast.group.key}/describe/?from={slug}").content.decode()
    assert "can ask" in page
    assert "/data/sheets/?from=" not in page
    owner = cast.phone("owner")
    assert f"/data/sheets/?from={slug}" in owner.get(f"/g/{cast.group.key}/describe/?from={slug}").content.decode()
    text = owner.get(f"/g/{cast.group.key}/data/sheets/along/{slug}.toml").content.decode()
    assert text in unescape(owner.get(f"/g/{cast.group.key}/data/sheets/?from={slug}").content.decode())


@pytest.mark.parametrize("which", ["no-such", "../wizard", "other-game", "sheet", "\x00a"])
def test_what_is_no_sheet_is_not_found(cast, scorer, which):
    assert scorer.get(f"/g/{cast.group.key}/describe/", {"from": which}).status_code == 404


def test_a_sheet_of_another_version_is_not_offered_to_begin_with_and_can_be_taken_out(cast, scorer, describe):
    describe()
    OwnSheet.brought(cast.group, "foreign", 'of = "another version"')
    page = scorer.get(f"/g/{cast.group.key}/describe/").content.decode()
    own = [key for key in re.findall(r"describe/\?from=([^\"]*)", page) if key not in all_games()]
    assert own == [OwnSheet.objects.exclude(slug="foreign").get().key]
    assert scorer.get(f"/g/{cast.group.key}/describe/?from={own[0]}").status_code == 200
    data = scorer.get(f"/g/{cast.group.key}/data/").content.decode()
    downloads = re.findall(r'href="([^"]*\.toml)"', data)
    assert [scorer.get(each).status_code for each in downloads] == [200, 200]


def test_another_groups_sheets_are_no_source(cast, scorer):
    theirs = OwnSheet.brought(cast.other, "tichu", SHEET)
    assert scorer.get(f"/g/{cast.group.key}/describe/", {"from": theirs.key}).status_code == 404


def test_there_is_room_for_forty(cast, describe):
    OwnSheet.objects.bulk_create(
        OwnSheet(group=cast.group, slug=f"s{n}", text=SHEET.replace("Tichu", f"T{n}")) for n in range(SHEETS.most)
    )
    response = describe()
    assert response.status_code == 422
    assert "40 sheets" in response.content.decode()
    assert "Tricks at Ben" in response.content.decode()
    assert describe(OwnSheet.objects.first(), name="Another").status_code == 302


def test_a_round_is_tried_as_a_real_one_is_explained(cast, scorer, describe):
    numbers = {"try-0-0": "6", "try-0-1": "6", "try-0-2": "1"}
    tried = unescape(scorer.post(f"/g/{cast.group.key}/describe/try/", {**DESCRIBED, **numbers}).content.decode())
    assert not OwnSheet.objects.exists()
    describe()
    players = list(cast.group.players.all()[:3])
    real = Match.start(Night.tonight(cast.group), "sheet", players, OwnSheet.objects.get().options, 0)
    names = [player.name for player in players]
    real.enter({"kind": "round", "row_1": dict(zip(names, (6, 6, 1), strict=True))}, 0, "Sam")
    page = unescape(scorer.get(real.get_absolute_url()).content.decode())
    for reason in ("Tricks: 10 × 6", "Tricks: 10"):
        assert reason in tried
        assert reason in page
    assert "+60" in tried


@pytest.mark.parametrize(
    ("fields", "said"),
    [
        ({"try-0-0": "14"}, "14"),
        ({"try-0-0": "3"}, "instead of 13"),
        ({"try-0-0": "x" * 300}, "xx"),
        ({"try-0-0": "9" * 300}, "99"),
        ({"try-0-0": "<b>"}, "&lt;b&gt;"),
    ],
)
def test_what_is_wrong_with_a_round_to_try_stands_beside_its_line(cast, scorer, fields, said):
    page = scorer.post(f"/g/{cast.group.key}/describe/try/", {**DESCRIBED, **fields}).content.decode()
    beside = re.search(r'id="try-wrong-0".*?</div>', page, re.DOTALL)[0]
    assert said in beside
    assert "<b>" not in beside


def test_a_label_from_right_to_left_runs_in_its_own_direction(cast, scorer, describe):
    typed = {**DESCRIBED, "line-0-label": "אבא {x}", "try-0-0": "13"}
    for address in ("describe/try/", "describe/"):
        page = scorer.post(f"/g/{cast.group.key}/{address}", {**typed, "do": "try"}).content.decode()
        assert page.replace('value="אבא {x}"', "").count("אבא {x}") == page.count("\u2068אבא {x}\u2069") > 0


def test_what_is_half_described_can_be_tried_as_far_as_it_goes(cast, scorer):
    half = {"line-0-label": "Tricks", "line-0-most": "x", "line-3-label": "Faults", "line-3-most": "3", "try-3-1": "2"}
    page = scorer.post(f"/g/{cast.group.key}/describe/try/", {**half, "line-3-worth": "-2"}).content.decode()
    assert "Faults: −2 × 2" in page
    assert scorer.post(f"/g/{cast.group.key}/describe/try/", {}).status_code == 200


def test_the_page_of_games_leads_there_with_the_name_that_was_sought(cast, scorer, describe):
    assert (
        f"/g/{cast.group.key}/describe/?name=Tichu" in scorer.get(f"/g/{cast.group.key}/play/?q=Tichu").content.decode()
    )
    assert 'value="Tichu"' in scorer.get(f"/g/{cast.group.key}/describe/?name=Tichu").content.decode()
    describe()
    page = scorer.get(f"/g/{cast.group.key}/play/").content.decode()
    assert f"/describe/sheet/{OwnSheet.objects.get().key}/" in page
