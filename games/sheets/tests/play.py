"""Random rounds of games with a score sheet, within what the sheet's rows allow."""

from __future__ import annotations

from typing import Any

from games.kernel.engine import Engine
from games.kernel.options import Money, OneOf, Switch, WholeNumber
from games.sheets.example import some_round
from tests.play.group import Group, Round


class SheetGroup(Group):
    tricks_kind = None

    def house_rules(self) -> dict[str, Any]:
        found: dict[str, Any] = {}
        for key, rule in self.game.options.rules().items():
            if isinstance(rule, Switch):
                found[key] = self.random.choice([False, True])
            elif isinstance(rule, OneOf):
                found[key] = self.random.choice(list(rule.values))
            elif isinstance(rule, WholeNumber) and not isinstance(rule, Money):
                usual = getattr(self.game.options(), key)
                found[key] = self.random.choice([usual, min(max(rule.low, 2 * usual), rule.high)])
        return {**found, "stake": self.random.choice([0, 1, 10])}

    def round(self, dealer: str) -> Round:
        engine = Engine(self.game, self.table, dealer)
        engine.deals = self.number - 1
        record = None
        while record is None:
            record = some_round(self.game.sheet, self.table, engine.coming, self.random)
        return Round({player: [] for player in self.players}, dealer, noted={"round": record})


GROUP = SheetGroup
