"""The examples of docs/api.md work, exactly as they are printed there."""

import json
import re
import shlex
import uuid
from pathlib import Path
from string import Template
from urllib.error import HTTPError
from urllib.parse import urlencode
from urllib.request import Request, urlopen

import pytest

from scorekeeper.nights.models import Match

PAGE = (Path(__file__).parent.parent / "docs/api.md").read_text()
EXAMPLES = re.findall(r"^    (curl (?:.*\\\n)*.*)$", PAGE, re.MULTILINE)


def curl(example: str, **variables: str) -> tuple[int, str]:
    """Send the request of this curl command; return the status and the body. Only the page's options are supported."""
    command = example.partition(" | jq ")[0].replace("\\\n", "").replace("$(uuidgen)", str(uuid.uuid4()))
    url, headers, fields = "", {}, []
    words = iter(shlex.split(Template(command).substitute(variables))[1:])
    for word in words:
        if word == "-H":
            name, value = next(words).split(": ")
            headers[name] = value
        elif word == "--data-urlencode":
            fields.append(tuple(next(words).split("=", 1)))
        elif not word.startswith("-"):
            url = word
    try:
        with urlopen(Request(url, urlencode(fields).encode() if fields else None, headers)) as answer:
            return answer.status, answer.read().decode()
    except HTTPError as error:
        return error.code, error.read().decode()


@pytest.mark.server
def test_the_examples_of_the_page_do_what_it_says(cast, live_server):
    enter, standings, score_file = EXAMPLES
    match = cast.start("other-game", ["Anna", "Ben"])
    server = {
        "SERVER": live_server.url,
        "GROUP": cast.group.key,
        "TOKEN": cast.scorer_token,
        "GAME": match.key,
        "NIGHT": match.night.key,
    }
    assert curl(enter, **server)[0] == 201
    assert Match.objects.get(pk=match.pk).active[-1].record["points"] == {"Anna": 5, "Ben": -5}
    assert curl(enter, **{**server, "TOKEN": "of-nobody"})[0] == 401
    status, copy = curl(standings, **server)
    assert status == 200
    game = json.loads(copy)["games"][-1]
    assert ([name for _key, name in game["seats"]], game["totals"]) == (["Anna", "Ben"], [5, -5])
    status, file = curl(score_file, **server)
    assert status == 200
    assert [each["players"] for each in json.loads(file)["games"]][-1] == ["Anna", "Ben"]
