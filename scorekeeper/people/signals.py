"""Signals about groups and players, for apps that store data about them."""

from django.dispatch import Signal

player_renamed = Signal()
"""Sent when a player was renamed or anonymised, in the same transaction. Argument: `player`, with the new name."""

player_forgotten = Signal()
"""Sent after `player_renamed` when a player was anonymised, in the same transaction. Argument: `player`."""

group_counted = Signal()
"""Sent to make the page that asks whether to delete a group. Argument: `group`.

Each receiver returns (label, number) of one kind of rows that would be deleted with the group.
"""

access_ended = Signal()
"""Sent when sessions were ended, in the same transaction, for each group that they could open. Argument: `group`."""
