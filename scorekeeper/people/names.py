"""Names of players and groups: how they are tidied, when two are the same, and their initials."""

import unicodedata
from collections.abc import Sequence

# Joiners that emoji and some scripts need; every other invisible character is dropped.
_JOINERS = "\u200c\u200d"


def tidy(name: str) -> str:
    """As people see it: composed, without invisible characters, single spaces, none at the ends."""
    composed = unicodedata.normalize("NFC", name)
    seen = (
        " " if c.isspace() else c
        for c in composed
        if c.isspace() or c in _JOINERS or unicodedata.category(c) not in {"Cc", "Cf", "Cs", "Co", "Cn"}
    )
    return " ".join("".join(seen).split()).strip(_JOINERS)


def key(name: str) -> str:
    """Two names with the same key are the same name to people at a table."""
    return unicodedata.normalize("NFC", tidy(name).casefold())


def folded(name: str) -> str:
    """Without case and accents: two accounts whose names are the same so cannot both be."""
    letters = unicodedata.normalize("NFKD", key(name))
    return "".join(c for c in letters if not unicodedata.combining(c)).casefold() or key(name)


def initials(names: Sequence[str]) -> list[str]:
    """One letter each; where two would be the same, two letters or, at most, three: A, Ben, Ber."""

    def cut(name: str, length: int) -> str:
        return name[:1].upper() + name[1:length]

    lengths = [1] * len(names)
    for length in (1, 2):
        short = [cut(name, size) for name, size in zip(names, lengths, strict=True)]
        lengths = [
            length + 1 if short.count(mark) > 1 and size == length else size
            for mark, size in zip(short, lengths, strict=True)
        ]
    return [cut(name, size) for name, size in zip(names, lengths, strict=True)]
