"""The scoring of a round of Beutelschneider's first edition from its record: points, and lines that explain them."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence

from games.beutelschneider.cards import Person
from games.beutelschneider.scoring import (
    COUNTED_KEYS,
    TRICKS_KEYS,
    add_up,
    check_cutpurses,
    gold_and_cutpurse_lines,
    gold_of,
    read_bonuses,
    total_of,
)
from games.beutelschneider.words import DISCARDED, GUARD_NEEDS_CUTPURSES, NOT_A_CUTPURSE
from games.kernel.engine import DEALT_KEYS
from games.kernel.lines import Revoke, Score, score_of
from games.kernel.problems import CARDS_MISSING
from games.kernel.record import Counts, Piles
from games.kernel.seats import Deal
from games.kernel.tricks import follow_suit, read_round, revokes

from .cards import ASIDE, CUTPURSE
from .options import ClassicRecord, ClassicTable
from .referee import judge
from .words import (
    ASIDE_PLACE,
    BOTH_GUARDS,
    CLASSIC_BONUS_LINES,
    CLASSIC_BONUS_NAMES,
    NOT_WITH_ANYBODY,
    TOO_MANY_ASIDE,
)

MOST = dict.fromkeys(CLASSIC_BONUS_LINES, 1)


class Scoring:
    """The scoring of one table's rounds, with a method for each kind of record."""

    def __init__(self, table: ClassicTable) -> None:
        self.aside = ASIDE[len(table.players)]
        self.needed = table.deck.where(lambda card: card.is_gold or card.is_cutpurse)
        self.captured_keys = {*DEALT_KEYS, "captured", "discarded", "bonuses"}
        if self.aside:
            self.captured_keys.add("aside")

    def captured(self, record: ClassicRecord, deal: Deal[None]) -> Score | None:
        """Return the score of a round entered by captured cards."""
        record.allow(self.captured_keys)
        deck = record.table.deck
        piles = record.piles("captured", deck)
        discarded = record.cards("discarded", deck)
        aside = record.cards("aside", deck) if self.aside else []
        bonuses = self._read_bonuses(record)
        if piles is not None and aside is not None:
            self._check_cards(record, piles, aside)
        if discarded is not None:
            self._check_discarded(record, discarded, piles)
            guards = total_of(bonuses, "gardist")
            if guards > len(discarded):
                record.add("bonuses", GUARD_NEEDS_CUTPURSES(count=guards, discarded=len(discarded)))
        if record.problems or piles is None or discarded is None or bonuses is None:
            return None
        return self._score(record.table, gold_of(piles), _costly(piles, discarded), bonuses)

    def _check_cards(self, record: ClassicRecord, piles: Piles[Person], aside: Sequence[Person]) -> None:
        places = record.in_piles("captured", piles)
        if aside:
            places["aside"] = (ASIDE_PLACE(), aside)
        if len(aside) > self.aside:
            record.add("aside", TOO_MANY_ASIDE(count=len(aside), most=self.aside))
        named = {card.code for _, cards in places.values() for card in cards}
        missing = [card.code for card in self.needed if card.code not in named]
        if len(missing) > max(0, self.aside - len(aside)):
            record.add("captured", CARDS_MISSING(count=len(missing), cards=missing))
        record.each_once("captured", places, ())

    def _check_discarded(self, record: ClassicRecord, discarded: Sequence[Person], piles: Piles[Person] | None) -> None:
        """Add a problem for each discarded card that is named twice, or is not a captured cutpurse."""
        record.each_once("discarded", {"discarded": (DISCARDED(), discarded)}, ())
        captured = {card.code for cards in (piles or {}).values() for card in cards}
        for index, card in enumerate(discarded):
            if not card.is_cutpurse:
                record.add(f"discarded.{index}", NOT_A_CUTPURSE(card=card))
            elif piles is not None and card.code not in captured:
                record.add(f"discarded.{index}", NOT_WITH_ANYBODY(card=card))

    def counted(self, record: ClassicRecord, deal: Deal[None]) -> Score | None:
        """Return the score of a round entered by counted gold."""
        record.allow(COUNTED_KEYS)
        gold = record.counts("gold", needed=True)
        cutpurses = record.counts("cutpurses")
        bonuses = self._read_bonuses(record)
        if gold is not None:
            check = record.sums_to_at_most if self.aside else record.sums_to
            check("gold", sum(gold.values()), record.table.deck.points)
        if cutpurses:
            check_cutpurses(record, cutpurses, bonuses, most=1)
        if record.problems or gold is None or cutpurses is None or bonuses is None:
            return None
        return self._score(record.table, gold, cutpurses, bonuses)

    def tricks(self, record: ClassicRecord, deal: Deal[None]) -> Score | None:
        """Return the score of a round written down trick by trick."""
        record.allow(TRICKS_KEYS)
        table = record.table
        played = read_round(record, table.deck, judge, deal.leader, hand_size=table.hand_size)
        if played is None:
            return None
        piles, bonuses = add_up(verdict for _, verdict in played)
        discarded = [card for _, verdict in played for card in verdict.discarded]
        found = revokes([trick for trick, _ in played], follow_suit)
        return self._score(table, gold_of(piles), _costly(piles, discarded), bonuses, found)

    def _read_bonuses(self, record: ClassicRecord) -> Mapping[str, Counts] | None:
        bonuses = read_bonuses(record, MOST, CLASSIC_BONUS_NAMES)
        guards = [
            player for player, earned in (bonuses or {}).items() if earned.get("gardist") or earned.get("gardist_last")
        ]
        if len(guards) > 1:
            kind = next(kind for kind in ("gardist", "gardist_last") if (bonuses or {})[guards[0]].get(kind))
            record.add(f"bonuses.{guards[0]}.{kind}", BOTH_GUARDS(players=guards))
        return bonuses

    def _score(
        self,
        table: ClassicTable,
        gold: Counts,
        cutpurses: Counts,
        bonuses: Mapping[str, Counts],
        found: Sequence[Revoke] = (),
    ) -> Score:
        lines = gold_and_cutpurse_lines(table.players, gold, cutpurses, bonuses, CLASSIC_BONUS_LINES)
        return score_of(table.players, lines, revokes=found)


def _costly(piles: Piles[Person], discarded: Iterable[Person]) -> Counts:
    """Return {player: 1} for the player who captured the cutpurse; {} if the Guard cancelled it or nobody has it."""
    if any(card.is_cutpurse for card in discarded):
        return {}
    return {player: 1 for player, cards in piles.items() if any(card.code == CUTPURSE for card in cards)}
