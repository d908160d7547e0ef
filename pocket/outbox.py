"""The outbox: in a group that a server keeps, each form that is done on this phone is kept until the server has done it."""

import json
import re
import secrets
from collections.abc import Callable
from typing import Any

from django.http import HttpRequest, HttpResponse
from django.urls import reverse
from django.utils.translation import gettext as _

from games.registry import all_games
from pocket.models import OutboxForm, RemoteServer
from scorekeeper.nights.models import Change, Match
from scorekeeper.people.access import person_of
from scorekeeper.people.keys import handled, happened_at
from scorekeeper.people.models import Group
from scorekeeper.rounds.messages import points_of, round_of
from scorekeeper.server.write_queue import write_transaction
from scorekeeper.web.formatting import language

# What is unfinished stays on the phone. Where it becomes a round, that is what is sent.
UNFINISHED = {
    "pile", "update_piles", "next_trick", "before_tricks", "change_trick", "take_trick_back", "discard_tricks",
    "after_tricks", "save_trick", "forget_tricks",
}  # fmt: skip
OWN = {
    "exchange_remove", "exchange_with_server", "exchange_waiting", "exchange_answered", "exchange_decide",
    "links", "link_withdraw", "leave",
}  # fmt: skip
NOT_SENT = {"csrfmiddlewaretoken", "draft", "next_page", "person"}
ADDS = {"people", "who", "seasons"}  # one more to a list, without a key of its own
BEGINS = {"play_game", "again"}
_MATCH = re.compile(r"/m/([a-z0-9]+)/")


def keep_for_server(get_response: Callable[[HttpRequest], HttpResponse]) -> Callable[[HttpRequest], HttpResponse]:
    """Keep each form that was done, in the transaction that did it."""

    def middleware(request: HttpRequest) -> HttpResponse:
        home = home_of(request) if request.method == "POST" else None
        if home is None:
            return get_response(request)
        given = request.headers.get("Idempotency-Key", "")
        key = given or secrets.token_hex(16)
        with write_transaction(home.group):
            last = Change.objects.filter(match__night__group=home.group).order_by("-pk").first()
            with handled(key):
                response = get_response(request)
                if response.status_code in (201, 302) and request.resolver_match:
                    _keep(request, home, key, last.pk if last else 0, response.get("Location", ""))
        return response

    return middleware


def home_of(request: HttpRequest) -> RemoteServer | None:
    """Return where the group of this address is kept, if a server keeps it."""
    parts = request.path_info.split("/")
    if parts[1:2] != ["g"] or len(parts) < 3:
        return None
    return RemoteServer.objects.filter(group__key=parts[2], group__deleted_at=None).select_related("group").first()


def _keep(request: HttpRequest, home: RemoteServer, key: str, last: int, led_to: str) -> None:
    name = request.resolver_match.url_name if request.resolver_match else ""
    if name in OWN or OutboxForm.objects.filter(key=key).exists():
        return
    changes = Change.objects.filter(match__night__group=home.group, pk__gt=last).select_related("match", "entry")
    change = changes.order_by("pk").last()
    match = _match(name, request.path_info, led_to)
    to = request.path_info
    fields = [[field, value] for field, values in request.POST.lists() for value in values if field not in NOT_SENT]
    if name in UNFINISHED:
        if change is None or change.verb not in (Change.Verb.ADDED, Change.Verb.CORRECTED):
            return
        to, fields = _as_a_round(home, change)
    elif name == "play_game" and match:  # the names that were typed may be another's by then
        fields += [["person", seat.player.key] for seat in match.seated]
    elif name == "who":  # who holds the phone is known here only, but for someone new
        if request.POST.get("player") != "new":
            return
        to, fields = _path("people", home.group.key), [["name", request.POST.get("name", "")]]
    waiting = OutboxForm(group=home.group, key=key, to=to, fields=fields, at=happened_at())
    person = person_of(request, home.group)
    waiting.held_by = person.key if person else ""
    waiting.game, waiting.what = _about(request, str(name), home.group, match, change)
    # The same form once more, after the server had refused it.
    again = OutboxForm.objects.refused().filter(group=home.group, to=to)
    same = [each.pk for each in again if each.made == waiting.made and (name not in ADDS or each.fields == fields)]
    again.filter(pk__in=same).delete()
    waiting.save()


def _as_a_round(home: RemoteServer, change: Change) -> tuple[str, list[list[str]]]:
    """Return the form by which the server enters, or corrects, a round that was made of parts."""
    entry, where = change.entry, [home.group.key, change.match.key]
    assert entry is not None  # noqa: S101 - such a change is of an entry
    record = [["record", json.dumps(change.after)], *(["seat", seat.name] for seat in change.match.seated)]
    if change.verb == Change.Verb.CORRECTED:
        return _path("correct", *where, entry.key), [*record, ["seen", str(entry.version - 1)]]
    return _path("enter", *where), [*record, ["key", entry.key], ["seen", str(entry.number - 1)]]


def _match(name: str | None, path: str, led_to: str) -> Match | None:
    """Return the match that a form is about: it begins one, or is sent to an address of one."""
    found = _MATCH.search(led_to if name in BEGINS else path)
    return Match.objects.filter(key=found[1]).first() if found else None


def _path(name: str, *args: str) -> str:
    """The address without what this phone puts in front of it."""
    path = reverse(name, args=args)
    return path[path.index("/g/") :]


def _about(
    request: HttpRequest, name: str, group: Group, match: Match | None, change: Change | None
) -> tuple[str, str]:
    """Return the game that a form is about, and what it did in words."""
    said = _in_words(request, name, group, match, change)
    title = match.title.text(language()) if match and match.game_slug in all_games() else ""
    return match.key if match else "", ": ".join(filter(None, [title, said]))[:300]


def _in_words(request: HttpRequest, name: str, group: Group, match: Match | None, change: Change | None) -> str:
    if match and change and change.entry:
        points = points_of(match, None, change.entry.points)
        return f"{round_of(change.entry)}, {change.get_verb_display()}: {points}"
    if match and change:
        return str(change.get_verb_display())
    names: dict[str, str] = {
        "play_game": _("a new game"),
        "again": _("a new game"),
        "undo": _("the last step undone"),
        "pay": _("a payment"),
        "payment_undo": _("a payment undone"),
        "people": _("someone new"),
        "who": _("someone new"),
        "player_name": _("another name"),
        "player_sign": _("another sign"),
        "player_hide": _("hidden or shown in lists"),
        "night_edit": _("a night’s place or note"),
        "seasons": _("a season"),
        "season": _("a season"),
    }
    people = group.players.by_key([request.POST.get(role, "") for role in ("payer", "receiver")])
    details: list[Any] = [each.name for each in people if each]
    details += [request.POST.get(field, "") for field in ("amount", "name", "place")]
    return " ".join([names.get(name, _("a form")), *filter(None, details)])
