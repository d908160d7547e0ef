"""The page of one part of what several phones write down together: a bid, or a part of a round."""

from __future__ import annotations

from django.http import Http404, HttpResponse
from django.urls import reverse

from games.kernel.parts import EVERYBODY
from games.kernel.posted import Fields
from scorekeeper.nights.access import match_for
from scorekeeper.nights.live_updates import seat_of
from scorekeeper.nights.models import Match
from scorekeeper.people.access import person_of
from scorekeeper.people.models import Role
from scorekeeper.rounds.messages import not_playing
from scorekeeper.web.htmx import HtmxRequest
from scorekeeper.web.posted import whole_number

ALL = "all"
LONGEST_NAME = 80  # characters; fields with names of this length or longer are left out
# The hidden fields of the pages, which belong to no part.
OF_THE_PAGE = {
    "csrfmiddlewaretoken",
    "key",
    "round",
    "screen",
    "seen",
    "asks_all",
    "situation",
    "left",
    "all_done",
    "nothing",
    "hidden",  # whether the bids were secret
}


def url(match: Match, name: str, *args: str) -> str:
    """Return the address of a page of this match; `args` follow the keys of group and match."""
    return reverse(name, args=[match.night.group.key, match.key, *args])


class PartPage:
    """The page of the part of one seat or, if `whose` is ALL, of what concerns everybody."""

    def __init__(self, request: HtmxRequest, key: str, match_key: str, whose: str = ALL) -> None:
        self.request, self.whose = request, whose
        self.match = match_for(request, key, match_key, Role.SCORER)
        number = whole_number(whose)
        if whose != ALL and number not in range(len(self.match.signs)):
            raise Http404("no such seat")
        self.seat = EVERYBODY if whose == ALL else str(number)
        self.sign = None if whose == ALL else self.match.signs[number]
        self.mine = seat_of(self.match, person_of(request, self.match.night.group))

    @property
    def gone(self) -> HttpResponse | None:
        """Return a redirect to the pad if this player does not play the coming round; else None."""
        return not_playing(self.request, self.match, self.sign)

    @staticmethod
    def typed(fields: Fields) -> Fields:
        """Return the fields of a form without the page's own and those with overlong names."""
        return {name: each for name, each in fields.items() if len(name) < LONGEST_NAME and name not in OF_THE_PAGE}
