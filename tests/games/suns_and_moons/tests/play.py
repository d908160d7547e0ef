"""Random play of Suns and Moons: legal tricks, which are counted afterwards."""

from __future__ import annotations

from typing import Any

from tests.play.group import Group, Round


class SunsAndMoonsGroup(Group):
    def house_rules(self) -> dict[str, Any]:
        return {"bonus": self.random.choice([0, 2, 10]), "stake": self.random.choice([0, 5])}

    def round(self, dealer: str) -> Round:
        hands, rest = self.deal()
        played = self.play_out(Round(hands, dealer, rest=rest))
        winners = played.winners()
        won = {player: winners.count(player) for player in self.players}
        played.noted = {
            "tricks": {"kind": "tricks", "tricks": played.tricks},
            "counted": {"kind": "counted", "won": won},
        }
        return played


GROUP = SunsAndMoonsGroup
