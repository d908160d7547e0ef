"""Installations in processes of their own, used through pipes: a server, and phones that run Pocket.

`python -m tests.installations server FOLDER` runs a server, `… phone FOLDER` a phone. FOLDER is that of the fixture
`built`.
"""

import json
import os
import re
import subprocess
import sys
import uuid
from pathlib import Path
from typing import Any

ROOT = Path(__file__).parent.parent


class Installation:
    """A process that answers requests and questions about its data."""

    def __init__(self, kind: str, data: Path, built: Path) -> None:
        data.mkdir(parents=True, exist_ok=True)
        environment = {name: value for name, value in os.environ.items() if name != "DJANGO_SETTINGS_MODULE"}
        environment |= {
            "SCOREKEEPER_DATA": str(data),
            "DATABASE_URL": "",
            "POCKET_BASE": "/",
            "POCKET_STATIC": str(built / "static"),
            "LANGUAGE": "en",
        }
        command = [sys.executable, "-m", "tests.installations", kind, str(built)]
        self.process = subprocess.Popen(
            command, cwd=ROOT, env=environment, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True
        )

    def ask(self, **question: Any) -> Any:
        assert self.process.stdin
        assert self.process.stdout
        self.process.stdin.write(json.dumps(question) + "\n")
        self.process.stdin.flush()
        answer = self.process.stdout.readline()
        assert answer, "the installation has died"
        return json.loads(answer)

    def request(self, method: str, path: str, fields: Any = (), **headers: str) -> tuple[int, dict[str, str], str]:
        status, answered, body = self.ask(
            method=method, path=path, fields=fields, headers={name.replace("_", "-"): headers[name] for name in headers}
        )
        return status, answered, body

    def close(self) -> None:
        assert self.process.stdin
        self.process.kill()
        self.process.communicate()  # close the pipes


class Server(Installation):
    def __init__(self, data: Path, built: Path) -> None:
        super().__init__("server", data, built)

    def group(self, role: int = 2) -> tuple[str, str]:
        """Make a group; return its key and the token of a share link with this role (1: viewer, 2: scorer)."""
        key, token = self.ask(do="group", role=role)
        return key, token

    def copy(self, key: str) -> dict[str, Any]:
        return dict(self.ask(do="copy", key=key))

    def done(self) -> set[str]:
        """Return the keys of all forms that were processed."""
        return set(self.ask(do="done"))


class Phone(Installation):
    ORIGIN = "https://cards.example"

    def __init__(self, data: Path, built: Path) -> None:
        super().__init__("phone", data, built)
        page = self.request("GET", "/copies/")[2]
        self.token = re.search('name="csrfmiddlewaretoken" value="([^"]+)"', page)[1]  # type: ignore[index]
        self.who = re.search('data-who="([^"]*)"', page)[1]  # type: ignore[index]
        self.version: dict[str, str] = {}
        self.origin: dict[str, str] = {}

    def copy(self, key: str) -> dict[str, Any]:
        return dict(self.ask(do="copy", key=key))

    def post(self, path: str, fields: Any, key: str = "", **more: str) -> tuple[int, str]:
        """Send a form as a page does; return the status and the page. `key` is the idempotency key; "" for none."""
        headers = {"x-csrftoken": self.token} | ({"idempotency-key": key, "sent-by": self.who} if key else {})
        status, _headers, body = self.request("POST", path, fields, **headers, **more)
        return status, body

    def do(self, path: str, fields: Any, key: str = "") -> str:
        """Send a form with this idempotency key, or with a new key. Return the key; "" if the form was refused."""
        key = key or uuid.uuid4().hex
        status, _body = self.post(path, fields, key)
        assert status < 500, (path, fields)
        return key if status == 201 else ""

    def join(self, server: Server, token: str, origin: str = ORIGIN, same: bool = False) -> str:
        """Join a group of the server by a link. Return the question that the phone asks first; "" if it asks none.

        If the phone knows the group's server by another address, it asks whether both are the same server. With `same`,
        the answer is given at once: yes.
        """
        status, headers, body = server.request("GET", "/copy/", authorization=f"Bearer {token}")
        assert status == 200
        answer = self._take(token, headers.get("ETag", ""), json.loads(body), origin, same)
        return str(answer.get("asks", ""))

    def take(self, token: str, version: str, document: dict[str, Any]) -> str:
        """Take the server's copy of a group. Return the next page's address; "" if forms must be sent to the server first."""
        return str(self._take(token, version, document, self.origin[document["group"]["key"]])["to"])

    def _take(
        self, token: str, version: str, document: dict[str, Any], origin: str, same: bool = False
    ) -> dict[str, Any]:
        sent = {"origin": origin, "token": token, "version": version, "document": document, "same": same}
        status, _headers, body = self.ask(
            method="POST",
            path="/exchange/copy/",
            body=json.dumps(sent),
            headers={"x-csrftoken": self.token, "content-type": "application/json"},
        )
        assert status == 200, body
        answer = dict(json.loads(body))
        if "to" in answer:
            self.origin[document["group"]["key"]] = origin
        if answer.get("to"):
            self.version[document["group"]["key"]] = version
        return answer

    def waiting(self, key: str) -> list[dict[str, Any]]:
        return list(json.loads(self.request("GET", f"/g/{key}/exchange/waiting/")[2])["items"])

    def exchange(self, server: Server, key: str, token: str, cut: int = -1) -> bool:
        """Sync as sync.js does; return whether the sync was completed.

        The connection is lost at step number `cut`, counted from 1; with -1, it is not lost. A step is a request to the
        server, or an answer other than a 304.
        """
        held, requests, said = set(), 0, []

        def lost() -> bool:
            nonlocal requests
            requests += 1
            return requests == cut

        for item in self.waiting(key):
            if item["held"] and item["alone"]:
                continue
            if item["held"] or item["place"] in held:
                held.add(item["place"])
                continue
            if lost():
                return False
            bearer = {"authorization": f"Bearer {token}", "idempotency_key": item["key"]}
            bearer |= {"happened_at": item["at"], "held_by": item["held_by"]}
            status, headers, body = server.request("POST", item["to"], item["fields"], **bearer)
            assert status < 500, body
            if lost():
                return False  # the server has processed the form, but the phone did not get the answer
            alert = re.search(r'role="alert".*?<h2>\s*(.*?)\s*</h2>', body, re.DOTALL)
            why = body if headers.get("Content-Type", "").startswith("text/plain") else alert[1] if alert else ""
            said += [["form", item["key"]], ["status", str(status)], ["why", why.strip()]]
            if status != 201 and not item["alone"]:
                held.add(item["place"])
        self.post(f"/g/{key}/exchange/answered/", said)
        if lost():
            return False
        known = {"if_none_match": self.version[key]} if self.version.get(key) else {}
        status, headers, body = server.request("GET", f"/g/{key}/copy/", authorization=f"Bearer {token}", **known)
        if status == 304:
            return True
        if lost():
            return False
        return bool(self.take(token, headers.get("ETag", ""), json.loads(body)))


# The program


def _begin(kind: str, built: Path) -> Any:
    if kind == "server":
        os.environ["DJANGO_SETTINGS_MODULE"] = "scorekeeper.settings"
        import django
        from django.conf import settings

        settings.STORAGES["staticfiles"]["BACKEND"] = "django.contrib.staticfiles.storage.StaticFilesStorage"
        django.setup()
        from django.core.management import call_command
        from django.test import Client
        from django.test.utils import setup_test_environment

        setup_test_environment()
        call_command("migrate", verbosity=0)
        return Client(raise_request_exception=False)
    from pocket import files, site

    files.PREPARED = built / "stage/pocket/prepared.sqlite3"
    files.SCHEMA = built / "stage/pocket/prepared.json"
    for name in (files.DATABASE, files.KEY, files.COOKIES):
        name.touch()
    return site.Site()


def _answer(kind: str, there: Any, question: dict[str, Any]) -> Any:
    from urllib.parse import urlencode

    headers, body = dict(question["headers"]), question.get("body", "")
    if not body and question.get("fields"):
        fields = question["fields"]
        body = urlencode(fields if isinstance(fields, dict) else [tuple(pair) for pair in fields])
    headers.setdefault("content-type", "application/x-www-form-urlencoded" if body else "")
    if kind == "server":
        content = headers.pop("content-type")
        found = there.generic(
            question["method"], question["path"], body, content_type=content, headers=headers, secure=True
        )
        return found.status_code, dict(found.items()), found.content.decode()
    url = f"http://localhost/app{question['path']}"
    status, heads, content = there.answer(question["method"], url, headers, body.encode())
    return status, dict(heads), content.decode()


def _do(question: dict[str, Any]) -> Any:
    from scorekeeper.exchange.copy import dump
    from scorekeeper.people.models import Group, Player, ShareLink, User
    from scorekeeper.sending.models import ProcessedForm

    if question["do"] == "group":
        owner, _new = User.objects.get_or_create(username="Alice")
        group = Group.create_with_owner("Friday cards", owner)
        for name in ("Anna", "Ben", "Carla", "Dirk"):
            Player.objects.create(group=group, name=name)
        return group.key, ShareLink.make(group, question["role"])[1]
    if question["do"] == "another link":
        for link in ShareLink.objects.filter(group__key=question["key"]):
            link.withdraw()
        return ShareLink.make(Group.objects.get(key=question["key"]), 2)[1]
    if question["do"] == "one more link":
        return ShareLink.make(Group.objects.get(key=question["key"]), 2)[1]
    if question["do"] == "long ago":
        from datetime import timedelta

        from django.db.models import F

        from pocket.models import OutboxForm

        return OutboxForm.objects.filter(group__key=question["key"]).update(at=F("at") - timedelta(days=31))
    if question["do"] == "done":
        return list(ProcessedForm.objects.values_list("key", flat=True))
    if question["do"] == "copy":
        from scorekeeper.nights.models import Match
        from scorekeeper.nights.projections import projections

        group = Group.objects.get(key=question["key"])
        wrong = [each for one in projections for each in one.check_group(group)]
        for match in Match.objects.filter(night__group=group):
            wrong += [each for one in projections for each in one.check_match(match)]
        assert not wrong, wrong
        return {**dump(group), "role": None}
    raise ValueError(question)


def main(kind: str, built: Path) -> None:
    there = _begin(kind, built)
    for line in sys.stdin:
        question = json.loads(line)
        answer = _do(question) if "do" in question else _answer(kind, there, question)
        print(json.dumps(answer), flush=True)


if __name__ == "__main__":
    main(sys.argv[1], Path(sys.argv[2]))
