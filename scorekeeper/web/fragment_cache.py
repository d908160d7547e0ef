"""A cache for parts of pages that are the same for everybody with the same version, role and language.

A key names the version by its tag, so nothing is ever invalidated: old versions are no longer asked for and make room.
Parts are rendered without a request. Whatever differs from phone to phone is outside of them; only the CSRF token of
their forms is put in later. They are stored compressed, as the cache limits the number of entries and not their bytes.
"""

from __future__ import annotations

import json
import secrets
import zlib
from collections.abc import Callable, Iterable, Mapping
from typing import Any, Final

from django.core.cache import caches
from django.http import HttpRequest
from django.middleware.csrf import get_token
from django.template.loader import render_to_string
from django.utils.safestring import SafeString

# A placeholder for the CSRF token. It is random, so that nobody can type it; like the cache, each process has its own.
_TOKEN: Final = secrets.token_hex(16)

type Fragments = Mapping[str, SafeString]
"""Drawn parts of a template by the names of its partials."""


def draw(template: str, names: Iterable[str], context: dict[str, Any]) -> Fragments:
    """Return these partials of the template, rendered without a request."""
    context = {**context, "csrf_token": _TOKEN}
    return {name: render_to_string(f"{template}#{name}", context) for name in names}


def get_or_draw(key: str, draw: Callable[[], Fragments]) -> Fragments:
    """Return the cached fragments; call draw() on a miss."""
    cache = caches["fragments"]
    packed: bytes | None = cache.get(key)
    if packed is not None:
        return {name: SafeString(text) for name, text in json.loads(zlib.decompress(packed)).items()}
    fragments = draw()
    cache.set(key, zlib.compress(json.dumps(fragments).encode(), level=1), timeout=None)
    return fragments


def for_request(request: HttpRequest, fragments: Fragments) -> Fragments:
    """Return the fragments with the token of this request in their forms."""
    if not any(_TOKEN in text for text in fragments.values()):
        return fragments
    token = get_token(request)
    return {name: SafeString(text.replace(_TOKEN, token)) for name, text in fragments.items()}
