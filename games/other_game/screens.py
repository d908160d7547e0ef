"""The form of a round on the plain pad: a number for each player, or a tap on each winner."""

from __future__ import annotations

from collections.abc import Sequence

from games.kernel.cards import Card
from games.kernel.parts import OwnFields
from games.kernel.posted import Fields, Posted, common_fields, number_fields, seat_fields
from games.kernel.record import RawRecord
from games.kernel.screen import Context, Screen
from games.kernel.words import Phrase, join_names

from .options import LOW, OtherOptions, OtherTable
from .scoring import speakers

KINDS = ("points", "winners")


class Round(Screen[Card, OtherOptions, None]):
    """The form of a round."""

    code = "round"
    label = Phrase("round", de="Runde", en="Round")
    template = "other-game/round.html"
    own: OwnFields | None = OwnFields(numbered=("points",), shared=("winners",), scores=True)

    def record(self, posted: Posted, table: OtherTable) -> RawRecord:
        won, typed = posted.seats("winners", table), posted.numbers("points", table)
        record: RawRecord = {"kind": "winners", "winners": won} if won else {"kind": "points"}
        if typed:
            record["points"] = {player: typed.get(player, 0) for player in self.named(table)}
        return posted.with_common(record, table)

    def fields(self, record: RawRecord, table: OtherTable) -> Fields:
        return {
            **number_fields("points", record.get("points"), table),
            **seat_fields("winners", record.get("winners", ()), table),
            **common_fields(record, table),
        }

    def named(self, table: OtherTable) -> Sequence[str]:
        """Return the players for whom a record has points: all or, in teams, the first player of each team."""
        return table.players

    def context(self, table: OtherTable) -> Context:
        return {"lowest": table.options.best == LOW}

    def shows(self, record: RawRecord) -> bool:
        return record.get("kind") in KINDS


class TeamRound(Round):
    """The form of a round in teams: each team uses the fields of its first player, for its points and for winning."""

    own = None

    def named(self, table: OtherTable) -> Sequence[str]:
        return list(dict.fromkeys(speakers(table).values()))

    def context(self, table: OtherTable) -> Context:
        first = speakers(table)
        teams = {each: [player for player in table.players if first[player] == each] for each in self.named(table)}
        names = [(table.number_of(each), join_names(team)) for each, team in teams.items()]
        return super().context(table) | {"teams": names}
