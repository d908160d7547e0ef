"""A random sample for the tests that walk over all pages and forms.

There is a new sample each day. DRAW=… is the seed, to repeat a sample. `AUDIT=1` draws none and checks everything.
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
    """Return one of `things`, drawn at random, in a list. `of` is part of the seed. With `AUDIT=1`, return them all."""
    return drawn(things, *of, share=0)


def is_drawn(*of: Any) -> bool:
    """Return whether the item named by `of` is in the random quarter to be tested. With `AUDIT=1`, every item is."""
    return EVERYTHING or Random(f"{DRAW} {of}").random() < SHARE


def drawn[Thing](things: Sequence[Thing], *of: Any, share: float = SHARE) -> list[Thing]:
    """Return a random sample of `things`, in their order. `of` is part of the seed. With `AUDIT=1`, return them all.

    `share` is the size of the sample, from 0 to 1. The sample has at least one item.
    """
    count = len(things) if EVERYTHING else max(1, round(share * len(things)))
    places = Random(f"{DRAW} {of}").sample(range(len(things)), count)
    return [things[place] for place in sorted(places)]
