"""The outbox: forms that this phone has processed. pocket/static/js/sync.js sends them to the group's server."""

import json
from collections.abc import Callable, Sequence
from typing import Any

from django.contrib.messages import SUCCESS, get_messages
from django.http import HttpRequest, HttpResponse
from django.urls import reverse
from django.utils.translation import gettext as _

from games.kernel.engine import LAST, SEATS
from games.kernel.seating import DEALER
from pocket.models import OutboxForm, RemoteServer
from scorekeeper.money.models import Expense, Payment
from scorekeeper.nights.models import Change, Draft, Entry, Match, digest_of
from scorekeeper.nights.presenter import outcome
from scorekeeper.people.access import person_of
from scorekeeper.people.keys import event_time, form_context
from scorekeeper.people.models import Group, Player
from scorekeeper.rounds.messages import points_of, round_of
from scorekeeper.server.write_queue import write_transaction
from scorekeeper.web.formatting import all_of, language

NOT_SENT = {"csrfmiddlewaretoken", "situation", "next_page", "person"}


def keep_for_server(get_response: Callable[[HttpRequest], HttpResponse]) -> Callable[[HttpRequest], HttpResponse]:
    """Store a form in the outbox if it changes a group that a server keeps."""

    def middleware(request: HttpRequest) -> HttpResponse:
        server = server_of(request) if request.method == "POST" else None
        if server is None:
            return get_response(request)
        with write_transaction(server.group), form_context() as form:
            response = get_response(request)
            if form.done and "Location" in response:
                _keep(request, server.group, form.key, form.done)
        return response

    return middleware


def server_of(request: HttpRequest) -> RemoteServer | None:
    """Return the server that keeps the group in the request's address; None if no server does."""
    parts = request.path_info.split("/")
    if parts[1:2] != ["g"] or len(parts) < 3:
        return None
    return RemoteServer.objects.filter(group__key=parts[2], group__deleted_at=None).select_related("group").first()


def _keep(request: HttpRequest, group: Group, key: str, done: Sequence[Any]) -> None:
    to = request.path_info
    what = next((each for each in reversed(done) if not isinstance(each, Player)), done[-1])  # newcomers come last
    fields = [[field, value] for field, values in request.POST.lists() for value in values if field not in NOT_SENT]
    match = next((each for each in done if isinstance(each, Match)), None)
    # If the form's address does not have the object's key, the form has created the object. A form that starts a game
    # in place of another one reports both games. Then look only at the new one, which it reports last.
    is_new = not any(each.key in to for each in ([what] if isinstance(what, Match) else done))
    if _is_a_round(what) and any(isinstance(each, Draft) for each in done):
        to, fields = _as_a_round(group, what)
    elif _is_a_round(what):  # send a record, as it names the players: the server may lack a change of seats
        fields = _as_a_round(group, what)[1]
    elif isinstance(what, Draft):  # the dealer may have been named on the form before the first trick instead
        to, engine = _path("who_deals", group.key, what.match.key), what.match.course.engine
        seat = engine.seating.number_of(engine.next_dealer or engine.seating.players[0])
        fields = [["dealer", str(seat)], ["seen", str(what.match.last_number)]]
    elif isinstance(what, Match) and is_new:  # send players' keys: on the server, another person may have this name
        fields += [["person", seat.player.key] for seat in what.seated]
        if "seat" not in request.POST:  # started from another game, which can have other players on the server
            fields += [["dealer", str(what.first_dealer)], ["sits_out", DEALER if what.sits_out else ""]]
            fields += [["sheet", digest_of(what.options)]]
    elif isinstance(what, Player) and "player" in request.POST:  # send the new person, but not who holds the phone
        to, fields = _path("people", group.key), [["name", what.name]]
    person = person_of(request, group)
    title = match.title.text(language()) if match and match.is_readable else ""
    form = OutboxForm(
        group=group,
        key=key,
        to=to,
        fields=fields,
        made=_made(what, is_new),
        game=match.key if match else "",
        what=": ".join(filter(None, [title, _in_words(what, is_new, request)]))[:300],
        at=event_time(),
        held_by=person.key if person else "",
    )
    # Delete the refused forms that this form replaces: they have the same address and page key. If this form creates
    # something and has no page key, they must also have the same fields.
    for refused in OutboxForm.objects.refused().filter(group=group, to=to):
        is_same = bool(form.page_key) or not (is_new or form.made) or refused.fields == fields
        if refused.page_key in (form.page_key, request.POST.get("key", "")) and is_same:
            refused.delete()
    form.save()


def _made(what: Any, is_new: bool) -> str:
    """Return the key of the round, game, payment or expense that a form created; "" for any other form."""
    if isinstance(what, Change):
        return what.entry.key if what.entry and what.verb == Change.Verb.ADDED and not what.undone_at else ""
    return what.key if is_new and isinstance(what, Match | Payment | Expense) else ""


def _is_a_round(what: Any) -> bool:
    """Return whether the form entered or corrected an entry, e.g. a round or an adjustment."""
    is_entry = isinstance(what, Change) and what.verb in (Change.Verb.ADDED, Change.Verb.CORRECTED)
    return is_entry and not what.undone_at and what.after.get("kind") not in (SEATS, LAST)


def _as_a_round(group: Group, change: Change) -> tuple[str, list[list[str]]]:
    """Return the address and the fields of a form that sends a whole record, e.g. a round or an adjustment."""
    entry, where = change.entry, [group.key, change.match.key]
    assert entry is not None  # noqa: S101 - such a change always has an entry
    people = [pair for seat in change.match.seated for pair in (["seat", seat.name], ["person", seat.player.key])]
    record = [["record", json.dumps(change.after)], *people]
    if change.verb == Change.Verb.CORRECTED:
        return _path("correct", *where, entry.key), [*record, ["seen", str(entry.version - 1)]]
    return _path("enter", *where), [*record, ["key", entry.key], ["seen", str(entry.number - 1)]]


def _path(name: str, *args: str) -> str:
    """Return the address of a view without this phone's prefix, as on the server."""
    path = reverse(name, args=args)
    return path[path.index("/g/") :]


def _in_words(what: Any, is_new: bool, request: HttpRequest) -> str:
    """Return a form's effect in words: what its page says, or else what it did."""
    shown: Any = get_messages(request)
    told = [str(each) for each in shown if each.level == SUCCESS]
    shown.used = False  # the next page still shows them
    match what:
        case _ if told:
            return told[-1]
        case Change(entry=Entry(kind=kind) as entry) if kind in (SEATS, LAST):
            row = next(each for each in what.match.course.rows if each.entry == entry)
            return str(outcome(what.match, row)["sentence"])
        case Change(entry=Entry() as entry):
            return f"{round_of(entry)}, {what.get_verb_display()}: {points_of(what.match, None, entry.points)}"
        case Change():
            step = str(what.get_verb_display())
            return _("Undone: %(step)s.") % {"step": step} if what.undone_at else step
        case Match() if is_new:
            return f"{_('a new game')}: {all_of([seat.name for seat in what.seated])}"
    return str(what)
