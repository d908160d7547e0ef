"""The site on a phone alone, in this Python: what the web worker calls. The browser itself: make pocket-test."""

import json
import os
import subprocess
import sys
from pathlib import Path

ROOT = Path(__file__).parent.parent
# Played in a process of its own, since the settings are others: what pocket.build makes, and two starts.
PLAY = """
import json, os, re, sys
from pathlib import Path
from pocket import build
work = Path(sys.argv[1])
(work / "data").mkdir(parents=True)
build.collect(work)
build.prepare(work, work / "stage")
from pocket import site
site.HERE = work / "stage/pocket"
for name in (site.DATABASE, site.KEY, site.COOKIES):
    name.parent.mkdir(exist_ok=True)
    name.touch()
os.environ["SCOREKEEPER_DATA"] = str(work / "phone")
here = "http://localhost/pocket/app"
def form(there, page, path, **fields):
    token = re.search('name="csrfmiddlewaretoken" value="([^"]+)"', there.answer("GET", here + page, {}, b"")[2].decode())
    from urllib.parse import urlencode
    return there.answer(
        "POST", here + path, {"content-type": "application/x-www-form-urlencoded"},
        urlencode({"csrfmiddlewaretoken": token[1], **fields}).encode())
there = site.Site()
status, headers, page = there.answer("GET", here + "/", {}, b"")
found = {"first": [status, "Our group" in page.decode(), "/pocket/static/" in page.decode()]}
found["unsafe"] = there.answer("POST", here + "/groups/new/", {}, b"name=Stolen")[0]
status, headers, page = form(there, "/groups/new/", "/groups/new/", name="Cabin")
found["made"] = [status, dict(headers)["Location"].startswith("/pocket/app/g/")]
form(there, "/", "/language/", language="de")
copy = there.answer("GET", here + "/copies/file/", {}, b"")[2]
found["copy"] = copy[:2].hex()
again = site.Site()
page = again.answer("GET", here + "/", {}, b"")[2].decode()
found["again"] = ["Cabin" in page, "Deine Spielrunden" in page]
print(json.dumps(found))
"""


def test_the_site_answers_without_a_server(tmp_path):
    environment = {
        **{name: value for name, value in os.environ.items() if name != "DJANGO_SETTINGS_MODULE"},
        "SCOREKEEPER_DATA": str(tmp_path / "phone"),
        "POCKET_BASE": "/pocket/",
        "POCKET_STATIC": str(tmp_path / "static"),
        "LANGUAGE": "en",
    }
    command = [sys.executable, "-c", PLAY, str(tmp_path)]
    answered = subprocess.run(command, cwd=ROOT, env=environment, capture_output=True, text=True, check=False)
    assert answered.returncode == 0, answered.stderr[-3000:]
    assert json.loads(answered.stdout.splitlines()[-1]) == {
        "first": [200, True, True],
        "unsafe": 403,
        "made": [302, True],
        "copy": "1f8b",
        "again": [True, True],
    }
