"""Joining a group that a server keeps, and exchanging with it: the phone's end of `exchange.two_sides`.

The page in the frame talks to the server, as Python in a web worker cannot; its policy allows this one server. Here the
requests are written and the answers are taken.
"""

import datetime
import re
from typing import Any
from urllib.parse import urlsplit

from django import forms
from django.conf import settings
from django.contrib import messages
from django.http import HttpRequest, HttpResponse, JsonResponse
from django.shortcuts import render
from django.urls import reverse
from django.utils import timezone
from django.utils.csp import CSP
from django.utils.formats import date_format
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy
from django.views.decorators.csp import csp_override
from django.views.decorators.http import require_http_methods, require_POST

from scorekeeper.exchange import two_sides
from scorekeeper.exchange.models import Conflict, Home
from scorekeeper.exchange.two_sides_views import document_of
from scorekeeper.people.access import group_for
from scorekeeper.people.models import Role, User
from scorekeeper.web.formatting import amount

_HOST = re.compile(r"[a-z0-9]([a-z0-9.-]*[a-z0-9])?|\[[0-9a-f:]+\]")
_PATH = re.compile(r"/join/([A-Za-z0-9_-]{16,64})/?")


def parts_of(link: str) -> tuple[str, str]:
    """The server of a share link, as https://host[:port], and the link's token; raises ValueError for anything else.

    The server goes into the page's policy, so it has nothing in it but a name and a port.
    """
    parts = urlsplit(link.strip())
    host = parts.netloc.rpartition(":")[0] if parts.port else parts.netloc
    path = _PATH.fullmatch(parts.path)
    if parts.scheme not in {"http", "https"} or not _HOST.fullmatch(host.lower()) or path is None:
        raise ValueError
    return f"{parts.scheme}://{host.lower()}{f':{parts.port}' if parts.port else ''}", path[1]


def needs_https(origin: str, request: HttpRequest) -> bool:
    """Whether a browser keeps this page from asking that server, which has no https."""
    local = urlsplit(origin).hostname in {"localhost", "127.0.0.1"}
    return request.is_secure() and origin.startswith("http:") and not local


class LinkForm(forms.Form):
    link = forms.CharField(
        label=gettext_lazy("The link by which the others join"),
        max_length=300,
        widget=forms.URLInput(attrs={"placeholder": "https://…/join/…", "autocomplete": "off"}),
    )

    def clean_link(self) -> str:
        link: str = self.cleaned_data["link"]
        try:
            parts_of(link)
        except ValueError:
            raise forms.ValidationError(_("This is no link of a group. Such a link has /join/ in it.")) from None
        return link


@require_http_methods(["GET", "POST"])
def join(request: HttpRequest) -> HttpResponse:
    """Asks for a group's share link; then the page that brings the group onto this phone."""
    form = LinkForm(request.POST if request.method == "POST" else None)
    if form.is_valid() and needs_https(parts_of(form.cleaned_data["link"])[0], request):
        form.add_error("link", _("This server has no https. A page that was opened with https cannot reach it."))
    if not form.is_valid():
        return render(request, "pocket/join.html", {"form": form}, status=422 if form.errors else 200)
    return _running(request, *parts_of(form.cleaned_data["link"]), {"form": form, "starts": True})


@require_http_methods(["GET"])
def exchange(request: HttpRequest, key: str) -> HttpResponse:
    """What the last exchange with the group's server came to, and the next one."""
    group = group_for(request, key, Role.OWNER)
    home = Home.objects.filter(group=group).first()
    if home is None:
        return render(request, "pocket/exchange.html", {"group": group})
    context = {
        "group": group,
        "home": home,
        "told": list(filter(None, map(told_in_words, home.told))),
        "conflicts": Conflict.objects.open().of(group),
    }
    return _running(request, home.origin, home.token, context)


def _running(request: HttpRequest, origin: str, token: str, context: dict[str, Any]) -> HttpResponse:
    """A page that may talk to this server, and to no other."""
    context |= {
        "origin": origin,
        "token": token,
        "server": origin + reverse("exchange").removeprefix(settings.FORCE_SCRIPT_NAME or ""),
    }
    policy: dict[str, Any] = {**settings.SECURE_CSP, "connect-src": [CSP.SELF, origin]}
    page: HttpResponse = csp_override(policy)(render)(request, "pocket/exchange.html", context)
    return page


@require_POST
def step(request: HttpRequest) -> HttpResponse:
    """Takes the server's answer, where there is one, and gives what is to be sent next, or where it ends."""
    try:
        sent = document_of(request)
        origin, token = parts_of(f"{sent['origin']}/join/{sent['token']}/")
        answer = two_sides.read(sent["answer"], two_sides.ANSWER) if sent.get("answer") else None
    except (two_sides.NotAnExchange, ValueError, KeyError, TypeError):
        return JsonResponse(
            {"problem": _("The server’s answer cannot be read. Bring both up to date, then try again.")}, status=400
        )
    if answer is None or not isinstance(request.user, User):
        home = Home.objects.filter(origin=origin, token=token, group__deleted_at=None).select_related("group").first()
        if home is not None:
            Home.objects.filter(pk=home.pk).update(told=[])
        return JsonResponse({"send": two_sides.ask(home, token)})
    home = two_sides.settle_in(answer, origin, token, request.user)
    first = home.at is None
    asked = two_sides.take_answer(home, answer)
    if asked:
        return JsonResponse({"send": asked})
    if first and not home.told:
        messages.success(request, _("The group is here. Later, Exchange brings the others what you play."))
        return JsonResponse({"to": home.group.get_absolute_url()})
    return JsonResponse({"to": reverse("exchange_with_server", args=[home.group.key])})


def told_in_words(told: dict[str, Any]) -> str:
    """What an exchange tells, as a sentence; "" for what this version cannot say."""
    sentences = {
        "apart": _("%(what)s went on here and on the server. Choose below."),
        "same_name": _("%(name)s was added here and on the server: taken for the same person."),
        "name_taken": _("%(name)s is the name of somebody else on the other side. Rename one of the two, then exchange again."),
        "not_merged": _("%(name)s is merged on one side only: the two sat at one table on the other."),
        "merge_stays": _("Only an owner merges people: %(name)s is as on the server."),
        "night_stays": _("Only an owner deletes a night or brings one back: that of %(day)s is as on the server."),
        "not_taken": _("A game of %(day)s could not be taken over and stays where it is."),
        "paid_twice": _(
            "A payment of %(sum)s from %(payer)s to %(receiver)s is more than was open: perhaps it was marked on both"
            " sides. Take one back then."
        ),
        "payment_not_taken": _("A payment of %(sum)s could not be taken over and stays where it is."),
        "too_long": _("%(what)s of %(day)s has become too long to be exchanged. A score file of it is not."),
        "begun_there": _("%(what)s: %(by)s has begun a round on the server. Let it be saved there, or enter it here, not both."),
        "begun_here": _("%(what)s: the round that is begun here stays on this phone until it is saved."),
        "gone": _("%(what)s of %(day)s was deleted on the server more than thirty days ago: it is gone here, too."),
        "night_back": _("The night of %(day)s was deleted on one side and played on at the other: it is back."),
        "read_only": _("This link may only look: what was played here stays on this phone."),
    }  # fmt: skip
    what = dict(told["what"])
    try:
        if "amount" in what and "currency" in what:
            what["sum"] = amount(int(what["amount"]), what["currency"])
        if "at" in what:
            what["day"] = date_format(timezone.localtime(datetime.datetime.fromisoformat(what["at"])), "DATE_FORMAT")
        return str(sentences[told["code"]]) % what
    except (KeyError, ValueError, OverflowError):  # of a newer server, or of one that plays tricks
        return ""
