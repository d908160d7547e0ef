"""The list of texts in which people wrote a player's name, shown before the player is anonymised.

Each text field of a model with a group's data (except fields with choices) is either searched, or listed here with
the reason why it is not.
"""

import datetime
import re

import pytest
from django.apps import apps
from django.db import models
from django.utils import timezone
from django.utils.html import escape

from games.kernel.words import isolated
from scorekeeper.history.free_texts import texts_with_the_name
from scorekeeper.history.models import Season
from scorekeeper.money.models import Expense, Payment
from scorekeeper.nights.models import Match, Night, OwnSheet
from scorekeeper.people.models import Group, Invitation, Player, Role, ShareLink
from tests.fixtures import make_phone

TEXT = "for Zoë’s team"


def place(cast):
    cast.match.night.describe(TEXT, "")
    return f"{cast.match.night.get_absolute_url()}edit/"


def note(cast):
    cast.match.night.describe("", TEXT)
    return f"{cast.match.night.get_absolute_url()}edit/"


def record(cast):
    cast.match.enter({"kind": "adjustment", "points": {"Ben": 1}, "note": TEXT}, 1, "Sam")
    return f"{cast.match.get_absolute_url()}round/{cast.match.entries.get(number=2).key}/"


def payment(cast):
    row = {"payer": cast.player, "amount": 100, "currency": "EUR", "by": "Sam", "key": "0a0a0a0a"}
    Payment.objects.create(group=cast.group, note=TEXT, **row).post()
    return f"/g/{cast.group.key}/money/payments/"


def expense(cast):
    carla = cast.group.players.get(name="Carla")
    data = {"payer": "Ben", "people": ["Ben", carla.name], "amount": "48", "currency": "EUR", "note": TEXT}
    assert cast.phone("scorer").post(f"/g/{cast.group.key}/money/expenses/enter/", data).status_code == 302
    return f"/g/{cast.group.key}/money/expenses/"


def options(cast):
    players = [Player.objects.get(group=cast.group, name=name) for name in ("Ben", "Carla")]
    match = Match.start(Night.tonight(cast.group), "other-game", players, {"name": TEXT}, 0)
    return match.get_absolute_url()


def sheet(cast):
    OwnSheet.brought(cast.group, "ours", f'title = "{TEXT}"')
    return f"/g/{cast.group.key}/data/"


def season(cast):
    found = Season.objects.create(group=cast.group, name=TEXT, first=datetime.date(2026, 3, 1))
    return f"/g/{cast.group.key}/seasons/{found.key}/"


def link(cast):
    return f"/g/{cast.group.key}/links/{ShareLink.make(cast.group, Role.SCORER, TEXT)[0].pk}/"


def invitation(cast):
    return f"/g/{cast.group.key}/invitations/{Invitation.make(cast.group, Role.SCORER, TEXT)[0].pk}/"


def group_name(cast):
    Group.objects.filter(pk=cast.group.pk).update(name=TEXT)
    return f"/g/{cast.group.key}/name/"


def pay_to(cast):
    Group.objects.filter(pk=cast.group.pk).update(pay_to=TEXT)
    return f"/g/{cast.group.key}/name/"


# Each searched field, with a function that writes TEXT to the field and returns the URL to which the page must link.
FOUND = {
    "nights.Night.place": place,
    "nights.Night.note": note,
    "nights.Entry.record": record,
    "nights.Match.options": options,
    "nights.OwnSheet.text": sheet,
    "money.Payment.note": payment,
    "money.Expense.note": expense,
    "history.Season.name": season,
    "people.ShareLink.name": link,
    "people.Invitation.name": invitation,
    "people.Group.name": group_name,
    "people.Group.pay_to": pay_to,
}
RENAMED = "`forget` puts the neutral name there"
NUMBERS = "numbers and codes, in which nobody is named"
DERIVED = "derived from a text that is found"
DRAFT = "a round in progress: gone, or an entry, once it is over"
LEFT_OUT = {
    "people.Player.name": "people’s names are their own; theirs is replaced",
    "people.Player.name_key": "as the name",
    "people.Player.letters": RENAMED,
    "people.User.username": "the page says that account names stay",
    "people.User.folded_name": "as the name of the account",
    "people.User.first_name": "not asked for",
    "people.User.last_name": "not asked for",
    "people.User.email": "not asked for",
    "people.User.password": "a hash",
    "people.OtherKey.stands_for": "made by the app",
    "people.Group.card_faces": NUMBERS,
    "nights.Change.before": "the page says that notes that were changed or removed since stay",
    "nights.Change.after": "the page says that notes that were changed or removed since stay",
    "nights.Seat.name": RENAMED,
    "nights.Night.place_key": DERIVED,
    "nights.Match.game_key": DERIVED,
    "nights.Match.game_slug": NUMBERS,
    "nights.Match.named_dealer": NUMBERS,
    "nights.Match.saved_tricks": RENAMED,
    "nights.Match.file_id": "an id of another program",
    "nights.Match.totals": NUMBERS,
    "nights.Match.winners": NUMBERS,
    "nights.Match.seating": NUMBERS,
    "nights.Entry.points": NUMBERS,
    "nights.Entry.money": NUMBERS,
    "nights.OwnSheet.slug": "derived from the title, which is part of the text",
    "rounds.BidsDraft.parts": DRAFT,
    "rounds.BidsDraft.earlier": DRAFT,
    "rounds.PartsDraft.parts": DRAFT,
    "rounds.PartsDraft.screen_code": NUMBERS,
    "rounds.TrickDraft.record": DRAFT,
    "rounds.TrickDraft.tricks": DRAFT,
    "money.Totals.sums": NUMBERS,
    "history.Result.feats": NUMBERS,
    "history.Result.game_key": DERIVED,
    "history.Ladder.game_key": DERIVED,
    "history.Tally.game_key": DERIVED,
    "history.Tally.totals": NUMBERS,
    "history.Merge.moved": NUMBERS,
}
ALIKE = {  # fields with such a name mean the same in every model
    "key": "made by the app",
    "tag": "made by the app",
    "token_hash": "made by the app",
    "currency": NUMBERS,
    "by": RENAMED,
    "undone_by": RENAMED,
}
# Apps that store no data of groups
OF_THE_SERVER = {"server", "web", "sending", "account", "mfa", "auth", "contenttypes", "sessions"}


def test_of_every_text_it_is_known_whether_it_is_looked_through():
    texts = {
        f"{model._meta.label}.{field.name}"
        for model in apps.get_models()
        if model._meta.app_label not in OF_THE_SERVER
        for field in model._meta.concrete_fields
        if isinstance(field, (models.CharField, models.TextField, models.JSONField)) and not field.choices
    }
    assert {each for each in texts if each.rpartition(".")[2] not in ALIKE} == {*FOUND, *LEFT_OUT}


@pytest.mark.parametrize("field", FOUND)
def test_where_people_wrote_a_name_is_said(cast, field):
    zoe = Player.objects.create(group=cast.group, name="Zoë")
    path = f"/g/{cast.group.key}/people/{zoe.key}/forget/?texts=yes"
    phone = make_phone(cast.group.memberships.get(user__username="Alice").user)
    assert "Nobody wrote the name in a note." in phone.get(path).text
    url = FOUND[field](cast)
    page = phone.get(path).text
    assert f'<a href="{url}">' in page
    assert phone.get(url).status_code == 200


@pytest.mark.parametrize("field", ["night", "entry", "options", "payment", "expense"])
@pytest.mark.parametrize("deleted", ["night", "match"])
def test_a_deleted_text_leads_to_where_it_can_be_restored(cast, field, deleted):
    zoe = Player.objects.create(group=cast.group, name="Zoë")
    night = cast.match.night
    {"night": note, "entry": record, "options": options, "payment": payment, "expense": expense}[field](cast)
    match = (
        Match.objects.filter(night=night).latest("pk") if field == "options" else Match.objects.get(pk=cast.match.pk)
    )
    Payment.objects.update(night=night)
    Expense.objects.update(night=night)
    [text] = texts_with_the_name(zoe)
    night.soft_delete() if deleted == "night" else match.soft_delete("Sam")
    [left] = texts_with_the_name(zoe)
    phone = cast.phone("owner")
    page = phone.get(left.url)
    assert page.status_code == 200
    if deleted == "night" or field in ("entry", "options"):
        assert left.what == f"{text.what} (deleted)"
        restore = re.search(r'action="([^"]*/(?:restore|bring-back)/)"', page.text)[1]
        phone.post(restore)
        assert texts_with_the_name(zoe) == [text]
    long_ago = timezone.now() - datetime.timedelta(days=31)
    Night.objects.filter(deleted_at=None).update(deleted_at=long_ago)
    assert texts_with_the_name(zoe) == [], "nobody sees it any more, and it is deleted soon"


def test_names_that_are_replaced_anyway_are_not_listed(cast):
    zoe = Player.objects.create(group=cast.group, name="Zoë")
    ShareLink.make(cast.group, Role.SCORER, "Zoë")
    Invitation.make(cast.group, Role.SCORER, "zoë")
    assert texts_with_the_name(zoe) == []
    cast.phone("owner").post(f"/g/{cast.group.key}/people/{zoe.key}/forget/", {"name": "Zoë"})
    assert not ShareLink.objects.filter(name="Zoë").exists()
    assert not Invitation.objects.filter(name="zoë").exists()
    assert escape(isolated("Zoë")) not in cast.phone("owner").get(f"/g/{cast.group.key}/accounts/").text
