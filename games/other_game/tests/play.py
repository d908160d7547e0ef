"""Random play on the plain pad: points for each player, or just the winners."""

from __future__ import annotations

from typing import Any

from tests.play.group import Group, Round


class OtherGroup(Group):
    tricks_kind = None

    def house_rules(self) -> dict[str, Any]:
        return {
            "name": self.random.choice(["", "Skat", "Uno"]),
            "best": self.random.choice(["high", "low"]),
            "target": self.random.choice([None, 100, 1_000_000]),
            "rounds": self.random.choice([None, 3, 1000]),
            "stake": self.random.choice([0, 1, 10]),
        }

    def round(self, dealer: str) -> Round:
        """Return a round, at random one of these:

        - A round with random winners, in two records: one names them, the other gives each of them 1 point.
        - A round with random points, in one record.
        """
        won = self.random.sample(self.players, self.random.randint(1, len(self.players) - 1))
        points = {player: int(player in won) for player in self.players}
        noted = {"points": {"kind": "points", "points": points}, "winners": {"kind": "winners", "winners": won}}
        if self.random.random() < 0.5:
            noted = {"points": {"kind": "points", "points": {each: self.random.randint(-99, 99) for each in points}}}
        return Round({player: [] for player in self.players}, dealer, noted=noted)


GROUP = OtherGroup
