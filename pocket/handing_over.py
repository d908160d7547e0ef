"""The hand-over of a group to another phone at the table, which keeps the score from then on.

    document = whole(group)                   on the former host, the phone that kept the score so far
    group, links = take(request, document)    on the new host, the phone that keeps the score from then on

The document has:
- the group and its unfinished rounds,
- the hashes of its share links and the sessions of its phones: nobody has to scan a code again, or to say again who
  they are,
- the keys of the forms that were done lately: a form that is sent again is not done twice.

The former host stores a `HandedOver` before it gives the document away. From then on, it accepts no entries for the
group. If two phones kept the score, each would have rounds that the other lacks.

The phone that stands by gets the document many times, and between two documents each form that was done. It does those
that its document lacks once more before it keeps the score (shell/deputy.js), under their keys.

A document only has digests of the sessions' keys. With a real key, the phone could act as that session on the host,
even in other groups.
"""

import datetime as dt
import json
import re
from collections.abc import Callable, Iterator
from hashlib import sha256
from typing import Any

from django.conf import settings
from django.contrib import messages
from django.core.serializers.json import DjangoJSONEncoder
from django.http import HttpRequest, HttpResponse, JsonResponse
from django.shortcuts import get_object_or_404, redirect
from django.urls import reverse
from django.utils import timezone
from django.utils.formats import date_format
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods, require_POST

from games.kernel.words import isolated
from pocket import AGAIN, GUEST
from pocket.models import HandedOver
from pocket.syncing import found
from scorekeeper.exchange.copy import KEY, NIGHTS, NotACopy, dump, load, reading, set_values, values_of
from scorekeeper.nights.models import Change, Draft, Match
from scorekeeper.people import access
from scorekeeper.people.bounds import Full
from scorekeeper.people.models import Group, Phone, Player, Role, ShareLink
from scorekeeper.sending.models import ProcessedForm
from scorekeeper.server.write_queue import write_transaction
from scorekeeper.web.models import Session
from scorekeeper.web.sessions import SessionStore

LINK = ("role", "name", "expires_at", "last_used_at")
DRAFT = ("key", "after", "number", "became", "parts", "former", "version", "at", "by")
# The document has the keys of the forms that were done within this time.
LATELY = dt.timedelta(days=2)

# The digest of a session's key. It has 40 characters, the most that Django stores as a session's key.
DIGEST = re.compile("handed-[0-9a-f]{33}")

type Document = dict[str, Any]


# On the former host


def whole(group: Group, nights: int | None = None) -> Document:
    """Return the document of this group, with everything that another phone needs to keep the score."""
    sent = ProcessedForm.objects.filter(at__gte=timezone.now() - LATELY, to__startswith=group.get_absolute_url())
    copy = dump(group, nights)
    games = [game["key"] for game in copy["games"]]
    return {
        **copy,
        "links": [
            {"pk": link.pk, "hash": link.token_hash, **values_of(link, LINK)}
            for link in group.links.live().order_by("pk")
        ],
        "sessions": list(_sessions(group)),
        "drafts": [
            {"match": draft.match.key, "corrects": draft.corrects and draft.corrects.key, **values_of(draft, DRAFT)}
            for draft in Draft.objects.filter(match__night__group=group, match__key__in=games)
        ],
        "sent": [list(row) for row in sent.values_list("key", "digest", "to")],
    }


def _sessions(group: Group) -> Iterator[Document]:
    """Yield each session that has opened a valid share link of the group, with the player who holds its phone."""
    hashes = dict(group.links.live().values_list("pk", "token_hash"))
    for session in Session.objects.filter(expire_date__gt=timezone.now()):
        data = session.get_decoded()
        opened = [hashes[pk] for pk in data.get(access.SESSION_KEY, ()) if pk in hashes]
        number = data.get(access.PHONES_KEY, {}).get(group.key)
        phone = Phone.objects.filter(pk=number, link__in=hashes).select_related("link", "player").first()
        if opened:
            yield {
                "key": _digest(session.session_key),
                "opened": opened,
                "phone": phone and {"link": phone.link.token_hash, "player": phone.player and phone.player.key},
                "watches": group.key in data.get(access.WATCHING_KEY, ()),
            }


def _digest(key: str) -> str:
    """Return the digest of a session's key. If the key is a digest already, return it unchanged."""
    return key if DIGEST.fullmatch(key) else f"handed-{sha256(key.encode()).hexdigest()[:33]}"


def _holder(request: HttpRequest, group: Group) -> Document:
    """Return who holds the host's own phone."""
    asked = access.access_to(request, group)
    person = asked.person
    return {"said": asked.has_said_who, "player": person and person.key, "watches": asked.only_watches}


def _seat(group: Group, holder: Document) -> Document:
    """Create a share link and a session with which the former host goes on as a guest of the new host."""
    link, token = ShareLink.make(group, Role.SCORER)
    store = SessionStore()
    store[access.SESSION_KEY] = [link.pk]
    if holder["said"]:
        player = group.players.filter(key=holder["player"]).first()
        store[access.PHONES_KEY] = {group.key: Phone.objects.create(link=link, player=player).pk}
    if holder["watches"]:
        store[access.WATCHING_KEY] = [group.key]
    store.create()
    path = reverse("join", args=[token]).removeprefix((settings.FORCE_SCRIPT_NAME or "").rstrip("/"))
    return {"link": link.pk, "path": path, "cookies": {settings.SESSION_COOKIE_NAME: store.session_key}}


# On the new host


def take(request: HttpRequest, document: Document) -> Document:
    """Store the document's group; return what the shell needs. Raise NotACopy or one of `exchange.copy.MISFITS`."""
    # If this phone was a guest of the former host, this is the key of its session there.
    session = request.headers.get("Was-Session", "")
    with write_transaction():
        here = Group.objects.active().filter(key=document["group"]["key"], remote_server=None).first()
        # A group with something that the document lacks is not overwritten: `found` sets it aside.
        group = here if here and not _lacks(document, here) else found(document)
        HandedOver.objects.filter(group=group).delete()
        load(group, document)
        people = {player.key: player for player in group.players.all()}
        links = {each["hash"]: _link(group, each) for each in document["links"]}
        Phone.objects.filter(link__group=group).delete()
        own = next((each for each in document["sessions"] if session and each["key"] == _digest(session)), None)
        for each in document["sessions"]:
            if each is not own:
                _load_session(group, each, people, links)
        Draft.objects.filter(match__night__group=group).delete()
        for each in document["drafts"]:
            if "kind" not in each:  # an earlier version of the app kept the kinds of drafts apart
                _load_draft(group, each)
        group_path = group.get_absolute_url()
        ProcessedForm.objects.bulk_create(
            (
                ProcessedForm(key=key, digest=digest, to=to)
                for key, digest, to in document["sent"]
                if to.startswith(group_path)
            ),
            ignore_conflicts=True,
        )
        if own:  # last, because it changes this phone's session, and an error would not undo that change
            _become_owner(request, group, own, people, links)
        seat = _seat(group, document["holder"]) if "holder" in document else None  # otherwise it is in the document
        holder = own and own["phone"] and own["phone"]["player"]
    return {
        "to": group.get_absolute_url(),
        "links": {each["pk"]: links[each["hash"]].pk for each in document["links"]},
        "seat": seat,
        "who": people[holder].name if holder else "",
    }


def _lacks(document: Document, group: Group) -> bool:
    """Return whether the document lacks something of this phone's group that cannot be told from it."""
    changes = Change.objects.filter(match__night__group=group)
    pairs: list[tuple[Any, list[Document]]] = [
        (group.nights, document["nights"]),
        (changes, [each for game in document["games"] for each in game["changes"]]),
        (group.payments, document["payments"]),
        (group.expenses, document["expenses"]),
    ]
    return any(rows.exclude(key__in=[each["key"] for each in there]).exists() for rows, there in pairs)


def _link(group: Group, values: Document) -> ShareLink:
    link = ShareLink.objects.filter(token_hash=values["hash"]).first() or ShareLink(token_hash=values["hash"])
    link.group = group
    if not Role.VIEWER <= values["role"] <= Role.SCORER:
        raise NotACopy
    set_values(link, LINK, values)
    link.save()
    return link


def _become_owner(
    request: HttpRequest, group: Group, seat: Document, people: dict[str, Player], links: dict[str, ShareLink]
) -> None:
    """Withdraw the share links by which this phone was a guest: the phone's owner now owns the group."""
    for each in seat["opened"]:
        links[each].withdraw()
    if seat["phone"]:
        player = people[seat["phone"]["player"]] if seat["phone"]["player"] else None
        access.say_who(request, group, player, only_watches=seat["watches"])


def _load_session(group: Group, seat: Document, people: dict[str, Player], links: dict[str, ShareLink]) -> None:
    if not DIGEST.fullmatch(seat["key"]):
        raise NotACopy
    there = next((each for each in Session.objects.all() if _digest(each.session_key) == seat["key"]), None)
    data = there.get_decoded() if there else {}
    opened = [links[each].pk for each in seat["opened"]]
    data[access.SESSION_KEY] = [*({*data.get(access.SESSION_KEY, ())} - {*opened}), *opened]
    if seat["phone"]:
        player = people[seat["phone"]["player"]] if seat["phone"]["player"] else None
        phone = Phone.objects.create(link=links[seat["phone"]["link"]], player=player)
        data[access.PHONES_KEY] = {**data.get(access.PHONES_KEY, {}), group.key: phone.pk}
    watching = [key for key in data.get(access.WATCHING_KEY, ()) if key != group.key]
    data[access.WATCHING_KEY] = [*watching, group.key] if seat["watches"] else watching
    store = SessionStore()
    defaults = {"session_data": store.encode(data), "expire_date": store.get_expiry_date()}
    key = there.session_key if there else seat["key"]
    Session.objects.update_or_create(session_key=key, defaults=defaults)


def _load_draft(group: Group, values: Document) -> None:
    match = Match.objects.filter(night__group=group, key=values["match"]).first()
    if match is None or not KEY.fullmatch(values["key"]):
        raise NotACopy
    draft = Draft(match=match, corrects=match.entries.get(key=values["corrects"]) if values["corrects"] else None)
    set_values(draft, DRAFT, values)
    draft.clean()
    draft.save()


# Views and middleware


@require_http_methods(["GET", "POST"])
def hand_over(request: HttpRequest, key: str) -> HttpResponse:
    """Return the document of a group as JSON. The shell of the host requests it and passes it on to another phone."""
    group = access.group_for(request, key, Role.OWNER)
    if hasattr(group, "remote_server") or hasattr(group, "handed_over"):
        return HttpResponse(status=409)
    try:
        with write_transaction(group):
            holder = _holder(request, group)
            if request.method == "POST":
                seat = _seat(group, holder)
                HandedOver.objects.update_or_create(group=group, defaults={"to": request.POST.get("to", "")[:160]})
                answer = {"document": whole(group), "seat": seat}
            else:
                answer = {"document": {**whole(group, NIGHTS), "holder": holder}}
    except Full:
        return HttpResponse(status=409)
    return JsonResponse(answer, encoder=DjangoJSONEncoder)


@require_POST
def take_over(request: HttpRequest) -> HttpResponse:
    """Store the group in a host's document on this phone, which keeps the score from now on."""
    try:
        with reading():
            document = json.loads(request.body)
            if document["role"] < Role.SCORER:
                raise NotACopy
            taken = take(request, document)
    except NotACopy:
        return JsonResponse({"problem": _("This copy can’t be read.")}, status=400)
    messages.success(request, _("The pad is on this phone from now on."))
    return JsonResponse(taken)


@require_POST
def back(request: HttpRequest, key: str) -> HttpResponse:
    """Delete the group's `HandedOver`, so that this phone keeps the score again."""
    group = access.group_for(request, key, Role.OWNER)
    handed = get_object_or_404(HandedOver, group=group)
    with write_transaction(group):
        handed.delete()
    messages.success(request, _("The pad is on this phone from now on."))
    return redirect("links", key=key)


def by_former_key(get_response: Callable[[HttpRequest], HttpResponse]) -> Callable[[HttpRequest], HttpResponse]:
    """Give a session from a document the key that it had on the former host, so that its phone is recognised."""

    def middleware(request: HttpRequest) -> HttpResponse:
        key = request.COOKIES.get(settings.SESSION_COOKIE_NAME, "")
        if request.META[GUEST] == AGAIN:
            keys = Session.objects.values_list("session_key", flat=True)
            request.COOKIES[settings.SESSION_COOKIE_NAME] = next((each for each in keys if _digest(each) == key), "")
        elif DIGEST.fullmatch(key):
            del request.COOKIES[settings.SESSION_COOKIE_NAME]  # a digest is not a secret: phones that stand by have it
        elif key and (came := Session.objects.filter(session_key=_digest(key))).exists():
            with write_transaction():
                came.update(session_key=key)
        return get_response(request)

    return middleware


def elsewhere(get_response: Callable[[HttpRequest], HttpResponse]) -> Callable[[HttpRequest], HttpResponse]:
    """Guard a group that was handed over."""

    def middleware(request: HttpRequest) -> HttpResponse:
        parts = request.path_info.split("/")
        handed = HandedOver.objects.filter(group__key=parts[2]).first() if parts[1:2] == ["g"] and parts[2:] else None
        if handed is None or request.path_info.endswith("/hand-over/back/"):
            return get_response(request)
        if request.method == "POST" and not request.path_info.endswith("/hand-over/"):
            return HttpResponse(status=503)  # the form waits on the phone where it was typed
        if request.method == "GET" and "text/html" in request.headers.get("Accept", ""):
            told = _("The pad has been with %(who)s since %(time)s. To play on here instead, go to Phones.")
            who = isolated(handed.to) if handed.to else _("another phone")
            messages.warning(
                request, told % {"time": date_format(timezone.localtime(handed.at), "TIME_FORMAT"), "who": who}
            )
        return get_response(request)

    return middleware
