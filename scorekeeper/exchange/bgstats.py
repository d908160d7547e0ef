"""The link that hands a game over to BG Stats, an app that records plays of board games.

The link's query holds the play as JSON. The app shows the play, and stores it if the user confirms it.

Source of the format: bgstatsapp.com, "Push plays to BG Stats from other apps or websites".
"""

from __future__ import annotations

import datetime
import json
from typing import Any
from urllib.parse import quote

from games.kernel.words import without_isolates
from scorekeeper.exchange.exporting import counting
from scorekeeper.nights.models import Match
from scorekeeper.nights.models.night import midnight
from scorekeeper.nights.story import play_time
from scorekeeper.web.formatting import language

ADDRESS = "https://app.bgstatsapp.com/createPlay.html?data="
LONGEST = 8000  # characters of the whole link
SOURCE = "Scorekeeper"  # never change it: under this name, BG Stats remembers which of its players correspond to ours


def link(match: Match) -> str:
    """Return the link that hands this game over to BG Stats.

    If the link would have LONGEST characters or more, shorten the night's note or leave it out.
    """
    comments = match.night.note
    while True:
        url = ADDRESS + quote(json.dumps(play(match, comments), ensure_ascii=False, separators=(",", ":")), safe="")
        if len(url) < LONGEST or not comments:
            return url
        comments = comments[: len(comments) * 3 // 4]


def _at(match: Match) -> datetime.datetime:
    """Return when the game began. If that was after midnight, return the last second of the night's day.

    BG Stats counts plays by date, and a game after midnight still belongs to the evening before.
    """
    over = midnight(match.night.day + datetime.timedelta(days=1))
    return min(match.started_at, over - datetime.timedelta(seconds=1))


def _first_leader(match: Match) -> str | None:
    """Return the name of the player to the left of the first round's dealer.

    Return None if this dealer is not known, or this version cannot read the match.
    """
    if not match.is_readable:
        return None
    first = next((row for row in match.course.rows if row.number is not None), None)
    if first is None:
        return match.course.engine.coming.leader
    return first.table.left_of(first.dealer) if first.dealer else None


def play(match: Match, comments: str = "") -> dict[str, Any]:
    """Return the play in the format of BG Stats. Each player has the field `winner`: without it, the app may fail."""
    totals, places = match.totals or [0] * len(match.seated), match.places
    leader = _first_leader(match)
    found: dict[str, Any] = {
        "sourceName": SOURCE,
        "sourcePlayId": match.id_in_files,
        "playDate": f"{_at(match).astimezone(datetime.UTC):%Y-%m-%d %H:%M:%S}",
        "game": {
            "name": without_isolates(match.title.text(language())),
            "sourceGameId": match.game_key,
            "highestWins": not match.lowest_wins,
            "noPoints": False,
        },
        "players": [
            {
                "name": seat.player.name,
                "sourcePlayerId": f"{match.night.group.key}-{seat.player_id}",
                "startPlayer": seat.name == leader,
                "score": total,
                **({"rank": places[seat.position]} if seat.position in places else {}),  # players who left have no rank
                "winner": seat.position in match.winners,
            }
            for seat, total in ((seat, totals[seat.position]) for seat in match.ever_sat)
        ],
    }
    took = play_time(match, [entry.created_at for entry in counting(match)])
    if took and (minutes := round(took.total_seconds() / 60)):
        found["durationMin"] = minutes
    if match.night.place:
        found["location"] = match.night.place
    if comments:
        found["comments"] = comments
    return found
