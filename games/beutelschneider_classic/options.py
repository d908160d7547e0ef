"""House rules of Beutelschneider's first edition."""

from __future__ import annotations

from dataclasses import dataclass

from games.beutelschneider.cards import Person
from games.beutelschneider.options import TARGET
from games.kernel.options import Options, option
from games.kernel.record import Record
from games.kernel.seats import Table


@dataclass(frozen=True, slots=True, kw_only=True)
class ClassicOptions(Options):
    target: int = option(100, TARGET)


type ClassicTable = Table[ClassicOptions, Person]
type ClassicRecord = Record[ClassicOptions, Person]
