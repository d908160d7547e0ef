"""The page with the list of a match's changes."""

from collections.abc import Callable, Collection, Mapping
from typing import Any

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.views.decorators.http import require_safe

from games.kernel.engine import Engine
from scorekeeper.nights.access import match_for
from scorekeeper.nights.house_rules import option_fields
from scorekeeper.nights.models import Change, Match
from scorekeeper.nights.presenter import ledger_texts, match_context
from scorekeeper.web.formatting import language

MOST_STEPS = 200


@require_safe
def changes(request: HttpRequest, key: str, match_key: str) -> HttpResponse:
    """Show who made each of the last MOST_STEPS changes, and when, with the values before and after."""
    match = match_for(request, key, match_key)
    found = list(match.changes.select_related("entry")[:MOST_STEPS])
    played = _played_before(match, {change.entry.number for change in found if change.entry})
    steps = []
    for change in found:
        engine = played[change.entry.number] if change.entry else match.engine()
        describe = _DESCRIBE.get(change.verb, _describe_record)
        before, after = (describe(match, engine, each) for each in (change.before, change.after))
        if change.verb == Change.Verb.OPTIONS:
            before, after = (
                [each for each in before if each not in after],
                [each for each in after if each not in before],
            )
        steps.append(
            {
                "change": change,
                "round": change.entry.round if change.entry else None,
                "before": before,
                "after": after,
            }
        )
    return render(request, "rounds/changes.html", {**match_context(match), "steps": steps, "step": match.last_step})


def _played_before(match: Match, numbers: Collection[int]) -> dict[int, Engine]:
    """Return the engine in its state before each entry with one of these numbers, keyed by the number."""
    engine = match.engine()
    waiting = match.active
    found = {}
    for number in sorted(numbers):
        while waiting and waiting[0].number < number:
            engine.enter(waiting.pop(0).record)
        found[number] = engine.branch()
    return found


def _describe_record(match: Match, engine: Engine, record: Any) -> list[str]:
    """Return a record's score in words; if it has none, return its problems in words."""
    if record is None:
        return []
    scored = engine.branch().enter(record)
    return ledger_texts(match, record, scored.score) or [problem.text(language()) for problem in scored.problems]


def _describe_dealer(match: Match, engine: Engine, seat: Any) -> list[str]:
    return [match.seated[seat].name]


def _describe_options(match: Match, engine: Engine, options: Any) -> list[str]:
    return [field.told for field in option_fields(match.game, options or {})]


_DESCRIBE: Mapping[str, Callable[[Match, Engine, Any], list[str]]] = {
    Change.Verb.OPTIONS: _describe_options,
    Change.Verb.FIRST_DEALER: _describe_dealer,
}
