"""A cache for parts of pages that depend only on the version of their data, the role and the language."""

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

# The placeholder for the CSRF token: random, so that nobody can type it. Each process has its own, like its cache.
_TOKEN: Final = secrets.token_hex(16)

type Fragments = Mapping[str, SafeString]
"""Rendered partials of a template, by name."""


def draw(template: str, names: Iterable[str], context: dict[str, Any]) -> Fragments:
    """Return these partials of a template, rendered without a request, with the placeholder as their CSRF token."""
    context = {**context, "csrf_token": _TOKEN}
    return {name: render_to_string(f"{template}#{name}", context) for name in names}


def get_or_draw(key: str, draw: Callable[[], Fragments]) -> Fragments:
    """Return the fragments cached under this key; on a miss, call draw() and cache its result."""
    cache = caches["fragments"]
    packed: bytes | None = cache.get(key)
    if packed is not None:
        return {name: SafeString(text) for name, text in json.loads(zlib.decompress(packed)).items()}
    fragments = draw()
    cache.set(key, zlib.compress(json.dumps(fragments).encode(), level=1), timeout=None)
    return fragments


def for_request(request: HttpRequest, fragments: Fragments) -> Fragments:
    """Return the fragments with the CSRF token of this request instead of the placeholder."""
    if not any(_TOKEN in text for text in fragments.values()):
        return fragments
    token = get_token(request)
    return {name: SafeString(text.replace(_TOKEN, token)) for name, text in fragments.items()}
