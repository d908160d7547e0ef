"""Signals about nights and matches, for apps that store or show something derived from them.

Most are sent inside the transaction of a change, so that receivers can save their data with it. `import_ended` is sent
after the import's transactions. `night_described` and `match_described` are sent when a page or a picture is made.
"""

from django.dispatch import Signal

match_started = Signal()
"""`match`: it was just started."""

match_rescored = Signal()
"""`match`: it was scored and saved by `Match.rescore`, after it was started or changed, also by deletion or undo."""

match_reopened = Signal()
"""`match`: it had been ended early, and goes on; it is scored and saved already."""

matches_added = Signal()
"""`matches`: these matches of an import were stored, with their seats. Their nights are still hidden. All their entries
are in memory (`all_entries`), but some may not be stored yet."""

nights_arrived = Signal()
"""`group`: the hidden nights of an import were made visible, and count from now on."""

import_ended = Signal()
"""`group`, `matches` (ids): an import of these matches is complete and visible. A receiver returns an iterator that
stores the derived data in batches. Sent after the import's transactions, and again if the iteration was broken off."""

night_changed = Signal()
"""`night`: it was deleted or restored, or its matches or its date have changed."""

matches_moved = Signal()
"""`matches`, `night`: the matches were moved to this night. `night_changed` follows, for both nights."""

night_described = Signal()
"""`night`: it is described on a page or picture. A receiver returns a `NightNote`; None for nothing to add."""

match_described = Signal()
"""`match`: its end is described on a page or picture. A receiver returns a dict with two numbers for the position of
each winner's seat: the winner's wins in a row up to this match, and the longest streak of any player before this match.
It returns {} if nobody has a streak."""
