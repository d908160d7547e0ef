"""Random play of Beutelschneider, first edition."""

from __future__ import annotations

from typing import Any

from games.beutelschneider.tests.play import gold
from tests.play.group import Group, Round


class ClassicGroup(Group):
    def house_rules(self) -> dict[str, Any]:
        return {}

    def round(self, dealer: str) -> Round:
        hands, aside = self.deal()
        round_ = self.play_out(Round(hands, dealer, rest=aside))
        piles = round_.captured()
        cancelled = [card.code for verdict in round_.verdicts for card in verdict.discarded]
        more = {"bonuses": round_.bonuses()} if round_.bonuses() else {}
        aside_named = {"aside": aside} if aside and self.random.random() < 0.5 else {}
        round_.noted = {
            "tricks": {"kind": "tricks", "tricks": round_.tricks},
            "captured": {"kind": "captured", "captured": piles, "discarded": cancelled, **aside_named, **more},
            "counted": {
                "kind": "counted",
                "gold": {player: gold(pile) for player, pile in piles.items()},
                "cutpurses": {player: 1 for player, pile in piles.items() if "RD" in pile and not cancelled},
                **more,
            },
        }
        return round_


GROUP = ClassicGroup
