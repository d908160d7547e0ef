"""Signals for apps that have something to do after a migration or in a restore."""

from django.dispatch import Signal

upgraded = Signal()
"""Sent when the tables were migrated to this version. It is sent at every start, and when a backup is restored."""

restored = Signal()
"""Sent in a restore, inside `write_transaction()`, when the connection has the data of the backup."""
