"""Random play of Rufmariasch: the caller chooses trumps by the first four cards, and calls a card."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from games.kernel.options import OneOf
from games.rufmariasch.cards import LAST_TRICK
from tests.play.duties import Codes, Filter, follow_trump_beat
from tests.play.group import Group, Hands, Round


class RufmariaschGroup(Group):
    def house_rules(self) -> dict[str, Any]:
        choices = {key: rule for key, rule in self.game.options.rules().items() if isinstance(rule, OneOf)}
        chosen = {key: self.random.choice(list(rule.values)) for key, rule in choices.items()}
        return {**chosen, "stake": self.random.choice([0, 1, 5, 7, 10])}

    def duties(self, table: Codes, before: list[dict[str, Any]], trump: str | None) -> Iterator[Filter]:
        return follow_trump_beat(table, trump or "")

    def round(self, dealer: str) -> Round:
        hands, _ = self.deal()
        caller = self.table.left_of(dealer)
        trump = self.random.choice(hands[caller][:4])[0]
        called = self.random.choice(list(self.table.deck))
        holder = next(player for player, cards in hands.items() if called in cards)
        declared = self.declared(hands)
        round_ = self.play_out(Round(hands, dealer, trump))
        piles = round_.captured()
        counting = {p: [c for c in pile if c[1:] in ("A", "10")] for p, pile in piles.items()}
        last = round_.winners()[-1]
        worth = LAST_TRICK
        points = sum(10 * len(counting.get(player, ())) + worth * (player == last) for player in {caller, holder})
        head = {"caller": caller, "trump": trump, "called": called, "declared": declared}
        call = {
            "kind": "call",
            **head,
            "partner": None if holder == caller else holder,
            "no_trick": [player for player in self.players if player not in round_.winners()],
        }
        round_.noted = {
            "tricks": {"kind": "tricks", **head, "tricks": round_.tricks},
            "call": {**call, "points": points},
            "captured": {**call, "captured": counting, "last_trick": last},
        }
        return round_

    def declared(self, hands: Hands) -> list[list[str]]:
        """Return random declarations: some of the pairs of King and Ober that these hands have."""
        pairs = [
            [player, suit]
            for player, cards in hands.items()
            for suit in "EGHS"
            if suit + "K" in cards and suit + "O" in cards and self.random.random() < 0.8
        ]
        self.random.shuffle(pairs)
        return pairs


GROUP = RufmariaschGroup
