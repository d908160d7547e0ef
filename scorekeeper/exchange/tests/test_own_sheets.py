"""Score sheets of a group's own: brought in, refused with every problem, taken out, played, kept by their games."""

import json
from html import unescape

import pytest
from django.core.files.uploadedfile import SimpleUploadedFile

from games.registry import all_games
from games.sheets.game import FOLDER
from scorekeeper.exchange.copy import dump, load
from scorekeeper.nights.models import Match, Night, OwnSheet
from tests.access_table import SHEET

WIZARD = (FOLDER / "wizard.toml").read_text()


@pytest.fixture
def owner(cast):
    return cast.phone("owner")


@pytest.fixture
def bring(cast, owner):
    def post(content: str | bytes, *, as_text=False):
        content = content if isinstance(content, bytes) else content.encode()
        file = SimpleUploadedFile("sheet.toml", content)
        return owner.post(
            f"/g/{cast.group.key}/data/sheets/", {"text": content.decode()} if as_text else {"file": file}
        )

    return post


def play(cast, sheet: OwnSheet, names=("Ben", "Carla")) -> Match:
    response = cast.phone("scorer").post(f"/g/{cast.group.key}/play/own/{sheet.key}/", {"seat": list(names)})
    assert response.status_code == 302, unescape(response.content.decode())
    return Match.objects.get(key=response["Location"].split("/m/")[1].strip("/"))


@pytest.mark.parametrize("slug", [slug for slug, game in all_games().items() if not game.shown_first])
def test_every_sheet_that_comes_along_can_be_brought_and_comes_out_as_it_was(cast, bring, owner, slug):
    text = (FOLDER / f"{slug}.toml").read_text()
    assert bring(text).status_code == 302
    sheet = OwnSheet.objects.get(group=cast.group)
    taken = owner.get(f"/g/{cast.group.key}/data/sheets/{sheet.key}.toml")
    assert taken.content.decode() == text
    assert f'filename="{slug}.toml"' in taken["Content-Disposition"]


@pytest.mark.parametrize("as_text", [False, True])
def test_every_problem_is_told_with_its_line_and_the_text_stays(cast, bring, owner, as_text):
    wrong = SHEET.replace('value = "points"', 'value = "point"').replace("max = 100", "max = 100\nleast = 1")
    for language, said in (("en", "“point” isn’t known here."), ("de", "„point“ ist hier nicht bekannt.")):
        owner.cookies["django_language"] = language
        owner.defaults["HTTP_ACCEPT_LANGUAGE"] = language
        response = bring(wrong, as_text=as_text)
        page = unescape(response.content.decode())
        assert response.status_code == 422
        assert said in page
        assert ("Line 15" if language == "en" else "Zeile 15") in page
        assert "points[0].value" in page
        assert "rows[0].least" in page
        assert wrong in page.replace("\r\n", "\n")
    assert not OwnSheet.objects.exists()


@pytest.mark.parametrize(
    "content",
    [
        b"",
        b"x" * 1_000_000,
        b"[[rows]]\n" * 10_000,
        b"[[rows]]\n" * 7_000,
        b"a = " + b"[" * 60_000,
        b"\xff\xfe",
        b"sheet = ",
        b"name = '<script>'",
        "x" + ".x" * 30_000 + " = 1",
    ],
    ids=["empty", "large", "rows", "fewer-rows", "deep", "no-text", "no-toml", "markup", "dotted"],
)
def test_what_is_no_sheet_is_refused_in_words(cast, bring, content):
    response = bring(content)
    assert response.status_code == 422
    assert b"<script>" not in response.content
    assert b'class="neg"' in response.content
    assert not OwnSheet.objects.exists()


def test_a_strangers_texts_are_escaped_wherever_they_stand(cast, bring, owner):
    evil = "<b>{x}</b> %s"
    text = (
        SHEET.replace('"Tichu"', f'"{evil}"').replace('"Points"', f'"{evil}"')
        + f'[[checks]]\nid = "c"\nsays = "{evil}"\n'
    )
    bring(text + 'that = "sum(points) > 0"\n')
    sheet = OwnSheet.objects.get()
    match = play(cast, sheet)
    match.enter({"kind": "round", "points": {"Ben": 3}}, 0, "Sam")
    key = cast.group.key
    url = match.get_absolute_url()
    pages = [f"/g/{key}/data/", f"/g/{key}/data/sheets/", f"/g/{key}/play/", f"/g/{key}/play/own/{sheet.key}/", url]
    pages += [f"{url}round/", f"{url}rules/", f"{url}changes/", f"{url}options/", f"/g/{key}/", f"{url}print/"]
    for address in pages:
        response = owner.get(address)
        assert response.status_code == 200, address
        page = response.content.decode()
        assert "<b>{x}" not in page, address
        if "changes" not in address:
            assert "&lt;b&gt;{x}&lt;/b&gt; %s" in page, address
    refused = owner.post(f"{url}round/", {"kind": "round"}).content.decode()
    assert "<b>{x}" not in refused


def test_the_group_finds_its_own_sheet_first_and_others_do_not(cast, bring):
    bring(SHEET)
    scorer = cast.phone("scorer")
    for query in ("", "?q=tich"):
        assert "Tichu" in scorer.get(f"/g/{cast.group.key}/play/{query}").content.decode()
    pad = Match.start(Night.tonight(cast.group), "other-game", list(cast.group.players.all()[:2]), {"name": "TICHU"}, 0)
    assert "There is a sheet for" in scorer.get(pad.get_absolute_url()).content.decode()
    scorer.post(f"/g/{cast.group.key}/m/{pad.key}/go-over/")
    assert Match.objects.not_deleted().latest("pk").options["sheet"]["slug"] == "tichu"
    sheet = OwnSheet.objects.get()
    assert cast.phone("stranger").get(f"/g/{cast.other.key}/play/own/{sheet.key}/").status_code == 404


def test_a_game_keeps_the_sheet_it_was_begun_with(cast, bring, owner):
    bring(SHEET)
    sheet = OwnSheet.objects.get()
    match = play(cast, sheet)
    match.enter({"kind": "round", "points": {"Ben": 3}}, 0, "Sam")
    before = match.options
    bring(SHEET.replace('value = "points"', 'value = "2 * points"'))
    assert OwnSheet.objects.get().key == sheet.key
    other = json.dumps({**before["sheet"], "name": "Another"})
    owner.post(f"/g/{cast.group.key}/m/{match.key}/options/", {"sheet": other, "stake": "0.05", "sure": "yes"})
    match = Match.objects.get(pk=match.pk)
    assert match.options == {**before, "stake": 5}
    assert match.totals == [3, 0]
    newer = play(cast, OwnSheet.objects.get())
    newer.enter({"kind": "round", "points": {"Ben": 3}}, 0, "Sam")
    assert Match.objects.get(pk=newer.pk).totals == [6, 0]
    owner.post(f"/g/{cast.group.key}/data/sheets/{sheet.key}/delete/")
    assert not OwnSheet.objects.exists()
    assert owner.get(match.get_absolute_url()).status_code == 200


def test_a_copy_for_a_phone_has_the_sheets(cast, bring):
    bring(SHEET)
    bring(WIZARD)
    cast.group.role = 3
    document = json.loads(json.dumps(dump(cast.group)))
    OwnSheet.objects.filter(slug="wizard").delete()
    OwnSheet.brought(cast.group, "gone", SHEET)
    load(cast.group, document)
    assert dict(OwnSheet.objects.values_list("slug", "text")) == {"tichu": SHEET, "wizard": WIZARD}


def test_a_copy_may_have_the_slug_of_one_sheet_on_another(cast):
    for slug in ("one", "two"):
        OwnSheet.brought(cast.group, slug, SHEET)
    cast.group.role = 3
    document = json.loads(json.dumps(dump(cast.group)))
    one, two = document["sheets"]
    one["slug"], two["slug"] = two["slug"], one["slug"]
    load(cast.group, document)
    assert dict(OwnSheet.objects.values_list("key", "slug")) == {one["key"]: "two", two["key"]: "one"}


def test_there_is_room_for_forty_and_whoever_wants_more_is_told(cast, bring):
    OwnSheet.objects.bulk_create(OwnSheet(group=cast.group, slug=f"s{n}", text=SHEET) for n in range(40))
    response = bring(SHEET)
    page = unescape(response.content.decode())
    assert response.status_code == 422
    assert "40 sheets are all the folder has room for." in page
    assert SHEET in page


def test_a_sheet_that_this_version_cannot_read_breaks_no_page(cast, owner):
    sheet = OwnSheet.objects.create(group=cast.group, slug="odd", text="sheet = 99")
    for address in ("data/", "data/sheets/", "play/", "play/?q=odd"):
        assert owner.get(f"/g/{cast.group.key}/{address}").status_code == 200
    assert owner.get(f"/g/{cast.group.key}/play/own/{sheet.key}/").status_code == 404
