"""Random play of Krimsutep. In each round, everybody builds after the trick game, with typed points or on the map."""

from __future__ import annotations

from random import Random
from typing import Any

from games.kernel.game import Game
from tests.play.group import Group, Round

SUITS = {"red": "R", "grey": "S", "green": "G"}
OWNED = {
    3: ["oasis"] + 2 * ["obelisk_single"] + ["obelisk_double"] + 3 * ["palace_small"] + ["palace_big"],
    4: ["oasis", "obelisk_single", "obelisk_double"] + 2 * ["palace_small"] + ["palace_big"],
}
WORTH = {
    "oasis": [3],
    "obelisk_single": range(1, 13),
    "obelisk_double": range(2, 13),
    "palace_small": range(5),
    "palace_big": [0, 2, 3, 4],
}
HALF_FILLED = ("obelisk_single", "palace_small")
ROUNDS = {3: 8, 4: 6}
MATERIAL = {"2": 2, "3": 3, "4": 4, "5": 5}
ROMAN = {"TM": 3, "TC": 5, "TS": 7, "TP": 10, "TW": 12, "TK": 12}

USUAL_NILE = [[0, 1], [1, 1], [2, 2], [3, 2], [4, 3], [5, 3]]


def suit_points(code: str, letter: str) -> int:
    """Return a card's points for this suit: 2 to 5 for a material card, 6 for the foreman, else 0."""
    if code[0] != letter:
        return 0
    return 6 if code[1] == "F" else MATERIAL[code[2]] if code[1] == "M" else 0


class KrimsutepGroup(Group):
    def __init__(self, game: Game, seats: int, random: Random, options: dict[str, Any]) -> None:
        super().__init__(game, seats, random, options)
        self.rounds = ROUNDS[seats]
        self.cards = {player: random.sample(OWNED[seats], len(OWNED[seats])) for player in self.players}
        self.on_map = random.random() < 0.5
        map_ = self.options.get("map", {"rows": 6, "cols": 5, "nile": USUAL_NILE})
        self.free = [
            [row, col] for row in range(map_["rows"]) for col in range(map_["cols"]) if [row, col] not in map_["nile"]
        ]
        random.shuffle(self.free)

    def house_rules(self) -> dict[str, Any]:
        rules: dict[str, Any] = {
            "roman_masters": self.random.random() < 0.5,
            "obelisk_chain": self.random.choice(["lines", "group"]),
        }
        if self.random.random() < 0.5:
            rows, cols = self.random.choice([(6, 5), (5, 6)])
            spaces = [[row, col] for row in range(rows) for col in range(cols)]
            nile = self.random.sample(spaces, 6)
            cards = self.random.choice(["portrait", "landscape"])
            rules["map"] = {"rows": rows, "cols": cols, "cards": cards, "nile": nile}
        return rules

    def round(self, dealer: str) -> Round:
        hands, rest = self.deal()
        round_ = self.play_out(Round(hands, dealer, rest=rest))
        piles = round_.captured()
        suits = {
            suit: {player: sum(suit_points(code, letter) for code in pile) for player, pile in piles.items()}
            for suit, letter in SUITS.items()
        }
        won = {
            suit: [player for player in points if points[player] == max(points.values())]
            for suit, points in suits.items()
        }
        roman = {
            player: sum(ROMAN.get(c, 7 * (c[1] == "V" and self.options["roman_masters"])) for c in pile)
            for player, pile in piles.items()
        }
        bonuses = round_.bonuses()
        earned = {kind: next((p for p in bonuses if kind in bonuses[p]), None) for kind in ("royal", "maid")}
        buildings = self.build(roman)
        round_.noted = {
            "tricks": {"kind": "round", "tricks": round_.tricks, "buildings": buildings},
            "suits": {"kind": "round", **earned, "suits": suits, "roman": roman, "buildings": buildings},
            "won": {"kind": "round", **earned, "won": won, "buildings": buildings},
        }
        return round_

    def build(self, roman: dict[str, int]) -> list[list[Any]]:
        """Return one building of each player, in the order of their roman numbers, the highest first."""
        buildings = []
        for player in sorted(self.players, key=lambda player: -roman.get(player, 0)):
            card = self.cards[player].pop()
            building: dict[str, Any] = {"card": card}
            if self.on_map:
                building["at"] = self.free.pop()
                if card in HALF_FILLED:
                    building["side"] = self.random.choice(["first", "second"])
            else:
                building["points"] = self.random.choice(list(WORTH[card]))
            buildings.append([player, building])
        return buildings

    def closing(self) -> list[dict[str, Any]]:
        """Return the record of the oases in a list; [] on the map, where the last round scores the oases."""
        return [] if self.on_map else [self.oases()]

    def oases(self) -> dict[str, Any]:
        each = {p: {"distance": self.random.randint(1, 9), "halves": self.random.randint(0, 6)} for p in self.players}
        return {"kind": "oases", "oases": each}


GROUP = KrimsutepGroup
