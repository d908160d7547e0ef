"""Joining a group that a server keeps, and syncing with that server: the forms first, then its copy."""

import json
import re
from typing import Any
from urllib.parse import urlsplit

from django.conf import settings
from django.contrib import messages
from django.http import HttpRequest, HttpResponse, JsonResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.urls import reverse
from django.utils import timezone
from django.utils.formats import date_format
from django.utils.translation import gettext as _
from django.views.decorators.http import require_POST, require_safe

from games.kernel.words import isolated
from pocket import resending
from pocket.middleware import owner, reaching
from pocket.models import OutboxForm, RemoteServer
from scorekeeper.exchange.copy import KEY, NotACopy, load, reading
from scorekeeper.nights.models import Change, Match
from scorekeeper.people.access import group_for
from scorekeeper.people.keys import new_key
from scorekeeper.people.models import NAME_LENGTH, Group, Membership, Role
from scorekeeper.server.write_queue import write_transaction

_HOST = re.compile(r"[a-z0-9]([a-z0-9.-]*[a-z0-9])?|\[[0-9a-f:]+\]")
_PATH = re.compile(r"/join/([A-Za-z0-9_-]{16,64})/?")


def parts_of(link: str) -> tuple[str, str]:
    """Return the origin of a share link (scheme, host and port) and the link's token."""
    parts = urlsplit(link.strip())
    host = parts.netloc.rpartition(":")[0] if parts.port else parts.netloc
    path = _PATH.fullmatch(parts.path)
    if parts.scheme not in {"http", "https"} or not _HOST.fullmatch(host.lower()) or path is None:
        raise ValueError
    return f"{parts.scheme}://{host.lower()}{f':{parts.port}' if parts.port else ''}", path[1]


@require_safe
def join(request: HttpRequest) -> HttpResponse:
    """Show the page whose script loads the group of a share link (`link`), once a button is tapped."""
    try:
        origin, token = parts_of(request.GET.get("link", ""))
    except ValueError:
        return redirect("home")
    return _running(request, origin, token, {})


@require_safe
def sync_page(request: HttpRequest, key: str) -> HttpResponse:
    """Show the group's forms that wait, were refused or discarded. With `go` in the query, a sync starts at once."""
    group = group_for(request, key)
    home = get_object_or_404(RemoteServer, group=group)
    refused = list(group.outbox.refused())
    context = {
        "group": group,
        "home": home,
        "refused": [{"form": each, "later": each.later_in_the_game().count()} for each in refused],
        "open": group.outbox.open(),
        "discarded": group.outbox.discarded(),
        "starts": "go" in request.GET,
        "prefix": (settings.FORCE_SCRIPT_NAME or "").rstrip("/"),
    }
    return _running(request, home.origin, home.token, context)


def _running(request: HttpRequest, origin: str, token: str, context: dict[str, Any]) -> HttpResponse:
    """Return the page of a sync. Its scripts may connect only to this origin and to the site itself."""
    context |= {"origin": origin, "token": token}
    page: HttpResponse = reaching(origin)(render)(request, "pocket/sync.html", context)
    return page


@require_safe
def waiting(request: HttpRequest, key: str) -> HttpResponse:
    """Return JSON with the forms that wait for the server or were refused, in the order of sending."""
    group = group_for(request, key)
    return JsonResponse({"items": [each.as_sent() for each in group.outbox.undone()]})


@require_POST
def answered(request: HttpRequest, key: str) -> HttpResponse:
    """Store the status with which the server answered each form (201, 4xx or 5xx), and why it was refused."""
    group = group_for(request, key)
    answers = [request.POST.getlist(name) for name in ("form", "status", "why")]
    with write_transaction(group):
        for made, status, why in zip(*answers, strict=False):
            if re.fullmatch("201|[45][0-9]{2}", status):
                group.outbox.filter(key=made).update(answer=int(status), why=why[:300])
        group.outbox.forget_old()
    return HttpResponse(status=204)


@require_POST
def decide(request: HttpRequest, key: str) -> HttpResponse:
    """Do something (`do`) with a form and, with `rest`, with the later ones of its game, then start a sync."""
    group = group_for(request, key)
    form = get_object_or_404(group.outbox.exclude(answer=OutboxForm.DONE), key=request.POST.get("form", ""))
    forms_ = [form, *(form.later_in_the_game() if "rest" in request.POST else [])]
    with write_transaction(group):
        for each in forms_:
            if request.POST.get("do") == "next" and each.is_a_round:
                each.come_next()
            else:
                each.answer = OutboxForm.DISCARDED if request.POST.get("do") == "away" else None
                each.save(update_fields=["answer"])
    return redirect(f"{reverse('sync_with_server', args=[group.key])}?go")


@require_POST
def remove(request: HttpRequest, key: str) -> HttpResponse:
    """Delete the group from this phone, if the form confirms it; the group stays on the server."""
    group = group_for(request, key)
    home = get_object_or_404(RemoteServer, group=group)
    if request.POST.get("sure") != "yes":
        return redirect("sync_with_server", key=key)
    with write_transaction(group):
        home.group.delete()
    return redirect("home")


@require_POST
def take(request: HttpRequest) -> HttpResponse:
    """Load a copy of a group, which the page's script has fetched from the server and posts here."""
    try:
        with reading():
            sent = json.loads(request.body)
            origin, token = parts_of(f"{sent['origin']}/join/{sent['token']}/")
            document, version = sent["document"], str(sent["version"] or "")[:80]
        with reading(), write_transaction():
            if document.get("format") is None:
                raise NotACopy
            if not sent.get("same") and (former := _former(origin, document["group"]["key"])):
                return JsonResponse({"asks": _in_words(former, origin)})
            home = _home(origin, token, document)
            lost = resending.lost(home, document)
            if lost and "older" not in sent:
                return JsonResponse({"asks": resending.in_words(), "lost": [each.what for each in lost]})
            resending.decide(lost, send=sent.get("older") == "send")
            is_loaded = _load_unless_forms_wait(home, document, version)
    except NotACopy:
        why = _("The server runs a different version. Update both, then try again.")
        return JsonResponse({"problem": why}, status=400)
    page = reverse("sync_with_server", args=[home.group.key])
    if "first" not in sent:
        return JsonResponse({"to": page if is_loaded else ""})
    if not is_loaded:
        return JsonResponse({"to": f"{page}?go"})
    messages.success(request, _joined_in_words(Role(document["role"])))
    return JsonResponse({"to": home.group.get_absolute_url()})


def _load_unless_forms_wait(home: RemoteServer, document: dict[str, Any], version: str) -> bool:
    """Save `home`. If no forms wait to be sent, load this copy of the group. Return whether it was loaded."""
    if may_load := not home.group.outbox.to_send():
        load(home.group, document)
        Membership.objects.filter(group=home.group).update(role=Role(document["role"]))
        home.version, home.at = version, timezone.now()
    home.save()
    return may_load


def _joined_in_words(role: Role) -> str:
    if role > Role.VIEWER:
        return _("The group is here. Sync later, and the others see what you play.")
    return _("This link is only for watching: you can’t enter anything here.")


def _former(origin: str, key: str) -> RemoteServer | None:
    """Return the server that keeps the group with this key, if it has another origin than `origin`; else None."""
    return RemoteServer.objects.filter(group__key=key, group__deleted_at=None).exclude(origin=origin).first()


def _in_words(former: RemoteServer, origin: str) -> str:
    return _(
        "%(group)s was at %(former)s until now. Is %(origin)s the same server? If it is, what waits on this phone is sent "
        "there."
    ) % {"group": isolated(former.group.name), "former": former.origin, "origin": origin}


def _home(origin: str, token: str, document: dict[str, Any]) -> RemoteServer:
    """Return the server of the copy's group, with this origin and token. Raise NotACopy as `found` does."""
    home = RemoteServer.objects.filter(group__key=document["group"]["key"], group__deleted_at=None).first()
    home = home or RemoteServer(group=found(document))
    home.origin, home.token = origin, token
    return home


def found(document: dict[str, Any]) -> Group:
    """Create and return a group with the key that is in this copy; its owner is the phone's owner."""
    person, key = owner(), document["group"]["key"]
    if person is None or not KEY.fullmatch(key):
        raise NotACopy
    for each in Group.objects.filter(key=key):
        _set_aside(each)
    group = Group.create_with_owner(document["group"]["name"], person)
    group.key = key
    group.save(update_fields=["key"])
    return group


def _set_aside(group: Group) -> None:
    """Give a group, its nights and its games new keys, and the group a name that tells until when it was played here."""
    RemoteServer.objects.filter(group=group).delete()
    if last := Change.objects.filter(match__night__group=group).order_by("at").last():
        until = date_format(timezone.localtime(last.at), "TIME_FORMAT")
        group.name = _("%(group)s, until %(time)s") % {"group": group.name[: NAME_LENGTH - 16], "time": until}
        group.save(update_fields=["name"])
    rows: list[Any] = [group, *group.nights.all(), *Match.objects.filter(night__group=group)]
    for row in rows:
        type(row).objects.filter(pk=row.pk).update(key=new_key())
