"""The screens to enter a round of Beutelschneider, in both editions: by captured cards, or by counted gold."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, NamedTuple

from games.kernel.giving import Giving, Side
from games.kernel.parts import OwnFields
from games.kernel.posted import Fields, Posted, card_fields, common_fields, number_fields, player_on, seat_of, with_rest
from games.kernel.record import RawRecord
from games.kernel.screen import Context, Screen
from games.kernel.seats import AnyDeal, AnyTable
from games.kernel.tricks import Trick, Verdict
from games.kernel.words import Message, Phrase

from .cards import BONUS, CUTPURSE_COST, Person
from .faces import face_of, short_name
from .scoring import Scoring, add_up
from .words import (
    ASIDE_PILE,
    BONUS_NAMES,
    COSTS_NOTHING,
    COULD_BE_ASIDE,
    COULD_BE_DISCARDED,
    COUNTED,
    DISCARDED_PILE,
    GOLD_OF,
    HOW_MUCH_GOLD,
    IN_TRICKS_OF,
    IN_YOUR_TRICKS,
    IS_WORTHLESS,
    NONE_SPOILED,
    SPOILED,
    TAP_THE_CARDS,
    WHICH_ASIDE,
    WHICH_DISCARDED,
    WHICH_WORTHLESS,
    WORTHLESS_GOLD,
)

# Bonuses


class BonusKind(NamedTuple):
    """A kind of bonus. `how`: how it is earned. `most`: how often at most in a round. `worth`: the points of one."""

    kind: str
    name: Phrase
    how: Phrase
    most: int
    worth: int = BONUS


def bonus_kinds(most: Mapping[str, int], names: Mapping[str, tuple[Phrase, Phrase]]) -> list[BonusKind]:
    """Return the kinds of bonus that can be earned at this table."""
    return [BonusKind(kind, *names[kind], count) for kind, count in most.items() if count]


def read_bonus_fields(posted: Posted, table: AnyTable) -> dict[str, dict[str, Any]]:
    """Return the number of bonuses in a form, by player and kind."""
    bonuses: dict[str, dict[str, Any]] = {}
    for name in posted.fields:
        if name.startswith("bonus-"):
            kind, _, seat = name.removeprefix("bonus-").rpartition("-")
            player, count = player_on(seat, table), posted.number(name)
            if player is not None and count is not None:
                bonuses.setdefault(player, {})[kind] = count
    return bonuses


def bonus_fields(bonuses: Mapping[str, Mapping[str, Any]] | None, table: AnyTable) -> Fields:
    """Return the form fields of bonuses that are given by player and kind."""
    return {
        f"bonus-{kind}-{seat_of(player, table)}": [str(count)]
        for player, earned in (bonuses or {}).items()
        for kind, count in earned.items()
    }


# The screens

OUT, ASIDE = "out", "aside"
TO_DISCARD = Side(OUT, DISCARDED_PILE, COULD_BE_DISCARDED, WHICH_DISCARDED, out=True)
TO_LAY_ASIDE = Side(ASIDE, ASIDE_PILE, COULD_BE_ASIDE, WHICH_ASIDE)
TO_SPOIL = Side("worthless", WORTHLESS_GOLD, IS_WORTHLESS, WHICH_WORTHLESS, marks=True)
LONG_NAME = 9  # characters; with a longer name the piles are drawn in two rows, so that no name is cut
LONG_OF_FIVE = 5  # the same limit for five piles: four players' piles and one that belongs to no player


class EitherScreen(Screen[Person, Any, None]):
    """The base class of both screens, with the bonuses. The next round opens with the screen that was used last."""

    remembered = True

    def most(self, table: AnyTable) -> Mapping[str, int]:
        """Return how often each bonus can be earned in a round, by all players together."""
        return Scoring(table).most

    @property
    def bonus_names(self) -> Mapping[str, tuple[Phrase, Phrase]]:
        return BONUS_NAMES

    def all_gold_is_named(self, table: AnyTable) -> bool:
        """Return whether players score all the gold of the deck, so that the last player's gold can be derived."""
        return not table.options.special_cards

    def rest_follows(self, table: AnyTable) -> bool:
        return self.all_gold_is_named(table)

    def from_judged(self, played: Sequence[tuple[Trick[Person], Verdict[Person]]], table: AnyTable) -> Fields:
        _, bonuses = add_up(verdict for _, verdict in played)
        return bonus_fields(bonuses, table)

    def context(self, table: AnyTable) -> Context:
        return {
            "bonus_kinds": bonus_kinds(self.most(table), self.bonus_names),
            "all_gold": table.deck.points,
            "cutpurses": len(table.deck.where(lambda card: card.is_cutpurse)),
            "cutpurse_cost": -CUTPURSE_COST,
            "crowded": len(table.players) > 4 or max(len(name) for name in table.players) > LONG_NAME,
        }


class Counted(EitherScreen):
    """The screen for each player's gold in points, the number of cutpurses that cost points, and the bonuses."""

    code = "counted"
    label = COUNTED
    template = "beutelschneider/counted.html"
    own = OwnFields(
        numbered=("gold", "cutpurses", "bonus-*"),
        main="gold",
        rivals=("bonus-*",),
        yours=HOW_MUCH_GOLD,
        theirs=GOLD_OF,
        pile=True,
        scores=True,
    )

    def record(self, posted: Posted, table: AnyTable) -> RawRecord:
        gold = posted.with_rest(posted.numbers("gold", table), table, table.deck.points)
        record: RawRecord = {"kind": self.code, "gold": gold}
        if cutpurses := posted.numbers("cutpurses", table):
            record["cutpurses"] = cutpurses
        return _with_shared(record, posted, table)

    def fields(self, record: RawRecord, table: AnyTable) -> Fields:
        gold = record.get("gold") or {}
        # If the record leaves out one player, fill in 0. If the field stayed empty, the form would fill in the rest.
        if (filled := with_rest(gold, table, table.deck.points)) != gold:
            gold = dict.fromkeys(filled, 0) | gold
        return {
            **number_fields("gold", gold, table),
            **number_fields("cutpurses", record.get("cutpurses"), table),
            **_shared_fields(record, table),
        }

    def question(self, posted: Posted, record: RawRecord, table: AnyTable) -> Message | None:
        """Return the question about missing gold; None if there is no need to ask."""
        typed = posted.numbers("gold", table)
        counted = [gold for gold in typed.values() if isinstance(gold, int)]
        if self.all_gold_is_named(table) or len(counted) < len(typed):
            return None
        missing = table.deck.points - sum(counted)
        open_ones = [player for player in table.players if player not in typed]
        if missing <= 0:
            return None
        rest, gone = self.about_gold(table)
        return rest(player=open_ones[0], gold=missing) if len(open_ones) == 1 else gone(gold=missing)

    def about_gold(self, table: AnyTable) -> tuple[Phrase, Phrase]:
        """Return two questions about missing gold: for one player without a number, and for all other cases."""
        return NONE_SPOILED, SPOILED

    def context(self, table: AnyTable) -> Context:
        return super().context(table) | {"all_is_named": self.all_gold_is_named(table)}

    def live_context(self, posted: Posted, record: RawRecord, table: AnyTable, deal: AnyDeal) -> Context:
        """Return `no_cutpurse`: whether each player's gold is entered or derived, but no cutpurse is entered."""
        told = len(record["gold"]) == len(table.players)
        return {"no_cutpurse": told and not record.get("cutpurses")}


class Captured(EitherScreen):
    """The screen on which each gold card and each cutpurse is given to the player who captured it.

    - `card-R10`, for example, holds a seat, `out` (the discard pile of cutpurses) or `aside` (cards laid aside
      unseen).
    - `rest` is the seat that gets all gold and cutpurses without a field.
    - `worthless` and `discarded` are checkboxes for captured cards that do not count.
    """

    code = "captured"
    label = TAP_THE_CARDS
    template = "beutelschneider/captured.html"
    own = OwnFields(
        exclusive=("card-*",),
        common=("discarded", "worthless"),
        numbered=("bonus-*",),
        rivals=("bonus-*",),
        yours=IN_YOUR_TRICKS,
        theirs=IN_TRICKS_OF,
        pile=True,
        scores=True,
    )
    discard_pile = True  # whether discarded cutpurses have a pile of their own; if not, they stay with their players
    aside: Mapping[int, int] = {}  # cards laid aside unseen, by number of players

    def record(self, posted: Posted, table: AnyTable) -> RawRecord:
        sides = (OUT, ASIDE) if self.discard_pile else (ASIDE,)
        scoring = [card.code for card in table.deck.where(counts)]
        captured, apart = posted.piles(_codes(posted, table), table, scoring, sides)
        record: RawRecord = {"kind": self.code, "captured": captured}
        named = {
            "discarded": apart.get(OUT, []) + posted.many("discarded"),
            "aside": apart.get(ASIDE, []),
            "worthless": posted.many("worthless"),
        }
        record |= {key: cards for key, cards in named.items() if cards}
        return _with_shared(record, posted, table)

    def fields(self, record: RawRecord, table: AnyTable) -> Fields:
        sides = {ASIDE: "aside", **({OUT: "discarded"} if self.discard_pile else {})}
        marked = ("worthless",) if self.discard_pile else ("worthless", "discarded")
        ticked = {name: list(record[name]) for name in marked if record.get(name)}
        return card_fields(record, table, sides) | ticked | _shared_fields(record, table)

    def from_judged(self, played: Sequence[tuple[Trick[Person], Verdict[Person]]], table: AnyTable) -> Fields:
        """Return the fields of the bonuses, gold, cutpurses and worthless cards of these tricks."""
        piles, bonuses = add_up(verdict for _, verdict in played)
        held = {card.code for cards in piles.values() for card in cards}
        free = [
            card.code
            for trick, verdict in played
            for card in trick.cards
            if card.is_cutpurse and (card in verdict.discarded or card.code not in held)
        ]
        record = {
            "captured": {player: [card.code for card in cards if counts(card)] for player, cards in piles.items()},
            "discarded": free,
            "worthless": [card.code for _, verdict in played for card in verdict.worthless],
            "bonuses": bonuses,
        }
        return self.fields(record, table)

    def context(self, table: AnyTable) -> Context:
        deck, seats = table.deck, len(table.players)
        rows = deck.where(_stands_in_the_rows)
        sides = self.sides(table)
        piles = seats + sum(not side.marks for side in sides)
        shared = super().context(table)
        long_names = max(len(name) for name in table.players) > LONG_OF_FIVE
        return shared | {
            "crowded": shared["crowded"] or (long_names and piles > 4),
            "hand": [self.to_give(card, table) for card in rows],
            "guard_cancels": not self.discard_pile,
            "zeros": [
                self.to_give(card, table) for card in deck.where(lambda card: not card.is_special and card not in rows)
            ],
            "specials": [self.to_give(card, table) for card in deck.where(lambda card: card.is_special)],
            "sides": sides,
            "spare": self.aside.get(seats, 0),
        }

    def spoils(self, table: AnyTable) -> bool:
        """Return whether the Alchemist can make gold worthless."""
        return self.discard_pile and not self.all_gold_is_named(table)

    def sides(self, table: AnyTable) -> list[Side]:
        spare = self.aside.get(len(table.players), 0)
        piles = [TO_DISCARD] if self.discard_pile else []
        piles += [TO_LAY_ASIDE._replace(room=spare)] if spare else []
        return [*piles, TO_SPOIL] if self.spoils(table) else piles

    def to_give(self, card: Person, table: AnyTable) -> Giving:
        piles = [side.code for side in self.sides(table) if side.code == ASIDE or (side.out and card.is_cutpurse)]
        given = Giving(face_of(card), card.points, counts(card), short_name(card), named=card.is_special, sides=piles)
        if card.is_cutpurse:
            given = given._replace(cost=CUTPURSE_COST, twice=OUT if self.discard_pile else "mark")
            return given if self.discard_pile else given._replace(mark="discarded", mark_said=COSTS_NOTHING)
        if card.points and self.spoils(table):
            return given._replace(mark="worthless", mark_said=IS_WORTHLESS, spoils=True)
        return given


def counts(card: Person) -> bool:
    """Return whether a card changes the points of the player who captures it."""
    return card.is_gold or card.is_cutpurse


def _stands_in_the_rows(card: Person) -> bool:
    """Return whether a card belongs in the row of its colour: gold (1, 2, 3, 4, 10) and the top card."""
    return counts(card) or card.role == "merchant"


def _codes(posted: Posted, table: AnyTable) -> Sequence[str]:
    """Return the codes of the deck in order, then unknown codes from the form. Scoring refuses the unknown codes."""
    named = [name.removeprefix("card-") for name in posted.fields if name.startswith("card-")]
    return [*table.deck, *(code for code in named if code not in table.deck)]


def _with_shared(record: RawRecord, posted: Posted, table: AnyTable) -> RawRecord:
    if bonuses := read_bonus_fields(posted, table):
        record["bonuses"] = bonuses
    return posted.with_common(record, table)


def _shared_fields(record: RawRecord, table: AnyTable) -> Fields:
    return bonus_fields(record.get("bonuses"), table) | common_fields(record, table)
