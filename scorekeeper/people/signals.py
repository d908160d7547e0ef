"""Signals about groups, for apps that store something of theirs."""

from django.dispatch import Signal

group_counted = Signal()
"""`group`: somebody asks what would be deleted with it. Receivers return what it is called, and how many."""
