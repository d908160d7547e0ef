"""Messages about the effects of a change, and about a player who no longer plays."""

from collections.abc import Sequence
from itertools import zip_longest
from typing import NamedTuple

from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.urls import reverse
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from games.kernel.engine import LAST, SEATS, no_longer_count
from games.kernel.words import isolated
from scorekeeper.nights.columns import who_wins, winners_of, wins
from scorekeeper.nights.models import Course, Entry, Match, Row
from scorekeeper.people.signs import Sign
from scorekeeper.web.formatting import all_of, language, minus, signed
from scorekeeper.web.htmx import HtmxRequest
from scorekeeper.web.refusals import not_done


def round_of(entry: Entry) -> str:
    """Return the name of an entry, such as "Round 3" or "Manual adjustment"."""
    if entry.round:
        return _("Round %(number)s") % {"number": entry.round}
    beside = {LAST: _("Last rounds"), SEATS: _("Change of seats")}
    screens = entry.match.game.screens(entry.match.table)
    beside |= {each.code: each.label.text(language()) for each in screens if not each.dealt}
    return beside.get(entry.kind, _("Manual adjustment"))


def points_of(match: Match, before: Sequence[int] | None, after: Sequence[int] | None) -> str:
    """Return in words how a change altered an entry's points, such as "Anna +3 → +5"."""
    names = [isolated(seat.name) for seat in match.seated]
    if before is None or after is None:
        points = before if after is None else after
        return ", ".join(f"{name} {signed(each)}" for name, each in zip(names, points or (), strict=False))
    seats = zip_longest(names, before, after, fillvalue=0)  # `before` is shorter if the correction let a player join
    changed = [each for each in seats if each[1] != each[2]]
    return ", ".join(f"{name} {signed(old)} → {signed(new)}" for name, old, new in changed) or _("all points as before")


class Consequences(NamedTuple):
    """The effects of a change on all other entries; `totals` is a sentence with each total that changes, or ""."""

    no_longer: Sequence[Row]  # entries that no longer count
    otherwise: Sequence[Row]  # entries that give other points than before
    again: Sequence[Row]  # entries that count now and did not before
    totals: str

    @property
    def asked(self) -> str:
        """The sentences to confirm before the change is saved; "" if every entry that counted still counts."""
        return self.told if self.no_longer else ""

    @property
    def lost(self) -> str:
        """The sentences on the entries that no longer count; "" if there are none."""
        said = _lost(_numbers(self.no_longer))
        beside = any(row.number is None for row in self.no_longer)
        return " ".join(filter(None, [said, _("Manual adjustments no longer count.") if beside else ""]))

    @property
    def told(self) -> str:
        """The effects in sentences, with the totals; "" if all other entries count as before."""
        said = ngettext(
            "Round %(rounds)s counts differently.",
            "Rounds %(rounds)s count differently.",
            len(_numbers(self.otherwise)),
        )
        differently = _which(self.otherwise, said, _("Manual adjustments count differently."))
        said = ngettext("Round %(rounds)s counts again.", "Rounds %(rounds)s count again.", len(_numbers(self.again)))
        again = _which(self.again, said, _("Manual adjustments count differently."))
        found = [*filter(None, (self.lost, differently, again))]
        return " ".join([*found, self.totals]).strip() if found else ""


def _lost(rounds: Sequence[str]) -> str:
    """Return the sentence on rounds that no longer count; "" without any."""
    said = ngettext("Round %(rounds)s no longer counts.", "Rounds %(rounds)s no longer count.", len(rounds))
    return said % {"rounds": all_of(rounds)} if rounds else ""


def _numbers(rows: Sequence[Row]) -> list[str]:
    return [str(row.number) for row in rows if row.number]


def _which(rows: Sequence[Row], of_rounds: str, beside: str) -> str:
    """Return the sentence `of_rounds` if there are rounds in `rows`, and `beside` about other entries."""
    numbers = _numbers(rows)
    found = [
        of_rounds % {"rounds": all_of(numbers)} if numbers else "",
        beside if len(rows) > len(numbers) else "",
    ]
    return " ".join(filter(None, found))


def consequences(before: Course, after: Course) -> Consequences:
    """Return the effects of a change. `before` and `after` are the match's courses without the change and with it."""
    then = {row.entry.number: row for row in after.rows}
    same = [(row, then[row.entry.number]) for row in before.rows if row.entry.number in then]
    now = {row.entry.number: row for row, _new in same}
    no_longer = [now[number] for number in no_longer_count(now, then)]
    otherwise = [old for old, new in same if old.score and new.score and _differ(old, new)]
    again = [new for old, new in same if new.score and not old.score]
    players, totals = after.engine.seating.everyone, before.engine.totals
    moved = [(name, totals.get(name, 0), after.engine.totals.get(name, 0)) for name in players]
    sums = ", ".join(f"{isolated(name)} {minus(old)} → {minus(new)}" for name, old, new in moved if old != new)
    return Consequences(no_longer, otherwise, again, _("Totals: %(sums)s.") % {"sums": sums} if sums else "")


def ending(match: Match, now: Course, then: Course) -> str:
    """Return a sentence about a change that ends the game, ends it differently, or makes it go on; else ""."""
    if not then.engine.over:
        return _("The game goes on then.") if now.engine.over else ""
    last = max((row.number or 0 for row in then.rows if row.score), default=0)
    dropped = [
        str(old.number)
        for old, new in zip(now.rows, then.rows, strict=False)
        if old.number and old.score and not new.score
    ]
    if now.engine.over and not dropped and then.engine.winners == now.engine.winners:
        return ""
    if not (last and then.engine.winners):
        return _("This game is over.")
    # If the change lets a player join, this player has no sign until the change is saved.
    joined = len(then.engine.seating.everyone) > len(match.seated)
    winners = then.engine.winners
    won = wins(all_of(winners), len(winners)) if joined else who_wins(winners_of(match, then))
    ends = _("This ends the game after round %(round)s: %(won)s") % {"round": last, "won": won}
    return f"{ends}. {_lost(dropped)}".strip()


def _differ(old: Row, new: Row) -> bool:
    """Return whether both rows have the same record but different points."""
    return old.record == new.record and (old.score and old.score.points) != (new.score and new.score.points)


def corrected(
    request: HttpRequest, match: Match, entry: Entry, before: Sequence[int] | None, course: Course | None = None
) -> HttpResponse:
    """Redirect to the row of a corrected entry, with messages on its points and on other entries."""
    entry.refresh_from_db()
    later = consequences(course, match.course).told if course else ""
    if later and before == entry.points:
        messages.success(request, _("%(round)s corrected.") % {"round": round_of(entry)})
    else:
        what = {"round": round_of(entry), "points": points_of(match, before, entry.points)}
        messages.success(request, _("%(round)s corrected: %(points)s.") % what)
    say_consequences(request, later)
    return redirect(f"{match.get_absolute_url()}#r{entry.number}")


def say_consequences(request: HttpRequest, told: str) -> None:
    """Add a warning with these effects on other entries; do nothing for ""."""
    if told:
        messages.warning(request, told)


def removed_text(entry: Entry) -> str:
    """Return the sentence that an entry was removed."""
    return _("%(round)s removed.") % {"round": round_of(entry)}


def say_removed(request: HttpRequest, match: Match, entry: Entry) -> None:
    """Add the message that an entry was removed, with a button that restores the entry."""
    restore = reverse("restore", args=[match.night.group.key, match.key, entry.key])
    messages.success(request, removed_text(entry), extra_tags=restore)


def not_playing(request: HtmxRequest, match: Match, sign: Sign | None) -> HttpResponse | None:
    """Return a redirect to the pad if this player does not play the coming round; else None."""
    if sign is None or sign in match.signs_at(match.table):
        return None
    return not_done(request, match, _("%(name)s isn’t playing in this round.") % {"name": isolated(sign.name)})
