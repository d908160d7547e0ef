"""Games that a group describes with forms: saved once, refused, changed before they are played, copied later."""

import re
from html import unescape

import pytest
from django.core.files.uploadedfile import SimpleUploadedFile
from django.utils import timezone

from scorekeeper.nights.models import Match, OwnSheet
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
    file = SimpleUploadedFile("ours.toml", taken.encode())
    brought = cast.phone("owner").post(f"/g/{cast.group.key}/data/sheets/", {"file": file})
    assert brought.status_code == 302
    match = begin(cast, OwnSheet.objects.get())
    match.enter({"kind": "round", "row_1": {"Ben": 10, "Carla": 3}}, 0, "Sam")
    assert match.totals == [100, 30]
    assert match.title.text("en") == "Tricks at Ben's"
    offline = {"happened-at": timezone.now().isoformat()}
    scorer.post(f"/g/{cast.group.key}/describe/", {**DESCRIBED, "key": "described-offline"}, headers=offline)
    assert OwnSheet.objects.last().game.name.text("en") == "Tricks at Ben's 2"


def test_what_is_typed_is_all_there_when_it_is_changed(cast, scorer, describe):
    typed = {"best": "low", "target": "500", "rounds": "", "line__1__label": "Faults", "line__1__worth": "−3"}
    describe(**typed, line__1__most="7", line__2__label="Fine", line__2__tick="on")
    sheet = OwnSheet.objects.get()
    page = unescape(scorer.get(f"/g/{cast.group.key}/describe/sheet/{sheet.key}/").content.decode())
    wanted = {**DESCRIBED, "target": "500", "line-1-label": "Faults", "line-1-worth": "-3", "line-1-most": "7"}
    for name, value in wanted.items():
        if name in ("fewest", "most"):
            assert re.search(rf'<select name="{name}".*?<option value="{value}" selected', page, re.DOTALL)
        elif name not in ("best", "rounds"):
            assert re.search(rf'<input[^>]* name="{name}"[^>]* value="{re.escape(value)}"', page), name
    assert re.search(r'value="low"[^>]* checked', page)
    assert re.search(r'name="line-2-tick"[^>]* checked', page)


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
        ("line__0__most", "0"),
        ("line__0__most", "1,5"),
        ("line__0__most", "1.0"),
        ("line__0__worth", "100000"),  # 13 times this exceeds the most points of a line
        ("line__0__sum", "27"),  # two players have at most 13 each
        ("line__0__sum", "-1"),
        ("line__1__label", "Tricks"),
        ("line__1__label", "Last trick"),
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


def test_fewer_at_most_than_at_least_is_said_and_so_is_a_game_without_anything_to_write_down(describe):
    assert "fewer than the least" in unescape(describe(fewest="5").content.decode())
    nothing = dict.fromkeys(("line__0__label", "line__0__most", "line__0__worth", "line__0__sum"), "")
    response = describe(**nothing)
    assert response.status_code == 422
    assert "What do you write down?" in response.content.decode()


def test_empty_lines_between_fall_away(describe):
    describe(line__5__label="Faults", line__5__most="3", line__5__worth="1", line__2__worth="")
    assert OwnSheet.objects.get().text.count("[[rows]]") == 3


def test_it_is_changed_until_it_is_played_and_copied_after(cast, scorer, describe):
    describe()
    sheet = OwnSheet.objects.get()
    where = f"/g/{cast.group.key}/describe/sheet/{sheet.key}/"
    for worth in ("20", "30"):  # from two phones: the last one wins
        assert describe(sheet, line__0__worth=worth).status_code == 302
    assert '"30 * row_1"' in OwnSheet.objects.get().text
    match = begin(cast, OwnSheet.objects.get())
    assert "This name is already taken." in unescape(describe(sheet, line__0__worth="40").content.decode())
    page = unescape(scorer.get(where).content.decode())
    assert "Tricks at Ben's 2" in page
    assert f'action="/g/{cast.group.key}/describe/"' in page
    assert describe(name="Tricks at Ben's 2", line__0__worth="40").status_code == 302
    assert Match.objects.get(pk=match.pk).options == match.options
    assert OwnSheet.objects.count() == 2


def test_a_sheet_that_came_as_a_file_is_not_changed_here(cast, scorer):
    sheet = OwnSheet.brought(cast.group, "tichu", SHEET)
    where = f"/g/{cast.group.key}/describe/sheet/{sheet.key}/"
    assert scorer.get(where).status_code == 404
    assert where not in scorer.get(f"/g/{cast.group.key}/play/").text


def test_there_is_room_for_forty(cast, describe):
    OwnSheet.objects.bulk_create(
        OwnSheet(group=cast.group, slug=f"s{n}", text=SHEET.replace("Tichu", f"T{n}")) for n in range(SHEETS.most)
    )
    response = describe()
    assert response.status_code == 422
    assert "40 sheets" in response.content.decode()
    assert "Tricks at Ben" in response.content.decode()
    assert describe(OwnSheet.objects.first(), name="Another").status_code == 302
