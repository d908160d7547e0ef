"""A random sample for the tests that walk over all pages and forms: a new one each day, the same one with DRAW=….

`make audit` draws no sample and checks everything.
"""

import os
from collections.abc import Sequence
from datetime import date
from random import Random
from typing import Any

# Set before the processes of a run begin, so that all of them draw the same.
DRAW = os.environ.setdefault("DRAW", str(date.today().toordinal()))  # noqa: DTZ011 - any number that changes daily
LANGUAGES = ["de", "en"]
EVERYTHING = "AUDIT" in os.environ
SHARE = 0.25


def one_of[Thing](things: Sequence[Thing], *of: Any) -> list[Thing]:
    """Return a list with one of these, drawn with `of` as part of the seed; with all of them in `make audit`."""
    return drawn(things, *of, share=0)


def is_drawn(*of: Any) -> bool:
    """Return whether the item that `of` names is in the random quarter to be tested; always True in `make audit`."""
    return EVERYTHING or Random(f"{DRAW} {of}").random() < SHARE


def drawn[Thing](things: Sequence[Thing], *of: Any, share: float = SHARE) -> list[Thing]:
    """Return a random share of these, at least one, in their order; `of` is part of the seed.

    Return all of them in `make audit`.
    """
    count = len(things) if EVERYTHING else max(1, round(share * len(things)))
    places = Random(f"{DRAW} {of}").sample(range(len(things)), count)
    return [things[place] for place in sorted(places)]
