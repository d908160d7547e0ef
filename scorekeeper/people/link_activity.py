"""The rows that were created through a share link, and how to undo them.

The field `via` of a row refers to the link. If a link falls into the wrong hands, an owner can withdraw it, and undo
what was done through it. A row is kept if changes by somebody else depend on it.

A score sheet or season can be rewritten:

- If a row was created through the link, and somebody else rewrites it, it no longer belongs to the link.
- If a row was created by somebody else, and is rewritten through the link, undoing does not change it back.
"""

from __future__ import annotations

from collections.abc import Callable
from contextvars import ContextVar
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from django.http import HttpRequest, HttpResponse

from scorekeeper.people.signals import link_activity_listed, link_activity_reverted

if TYPE_CHECKING:
    from scorekeeper.people.models import ShareLink

_link: ContextVar[int | None] = ContextVar("link", default=None)


def link_at_work() -> int | None:
    """Return the id of the share link to which new rows are attributed; None for an account or a command."""
    return _link.get()


def act_by(link: ShareLink | None) -> None:
    """Attribute to this share link all rows that the request creates from now on; with None, to no link."""
    _link.set(None if link is None else link.pk)


def via_when_rewritten(via: int | None) -> int | None:
    """Return the new `via` of a row that is being rewritten.

    If the row was created through the current request's link, return `via` unchanged. Otherwise, return None, so that
    the row is kept when the link's rows are undone.
    """
    return via if via == link_at_work() else None


def by_nobody(get_response: Callable[[HttpRequest], HttpResponse]) -> Callable[[HttpRequest], HttpResponse]:
    """Return a middleware that makes `act_by` last for one request. A request begins without a share link."""

    def middleware(request: HttpRequest) -> HttpResponse:
        token = _link.set(None)
        try:
            return get_response(request)
        finally:
            _link.reset(token)

    return middleware


@dataclass(frozen=True, slots=True)
class LinkActivity:
    """A kind of rows that were created through a share link, with a translated label."""

    label: str
    revertible: int  # the number of rows that can be undone
    kept: int = 0  # the number of rows that are kept, because other people's changes depend on them


def activity_of_link(link: ShareLink) -> list[LinkActivity]:
    """Return the number of rows of each kind that were created through a share link and not undone yet.

    Kinds without such rows are left out.
    """
    answers: Any = link_activity_listed.send(type(link), link=link)
    return [each for _receiver, found in answers for each in found if each.revertible or each.kept]


def revert_activity(link: ShareLink, by: str) -> None:
    """Undo what was done through a share link. Rows are kept if other people's changes depend on them.

    `by` is the name of the person who undoes it. Call this inside `write_transaction()`.
    """
    link_activity_reverted.send(type(link), link=link, by=by)
