"""Rufmariasch: 4 players; the caller names trumps and calls a card, whose holder is the silent partner."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from games.kernel.cards import Card, Deck
from games.kernel.choices import Choice
from games.kernel.counting import POINTS, Count, Measure
from games.kernel.faces import Face
from games.kernel.game import WHICH_TRUMP, Game, Kind
from games.kernel.lines import Line, Score
from games.kernel.needs import Need, in_front
from games.kernel.record import RawRecord
from games.kernel.screen import Context, Screen, TrickByTrick
from games.kernel.seats import Deal
from games.kernel.tricks import Duty, Judge, Play, Trick
from games.kernel.words import Message, Phrase, Title

from . import story, words
from .cards import (
    ALL_POINTS,
    DECK,
    DECLARED,
    DECLARED_IN_TRUMPS,
    EACH_COUNTS,
    LAST_TRICK,
    SUITS,
    TARGET_WITH,
    TARGET_WITHOUT,
    TRICKS,
)
from .faces import BOTH, FACES, NAMES, Faces
from .feats import FEATS
from .options import RufmariaschOptions, RufmariaschTable
from .referee import duty, referee
from .rounds import call, declared_by_others, tricks
from .scoring import LISTED
from .screens import BeforeTricks, CapturedScreen, hand, screens

# The rulebook's example: a team that has declared in trumps just misses its target
EXAMPLE = {"points": 30, "total": 70, "target": 80, "others": 60, "difference": 10}


class Rufmariasch(Game[Card, RufmariaschOptions, None]):
    slug = "rufmariasch"
    name = Phrase("rufmariasch", de="Rufmariasch", en="Rufmariasch")
    gist = Phrase(
        "gist",
        de="Einer ruft Trumpf und eine Karte: Wer sie hat, ist heimlich dabei.",
        en="One calls trumps and a card; whoever holds it is the secret partner.",
    )
    champion = Title("champion", de="Am meisten gewonnen", en="Won the most")
    feats = FEATS
    phrases = words.PHRASES
    worth = words.WORTH
    opens = Phrase("opens", de="{player} ruft und spielt aus", en="{player} calls and leads")
    you_open = Phrase("you_open", de="Du rufst und spielst aus.", en="You call and lead.")
    seats = (4,)
    options = RufmariaschOptions
    pays_each_round = True
    names_trump = tuple(SUITS)
    faces = NAMES

    def deck(self, seats: int, options: RufmariaschOptions) -> Deck[Card]:
        return DECK

    def hand_size(self, seats: int, options: RufmariaschOptions) -> int:
        return TRICKS

    def dealing(self, table: RufmariaschTable) -> Sequence[Message]:
        return [words.FOUR_AND_FOUR(), words.CALLED_LATER()]

    def result(self, table: RufmariaschTable, score: Score) -> Message:
        return story.result(score) or super().result(table, score)

    def story(self, table: RufmariaschTable, record: RawRecord, score: Score) -> Sequence[Message]:
        played = record["kind"] in ("call", "tricks")
        return story.story(record, self.drawn, table.players) if played else super().story(table, record, score)

    def reasons(self, lines: Sequence[Line]) -> Sequence[Message]:
        return story.reasons(lines)

    @property
    def drawn(self) -> Faces:
        """The faces that the group has chosen."""
        return FACES[self.shown or BOTH]

    def kinds(self, table: RufmariaschTable) -> Mapping[str, Kind[Card, RufmariaschOptions, None]]:
        return {"call": Kind(call), "tricks": Kind(tricks)}

    def screens(self, table: RufmariaschTable) -> Sequence[Screen[Card, RufmariaschOptions, None]]:
        return screens(self.drawn)

    def trick_by_trick(self, table: RufmariaschTable) -> TrickByTrick:
        """Return the screens of a round written down trick by trick: one for the call, before the first trick."""
        return TrickByTrick(before=BeforeTricks(self.drawn))

    def face(self, card: Card) -> Face:
        return self.drawn.face(card.code)

    def judge(self, table: RufmariaschTable, trump: str | None) -> Judge[Card]:
        return referee(trump)

    def duty(self, table: RufmariaschTable, trump: str | None) -> Duty[Card]:
        return duty(trump or "")

    def contradictions(
        self, record: RawRecord, before: Sequence[Trick[Card]], plays: Sequence[Play[Card]]
    ) -> Sequence[tuple[int, Message]]:
        return declared_by_others(record.get("declared"), plays)

    def trump_choice(self) -> Choice:
        return Choice("trump", WHICH_TRUMP(), self.drawn.trump_suits())

    def called(self, card: Card) -> Phrase | Message:
        return self.drawn.called(card.code)

    def in_a_sentence(self, fact: object) -> object:
        """Return a fact as sentences write it. A suit has the name of the group's faces, or both names."""
        suit = next((code for code, name in SUITS.items() if fact is name), None)
        return super().in_a_sentence(fact) if suit is None else self.drawn.suit(suit).names

    def rulebook_context(self, table: RufmariaschTable) -> Context:
        """Return the variables of the rulebook: names of suits and ranks, points of a round, targets, an example."""
        most = (len(SUITS) - 1) * DECLARED + DECLARED_IN_TRUMPS
        targets = [(declared, TARGET_WITH + declared) for declared in range(DECLARED, most + 1, DECLARED)]
        stakes = EXAMPLE["difference"] // table.options.points_per_stake
        return {
            "both": self.drawn.code == BOTH,
            "suits": [self.drawn.suit(suit) for suit in SUITS],
            "ober": self.drawn.rank("O"),
            "unter": self.drawn.rank("U"),
            "each_counts": EACH_COUNTS,
            "last_trick": LAST_TRICK,
            "all_points": ALL_POINTS,
            "declared": DECLARED,
            "declared_in_trumps": DECLARED_IN_TRUMPS,
            "target_without": TARGET_WITHOUT,
            "target_with": TARGET_WITH,
            "targets": [each for each in targets if each[0] <= LISTED],
            "higher_targets": [each for each in targets if each[0] > LISTED],
            "example": {**EXAMPLE, "stakes": stakes, "more": stakes - stakes // 2, "less": stakes // 2},
        }

    def count(self, table: RufmariaschTable) -> Count:
        """Return the count of a round: the card points of aces, tens and the last trick."""
        seats = len(table.players)
        return Count(
            hand(self.drawn),
            (Measure("points", POINTS, ALL_POINTS),),
            table.hand_size * seats,
            trick=seats,
            screens=(CapturedScreen.code,),
        )

    def needs(self, table: RufmariaschTable, totals: Mapping[str, int], deal: Deal[None]) -> Sequence[Need]:
        """Return how many stakes each player is ahead of all others, or behind the leader."""
        return in_front(table, totals, words.STAKES_APART)


GAME = Rufmariasch()
