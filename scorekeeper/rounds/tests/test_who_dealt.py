"""In every game, the dealer can be named when a round is entered or corrected."""

import json
import re
from random import Random

import pytest
from django.core.management import call_command
from django.urls import reverse

from games.registry import all_games
from scorekeeper.exchange.copy import dump, load
from scorekeeper.nights.models import Match
from scorekeeper.people.models import Group
from scorekeeper.rounds.tricks import Tricks
from tests.fixtures import words
from tests.play import group

pytestmark = [pytest.mark.django_db, pytest.mark.slow]


def fields_of(text: str) -> dict[str, list[str]]:
    """Return the fields that a browser sends if a page's form of a round is not changed.

    Only <input> elements are read.
    """
    form = re.search(r'<form[^>]*id="entry".*?</form>', text, re.DOTALL)[0]
    found: dict[str, list[str]] = {}
    for tag in re.findall(r"<input[^>]*>", form):
        at = dict(re.findall(r'([\w-]+)="([^"]*)"', tag))
        if "name" in at and (at.get("type") not in ("checkbox", "radio") or re.search(r"\schecked\b", tag)):
            found.setdefault(at["name"], []).append(at.get("value", ""))
    return found


def typed(match: Match, seed: int = 1):
    """Return a screen that does not ask for the dealer, and its fields for a random round; None if no round fits."""
    random, game = Random(seed), match.game
    for _ in range(40):
        them = group(game, len(match.table.players), random)
        for record in them.round(them.players[-1]).noted.values():
            here = json.loads(json.dumps(record))
            names = dict(zip(them.players, match.table.players, strict=True))
            text = json.dumps(here)
            for old, new in names.items():
                text = text.replace(f'"{old}"', f'"<{new}>"')
            record = json.loads(text.replace("<", "").replace(">", ""))
            record.pop("dealer", None)
            for screen in game.screens(match.table):
                if screen.dealt and not screen.dealer_decides and screen.shows(record):
                    _course, row = match.preview(match.with_dealer(record))
                    if not row.problems:
                        return screen, screen.fields(record, match.table)
    return None


@pytest.mark.parametrize("slug", sorted(all_games()))
def test_who_dealt_is_said_as_a_round_is_entered_and_as_it_is_corrected(cast, slug) -> None:
    game = all_games()[slug]
    names = ["Anna", "Ben", "Carla", "Dora", "Ida", "Fritz"]
    match = cast.start(slug, names[: max(3, min(game.seats))] if 3 in game.seats else names[: min(game.seats)])
    found = typed(match)
    if found is None:
        pytest.skip("its own template asks it, or its rounds are written down otherwise")
    screen, fields = found
    phone, where = cast.phone("scorer"), [cast.group.key, match.key]
    shown = phone.get(reverse("enter", args=where), {"as": screen.code})
    assert "Note, dealer" in words(shown.text)
    form = fields_of(shown.text)
    assert form["dealer"] == form["turn"] == ["0"]

    assert phone.post(reverse("enter", args=where), {**form, **fields, "dealer": "1"}).status_code == 302
    match = Match.objects.get(pk=match.pk)
    assert match.course.rows[-1].dealer == "Ben"
    entry = match.all_entries[0]
    url = reverse("correct", args=[*where, entry.key])
    form = fields_of(phone.get(url).text)
    assert form["dealer"] == ["1"]
    last = str(len(match.table.players) - 1)
    assert phone.post(url, {**form, **fields, "dealer": last}).status_code == 302
    match = Match.objects.get(pk=match.pk)
    assert (match.course.rows[-1].dealer, match.course.engine.next_dealer) == (match.table.players[-1], "Anna")


def test_where_the_dealer_sits_out_the_others_are_asked_then(cast) -> None:
    match = cast.start("other-game", ["Anna", "Ben", "Carla"])
    Match.objects.filter(pk=match.pk).update(sits_out=True)
    where, phone = [cast.group.key, match.key], cast.phone("scorer")
    form = fields_of(phone.get(reverse("enter", args=where), {"as": "round", "dealer": "1"}).text)
    assert [name for name in form if name.startswith("points-")] == ["points-0", "points-2"]
    assert phone.post(reverse("enter", args=where), {**form, "points-0": "4", "points-2": "5"}).status_code == 302
    match = Match.objects.get(pk=match.pk)
    assert (match.course.rows[0].dealer, match.course.rows[0].points) == ("Ben", [4, 0, 5])
    url = reverse("correct", args=[*where, match.all_entries[0].key])
    form = fields_of(phone.get(url, {"as": "round", "dealer": "2"}).text)
    assert [name for name in form if name.startswith("points-")] == ["points-0", "points-1"]
    assert phone.post(url, {**form, "points-0": "4", "points-1": "5"}).status_code == 302
    match = Match.objects.get(pk=match.pk)
    assert (match.course.rows[0].dealer, match.course.rows[0].points) == ("Carla", [4, 5, 0])


def test_the_form_keeps_and_names_another_dealer_who_sits_out(cast) -> None:
    match = cast.start("beutelschneider", ["Anna", "Ben", "Carla", "Dirk"], special_cards=False)
    Match.objects.filter(pk=match.pk).update(sits_out=True)
    phone, where = cast.phone("scorer"), [cast.group.key, match.key]
    page = phone.get(reverse("enter", args=where), {"as": "counted", "dealer": "1"})
    assert "Ben deals, Carla to lead" in words(page.text)
    ways = re.search(r'<div class="ways">.*?</div>', page.text, re.DOTALL)[0]
    for address in re.findall(r'href="([^"]*)"', ways):
        assert address.endswith("dealer=1")
        way = phone.get(reverse("enter", args=where) + address.replace("&amp;", "&") if address[0] == "?" else address)
        assert (way.status_code, [each.name for each in way.context["seats"]]) == (200, ["Anna", "Carla", "Dirk"])
    usual = phone.get(reverse("enter", args=where), {"as": "counted"}).text
    assert "Anna deals, Ben to lead" in words(usual)
    assert "dealer=" not in re.search(r'<div class="ways">.*?</div>', usual, re.DOTALL)[0]


# Naming the dealer before the round: one tap on the pad, one on a name


def name(cast, match: Match, seat: int, role: str = "scorer", **data):
    match = Match.objects.get(pk=match.pk)
    where = reverse("who_deals", args=[cast.group.key, match.key])
    return cast.phone(role).post(where, {"dealer": seat, "seen": match.last_number, **data})


def deals(match: Match) -> str | None:
    return Match.objects.get(pk=match.pk).course.engine.next_dealer


def undo(cast, match: Match):
    return cast.phone("scorer").post(reverse("undo", args=[cast.group.key, match.key]))


@pytest.mark.parametrize("slug", sorted(all_games()))
def test_whoever_is_named_deals_the_coming_round_and_the_next_ones_follow(cast, slug) -> None:
    game = all_games()[slug]
    names = ["Anna", "Ben", "Carla", "Dora"][: 4 if 4 in game.seats else max(game.seats)]
    match = cast.start(slug, names)
    phone, where = cast.phone("scorer"), [cast.group.key, match.key]
    leads = reverse("deal" if match.table.deck else "who_deals", args=where)
    assert f'href="{leads}"' in phone.get(match.get_absolute_url()).text, "one tap from the pad"
    asks = phone.get(leads)
    assert f'action="{reverse("who_deals", args=where)}"' in asks.text, "and one on a name"
    last = len(names) - 1
    assert name(cast, match, last)["Location"] == match.get_absolute_url()
    assert deals(match) == names[last]
    pages = [match.get_absolute_url(), reverse("display", args=where)]
    for page in pages:
        assert phone.get(page).context["dealer"] == names[last]
    match = Match.objects.get(pk=match.pk)
    assert match.course.engine.coming.leader == match.table.clockwise_from(names[0])[0]

    undo(cast, match)
    assert deals(match) == names[0]
    name(cast, match, last)
    match = Match.objects.get(pk=match.pk)
    if (found := typed(match)) is not None:
        screen, fields = found
        form = fields_of(phone.get(reverse("enter", args=where), {"as": screen.code}).text)
        assert form["dealer"] == form["turn"] == [str(last)], "the form has the named dealer"
        assert phone.post(reverse("enter", args=where), {**form, **fields}).status_code == 302
        match = Match.objects.get(pk=match.pk)
        assert (match.course.rows[-1].dealer, deals(match)) == (names[last], names[0])
        undo(cast, match)
        assert deals(match) == names[last], "the dealer is still named, as nothing was dealt since"
    call_command("rescore", "--check", verbosity=0)


def test_somebody_deals_once_more_and_who_sees_a_page_of_before_is_told(cast) -> None:
    match = cast.start("other-game", ["Anna", "Ben", "Carla"])
    match.enter({"kind": "points", "points": {"Anna": 1, "Ben": 2, "Carla": 0}}, 0, "Sam")
    where = [cast.group.key, match.key]
    assert "Anna once more" in words(cast.phone("scorer").get(reverse("who_deals", args=where)).text)
    before = fields_of(cast.phone("scorer").get(reverse("enter", args=where)).text)
    assert "Anna deals round 2." in words(cast.phone("scorer").get(name(cast, match, 0)["Location"]).text)
    form = {**before, "points-0": "4"}
    form.pop("dealer")
    assert cast.phone("scorer").post(reverse("enter", args=where), form).status_code == 409, "Ben was due on that page"
    Match.objects.get(pk=match.pk).enter({"kind": "points", "points": {"Anna": 4, "Ben": 0, "Carla": 0}}, 1, "Sam")
    assert Match.objects.get(pk=match.pk).course.rows[-1].dealer == "Anna"
    assert deals(match) == "Ben"
    stale = cast.phone("scorer").post(reverse("who_deals", args=where), {"dealer": 0, "situation": before["situation"]})
    assert "was faster." in words(cast.phone("scorer").get(stale["Location"]).text)
    assert deals(match) == "Ben"
    name(cast, match, 7)
    name(cast, match, 2, "viewer")
    assert deals(match) == "Ben", "nobody has that seat, and a viewer cannot name a dealer"


def test_a_round_of_tricks_says_itself_who_dealt(cast) -> None:
    match = cast.start("beutelschneider", ["Anna", "Ben", "Carla"])
    where, phone = [cast.group.key, match.key], cast.phone("scorer")
    who, tricks = reverse("who_deals", args=where), reverse("before_tricks", args=[*where, "new"])
    assert f'action="{who}"' in phone.get(reverse("deal", args=where)).text
    Tricks(match).describe({"dealer": "Ben"}, 0, "Sam")
    asks = phone.get(reverse("deal", args=where)).text
    assert f'href="{tricks}"' in asks, "before a name is tapped"
    assert f'action="{who}"' not in asks
    assert phone.get(who, {"back": "piles"})["Location"] == tricks
    assert "say there who dealt" in words(phone.get(tricks).text)
    assert name(cast, match, 2)["Location"] == tricks, "from a page of before"
    assert deals(match) == "Ben"


@pytest.mark.sqlite
def test_a_phone_takes_it_along(cast) -> None:
    match = cast.start("other-game", ["Anna", "Ben", "Carla"])
    name(cast, match, 2)
    document = dump(with_role(cast))
    match.drafts.all().delete()
    load(Group.objects.get(pk=cast.group.pk), document)
    assert deals(match) == "Carla"


def with_role(cast) -> Group:
    group = Group.objects.get(pk=cast.group.pk)
    group.role = 30
    return group
