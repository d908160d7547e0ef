"""What happens to groups, for the apps that keep something of theirs."""

from django.dispatch import Signal

group_counted = Signal()
"""`group`: somebody asks what a deletion would take along. Receivers give what it is called, and how many."""
