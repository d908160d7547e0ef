"""House rules of the first edition."""

from __future__ import annotations

from dataclasses import dataclass

from games.beutelschneider.options import TARGET
from games.kernel.options import Options, option


@dataclass(frozen=True, slots=True, kw_only=True)
class ClassicOptions(Options):
    target: int = option(100, TARGET)
