"""Filters and formatters of the log."""

import logging
import re
import time
import traceback
from types import TracebackType
from typing import Any

LONGEST_LINE = 500  # characters
HOUR = 60 * 60  # seconds
_CODE = re.compile(r"/(owner|join|invited|sign-in)/[\w-]+")


class WithoutCodes(logging.Filter):
    """A filter that removes the token of a link from every URL, as readers of the log could use the link."""

    def filter(self, record: logging.LogRecord) -> bool:
        text = record.getMessage()
        hidden = _CODE.sub(r"/\1/…", text)
        if hidden != text:
            record.msg, record.args = hidden, None
        return True


class OneLine(logging.Formatter):
    """A formatter that writes a record in one line, without its traceback; at most LONGEST_LINE characters."""

    def format(self, record: logging.LogRecord) -> str:
        bare = {**record.__dict__, "exc_info": None, "exc_text": None, "stack_info": None}
        line = super().format(logging.makeLogRecord(bare))
        return " ".join(line.split())[:LONGEST_LINE]


class TracebackOnce(OneLine):
    """A formatter that writes an error with its traceback. Within the next hour, the same error gets only one line."""

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self._told: dict[tuple[str, str, int], float] = {}

    def format(self, record: logging.LogRecord) -> str:
        kind, error, trace = record.exc_info or (None, None, None)
        if kind is None or self._is_new(kind, trace):
            return logging.Formatter.format(self, record)
        return f"{super().format(record)} Again {kind.__name__}: {' '.join(str(error).split())[:LONGEST_LINE]}"

    def _is_new(self, kind: type[BaseException], trace: TracebackType | None) -> bool:
        now, fault = time.monotonic(), (kind.__name__, *_innermost(trace))
        if now - self._told.get(fault, -HOUR) < HOUR:
            return False
        self._told[fault] = now
        return True


def _innermost(trace: TracebackType | None) -> tuple[str, int]:
    """Return the file and the line in which an exception was raised; "" and 0 without a traceback."""
    if trace is None:
        return "", 0
    *_, (frame, line) = traceback.walk_tb(trace)
    return frame.f_code.co_filename, line
