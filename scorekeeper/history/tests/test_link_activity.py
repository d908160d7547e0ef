"""What was done through a share link: it is listed when the link is revoked, and can be undone with one button.

If somebody else has continued or corrected something, it stays.
"""

import datetime

import pytest

from scorekeeper.history.models import Merge, Season
from scorekeeper.money.models import Account, Expense, LedgerRow, Payment
from scorekeeper.nights.models import Match, Night, OwnSheet
from scorekeeper.people.link_activity import activity_of_link
from scorekeeper.people.models import Group, Player, Role, ShareLink
from tests.access_table import DESCRIBED, EXPENSE, PAYMENT, SHEET, owing
from tests.fixtures import make_phone


def points(match, first, second=0) -> dict:
    seats = Match.objects.get(pk=match.pk).seated
    return {"kind": "adjustment", "points": {seats[0].name: first, seats[1].name: second}}


def activity(link) -> dict[str, tuple[int, int]]:
    return {each.label: (each.revertible, each.kept) for each in activity_of_link(ShareLink.objects.get(pk=link.pk))}


@pytest.fixture
def guest(cast):
    """Return a phone that has used the scorer's link.

    It has added players, a season, a sheet, a game and rounds, and it has removed a round.
    """
    phone, group = cast.phone("scorer"), cast.group.get_absolute_url()
    phone.post(f"{group}people/", {"name": "Nobody Knows"})
    phone.post(f"{group}seasons/", {"name": "Spring", "first": "2026-03-01"})
    phone.post(f"{group}describe/", DESCRIBED)
    phone.post(f"{group}play/krimsutep/", {"seat": ["Intruder", "Ben", "Carla"]})
    cast.theirs = Match.objects.latest("pk")
    phone.post(f"{group}m/{cast.theirs.key}/adjust/", {"seen": 0, "points-0": 3, "next": "yes"})
    phone.post(f"{cast.match.get_absolute_url()}adjust/", {"points-0": 3, "next": "yes"})
    phone.post(f"{cast.match.get_absolute_url()}round/{cast.entry.key}/remove/")
    return phone


def revoke(cast, link) -> str:
    owner = cast.phone("owner")
    path = f"{cast.group.get_absolute_url()}links/{link.pk}/"
    return owner.post(f"{path}withdraw/", follow=True).content.decode()


def undo(cast, link) -> str:
    path = f"{cast.group.get_absolute_url()}links/{link.pk}/undo/"
    return cast.phone("owner").post(path, follow=True).content.decode()


def test_all_of_it_is_told_and_undone_and_what_was_there_before_stays(cast, guest):
    people, games = set(cast.group.players.values_list("name", flat=True)), Match.objects.count()
    before, mine = Match.objects.get(pk=cast.match.pk), OwnSheet.brought(cast.group, "tichu", SHEET)
    page = revoke(cast, cast.scorer_link)
    assert activity(cast.scorer_link) == {
        "Games started": (1, 0),
        "Rounds entered": (2, 0),
        "Other changes in games": (1, 0),
        "Score sheets added": (1, 0),
        "People added": (2, 0),
        "Seasons named": (1, 0),
    }
    assert "What came by this code since" in page
    assert "Undo all of this" in page
    assert "Undone" in undo(cast, cast.scorer_link)
    assert activity(cast.scorer_link) == {}
    assert not Season.objects.exists()
    assert [*OwnSheet.objects.all()] == [mine]
    assert {*cast.group.players.values_list("name", flat=True)} == people - {"Nobody Knows"}
    assert not cast.group.players.on_the_pad().filter(name="Intruder").exists()
    assert Match.objects.count() == games
    match = Match.objects.get(pk=cast.match.pk)
    assert [entry.key for entry in match.all_entries if entry.removed_at is None] == [cast.entry.key]
    assert match.totals != before.totals
    theirs = Match.objects.get(pk=cast.theirs.pk)
    assert theirs.is_deleted
    theirs.restore("Alice")  # the deletion can itself be undone
    assert [entry.key for entry in theirs.all_entries if entry.removed_at is None] == [theirs.entries.get().key]


def test_a_removal_that_cannot_be_undone_stays(cast):
    """Benno joined by an entry. The entry was removed, and Benno merged into Ben.

    If the removal were undone, Ben would sit there twice.
    """
    ben, carla = (cast.group.players.get(name=name) for name in ("Ben", "Carla"))
    benno = Player.objects.create(group=cast.group, name="Benno")
    match = Match.start(Night.tonight(cast.group), "other-game", [ben, carla], {}, 0)
    joined = match.enter({"kind": "seats", "players": ["Ben", "Carla", "Benno"]}, 0, "Alice")
    cast.phone("scorer").post(f"{match.get_absolute_url()}round/{joined.key}/remove/")
    Merge.of(benno, ben, "Alice")
    revoke(cast, cast.scorer_link)
    assert "Undone" in undo(cast, cast.scorer_link)
    assert match.entries.get().removed_at is not None


def test_what_others_have_gone_on_with_stays(cast, guest):
    ours = Match.objects.get(pk=cast.match.pk)
    entry = ours.entries.get(number=2)
    ours.correct(entry, points(ours, 7), entry.version, "Alice")
    theirs = Match.objects.get(pk=cast.theirs.pk)
    theirs.enter(points(theirs, 5), 1, "Alice", key="a-round-of-an-owner")
    page = revoke(cast, cast.scorer_link)
    assert "What others have gone on with stays." in page
    assert activity(cast.scorer_link) == {
        "Games started": (0, 1),
        "Rounds entered": (1, 1),
        "Other changes in games": (1, 0),
        "People added": (1, 1),
        "Score sheets added": (1, 0),
        "Seasons named": (1, 0),
    }
    undo(cast, cast.scorer_link)
    assert activity(cast.scorer_link) == {"Games started": (0, 1), "Rounds entered": (0, 1), "People added": (0, 1)}
    kept = [
        [each.key for each in Match.objects.get(pk=match.pk).all_entries if not each.removed_at]
        for match in (ours, theirs)
    ]
    assert kept == [[cast.entry.key, entry.key], ["a-round-of-an-owner"]]
    assert cast.group.players.on_the_pad().filter(name="Intruder").exists()


def test_a_game_that_was_changed_and_then_deleted_is_as_it_was_before(cast, guest):
    pad = cast.match.get_absolute_url()
    guest.post(f"{pad}close/")
    guest.post(f"{pad}delete/", {"sure": "yes"})
    revoke(cast, cast.scorer_link)
    told = activity(cast.scorer_link)
    assert (told["Rounds entered"], told["Other changes in games"]) == ((2, 0), (3, 0))
    undo(cast, cast.scorer_link)
    assert activity(cast.scorer_link) == {}
    match = Match.objects.get(pk=cast.match.pk)
    assert not match.is_deleted
    assert not match.finished
    assert [entry.key for entry in match.all_entries if entry.removed_at is None] == [cast.entry.key]


def test_a_game_that_others_have_gone_on_with_comes_back(cast, guest):
    theirs = Match.objects.get(pk=cast.theirs.pk)
    theirs.enter(points(theirs, 5), 1, "Alice", key="a-round-of-an-owner")
    guest.post(f"{theirs.get_absolute_url()}delete/", {"sure": "yes"})
    revoke(cast, cast.scorer_link)
    assert activity(cast.scorer_link)["People added"] == (1, 1)  # Intruder stays with the game
    undo(cast, cast.scorer_link)
    assert activity(cast.scorer_link)["People added"] == (0, 1)
    theirs = Match.objects.get(pk=cast.theirs.pk)
    assert not theirs.is_deleted
    assert [each.key for each in theirs.all_entries if not each.removed_at] == ["a-round-of-an-owner"]


def test_a_deleted_game_comes_back_even_where_its_other_changes_cannot_be_undone(cast):
    ben, carla = (cast.group.players.get(name=name) for name in ("Ben", "Carla"))
    benno = Player.objects.create(group=cast.group, name="Benno")
    match = Match.start(Night.tonight(cast.group), "other-game", [ben, carla], {}, 0)
    joined = match.enter({"kind": "seats", "players": ["Ben", "Carla", "Benno"]}, 0, "Alice")
    phone = cast.phone("scorer")
    phone.post(f"{match.get_absolute_url()}round/{joined.key}/remove/")
    phone.post(f"{match.get_absolute_url()}delete/", {"sure": "yes"})
    Merge.of(benno, ben, "Alice")
    revoke(cast, cast.scorer_link)
    undo(cast, cast.scorer_link)
    assert not Match.objects.get(pk=match.pk).is_deleted
    assert match.entries.get().removed_at is not None


def test_a_sheet_and_a_season_that_somebody_else_has_written_again_stay(cast, guest):
    sheet, season, owner = OwnSheet.objects.get(), Season.objects.get(), cast.phone("owner")
    group = cast.group.get_absolute_url()
    spring = {"name": "Spring", "first": "2026-04-01"}
    assert owner.post(f"{group}describe/sheet/{sheet.key}/", {**DESCRIBED, "rounds": "7"}).status_code == 302
    assert owner.post(f"{group}seasons/{season.key}/", spring).status_code == 302
    listed = activity(cast.scorer_link)
    assert "Score sheets added" not in listed
    assert "Seasons named" not in listed
    revoke(cast, cast.scorer_link)
    undo(cast, cast.scorer_link)
    assert OwnSheet.objects.get().text != sheet.text
    assert Season.objects.get().first == datetime.date(2026, 4, 1)


def test_a_sheet_and_a_season_that_only_the_code_has_changed_go_with_it(cast, guest):
    sheet, season, group = OwnSheet.objects.get(), Season.objects.get(), cast.group.get_absolute_url()
    assert guest.post(f"{group}describe/sheet/{sheet.key}/", {**DESCRIBED, "rounds": "7"}).status_code == 302
    guest.post(f"{group}seasons/{season.key}/", {"name": "Spring", "first": "2026-04-01"})
    assert (OwnSheet.objects.get().text, Season.objects.get().first) != (sheet.text, season.first)
    revoke(cast, cast.scorer_link)
    undo(cast, cast.scorer_link)
    assert not OwnSheet.objects.exists()
    assert not Season.objects.exists()


def test_a_payment_and_whatever_comes_with_a_header_came_by_the_code_too(cast):
    owing(cast)
    sums = Account(cast.group).balances()["EUR"]
    headers = {"authorization": f"Bearer {cast.scorer_token}", "idempotency-key": "0123456789abcdef"}
    assert make_phone().post(f"{cast.group.get_absolute_url()}money/pay/", PAYMENT, headers=headers).status_code == 201
    assert Account(cast.group).balances()["EUR"] != sums
    assert (
        cast.phone("scorer").post(f"{cast.group.get_absolute_url()}money/expenses/enter/", EXPENSE).status_code == 302
    )
    revoke(cast, cast.scorer_link)
    assert activity(cast.scorer_link) == {"Payments marked": (1, 0), "Costs entered": (1, 0)}
    undo(cast, cast.scorer_link)
    assert Account(cast.group).balances()["EUR"] == sums


def test_what_an_account_does_came_by_no_code(cast):
    owner = cast.phone("owner")
    owner.post(f"/join/{cast.scorer_token}/")
    owner.post(f"{cast.group.get_absolute_url()}people/", {"name": "A friend"})
    cast.phone("scorer").get(cast.group.get_absolute_url())
    assert Player.objects.get(name="A friend").via is None
    assert Player.objects.create(group=Group.objects.get(pk=cast.group.pk), name="Out of a command").via is None


def test_nothing_is_undone_while_the_code_holds(cast, guest):
    before = activity(cast.scorer_link)
    assert "Revoke this code?" in undo(cast, cast.scorer_link)
    assert activity(cast.scorer_link) == before
    assert datetime.date(2026, 3, 1) == Season.objects.get().first


def pays(cast, new, ben):
    Payment.objects.create(group=cast.group, payer=new, receiver=ben, amount=100, currency="EUR", by="Alice").post()


def is_paid(cast, new, ben):
    pays(cast, ben, new)


def shares(cast, new, ben):
    Expense.enter(Account(cast.group), ben, 4800, "EUR", {ben: 1, new: 1}, by="Alice")


def bears_no_cent(cast, new, ben):
    carla = cast.group.players.get(name="Carla")
    Expense.enter(Account(cast.group), ben, 1, "EUR", {carla: 1, new: 1}, by="Alice")


def spends(cast, new, ben):
    Expense.enter(Account(cast.group), new, 4800, "EUR", {ben: 1}, by="Alice")


def owes_from_before(cast, new, ben):
    for player, cents in ((new, -100), (ben, 100)):
        LedgerRow.objects.create(group=cast.group, player=player, amount=cents, currency="EUR", kind="before")


def plays(cast, new, ben):
    Match.start(Night.tonight(cast.group), "krimsutep", [new, ben, cast.group.players.get(name="Carla")], {}, 0)


def is_merged_into(cast, new, ben):
    Merge.of(Player.objects.create(group=cast.group, name="Nobody K."), new, "Alice")


def has_the_account(cast, new, ben):
    cast.phone("owner").post(f"{cast.group.get_absolute_url()}who/", {"player": new.pk})


def holds_a_phone(cast, new, ben):
    phone = make_phone(token=ShareLink.make(cast.group, Role.VIEWER)[1])
    phone.post(f"{cast.group.get_absolute_url()}who/", {"player": new.pk})


STAYS = {
    "money.Payment.payer": pays,
    "money.Payment.receiver": is_paid,
    "money.Expense.payer": spends,
    "money.ExpenseShare.player": (shares, bears_no_cent),
    "money.LedgerRow.player": owes_from_before,
    "nights.Seat.player": plays,
    "people.Player.merged_into": is_merged_into,
    "people.Membership.player": has_the_account,
    "people.Phone.player": holds_a_phone,
}
GOES = {
    "history.Result.player": "stands on a seat",
    "history.Tally.player": "is added up from results",
    "history.Merge.source": "whoever was merged into another is listed no more",
    "history.Merge.target": "the source refers to it, until that is undone",
}
CASES = {case for each in STAYS.values() for case in (each if isinstance(each, tuple) else (each,))}


def test_of_all_that_refers_to_a_player_it_is_known_whether_the_player_stays():
    fields = [each for each in Player._meta.get_fields(include_hidden=True) if each.auto_created and each.is_relation]
    assert {f"{each.related_model._meta.label}.{each.field.name}" for each in fields} == {*STAYS, *GOES}


@pytest.mark.parametrize("others_do", sorted(CASES, key=lambda case: case.__name__))
def test_somebody_to_whom_something_of_others_refers_stays(cast, others_do):
    cast.phone("scorer").post(f"{cast.group.get_absolute_url()}people/", {"name": "Nobody Knows"})
    new = Player.objects.get(name="Nobody Knows")
    others_do(cast, new, cast.player)
    page = revoke(cast, cast.scorer_link)
    assert activity(cast.scorer_link) == {"People added": (0, 1)}
    assert "Undo all of this" not in page
    undo(cast, cast.scorer_link)
    assert cast.group.players.on_the_pad().filter(pk=new.pk).exists()
    assert Player.objects.filter(pk=new.pk, memberships=None, phones=None).exists() == (
        others_do not in (has_the_account, holds_a_phone)
    )


@pytest.mark.parametrize("others_do", [pays, is_paid, shares, spends])
def test_somebody_goes_once_that_is_undone(cast, others_do):
    cast.phone("scorer").post(f"{cast.group.get_absolute_url()}people/", {"name": "Nobody Knows"})
    new = Player.objects.get(name="Nobody Knows")
    others_do(cast, new, cast.player)
    for done in (*Payment.objects.all(), *Expense.objects.all()):
        done.revert("Alice")
    revoke(cast, cast.scorer_link)
    assert activity(cast.scorer_link) == {"People added": (1, 0)}
    undo(cast, cast.scorer_link)
    assert not cast.group.players.on_the_pad().filter(pk=new.pk).exists()


def test_somebody_goes_who_holds_only_phones_by_this_code(cast):
    path, phone = cast.group.get_absolute_url(), cast.phone("scorer")
    phone.post(f"{path}people/", {"name": "Nobody Knows"})
    phone.post(f"{path}who/", {"player": Player.objects.get(name="Nobody Knows").pk})
    revoke(cast, cast.scorer_link)
    assert activity(cast.scorer_link) == {"People added": (1, 0)}
