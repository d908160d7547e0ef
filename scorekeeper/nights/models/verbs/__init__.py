"""The verbs of a match: a class for each kind of change, such as the correction of an entry.

A verb makes the change, returns the `Change` rows that record it, and can undo it. `Match` has a method for each verb.
The method also stores these rows and scores the match.
"""

from collections.abc import Mapping

from .base import Verb
from .entries import AddRounds, CorrectRound, DisputeRound, RemoveRound, ResolveDispute, RestoreRound
from .match import (
    ChangeOptions,
    CloseMatch,
    DeleteMatch,
    DrawFirstDealer,
    ExcludeMatch,
    IncludeMatch,
    LayAside,
    NameDealer,
    ReopenMatch,
    TakeUp,
)

VERBS: Mapping[str, type[Verb]] = {
    each.code: each
    for each in (
        AddRounds,
        CorrectRound,
        RemoveRound,
        RestoreRound,
        CloseMatch,
        ReopenMatch,
        DisputeRound,
        ResolveDispute,
        LayAside,
        TakeUp,
        ExcludeMatch,
        IncludeMatch,
        DeleteMatch,
        ChangeOptions,
        DrawFirstDealer,
        NameDealer,
    )
}

__all__ = [
    "VERBS",
    "AddRounds",
    "ChangeOptions",
    "CloseMatch",
    "CorrectRound",
    "DeleteMatch",
    "DisputeRound",
    "DrawFirstDealer",
    "ExcludeMatch",
    "IncludeMatch",
    "LayAside",
    "NameDealer",
    "RemoveRound",
    "ReopenMatch",
    "ResolveDispute",
    "RestoreRound",
    "TakeUp",
    "Verb",
]
