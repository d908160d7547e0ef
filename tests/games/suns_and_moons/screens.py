"""The forms of a round: the number of tricks that each player won, or the winner of each trick."""

from __future__ import annotations

from games.kernel.cards import Card
from games.kernel.parts import OwnFields
from games.kernel.posted import Fields, Posted, number_fields, seat_of
from games.kernel.record import RawRecord
from games.kernel.screen import Context, Screen
from games.kernel.words import Phrase

from .cards import TRICKS
from .options import SunsAndMoonsOptions, SunsTable


class CountedScreen(Screen[Card, SunsAndMoonsOptions, None]):
    """The form with the fields `won-0`, `won-1`, … by seat. If one is empty, it is derived from the others."""

    code = "counted"
    label = Phrase("counted", de="Stiche gezählt", en="Tricks counted")
    template = "suns-and-moons/counted.html"
    own = OwnFields(numbered=("won",), main="won")

    def record(self, posted: Posted, table: SunsTable) -> RawRecord:
        return {"kind": "counted", "won": posted.with_rest(posted.numbers("won", table), table, TRICKS)}

    def fields(self, record: RawRecord, table: SunsTable) -> Fields:
        return number_fields("won", record.get("won"), table)

    def rest_follows(self, table: SunsTable) -> bool:
        return True


class TappedScreen(Screen[Card, SunsAndMoonsOptions, None]):
    """The form with the fields `trick-1` to `trick-4`: the seat of the player who won each trick."""

    code = "tapped"
    label = Phrase("tapped", de="Stich für Stich", en="Trick after trick")
    template = "suns-and-moons/tapped.html"
    own = OwnFields(exclusive=("trick-*",))

    def record(self, posted: Posted, table: SunsTable) -> RawRecord:
        winners = [posted.seat(f"trick-{number}", table) for number in range(1, TRICKS + 1)]
        return {"kind": "counted", "won": {player: winners.count(player) for player in winners if player is not None}}

    def fields(self, record: RawRecord, table: SunsTable) -> Fields:
        won = record.get("won", {})
        winners = [player for player in table.players for _ in range(won.get(player, 0))]
        return {f"trick-{number}": [seat_of(player, table)] for number, player in enumerate(winners, 1)}

    def shows(self, record: RawRecord) -> bool:
        return False  # a round of either form is corrected in CountedScreen

    def context(self, table: SunsTable) -> Context:
        return {"tricks_to_win": range(1, TRICKS + 1)}


SCREENS = (CountedScreen(), TappedScreen())
