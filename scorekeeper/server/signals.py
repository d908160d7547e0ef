"""Signals about the whole installation."""

from django.dispatch import Signal

upgraded = Signal()
"""The tables are as this version wants them: at every start, and after a restore."""

restored = Signal()
"""Everything is as it was when a backup was made. Sent inside `write_transaction()`."""
