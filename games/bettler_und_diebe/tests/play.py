"""Random play of Bettler und Diebe: pot rounds and Ramsch; with two players Snear.

A record of this game has no tricks. Tricks are played nevertheless, so that the piles are those of a possible round.
"""

from __future__ import annotations

from typing import Any

from tests.play.duties import Codes
from tests.play.group import Group, Hands, Round

# Invented card values. They add up to 120 like the printed values, which are not known.
VALUES = {
    "thieves": dict(zip(map(str, range(5, 15)), [1, 2, 2, 3, 3, 4, 4, 5, 6, 9], strict=True)),
    "beggars": {"5": 4, "6": 6, "7": 8, "8": 9},
}


class BettlerGroup(Group):
    tricks_kind = None

    def house_rules(self) -> dict[str, Any]:
        return {"card_values": self.card_values(), "solo_bonus_three": self.random.random() < 0.5}

    def card_values(self) -> dict[str, dict[str, int]]:
        """Return random values. The values of all cards sum to 120; a beggar's value counts for three cards."""
        beggars = {str(rank): self.random.randint(0, 8) for rank in range(5, 9)}
        thieves = dict.fromkeys(map(str, range(5, 15)), 0)
        for _ in range(120 - 3 * sum(beggars.values())):
            thieves[self.random.choice(list(thieves))] += 1
        return {"thieves": thieves, "beggars": beggars}

    def points(self, codes: Codes) -> int:
        values = self.options["card_values"]
        return sum(values["thieves" if code[0] == "D" else "beggars"].get(code[1:], 0) for code in codes)

    def round(self, dealer: str) -> Round:
        hands, pot = self.deal()
        if len(self.players) == 2:
            return self.snear(hands, dealer)
        return self.ramsch(hands, dealer, pot) if self.random.random() < 0.4 else self.pot(hands, dealer, pot)

    def snear(self, hands: Hands, dealer: str) -> Round:
        """Play Snear with all 16 cards of a player as one hand: the points do not depend on which cards are face up."""
        round_ = self.play_out(Round(hands, dealer))
        piles = round_.captured()
        round_.noted = {
            "captured": {"kind": "snear", "captured": piles},
            "points": {"kind": "snear", "points": self.by_player(piles)},
        }
        return round_

    def by_player(self, piles: Hands) -> dict[str, int]:
        return {player: self.points(piles.get(player, ())) for player in self.players}

    def pot(self, hands: Hands, dealer: str, pot: list[str]) -> Round:
        taker = self.random.choice(self.players)
        hand = hands[taker] + pot
        self.random.shuffle(hand)
        hand.sort(key=lambda code: code[0] == "D")  # no thief is buried while there is a beggar in the hand
        buried, hands[taker] = hand[: len(pot)], hand[len(pot) :]
        partner = self.partner(hands, taker)
        round_ = self.play_out(Round(hands, dealer, rest=buried))
        piles = round_.captured()
        points = self.by_player(piles)
        side = points[taker] + (points[partner] if partner else 0) + self.points(buried)
        head = {"kind": "pot", "taker": taker, "partner": partner}
        round_.noted = {
            "captured": {**head, "captured": piles, "buried_cards": buried},
            "counted": {**head, "counted": points, "buried": self.points(buried)},
            "points": {**head, "points": side},
        }
        return round_

    def partner(self, hands: Hands, taker: str) -> str | None:
        """Return who has the lowest thief, from D6 up, that the taker does not have; None if the taker plays alone."""
        if len(self.players) == 3 or self.random.random() < 0.2:
            return None
        holders = {code: player for player, cards in hands.items() for code in cards}
        wanted = (f"D{rank}" for rank in range(6, 15))
        return next((holders[code] for code in wanted if holders.get(code, taker) != taker), None)

    def ramsch(self, hands: Hands, dealer: str, pot: list[str]) -> Round:
        round_ = self.play_out(Round(hands, dealer, rest=pot))
        piles = round_.captured()
        won = {player: round_.winners().count(player) for player in self.players}
        without = {"no_trick": [player for player in self.players if not won[player]]}
        in_points = {"points": self.by_player(piles), "pot": self.points(pot)}
        in_cards = {"captured": piles, "pot_cards": pot}
        round_.noted = {
            "captured": {"kind": "ramsch", **in_cards, **without},
            "captured, tricks told": {"kind": "ramsch", **in_cards, "tricks": won},
            "points": {"kind": "ramsch", **in_points, **without},
            "points, tricks told": {"kind": "ramsch", **in_points, "tricks": won},
        }
        return round_


GROUP = BettlerGroup
