"""How what goes wrong is written down."""

import logging

LONGEST_LINE = 500  # characters


class OneLine(logging.Formatter):
    """What a request gets wrong is the sender's matter: a line of it, and no traceback of ours."""

    def format(self, record: logging.LogRecord) -> str:
        bare = {**record.__dict__, "exc_info": None, "exc_text": None, "stack_info": None}
        line = super().format(logging.makeLogRecord(bare))
        return " ".join(line.split())[:LONGEST_LINE]
