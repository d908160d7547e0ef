"""The reading of a record's trick game: the bonuses, the winners of each suit, and the roman numbers."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import NamedTuple

from games.kernel.lines import Revoke
from games.kernel.problems import EMPTY, NOT_TOGETHER
from games.kernel.seats import Deal
from games.kernel.tricks import Verdict, follow_suit, read_round, revokes

from . import words
from .buildings import Past
from .cards import POINTS_OF_A_SUIT, SUIT_NAMES, SUITS, TRUMP, CourtCard, roman_total
from .options import KrimsutepRecord, KrimsutepTable
from .referee import judge

NOT_WITH_TRICKS = ("roman", "royal", "maid")


class TrickGame(NamedTuple):
    """The result of a trick game: the players with each bonus, the winners of each suit, and the revokes."""

    royal: Sequence[str]
    maid: Sequence[str]
    winners: Mapping[str, Sequence[str]]  # by suit
    revokes: Sequence[Revoke] = ()


def read_trick_game(record: KrimsutepRecord, deal: Deal[Past]) -> TrickGame | None:
    """Return the trick game from the record's `won`, `suits` (points by player) or `tricks`."""
    form = record.one_of("suits", "won", "tricks")
    if "tricks" in record:
        for key in NOT_WITH_TRICKS:
            if key in record:
                record.add(key, NOT_TOGETHER(keys=["tricks", key]))
    if form == "tricks":
        return _played(record, deal)
    royal = record.player_or_nobody("royal")
    maid = record.player_or_nobody("maid")
    _check_roman(record)
    winners = _most_points(record) if form == "suits" else _named_winners(record) if form == "won" else None
    if winners is None:
        return None
    return TrickGame([royal] if royal else [], [maid] if maid else [], winners)


def _played(record: KrimsutepRecord, deal: Deal[Past]) -> TrickGame | None:
    """Return the trick game from the record's `tricks`."""
    table = record.table
    played = read_round(record, table.deck, judge, deal.leader, hand_size=table.hand_size)
    if played is None:
        return None
    earned: dict[str, list[str]] = {"royal": [], "maid": []}
    for _, verdict in played:
        for player, bonuses in verdict.bonuses.items():
            for kind in bonuses:
                earned[kind].append(player)
    found = revokes([trick for trick, _ in played], follow_suit)
    verdicts = [verdict for _, verdict in played]
    return TrickGame(earned["royal"], earned["maid"], suits_won(table, verdicts), found)


def suits_won(table: KrimsutepTable, verdicts: Iterable[Verdict[CourtCard]]) -> dict[str, list[str]]:
    """Return the players with the most points of each suit after these tricks. Rulebook: Winning suits."""
    counts: dict[str, dict[str, int]] = {suit: dict.fromkeys(table.players, 0) for suit in SUITS}
    for verdict in verdicts:
        cards = verdict.captured[verdict.winner]
        for suit, letter in SUITS.items():
            counts[suit][verdict.winner] += sum(card.points for card in cards if card.suit == letter)
    return _most(counts)


def _most(counts: Mapping[str, Mapping[str, int]]) -> dict[str, list[str]]:
    """Return the players with the most points of each suit. If several have equally many, all of them win it."""
    return {
        suit: [player for player, points in each.items() if points == max(each.values())]
        for suit, each in counts.items()
    }


def _most_points(record: KrimsutepRecord) -> Mapping[str, Sequence[str]] | None:
    """Return the winners of each suit from the record's `suits`. The players' points of a suit must add up to 20."""
    before = record.problems.added
    suits = record.within("suits", record.raw["suits"])
    if suits is None:
        return None
    suits.allow(SUITS)
    counts = {}
    for suit in SUITS:
        if suit not in suits:
            suits.add(suit, words.HOW_MANY(suit=SUIT_NAMES[suit]))
            continue
        points = suits.counts(suit)
        if points is not None:
            suits.sums_to(suit, sum(points.values()), POINTS_OF_A_SUIT)
            counts[suit] = points
    return _most(counts) if record.problems.added == before else None


def _named_winners(record: KrimsutepRecord) -> Mapping[str, Sequence[str]] | None:
    """Return the winners of each suit from the record's `won`."""
    before = record.problems.added
    won = record.within("won", record.raw["won"])
    if won is None:
        return None
    won.allow(SUITS)
    winners = {}
    for suit in SUITS:
        if suit not in won:
            won.add(suit, words.WHO_WON(suit=SUIT_NAMES[suit]))
            continue
        names = won.players(suit)
        if names == []:
            won.add(suit, EMPTY())
        winners[suit] = names or []
    return winners if record.problems.added == before else None


# Roman numbers


def romans_won(table: KrimsutepTable, verdicts: Iterable[Verdict[CourtCard]]) -> dict[str, int]:
    """Return the sum of each player's roman numbers in these tricks. Rulebook: Building order."""
    counts = dict.fromkeys(table.players, 0)
    for verdict in verdicts:
        cards = verdict.captured[verdict.winner]
        counts[verdict.winner] += sum(card.roman for card in cards if table.options.roman_masters or card.suit == TRUMP)
    return counts


def _check_roman(record: KrimsutepRecord) -> None:
    """Add every problem of the roman numbers to the record. They must add up to the total of all cards."""
    if "roman" not in record:
        return
    roman = record.counts("roman")
    if roman is not None:
        total = roman_total(len(record.table.players), record.table.options.roman_masters)
        record.sums_to("roman", sum(roman.values()), total)
