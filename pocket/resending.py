"""The forms to send again after a server was restored from an older backup, which lacks what these forms had done."""

import datetime as dt
from typing import Any

from django.utils.translation import gettext as _

from pocket.models import OutboxForm, RemoteServer
from scorekeeper.exchange.copy import NIGHTS
from scorekeeper.nights.models import Change, Match
from scorekeeper.people import names
from scorekeeper.people.keys import form_context, key_of_change, key_of_player
from scorekeeper.people.models import Group, Role

type Document = dict[str, Any]


def lost(home: RemoteServer, document: Document) -> list[OutboxForm]:
    """Return the forms to send again, in order. `document` is the server's copy of the group."""
    if document["role"] < Role.SCORER:  # the copy for a viewer leaves out deleted games
        return []
    there, here = _keys_in(document), _keys_on_phone(home.group)
    done = list(home.group.outbox.done().exclude(game__in=_too_old(home.group, document)))
    keys = {form: _keys_of(form) for form in done}

    comes_as_before = RemoteServer.objects.filter(pk=home.pk, token=home.token).exists()

    def is_missed(form: OutboxForm) -> bool:
        if form.made:
            return form.made not in there
        change, player = keys[form]
        was_there = {change, player} if comes_as_before else {change}
        return home.at is not None and form.at < home.at and not here.isdisjoint(was_there - there)

    first = next(filter(is_missed, done), None)
    if first is None:
        return []
    are_there = [not there.isdisjoint({form.made, *keys[form]}) for form in done]
    begin = max((place + 1 for place in range(done.index(first)) if are_there[place]), default=0)
    return [
        form
        for place, form in enumerate(done)
        if not are_there[place] and (place >= begin or not here.isdisjoint(keys[form]))
    ]


def _keys_in(document: Document) -> set[str]:
    rows = [each for kind in ("games", "payments", "expenses", "players") for each in document[kind]]
    rows += [each for game in document["games"] for each in (*game["entries"], *game["changes"])]
    return {each["key"] for each in rows}


def _keys_on_phone(group: Group) -> set[str]:
    changes = Change.objects.filter(match__night__group=group)
    return {*changes.values_list("key", flat=True), *group.players.values_list("key", flat=True)}


def _too_old(group: Group, document: Document) -> set[str]:
    """Return the keys of the games that are too old for the copy, which has only the newest `NIGHTS` nights."""
    nights = [dt.datetime.fromisoformat(each["started_at"]) for each in document["nights"]]
    if len(nights) < NIGHTS:
        return set()
    earlier = Match.objects.filter(night__group=group, night__started_at__lt=min(nights))
    return {*earlier.values_list("key", flat=True)}


def _keys_of(form: OutboxForm) -> tuple[str, str]:
    """Return two keys, which are derived from the form's key: that of its change and that of its new person."""
    name = next((value for field, value in form.fields if field == "name"), "")
    with form_context(form.key):
        return key_of_change(), key_of_player(names.key(name))


def in_words() -> str:
    return _("The server is back at an older state and lacks this. Send it once more?")


def decide(lost: list[OutboxForm], send: bool) -> None:
    """With `send`, mark the lost forms as to be sent again, and also all refused forms after the first lost one."""
    forms = OutboxForm.objects.filter(pk__in=[each.pk for each in lost])
    if not send:
        forms.delete()
    elif lost:
        lost[0].group.outbox.refused().filter(pk__gt=lost[0].pk).update(answer=None)
        forms.update(answer=OutboxForm.AGAIN)
