"""The plain pad, for 2 to 8 players: a round has points for each player, or only its winners."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from datetime import tzinfo

from games.kernel.cards import Card
from games.kernel.game import Foreign, Game, Kind
from games.kernel.lines import Score, goes_to
from games.kernel.needs import Need
from games.kernel.screen import Screen
from games.kernel.seats import Deal
from games.kernel.words import Message, Phrase, Title, Typed

from .bg_stats import SEATS, plays_of
from .feats import FEATS
from .options import LOW, OtherOptions, OtherTable
from .scoring import points, winners
from .screens import Round, TeamRound
from .words import PHRASES, WON

SCREENS, TEAM_SCREENS = (Round(),), (TeamRound(),)


class OtherGame(Game[Card, OtherOptions, None]):
    slug = "other-game"
    name = Phrase("other-game", de="Jedes andere Spiel", en="Any other game")
    gist = Phrase(
        "gist",
        de="Punkte schreiben für alles, was ihr sonst spielt.",
        en="A pad for whatever else you play.",
    )
    champion = Title("champion", de="Sieg nach Punkten", en="Won on points")
    opens = Phrase("opens", de="{player} beginnt", en="{player} starts")
    you_open = Phrase("you_open", de="Du beginnst.", en="You start.")
    seats = SEATS
    options = OtherOptions
    phrases = PHRASES
    feats = FEATS

    def title(self, seats: int, options: OtherOptions) -> Phrase | Typed:
        """Return the group's own name for the game; the usual name if the group has none."""
        return Typed(options.name) if options.name else self.name

    def variant(self, options: OtherOptions) -> str:
        return options.name

    def team_count(self, options: OtherOptions) -> int:
        return options.teams or 0

    def of_other_program(self, root: object, zone: tzinfo) -> Iterator[Foreign] | None:
        return plays_of(root, zone)

    def kinds(self, table: OtherTable) -> Mapping[str, Kind[Card, OtherOptions, None]]:
        return {"points": Kind(points), "winners": Kind(winners)}

    def screens(self, table: OtherTable) -> Sequence[Screen[Card, OtherOptions, None]]:
        return TEAM_SCREENS if table.options.teams else SCREENS

    def goal(self, table: OtherTable) -> int | None:
        return table.options.target

    def rounds(self, table: OtherTable) -> int | None:
        return table.options.rounds

    def lowest_wins(self, options: OtherOptions) -> bool:
        return options.best == LOW

    def result(self, table: OtherTable, score: Score) -> Message:
        """Return the sentence on who wins a round."""
        won = any(line.phrase is WON for line in score.lines)
        return goes_to(score, self.lowest_wins(table.options) and not won)

    def needs(self, table: OtherTable, totals: Mapping[str, int], deal: Deal[None]) -> Sequence[Need]:
        """Return the points that each player lacks for the target; [] without a target, or if the lowest total wins."""
        return [] if self.lowest_wins(table.options) else super().needs(table, totals, deal)


GAME = OtherGame()
