"""The models of game nights: nights, matches, seats, entries, changes of a match, and a group's own score sheets."""

from .change import Change
from .course import Course, Row
from .draft import FORM, TRICKS, WHO_DEALS, Draft
from .entry import DERIVED, LONGEST_NOTE, MOST_ENTRIES, Entry
from .match import FILE_ID_LENGTH, Match
from .night import Night
from .own_sheet import OwnSheet, digest_of
from .refusals import TOO_LONG, TOO_MANY, Refused, Stale
from .seat import Seat

__all__ = [
    "DERIVED",
    "FILE_ID_LENGTH",
    "FORM",
    "LONGEST_NOTE",
    "MOST_ENTRIES",
    "TOO_LONG",
    "TOO_MANY",
    "TRICKS",
    "WHO_DEALS",
    "Change",
    "Course",
    "Draft",
    "Entry",
    "Match",
    "Night",
    "OwnSheet",
    "Refused",
    "Row",
    "Seat",
    "Stale",
    "digest_of",
]
