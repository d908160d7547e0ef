"""Formatting of log lines."""

import logging

LONGEST_LINE = 500  # characters


class OneLine(logging.Formatter):
    """Formats a record as one line, without its traceback."""

    def format(self, record: logging.LogRecord) -> str:
        bare = {**record.__dict__, "exc_info": None, "exc_text": None, "stack_info": None}
        line = super().format(logging.makeLogRecord(bare))
        return " ".join(line.split())[:LONGEST_LINE]
