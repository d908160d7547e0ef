"""Rounds are entered, corrected, removed and restored through real forms, and each form is saved exactly once."""

import json
import re
from io import StringIO

import pytest
from django.core.management import call_command
from django.utils import timezone
from django.utils.html import strip_tags

from scorekeeper.nights.models import Change, Entry, Match, Night
from scorekeeper.web.formatting import signed
from tests.fixtures import as_shown, flat, words


@pytest.fixture
def match(cast) -> Match:
    """A game of four players without rounds, started by Sam's phone. There is no other game."""
    Night.objects.all().delete()
    names = [*(player.name for player in cast.group.players.all()), "Emil"]
    answer = cast.phone("scorer").post(f"/g/{cast.group.key}/play/rufmariasch/", {"seat": names, "stake": "10"})
    assert answer.status_code == 302
    return Match.objects.get()


@pytest.fixture
def sam(cast):
    return cast.phone("scorer")


def adjust(phone, match, key, seen=0, **points):
    """Send a manual adjustment; s0=5 means 5 points for seat 0."""
    data = {"key": key, "seen": seen} | {f"points-{seat[1:]}": value for seat, value in points.items()}
    return phone.post(match.get_absolute_url() + "adjust/", data)


def test_a_round_sent_twice_is_one_round(sam, match):
    for _ in range(3):
        assert adjust(sam, match, "once-and-only", s0=5, s1=-5).status_code == 302
    assert Entry.objects.count() == 1
    match.refresh_from_db()
    assert match.totals == [5, -5, 0, 0]
    # The same holds for a retry after somebody has removed the round.
    sam.post(match.get_absolute_url() + f"round/{match.entries.get(number=1).key}/remove/")
    assert adjust(sam, match, "once-and-only", s0=5, s1=-5).status_code == 302
    assert Entry.objects.get().removed_at
    match.refresh_from_db()
    assert match.totals == [0, 0, 0, 0]


def test_another_round_under_the_key_of_a_saved_one_is_not_dropped(sam, match):
    """The browser's back button shows a form whose key belongs to a saved round.

    If this form is sent with other points, it gets status 409.
    """
    adjust(sam, match, "once-and-only", s0=5, s1=-5)
    answer = adjust(sam, match, "once-and-only", s0=8, s1=-8)
    assert answer.status_code == 409
    assert 'value="8"' in answer.text
    assert adjust(sam, match, "once-and-only", seen=1, s0=8, s1=-8).status_code == 302
    assert [entry.points for entry in match.entries.all()] == [[5, -5, 0, 0], [8, -8, 0, 0]]
    sam.post(match.get_absolute_url() + f"round/{match.entries.get(number=1).key}/", {"seen": 1, "points-0": 6})
    assert adjust(sam, match, "once-and-only", s0=5, s1=-5).status_code == 302, "a retry after a correction"
    assert match.entries.count() == 2


def test_a_form_that_a_phone_has_done_before_the_end_can_still_arrive(cast):
    """An earlier version of Pocket sends the form's fields and the time of the tap, instead of a record."""
    match = cast.start("other-game", ["Ben", "Carla"])
    match.close("Anna")
    form = {"seen": 0, "turn": "0", "points-0": "1", "points-1": "2"}
    for page, totals in (("round", [1, 2]), ("adjust", [2, 4])):
        sent = {
            "idempotency-key": f"a-form-of-its-own-{page}",
            "sent-by": f"link-{cast.scorer_link.token_hash[:12]}",
            "happened-at": timezone.now().isoformat(),
        }
        url = f"{match.get_absolute_url()}{page}/"
        assert cast.phone("scorer").post(url, form, headers=sent).status_code == 201
        assert Match.objects.get(pk=match.pk).totals == totals
        form = form | {"seen": 1, "turn": "1"}


def test_a_correction_says_which_round_and_what_it_changes(sam, match):
    """The preview and the message after saving list the changes; the message after undoing names the round."""
    call = {"kind": "call", "caller": "Carla", "trump": "H", "partner": "Dirk", "points": 60}
    match.enter(call, 0, "Anna")
    [screen] = [each for each in match.game.screens(match.table) if each.shows(match.entries.get().record)]
    fields = screen.fields(match.entries.get().record, match.table)
    url = match.get_absolute_url() + f"round/{match.entries.get(number=1).key}/"
    page = sam.get(url)
    assert "Edit round 1" in page.text
    assert "Ben dealt, entered by Anna" in page.text
    was = match.entries.get().points
    form = {**fields, "screen": screen.code, "seen": 1, "entry": 1}
    assert "becomes" not in sam.post(match.get_absolute_url() + "preview/", form).text
    [points] = [name for name, value in fields.items() if value in ("60", ["60"])]
    form[points] = "90"
    shown = sam.post(match.get_absolute_url() + "preview/", form).text
    assert shown.count("becomes") == 8, "in the foot, and in a row for each player"
    assert "This changes the points of" in shown
    answer = sam.post(url, form)
    assert answer["Location"] == match.get_absolute_url() + "#r1"
    now = match.entries.get().points
    told = f"Carla {signed(was[1])} → {signed(now[1])}, Dirk"
    assert told in sam.get(match.get_absolute_url()).text
    back = sam.post(match.get_absolute_url() + "undo/", follow=True).text
    assert "Undone: Round 1, corrected by Sam" in back
    assert f"{signed(now[1])} → {signed(was[1])}" not in back, "all is as before, so no change is listed"
    removed = sam.post(match.get_absolute_url() + f"round/{match.entries.get(number=1).key}/remove/", follow=True).text
    assert "Round 1 removed." in removed
    listed = " ".join(sam.get(match.get_absolute_url() + "changes/").text.split())
    assert listed.count("round 1 ") == 3, "entered, corrected and removed, though it counts no longer"
    there = re.search(r'id="restore" method="post" action="([^"]+)"', removed)
    assert there
    sam.post(there[1])
    assert match.entries.get().removed_at is None


def test_a_correction_leaves_the_note_alone_where_its_screen_has_none(sam, match):
    match.enter({"kind": "adjustment", "points": {"Ben": 5, "Carla": -5}, "note": "a bet"}, 0, "Sam")
    data = {"screen": "adjustment", "seen": 1, "points-0": 8, "points-1": -8}
    sam.post(match.get_absolute_url() + f"round/{match.entries.get(number=1).key}/", data)
    assert Entry.objects.get().record == {
        "kind": "adjustment",
        "points": {"Ben": 8, "Carla": -8},
        "note": "a bet",
    }


def test_an_undo_takes_back_what_its_phone_saw_and_nothing_else(sam, match):
    """If the answer is lost and the form is sent again, only one step is undone.

    If another phone has added an entry meanwhile, nothing is undone.
    """
    here = match.get_absolute_url()
    for number in range(2):
        match.enter({"kind": "adjustment", "points": {"Ben": 5, "Carla": -5}}, number, "Sam")
        match.refresh()
    seen = re.search(r'name="step" value="(\w+)"', sam.get(here).content.decode())
    assert seen

    def standing():
        match.refresh()
        return [entry.number for entry in match.active]

    match.enter({"kind": "adjustment", "points": {"Ben": 1, "Carla": -1}}, 2, "Tom")
    answer = sam.post(here + "undo/", {"step": seen[1]}, follow=True)
    faster = '#warn"/></svg><span class="grow">Tom was faster'
    assert faster in flat(answer), "what was not done gets no tick"
    assert standing() == [1, 2, 3]
    match.undo("Tom")
    for _ in range(2):
        said = flat(sam.post(here + "undo/", {"step": seen[1]}, follow=True))
        assert '#check"/></svg><span class="grow">Manual adjustment removed.' in said
        assert standing() == [1]
    assert "Sam's phone was faster" in words(sam.post(here + "undo/", {"step": "x"}, follow=True))
    assert standing() == [1]
    said = [sam.post(here + "undo/", follow=True).text for _ in range(2)]
    assert "Sam&#x27;s phone was faster" in said[1]
    assert standing() == []


def test_other_house_rules_are_shown_before_they_hold(sam, match):
    record = {"kind": "call", "trump": "H", "partner": "Dirk", "points": 60, "caller": "Carla"}
    match.enter(record, 0, "Sam", key="a-real-round")
    here = match.get_absolute_url() + "options/"
    other = {"stake": "10", "currency": "EUR", "payment": "each", "points_per_stake": "10"}
    page = flat(sam.post(here, other))
    assert "Preview" in page
    assert "<del>+30</del><small>+3</small>" in page
    foot = " ".join(strip_tags(page.partition('class="foot"')[2]).split())
    assert "This changes one round." in foot
    assert "Carla30→becomes3+€3.00→becomes+€0.30" in foot
    only_money = {**other, "points_per_stake": "1", "stake": "20"}
    assert "The points stay, but the money changes." in sam.post(here, only_money).content.decode()
    assert "Nothing changes so far." in sam.post(here, {**only_money, "stake": "10"}).content.decode()
    match.refresh_from_db()
    assert match.totals == [-30, 30, 30, -30]
    saved = sam.post(here, {**other, "sure": "yes"}, follow=True)
    assert "Round 1 counts differently. Totals: " in saved.text
    match.refresh_from_db()
    assert match.totals == [-3, 3, 3, -3]
    sam.post(match.get_absolute_url() + "undo/")
    match.refresh_from_db()
    assert match.totals == [-30, 30, 30, -30]


@pytest.mark.parametrize("sure", [{}, {"sure": "yes"}])
def test_house_rules_by_which_nobody_may_sit_out_are_refused_while_the_dealer_does(cast, sam, sure):
    match = cast.start("other-game", ("Ben", "Carla", "Dirk", "Emil", "Fritz"))
    Match.objects.filter(pk=match.pk).update(sits_out=True)
    here = match.get_absolute_url() + "options/"
    answer = sam.post(here, {"teams": "2", "target": "70", **sure})
    assert answer.status_code == 422
    assert "Nobody sits out here: the dealer plays too." in words(answer)
    assert 'value="70"' in answer.text, "nothing typed is lost"
    assert Match.objects.get(pk=match.pk).options == {}
    assert sam.post(here, {"target": "70", "sure": "yes"}).status_code == 302


def test_house_rules_that_somebody_else_has_changed_meanwhile_are_not_put_back(sam, match):
    here = match.get_absolute_url() + "options/"
    shown = as_shown(sam.get(here))
    theirs = {"stake": "20", "currency": "EUR", "payment": "each", "points_per_stake": "1"}
    mine = {**theirs, "stake": "10", "points_per_stake": "10", **shown}
    assert sam.post(here, {**theirs, **shown, "sure": "yes"}).status_code == 302
    for sure in ({}, {"sure": "yes"}):
        answer = sam.post(here, {**mine, **sure})
        assert answer.status_code == 409
        assert "Sam's phone was faster" in words(answer)
        assert 'value="10"' in answer.text
    assert Match.objects.get().options["stake"] == 20
    for _ in range(2):  # sending it again changes nothing
        assert sam.post(here, {**mine, **as_shown(answer), "sure": "yes"}).status_code == 302
        answer = sam.get(here)
    options = Match.objects.get().options
    assert options["stake"] == 10
    assert Match(options=dict(reversed(options.items()))).rules_seen == Match(options=options).rules_seen
    assert Match.objects.get().changes.filter(verb=Change.Verb.OPTIONS).count() == 2
    told = sam.get(match.get_absolute_url() + "changes/").text
    assert told.count("Stake: €0.20") == 2, "after the first change, before the second"
    assert "Card points for a stake: 10" in told
    assert "Currency" not in told


class TestRescore:
    def run(self, *arguments):
        out = StringIO()
        code = 0
        try:
            call_command("rescore", *arguments, stdout=out)
        except SystemExit as stop:
            code = stop.code
        return code, out.getvalue()

    def test_all_is_well(self, sam, match):
        adjust(sam, match, "the-first-one", s0=5, s1=-5)
        assert self.run("--check") == (0, "1 games checked, 0 wrong.\n")

    def test_a_wrong_cache_is_told_and_mended(self, sam, match):
        adjust(sam, match, "the-first-one", s0=5, s1=-5)
        Entry.objects.update(points=[6, -6, 0, 0])
        Match.objects.update(totals=[1, 2, 3, 4])
        code, said = self.run("--check")
        assert code == 1
        assert "entry 1: points is kept as [6, -6, 0, 0], scores [5, -5, 0, 0]" in said
        assert self.run("--fix")[0] == 0
        assert self.run("--check")[0] == 0
        match.refresh_from_db()
        assert match.totals == [5, -5, 0, 0]


def test_the_preview_tells_lines_and_problems(sam, match):
    here = match.get_absolute_url() + "preview/"
    page = sam.post(here, {"screen": "adjustment", "points-0": "5", "points-1": "-5"}).content.decode()
    assert "Manual adjustment: Ben +5, Carla −5." in page
    page = sam.post(here, {"screen": "adjustment", "points-0": "5"}).content.decode()
    assert '<div id="at-points" hx-swap-oob="innerMorph"><p>' in page
    assert not Entry.objects.exists()


def test_a_script_sends_a_round_as_the_score_file_writes_it(sam, cast):
    url = cast.match.get_absolute_url() + "round/"
    record = {"kind": "adjustment", "points": {"Ben": 4}}
    seats = [seat.name for seat in cast.match.seated]
    typed = {"record": json.dumps(record), "key": "from-a-script"}
    assert sam.post(url, typed).status_code == 409, "there is a round already"
    assert sam.post(url, typed | {"next": "yes"}).status_code == 302
    entry = cast.match.entries.get(key="from-a-script")
    assert entry.points == [4 if name == "Ben" else 0 for name in seats]
    typed = {"record": json.dumps({**record, "points": {"Ben": 5}}), "seen": "1"}
    assert sam.post(f"{url}from-a-script/", typed).status_code == 302
    entry.refresh_from_db()
    assert max(entry.points) == 5
    wrong = sam.post(url, {"record": json.dumps({"kind": "adjustment", "points": {"Zoë": 4}}), "next": "yes"})
    assert wrong.status_code == 422


def test_a_refused_record_opens_in_the_form_that_would_give_it_with_its_problems_beside_the_fields(sam, cast):
    match = cast.start("bettler-und-diebe", ["Ben", "Carla", "Dirk"])
    here = f"{match.get_absolute_url()}round/"
    record = {"kind": "ramsch", "points": {"Ben": 90, "Carla": 21, "Dirk": 121}, "no_trick": [], "note": "by hand"}
    answer = sam.post(here, {"record": json.dumps(record), "key": "from-a-script", "seen": "0"})
    assert answer.status_code == 422
    page = answer.content.decode()
    assert re.findall('name="points-[0-9]"[^>]*value="([0-9]*)"', page) == ["90", "21", "121"]
    assert "by hand" in page
    assert 'value="from-a-script"' in page
    beside = re.search(r'id="at-points">.*?</div>', page, re.DOTALL)
    assert beside
    assert "232" in beside[0]
    assert sam.post(here, {"record": json.dumps({**record, "points": 7}), "seen": "0"}).status_code == 422


@pytest.mark.parametrize(
    "record",
    ["x", "[]", "3", '{"kind": 1.5}', '{"a": NaN}', '{"a": ' * 50 + "1" + "}" * 50, '{"a": 9007199254740993}',
     '{"a": "\\u0000"}', '{"kind": "adjustment", "points": {"Ben": 1, "Ben": 2}}',
     '{"a": "\\ud800"}', '{"a": "%s"}' % ("x" * 50_000), '{"a": %s}' % ("9" * 5000)],
)  # fmt: skip
def test_what_no_score_file_could_hold_is_no_round(sam, cast, record):
    answer = sam.post(cast.match.get_absolute_url() + "round/", {"record": record, "next": "yes"})
    assert answer.status_code == 400
    assert cast.match.entries.count() == 1
