"""A round of Suns and Moons: a point for each trick, and the bonus for all four."""

from __future__ import annotations

from games.kernel.cards import Card
from games.kernel.engine import DEALT_KEYS
from games.kernel.lines import Line, Score, score_of
from games.kernel.record import Counts
from games.kernel.seats import Deal
from games.kernel.tricks import Trick, Verdict, captured_by, follow_suit, highest, read_round, revokes

from .cards import TRICKS
from .options import SunsRecord, SunsTable
from .words import ALL, HIGHEST, SUITS, WON


def judge(trick: Trick[Card], record: SunsRecord) -> Verdict[Card]:
    """Return the verdict on a trick: the highest card of the suit led wins."""
    player, card = highest(trick.plays, None)
    why = [HIGHEST(player=player, card=card, suit=SUITS[card.suit])]
    return Verdict(player, captured_by(player, trick.plays), why)


def counted(record: SunsRecord, deal: Deal[None]) -> Score | None:
    """Return the score of a round with the number of tricks that each player won.

    If the record is wrong, add its problems to it and return None.
    """
    record.allow((*DEALT_KEYS, "won"))
    won = record.counts("won", needed=True)
    if won is not None:
        record.sums_to("won", sum(won.values()), TRICKS)
    return None if record.problems or won is None else score_of(record.table.players, lines(record.table, won))


def tricks(record: SunsRecord, deal: Deal[None]) -> Score | None:
    """Return the score of a round written down trick by trick.

    If the record is wrong, add its problems to it and return None.
    """
    record.allow((*DEALT_KEYS, "tricks"))
    played = read_round(record, record.table.deck, judge, deal.leader, hand_size=TRICKS)
    if played is None:
        return None
    winners = [verdict.winner for _, verdict in played]
    won = {player: winners.count(player) for player in record.table.players}
    found = revokes([trick for trick, _ in played], follow_suit)
    return score_of(record.table.players, lines(record.table, won), revokes=found)


def lines(table: SunsTable, won: Counts) -> list[Line]:
    earned = [Line(player, WON, won.get(player, 0)) for player in table.players]
    return earned + [Line(player, ALL, table.options.bonus) for player, _, count, _ in earned if count == TRICKS]
