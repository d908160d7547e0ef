"""Random play of Beutelschneider, edition of 2018, with and without special cards."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from tests.play.duties import Codes, Filter, fortune_teller
from tests.play.group import Group, Hands, Plays, Round

CALLS = {"red": "R", "green": "G", "yellow": "Y", "blue": "B", "trump": "T"}
WOMEN = ("TC", "taenzerin", "zofe")
MEN = ("alchimist", "hypnotiseur", "illusionist", "jongleur", "muskelmann", "narr", "schwindler", "wahrsager")


def is_special(code: str) -> bool:
    return code[0].islower()


def is_woman(code: str) -> bool:
    return code in WOMEN or (code[0] in "RGYB" and code[1:] == "S")


def is_man(code: str) -> bool:
    return code in MEN or (code[0] in "RGYB" and code[1:] in ("B", "W", "K", "D")) or (code[0] == "T" and code != "TC")


def is_gold(code: str) -> bool:
    return code[1:].isdigit()


def is_cutpurse(code: str) -> bool:
    return code[0] in "RGYB" and code[1:] == "D"


def gold(codes: Codes) -> int:
    """Return the sum of the points printed on the gold among these cards."""
    return sum(int(code[1:]) for code in codes if is_gold(code))


class BeutelschneiderGroup(Group):
    def house_rules(self) -> dict[str, Any]:
        colours = self.random.sample("RGYB", self.random.randint(1, 4))
        return {"cutpurse_colours": colours, "special_cards": self.random.random() < 0.6}

    def deal(self, cards: Codes | None = None) -> tuple[Hands, list[str]]:
        """Return (hands, special cards that are not dealt).

        All ordinary cards are dealt. If the game has special cards, each player gets one of them.
        """
        deck = list(self.table.deck)
        ordinary, special = [c for c in deck if not is_special(c)], [c for c in deck if is_special(c)]
        self.random.shuffle(ordinary)
        self.random.shuffle(special)
        each = len(ordinary) // len(self.players)
        hands = {player: ordinary[seat * each : (seat + 1) * each] for seat, player in enumerate(self.players)}
        for player in self.players if special else ():
            hands[player].append(special.pop())
        return hands, special

    def duties(self, table: Codes, before: list[dict[str, Any]], trump: str | None) -> Iterator[Filter]:
        call = before[-1].get("choices", {}).get("colour") if before else None
        return fortune_teller(table, CALLS[call] if call else None)

    def pick(self, cards: list[str]) -> str:
        """Return a card to play: often a special card if one is on the table, so that tricks have several of them."""
        special = [code for code in cards if is_special(code)]
        if special and any(is_special(code) for _, code in self.on_table) and self.random.random() < 0.7:
            return special[0]
        return super().pick(cards)

    def turns(self, leader: str, hands: Hands) -> Iterator[str]:
        """Yield all players in turn. If the Juggler was played and they have a card left, yield them a second time."""
        yield from self.table.clockwise_from(leader)
        if any(code == "jongleur" for _, code in self.on_table) and hands[leader]:
            yield from self.table.clockwise_from(leader)

    def choices(self, plays: Plays, hands: Hands) -> dict[str, Any] | None:
        left = [code for _, code in plays]
        choices: dict[str, Any] = {}
        if "barde" in left:
            men, women = [c for c in left if is_man(c)], [c for c in left if is_woman(c)]
            if men and women:
                couple = [self.random.choice(men), self.random.choice(women)]
                self.random.shuffle(couple)
                choices["couple"] = {"marker": couple[0], "discard": couple[1]}
                left = [code for code in left if code not in couple]
        if "illusionist" in left:
            guarded = "TG" in left and "narr" not in left
            takeable = [code for code in left if not (guarded and is_cutpurse(code))]
            if any(not is_special(code) for code in takeable):
                choices["illusionist"] = self.random.choice(takeable)
        if "wahrsager" in left and self.random.random() < 0.8:
            choices["colour"] = self.random.choice(list(CALLS))
        return choices

    def round(self, dealer: str) -> Round:
        hands, rest = self.deal()
        round_ = self.play_out(Round(hands, dealer, rest=rest))
        piles = round_.captured()
        spoiled = {card.code for verdict in round_.verdicts for card in verdict.worthless}
        captured = {code for pile in piles.values() for code in pile}
        more = {"bonuses": round_.bonuses()} if round_.bonuses() else {}
        special = {"worthless": sorted(spoiled)} if spoiled else {}
        round_.noted = {
            "tricks": {"kind": "tricks", "tricks": round_.tricks},
            "captured": {
                "kind": "captured",
                "captured": piles,
                "discarded": [code for code in self.table.deck if is_cutpurse(code) and code not in captured],
                **special,
                **more,
            },
            "counted": {
                "kind": "counted",
                "gold": {player: gold([c for c in pile if c not in spoiled]) for player, pile in piles.items()},
                "cutpurses": {player: sum(map(is_cutpurse, pile)) for player, pile in piles.items()},
                **more,
            },
        }
        return round_


GROUP = BeutelschneiderGroup
