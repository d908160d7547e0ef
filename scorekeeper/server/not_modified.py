"""Responses with status 304 if a phone already shows the latest version, without a look at its session or access."""

from __future__ import annotations

import re
import time
from collections.abc import Callable
from hashlib import blake2b
from hmac import compare_digest
from typing import Any, ClassVar, Final, Protocol

from django.conf import settings
from django.db import DatabaseError, models
from django.http import HttpRequest, HttpResponse, HttpResponseNotModified

from scorekeeper.server import same_file

HEADER: Final = "HX-PTag"  # the same name in the request and in the response
# An older ETag gets no 304, so the view checks the access again. The expiry of a link does not renew the tag.
MAX_AGE: Final = 10 * 60  # seconds

_ETAG = re.compile(r"(?P<begin>(?P<model>[a-z]+)\.(?P<key>[A-Za-z0-9_-]+)\.(?P<at>[0-9]{1,12}))\.(?P<digest>[0-9a-f]+)")
_SESSION = f"{settings.SESSION_COOKIE_NAME}="
_models: dict[str, type[models.Model]] = {}  # registered models by name


class Followed(Protocol):
    """An instance of a model that was registered by `register()`."""

    key: str
    tag: str
    _meta: ClassVar[Any]


def register(model: type[models.Model]) -> None:
    """Let phones follow objects of this model; it has a unique `key` and a `tag`. Call this in AppConfig.ready()."""
    _models[str(model._meta.model_name)] = model


def make_etag(request: HttpRequest, followed: Followed) -> str:
    """Return the ETag of the current version of an object, for this phone only."""
    begin = f"{followed._meta.model_name}.{followed.key}.{int(time.time())}"
    return f"{begin}.{_digest(request, followed.tag, begin)}"


def is_current(request: HttpRequest, followed: Followed) -> bool:
    """Return whether the ETag in the request is that of the current version of this object."""
    shown = _ETAG.fullmatch(request.META.get("HTTP_HX_PTAG", ""))
    return shown is not None and _is_good(request, shown, followed.tag)


def _is_good(request: HttpRequest, shown: re.Match[str], tag: str) -> bool:
    return compare_digest(_digest(request, tag, shown["begin"]), shown["digest"])


def _digest(request: HttpRequest, tag: str, begin: str) -> str:
    """Return the digest of `begin` and the session cookie (or else the header Authorization), keyed with the tag."""
    cookies = request.META.get("HTTP_COOKIE", "").split("; ")
    own = [part for part in cookies if part.startswith(_SESSION)] or [request.META.get("HTTP_AUTHORIZATION", "")]
    text = "\n".join([begin, *own]).encode("utf-8", "surrogateescape")
    return blake2b(text, key=tag.encode(), digest_size=16).hexdigest()


class NotModifiedMiddleware:
    """Middleware that responds with 304 if a phone shows the latest version. It comes before all slow middleware."""

    def __init__(self, get_response: Callable[[HttpRequest], HttpResponse]) -> None:
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponse:
        if request.method == "GET" and (header := request.META.get("HTTP_HX_PTAG")):
            shown = _ETAG.fullmatch(header)
            if shown and shown["model"] in _models and same_file.is_same() and self.is_current(request, shown):
                return HttpResponseNotModified()
        return self.get_response(request)

    def is_current(self, request: HttpRequest, shown: re.Match[str]) -> bool:
        try:
            tags = _models[shown["model"]]._base_manager.filter(key=shown["key"]).values_list("tag", flat=True)
            tag = next(iter(tags), None)
        except DatabaseError:
            return False  # the view gets the same error, and the error page tells the user
        young = time.time() - int(shown["at"]) <= MAX_AGE
        # Compute a digest for an unknown key, too: the time of the response must not reveal which keys exist.
        return _is_good(request, shown, tag or "-") and young and tag is not None
