"""The base class of the groups that play the games: seating, dealing, playing a round of tricks."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Iterator
from dataclasses import dataclass, field
from random import Random
from typing import Any, Self

from games.kernel.game import Game
from games.kernel.problems import Problems
from games.kernel.record import Record
from games.kernel.tricks import Play, Trick, Verdict

from .duties import Codes, Filter, allowed, broken, follow

NAMES = ("Anna", "Ben", "Carla", "Dörte", "Émile", "Fritz", "Gül", "Hana")

type Plays = list[list[str]]
type Hands = dict[str, list[str]]


@dataclass
class Round:
    """One round as played. `noted` has a record of it for each way in which a table can enter it, by the way's name."""

    hands: Hands
    dealer: str
    trump: str | None = None
    tricks: list[dict[str, Any]] = field(default_factory=list)
    verdicts: list[Verdict[Any]] = field(default_factory=list)
    rest: list[str] = field(default_factory=list)  # cards that were not dealt, or were buried
    noted: dict[str, dict[str, Any]] = field(default_factory=dict)

    @property
    def played(self) -> list[str]:
        return [code for trick in self.tricks for _, code in trick["plays"]]

    def captured(self) -> dict[str, list[str]]:
        """Return the codes of all cards that each player captured."""
        piles: dict[str, list[str]] = {}
        for verdict in self.verdicts:
            for player, cards in verdict.captured.items():
                piles.setdefault(player, []).extend(card.code for card in cards)
        return piles

    def bonuses(self) -> dict[str, dict[str, int]]:
        counts: dict[str, dict[str, int]] = {}
        for verdict in self.verdicts:
            for player, earned in verdict.bonuses.items():
                for kind, count in earned.items():
                    mine = counts.setdefault(player, {})
                    mine[kind] = mine.get(kind, 0) + count
        return counts

    def winners(self) -> list[str]:
        return [verdict.winner for verdict in self.verdicts]


class Group(ABC):
    """A group at a table, whose players make every decision with `random`."""

    tricks_kind: str | None = "tricks"  # the kind of a record with tricks; None if the game has no such record
    rounds: int | None = None  # the number of rounds of every game; None if it varies
    number = 1  # the number of the next round; `after()` sets it

    def __init__(self, game: Game, seats: int, random: Random, options: dict[str, Any]) -> None:
        self.game = game
        self.random = random
        self.players = NAMES[:seats]
        self.options = {**self.house_rules(), **options}
        problems = Problems()
        self.table = game.table(self.players, game.options.read(self.options, "options", problems))
        assert not problems, problems

    @abstractmethod
    def house_rules(self) -> dict[str, Any]:
        """Return the options as a score file writes them."""

    @abstractmethod
    def round(self, dealer: str) -> Round:
        """Deal and play one round, and return it."""

    def closing(self) -> list[dict[str, Any]]:
        """Return the records that are entered after the last round of a game."""
        return []

    def play_rounds(self, count: int) -> list[Round]:
        """Play `count` rounds, or all rounds of a game if `rounds` is set. The deal goes round. Return the rounds."""
        return [
            self.after(number).round(self.players[number % len(self.players)]) for number in range(self.rounds or count)
        ]

    def after(self, deals: int) -> Self:
        """Make the next round the one after `deals` deals, and return the group."""
        self.number = deals + 1
        return self

    def file(self, *rounds: dict[str, Any], **header: Any) -> dict[str, Any]:
        """Return a score file with these rounds. `header` adds or replaces other keys of the file."""
        return {
            "format": "scorekeeper/1",
            "game": self.game.slug,
            "players": list(self.players),
            "options": self.options,
            "rounds": list(rounds),
            **header,
        }

    def trick_file(self, trick: dict[str, Any], last: bool, trump: str | None) -> dict[str, Any]:
        """Return a file with one trick, for `manage.py referee`."""
        more = {"last": last, **({"trump": trump} if trump else {})}
        return {
            "format": "scorekeeper/1",
            "game": self.game.slug,
            "players": list(self.players),
            "options": self.options,
            "trick": {**trick, **more},
        }

    def deal(self, cards: Codes | None = None) -> tuple[Hands, list[str]]:
        """Shuffle `cards`, or else the table's deck, and deal; return each player's hand and the cards left over."""
        deck = list(self.table.deck if cards is None else cards)
        self.random.shuffle(deck)
        each = self.table.hand_size
        hands = {player: deck[seat * each : (seat + 1) * each] for seat, player in enumerate(self.players)}
        return hands, deck[len(self.players) * each :]

    def duties(self, table: Codes, before: list[dict[str, Any]], trump: str | None) -> Iterator[Filter]:
        """Yield the duties of the player whose turn it is.

        `table` are the cards of the current trick so far, `before` the earlier tricks of the round.
        """
        return follow(table)

    def choices(self, plays: Plays, hands: Hands) -> dict[str, Any] | None:
        """Return the trick's `choices`: the decisions that its cards leave to their players; None if there are none."""
        return None

    def pick(self, cards: list[str]) -> str:
        """Choose one of the cards that may be played."""
        return self.random.choice(cards)

    def turns(self, leader: str, hands: Hands) -> Iterator[str]:
        """Yield the players of a trick in turn."""
        yield from self.table.clockwise_from(leader)

    def play_out(self, round_: Round) -> Round:
        """Play all tricks, legally and at random, and return the round. The game's own referee judges each trick."""
        hands = {player: list(cards) for player, cards in round_.hands.items()}
        leader = self.table.left_of(round_.dealer)
        judge = self.game.judge(self.table, round_.trump)
        while any(hands.values()):
            plays: Plays = []
            self.on_table = plays
            for player in self.turns(leader, hands):
                duties = self.duties([code for _, code in plays], round_.tricks, round_.trump)
                card = self.pick(allowed(hands[player], duties))
                hands[player].remove(card)
                plays.append([player, card])
            trick: dict[str, Any] = {"plays": plays}
            choices = self.choices(plays, hands)
            if choices:
                trick["choices"] = choices
            verdict = self.judged(judge, trick, last=not any(hands.values()))
            round_.tricks.append(trick)
            round_.verdicts.append(verdict)
            leader = verdict.winner
        return round_

    def judged(self, judge: Any, trick: dict[str, Any], last: bool) -> Verdict[Any]:
        problems = Problems()
        plays = [Play(player, self.table.deck[code]) for player, code in trick["plays"]]
        raw = trick.get("choices", {})
        verdict: Verdict[Any] = judge(Trick(plays, last=last, choices=raw), Record(trick, self.table, problems))
        assert not problems, problems
        return verdict

    def broken_duties(self, tricks: list[dict[str, Any]], trump: str | None) -> list[tuple[int, str, str]]:
        """Return every revoke of a round, found by brute force: (index of the trick, player, duty)."""
        hands: Hands = {player: [] for player in self.players}
        for trick in tricks:
            for player, code in trick["plays"]:
                hands[player].append(code)
        found = []
        for number, trick in enumerate(tricks):
            table: list[str] = []
            for player, code in trick["plays"]:
                duty = broken(code, hands[player], self.duties(table, tricks[:number], trump))
                if duty:
                    found.append((number, player, duty))
                hands[player].remove(code)
                table.append(code)
        return found
