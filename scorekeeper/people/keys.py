"""Keys of forms, and of the rows that forms create.

A phone that keeps a copy of a group processes a form first, and the server processes the same form later. Both must
create the same rows. So all keys and random numbers of new rows are derived from the form's key
(`scorekeeper.sending`). The time of new rows is the time at which the form was first sent.

Meanwhile, somebody else may have created the same player or night on the server. Then no second one is created. The
phone's key becomes another key of the existing player or night (`models.OtherKey`).
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
# The greatest believable age of a form. For an older form, or one from the future, the phone's clock must be wrong.
BELIEVED = datetime.timedelta(days=60)


class Form:
    """The form in progress: a form that is being handled. `done` are the objects reported by `did()`.

    `at` is the time at which the form was first sent, as the request says. Without a believable time (BELIEVED), it is
    the current time. `is_replay` is whether the request says any time: then the phone has processed the form already.
    """

    def __init__(self, key: str, at: datetime.datetime | None = None) -> None:
        now = timezone.now()
        self.key, self.at = key, at if at and now - BELIEVED < at < now else now
        self.is_replay = at is not None
        self.done: list[Model] = []
        self._made: Counter[str] = Counter()

    def number(self, of: str) -> int:
        """Return a number of 128 bits, derived from the form's key, `of`, and the count of calls with this `of`."""
        self._made[of] += 1
        name = f"{self.key} {of} {self._made[of]}".encode()
        return int.from_bytes(blake2b(name, digest_size=16).digest())


_form: ContextVar[Form | None] = ContextVar("form", default=None)


@contextmanager
def form_context(key: str = "", at: datetime.datetime | None = None) -> Iterator[Form]:
    """Make the form with this key the form in progress inside this block, and yield it.

    `at` is when the form was first sent. A form without a key gets a random one. If a form is in progress already, and
    `key` is "" or that form's key, yield the form in progress.
    """
    form = _form.get()
    form = form if form and key in ("", form.key) else Form(key or secrets.token_hex(16), at)
    token = _form.set(form)
    try:
        yield form
    finally:
        _form.reset(token)


def did(*things: Model) -> None:
    """Report objects that the form in progress has created, changed or deleted, the main one last.

    Without a form in progress, do nothing.
    """
    if form := _form.get():
        form.done += things


def random_index(count: int, of: str = "lot") -> int:
    """Return a random whole number from 0 to `count` - 1; inside a form it is derived from the form (`Form.number`)."""
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
    """Return whether the pocket app has processed the form in progress before, without the server.

    If so, the request has the header Happened-At, and the form creates rows with the same keys as in the pocket app.
    """
    form = _form.get()
    return form is not None and form.is_replay


def key_of_night() -> str:
    return new_key("night")


def key_of_match() -> str:
    return new_key("match")


def key_of_change() -> str:
    return new_key("change")


def key_of_player(name_key: str = "") -> str:
    """Return a key for a new player; `name_key` is the `names.key` of the name.

    So inside a form, the key does not depend on the other players that the form creates.
    """
    return new_key(f"player {name_key}")


def key_of_season() -> str:
    return new_key("season")
