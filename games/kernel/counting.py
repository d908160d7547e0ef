"""The search for missing cards after a round. Nothing is saved and nothing is scored."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from functools import cached_property
from itertools import groupby
from typing import NamedTuple

from .giving import Giving, Side
from .posted import Fields, Posted, as_number
from .seats import AnyTable
from .words import Message, Phrase

POINTS = Phrase("points", de="Punkte", en="points")

TOO_FEW_CARDS = Phrase(
    "too_few_cards",
    de="{player}: {given:eine Karte ist|{given} Karten sind} angetippt, im Stapel {typed:liegt nur 1|liegen nur {typed}}.",
    en="{player}: {given:one card is|{given} cards are} tapped, but the pile holds only {typed}.",
)
NO_WHOLE_TRICKS = Phrase(
    "no_whole_tricks",
    de="{player}: {typed:1 Karte ist kein ganzer Stich|{typed} Karten sind keine ganzen Stiche} zu {each}; "
    "{over} zu viel oder {short} zu wenig.",
    en="{player}: {typed:1 card doesn’t|{typed} cards don’t} make whole tricks of {each}; {over} too many, or {short} too few.",
)
CARDS_IN_NO_PILE = Phrase(
    "cards_in_no_pile",
    de="Zusammen {sum} von {all} Karten: {off:eine liegt|{off:words} liegen} in keinem Stapel.",
    en="{sum} of {all} cards in all: {off:one is|{off:words} are} in no pile.",
)
TOO_MANY_CARDS = Phrase(
    "too_many_cards",
    de="Zusammen {sum} Karten, gespielt sind nur {all}: {off} zu viel.",
    en="{sum} cards in all, but only {all} were played: {off} too many.",
)
ALL_CARDS_THERE = Phrase(
    "all_cards_there", de="Alle {all} Karten liegen in den Stapeln.", en="All {all} cards are in the piles."
)
REST_OF_THE_CARDS = Phrase(
    "rest_of_the_cards",
    de="{player} müsste {count:eine Karte|{count:words} Karten} haben.",
    en="{player} should have {count:one card|{count:words} cards}.",
)
NOT_A_NUMBER_OF_CARDS = Phrase(
    "not_a_number_of_cards", de="Hier gehören 0 bis {most} Karten hin.", en="0 to {most} cards go here."
)


class Measure(NamedTuple):
    """Something that is added up in every pile: gold, or the points of a suit."""

    code: str
    name: Phrase | Message
    total: int  # over all piles
    icon: str = ""
    ink: str = ""


@dataclass(frozen=True)
class Count:
    """The things to count at a table after a round."""

    items: Sequence[Giving]
    measures: Sequence[Measure]
    cards: int  # number of cards that were played in tricks, with and without points
    sides: Sequence[Side] = ()
    trick: int = 0  # the number of cards in a trick, if every pile consists of whole tricks; else 0
    lossless: bool = True  # whether no card played is lost: each is in a player's pile or on a side that is `out`
    screens: Sequence[str] = ()  # codes of the screens that the result can fill in
    sums_for: str = ""  # the code of that one of them that takes the sums of each pile, and not its cards
    one_figure: bool = True  # whether the buttons of the piles show one number: the sum of the items' points

    @property
    def rows(self) -> list[list[Giving]]:
        return [list(items) for _, items in groupby(self.items, key=lambda item: item.row)]

    def own(self, name: str) -> bool:
        """Return whether a form field belongs to the count itself, and not to the form of the round."""
        return name in self._own or name.startswith("cards-")

    @cached_property
    def _own(self) -> frozenset[str]:
        items = self.items
        return frozenset((*(item.field for item in items), *(item.mark for item in items), "done", "rest"))

    def into(self, screen: str, found: Counted) -> Fields:
        """Return the fields that the result of a count fills in on the screen with this code."""
        if screen == self.sums_for:
            return {
                f"{measure.code}-{pile.place}": [str(pile.sums[measure.code])]
                for measure in self.measures
                for pile in found.players
                if pile.done or not found.open(measure.code)
            }
        fields: Fields = {name: [place] for name, place in found.places.items() if place}
        for item in self.items:
            if item.field in found.marked:
                fields.setdefault(item.mark, []).append(item.code)
        return fields


@dataclass
class Pile:
    """One pile of a count; the count may be unfinished."""

    place: str  # a seat, or the code of a side
    name: str | Phrase
    items: list[Giving] = field(default_factory=list)
    sums: dict[str, int] = field(default_factory=dict)  # by the code of the measure
    done: bool = False  # whether it is ticked as complete, so that no item can be added
    typed: int | None = None  # number of cards that somebody entered for the pile; None if there is no valid one
    follows: int | None = None  # the number of its cards, derived from the numbers of all other players' piles

    @property
    def given(self) -> int:
        return sum(item.is_card for item in self.items)

    @property
    def all_cards(self) -> int | None:
        """The number of cards in the pile, as typed or as it follows from the other piles; None if neither is known."""
        return self.typed if self.typed is not None else self.follows

    @property
    def room(self) -> int | None:
        """The number of cards that can still be added to the pile; None if not known."""
        size = self.all_cards
        return None if size is None else max(0, size - self.given)

    def could_hold(self, item: Giving) -> bool:
        if self.done:
            return False
        if not item.is_card:
            return self.typed != 0
        return self.room != 0


class Missing(NamedTuple):
    """Items that are in no pile yet, and the players and sides that can have each of them."""

    items: Sequence[Giving]
    players: Sequence[str]
    sides: Sequence[Phrase]
    floor: bool  # whether they can be outside all piles, such as on the floor

    @property
    def only(self) -> str | None:
        """The only player who can have these items; None if several or no players can, or if they can be elsewhere."""
        return self.players[0] if len(self.players) == 1 and not self.sides and not self.floor else None


class Counted:
    """The state of a count: its piles, the `problems` by field, and the `findings` on all piles together."""

    def __init__(self, count: Count, posted: Posted, table: AnyTable) -> None:
        self.count = count
        self.table = table
        self.problems: dict[str, Message] = {}  # by field
        self.findings: list[Message] = []
        marked = (item for item in count.items if item.mark and item.code in posted.many(item.mark))
        self.marked = frozenset(item.field for item in marked)
        self.places = self._places(posted)
        done = posted.many("done")
        seats = [Pile(str(seat), name, done=str(seat) in done) for seat, name in table.numbered]
        self.players = seats
        self.sides = [Pile(side.code, side.name) for side in count.sides if not side.marks]
        for pile in self.piles:
            pile.items = [item for item in count.items if self.places[item.field] == pile.place]
            pile.sums = {measure.code: self._sum(pile.items, measure.code) for measure in count.measures}
        self._read_cards(posted)

    # Reading

    def _places(self, posted: Posted) -> dict[str, str]:
        """Return the place of each item, by the item's field: a seat, the code of a side, or "" for no place yet."""
        seats = {str(seat) for seat, _ in self.table.numbered}
        rest = posted.one("rest")
        places = {}
        for item in self.count.items:
            place = posted.one(item.field) or rest
            places[item.field] = place if place in seats or place in item.sides else ""
        return places

    def _read_cards(self, posted: Posted) -> None:
        most = self.count.cards
        for pile in self.players:
            name = f"cards-{pile.place}"
            number = as_number(posted.one(name))
            if isinstance(number, int) and 0 <= number <= most:
                pile.typed = number
                self._check_pile(pile, number)
            elif number is not None:
                self.problems[name] = NOT_A_NUMBER_OF_CARDS(most=most)
        self._check_all_cards()

    def _check_pile(self, pile: Pile, typed: int) -> None:
        name = f"cards-{pile.place}"
        if typed < pile.given:
            self.problems[name] = TOO_FEW_CARDS(player=pile.name, given=pile.given, typed=typed)
        elif self.count.trick and typed % self.count.trick:
            over = typed % self.count.trick
            self.problems[name] = NO_WHOLE_TRICKS(
                player=pile.name, typed=typed, each=self.count.trick, over=over, short=self.count.trick - over
            )

    def _check_all_cards(self) -> None:
        """Compare the typed sizes of the players' piles with the number of cards played, and add the findings."""
        out = {side.code for side in self.count.sides if side.out}
        expected = self.count.cards - sum(pile.given for pile in self.sides if pile.place in out)
        unsure = sum(bool(out & set(item.sides)) for item in self.missing_items)
        typed = [pile.typed for pile in self.players if pile.typed is not None]
        total = sum(typed)
        untold = [pile for pile in self.players if pile.typed is None]
        self.all_there = False
        if total > expected:
            self.findings.append(TOO_MANY_CARDS(sum=total, all=expected, off=total - expected))
        elif typed and not untold and self.count.lossless:
            off = expected - total
            if off > unsure:
                self.findings.append(CARDS_IN_NO_PILE(sum=total, all=expected, off=off))
            elif not off:
                self.all_there = True
                self.findings.append(ALL_CARDS_THERE(all=expected))
        elif len(untold) == 1 and typed and self.count.lossless:
            untold[0].follows = expected - total
            if not unsure:
                self.findings.append(REST_OF_THE_CARDS(player=untold[0].name, count=expected - total))

    # The results

    @property
    def piles(self) -> list[Pile]:
        return [*self.players, *self.sides]

    def _sum(self, items: Iterable[Giving], measure: str) -> int:
        return sum(item.worth.get(measure, 0) for item in items if item.field not in self.marked)

    @property
    def missing_items(self) -> list[Giving]:
        return [item for item in self.count.items if not self.places[item.field]]

    @property
    def begun(self) -> bool:
        """Return whether anything is entered: an item in a pile, a tick for a complete pile, or a number of cards."""
        return any(self.places.values()) or any(pile.done or pile.typed is not None for pile in self.players)

    def open(self, measure: str) -> int:
        """Return how much of a measure is in no pile yet. `measure` is its code."""
        return sum(item.worth.get(measure, 0) for item in self.missing_items)

    @property
    def missing(self) -> list[Missing]:
        """All items that are in no pile yet, grouped by the places where they can be."""
        groups: dict[tuple[tuple[str, ...], tuple[Phrase, ...], bool], list[Giving]] = {}
        for item in self.missing_items:
            players = tuple(str(pile.name) for pile in self.players if pile.could_hold(item))
            sides = tuple(side.said for side in self._open_sides if side.code in item.sides)
            floor = item.is_card and not self.all_there
            groups.setdefault((players, sides, floor), []).append(item)
        return [Missing(items, *places) for places, items in groups.items()]

    @property
    def _open_sides(self) -> list[Side]:
        held = {pile.place: pile.given for pile in self.sides}
        piles = [side for side in self.count.sides if not side.marks]
        return [side for side in piles if side.room is None or held[side.code] < side.room]
