"""The count after a round of Rufmariasch: aces, tens and the last trick."""

from __future__ import annotations

from games.kernel.counting import POINTS, Count, Item, Measure
from games.kernel.faces import Face

from . import words
from .cards import EACH_COUNTS
from .faces import Faces
from .options import RufmariaschTable
from .screens import SCORING, CapturedScreen


def count(table: RufmariaschTable, faces: Faces) -> Count:
    """Return the count of a round: the card points of aces, tens and the last trick."""
    cards = [
        Item(f"card-{code}", faces.face(code), {"points": EACH_COUNTS}, code[1:], figure=EACH_COUNTS, layout="four")
        for code in SCORING
    ]
    worth = table.options.last_trick
    last = Face("last_trick", "", ("trick",), "", words.ITEM_LAST_TRICK, words.ITEM_LAST_TRICK, worth)
    seats = len(table.players)
    return Count(
        [*cards, Item("last_trick", last, {"points": worth}, "last", is_card=False, figure=worth)],
        (Measure("points", POINTS, table.options.all_points),),
        table.hand_size * seats,
        trick=seats,
        screens=(CapturedScreen.code,),
    )
