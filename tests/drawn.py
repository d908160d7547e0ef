"""A random sample for the tests that walk over all pages and forms: a new one each day, the same one with DRAW=….

`make audit` draws no sample and checks everything.
"""

import os
from datetime import date
from random import Random
from typing import Any

# Set before the processes of a run begin, so that all of them draw the same.
DRAW = os.environ.setdefault("DRAW", str(date.today().toordinal()))  # noqa: DTZ011 - any number that changes daily
LANGUAGES = ["de", "en"]
EVERYTHING = "AUDIT" in os.environ


def one_of[Thing](things: list[Thing], *of: Any) -> list[Thing]:
    """Return one of these in a list, drawn with `of` as part of the seed; all of them in `make audit`."""
    return things if EVERYTHING else [Random(f"{DRAW} {of}").choice(things)]


def is_drawn(*of: Any) -> bool:
    """Return whether the item that `of` names is in the sample, which is half of everything."""
    return EVERYTHING or Random(f"{DRAW} {of}").random() < 0.5
