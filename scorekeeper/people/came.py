"""What came by a share link: everything that is made while somebody acts by it remembers it, in a field named `via`.

`bounds` keep it from being too much; where a code fell into wrong hands, its owner revokes it and takes back what came by it.
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
    """Return the number of the share link by which somebody acts just now; None for an account, a command, nobody."""
    return _link.get()


def act_by(link: ShareLink | None) -> None:
    """Let what is made from here to the end of the request have come by this link."""
    _link.set(None if link is None else link.pk)


def by_nobody(get_response: Callable[[HttpRequest], HttpResponse]) -> Callable[[HttpRequest], HttpResponse]:
    """Begin each request with nobody's link."""

    def middleware(request: HttpRequest) -> HttpResponse:
        token = _link.set(None)
        try:
            return get_response(request)
        finally:
            _link.reset(token)

    return middleware


@dataclass(frozen=True, slots=True)
class Came:
    """How many of something came by a link and can be taken back, and how many stay as others have gone on with them."""

    what: str
    number: int
    stays: int = 0


def what_came_by(link: ShareLink) -> list[Came]:
    """Return what came by a link and is still there, each with how many."""
    answers: Any = came_by.send(type(link), link=link)
    return [each for _receiver, found in answers for each in found if each.number or each.stays]


def revert(link: ShareLink, by: str) -> None:
    """Take back what came by a link, but for what others have gone on with. Called inside `write_transaction()`."""
    taken_back.send(type(link), link=link, by=by)
