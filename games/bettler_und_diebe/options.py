"""House rules of Bettler und Diebe."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import ClassVar

from games.kernel.cards import Card
from games.kernel.options import Option, Options, Switch, WholeNumber, option
from games.kernel.posted import Fields, Posted
from games.kernel.record import JsonObject, Record
from games.kernel.seats import Table
from games.kernel.words import Message, Phrase, abbreviated

from .cards import ALL_POINTS, BEGGARS, WITH_POINTS, CardValues
from .words import IN_WORDS, NOT_TYPED_IN, OWN_VALUES, USUAL_TARGET, VALUE_MISSING, VALUES_SUM


@dataclass(frozen=True, slots=True)
class PrintedValues(Option[CardValues | None]):
    """The option for the card points printed on the group's own deck.

    Thieves 5 to 14 and beggars 5 to 8 have points. Beggars of the same rank have the same points in each colour. All
    cards together have 120 points.
    """

    widget: ClassVar[str] = "bettler-und-diebe/card_values.html"
    groups: ClassVar[Mapping[str, range]] = WITH_POINTS

    def typed(self, posted: Posted, name: str) -> object:
        """Return the values in the fields `card_values-thieves-5`, …, by group and rank; None if all are empty."""
        values = {
            group: {
                str(rank): number for rank in ranks if (number := posted.number(f"{name}-{group}-{rank}")) is not None
            }
            for group, ranks in WITH_POINTS.items()
        }
        return values if any(values.values()) else None

    def fields(self, value: CardValues | None, name: str) -> Fields:
        return {
            f"{name}-{group}-{rank}": [str(points)]
            for group, ranks in (value or {}).items()
            for rank, points in ranks.items()
        }

    def words(self, value: CardValues | None) -> Message | Phrase:
        if not value:
            return NOT_TYPED_IN
        return IN_WORDS(
            **{group: [str(value[group][str(rank)]) for rank in ranks] for group, ranks in WITH_POINTS.items()}
        )

    def describe(self, value: CardValues | None) -> Phrase | None:
        return OWN_VALUES if value else None

    def read(self, given: JsonObject, key: str) -> CardValues | None:
        before = given.problems.added
        values = given.within(key, given.raw[key])
        if values is None:
            return None
        values.allow(WITH_POINTS)
        for group, ranks in WITH_POINTS.items():
            if values.needs(group):
                self._read_group(values, group, [str(rank) for rank in ranks])
        if given.problems.added > before:
            return None
        total = value_of_all(values.raw)
        if total != ALL_POINTS:
            given.add(key, VALUES_SUM(sum=abbreviated(total), wanted=ALL_POINTS, off=total - ALL_POINTS))
        return values.raw

    def _read_group(self, values: JsonObject, group: str, ranks: Sequence[str]) -> None:
        of_group = values.within(group, values.raw[group])
        if of_group is None:
            return
        of_group.allow(ranks)
        for rank in ranks:
            if rank in of_group:
                of_group.is_whole(rank, of_group.raw[rank], 0, None)
            else:
                of_group.add(rank, VALUE_MISSING[group](rank=rank))


def value_of_all(values: CardValues) -> int:
    """Return the points of all cards of the deck. A beggar's value counts three times, for its card in each colour."""
    return sum(values["thieves"].values()) + len(BEGGARS) * sum(values["beggars"].values())


@dataclass(frozen=True, slots=True)
class Target(WholeNumber):
    """The option for the target in points. None means the usual target: 500 with 2 players, else 20."""

    def words(self, value: int | None) -> Phrase | str:
        return USUAL_TARGET if value is None else str(value)


@dataclass(frozen=True, slots=True, kw_only=True)
class BettlerOptions(Options):
    target: int | None = option(
        None,
        Target(
            Phrase(
                "target",
                de="Bis wie viele Punkte?",
                en="Play to how many points?",
            ),
            1,
            10_000,
            summary=Phrase("target", de="ihr spielt bis {value}", en="you play to {value}"),
        ),
    )
    card_values: CardValues | None = option(
        None, PrintedValues(Phrase("card_values", de="Was eure Karten zählen", en="What your cards count"))
    )
    solo_bonus_three: bool = option(
        True,  # ruling: the source rewards every lone taker, and with 3 players every taker is alone
        Switch(
            Phrase(
                "solo_bonus_three",
                de="Zu dritt: allein gespielt gibt 2 mehr",
                en="With three players, playing alone earns 2 more",
            ),
            on=Phrase(
                "solo_bonus_three",
                de="zu dritt gibt allein gespielt 2 mehr",
                en="with three players, playing alone earns 2 more",
            ),
            off=Phrase(
                "solo_bonus_three",
                de="zu dritt gibt allein gespielt nicht mehr",
                en="with three players, playing alone earns no more",
            ),
        ),
    )

    def goal(self, seats: int) -> int:
        """Return the target in points that the group has set; by default 500 in Snear (2 players), else 20."""
        return self.target if self.target is not None else 500 if seats == 2 else 20


type BettlerTable = Table[BettlerOptions, Card]
type BettlerRecord = Record[BettlerOptions, Card]
