"""What is drawn once and shown to many: parts of pages that are the same for everybody who sees the same version.

Kept in the memory of the process and never invalidated: the key names the version, so what is old is no longer asked for
and makes room. Nothing in a part may be about one person; what its forms need is put in when it is shown.
"""

from __future__ import annotations

import secrets
import sys
import threading
from collections import OrderedDict
from collections.abc import Callable, Hashable, Iterable, Mapping
from typing import Any, Final

from django.http import HttpRequest
from django.middleware.csrf import get_token
from django.template.loader import render_to_string
from django.utils.safestring import SafeString

MOST_BYTES: Final = 32 * 1024 * 1024
# Stands for the token of forms; nobody can type it.
_TOKEN: Final = secrets.token_hex(16)

type Parts = Mapping[str, SafeString]
"""Drawn parts of a page by their names."""


class Drawn:
    """The parts used last, up to so many bytes in all."""

    def __init__(self, most: int = MOST_BYTES) -> None:
        self._most = most
        self._kept: OrderedDict[Hashable, Parts] = OrderedDict()
        self._bytes = 0
        self._lock = threading.Lock()

    def get(self, key: Hashable, draw: Callable[[], Parts]) -> Parts:
        """The parts with this key, drawn now if they are not here; two threads may draw them at once."""
        with self._lock:
            if (parts := self._kept.get(key)) is not None:
                self._kept.move_to_end(key)
                return parts
        parts = draw()
        with self._lock:
            self._bytes += _size(parts) - _size(self._kept.pop(key, {}))
            self._kept[key] = parts
            while self._bytes > self._most:
                self._bytes -= _size(self._kept.popitem(last=False)[1])
        return parts


def _size(parts: Parts) -> int:
    return sum(sys.getsizeof(text) for text in parts.values())


drawn = Drawn()


def draw(template: str, names: Iterable[str], context: dict[str, Any]) -> Parts:
    """These partials of a template, for anybody: there is no request, and no form's token."""
    context["csrf_token"] = _TOKEN
    return {name: render_to_string(f"{template}#{name}", context) for name in names}


def shown_to(request: HttpRequest, parts: Parts) -> Parts:
    """The parts for this request, with the token in their forms."""
    if not any(_TOKEN in text for text in parts.values()):
        return parts
    token = get_token(request)
    return {name: SafeString(text.replace(_TOKEN, token)) for name, text in parts.items()}
