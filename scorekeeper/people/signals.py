"""Signals about groups and players, for apps that store data about them."""

from django.dispatch import Signal

player_renamed = Signal()
"""Sent inside the transaction that renames or anonymises a player. Argument: `player`, with the new name."""

player_forgotten = Signal()
"""Sent inside the transaction that anonymises a player, after `player_renamed`. Argument: `player`."""

group_counted = Signal()
"""Sent for the page that asks whether to delete a group. Argument: `group`.

Each receiver returns the label of a kind of rows that would be deleted with the group, and their number.
"""

access_ended = Signal()
"""Sent inside the transaction that ends sessions, for each group to which they had access. Argument: `group`."""

link_activity_listed = Signal()
"""Sent to count the rows that were created through a share link. Argument: `link`.

Each receiver returns a list of `LinkActivity`.
"""

link_activity_reverted = Signal()
"""Sent to undo everything that was done through a share link, inside the transaction of the change.

Arguments: `link`, and `by`, the name to record for the undoing. Receivers for games are connected before those for
players, as a player without games can be deleted.
"""
