"""A long file is shared out among processes, and nobody can tell from its answer."""

import json
import subprocess
import sys
from random import Random

from games.score_file import score_text
from tests.play import group
from tests.test_cases import OF_THE_TREE

ASK = """
import json, sys
from games.score_file import score_text
answer = score_text(sys.stdin.buffer.read(), "de", processes=int(sys.argv[1]))
print(json.dumps([answer.result, [found.as_json("de") for found in answer.problems]]))
"""


def asked(text: str, processes: int):
    """The answer of a process of its own, as only a process with a single thread may be copied."""
    done = subprocess.run(
        [sys.executable, "-W", "error", "-c", ASK, str(processes)], input=text.encode(), capture_output=True, check=True
    )
    return json.loads(done.stdout)


def many_games(count: int) -> dict:
    random = Random(5)
    games = []
    for number in range(count):
        slug = random.choice(list(OF_THE_TREE))
        them = group(OF_THE_TREE[slug], random.choice(list(OF_THE_TREE[slug].seats)), random)
        records = list(them.round(them.players[0]).noted.values())
        file = them.file(random.choice(records)) | {"id": f"game {number}"}
        del file["format"]
        games.append(file)
    return {"format": "scorekeeper/1", "games": games}


def test_the_answer_is_the_same_and_in_the_same_order():
    text = json.dumps(many_games(450))
    result, problems = asked(text, 3)
    assert problems == []
    assert len(result) == 450
    assert result == json.loads(json.dumps(score_text(text, "de").result))


def test_every_problem_is_told_with_its_game():
    file = many_games(450)
    for number in (3, 211, 449):
        file["games"][number]["rounds"].append({"kind": "adjustment", "points": {"Nobody": 1}})
    result, problems = asked(json.dumps(file), 2)
    assert result is None
    assert [problem["game"] for problem in problems] == [3, 211, 449]
