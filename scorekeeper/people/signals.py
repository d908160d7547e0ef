"""Signals about groups and players, for apps that store data about them."""

from django.dispatch import Signal

player_renamed = Signal()
"""`player`: somebody has another name from now on. Sent inside the transaction of the change."""

group_counted = Signal()
"""`group`: somebody asks what would be deleted with it. Receivers return what it is called, and how many."""

access_ended = Signal()
"""`group`: somebody who could see it may no longer do so. Sent inside the transaction of the change."""

came_by = Signal()
"""`link`: somebody asks what came by it. Receivers return a list of `came.Came`."""

taken_back = Signal()
"""`link`, `by`: what came by it is taken back, games before people. Sent inside the transaction of the change."""
