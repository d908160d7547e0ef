"""The matches of the example nights: `python -m bench.examples` writes them into a file in the repository.

The matches are random but keep to the rules. Each run makes the same matches, unless the rules of one of these games
were changed since the last run. The last match is not finished.
"""

import datetime
import json
from random import Random
from typing import Any

from bench.demo import ROOT, games_of_a_night

NIGHTS = ROOT / "games/score_file/example_nights.json"

# The games that are drawn. A game that is added to the program is not: other matches would be drawn then.
SLUGS = (
    "bettler-und-diebe",
    "beutelschneider",
    "beutelschneider-classic",
    "krimsutep",
    "other-game",
    "rufmariasch",
)
SEED = 52  # chosen so that every game occurs and the last match has more than IN_PLAY rounds
DAYS_APART, EVENINGS = 9, 6
IN_PLAY = 6  # rounds of the last match


def example_nights() -> list[dict[str, Any]]:
    chance = Random(SEED)
    began = datetime.datetime(2026, 1, 2, 19, 30, tzinfo=datetime.UTC)
    evenings = [began + datetime.timedelta(days=DAYS_APART * each) for each in range(EVENINGS)]
    *games, last = [game for evening in evenings for game in games_of_a_night(chance, evening, "", SLUGS)]
    last.pop("ended", None)
    return [*games, {**last, "rounds": last["rounds"][:IN_PLAY]}]


if __name__ == "__main__":
    lines = ",\n".join(json.dumps(game, sort_keys=True, ensure_ascii=False) for game in example_nights())
    NIGHTS.write_text(f"[\n{lines}\n]\n", "utf-8")
