"""The scoring of a round of Bettler und Diebe from its record: each player's credit or, in Snear, card points."""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Mapping, Sequence

from games.kernel.cards import Card
from games.kernel.engine import DEALT_KEYS
from games.kernel.lines import Line, Score, score_of
from games.kernel.record import Counts, Piles
from games.kernel.seats import Deal
from games.kernel.words import Phrase, join_names

from .cards import ALL_POINTS, POT
from .options import BettlerRecord, BettlerTable
from .words import (
    BELONGS_TO,
    BURIED,
    BY_ONESELF,
    CARDS,
    EVERYBODY_WITHOUT,
    IN_THE_POT,
    NO_CARD_VALUES,
    NO_PARTNER_SAID,
    NO_PARTNER_WITH_THREE,
    NO_POINTS,
    NO_TAKER,
    OWN_PARTNER,
    POT_WON,
    RAMSCH_ALL,
    RAMSCH_FEWEST,
    RAMSCH_TIE,
    RAMSCH_TRICKLESS,
    RAMSCH_TWO,
    SOLO,
    SOLO_LOST,
    SOLO_WITH_THREE,
    TOO_MANY_IN_POT,
    TRICKLESS_HAS,
    WITH_MATES,
)

CREDIT = ((120, 6), (91, 4), (60, 2))
"""Rows of (least card points, credit). Each player of the winning side gets the credit of the first row it reaches."""
TAKER_NEEDS = 61
"""The taker's side wins with this many card points or more. So at 60 to 60, the other side wins."""
ALONE = 2
"""The extra credit of a taker who wins alone, and of each player who beats a lone taker."""
RAMSCH = 3
"""The credit of each winner of a Ramsch."""

POT_KEYS = frozenset((*DEALT_KEYS, "taker", "partner", "points", "counted", "buried", "captured", "buried_cards"))
RAMSCH_KEYS = frozenset((*DEALT_KEYS, "points", "pot", "captured", "pot_cards", "no_trick", "tricks"))
SNEAR_KEYS = frozenset((*DEALT_KEYS, "points", "captured"))


# A pot round: a player takes the pot


def credit_for(points: int) -> int:
    """Return the credit of each player of the winning side. `points` are the side's card points, 60 to 120."""
    return next(credit for least, credit in CREDIT if points >= least)


def alone_counts(table: BettlerTable) -> bool:
    """Return whether a pot round with a lone taker earns extra credit.

    With 3 players, where every taker is alone, the option `solo_bonus_three` decides (ruling).
    """
    return len(table.players) > 3 or table.options.solo_bonus_three


def pot(record: BettlerRecord, deal: Deal[None]) -> Score | None:
    """Return the score of a pot round: the credit of each player of the winning side.

    If the taker plays alone, each winner also gets ALONE, unless `alone_counts` is false. Buried cards count for the
    taker's side. If the record is wrong, add its problems to it and return None.

    Rulebook: With the pot; Playing alone.
    """
    record.allow(POT_KEYS)
    table = record.table
    taker = record.player("taker", NO_TAKER)
    partner = _read_partner(record, taker)
    points = _side_points(record, (taker, partner))
    if record.problems or taker is None or points is None:
        return None
    side = [player for player in table.players if player in (taker, partner)]
    taker_wins = points >= TAKER_NEEDS
    winners = side if taker_wins else [player for player in table.players if player not in side]
    won_with = points if taker_wins else ALL_POINTS - points
    lines = []
    for player in winners:
        mates = [mate for mate in winners if mate != player]
        facts = {
            "points": won_with,
            "others": ALL_POINTS - won_with,
            "mates": WITH_MATES(mates=join_names(mates)) if mates else BY_ONESELF(),
        }
        lines.append(Line(player, POT_WON, credit_for(won_with), facts))
        if partner is None and alone_counts(table):
            lines.append(Line(player, SOLO if taker_wins else SOLO_LOST, ALONE, {"taker": taker}))
    rulings = [SOLO_WITH_THREE()] if len(table.players) == 3 and alone_counts(table) else []
    return score_of(table.players, lines, rulings=rulings)


def _read_partner(record: BettlerRecord, taker: str | None) -> str | None:
    partner = record.player_or_nobody("partner", NO_PARTNER_SAID)
    if partner is not None:
        if len(record.table.players) == 3:
            record.add("partner", NO_PARTNER_WITH_THREE(taker=taker or ""))
        elif partner == taker:
            record.add("partner", OWN_PARTNER(taker=taker))
    return partner


type Side = tuple[str | None, str | None]
"""(taker, partner). The partner is None if the taker plays alone. Either is None if it is wrong in the record."""


def _side_points(record: BettlerRecord, side: Side) -> int | None:
    """Return the card points of the taker's side from the record's `points`, `counted` or `captured`."""
    form = record.one_of(*SIDE_POINTS, missing=NO_POINTS)
    _check_companions(record, {"buried": "counted", "buried_cards": "captured"})
    return SIDE_POINTS[form](record, side) if form else None


def _side_as_typed(record: BettlerRecord, side: Side) -> int | None:
    return record.whole("points", 0, ALL_POINTS)


def _side_as_counted(record: BettlerRecord, side: Side) -> int | None:
    """Return the card points of the taker's side from the points of each player's pile."""
    counted = record.counts("counted", everybody=True)
    buried = record.whole("buried", 0, ALL_POINTS, default=0)
    if counted is None or buried is None:
        return None
    record.sums_to("counted", sum(counted.values()) + buried, ALL_POINTS)
    return buried + sum(points for player, points in counted.items() if player in side)


def _side_as_captured(record: BettlerRecord, side: Side) -> int | None:
    piles = _captured(record, "buried_cards")
    if piles is None:
        return None
    captured, buried_cards = piles
    mine = [card for player, cards in captured.items() if player in side for card in cards]
    return sum(card.points for card in (*mine, *buried_cards))


SIDE_POINTS: Mapping[str, Callable[[BettlerRecord, Side], int | None]] = {
    "points": _side_as_typed,
    "counted": _side_as_counted,
    "captured": _side_as_captured,
}


def _check_companions(record: BettlerRecord, forms: Mapping[str, str]) -> None:
    """Add a problem for each key without its companion, such as `buried` without `counted`."""
    for key, form in forms.items():
        if key in record and form not in record:
            record.add(key, BELONGS_TO(key=key, form=form))


REST: Mapping[str, Phrase] = {"buried_cards": BURIED, "pot_cards": IN_THE_POT}


def _captured(record: BettlerRecord, rest_key: str | None = None) -> tuple[Piles[Card], list[Card]] | None:
    """Return (captured cards by player, cards at `rest_key`). If it is None, the second part is empty."""
    deck = record.table.deck
    if not deck.points:
        record.add("captured", NO_CARD_VALUES())
        return None
    piles = record.piles("captured", deck)
    rest = record.cards(rest_key, deck) if rest_key else []
    most = POT[len(record.table.players)]
    if rest_key and rest and len(rest) > most:
        record.add(rest_key, TOO_MANY_IN_POT(count=len(rest), most=most))
    if piles is None or rest is None:
        return None
    places = record.in_piles("captured", piles)
    if rest_key and rest:
        places[rest_key] = (REST[rest_key](), rest)
    record.each_once("captured", places, deck.where(lambda card: card.points > 0))
    return piles, rest


# A Ramsch: nobody takes the pot


def ramsch(record: BettlerRecord, deal: Deal[None]) -> Score | None:
    """Return the score of a Ramsch: the credit of each winner. Everybody plays alone. Rulebook: Ramsch."""
    record.allow(RAMSCH_KEYS)
    table = record.table
    trickless = _read_trickless(record)
    points = _ramsch_points(record, trickless)
    if record.problems or points is None or trickless is None:
        return None
    with_tricks = [player for player in table.players if player not in trickless]
    rulings = []
    if len(with_tricks) == 1:  # rule 1 of the rulebook's Ramsch
        lines = [Line(with_tricks[0], RAMSCH_ALL, RAMSCH)]
    elif trickless:  # rule 2, even if two or more have no trick (ruling)
        without = [player for player in table.players if player in trickless]
        rulings = [RAMSCH_TWO(without=join_names(without))] if len(without) > 1 else []
        facts = {"without": join_names(without), "count": len(without)}
        lines = [Line(player, RAMSCH_TRICKLESS, RAMSCH, facts) for player in with_tricks]
    else:  # rule 3; if several have the fewest points, each of them gets the credit (ruling)
        fewest = min(points.get(player, 0) for player in with_tricks)
        equal = [player for player in with_tricks if points.get(player, 0) == fewest]
        rulings = [RAMSCH_TIE(players=join_names(equal))] if len(equal) > 1 else []
        lines = [Line(player, RAMSCH_FEWEST, RAMSCH, {"points": fewest}) for player in equal]
    return score_of(table.players, lines, rulings=rulings)


def _read_trickless(record: BettlerRecord) -> Collection[str] | None:
    """Return the players without a trick: as the record names them, or derived from its numbers of tricks."""
    form = record.one_of(*TRICKLESS)
    return TRICKLESS[form](record) if form else None


def _trickless_named(record: BettlerRecord) -> Collection[str] | None:
    named = record.players("no_trick")
    if named is not None and len(named) == len(record.table.players):
        record.add("no_trick", EVERYBODY_WITHOUT())
    return named


def _trickless_by_tricks(record: BettlerRecord) -> Collection[str] | None:
    tricks = record.counts("tricks", everybody=True)
    if tricks is None:
        return None
    record.sums_to("tricks", sum(tricks.values()), record.table.hand_size)
    return [player for player, count in tricks.items() if count == 0]


TRICKLESS: Mapping[str, Callable[[BettlerRecord], Collection[str] | None]] = {
    "no_trick": _trickless_named,
    "tricks": _trickless_by_tricks,
}


def _ramsch_points(record: BettlerRecord, trickless: Collection[str] | None) -> Counts | None:
    """Return the card points of each player; None if they cannot be read."""
    form = record.one_of("points", "captured")
    _check_companions(record, {"pot": "points", "pot_cards": "captured"})
    if form == "points":
        points = record.counts("points", everybody=True)
        in_pot = record.whole("pot", 0, ALL_POINTS, default=0)
        if points is not None and in_pot is not None:
            record.sums_to("points", sum(points.values()) + in_pot, ALL_POINTS)
        _check_trickless(record, "points", trickless, points or {})
        return points
    piles = _captured(record, "pot_cards") if form else None
    if piles is None:
        return None
    _check_trickless(record, "captured", trickless, piles[0])
    return points_of(piles[0])


def _check_trickless(
    record: BettlerRecord, form: str, trickless: Iterable[str] | None, has: Mapping[str, int | Sequence[Card]]
) -> None:
    for player in trickless or ():
        if has.get(player):
            record.add(f"{form}.{player}", TRICKLESS_HAS(player=player))


def points_of(piles: Mapping[str, Iterable[Card]]) -> Counts:
    """Return the card points of each player's pile, by the group's card values."""
    return {player: sum([card.points for card in cards]) for player, cards in piles.items()}


# Two players


def snear(record: BettlerRecord, deal: Deal[None]) -> Score | None:
    """Return the score of a round of Snear: each player's captured card points."""
    record.allow(SNEAR_KEYS)
    form = record.one_of("points", "captured")
    points = None
    if form == "points":
        points = record.counts("points", everybody=True)
        if points is not None:
            record.sums_to("points", sum(points.values()), ALL_POINTS)
    elif form == "captured":
        piles = _captured(record)
        points = piles and points_of(piles[0])
    if record.problems or points is None:
        return None
    players = record.table.players
    return score_of(players, [Line(player, CARDS, points.get(player, 0)) for player in players])
