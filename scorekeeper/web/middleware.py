"""Middleware for host names, a replaced database, NUL characters, caching, and reloads of a form."""

import ipaddress
import re
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

from django.conf import settings
from django.core.exceptions import DisallowedHost
from django.http import Http404, HttpRequest, HttpResponseBase, HttpResponseNotAllowed, QueryDict
from django.http.request import split_domain_port, validate_host

from scorekeeper.server import same_file
from scorekeeper.web.error_pages import not_found, replaced

Next = Callable[[HttpRequest], HttpResponseBase]

# Endings that routers use, and those in RFC 6762 (appendix G): nobody on the internet can get a name with one of them.
HOME_ENDINGS = (
    *(".local", ".localhost", ".localdomain", ".lan", ".wlan", ".home", ".homenet", ".home.arpa"),
    *(".internal", ".intern", ".intranet", ".private", ".corp", ".fritz.box", ".speedport.ip"),
)
# Some routers name machines NAME.box. Anybody can buy such a name and point it to this server, but that is harmless:
# with this name, browsers do not send the cookies that this server has set under its other names.
_OF_A_BOX = re.compile(r"[a-z0-9-]+\.box")
RESOLVER = Path("/etc/resolv.conf")


def is_local_name(host: str) -> bool:
    """Return whether a Host header is local: an IP address, a name without a dot, or a name of a home network."""
    name = _without_port(host)
    try:
        ipaddress.ip_address(name.strip("[]"))
    except ValueError:
        plain = "." not in name or bool(_OF_A_BOX.fullmatch(name))
        return bool(name) and (plain or name.endswith(HOME_ENDINGS) or name.endswith(tuple(_search_domains())))
    return True


def _without_port(host: str) -> str:
    """Return the name in a Host header; "" if it is not valid. Unlike Django, accept underscores: routers use them."""
    plain = split_domain_port(host.replace("_", "-"))[0]
    return host[: len(plain)].lower().rstrip(".")


def _search_domains() -> Iterator[str]:
    """Yield this machine's search domains (/etc/resolv.conf), each with a dot before it. The router assigns them."""
    try:
        lines = RESOLVER.read_text("utf-8", "replace").splitlines()
    except OSError:
        return
    for line in lines:
        what, *domains = line.split() or [""]
        if what in ("search", "domain"):
            yield from (f".{domain.strip('.').lower()}" for domain in domains if domain.strip("."))


class HostNames:
    """Middleware that accepts only this server's host names: those of SCOREKEEPER_HOSTS, by default all local names."""

    def __init__(self, get_response: Next) -> None:
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponseBase:
        host = request.META.get("HTTP_HOST", "")
        if "_" in host and self.is_ours(host):
            request.get_host = lambda: host  # type: ignore[method-assign]
        elif not self.is_ours(host or request.get_host()):
            hint = "Not a name of a home network" if "*" in settings.ALLOWED_HOSTS else "Not in SCOREKEEPER_HOSTS"
            raise DisallowedHost(
                f"{hint}: {host[:100]!r}. SCOREKEEPER_HOSTS takes the names that this server answers to."
            )
        return self.get_response(request)

    @staticmethod
    def is_ours(host: str) -> bool:
        if "*" in settings.ALLOWED_HOSTS:
            return is_local_name(host)
        return validate_host(_without_port(host), settings.ALLOWED_HOSTS)


def same_database(get_response: Next) -> Next:
    """Respond with the error page `replaced` if the database's file was replaced or deleted while the server runs."""

    def middleware(request: HttpRequest) -> HttpResponseBase:
        return get_response(request) if same_file.is_same() else replaced(request)

    return middleware


def without_nul(get_response: Next) -> Next:
    """Remove each NUL from names and values of the query and the form, and from the cookies' values."""

    def middleware(request: HttpRequest) -> HttpResponseBase:
        request.GET, request.POST = _without_nul(request.GET), _without_nul(request.POST)
        request.COOKIES = {name: value.replace("\0", "") for name, value in request.COOKIES.items()}
        return get_response(request)

    return middleware


def _without_nul[Q: QueryDict](fields: Q) -> Q:
    if not any("\0" in text for name, values in fields.lists() for text in (name, *values)):
        return fields
    found: Any = fields.copy()
    found.clear()
    for name, values in fields.lists():
        for value in values:
            found.appendlist(name.replace("\0", ""), value.replace("\0", ""))
    return found  # type: ignore[no-any-return]


def private_pages(get_response: Next) -> Next:
    """Add `Cache-Control: private, no-cache` to each response that has no Cache-Control yet."""

    def middleware(request: HttpRequest) -> HttpResponseBase:
        response = get_response(request)
        response.headers.setdefault("Cache-Control", "private, no-cache")
        return response

    return middleware


def no_blank_page(get_response: Next) -> Next:
    """If a URL accepts only POST, answer a GET with the page for an unknown URL, but with status 405."""

    def middleware(request: HttpRequest) -> HttpResponseBase:
        response = get_response(request)
        if isinstance(response, HttpResponseNotAllowed) and request.method == "GET":
            response.content = not_found(request, Http404()).content
        return response

    return middleware
