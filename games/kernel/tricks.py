"""The reading of single tricks and of whole rounds of tricks, with their turns, leads and revokes."""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, NamedTuple

from .cards import Card, Deck
from .lines import Revoke
from .problems import A_PAIR, Gap
from .record import AnyRecord
from .words import Facts, Message, Phrase, abbreviated


class Play[C: Card](NamedTuple):
    player: str
    card: C


@dataclass(frozen=True, slots=True)
class Trick[C: Card]:
    """A complete trick."""

    plays: Sequence[Play[C]]  # its plays, in order
    last: bool = False  # whether it is the last trick of its round
    # what its players decided, e.g. the suit that they named, as typed. Some cards ask for this
    choices: Mapping[str, Any] = field(default_factory=dict)

    @property
    def cards(self) -> list[C]:
        return [play.card for play in self.plays]


@dataclass(slots=True)
class Verdict[C: Card]:
    """The result of a trick."""

    winner: str
    captured: dict[str, list[C]]  # cards that each player gets, in the order played
    why: list[Message]  # reasons, in the order of the rules
    # cards that are discarded or cancelled. A cancelled card is also in `captured`
    discarded: list[C] = field(default_factory=list)
    worthless: list[C] = field(default_factory=list)  # cards whose points do not count
    bonuses: dict[str, dict[str, int]] = field(default_factory=dict)  # by player, how many bonuses of each kind
    card: C | None = None  # winning card; None if no card won the trick

    def bonus(self, player: str, kind: str, count: int = 1) -> None:
        mine = self.bonuses.setdefault(player, {})
        mine[kind] = mine.get(kind, 0) + count


type Judge[C: Card] = Callable[[Trick[C], AnyRecord], Verdict[C] | None]
"""A function that returns the verdict on a complete trick. Its arguments are the trick and the trick's record.

If the trick is wrong, e.g. one of its choices, it adds the problems to the record and returns None.
"""

type CardsPerPlay[C: Card] = Callable[[Sequence[C], int], int]
"""A function that returns how many cards each player plays into a trick. Its arguments are:

- the first cards of the players in this trick
- the number of cards that each player held before the trick
"""


def one_card(first_cards: Sequence[Card], hand: int) -> int:
    return 1


type Place = tuple[str, int, str]
"""The place where a card was played: (prefix of the trick's paths, index of the play, player).

It is a plain tuple, because there are many of them.
"""


NOT_YOUR_TURN = Phrase(
    "wrong_order",
    de="{player} war nicht an der Reihe, sondern {turn}.",
    en="It was {turn}’s turn, not {player}’s.",
)
WRONG_LEADER = Phrase("wrong_leader", de="{turn} spielt aus, nicht {player}.", en="{turn} leads, not {player}.")
PLAYED_TWICE = Phrase(
    "card_played_twice",
    de="{card:Der} ist zweimal gespielt: {places: und }.",
    en="{card:The} is played twice: {places: and }.",
)
PLAYED_BY = Phrase("played_by", de="von {name}", en="by {name}")
TOO_MANY_PLAYS = Phrase(
    "wrong_number_of_plays",
    de="In diesem Stich {count:liegt eine Karte|liegen {count:words} Karten}, es müssen {wanted:words} sein.",
    en="There {count:is one card|are {count:words} cards} in this trick; it takes {wanted:words}.",
)
TOO_FEW_PLAYS = Gap(TOO_MANY_PLAYS.code, de=TOO_MANY_PLAYS.de, en=TOO_MANY_PLAYS.en)
WRONG_NUMBER_OF_TRICKS = Phrase(
    "wrong_number_of_tricks",
    de="{count:Ein Stich ist|{count:Words} Stiche sind} aufgeschrieben, die Runde hat {wanted:words}.",
    en="{count:One trick is|{count:Words} tricks are} written down; the round has {wanted:words}.",
)


def read_plays[C: Card](
    record: AnyRecord,
    deck: Deck[C],
    leader: str | None,
    hands: Collection[int],
    cards_per_play: CardsPerPlay[C],
    seen: dict[str, list[Place]],
) -> list[Play[C]] | None:
    """Return the plays of one trick, clockwise from `leader`; None with problems in `record` if they are wrong."""
    raw = record.listed("plays", record.raw["plays"]) if record.needs("plays") else None
    if raw is None:
        return None
    before = record.problems.added
    plays = [_read_play(record, index, each, deck, seen) for index, each in enumerate(raw)]
    _check_turns(record, [play and play[0] for play in plays], leader)
    seats = len(record.table.players)
    first = [play[1] for play in plays[:seats] if play and play[1]]
    wanted = plays_wanted(seats, first, hands, cards_per_play)
    if len(plays) not in wanted:
        problem = TOO_FEW_PLAYS if len(plays) < max(wanted) else TOO_MANY_PLAYS
        record.add("plays", problem(count=len(plays), wanted=max(wanted)))
    return None if record.problems.added > before else plays  # type: ignore[return-value]


def plays_wanted[C: Card](
    seats: int, first: Sequence[C], hands: Collection[int], cards_per_play: CardsPerPlay[C]
) -> set[int]:
    """Return the numbers of plays that a trick can have. `first`: the first card of each player in the trick."""
    return {seats * cards_per_play(first, hand) for hand in hands}


def _read_play[C: Card](
    record: AnyRecord, index: int, raw: object, deck: Deck[C], seen: dict[str, list[Place]]
) -> Play[C] | tuple[str | None, C | None] | None:
    """Return the play in `raw`; None if `raw` is not a pair. A wrong player or card becomes None."""
    if not isinstance(raw, list) or len(raw) != 2:
        record.wrong_type(f"plays.{index}", raw, A_PAIR)
        return None
    name, code = raw
    player = name if name in record.table.players else record.seated(f"plays.{index}.0", name)
    try:
        card = deck[code]
    except (KeyError, TypeError):
        record.card(f"plays.{index}.1", code, deck)
        return player, None
    places = seen.setdefault(code, [])
    places.append((record.path, index, player or abbreviated(name)))
    if len(places) == 2:
        problem = PLAYED_TWICE(card=card, places=[PLAYED_BY(name=player) for _, _, player in places])
        trick, number, _ = places[0]
        record.problems.add(f"{trick}plays.{number}", problem)
    return (player, card) if player is None else Play(player, card)


def _check_turns(record: AnyRecord, players: Sequence[str | None], leader: str | None) -> None:
    if not players:
        return
    led = players[0]
    if led is not None and leader is not None and led != leader:
        record.add("plays.0", WRONG_LEADER(player=led, turn=leader))
    start = led or leader
    if start is None:
        return
    order = record.table.clockwise_from(start)
    if players == list(order):
        return
    for index, player in enumerate(players):
        turn = order[index % len(order)]
        if player is not None and player != turn:
            record.add(f"plays.{index}", NOT_YOUR_TURN(player=player, turn=turn))


type Judged[C: Card] = tuple[Trick[C], Verdict[C]]


def read_round[C: Card](
    record: AnyRecord,
    deck: Deck[C],
    judge: Judge[C],
    leader: str | None,
    *,
    hand_size: int,
    cards_per_play: CardsPerPlay[C] = one_card,
    choices: bool = False,
) -> list[Judged[C]] | None:
    """Return the tricks of a finished round, each with its verdict; None with problems in `record`."""
    before = record.problems.added
    played, hand, _ = read_tricks(
        record, deck, judge, leader, hand_size=hand_size, cards_per_play=cards_per_play, choices=choices
    )
    if played is not None and hand != 0:
        record.add("tricks", WRONG_NUMBER_OF_TRICKS(count=len(played), wanted=len(played) + hand))
    return played if record.problems.added == before else None  # type: ignore[return-value]


def read_tricks[C: Card](
    record: AnyRecord,
    deck: Deck[C],
    judge: Judge[C],
    leader: str | None,
    *,
    hand_size: int,
    cards_per_play: CardsPerPlay[C] = one_card,
    choices: bool = False,
) -> tuple[list[Judged[C] | None] | None, int, str | None]:
    """Read the tricks of a round that may be unfinished. The arguments are those of `read_round`.

    Add every problem to `record`, except a wrong number of tricks. Return:

    - The tricks, each with its verdict. A trick that cannot be judged is None. If the record has no list of tricks,
      return None instead of the list.
    - The number of cards left in each hand. It is below zero after too many tricks.
    - The next leader; None if not known.
    """
    raw = record.listed("tricks", record.raw["tricks"]) if record.needs("tricks") else None
    if raw is None:
        return None, hand_size, leader
    played: list[Judged[C] | None] = []
    seen: dict[str, list[Place]] = {}
    hand = hand_size
    table = record.table
    for index, each in enumerate(raw):
        here = record.within(f"tricks.{index}", each)
        if here is None:
            played.append(None)
            leader = None
            hand -= 1
            continue
        here.allow(("plays", "choices") if choices else ("plays",))
        plays = read_plays(here, deck, leader, (hand,), cards_per_play, seen)
        hand -= len(plays) // len(table.players) if plays else _guessed_plays(each, len(table.players))
        leader = None
        verdict = None
        if plays is not None:
            trick = Trick(plays, last=hand <= 0, choices=each.get("choices", {}) if choices else {})
            verdict = judge(trick, here)
        if verdict is None:
            played.append(None)
        else:
            played.append((trick, verdict))
            leader = verdict.winner
    return played, hand, leader


def _guessed_plays(raw: Mapping[str, Any], seats: int) -> int:
    """Return a guess at how many cards each player played into a trick with a problem: 1 or 2."""
    plays = raw.get("plays")
    return 2 if isinstance(plays, list) and len(plays) > seats else 1


# The usual rules for winning a trick


def suit_led[C: Card](plays: Iterable[Play[C]]) -> str:
    """Return the suit of the first card."""
    return next(iter(plays)).card.suit


def highest[C: Card](plays: Sequence[Play[C]], trump: str | None) -> Play[C]:
    """Return the winning play: the highest trump or, without a trump, the highest card of the suit led."""
    led = suit_led(plays)
    for suit in (trump, led):
        running = [play for play in plays if play.card.suit == suit]
        if running:
            best = running[0]
            for play in running[1:]:
                if play.card.rank >= best.card.rank:
                    best = play
            return best
    raise AssertionError("the card led is of the suit led")


def captured_by[C: Card](winner: str, plays: Iterable[Play[C]]) -> dict[str, list[C]]:
    """Return the `captured` of a verdict if one player takes the whole trick."""
    return {winner: [play.card for play in plays]}


# Revokes

FOLLOW = Phrase(
    "follow",
    de="{player} spielte im {number}. Stich {played:den} und hatte noch {held:den}.",
    en="{player} played {played:the} in trick {number} and still had {held:the}.",
)


type Broken = tuple[Phrase, Facts]
"""A duty that was broken: (phrase that says so, facts of the phrase)."""

type Duty[C: Card] = Callable[[Trick[C] | None, Sequence[Play[C]], int, Sequence[C]], Broken | None]
"""A function that returns the first duty that a play broke; None if it broke no duty. Its arguments are:

- the trick before this one; None in the first trick
- the plays of this trick
- the index of the play in this trick
- the cards that its player still held after it; those played later come first
"""


def revokes[C: Card](tricks: Sequence[Trick[C]], duty: Duty[C]) -> list[Revoke]:
    """Return all revokes of a round, in the order of the plays; at most one for each play."""
    found = []
    held: dict[str, list[C]] = {}
    # Go from the last play back to the first. So `held` has the cards that the players play after this play.
    for number in range(len(tricks) - 1, -1, -1):
        before = tricks[number - 1] if number else None
        plays = tricks[number].plays
        for place in range(len(plays) - 1, -1, -1):
            player, card = plays[place]
            hand = held.get(player)
            if hand is None:
                hand = held[player] = []
            broken = duty(before, plays, place, hand)
            if broken:
                found.append(Revoke(number, player, *broken))
            hand.append(card)
    return found[::-1]


def follow_suit[C: Card](
    before: Trick[C] | None, plays: Sequence[Play[C]], place: int, held: Sequence[C]
) -> Broken | None:
    """Return the breach of the duty to follow suit, also when trumps are led; None if there is no breach."""
    return follow(plays[0].card.suit, plays[place].card, held)


def follow[C: Card](suit: str, played: C, held: Sequence[C]) -> Broken | None:
    """Return the breach of the duty to play a card of this suit; None if the player played or held no such card."""
    if played.suit == suit:
        return None
    could = [card for card in held if card.suit == suit]
    return (FOLLOW, {"played": played, "held": could[::-1]}) if could else None
