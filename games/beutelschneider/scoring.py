"""The scoring of a round of Beutelschneider from its record: points, and the lines that explain them."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence

from games.kernel.cards import Deck
from games.kernel.engine import DEALT_KEYS
from games.kernel.lines import Line, Reason, Revoke, Score, score_of
from games.kernel.record import AnyRecord, Counts, Piles
from games.kernel.seats import Deal
from games.kernel.tricks import Broken, Trick, Verdict, follow, read_round, revokes
from games.kernel.words import Phrase, abbreviated

from .cards import BARD, BONUS, CALLS, CUTPURSE_COST, LEADERS, Person
from .options import BeutelschneiderTable
from .referee import judge
from .trick_state import PersonPlay, cards_per_play, suit_led
from .words import (
    BONUS_LINES,
    BONUS_NAMES,
    CUTPURSE,
    DISCARDED,
    GOLD,
    GUARD_NEEDS_CUTPURSES,
    LED_AGAINST_THE_CALL,
    NOT_A_CUTPURSE,
    NOT_GOLD,
    ONE_PLAYER_ONLY,
    ONE_SPECIAL_EACH,
    TOO_MANY_CUTPURSES,
    UNKNOWN_BONUS,
)

# The points of a round. The first edition uses parts of the code above the heading "The edition of 2018".


def gold_and_cutpurse_lines(
    players: Iterable[str],
    gold: Counts,
    cutpurses: Counts,
    bonuses: Mapping[str, Counts],
    bonus_lines: Mapping[str, Reason],
) -> list[Line]:
    """Return each player's score lines, in points: the gold, the cutpurses (−20 each), each kind of bonus (10 each)."""
    lines = []
    for player in players:
        if amount := gold.get(player):
            lines.append(Line(player, GOLD, amount))
        if count := cutpurses.get(player):
            lines.append(Line(player, CUTPURSE, -CUTPURSE_COST * count, {"count": count}))
        if earned := bonuses.get(player):
            lines += [
                Line(player, bonus_lines[kind], BONUS * count, {"count": count})
                for kind, count in earned.items()
                if count
            ]
    return lines


def gold_of(piles: Mapping[str, Iterable[Person]], worthless: Iterable[Person] = ()) -> Counts:
    """Return the points of the gold in each player's pile, without the cards that the Alchemist made worthless."""
    spoiled = {card.code for card in worthless}
    return {player: sum([card.points for card in cards if card.code not in spoiled]) for player, cards in piles.items()}


def cutpurses_in(piles: Mapping[str, Iterable[Person]]) -> Counts:
    """Return the number of cutpurses in each player's pile."""
    return {player: sum([card.role == "cutpurse" for card in cards]) for player, cards in piles.items()}


def add_up(verdicts: Iterable[Verdict[Person]]) -> tuple[Piles[Person], dict[str, Counts]]:
    """Return the cards each player captured and the bonuses each earned, over all tricks of a round."""
    piles: Piles[Person] = {}
    bonuses: dict[str, Counts] = {}
    for verdict in verdicts:
        for player, cards in verdict.captured.items():
            piles.setdefault(player, []).extend(cards)
        for player, earned in verdict.bonuses.items():
            mine = bonuses.setdefault(player, {})
            for kind, count in earned.items():
                mine[kind] = mine.get(kind, 0) + count
    return piles, bonuses


# Bonuses


def most_bonuses(deck: Deck[Person]) -> Mapping[str, int]:
    """Return how often each bonus can be earned in a round, by all players together."""
    most = {
        "nachtwaechter": 1,
        "gardist": len(deck.where(lambda card: card.is_cutpurse)),
        "meuchelmoerder": len(deck.where(lambda card: card.code in LEADERS)),
        "verfuehrung": 1,
    }
    return most | {"barde": 1, "muskelmann": len(deck.where(lambda card: card.is_wench))} if BARD in deck else most


def read_bonuses(
    record: AnyRecord, most: Mapping[str, int], names: Mapping[str, tuple[Phrase, Phrase]]
) -> Mapping[str, Counts] | None:
    """Return the number of bonuses by player and kind; {} if the record has none."""
    if "bonuses" not in record:
        return {}
    before = record.problems.added
    raw = record.by_player("bonuses")
    if raw is None:
        return None
    earners: dict[str, list[str]] = {}
    for player in raw:
        for kind, count in _read_earned(record, player, raw[player], most).items():
            if count:
                earners.setdefault(kind, []).append(player)
    for kind, players in earners.items():
        if len(players) > 1:
            record.add(f"bonuses.{players[0]}.{kind}", ONE_PLAYER_ONLY(kind=names[kind][0], players=players))
    return raw if record.problems.added == before else None


def _read_earned(record: AnyRecord, player: str, value: object, most: Mapping[str, int]) -> Counts:
    earned = record.within(f"bonuses.{player}", value)
    if earned is None:
        return {}
    counts: Counts = {}
    for kind in earned.raw:
        if kind not in most:
            earned.add(kind, UNKNOWN_BONUS(kind=abbreviated(kind), allowed=list(most)))
        elif (count := earned.whole(kind, 0, most[kind])) is not None:
            counts[kind] = count
    return counts


def total_of(bonuses: Mapping[str, Counts] | None, kind: str) -> int:
    """Return the number of bonuses of this kind, of all players together; 0 if `bonuses` is None."""
    return sum(earned.get(kind, 0) for earned in (bonuses or {}).values())


# The keys of a record, and its cutpurses


COUNTED_KEYS = frozenset((*DEALT_KEYS, "gold", "cutpurses", "bonuses"))
TRICKS_KEYS = frozenset((*DEALT_KEYS, "tricks"))


def check_cutpurses(record: AnyRecord, cutpurses: Counts, bonuses: Mapping[str, Counts] | None, most: int) -> None:
    """Add a problem if captured cutpurses and the Guard's bonuses together exceed `most`, the cutpurses in the deck."""
    arrested = total_of(bonuses, "gardist")
    captured = sum(cutpurses.values())
    if captured + arrested > most:
        record.add("cutpurses", TOO_MANY_CUTPURSES(cutpurses=abbreviated(captured), arrested=arrested, most=most))


# The edition of 2018


class Scoring:
    """The scoring of one table's rounds, with a method for each kind of record."""

    def __init__(self, table: BeutelschneiderTable) -> None:
        deck = table.deck
        self.special_cards = table.options.special_cards
        self.gold = deck.where(lambda card: card.is_gold)
        self.cutpurses = deck.where(lambda card: card.is_cutpurse)
        self.needed = (*self.gold, *self.cutpurses)
        self.all_gold = deck.points
        self.most = most_bonuses(deck)
        self.captured_keys = {*DEALT_KEYS, "captured", "discarded", "bonuses"}
        if self.special_cards:
            self.captured_keys.add("worthless")

    def captured(self, record: AnyRecord, deal: Deal[None]) -> Score | None:
        """Return the score of a round entered by captured cards."""
        record.allow(self.captured_keys)
        deck = record.table.deck
        piles = record.piles("captured", deck)
        discarded = self._read_discarded(record)
        worthless = record.cards("worthless", deck) if self.special_cards else []
        bonuses = read_bonuses(record, self.most, BONUS_NAMES)
        if piles is not None and discarded is not None:
            places = record.in_piles("captured", piles)
            if discarded:
                places["discarded"] = (DISCARDED(), discarded)
            record.each_once("captured", places, self.needed)
        if worthless:
            self._check_worthless(record, worthless)
        if discarded is not None and total_of(bonuses, "gardist") > len(discarded):
            record.add("bonuses", GUARD_NEEDS_CUTPURSES(count=total_of(bonuses, "gardist"), discarded=len(discarded)))
        if record.problems or piles is None or worthless is None or bonuses is None:
            return None
        return self._score(record.table, gold_of(piles, worthless), cutpurses_in(piles), bonuses)

    def _read_discarded(self, record: AnyRecord) -> list[Person] | None:
        discarded = record.cards("discarded", record.table.deck)
        if not discarded:
            return discarded
        for index, card in enumerate(discarded):
            if not card.is_cutpurse:
                record.add(f"discarded.{index}", NOT_A_CUTPURSE(card=card))
        return discarded

    def _check_worthless(self, record: AnyRecord, worthless: Sequence[Person]) -> None:
        for index, card in enumerate(worthless):
            if not card.is_gold:
                record.add(f"worthless.{index}", NOT_GOLD(card=card))
        record.each_once("worthless", {"worthless": (DISCARDED(), worthless)}, ())

    def counted(self, record: AnyRecord, deal: Deal[None]) -> Score | None:
        """Return the score of a round entered by counted gold."""
        record.allow(COUNTED_KEYS)
        gold = record.counts("gold", needed=True)
        cutpurses = record.counts("cutpurses")
        bonuses = read_bonuses(record, self.most, BONUS_NAMES)
        if gold is not None:
            total = sum(gold.values())
            if self.special_cards:  # the Alchemist may have made some gold worthless
                record.sums_to_at_most("gold", total, self.all_gold)
            else:
                record.sums_to("gold", total, self.all_gold)
        if cutpurses:
            check_cutpurses(record, cutpurses, bonuses, len(self.cutpurses))
        if record.problems or gold is None or cutpurses is None or bonuses is None:
            return None
        return self._score(record.table, gold, cutpurses, bonuses)

    def tricks(self, record: AnyRecord, deal: Deal[None]) -> Score | None:
        """Return the score of a round written down trick by trick."""
        record.allow(TRICKS_KEYS)
        table = record.table
        played = read_round(
            record,
            table.deck,
            judge,
            deal.leader,
            hand_size=table.hand_size,
            cards_per_play=cards_per_play,
            choices=True,
        )
        if played is None:
            return None
        if self.special_cards:
            self._one_special_each(record, [trick for trick, _ in played])
        if record.problems:
            return None
        verdicts = [verdict for _, verdict in played]
        piles, bonuses = add_up(verdicts)
        worthless = [card for verdict in verdicts for card in verdict.worthless]
        found = revokes([trick for trick, _ in played], duty)
        return self._score(table, gold_of(piles, worthless), cutpurses_in(piles), bonuses, found)

    def _one_special_each(self, record: AnyRecord, tricks: Sequence[Trick[Person]]) -> None:
        counts = dict.fromkeys(record.table.players, 0)
        for trick in tricks:
            for play in trick.plays:
                counts[play.player] += play.card.is_special
        for player, count in counts.items():
            if count != 1:
                record.add("tricks", ONE_SPECIAL_EACH(player=player, count=count))

    def _score(
        self,
        table: BeutelschneiderTable,
        gold: Counts,
        cutpurses: Counts,
        bonuses: Mapping[str, Counts],
        found: Sequence[Revoke] = (),
    ) -> Score:
        lines = gold_and_cutpurse_lines(table.players, gold, cutpurses, bonuses, BONUS_LINES)
        return score_of(table.players, lines, revokes=found)


# The duties of a player in a trick


def duty(
    before: Trick[Person] | None, plays: Sequence[PersonPlay], place: int, held: Sequence[Person]
) -> Broken | None:
    """Return the duty that the play with index `place` broke; None if it broke none. A special card breaks neither."""
    played = plays[place].card
    if played.is_special:
        return None
    if place:
        return follow(suit_led(plays) or played.suit, played, held)
    call = CALLS.get(before.choices.get("colour", "")) if before else None
    broken = follow(call, played, held) if call else None
    return (LED_AGAINST_THE_CALL, broken[1]) if broken else None
