"""What is drawn once and shown to many: parts of pages that are the same for everybody who sees the same version.

Kept in the memory of the process and never invalidated: the key names the version, so what is old is no longer asked for
and makes room. Nothing in a part may be about one person; what is one phone's own is put in when it is shown.
"""

from __future__ import annotations

import secrets
import struct
import sys
import threading
import zlib
from collections import OrderedDict
from collections.abc import Callable, Hashable, Iterable, Mapping
from typing import Any, Final

from django.http import HttpRequest, HttpResponse
from django.middleware.csrf import CSRF_TOKEN_LENGTH, get_token
from django.template.loader import render_to_string
from django.utils.cache import patch_vary_headers
from django.utils.safestring import SafeString

MOST_BYTES: Final = 32 * 1024 * 1024
# Stand for what is one phone's own: the token of its forms, what it has seen, who sends from it. Nobody can type them.
_SECRET = secrets.token_hex(16)
_TOKEN, TAG, SENDER = (f"{_SECRET}{each}" for each in "abc")
_LEVEL: Final = 4  # of zlib: up to a tenth more bytes than its own choice, in two thirds of the time
PLACE: Final = f"{_SECRET}:"  # stands for a part, with its name behind it

type Parts = Mapping[str, SafeString]
"""Drawn parts of a page by their names."""


class Page:
    """A drawn page, or what of it htmx asks for, compressed once.

    What is one phone's own goes into it uncompressed: so its length tells nothing about a token (BREACH).
    """

    _HEADER = b"\x1f\x8b\x08\x00\x00\x00\x00\x00\x02\xff"  # of a gzip file (RFC 1952)
    _END = b"\x01\x00\x00\xff\xff"  # the last block, an empty one

    def __init__(self, text: str, tag_length: int) -> None:
        """The form's token and the tag, of so many characters, are as long for everybody who is shown this page."""
        lengths = {_TOKEN: CSRF_TOKEN_LENGTH, TAG: tag_length}
        first, *others = text.split(_SECRET)
        self._own = [f"{_SECRET}{piece[0]}" for piece in others]
        self._plain = [first.encode(), *(piece[1:].encode() for piece in others)]
        self._packed, packer = [], zlib.compressobj(_LEVEL, wbits=-zlib.MAX_WBITS)
        for piece, name in zip(self._plain, [*self._own, ""], strict=True):
            length = lengths.get(name, 0)
            packed = packer.compress(piece) + packer.flush(zlib.Z_SYNC_FLUSH if length else zlib.Z_FULL_FLUSH)
            self._packed.append(packed)
            if length:
                # What stands before it can be referred to, as its place is known; it never is itself: no text has these bytes.
                packer.compress(b"\xff" * length)
                packer.flush(zlib.Z_SYNC_FLUSH)

    @property
    def size(self) -> int:
        return sum(map(sys.getsizeof, (*self._plain, *self._packed)))

    def shown_to(self, request: HttpRequest, tag: str, sender: str) -> HttpResponse:
        own = {TAG: tag, SENDER: sender}
        if _TOKEN in self._own:
            own[_TOKEN] = get_token(request)
        values = [*(own[name].encode() for name in self._own), b""]
        if "gzip" in request.headers.get("Accept-Encoding", ""):
            response = HttpResponse(self._gzip(values), headers={"Content-Encoding": "gzip"})
        else:
            response = HttpResponse(b"".join(each for pair in zip(self._plain, values, strict=True) for each in pair))
        patch_vary_headers(response, ["Accept-Encoding", "HX-Request"])
        return response

    def _gzip(self, values: list[bytes]) -> bytes:
        blocks, check, length = [self._HEADER], 0, 0
        for plain, packed, value in zip(self._plain, self._packed, values, strict=True):
            check = zlib.crc32(value, zlib.crc32(plain, check))
            length += len(plain) + len(value)
            blocks += packed, struct.pack("<BHH", 0, len(value), len(value) ^ 0xFFFF), value
        return b"".join((*blocks, self._END, struct.pack("<II", check, length & 0xFFFFFFFF)))


class Drawn[Kept]:
    """Those used last, up to so many bytes in all."""

    def __init__(self, size: Callable[[Kept], int], most: int = MOST_BYTES) -> None:
        self._size, self._most = size, most
        self._lock = threading.Lock()
        self.clear()

    def clear(self) -> None:
        self._kept: OrderedDict[Hashable, Kept] = OrderedDict()
        self._bytes = 0

    def get(self, key: Hashable, draw: Callable[[], Kept]) -> Kept:
        """What has this key, drawn now if it is not here; two threads may draw it at once."""
        with self._lock:
            if (kept := self._kept.get(key)) is not None:
                self._kept.move_to_end(key)
                return kept
        kept = draw()
        with self._lock:
            if (other := self._kept.pop(key, None)) is not None:
                self._bytes -= self._size(other)
            self._kept[key] = kept
            self._bytes += self._size(kept)
            while self._bytes > self._most:
                self._bytes -= self._size(self._kept.popitem(last=False)[1])
        return kept


drawn: Drawn[Parts] = Drawn(lambda parts: sum(map(sys.getsizeof, parts.values())))
pages: Drawn[Page] = Drawn(lambda page: page.size)


def draw(template: str, names: Iterable[str], context: dict[str, Any]) -> Parts:
    """These partials of a template ("": all of it), for anybody: there is no request, and no form's token."""
    context["csrf_token"] = _TOKEN
    return {name: render_to_string(f"{template}#{name}" if name else template, context) for name in names}


def shown_to(request: HttpRequest, parts: Parts) -> Parts:
    """Drawn parts for a page that is drawn for this phone alone, with the token in their forms."""
    if not any(_TOKEN in text for text in parts.values()):
        return parts
    token = get_token(request)
    return {name: SafeString(text.replace(_TOKEN, token)) for name, text in parts.items()}
