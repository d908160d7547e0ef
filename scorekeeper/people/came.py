"""Things that came by a share link: everything created by its holders refers to the link, in a field named `via`.

If a link falls into the wrong hands, an owner can withdraw it, and undo everything that came by it. `bounds` limits how
much that can be.
"""

from __future__ import annotations

from collections.abc import Callable
from contextvars import ContextVar
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from django.http import HttpRequest, HttpResponse

from scorekeeper.people.signals import came_by, taken_back

if TYPE_CHECKING:
    from scorekeeper.people.models import ShareLink

_link: ContextVar[int | None] = ContextVar("link", default=None)


def link_at_work() -> int | None:
    """Return the id of the share link of the current request; None for an account or a command."""
    return _link.get()


def act_by(link: ShareLink | None) -> None:
    """Attribute everything that is created until the end of the request to this link; None: to no link."""
    _link.set(None if link is None else link.pk)


def by_nobody(get_response: Callable[[HttpRequest], HttpResponse]) -> Callable[[HttpRequest], HttpResponse]:
    """Begin each request without a share link, so that none is left over from the thread's last request."""

    def middleware(request: HttpRequest) -> HttpResponse:
        token = _link.set(None)
        try:
            return get_response(request)
        finally:
            _link.reset(token)

    return middleware


@dataclass(frozen=True, slots=True)
class Came:
    """A kind of thing that came by a link: how many can be undone, and how many stay as others' changes depend on them."""

    what: str
    number: int
    stays: int = 0


def what_came_by(link: ShareLink) -> list[Came]:
    """Return the kinds of things that came by a link and still exist, with their numbers."""
    answers: Any = came_by.send(type(link), link=link)
    return [each for _receiver, found in answers for each in found if each.number or each.stays]


def revert(link: ShareLink, by: str) -> None:
    """Undo what came by a link, except what others' changes depend on. Called inside `write_transaction()`."""
    taken_back.send(type(link), link=link, by=by)
