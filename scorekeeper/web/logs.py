"""What is written into the log, and how."""

import logging
import re

LONGEST_LINE = 500  # characters
_CODE = re.compile(r"/(owner|join|invited|sign-in)/[\w-]+")


class WithoutCodes(logging.Filter):
    """Leaves the code of a link out of every address: whoever reads the log could use it."""

    def filter(self, record: logging.LogRecord) -> bool:
        text = record.getMessage()
        hidden = _CODE.sub(r"/\1/…", text)
        if hidden != text:
            record.msg, record.args = hidden, None
        return True


class OneLine(logging.Formatter):
    """Formats a record as one line, without its traceback."""

    def format(self, record: logging.LogRecord) -> str:
        bare = {**record.__dict__, "exc_info": None, "exc_text": None, "stack_info": None}
        line = super().format(logging.makeLogRecord(bare))
        return " ".join(line.split())[:LONGEST_LINE]
