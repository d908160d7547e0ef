"""Bettler und Diebe: with 2 players as Snear, with 3 as Halsabschneider, with 4 and 5 under its own name."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from games.kernel.cards import Card, Deck
from games.kernel.counting import Count
from games.kernel.faces import Face
from games.kernel.game import Game, Kind
from games.kernel.lines import Score, sum_of
from games.kernel.needs import Need, Reach
from games.kernel.record import RawRecord
from games.kernel.screen import Context, Screen
from games.kernel.seats import Deal
from games.kernel.tricks import Judge
from games.kernel.words import Message, Phrase, Title, join_names

from . import needs
from .cards import ALL_POINTS, BEGGARS, HAND_SIZE, POT, REMOVED, WITH_POINTS, deck_for, whole_deck
from .count import count
from .feats import FEATS
from .options import BettlerOptions, BettlerTable
from .referee import judge
from .scoring import ALONE, CREDIT, RAMSCH, TAKER_NEEDS, pot, ramsch, snear
from .screens import called, face_of, screens
from .words import (
    ALL_CARDS_WITH_FOUR,
    ALL_TRICKS,
    FEWEST_POINTS,
    INTO_THE_POT,
    NOBODY_TOOK,
    PHRASES,
    POT_WON,
    RAMSCH_ALL,
    RAMSCH_FEWEST,
    RAMSCH_TRICKLESS,
    SIDE_WINS,
    SNEAR_LAYOUT,
    SOME_TRICKLESS,
    TAKER_ALONE,
    TAKER_WITH,
    TITLES,
    WORTH,
)


class BettlerUndDiebe(Game[Card, BettlerOptions, None]):
    slug = "bettler-und-diebe"
    name = Phrase("bettler-und-diebe", de="Bettler und Diebe", en="Bettler und Diebe (Beggars and Thieves)")
    gist = Phrase(
        "gist",
        de="Wer nimmt den Topf? Allein oder mit heimlichem Partner.",
        en="Who takes the pot? Alone or with a secret partner.",
    )
    champion = Title(
        "champion",
        de="König der Diebe",
        en="König der Diebe (King of Thieves)",
        de_feminine="Königin der Diebe",
        en_feminine="Königin der Diebe (Queen of Thieves)",
    )
    feats = FEATS
    phrases = PHRASES
    worth = WORTH
    seats = (2, 3, 4, 5)
    options = BettlerOptions

    def title(self, seats: int, options: BettlerOptions) -> Phrase:
        """Return the game's name with this number of players: Snear with 2, Halsabschneider with 3, else its own."""
        return TITLES.get(seats, self.name)

    def lets_dealer_sit_out(self, seats: int, options: BettlerOptions) -> bool:
        """Return whether the dealer may sit out: not in Snear (2 players)."""
        return seats > 2

    def deck(self, seats: int, options: BettlerOptions) -> Deck[Card]:
        return deck_for(seats, options.card_values)

    def hand_size(self, seats: int, options: BettlerOptions) -> int:
        return HAND_SIZE[seats]

    def result(self, table: BettlerTable, score: Score) -> Message:
        return result_of(score) or super().result(table, score)

    def story(self, table: BettlerTable, record: RawRecord, score: Score) -> Sequence[Message]:
        return [*beginning(record), self.result(table, score)]

    def kinds(self, table: BettlerTable) -> Mapping[str, Kind[Card, BettlerOptions, None]]:
        if len(table.players) == 2:
            return {"snear": Kind(snear)}
        return {"pot": Kind(pot), "ramsch": Kind(ramsch)}

    def screens(self, table: BettlerTable) -> Sequence[Screen[Card, BettlerOptions, None]]:
        return screens(table)

    def face(self, card: Card) -> Face:
        return face_of(card)

    def called(self, card: Card) -> Phrase | Message:
        return called(card)

    def judge(self, table: BettlerTable, trump: str | None) -> Judge[Card]:
        return judge

    def goal(self, table: BettlerTable) -> int:
        return table.options.goal(len(table.players))

    def tied(self, table: BettlerTable, totals: Mapping[str, int]) -> bool:
        """Return whether two or more players share the highest total, and this total has reached the target."""
        return max(totals.values()) >= self.goal(table) and not self._alone_on_top(table, totals)

    def left_out(self, table: BettlerTable) -> Sequence[Card]:
        return [card for card in whole_deck().values() if card.code not in table.deck]

    def dealing(self, table: BettlerTable) -> Sequence[Message]:
        seats = len(table.players)
        if seats == 2:
            return [SNEAR_LAYOUT()]
        into_the_pot = INTO_THE_POT(count=POT[seats])
        return [into_the_pot] if REMOVED[seats] else [into_the_pot, ALL_CARDS_WITH_FOUR(count=len(table.deck))]

    def rulebook_context(self, table: BettlerTable) -> Context:
        """Return the variables of the rulebook. `removed` maps each colour to the ranks of its removed cards."""
        seats = len(table.players)
        values = table.options.card_values or {}
        above = [least - 1 for least, _ in CREDIT[:-1]]
        return {
            "goal": self.goal(table),
            "hand_size": HAND_SIZE[seats],
            "pot": POT[seats],
            "all_cards": len(whole_deck()),
            "all_points": ALL_POINTS,
            "removed": {colour: [code[1:] for code in REMOVED[seats] if code[0] == colour] for colour in BEGGARS},
            **{group: [(rank, values[group][str(rank)]) for rank in WITH_POINTS[group]] for group in values},
            "needs": TAKER_NEEDS,
            "credits": [
                (least, most, credit)
                for (least, credit), most in reversed(list(zip(CREDIT, (ALL_POINTS, *above), strict=True)))
            ],
            "alone": ALONE,
            "ramsch": RAMSCH,
        }

    def over(self, table: BettlerTable, totals: Mapping[str, int], deal: Deal[None]) -> bool:
        """Return whether one player alone has the highest total and has reached the target."""
        return self._alone_on_top(table, totals)

    def _alone_on_top(self, table: BettlerTable, totals: Mapping[str, int]) -> bool:
        highest = max(totals.values())
        alone = list(totals.values()).count(highest) == 1
        return alone and highest >= table.options.goal(len(table.players))

    def count(self, table: BettlerTable) -> Count:
        return count(table)

    def reach(self, table: BettlerTable) -> Reach:
        return needs.reach(table)

    def needs(self, table: BettlerTable, totals: Mapping[str, int], deal: Deal[None]) -> Sequence[Need]:
        return needs.needs(table, totals)

    def deal_help(self, table: BettlerTable, deal: Deal[None]) -> Context:
        return {"pot": range(POT[len(table.players)])}


# A round in sentences: who took the pot, who wins, and how

# The sentence on the result, for each phrase that the first line of a score can have
RESULTS: dict[Phrase, Phrase] = {
    POT_WON: SIDE_WINS,
    RAMSCH_ALL: ALL_TRICKS,
    RAMSCH_TRICKLESS: SOME_TRICKLESS,
    RAMSCH_FEWEST: FEWEST_POINTS,
}


def result_of(score: Score) -> Message | None:
    """Return the sentence on the winners of a pot round or of a Ramsch; None for any other entry."""
    first = score.lines[0] if score.lines else None
    if first is None or first.phrase not in RESULTS:
        return None
    winners = [player for player, points in score.points.items() if points]
    facts = {"count": len(winners), **first.message.facts}
    return RESULTS[first.phrase](**{**facts, "players": join_names(winners), "sum": sum_of(score, winners)})


def beginning(record: RawRecord) -> Sequence[Message]:
    """Return a list with one sentence: who took the pot and with which partner, or that nobody took it."""
    if record["kind"] == "ramsch":
        return [NOBODY_TOOK()]
    if record["kind"] != "pot":
        return []
    if partner := record.get("partner"):
        return [TAKER_WITH(taker=record["taker"], partner=partner)]
    return [TAKER_ALONE(taker=record["taker"])]


GAME = BettlerUndDiebe()
