"""Middleware of the site."""

import ipaddress
import re
from collections.abc import Callable
from typing import Any

from django.conf import settings
from django.core.exceptions import DisallowedHost
from django.http import Http404, HttpRequest, HttpResponseBase, HttpResponseNotAllowed, QueryDict
from django.http.request import split_domain_port

from scorekeeper.web.error_pages import not_found

Next = Callable[[HttpRequest], HttpResponseBase]

# Names that only a home network hands out; no stranger on the internet can own one.
HOME_ENDINGS = (".local", ".localhost", ".lan", ".home", ".internal", ".home.arpa", ".fritz.box")


def is_local_name(host: str) -> bool:
    """An address in figures, a name without a dot, or a name of a home network."""
    name = split_domain_port(host)[0].lower().rstrip(".")
    try:
        ipaddress.ip_address(name.strip("[]"))
    except ValueError:
        return bool(re.fullmatch(r"[a-z0-9_-]+", name)) or name.endswith(HOME_ENDINGS)
    return True


class LocalNetworkHosts:
    """Without SCOREKEEPER_HOSTS, answer only to what a local network calls this machine.

    A foreign site that points its own name at an address of this network (DNS rebinding) is refused.
    """

    def __init__(self, get_response: Next) -> None:
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponseBase:
        if "*" in settings.ALLOWED_HOSTS and not is_local_name(host := request.get_host()):
            raise DisallowedHost(f"Not a name of a home network: {host!r}. Set SCOREKEEPER_HOSTS to allow it.")
        return self.get_response(request)


def without_nul(get_response: Next) -> Next:
    """Take each NUL out of what is asked, posted and in cookies: nobody types one, and PostgreSQL keeps none."""

    def middleware(request: HttpRequest) -> HttpResponseBase:
        request.GET, request.POST = _without_nul(request.GET), _without_nul(request.POST)
        request.COOKIES = {name: value.replace("\0", "") for name, value in request.COOKIES.items()}
        return get_response(request)

    return middleware


def _without_nul[Q: QueryDict](fields: Q) -> Q:
    if not any("\0" in value for _name, values in fields.lists() for value in values):
        return fields
    found: Any = fields.copy()
    for name, values in fields.lists():
        found.setlist(name, [value.replace("\0", "") for value in values])
    return found  # type: ignore[no-any-return]


def private_pages(get_response: Next) -> Next:
    """No page is kept by a proxy, and a browser asks again before it shows one, unless its view says otherwise."""

    def middleware(request: HttpRequest) -> HttpResponseBase:
        response = get_response(request)
        response.headers.setdefault("Cache-Control", "private, no-cache")
        return response

    return middleware


def no_blank_page(get_response: Next) -> Next:
    """Show a page where only a form goes: a phone that was put away on an answer asks for its address anew."""

    def middleware(request: HttpRequest) -> HttpResponseBase:
        response = get_response(request)
        if isinstance(response, HttpResponseNotAllowed) and request.method == "GET":
            response.content = not_found(request, Http404()).content
        return response

    return middleware
