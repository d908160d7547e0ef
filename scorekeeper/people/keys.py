"""Keys of forms, and of everything that forms create.

A form with a key (`scorekeeper.sending`) may be handled twice: by a phone that plays alone, and later by the server. Keys
and random numbers follow from the form's key, and times from when it was first sent; so everything that the form creates
is the same on both. If the server got a person or a night from elsewhere meanwhile, it does not create them again, but
notes the phone's key for them as well (`models.OtherKey`).
"""

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
BELIEVED = datetime.timedelta(days=60)  # the greatest age of a form; an earlier time is taken for wrong


class Form:
    """A form that is being handled under a key. `done` are the objects it created or changed, as reported by `did()`."""

    def __init__(self, key: str, at: datetime.datetime | None = None) -> None:
        now = timezone.now()
        self.key, self.at = key, at if at and now - BELIEVED < at < now else now
        self.done_elsewhere = at is not None
        self.done: list[Model] = []
        self._made: Counter[str] = Counter()

    def number(self, of: str) -> int:
        """Return a large number derived from the key, from `of`, and from how often a number `of` this kind was asked for."""
        self._made[of] += 1
        name = f"{self.key} {of} {self._made[of]}".encode()
        return int.from_bytes(blake2b(name, digest_size=16).digest())


_form: ContextVar[Form | None] = ContextVar("form", default=None)


@contextmanager
def form_context(key: str = "", at: datetime.datetime | None = None) -> Iterator[Form]:
    """Attribute everything that is created inside to the form with this key, first sent at this time.

    Without a key, or with the key of the form in progress, it is the form in progress. If there is none, it is a new form
    with a random key.
    """
    form = _form.get()
    form = form if form and key in ("", form.key) else Form(key or secrets.token_hex(16), at)
    token = _form.set(form)
    try:
        yield form
    finally:
        _form.reset(token)


def did(*things: Model) -> None:
    """Note what the form in progress has created or changed, the main object last."""
    if form := _form.get():
        form.done += things


def random_index(count: int, of: str = "lot") -> int:
    """Return a random whole number below `count`; inside a form it follows from the form's key."""
    form = _form.get()
    return form.number(of) % count if form else secrets.randbelow(count)


def new_key(of: str = "key") -> str:
    """Return a key for addresses: 12 letters and digits, without those that look alike."""
    return "".join(_LETTERS[random_index(len(_LETTERS), of)] for _ in range(LENGTH))


def event_time() -> datetime.datetime:
    """Return the time at which what is being recorded happened."""
    form = _form.get()
    return form.at if form else timezone.now()


def is_replay() -> bool:
    """Return whether a phone has already done this form by itself; the form then repeats that phone's keys and time."""
    form = _form.get()
    return form is not None and form.done_elsewhere


def key_of_night() -> str:
    return new_key("night")


def key_of_match() -> str:
    return new_key("match")


def key_of_change() -> str:
    return new_key("change")


def key_of_player(name_key: str = "") -> str:
    """Return the key of a new player of this name, which does not depend on other new players in the same form."""
    return new_key(f"player {name_key}")


def key_of_season() -> str:
    return new_key("season")
