"""Signals about nights and matches, for apps that store or show something derived from them."""

from django.dispatch import Signal

match_started = Signal()
"""Sent when a match was started. Argument: `match`."""

match_rescored = Signal()
"""Sent when `Match.rescore` has scored and saved a match. Argument: `match`.

This happens after the match was started, and after each change, also a deletion or an undo.
"""

match_reopened = Signal()
"""Sent when a match that was ended early goes on. It is scored and saved already. Argument: `match`."""

matches_added = Signal()
"""Sent when matches of an import were stored, with their seats and entries. Arguments: `group`, `matches`."""

night_changed = Signal()
"""Sent when a night was deleted or restored, or when its matches or its date have changed. Argument: `night`."""

matches_moved = Signal()
"""Sent when matches were moved to another night. Arguments: `matches`, and `night`, the night where they are now.

`night_changed` follows, for both nights.
"""

night_described = Signal()
"""Sent when a page or a picture describes a night. Argument: `night`.

Each receiver returns a `NightNote`; None if it has nothing to add.
"""

match_described = Signal()
"""Sent when a page or a picture describes the end of a match. Argument: `match`.

The receiver returns the wins in a row that each winner now has, with this match, by the position of the seat.
"""
