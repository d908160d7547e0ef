"""The names of players: which texts are valid names, and which names count as the same."""

from __future__ import annotations

import unicodedata
from collections.abc import Sequence

from .options import fits_as_name
from .problems import A_LIST, A_TEXT, WRONG_TYPE, Problems
from .words import Phrase, abbreviated

LONGEST_NAME = 40  # characters

BAD_NAME = Phrase(
    "bad_name",
    de="„{name}“: Ein Name hat 1 bis {longest} Zeichen und keine Steuerzeichen.",
    en="“{name}”: a name has 1 to {longest} characters and no control characters.",
)
SAME_NAME = Phrase("same_name", de="{names: und } sind derselbe Name.", en="{names: and } are the same name.")


def name_key(name: str) -> str:
    """Return a key that is the same for names that count as the same: trimmed, NFC, without regard to case."""
    return unicodedata.normalize("NFC", unicodedata.normalize("NFC", name.strip()).casefold())


def read_names(raw: object, path: str, problems: Problems, known: Sequence[str] = ()) -> tuple[str, ...] | None:
    """Return the names in the list `raw`, each of a different player; None with problems at `path` if they are wrong."""
    if not isinstance(raw, list):
        problems.add(path, WRONG_TYPE(value=abbreviated(raw), wanted=A_LIST))
        return None
    before = problems.added
    same: dict[str, list[int]] = {}
    for index, name in enumerate(raw):
        if not isinstance(name, str):
            problems.add(f"{path}.{index}", WRONG_TYPE(value=abbreviated(name), wanted=A_TEXT))
        elif not fits_as_name(name, 1, LONGEST_NAME):
            problems.add(f"{path}.{index}", BAD_NAME(name=abbreviated(name), longest=LONGEST_NAME))
        else:
            same.setdefault(name_key(name), []).append(index)
    written = {name_key(name): name for name in known}
    for key, indexes in same.items():
        names = [raw[index] for index in indexes]
        if len(names) > 1:
            problems.add(f"{path}.{indexes[0]}", SAME_NAME(names=names))
        elif written.get(key, names[0]) != names[0]:
            problems.add(f"{path}.{indexes[0]}", SAME_NAME(names=[written[key], *names]))
    return tuple(raw) if problems.added == before else None
