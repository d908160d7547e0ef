"""Game nights: who sat where, every round as it was typed, and every change of it.

Only a round's record is typed; the points stored with it are derived (`manage.py rescore --check` checks them). Methods
that write are called inside `write_transaction()`, which admits one writer at a time.
"""

from .change import Change
from .course import Course, Row
from .entry import DERIVED, LONGEST_NOTE, MOST_ENTRIES, Entry
from .match import FILE_ID_LENGTH, Match
from .night import Night
from .own_sheet import OwnSheet
from .refusals import TOO_LONG, TOO_MANY, Refused, Stale
from .seat import Seat

__all__ = [
    "DERIVED",
    "FILE_ID_LENGTH",
    "LONGEST_NOTE",
    "MOST_ENTRIES",
    "TOO_LONG",
    "TOO_MANY",
    "Change",
    "Course",
    "Entry",
    "Match",
    "Night",
    "OwnSheet",
    "Refused",
    "Row",
    "Seat",
    "Stale",
]
