"""Exports of BG Stats: how each kind of play is imported, or why it is not."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any
from zoneinfo import ZoneInfo

import pytest

from games.score_file import games_of

EXPORT = json.loads((Path(__file__).parent / "BGStatsExport.json").read_text("utf-8"))
ZONE = ZoneInfo("Europe/Berlin")


def kept(export: Any) -> tuple[list[dict[str, Any]], list[str]]:
    """Return the games of an export that can be imported, and the codes of all problems."""
    found = games_of(json.dumps(export), 1000, ZONE)
    return [dict(game) for _, game in found.right], [each.problem.code for each in found.problems]


def export_of(scores: list[Any], won: list[bool], game: dict[str, Any] | None = None, **play: Any) -> dict[str, Any]:
    """Return an export of one play, with a player for each score.

    `game` and `play` are added to the keys of the export's game and play, or replace them.
    """
    rows = [
        {"playerRefId": number, "score": score, "winner": winner}
        for number, (score, winner) in enumerate(zip(scores, won, strict=True))
    ]
    return {
        "players": [{"id": number, "name": f"P{number}"} for number in range(len(scores))],
        "games": [{"id": 7, "name": "Azul", "highestWins": True, "cooperative": False} | (game or {})],
        "plays": [{"gameRefId": 7, "playDate": "2024-07-03 20:15:00", "playerScores": rows} | play],
    }


def test_an_export_as_the_app_writes_it() -> None:
    games, codes = kept(EXPORT)
    assert [(game["options"]["name"], game["rounds"][0]["kind"]) for game in games] == [
        ("Flussfahrt", "points"),
        ("Sternenstaub", "points"),
        ("Ganz schön knapp", "winners"),
        ("Flussfahrt", "winners"),
    ]
    assert games[0] == {
        "game": "other-game",
        "id": "bgstats-5f0c2f0e-0a54-4f0a-9a6e-7c5c1f6f0001",
        "played_at": "2024-03-08T20:30:00+01:00",
        "place": "Bei Rike",
        "players": ["Rike", "Tom", "Jule"],
        "options": {"name": "Flussfahrt", "best": "high", "rounds": 1},
        "rounds": [
            {
                "kind": "points",
                "points": {"Rike": 57, "Tom": 41, "Jule": 48},
                "note": "Zum ersten Mal mit der Brücke.",
            }
        ],
    }
    assert (games[1]["options"]["best"], games[1]["played_at"]) == ("low", "2024-07-13T16:00:00+02:00")
    assert games[2]["rounds"] == [{"kind": "winners", "winners": ["Jule"], "note": "Tom 30, Jule 30"}]
    assert games[3]["rounds"] == [{"kind": "winners", "winners": ["Rike", "Tom"]}]
    assert codes == [
        "all_won",
        "nobody_won",
        "played_alone",
        "too_many_at_the_table",
        "no_result",
        "left_out_there",
        "same_name",
    ]


@pytest.mark.parametrize(
    ("scores", "won", "game", "best", "points"),
    [
        (["12", "7"], [True, False], {}, "high", [12, 7]),
        (["12+5", "7-3+1"], [True, False], {}, "high", [17, 5]),
        (["-3", "+4"], [False, True], {}, "high", [-3, 4]),
        ([" 12 + 5 ", "7"], [True, False], {}, "high", [17, 7]),
        ([12, 7], [True, False], {}, "high", [12, 7]),
        (["12", "7"], [False, True], {"highestWins": False}, "low", [12, 7]),
        (["12", "7"], [False, True], {"highestWins": True}, "low", [12, 7]),  # the named winner decides
        (["9", "9", "3"], [True, True, False], {}, "high", [9, 9, 3]),
        (["9", "9"], [True, True], {}, "high", [9, 9]),  # a draw
        (["12", "7"], [False, False], {"highestWins": False}, "low", [12, 7]),
        (["12", "7"], [False, False], {}, "high", [12, 7]),
    ],
)
def test_points_that_say_who_won(scores, won, game, best, points) -> None:
    [found], codes = kept(export_of(scores, won, game))
    assert not codes
    assert found["options"]["best"] == best
    assert list(found["rounds"][0]["points"].values()) == points


@pytest.mark.parametrize(
    ("scores", "won", "note"),
    [
        (["3,5", "2"], [True, False], "P0 3,5, P1 2"),
        (["3.5", ""], [True, False], "P0 3.5"),
        (["45", "45"], [False, True], "P0 45, P1 45"),  # a tie that some other rule broke
        (["1000001", "2"], [True, False], "P0 1000001, P1 2"),
        (["won", None], [True, False], "P0 won"),
        (["", None], [True, False], None),
        (["0", "0"], [True, False], None),
        (["9" * 5000, "1"], [True, False], f"P0 {'9' * 100}, P1 1"),
    ],
)
def test_a_winner_whom_points_do_not_give_wins_the_round(scores, won, note) -> None:
    """A named winner wins even if the scores do not show it. The round's note has the scores."""
    [found], codes = kept(export_of(scores, won))
    assert not codes
    assert found["options"]["best"] == "high"
    assert found["rounds"][0].get("note") == note
    assert found["rounds"][0]["winners"] == [
        name for name, is_winner in zip(["P0", "P1"], won, strict=True) if is_winner
    ]


@pytest.mark.parametrize(
    ("scores", "won", "game", "code"),
    [
        (["12", "12"], [True, True], {"cooperative": True}, "all_won"),
        (["12", "7"], [True, True], {}, "all_won"),
        ([None, None], [True, True], {}, "all_won"),
        (["0", "0"], [False, False], {"cooperative": True}, "nobody_won"),
        (["12", "7"], [False, False], {"cooperative": True}, "nobody_won"),
        ([None, ""], [False, False], {}, "no_result"),
        (["8", "8"], [False, False], {}, "no_result"),
        (["12", "7"], [False, False], {"noPoints": True}, "no_result"),
        (["12", None], [False, False], {}, "no_result"),
        (["3,5", "2"], [False, False], {}, "no_whole_number"),
        (["12"], [True], {}, "played_alone"),
        ([], [], {}, "played_alone"),
        (["1"] * 9, [True] + [False] * 8, {}, "too_many_at_the_table"),
    ],
)
def test_what_cannot_be_kept_is_told(scores, won, game, code) -> None:
    assert kept(export_of(scores, won, game)) == ([], [code])


@pytest.mark.parametrize(
    ("play", "code"),
    [
        ({"playDate": "yesterday"}, "bad_time"),
        ({"playDate": None}, "bad_time"),
        ({"ignored": True}, "left_out_there"),
        ({"playerScores": "none"}, "played_alone"),
        ({"playerScores": [{"playerRefId": 5}, {"playerRefId": [1]}]}, "no_result"),
    ],
)
def test_what_is_no_play_is_told_and_nothing_breaks(play, code) -> None:
    assert kept(export_of(["1", "2"], [True, False], **play)) == ([], [code])


@pytest.mark.parametrize("root", [{"plays": [], "games": []}, {"players": {}, "games": [], "plays": []}, [], None])
def test_another_file_is_none(root: Any) -> None:
    [problem] = games_of(json.dumps(root), 1000, ZONE).problems
    assert problem.game is None
