"""House rules: the bonus, the target, and whether the group plays with cards of its own."""

from __future__ import annotations

from dataclasses import dataclass

from games.kernel.cards import Card
from games.kernel.options import Options, Switch, WholeNumber, option
from games.kernel.record import Record
from games.kernel.seats import Table
from games.kernel.words import Phrase


@dataclass(frozen=True, slots=True, kw_only=True)
class SunsAndMoonsOptions(Options):
    bonus: int = option(2, WholeNumber(Phrase("bonus", de="Für alle Stiche", en="For all the tricks"), 0, 10))
    target: int = option(10, WholeNumber(Phrase("target", de="Spiel bis", en="Play to"), 1, 100))
    own_cards: bool = option(False, Switch(Phrase("own_cards", de="Mit Karten von euch", en="With cards of your own")))


type SunsTable = Table[SunsAndMoonsOptions, Card]
type SunsRecord = Record[SunsAndMoonsOptions, Card]
