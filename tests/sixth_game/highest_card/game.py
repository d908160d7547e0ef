"""Highest Card: a toy, to show all that a new game needs. 2 or 3 players, suns and moons from 1 to 6, four cards each.

The highest card of the suit led takes the trick. Each trick is a point; who has all four gets the bonus of the house.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from games.kernel.cards import Card, Deck, plain_name
from games.kernel.engine import DEALT_KEYS
from games.kernel.game import Game, Kind
from games.kernel.lines import Line, Score, score_of
from games.kernel.options import Options, WholeNumber, option
from games.kernel.record import AnyRecord, Counts, Record
from games.kernel.seats import Deal, Table
from games.kernel.tricks import Judge, Trick, Verdict, captured_by, follow_suit, highest, read_round, revokes
from games.kernel.words import Phrase

from .schema import SCHEMA

TRICKS = 4
SUITS = {"S": Phrase("suns", de="Sonnen", en="suns"), "M": Phrase("moons", de="Monde", en="moons")}
DECK = Deck(
    Card(code=f"{suit}{rank}", suit=suit, rank=rank, name=plain_name(f"{suit}{rank}"))
    for suit in SUITS
    for rank in range(1, 7)
)

HIGHEST = Phrase(
    "highest_of_led",
    de="{card} von {player} ist die höchste Karte in {suit}.",
    en="{player}’s {card} is the highest card in {suit}.",
)
WON = Phrase(
    "tricks", de="{player}: {amount:ein Stich|{amount} Stiche}", en="{player}: {amount:1 trick|{amount} tricks}"
)
ALL = Phrase("all", de="{player}: alle Stiche, {amount:+}", en="{player}: all the tricks, {amount:+}")


@dataclass(frozen=True, slots=True, kw_only=True)
class HighestCardOptions(Options):
    bonus: int = option(2, WholeNumber(Phrase("bonus", de="Für alle Stiche", en="For all the tricks"), 0, 10))
    target: int = option(10, WholeNumber(Phrase("target", de="Spiel bis", en="Play to"), 1, 100))


def judge(trick: Trick[Card], record: AnyRecord) -> Verdict[Card]:
    player, card = highest(trick.plays, None)
    why = [HIGHEST(player=player, card=card, suit=SUITS[card.suit])]
    return Verdict(player, captured_by(player, trick.plays), why)


def counted(record: Record[HighestCardOptions, Card], deal: Deal[None]) -> Score | None:
    """How many tricks each one won."""
    record.allow((*DEALT_KEYS, "won"))
    won = record.counts("won", needed=True)
    if won is not None:
        record.sums_to("won", sum(won.values()), TRICKS)
    return None if record.problems or won is None else score_of(record.table.players, lines(record.table, won))


def tricks(record: Record[HighestCardOptions, Card], deal: Deal[None]) -> Score | None:
    """The round trick by trick."""
    record.allow((*DEALT_KEYS, "tricks"))
    played = read_round(record, DECK, judge, deal.leader, hand_size=TRICKS)
    if played is None:
        return None
    winners = [verdict.winner for _, verdict in played]
    won = {player: winners.count(player) for player in record.table.players}
    found = revokes([trick for trick, _ in played], follow_suit)
    return score_of(record.table.players, lines(record.table, won), revokes=found)


def lines(table: Table[HighestCardOptions, Card], won: Counts) -> list[Line]:
    earned = [Line(player, WON, won.get(player, 0)) for player in table.players]
    return earned + [Line(player, ALL, table.options.bonus) for player, _, count, _ in earned if count == TRICKS]


class HighestCard(Game[Card, HighestCardOptions, None]):
    slug = "highest-card"
    name = Phrase("highest-card", de="Höchste Karte", en="Highest Card")
    champion = Phrase("champion", de="Sonnenkönig", en="Sun King")
    schema = SCHEMA
    seats = (2, 3)
    options = HighestCardOptions

    def deck(self, seats: int, options: HighestCardOptions) -> Deck[Card]:
        return DECK

    def hand_size(self, seats: int, options: HighestCardOptions) -> int:
        return TRICKS

    def kinds(self, table: Table[HighestCardOptions, Card]) -> Mapping[str, Kind[Card, HighestCardOptions, None]]:
        return {"counted": Kind(counted), "tricks": Kind(tricks)}

    def judge(self, table: Table[HighestCardOptions, Card], trump: str | None) -> Judge[Card]:
        return judge

    def over(self, table: Table[HighestCardOptions, Card], totals: Mapping[str, int], deal: Deal[None]) -> bool:
        return max(totals.values()) >= table.options.target


GAME = HighestCard()
