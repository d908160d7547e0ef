"""An entry is removed while its form is open: the form says so, and can restore the entry as typed."""

import pytest
from django.urls import reverse

from scorekeeper.nights.models import Change, Match
from scorekeeper.rounds.models import TrickDraft
from scorekeeper.rounds.tests.test_tricks import corrected
from tests.fixtures import words
from tests.test_entering import Filled

pytestmark = pytest.mark.django_db
ROUND = {"kind": "round", "bid": {"Ben": 1}, "tricks": {"Ben": 1}}
ADJUSTMENT = {"kind": "adjustment", "points": {"Ben": 5}}


def entered(cast, record, slug="wizard", names=("Ben", "Carla", "Dirk"), **options):
    match = cast.start(slug, names, **options)
    match.enter(record, 0, "Anna")
    return match, match.entries.get()


def address(match, entry, name="correct"):
    return reverse(name, args=[match.night.group.key, match.key, entry.key])


def removed(match, entry, by="Ben"):
    """Remove the entry on another phone."""
    there = Match.objects.get(pk=match.pk)
    there.remove(there.entries.get(pk=entry.pk), by)


def restored_by(match):
    """Return the verbs of the changes since the removal, the latest first."""
    verbs = [change.verb for change in match.changes.all()]
    return verbs[: verbs.index(Change.Verb.REMOVED)]


@pytest.mark.parametrize(
    ("record", "field", "then"),
    [
        (ROUND, {"row-tricks-0": ["0"], "row-tricks-1": ["1"]}, {"tricks": {"Ben": 0, "Carla": 1, "Dirk": 0}}),
        (ADJUSTMENT, {"points-0": ["7"]}, {"points": {"Ben": 7}}),
    ],
)
def test_a_correction_of_what_was_removed_restores_it_as_typed(cast, record, field, then):
    match, entry = entered(cast, record)
    phone, url = cast.phone("scorer"), address(match, entry)
    fields = Filled(phone.get(url).text).fields | field
    removed(match, entry)
    answer = phone.post(url, fields)
    assert answer.status_code == 409
    said = words(answer)
    assert "Ben removed this" in said
    assert "edited this round" not in said
    assert "Restore and save" in said
    assert address(match, entry, "remove") not in answer.text, "it is removed already"
    again = Filled(answer.text).fields
    assert {name: again[name] for name in field} == field, "what was typed is kept"
    done = phone.post(url, again)
    assert done.status_code == 302, words(done)
    entry.refresh_from_db()
    assert entry.removed_at is None
    assert entry.record.items() >= then.items()
    assert restored_by(match) == [Change.Verb.CORRECTED, Change.Verb.RESTORED]


def test_a_removed_entry_is_not_opened_but_offered_to_be_restored(cast):
    match, entry = entered(cast, ROUND)
    removed(match, entry)
    phone = cast.phone("scorer")
    answer = phone.get(address(match, entry), follow=True)
    assert answer.redirect_chain[-1][0] == match.get_absolute_url()
    assert "Ben removed this: Round 1." in words(answer)
    assert f'id="restore" method="post" action="{address(match, entry, "restore")}"' in answer.text
    counted = phone.get(address(match, entry), {"as": "round", "row-tricks-0": "1"})
    assert counted.status_code == 200, "the address has what was typed"
    assert "Ben removed this" in words(counted)


def test_who_undid_the_entering_or_the_restoration_removed_it(cast):
    match, entry = entered(cast, ROUND)
    there = Match.objects.get(pk=match.pk)
    there.undo("Carla")
    url = address(match, entry)
    assert "Carla removed this: Round 1." in words(cast.phone("scorer").get(url, follow=True))
    entry.refresh_from_db()
    there.restore_entry(entry, "Ben")
    there.undo("Dirk")
    assert "Dirk removed this: Round 1." in words(cast.phone("scorer").get(url, follow=True))


def test_a_round_restored_by_somebody_else_is_not_replaced_unseen(cast):
    match, entry = entered(cast, ROUND)
    phone, url = cast.phone("scorer"), address(match, entry)
    fields = Filled(phone.get(url).text).fields
    removed(match, entry)
    fields = Filled(phone.post(url, fields).text).fields
    there = Match.objects.get(pk=match.pk)
    there.restore_entry(there.entries.get(), "Carla")
    answer = phone.post(url, fields)
    assert answer.status_code == 409
    assert "Carla edited this round" in words(answer)
    assert "restore" not in Filled(answer.text).fields


def test_a_restored_round_that_is_refused_stays_removed(cast):
    match, entry = entered(cast, ROUND)
    phone, url = cast.phone("scorer"), address(match, entry)
    fields = Filled(phone.get(url).text).fields
    removed(match, entry)
    fields = Filled(phone.post(url, fields).text).fields | {"row-tricks-0": ["9"]}
    answer = phone.post(url, fields)
    assert answer.status_code == 422
    entry.refresh_from_db()
    assert entry.removed_at
    again = Filled(answer.text).fields
    assert again["restore"] == ["yes"]
    assert phone.post(url, again | {"row-tricks-0": ["1"]}).status_code == 302


def test_what_no_longer_counts_is_asked_as_if_the_round_was_restored_in_its_place(cast):
    match, entry = entered(
        cast, {"kind": "points", "points": {"Ben": 4, "Carla": 0, "Dirk": 0}}, "other-game", target=10
    )
    phone, url = cast.phone("scorer"), address(match, entry)
    fields = Filled(phone.get(url).text).fields
    removed(match, entry)
    there = Match.objects.get(pk=match.pk)
    for points in (5, 1):
        there.enter({"kind": "points", "points": {"Ben": points, "Carla": 0, "Dirk": 0}}, there.last_number, "Ben")
    answer = phone.post(url, fields | {"points-0": ["5"]})
    assert answer.status_code == 409
    answer = phone.post(url, Filled(answer.text).fields)
    assert answer.status_code == 422
    assert "Round 2 no longer counts." in words(answer)
    assert phone.post(url, Filled(answer.text).fields).status_code == 302
    assert Match.objects.get(pk=match.pk).totals[0] == 10


def test_a_change_of_seats(cast):
    match, entry = entered(
        cast, {"kind": "seats", "players": ["Ben", "Carla", "Dirk"]}, names=["Ben", "Carla", "Dirk", "Anna"]
    )
    phone, url = cast.phone("scorer"), address(match, entry, "correct_seats")
    sent = {"entry": entry.key, "seen": entry.version, "seat-1": "leaves"}
    same = {"entry": entry.key, "seen": entry.version, "seat-3": "leaves"}
    assert phone.get(url).status_code == 200
    removed(match, entry)
    assert "Ben removed this: Change of seats." in words(phone.get(url, follow=True))
    for fields in (sent, same):
        answer = phone.post(url, fields)
        assert answer.status_code == 409
        assert "Ben removed this" in words(answer)
        assert "edited this round" not in words(answer)
    shown = phone.post(reverse("preview_seats", args=[cast.group.key, match.key]), same | {"restore": "yes"})
    assert "Anna leaves" in words(shown)
    answer = phone.post(url, sent)
    done = phone.post(url, {**sent, "seen": answer.context["seen"], "restore": "yes"})
    assert done.status_code == 302
    entry.refresh_from_db()
    assert entry.removed_at is None
    assert entry.record["players"] == ["Ben", "Dirk", "Anna"]


def test_a_round_in_tricks(cast):
    old, round_ = corrected(cast)
    last, place = round_.tricks[-1], len(round_.tricks)
    old.post("back/", seen=old.get("end/").context["newest"])
    assert old.add(last, place).status_code == 302
    fields = Filled(old.get("end/").text).fields
    removed(old.match, old.entry)
    for page in ("", "end/", "1/", "first/", "away/"):
        assert "Ben removed this: Round 1." in words(old.phone.get(old.url(page), follow=True)), page
    assert len(old.draft.tricks) == place, "what was written down is kept"
    answer = old.post("end/", **fields)
    assert answer.status_code == 409
    said = words(answer)
    assert "Edit a round" in said
    assert "Ben removed this" in said
    assert "changed something" not in said
    assert "Restore and save" in said
    assert old.post("end/", **Filled(answer.text).fields).status_code == 302
    assert old.entry.removed_at is None
    assert not TrickDraft.objects.exists()
    assert restored_by(old.match) == [Change.Verb.RESTORED]


POINTS = {"kind": "points", "points": {"Ben": 4, "Carla": 0, "Dirk": 2}}


@pytest.mark.parametrize(
    "now",
    [["Ben", "Carla"], ["Ben", "Carla", "Dirk", "Anna"], ["Dirk", "Ben", "Carla"]],
    ids=["left", "joined", "moved"],
)
def test_a_removed_round_is_restored_among_those_who_played_it(cast, now):
    match, entry = entered(cast, POINTS, "other-game")
    phone, url = cast.phone("scorer"), address(match, entry)
    fields = Filled(phone.get(url).text).fields | {"points-2": ["7"]}
    removed(match, entry)
    there = Match.objects.get(pk=match.pk)
    there.enter({"kind": "seats", "players": now}, there.last_number, "Ben")
    answer = phone.post(url, fields)
    assert answer.status_code == 409
    again = Filled(answer.text).fields
    assert [name for name in again if name.startswith("points-")] == ["points-0", "points-1", "points-2"]
    assert again["points-2"] == ["7"]
    done = phone.post(url, again)
    assert done.status_code == 302, words(done)
    entry.refresh_from_db()
    assert entry.record["points"] == {"Ben": 4, "Carla": 0, "Dirk": 7}


@pytest.mark.parametrize("after", [["Ben", "Carla", "Dirk"], ["Ben", "Carla", "Dirk", "Anna", "Emil"]])
@pytest.mark.parametrize("sits_out", ["dealer", None])
def test_a_removed_round_keeps_its_dealer_who_sat_out(cast, after, sits_out):
    match = cast.start("other-game", ["Ben", "Carla", "Dirk", "Anna"])
    Match.objects.filter(pk=match.pk).update(sits_out=True)
    match = Match.objects.get(pk=match.pk)
    match.enter({**POINTS, "dealer": "Anna"}, 0, "Ben")
    entry = match.entries.get()
    phone, url = cast.phone("scorer"), address(match, entry)
    fields = Filled(phone.get(url).text).fields | {"points-2": ["7"]}
    removed(match, entry)
    there = Match.objects.get(pk=match.pk)
    there.enter({"kind": "seats", "players": after, "sits_out": sits_out}, there.last_number, "Ben")
    answer = phone.post(url, fields)
    assert answer.status_code == 409
    shown = [(each["sign"].name, each["deals"]) for each in answer.context["dealers"]]
    assert shown == [("Ben", False), ("Carla", False), ("Dirk", False), ("Anna", True)]
    assert [each.name for each in answer.context["seats"]] == ["Ben", "Carla", "Dirk"]
    again = Filled(answer.text).fields
    other = {name: each for name, each in again.items() if name != "points-0"} | {"dealer": ["0"], "points-3": ["1"]}
    assert [each.name for each in phone.post(f"{match.get_absolute_url()}preview/", other).context["seats"]] == [
        "Carla", "Dirk", "Anna",
    ]  # fmt: skip
    done = phone.post(url, again)
    assert done.status_code == 302, words(done)
    entry.refresh_from_db()
    assert entry.record["points"] == {"Ben": 4, "Carla": 0, "Dirk": 7}
    assert entry.record["dealer"] == "Anna"
