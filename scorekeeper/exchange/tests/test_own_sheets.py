"""A group's own score sheets: imported, refused with all problems, downloaded, played; a game keeps its sheet."""

import json
import re
from html import unescape

import pytest
from django.core.files.uploadedfile import SimpleUploadedFile
from django.urls import reverse
from django.utils import timezone

from games.registry import all_games
from games.sheets.game import FOLDER
from scorekeeper.exchange.copy import dump, load
from scorekeeper.nights.models import Match, Night, OwnSheet, digest_of
from tests.access_table import SHEET, TABLE
from tests.drawn import drawn
from tests.fixtures import make_phone
from tests.test_typed_texts import NASTY, judge

pytestmark = pytest.mark.slow

WIZARD = (FOLDER / "wizard.toml").read_text()


@pytest.fixture
def owner(cast):
    return cast.phone("owner")


@pytest.fixture
def bring(cast, owner):
    def post(content: str | bytes):
        content = content if isinstance(content, bytes) else content.encode()
        file = SimpleUploadedFile("sheet.toml", content)
        return owner.post(f"/g/{cast.group.key}/data/sheets/", {"file": file})

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


def test_every_problem_is_told_with_its_line(bring, owner):
    wrong = SHEET.replace('value = "points"', 'value = "point"').replace("max = 100", "max = 100\nleast = 1")
    for language, said in (("en", "“point” isn’t known here."), ("de", "„point“ ist hier nicht bekannt.")):
        owner.cookies["scorekeeper_language"] = language
        owner.defaults["HTTP_ACCEPT_LANGUAGE"] = language
        response = bring(wrong)
        page = unescape(response.content.decode())
        assert response.status_code == 422
        assert said in page
        assert ("Line 15" if language == "en" else "Zeile 15") in page
        assert "points[0].value" in page
        assert "rows[0].least" in page
    assert not OwnSheet.objects.exists()


MORE = ("", " 2", " 3", " 4", " 5")


def strange(text: str) -> str:
    """Return a sheet in which every text begins with this one; no two labels are the same."""
    said, two, three, four, five = (
        json.dumps(text + more, ensure_ascii=False) for more in ("", " 2", " 3", " 4", " 5")
    )
    return f"""
sheet = 1
slug = "strange"
name = {said}
gist = {{de = {said}, en = {said}}}
also = [{said}]
players = [2, 4]
target = 50
options = [
  {{id = "way", kind = "choice", label = {said}, choices = {{items = {{label = {said}}}}}}},
  {{id = "fast", kind = "switch", label = {two}}},
]
rows = [
  {{id = "bid", label = {said}, of = "each", kind = "number", max = 9, before = true}},
  {{id = "points", label = {two}, of = "each", kind = "number", max = 9}},
  {{id = "mood", label = {three}, of = "table", kind = "choice", choices = {{items = {{label = {said}}}}}}},
  {{id = "best", label = {four}, of = "table", kind = "player", optional = true}},
  {{id = "late", label = {five}, of = "table", kind = "tick"}},
]
checks = [{{id = "c", says = {said}, that = "sum(points) > 0"}}]
values = [{{id = "v", is = "2 * points if late else points"}}]
points = [{{id = "p", label = {said}, value = "v"}}, {{id = "q", label = {said}, to = "best", value = "sum(points) * 3"}}]
"""


def addresses_of(cast, match: Match) -> list[str]:
    """Return the addresses of all pages and files of this game and its group. Pages of accounts are left out."""
    cast.match, cast.entry = match, match.active[0]
    rows = {name: row for name, row in TABLE.items() if row.get.endswith(" 200") and "account" not in name}
    return [reverse(name, kwargs=row.args(cast)) for name, row in rows.items() if "key" in row.args(cast)]


@pytest.mark.parametrize("text", drawn((*NASTY, "=cmd|' /C calc'!A0"), "sheet"))
def test_a_strangers_texts_are_texts_wherever_they_stand(cast, bring, owner, text):
    bring(strange(text.strip()))
    sheet = OwnSheet.objects.get()
    match = play(cast, sheet)
    match.enter({"kind": "round", "points": {"Ben": 3}, "mood": "items", "best": "Ben", "late": True}, 0, "Sam")
    url, key = match.get_absolute_url(), cast.group.key
    more = (
        f"{url}round/",
        f"/g/{key}/play/own/{sheet.key}/",
        f"/g/{key}/play/?q=strange",
        f"/g/{key}/describe/?from={sheet.key}",
    )
    wrong, texts = [], [text.strip() + more for more in MORE]
    for address in [*addresses_of(cast, match), *more]:
        wrong += judge(owner.get(address), address, texts)
    refused = {"screen": "round", "seen": 1, "key": "a-new-entry"}
    wrong += judge(owner.post(f"{url}round/", refused), "refused", texts)
    assert wrong == []
    csv = owner.get(f"/g/{key}/data/rounds.csv").getvalue().decode()
    assert not re.search(r"(^|,)\"?[=+@-](?![0-9])", csv, re.MULTILINE)
    match.close("Sam")
    wrong += judge(owner.get(f"{url}display/"), "the end", texts)
    assert wrong == []


def test_the_group_finds_its_own_sheet_first_and_others_do_not(cast, bring):
    bring(SHEET)
    scorer = cast.phone("scorer")
    for query in ("", "?q=tich"):
        assert "Tichu" in scorer.get(f"/g/{cast.group.key}/play/{query}").content.decode()
    pad = Match.start(Night.tonight(cast.group), "other-game", list(cast.group.players.all()[:2]), {"name": "TICHU"}, 0)
    sheet = OwnSheet.objects.get()
    assert f"/g/{cast.group.key}/play/own/{sheet.key}/" in scorer.get(pad.get_absolute_url()).content.decode()
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
    owner.post(f"/g/{cast.group.key}/m/{match.key}/options/", {"sheet": other, "stake": "0.05 €", "sure": "yes"})
    match = Match.objects.get(pk=match.pk)
    assert match.options == {**before, "stake": 5}
    assert match.totals == [3, 0]
    newer = play(cast, OwnSheet.objects.get())
    newer.enter({"kind": "round", "points": {"Ben": 3}}, 0, "Sam")
    assert Match.objects.get(pk=newer.pk).totals == [6, 0]
    owner.post(f"/g/{cast.group.key}/data/sheets/{sheet.key}/delete/")
    assert not OwnSheet.objects.exists()
    assert owner.get(match.get_absolute_url()).status_code == 200


@pytest.mark.parametrize("knew_it", [True, False])
def test_a_game_that_a_phone_played_again_alone_keeps_the_sheet_it_had_there(cast, bring, knew_it):
    bring(SHEET)
    first = play(cast, OwnSheet.objects.get())
    bring(SHEET.replace('value = "points"', 'value = "2 * points"'))
    newest = {"sheet": OwnSheet.objects.get().game.sheet.raw}
    people = [seat.player.key for seat in first.seated]
    sent = {"after": first.key, "person": people, "dealer": 0, "sits_out": ""}
    headers = {
        "authorization": f"Bearer {cast.scorer_token}",
        "idempotency-key": "played-again-without-the-server",
        "happened-at": timezone.now().isoformat(),
    }
    sent["sheet"] = digest_of(newest if knew_it else first.options)
    assert make_phone().post(f"/g/{cast.group.key}/again/", sent, headers=headers).status_code == 201
    again = Match.objects.latest("pk")
    assert again != first
    assert again.options["sheet"] == (newest if knew_it else first.options)["sheet"]


def test_a_copy_for_a_phone_has_the_sheets(cast, bring):
    bring(SHEET)
    bring(WIZARD)
    cast.group.role = 3
    document = json.loads(json.dumps(dump(cast.group)))
    OwnSheet.objects.filter(slug="wizard").delete()
    OwnSheet.brought(cast.group, "gone", SHEET)
    load(cast.group, document)
    assert dict(OwnSheet.objects.values_list("slug", "text")) == {"tichu": SHEET, "wizard": WIZARD}


def test_there_is_room_for_forty_and_whoever_wants_more_is_told(cast, bring):
    OwnSheet.objects.bulk_create(OwnSheet(group=cast.group, slug=f"s{n}", text=SHEET) for n in range(40))
    response = bring(SHEET)
    page = unescape(response.content.decode())
    assert response.status_code == 422
    assert "40 sheets are all the folder has room for." in page


def test_a_sheet_that_this_version_cannot_read_breaks_no_page(cast, owner):
    sheet = OwnSheet.objects.create(group=cast.group, slug="odd", text="sheet = 99")
    for address in ("data/", "data/sheets/", "play/", "play/?q=odd"):
        assert owner.get(f"/g/{cast.group.key}/{address}").status_code == 200
    assert owner.get(f"/g/{cast.group.key}/play/own/{sheet.key}/").status_code == 404


IN_WORDS = """
sheet = 1
slug = "rows"
name = "Rows"
players = [3, 4]
[[rows]]
id = "melds"
label = "Melds"
of = "each"
kind = "number"
max = 100
step = 10
when = "10 < round"
[[rows]]
id = "joker"
label = "Joker"
of = "table"
kind = "player"
optional = true
when = "players"
[[rows]]
id = "never"
label = "Never"
of = "table"
kind = "tick"
when = "players > 8"
[[rows]]
id = "pair"
label = "Pair"
of = "table"
kind = "players"
least = 2
most = 2
[[points]]
id = "melds"
label = "Melds"
value = "melds"
when = "players"
"""
