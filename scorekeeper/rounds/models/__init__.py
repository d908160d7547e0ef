"""Drafts of rounds: what is saved of a round before it is entered as a whole."""

from typing import Any

from scorekeeper.nights.models import Match, Night
from scorekeeper.people.keys import event_time

from .bids_draft import BidsDraft
from .parts_draft import PartsDraft
from .trick_draft import TrickDraft, keep_dealer

__all__ = ["BidsDraft", "PartsDraft", "TrickDraft", "delete_unfinished", "keep_dealer"]


def delete_unfinished(match: Match, **signal: Any) -> None:
    """Delete the drafts of the group's finished games that began over twelve hours ago, but no draft of a correction.

    Drafts of later games are kept: a game that was ended by mistake can be reopened with its draft.
    """
    before = event_time() - Night.STILL_TONIGHT
    over = {"match__night__group": match.night.group_id, "match__finished": True, "match__started_at__lt": before}
    TrickDraft.objects.filter(**over, entry=None).delete()
    PartsDraft.objects.filter(**over).delete()
    BidsDraft.objects.filter(**over).delete()
