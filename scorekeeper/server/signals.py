"""Signals for apps that have something to do after a migration or in a restore."""

from django.dispatch import Signal

upgraded = Signal()
"""Sent after the tables were migrated to this version: at every start, and in a restore."""

restored = Signal()
"""Sent in a restore, inside `write_transaction()`, when the connection has the data of the backup."""
