"""Odd values for forms and headers, and the number of examples that the tests try.

`make fuzz` sets FUZZ=20, for 20 times as many examples. They are numbered from 0; SEED=3000 begins with number 3000.
"""

import os
from copy import deepcopy
from encodings.aliases import aliases
from random import Random
from typing import Any

FUZZ_VALUES = [
    "",
    " ",
    "0",
    "1",
    "5",
    "-1",
    "−7",
    "99999999999999999999999999",
    "1.0",
    "1e9",
    "NaN",
    "true",
    "null",
    "[]",
    '{"a": 1}',
    "x" * 5000,
    "'; DROP TABLE nights_entry; --",
    "<script>alert(1)</script>",
    "\u202eanna",
    "\x00",
    "𝟙𝟚",
    "٣",
    "R10",
    "HA",
    "on",
    "../../etc/passwd",
    "99",
    "barde",
    "TC,R1 R2",
    "{{ 7 }}",
    "%s%n",
]


def repeated(times: int) -> range:
    """Return the numbers of the examples: `times` of them, multiplied by FUZZ, from SEED on."""
    first = int(os.environ.get("SEED", "0"))
    return range(first, first + times * int(os.environ.get("FUZZ", "1")))


HEADERS = {
    "HX-Request": ["true", "no", "\xff"],
    "HX-PTag": ["match..1.x", "match.aaaaaaaaaaaa.1.00", "group." + "x" * 2000, "....", "-1"],
    "HX-Current-URL": ["http://[", "//", "http://localhost/\xff", "x" * 3000, "http://localhost:99999999999/"],
    "HX-Target": ["", "x" * 400, "\xff"],
    "Accept-Language": ["de", "xx-\xff", "en;q=9", "," * 500],
    "Accept": ["application/json", "text/html", "*/*;q=x"],
    "Accept-Encoding": ["gzip", "br;q=x", "identity"],
    "If-None-Match": ['"x"', "*", 'W/"' + "x" * 2000],
    "If-Modified-Since": ["yesterday", "Thu, 01 Jan 1970 00:00:00 GMT", "Thu, 99 Jan 99999 99:99:99 GMT"],
    "Range": ["bytes=0-0", "bytes=9-1", "x"],
    "Host": ["evil.example", "", "[::1", "localhost:99999999", "x" * 300],
    "Cookie": [
        "scorekeeper_session=\x01; scorekeeper_csrf=",
        "scorekeeper_session=" + "x" * 4000,
        "scorekeeper_language=../../x; messages=x",
    ],
    "Origin": ["https://evil.example", "null", "http://["],
    "Referer": ["http://[", "x", "https://evil.example/" + "x" * 3000],
    "X-Forwarded-For": ["x", "1.2.3.4, ::1"],
    "X-Forwarded-Proto": ["https", "x"],
    "X-Requested-With": ["XMLHttpRequest"],
    "X-CSRFToken": ["", "\xff", "x" * 400],
    "Idempotency-Key": ["", "x" * 400, "aaaaaaaaaaaaaaaa-bbbb"],
    "Sent-By": ["", "account 99999999999999999999999", "\xff", "x" * 400],
    "Happened-At": ["0001-01-01T00:00+23:59", "9999-12-31T23:59-23:59", "2026-W01", "x" * 400],
    "Held-By": ["", "x" * 5000, "\xff", "%00"],
    "Authorization": ["Bearer", "bearer x", "Bearer \xff", "Basic eDp4", "Bearer " + "x" * 5000],
    "Access-Control-Request-Method": ["POST", "\xff"],
    "Content-Encoding": ["gzip"],
    "Content-Length": ["-1", "x", "9" * 30],
}
KINDS = [
    "application/x-www-form-urlencoded",
    "multipart/form-data",
    "application/json",
    "text/plain",
    "",
    ";",
    "x" * 99,
]
CODECS = sorted(
    {*aliases, *aliases.values(), "idna", "punycode", "undefined", "unicode_escape", "utf-999", "", "x" * 200}
)


def bad_headers(chance: Random, most: int = 3) -> dict[str, str]:
    """Return up to `most` random headers, mostly with values that no browser sends.

    In 30 % of the calls, add the tag of a page (HX-PTag). In 30 %, add a content type.
    """
    found = {name: chance.choice(HEADERS[name]) for name in chance.sample(list(HEADERS), chance.randint(0, most))}
    if chance.random() < 0.3:
        begin = chance.choice(["match.aaaaaaaaaaaa.", "group.aaaaaaaaaaaa.", "match.", "user.1."])
        found["HX-PTag"] = (
            begin + chance.choice("0123456789x") * chance.randint(1, 5000) + chance.choice([".00", ".y", ""])
        )
    if chance.random() < 0.3:
        found["Content-Type"] = bad_content_type(chance)
    return found


def bad_content_type(chance: Random) -> str:
    name = chance.choice(["charset", "charset*", "boundary", "boundary*", "x", "x*", "x*0*"])
    codec = chance.choice(CODECS)
    value = chance.choice([codec, f'"{codec}"', f"{codec}''%C3%A9", f"utf-8''{codec}", f"''{codec}", "é"])
    return f"{chance.choice(KINDS)}; {name}={value}" + chance.choice(["", "", "; boundary=edge", "; " * 6000])


def broken(record: Any, chance: Random) -> Any:
    """Return a copy of a record in which one value is removed, replaced, or added under an unknown key."""
    record = deepcopy(record)
    there = [record]
    for each in there:
        parts = each.values() if isinstance(each, dict) else each
        there += [part for part in parts if isinstance(part, dict | list) and part]
    part = chance.choice(there)
    place = chance.choice([*part] if isinstance(part, dict) else range(len(part)))
    value = chance.choice([None, "", 0, -1, 10**15, "x", True, [], {}, [[]], {"a": 1}, ["Ben", "E"], [["Ben", {}]]])
    if chance.random() < 0.2:
        del part[place]
    elif isinstance(part, dict):
        part[chance.choice([place, "anybody"])] = value
    else:
        part[place] = value
    return record
