"""Bad requests over every address and every form of a running server, of everybody from a stranger to the owner.

    python -m bench.bad [--requests 25000] [--seconds 600] [--threads 8] [--seed 1]

Exit status 1 if one is answered 500, or takes longer than two seconds.
"""

from __future__ import annotations

import argparse
import collections
import http.client
import json
import socket
import sys
import tempfile
import threading
import time
from pathlib import Path
from random import Random
from urllib.parse import quote, urlencode

from tests.rubbish import RUBBISH, bad_headers
from tests.server.real import Server

SLOW = 2.0  # seconds
SECRET = "a" * 32  # of the form's token; a cookie that anybody can set for themselves
CAST = """
import json
from django.core.management import call_command
call_command("migrate", verbosity=0)
from django.conf import settings
settings.ALLOWED_HOSTS = ["*"]
from django.urls import reverse
from scorekeeper.server.write_queue import write_transaction
from tests.access_table import NOT_SO, TABLE
from tests.cast import ROLES, make_phone, set_up
with write_transaction():
    cast = set_up()
    rows = [(name, args, reverse(name, kwargs=args), row.data, row.post != NOT_SO)
            for name, row in TABLE.items() for args in [row.args(cast)]]
cookies = {}
for role in ROLES:
    cookies[role] = []
    for _ in range(20):
        cast.phones.clear()
        found = cast.phone(role).cookies.get("sessionid")
        cookies[role].append(found.value if found else "")
print("CAST", json.dumps([rows, cookies], default=str))
"""
# What would leave less to ask for: sent by nobody, or without what makes it come true.
BY_NOBODY = {
    "account_change_password", "account_logout", "account_withdraw", "invite_withdraw", "leave", "link_withdraw", "sign_in",
}  # fmt: skip
NEVER_TRUE = {"account", "group_delete", "match_delete", "night_delete"}
KINDS = [
    "application/x-www-form-urlencoded",
    "multipart/form-data; boundary=edge",
    "multipart/form-data",
    "application/json",
    "text/plain; charset=utf-999",
    "",
]


class Sender:
    """A sender of what no form of the site would send."""

    def __init__(self, server: Server, rows: list[list[object]], cookies: dict[str, list[str]], seed: str) -> None:
        self.server, self.rows, self.cookies, self.chance = server, rows, cookies, Random(seed)
        self.statuses: collections.Counter[int | str] = collections.Counter()
        self.bad: list[str] = []
        self.slowest, self.began = 0.0, time.perf_counter()

    def value(self, known: str = "") -> str:
        pick = self.chance.random()
        if known and pick < 0.3:
            return known
        if pick < 0.9:
            return self.chance.choice(RUBBISH)
        return "".join(
            chr(self.chance.choice([self.chance.randrange(1, 256), self.chance.randrange(0xD7FF)])) for _ in range(20)
        )

    def address(self, args: dict[str, object], path: str) -> str:
        pick = self.chance.random()
        if args and pick < 0.25:
            old = str(self.chance.choice(list(args.values())))
            path = path.replace(old, quote(self.value().encode(errors="replace"), safe="")[:3000] or "x", 1)
        elif pick < 0.3:
            at = self.chance.randrange(len(path))
            path = path[:at] + quote(self.value()[:50].encode(errors="replace")) + path[at:]
        if self.chance.random() < 0.4:
            names = [
                "next",
                "page",
                "player",
                "night",
                "language",
                "seat",
                "a[]",
                "q",
                "%00",
                "from",
                "since",
                "game",
                "card",
            ]
            query = [(self.chance.choice(names), self.value()) for _ in range(self.chance.randrange(1, 4))]
            path += "?" + urlencode(query, errors="replace")
        return path

    def body(self, data: dict[str, object]) -> tuple[bytes, str]:
        fields: list[tuple[str, str]] = [("csrfmiddlewaretoken", SECRET)]
        for name, known in data.items():
            values = known if isinstance(known, list) else [known]
            fields += [
                (name, self.value(str(each))) for each in values for _ in range(self.chance.choice([0, 1, 1, 1, 2]))
            ]
        if self.chance.random() < 0.4:
            fields += [(self.value()[:200] or "x", self.value()) for _ in range(self.chance.randrange(1, 9))]
        kind = KINDS[0] if self.chance.random() < 0.7 else self.chance.choice(KINDS)
        if kind.startswith("multipart"):
            parts = [
                f'--edge\r\nContent-Disposition: form-data; name="{name}"\r\n\r\n{text}\r\n' for name, text in fields
            ]
            parts.append(
                f'--edge\r\nContent-Disposition: form-data; name="file"; filename="{self.value()[:40]}"\r\n\r\n{{}}\r\n'
            )
            whole = "".join(parts) + self.chance.choice(["--edge--\r\n", "", "--edg"])
            return whole.encode(errors="replace"), kind
        whole = urlencode(fields, errors="replace")
        if kind == KINDS[0] and self.chance.random() < 0.1:
            whole += self.chance.choice(["&%", "&" * 3000, "&%ff%fe=%zz", "&a=1;b=2", "&=" * 500])
        return whole.encode(), kind

    def send(self, count: int, seconds: float) -> None:
        """So many requests, or as many as there is time for."""
        connection = http.client.HTTPConnection("127.0.0.1", self.server.port, timeout=30)
        for _ in range(count):
            if time.perf_counter() > self.began + seconds:
                break
            name, args, path, data, takes = self.chance.choice(self.rows)
            role = "nobody" if name in BY_NOBODY else self.chance.choice([*self.cookies, "owner", "scorer"])
            session = self.chance.choice(self.cookies[role])
            headers = {"Cookie": f"sessionid={session}; csrftoken={SECRET}"}
            method, body = "GET", None
            if takes and self.chance.random() < 0.75:
                method = "POST"
                body, headers["Content-Type"] = self.body(dict.fromkeys(data, "") if name in NEVER_TRUE else data)  # type: ignore[arg-type, call-overload]
            elif self.chance.random() < 0.1:
                method = self.chance.choice(["PUT", "DELETE", "PATCH", "OPTIONS", "HEAD", "TRACE", "BREW"])
            headers |= bad_headers(self.chance, 2)
            where = self.address(args, path)  # type: ignore[arg-type]
            begun = time.perf_counter()
            try:
                connection.request(
                    method, where, body, {key: value for key, value in headers.items() if "\x00" not in value}
                )
                answer = connection.getresponse()
                answer.read()
                status: int | str = answer.status
            except (http.client.HTTPException, OSError, ValueError) as error:
                status = type(
                    error
                ).__name__  # refused before it became a request, by the server or by http.client itself
                connection.close()
            took = time.perf_counter() - begun
            self.slowest = max(self.slowest, took)
            self.statuses[status] += 1
            if (
                status == 500
                or took > SLOW
                or (isinstance(status, str) and status in {"TimeoutError", socket.timeout.__name__})
            ):
                self.bad.append(
                    f"{begun - self.began:.0f} s: {status} after {took:.1f} s: {role} {method} {where[:300]} {headers} {(body or b'')[:600]!r}"
                )
        connection.close()


def main() -> None:
    options = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    options.add_argument("--requests", type=int, default=25_000)
    options.add_argument("--seconds", type=float, default=600, help="at most")
    options.add_argument("--threads", type=int, default=8)
    options.add_argument("--seed", type=int, default=1)
    chosen = options.parse_args()
    with tempfile.TemporaryDirectory(prefix="scorekeeper-bad-") as folder:
        server = Server(Path(folder) / "data")
        said = server.manage("shell", "-v0", "-c", CAST)
        rows, cookies = json.loads(said.partition("CAST ")[2].splitlines()[0])
        server.start()
        try:
            senders = [Sender(server, rows, cookies, f"{chosen.seed}-{each}") for each in range(chosen.threads)]
            each = -(-chosen.requests // chosen.threads)
            threads = [threading.Thread(target=sender.send, args=(each, chosen.seconds)) for sender in senders]
            begun = time.monotonic()
            for thread in threads:
                thread.start()
            for thread in threads:
                thread.join()
            took = time.monotonic() - begun
        finally:
            server.kill()
        statuses: collections.Counter[int | str] = sum((sender.statuses for sender in senders), collections.Counter())
        bad = [line for sender in senders for line in sender.bad]
        print("\n".join(bad[:20]))
        if "Traceback" in server.said:
            print(server.said)
        print(
            f"{statuses.total():,} requests over {len(rows)} addresses in {took:.0f} s; {statuses[500]} answered 500, "
            f"{sum(' after ' in line for line in bad) - statuses[500]} slower than {SLOW:.0f} s, the slowest "
            f"{max(sender.slowest for sender in senders):.2f} s\n{dict(statuses.most_common())}"
        )
        checked = server.manage("rescore", "--check").splitlines()[-1]
        print(checked)
        if bad or not checked.endswith(" 0 wrong."):
            sys.exit(1)


if __name__ == "__main__":
    main()
