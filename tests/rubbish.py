"""Values that no form expects, and how often they are tried: once in the tests, 20 times (RUBBISH=20) in `make fuzz`.

SEED=3000 tries others than those of every time: from that number on.
"""

import os

RUBBISH = [
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
    """So many times, and many times more where there is time for it."""
    first = int(os.environ.get("SEED", "0"))
    return range(first, first + times * int(os.environ.get("RUBBISH", "1")))
