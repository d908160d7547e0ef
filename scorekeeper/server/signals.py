"""The signal for apps that have something to do after a migration."""

from django.dispatch import Signal

upgraded = Signal()
"""Sent when the tables were migrated to this version, at every start."""
