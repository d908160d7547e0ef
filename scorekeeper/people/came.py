"""What came by a share link: everything created by its holders remembers it, in a field named `via`.

`bounds` keep it from being too much; if a code fell into the wrong hands, an owner revokes it and undoes what came by
it.
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
    """Attribute everything that is created until the end of the request to this link."""
    _link.set(None if link is None else link.pk)


def by_nobody(get_response: Callable[[HttpRequest], HttpResponse]) -> Callable[[HttpRequest], HttpResponse]:
    """Handle each request without a share link at first, whatever the thread did before."""

    def middleware(request: HttpRequest) -> HttpResponse:
        token = _link.set(None)
        try:
            return get_response(request)
        finally:
            _link.reset(token)

    return middleware


@dataclass(frozen=True, slots=True)
class Came:
    """How many things of a kind came by a link and can be undone, and how many stay because others built on them."""

    what: str
    number: int
    stays: int = 0


def what_came_by(link: ShareLink) -> list[Came]:
    """Return what came by a link and still exists, with the number of each kind."""
    answers: Any = came_by.send(type(link), link=link)
    return [each for _receiver, found in answers for each in found if each.number or each.stays]


def revert(link: ShareLink, by: str) -> None:
    """Undo what came by a link, except what others built on. Called inside `write_transaction()`."""
    taken_back.send(type(link), link=link, by=by)
