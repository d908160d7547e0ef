"""What walks over everything draws a sample of it: another one each day, the same with DRAW=….

`make audit` draws nothing and looks at all of it.
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
    """Return one of these, drawn for what is named by `of`; all of them where everything is looked at."""
    return things if EVERYTHING else [Random(f"{DRAW} {of}").choice(things)]


def is_drawn(*of: Any) -> bool:
    """Return whether what is named by `of` is in the sample, which is half of everything."""
    return EVERYTHING or Random(f"{DRAW} {of}").random() < 0.5
