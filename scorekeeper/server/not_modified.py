"""Answers with status 304 for a phone that already shows the latest version, without a look at its session or access.

An object that phones follow, such as a match, has a `key` and a secret `tag`. The tag is renewed by every change that a
follower could see, and by every change that takes access away. A page carries `make_etag()`, a digest of the tag and the
phone's session cookie, and sends it with each request for news. As long as the digest fits the present tag, the answer is
304. Because of the cookie, the ETag is of no use to anybody else.
"""

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

HEADER: Final = "HX-PTag"  # of the request and of the answer
# After this time the access is checked again: when a link expires, nothing changes in the database.
MAX_AGE: Final = 10 * 60  # seconds

_ETAG = re.compile(r"(?P<begin>(?P<model>[a-z]+)\.(?P<key>[A-Za-z0-9_-]+)\.(?P<at>[0-9]{1,12}))\.(?P<digest>[0-9a-f]+)")
_SESSION = f"{settings.SESSION_COOKIE_NAME}="
_models: dict[str, type[models.Model]] = {}  # by their names


class Followed(Protocol):
    """An instance of a model that is registered here."""

    key: str
    tag: str
    _meta: ClassVar[Any]


def register(model: type[models.Model]) -> None:
    """Let phones follow this model, which has a unique `key` and a `tag`; called when its app is ready."""
    _models[str(model._meta.model_name)] = model


def make_etag(request: HttpRequest, followed: Followed) -> str:
    """Return the ETag that this phone sends from now on for this version of what it follows."""
    begin = f"{followed._meta.model_name}.{followed.key}.{int(time.time())}"
    return f"{begin}.{_digest(request, followed.tag, begin)}"


def is_current(request: HttpRequest, followed: Followed) -> bool:
    """Return whether this phone shows the latest version of what it follows."""
    shown = _ETAG.fullmatch(request.META.get("HTTP_HX_PTAG", ""))
    return shown is not None and _is_good(request, shown, followed.tag)


def _is_good(request: HttpRequest, shown: re.Match[str], tag: str) -> bool:
    return compare_digest(_digest(request, tag, shown["begin"]), shown["digest"])


def _digest(request: HttpRequest, tag: str, begin: str) -> str:
    """Return the digest of a tag for one phone: by its session cookie or, where it has none, by its header."""
    cookies = request.META.get("HTTP_COOKIE", "").split("; ")
    own = [part for part in cookies if part.startswith(_SESSION)] or [request.META.get("HTTP_AUTHORIZATION", "")]
    text = "\n".join([begin, *own]).encode("utf-8", "surrogateescape")
    return blake2b(text, key=tag.encode(), digest_size=16).hexdigest()


class NotModifiedMiddleware:
    """Middleware that answers 304 where a phone shows the latest version. It must come before all that costs time."""

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
            return False  # the page says what is wrong
        young = time.time() - int(shown["at"]) <= MAX_AGE
        # Without such an object, a digest is calculated all the same, so that the time does not tell that it is missing.
        return _is_good(request, shown, tag or "-") and young and tag is not None
