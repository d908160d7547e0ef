"""Keys of forms, and of the rows that forms create."""

from __future__ import annotations

import datetime
import secrets
from collections import Counter
from collections.abc import Iterator
from contextlib import contextmanager
from contextvars import ContextVar
from hashlib import blake2b
from typing import TYPE_CHECKING

from django.utils import timezone

if TYPE_CHECKING:
    from django.db.models import Model

_LETTERS = "abcdefghjkmnpqrstuvwxyz23456789"
LENGTH = 12
# The greatest age of a form that is believed. If a form seems to be older, or to come from the future, the phone's
# clock must be wrong.
BELIEVED = datetime.timedelta(days=60)


class Form:
    """A form that is being handled, called "the form in progress"."""

    def __init__(self, key: str, at: datetime.datetime | None = None) -> None:
        now = timezone.now()
        self.key, self.at = key, at if at and now - BELIEVED < at < now else now
        self.is_replay = at is not None
        self.done: list[Model] = []
        self._made: Counter[str] = Counter()

    def number(self, of: str) -> int:
        """Return a number of 128 bits. If the form is processed again, it gets the same numbers in the same order."""
        self._made[of] += 1
        name = f"{self.key} {of} {self._made[of]}".encode()
        return int.from_bytes(blake2b(name, digest_size=16).digest())


_form: ContextVar[Form | None] = ContextVar("form", default=None)


@contextmanager
def form_context(key: str = "", at: datetime.datetime | None = None) -> Iterator[Form]:
    """Inside this `with` block, make the form with this key the form in progress, and yield it."""
    form = _form.get()
    form = form if form and key in ("", form.key) else Form(key or secrets.token_hex(16), at)
    token = _form.set(form)
    try:
        yield form
    finally:
        _form.reset(token)


def did(*things: Model) -> None:
    """Report objects that the form in progress has created, changed or deleted. The main object comes last."""
    if form := _form.get():
        form.done += things


def random_index(count: int, of: str = "lot") -> int:
    """Return a random whole number from 0 to `count` - 1."""
    form = _form.get()
    return form.number(of) % count if form else secrets.randbelow(count)


def new_key(of: str = "key") -> str:
    """Return a key for URLs: 12 letters and digits, chosen by `random_index`; never i, l, o, 0 or 1."""
    return "".join(_LETTERS[random_index(len(_LETTERS), of)] for _ in range(LENGTH))


def event_time() -> datetime.datetime:
    """Return the time at which the form in progress was first sent; without a form, the current time."""
    form = _form.get()
    return form.at if form else timezone.now()


def is_replay() -> bool:
    """Return whether the pocket app has already processed the form in progress, without the server."""
    form = _form.get()
    return form is not None and form.is_replay


def key_of_night() -> str:
    return new_key("night")


def key_of_match() -> str:
    return new_key("match")


def key_of_change() -> str:
    return new_key("change")


def key_of_player(name_key: str = "") -> str:
    """Return a key for a new player with this `names.key`."""
    return new_key(f"player {name_key}")


def key_of_season() -> str:
    return new_key("season")
