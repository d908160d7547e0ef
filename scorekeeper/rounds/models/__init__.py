"""Drafts of rounds: what is saved of a round before it is entered as a whole."""

from typing import Any

from scorekeeper.nights.models import Match

from .bids import BidsDraft
from .parts import PartsDraft
from .tricks import TrickDraft

__all__ = ["BidsDraft", "PartsDraft", "TrickDraft", "delete_unfinished"]


def delete_unfinished(match: Match, **signal: Any) -> None:
    """Delete the drafts of coming rounds in all finished games of the match's group."""
    over = {"match__night__group": match.night.group_id, "match__finished": True}
    TrickDraft.objects.filter(**over, entry=None).delete()
    PartsDraft.objects.filter(**over).delete()
    BidsDraft.objects.filter(**over).delete()
