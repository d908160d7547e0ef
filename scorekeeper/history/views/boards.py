"""The leaderboards of a group, over all games or in one game, in a period."""

from __future__ import annotations

import datetime
from collections import Counter, defaultdict
from collections.abc import Mapping, Sequence
from itertools import accumulate
from typing import Any

from django.db.models import QuerySet
from django.db.models.functions import TruncMonth
from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.utils.translation import gettext as _
from django.views.decorators.http import require_safe

from games.kernel.feats import Feat
from games.kernel.words import isolated
from scorekeeper.history.games_played import games_by_name
from scorekeeper.history.models import Result, latest_ratings
from scorekeeper.history.periods import Chosen
from scorekeeper.history.ratings import Rating
from scorekeeper.history.statistics import Statistics, statistics_of
from scorekeeper.history.superlatives import feats_to_show, lowest_wins, superlatives
from scorekeeper.nights.game_key import title
from scorekeeper.nights.presenter import LONGEST_NAME
from scorekeeper.nights.titles import titles_among
from scorekeeper.people.access import group_for
from scorekeeper.people.models import Group, Player
from scorekeeper.web.charts import Series, chart
from scorekeeper.web.formatting import in_words, language, minus, signed_amount
from scorekeeper.web.text_width import width

SHOWN, MOST_SHOWN = 5, 8  # a board has places 1 to 5; shared places can make it longer, but at most 8 names
ENOUGH_GAMES = 3  # to be on the board of ratings, a player must have played this many games of the period to the end


@require_safe
def boards(request: HttpRequest, key: str) -> HttpResponse:
    """Show the leaderboards of the chosen game and period. For a season, also show its table and a chart by month."""
    group = group_for(request, key)
    chosen = Chosen.read(request.GET.dict(), group)
    results = Result.objects.filter(chosen.period.results, group=group)
    found = statistics_of(results)
    slugs = {slug for _player, slug in found} | {chosen.slug}
    # The leaderboards of a season include hidden players; those of other periods do not.
    listed = group.players.canonical() if chosen.period.season else group.players.on_the_pad()
    players = {player.pk: player for player in listed}
    statistics = {pk: each for (pk, slug), each in found.items() if slug == chosen.slug and pk in players}
    names = titles_among(group, slugs)
    context = {
        "group": group,
        "chosen": chosen,
        "title": title(chosen.slug, names) if chosen.slug else "",
        "periods": chosen.periods,
        "table": (table := _table(group, statistics, players) if chosen.period.season else []),
        "course": _course(results, chosen, _leaders(table)) if table else None,
        "games": games_by_name(slugs, names),
        "boards": _boards(group, chosen, results, statistics, players),
        "played": bool(statistics),
    }
    return render(request, "history/boards.html", context)


def _boards(
    group: Group,
    chosen: Chosen,
    results: QuerySet[Result],
    statistics: dict[int, Statistics],
    players: dict[int, Player],
) -> list[dict[str, Any]]:
    """Return the leaderboards that are not empty. If a game is chosen, its ratings and feats come first."""
    boards = [
        ranked(
            _("Most wins"),
            {pk: each.wins for pk, each in statistics.items() if each.wins},
            {pk: _wins_said(each) for pk, each in statistics.items()},
            players,
        ),
        ranked(
            _("Longest streak"), {pk: each.longest for pk, each in statistics.items() if each.longest > 1}, {}, players
        ),
        ranked(_("Most games"), {pk: each.games for pk, each in statistics.items()}, {}, players),
    ]
    if group.shows_money:
        boards += _moneys(statistics, players)
    game = chosen.game
    if game is not None:
        low = lowest_wins(group, chosen.slug)
        feats = _feats(feats_to_show(chosen.slug, low), statistics, players)
        ratings = latest_ratings(results.filter(game_key=chosen.slug), "player_id")
        boards = [_strengths(ratings, statistics, players), *feats, *boards]
        best = {pk: superlatives(each, low) for pk, each in statistics.items()}
        games = {pk: each.best_game.points for pk, each in best.items() if each.best_game}
        rounds = {pk: each.best_round.points for pk, each in best.items() if each.best_round}
        boards += [
            ranked(_("Best game"), games, {}, players, low),
            ranked(_("Best round"), rounds, {}, players, low),
        ]
    return [each for each in boards if each["rows"] or each["level"]]


def _table(group: Group, statistics: dict[int, Statistics], players: dict[int, Player]) -> list[dict[str, Any]]:
    """Return a season's table: all players with a game, by wins (most first), games (fewest first), and name."""
    order = sorted(statistics, key=lambda pk: (-statistics[pk].wins, statistics[pk].games, players[pk].folded_name))
    return [
        {
            "player": players[pk],
            "statistics": statistics[pk],
            "share": statistics[pk].share,
            "money": list(statistics[pk].money.items()) if group.shows_money else [],
        }
        for pk in order
    ]


def _leaders(table: list[dict[str, Any]]) -> list[Player]:
    """Return the players on places 1 to 5 of a season's table, at most MOST_SHOWN (see `room_for`)."""
    places = places_of([(row["statistics"].wins, row["statistics"].games) for row in table])
    return [row["player"] for row in table[: room_for(places)]]


def _course(results: QuerySet[Result], chosen: Chosen, players: list[Player]) -> dict[str, Any] | None:
    """Return a chart of these players' running sums by month: points in the chosen game, or wins in all games."""
    if chosen.game:
        results = results.filter(game_key=chosen.slug)
    came: dict[datetime.datetime, Counter[int]] = defaultdict(Counter)
    by_month = results.annotate(month=TruncMonth("match__night__started_at")).order_by("month")
    for month, pk, points, won in by_month.values_list("month", "player_id", "points", "won"):
        came[month][pk] += points if chosen.game else won
    if len(came) < 2:
        return None
    series = []
    for player in players:
        sums = [0, *accumulate(month[player.pk] for month in came.values())]
        label = player.name if width(player.name) <= LONGEST_NAME else player.letters
        series.append(Series(sums, isolated(label), f"{isolated(player.name)} {minus(sums[-1])}", player.css))
    return {"chart": chart(series, minus, numbers=[month.month for month in came])}


def _moneys(statistics: dict[int, Statistics], players: dict[int, Player]) -> list[dict[str, Any]]:
    """Return a board for each currency: the money won in games (below zero: lost)."""
    boards = []
    for currency in sorted({currency for each in statistics.values() for currency in each.money}):
        cents = {pk: each.money[currency] for pk, each in statistics.items() if currency in each.money}
        texts = {pk: signed_amount(amount, currency) for pk, amount in cents.items()}
        boards.append(ranked(_("Money"), cents, texts, players))
    return boards


def _feats(
    feats: Sequence[Feat], statistics: dict[int, Statistics], players: dict[int, Player]
) -> list[dict[str, Any]]:
    boards = []
    for feat in feats:
        amounts = {pk: each.feats[feat.code] for pk, each in statistics.items() if feat.code in each.feats}
        texts = {pk: feat.amount(amount=amount).text(language()) for pk, amount in amounts.items()}
        boards.append(ranked(feat.title.text(language()), amounts, texts, players))
    return boards


def _wins_said(statistics: Statistics) -> str:
    return _("%(wins)s of %(games)s (%(share)s%%)") % {
        "wins": statistics.wins,
        "games": statistics.games,
        "share": statistics.share,
    }


def ranked(
    title: str, amounts: dict[int, int], texts: dict[int, str], players: dict[int, Player], lowest: bool = False
) -> dict[str, Any]:
    """Return a board of places 1 to 5, highest amount first or, with `lowest`, lowest amount first."""
    order = sorted(amounts, key=lambda pk: (amounts[pk] if lowest else -amounts[pk], players[pk].folded_name))
    places = places_of([amounts[pk] for pk in order])
    rows = [
        {"place": place, "player": players[pk], "text": texts.get(pk) or minus(amounts[pk])}
        for place, pk in zip(places, order, strict=True)
        if place <= SHOWN
    ]
    shown = room_for(places)
    return {"title": title, "rows": rows[:shown], "level": rows[shown:]}


def places_of(sorted_ranks: Sequence[Any]) -> list[int]:
    """Return a place for each rank. The ranks are sorted, the best first; equal ranks share a place: 1, 2, 2, 4."""
    return [1 + sorted_ranks.index(rank) for rank in sorted_ranks]


def room_for(places: Sequence[int]) -> int:
    """Return how many rows to show; `places` are the rows' places, in order. Rows of places 1 to 5 are shown."""
    shown = sum(place <= SHOWN for place in places)
    return shown if shown <= MOST_SHOWN else places.index(places[shown - 1])


def _strengths(
    ratings: Mapping[int, Rating], statistics: dict[int, Statistics], players: dict[int, Player]
) -> dict[str, Any]:
    """Return the board of ratings: of those who have played enough games to their end."""
    strengths = {pk: ratings[pk].strength for pk, each in statistics.items() if each.games - each.left >= ENOUGH_GAMES}
    board = ranked(_("Rating"), strengths, {}, players)
    board["note"] = _("Everyone starts at 1000. You’re listed after %(games)s games.") % {
        "games": in_words(ENOUGH_GAMES)
    }
    return board
