"""Signals about nights and matches, for apps that store something derived from them.

Every signal is sent inside the transaction of the change, so that a receiver saves what it derives with the change.
"""

from django.dispatch import Signal

match_started = Signal()
"""`match`: it was begun just now."""

match_rescored = Signal()
"""`match`: its entries, its house rules or its end have changed, it was deleted for now, or brought back."""

matches_added = Signal()
"""`matches`: matches with a history came in at once, a part of an import. Their nights count as deleted as yet."""

nights_arrived = Signal()
"""`group`: the nights of an import are shown from now on, and count."""

import_ended = Signal()
"""`group`, `matches`: the numbers of all matches of an import, which is there. Sent after the transaction, and again where that
was broken off: receivers give an iterator that writes what follows piece by piece."""

night_changed = Signal()
"""`night`: it was deleted for now, or brought back, or has other matches or another date."""

matches_moved = Signal()
"""`matches`, `night`: they are part of this night from now on. `night_changed` follows for this one and for the one before."""

night_described = Signal()
"""`night`: a page describes it. Receivers give a `NightNote`, or None where they have nothing to add."""

match_described = Signal()
"""`match`: a page tells how it ended. Receivers give the streaks of its winners, by seat: how many games in a row this one
was the last of, and how many anybody had won in a row before it at most."""
