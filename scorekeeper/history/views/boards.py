"""The leaderboards of a group, over all games or in one game, in a period."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from django.db.models import OuterRef, Subquery
from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.utils.translation import gettext as _
from django.views.decorators.http import require_safe

from games.kernel.feats import Feat
from games.kernel.words import isolated
from scorekeeper.history.games_played import games_by_name
from scorekeeper.history.latest_ratings import recalculate_some
from scorekeeper.history.models import Ladder, Result
from scorekeeper.history.periods import Chosen
from scorekeeper.history.ratings import Rating
from scorekeeper.history.statistics import Statistics
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
    found = chosen.period.statistics(group)
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
        "course": _course(group, chosen, _leaders(table)),
        "games": games_by_name(slugs, names),
        "boards": _boards(group, chosen, statistics, players),
        "played": bool(statistics),
    }
    return render(request, "history/boards.html", context)


def _boards(
    group: Group, chosen: Chosen, statistics: dict[int, Statistics], players: dict[int, Player]
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
        boards = [_strengths(group, chosen, statistics, players), *feats, *boards]
        best = {pk: superlatives(each, low) for pk, each in statistics.items()}
        games = {pk: each.best_game.points for pk, each in best.items() if each.best_game}
        rounds = {pk: each.best_round.points for pk, each in best.items() if each.best_round}
        boards += [
            ranked(_("Best game"), games, {}, players, low),
            ranked(_("Best round"), rounds, {}, players, low),
        ]
    return [each for each in boards if each["rows"] or each["level"] or each.get("open")]


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


def _course(group: Group, chosen: Chosen, players: list[Player]) -> dict[str, Any] | None:
    """Return a chart of these players' running sums by month: points in the chosen game, or wins in all games."""
    months = chosen.period.by_month(group) if players else []
    if len(months) < 2:
        return None
    what = "points" if chosen.game else "wins"
    series = []
    for player in players:
        sums = [0]
        for _month, found in months:
            came = found.get((player.pk, chosen.slug))
            sums.append(sums[-1] + (getattr(came, what) if came else 0))
        label = player.name if width(player.name) <= LONGEST_NAME else player.letters
        series.append(Series(sums, isolated(label), f"{isolated(player.name)} {minus(sums[-1])}", player.css))
    numbers = [month % 100 for month, _found in months]
    return {"chart": chart(series, minus, numbers=numbers)}


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
    group: Group, chosen: Chosen, statistics: dict[int, Statistics], players: dict[int, Player]
) -> dict[str, Any]:
    """Calculate some pending ratings (`recalculate_some`), and return the board of ratings."""
    ladders = Ladder.objects.filter(group=group, game_key=chosen.slug)
    recalculate_some(list(ladders.exclude(stale_from=None)))
    mine = Result.objects.filter(chosen.period.season_results, player=OuterRef("pk"), game_key=chosen.slug)
    last = mine.exclude(mu=None).order_by("-played_at", "-match_id")
    enough = [pk for pk, each in statistics.items() if each.games - each.left >= ENOUGH_GAMES]
    found = Player.objects.filter(pk__in=enough).annotate(
        mu=Subquery(last.values("mu")[:1]), sigma=Subquery(last.values("sigma")[:1])
    )
    strengths = {
        pk: Rating(mu, sigma).strength for pk, mu, sigma in found.values_list("pk", "mu", "sigma") if mu is not None
    }
    board = ranked(_("Rating"), strengths, {}, players)
    board["open"] = bool(enough) and ladders.exclude(stale_from=None).exists()
    board["note"] = _("Everyone starts at 1000. You’re listed after %(games)s games.") % {
        "games": in_words(ENOUGH_GAMES)
    }
    return board
