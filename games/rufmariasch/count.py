"""The count after a round of Rufmariasch: aces, tens and the last trick."""

from __future__ import annotations

from games.kernel.counting import POINTS, Count, Measure

from .cards import ALL_POINTS
from .faces import Faces
from .options import RufmariaschTable
from .screens import CapturedScreen, hand


def count(table: RufmariaschTable, faces: Faces) -> Count:
    """Return the count of a round: the card points of aces, tens and the last trick."""
    seats = len(table.players)
    return Count(
        hand(faces),
        (Measure("points", POINTS, ALL_POINTS),),
        table.hand_size * seats,
        trick=seats,
        screens=(CapturedScreen.code,),
    )
