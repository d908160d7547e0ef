"""The tag of a match changes with everything that a phone shows of it, and when a phone loses access."""

import inspect
import re
from datetime import timedelta
from random import Random

import pytest
from django.core.cache import caches

from games.registry import all_games
from scorekeeper.history.forgetting import forget
from scorekeeper.history.models import Merge
from scorekeeper.nights.models import Draft, Match, Night
from scorekeeper.nights.signals import night_changed
from scorekeeper.people.models import Group, Invitation, Membership, Player, Role, ShareLink, User
from scorekeeper.rounds.bids import Bids
from scorekeeper.rounds.piles import Piles
from scorekeeper.rounds.tricks import Tricks
from tests.play import group

pytestmark = pytest.mark.slow

CALLED = {"kind": "adjustment", "points": {"Ben": 1}}
DEALT = group(all_games()["beutelschneider"], 3, Random(1), special_cards=False)
SEATS = dict(zip(DEALT.players, ("Ben", "Carla", "Dirk"), strict=True))
TRICK, CHANGED = (
    {"plays": [[SEATS[name], code] for name, code in trick["plays"]]}
    for trick in DEALT.round(DEALT.players[0]).noted["tricks"]["tricks"][:2]
)

BID = {"0": {"row-bid-0": ["1"]}}


def entry(match: Match):
    return match.all_entries[0]


def writing(match: Match) -> Tricks:
    """Save the first trick of a round; return the draft."""
    Tricks(match).add(TRICK, 0, 0, "Sam")
    return Tricks(match)


def typing(match: Match) -> Piles:
    """Save one player's part of a round; return the draft."""
    Piles(match).save_part("0", {"gold-0": ["30"]}, "counted", 0, "Sam")
    return Piles(match)


def typed(match: Match) -> Piles:
    """Save two of three parts of a round, from which the third follows; return the draft."""
    typing(match).save_part("1", {"gold-1": ["20"]}, "counted", 0, "Sam")
    return Piles(match)


def given(match: Match) -> Piles:
    """Save everybody's part of a round; return the draft."""
    typed(match).save_part("2", {"gold-2": ["30"]}, "counted", 0, "Sam")
    return Piles(match)


def wizard(match: Match) -> Match:
    """Turn the match into an empty one of Wizard, in which players bid before the tricks; return it."""
    Match.objects.filter(pk=match.pk).update(game_slug="wizard", options={})
    match.entries.all().delete()
    return Match.objects.get(pk=match.pk)


def bidding(match: Match) -> Bids:
    """Turn the match into one of Wizard (`wizard`), and save one player's bid; return the draft."""
    Bids(wizard(match)).save_parts(BID, 0, "Sam")
    return Bids(Match.objects.get(pk=match.pk))


def sleeping(draft: Draft) -> Draft:
    return Match.objects.get(pk=draft.match.pk).sleeping


def undone(match: Match) -> Match:
    match.undo("Sam")
    return match


def without_rounds(match: Match) -> Match:
    match.entries.all().delete()
    match.refresh()
    return match


def member(match: Match) -> Membership:
    return Membership.objects.create(user=User.objects.create_user("Mia"), group=match.night.group, role=Role.SCORER)


def someone_else(match: Match) -> Player:
    return Player.objects.create(group=match.night.group, name="Emil")


# Steps by the name of a method, function or signal. Each has a preparation and the step itself, which gets the result of
# the preparation.
STEPS = {
    "Match.enter": (lambda m: m, lambda m: m.enter(CALLED, 1, "Sam", key="another")),
    "Match.enter_all": (lambda m: m, lambda m: m.enter_all([("another", CALLED)], "Sam")),
    "Match.correct": (lambda m: m, lambda m: m.correct(entry(m), CALLED, 1, "Sam")),
    "Match.remove": (lambda m: m, lambda m: m.remove(entry(m), "Sam")),
    "Match.restore_entry": (undone, lambda m: m.restore_entry(entry(m), "Sam")),
    "Match.close": (lambda m: m, lambda m: m.close("Sam")),
    "Match.reopen": (lambda m: m.close("Sam") or m, lambda m: m.reopen("Sam")),
    "Match.exclude_from_statistics": (lambda m: m, lambda m: m.exclude_from_statistics("Sam")),
    "Match.include_in_statistics": (lambda m: m.exclude_from_statistics("Sam") or m, lambda m: m.include_in_statistics("Sam")),
    "Match.soft_delete": (lambda m: m, lambda m: m.soft_delete("Sam")),
    "Match.restore": (lambda m: m.soft_delete("Sam") or m, lambda m: m.restore("Sam")),
    "Match.change_options": (lambda m: m, lambda m: m.change_options({"stake": 5}, "Sam")),
    "Match.deal_first": (without_rounds, lambda m: m.deal_first(1, "Sam")),
    "Match.name_dealer": (lambda m: m, lambda m: m.name_dealer(2, "Sam")),
    "Match.revert": (lambda m: m, lambda m: m.revert([m.last_step], "Sam")),
    "Match.undo": (lambda m: m, lambda m: m.undo("Sam")),
    "Match.save_trick": (lambda m: m, lambda m: m.save_trick(TRICK)),
    "Match.forget_tricks": (lambda m: m.save_trick(TRICK) or m, lambda m: m.forget_tricks()),
    "Match.rescore": (lambda m: m, lambda m: m.rescore()),
    "Match.touch": (lambda m: m, lambda m: m.touch()),
    "Tricks.describe": (Tricks, lambda d: d.describe({"dealer": "Ben"}, 0, "Sam")),
    "Tricks.add": (Tricks, lambda d: d.add(TRICK, 0, 0, "Sam")),
    "Tricks.change": (writing, lambda d: d.change(0, CHANGED, 1, "Sam")),
    "Tricks.remove_last": (writing, lambda d: d.remove_last(1, "Sam")),
    "Tricks.discard": (writing, lambda d: d.discard(1, "Sam")),
    "Piles.discard": (typing, lambda d: d.discard(1, "Sam")),
    "Tricks.finish": (writing, lambda d: d.finish({**CALLED, "tricks": None, "dealer": None}, 1, "Sam")),
    "Piles.choose": (Piles, lambda d: d.choose("counted", 0, "Sam")),
    "Piles.save_part": (Piles, lambda d: d.save_part("0", {"gold-0": ["30"]}, "counted", 0, "Sam")),
    "Piles.withdraw": (typing, lambda d: d.withdraw("0", 1)),
    "Piles.assign": (typing, lambda d: d.assign("card-R10", "0")),
    "Piles.finish": (given, lambda d: d.finish(3, "Sam")),
    "Piles.finish_if_given": (given, lambda d: d.finish_if_given("Sam")),
    "Bids.save_parts": (lambda m: Bids(wizard(m)), lambda d: d.save_parts(BID, 0, "Sam")),
    "Draft.put": (lambda m: m.draft, lambda d: d.put({"dealer": {"dealer": ["1"]}}, 0, "Sam")),
    "Draft.drop": (lambda m: typing(m).draft, lambda d: d.drop(["pile"], 1, "Sam")),
    "Draft.undo": (lambda m: typing(m).draft, lambda d: d.undo(1, "Sam")),
    "Draft.wake": (lambda m: typing(m).draft, lambda d: Match.objects.get(pk=d.match.pk).drafts.update(after="x") and sleeping(d).wake("Sam")),
    "Bids.clear": (bidding, lambda d: d.clear(1, "Sam")),
    "Night.soft_delete": (lambda m: m.night, lambda n: n.soft_delete()),
    "Night.move": (lambda m: m.night, lambda n: n.move(n.day - timedelta(days=7), [m.key for m in n.matches.all()])),
    "Night.restore": (lambda m: m.night, lambda n: n.restore()),
    "Group.soft_delete": (lambda m: m.night.group, lambda g: g.soft_delete()),
    "Group.restore": (lambda m: m.night.group, lambda g: g.restore()),
    "Player.rename": (lambda m: m.seated[0].player, lambda p: p.rename("Benno")),
    "Player.hide": (lambda m: m.seated[0].player, lambda p: p.hide()),
    "Player.show": (lambda m: m.seated[0].player, lambda p: p.show()),
    "Merge.of": (lambda m: m, lambda m: Merge.of(m.seated[0].player, someone_else(m), "Sam")),
    "Merge.undo": (lambda m: Merge.of(m.seated[0].player, someone_else(m), "Sam"), lambda merge: merge.undo("Sam")),
    "forget": (lambda m: m.seated[0].player, forget),
    "ShareLink.withdraw": (lambda m: m.night.group.links.first(), lambda link: link.withdraw()),
    "Membership.change_role": (member, lambda each: each.change_role(Role.OWNER)),
    "Membership.withdraw": (member, lambda each: each.withdraw()),
    "Membership.delete": (member, lambda each: each.user.delete()),
    "Invitation.give_to": (
        lambda m: (Invitation.make(m.night.group, Role.SCORER)[0], User.objects.create_user("Mia")),
        lambda both: both[0].give_to(both[1]),
    ),
}  # fmt: skip


MADE_A_ROUND = ("Tricks.finish", "Piles.finish", "Piles.finish_if_given")
SAY_WHO_DEALS = ("Draft.put", "Tricks.describe", "Tricks.add", "Tricks.discard")
# The steps that renew the tag of the match only: no page about the whole group shows their effect.
OF_THE_MATCH_ALONE = {
    "Match.touch",
    "Match.save_trick",
    "Match.forget_tricks",
    *(
        step
        for step in STEPS
        if step.startswith(("Draft.", "Tricks.", "Piles.", "Bids.")) and step not in (*MADE_A_ROUND, *SAY_WHO_DEALS)
    ),
}


@pytest.mark.parametrize("step", STEPS)
def test_it_renews_the_tag(cast, step):
    before, do = STEPS[step]
    match = Match.objects.get()
    subject = before(match)
    tags = Match.objects.get().tag, Group.objects.get(pk=cast.group.pk).tag
    do(subject)
    assert Match.objects.get().tag != tags[0]
    assert (Group.objects.get(pk=cast.group.pk).tag == tags[1]) == (step in OF_THE_MATCH_ALONE)


@pytest.mark.parametrize(("before", "do"), STEPS.values(), ids=STEPS)
def test_after_it_the_pad_is_as_drawn_anew(cast, before, do):
    """After each step, the pad is the same with and without the cached parts of the former version."""

    def pad() -> str:
        answer = cast.phone("scorer").get(cast.match.get_absolute_url())
        return re.sub(r'(hx-ptag|name="csrfmiddlewaretoken" value)="[^"]*"', "", answer.text)

    pad()
    subject = before(Match.objects.get())
    pad()
    do(subject)
    with_kept_parts = pad()
    caches["fragments"].clear()
    assert pad() == with_kept_parts


def test_every_verb_is_in_the_table():
    """Every method with the parameter `by` is in STEPS. These are all the methods that write a change."""
    verbs = {
        f"{model.__name__}.{name}"
        for model in (Match, Draft, Tricks, Piles, Bids, Night, Group, Player, Membership, ShareLink)
        for name, method in inspect.getmembers(model, inspect.isfunction)
        if name[0] != "_" and "by" in inspect.signature(method).parameters
    }
    assert verbs <= set(STEPS)


def test_what_nobody_sees_renews_nothing(cast):
    other = Match.start(Night.objects.create(group=cast.other), "krimsutep", _players(cast.other), {}, 0)
    tags = dict(Match.objects.values_list("pk", "tag"))
    cast.viewer_link.record_use()
    ShareLink.make(cast.group, Role.VIEWER)
    someone_else(cast.match)
    assert dict(Match.objects.values_list("pk", "tag")) == tags
    cast.viewer_link.withdraw()
    night_changed.send(Night, night=cast.match.night)
    other.refresh_from_db()
    assert other.tag == tags[other.pk], "the tag of another group's match has changed"


def _players(group) -> list[Player]:
    return [Player.objects.create(group=group, name=name) for name in ("Xenia", "Yvo", "Zoe")]
