"""A player's page: statistics, records against each opponent, ratings, money."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import Any

from django.db.models import QuerySet
from django.http import HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.utils.translation import gettext as _
from django.views.decorators.http import require_safe

from games.kernel.feats import Feat
from scorekeeper.history.games_played import games_played
from scorekeeper.history.models import Merge, Result, latest_ratings
from scorekeeper.history.periods import Chosen
from scorekeeper.history.ratings import BEGIN
from scorekeeper.history.statistics import Statistics, statistics_of
from scorekeeper.history.superlatives import feats_to_show, lowest_wins, superlatives
from scorekeeper.nights.game_key import game_of, title
from scorekeeper.nights.titles import titles_among
from scorekeeper.people.access import group_for
from scorekeeper.people.models import Group, Player
from scorekeeper.web.charts import Series, chart
from scorekeeper.web.formatting import amount, average, language, minus

MOST_DRAWN, LAST_GAMES = 30, 8


@require_safe
def player(request: HttpRequest, key: str, player_key: str) -> HttpResponse:
    group = group_for(request, key)
    player = get_object_or_404(group.players.select_related("merged_into"), key=player_key)
    if player.merged_into is not None:
        return redirect("player", key=group.key, player_key=player.canonical.key)
    chosen = Chosen.read(request.GET.dict(), group)
    results = player.results.filter(chosen.period.results)
    tables = Result.objects.filter(match__in=results.values("match"))
    by_game = {game: found for (pk, game), found in statistics_of(tables).items() if pk == player.pk}
    statistics = by_game.get(chosen.slug, Statistics())
    ratings = latest_ratings(results, "game_key")
    results = results.select_related("match__night").order_by("-played_at", "-match_id")
    if chosen.game:
        results = results.filter(game_key=chosen.slug)
    last = list(results[:LAST_GAMES])
    names = titles_among(group, {*by_game, chosen.slug, *(each.game_key for each in last)})
    games = games_played(by_game, ratings, names)
    low = lowest_wins(group, chosen.slug) if chosen.game else False
    context = {
        "group": group,
        "player": player,
        "chosen": chosen,
        "title": title(chosen.slug, names) if chosen.slug else "",
        "periods": chosen.periods,
        "statistics": statistics,
        "games": games,
        "averages": _averages(statistics) if chosen.game else [],
        "extremes": _extremes_of(statistics, low) if chosen.game else [],
        "feats": _feats(statistics, feats_to_show(chosen.slug, low)),
        "duels": _duels(group, statistics),
        "rating": ratings.get(chosen.slug),
        "ratings": _ratings(player, list(results[:MOST_DRAWN])) if chosen.game else None,
        "money": _money(player, results, statistics) if group.shows_money else [],
        "last": _last(last, names),
        "merges": Merge.objects.filter(target=player, undone_at=None).select_related("source"),
    }
    return render(request, "history/player.html", context)


def _averages(statistics: Statistics) -> list[dict[str, Any]]:
    labelled = [
        (_("Average per game"), statistics.points, statistics.games),
        (_("Average per round"), statistics.round_points, statistics.rounds),
    ]
    return [
        {"label": label, "value": average(total, number), "below": total < 0}
        for label, total, number in labelled
        if number
    ]


def _extremes_of(statistics: Statistics, low: bool) -> list[dict[str, Any]]:
    """Return the best and worst game and the best and worst round, each with a label; leave out what is None."""
    found = superlatives(statistics, low)
    labelled = [
        (_("Best game"), found.best_game),
        (_("Worst game"), found.worst_game),
        (_("Best round"), found.best_round),
        (_("Worst round"), found.worst_round),
    ]
    return [{"label": label, "extreme": extreme} for label, extreme in labelled if extreme]


def _feats(statistics: Statistics, feats: Sequence[Feat]) -> list[dict[str, str]]:
    return [
        {
            "title": feat.title.text(language()),
            "amount": feat.amount(amount=statistics.feats[feat.code]).text(language()),
        }
        for feat in feats
        if feat.code in statistics.feats
    ]


def _duels(group: Group, statistics: Statistics) -> list[dict[str, Any]]:
    """Return the player's record against each opponent, most games first."""
    players = group.players.in_bulk(statistics.duels)
    duels = [
        {
            "player": players[other],
            "duel": duel,
            "behind_from": 100 - duel.share_behind,  # the left edge of the part "behind" of the bar, in percent
        }
        for other, duel in statistics.duels.items()
    ]
    return sorted(duels, key=lambda each: (-each["duel"].games, each["player"].name))


def _ratings(player: Player, results: Sequence[Result]) -> dict[str, Any] | None:
    """Return the ratings after these games as a chart and as rows; None if there are fewer than two ratings."""
    rated = [(each, each.rating.strength) for each in reversed(results) if each.rating]
    last = str(rated[-1][1]) if rated else ""
    drawing = chart([Series([strength for _each, strength in rated], last, last, player.css)], str, base=BEGIN)
    rows = [{"at": each.match.night.started_at, "text": str(strength)} for each, strength in reversed(rated)]
    return {"chart": drawing, "rows": rows} if drawing else None


def _money(player: Player, results: QuerySet[Result], statistics: Statistics) -> list[dict[str, Any]]:
    """Return a row for each currency: what was won in the period (below zero: lost), and a chart of the running sum."""
    return [
        {
            "sum": total,
            "currency": currency,
            **_money_chart(player, results.filter(currency=currency)[:MOST_DRAWN], currency, total),
        }
        for currency, total in sorted(statistics.money.items())
    ]


def _money_chart(player: Player, results: Iterable[Result], currency: str, total: int) -> dict[str, Any]:
    """Return a chart and rows of the running sum after each of these games, the last of which comes first."""
    sums: list[tuple[Result, int]] = []
    for each in results:
        sums.append((each, total))
        total -= each.money or 0
    sums.reverse()
    texts = [amount(cents, currency) for _each, cents in sums]
    last = texts[-1] if texts else ""
    drawing = chart(
        [Series([cents for _each, cents in sums], last, last, player.css)], lambda cents: amount(cents, currency)
    )
    rows = [{"at": each.match.night.started_at, "text": text} for (each, _cents), text in zip(sums, texts, strict=True)]
    return {"chart": drawing, "rows": rows[::-1]}


def _last(results: Sequence[Result], names: Mapping[str, str]) -> list[dict[str, Any]]:
    return [
        {
            "result": each,
            "game": title(each.game_key, names),
            "points": minus(each.points),
        }
        for each in results
        if game_of(each.game_key)
    ]
