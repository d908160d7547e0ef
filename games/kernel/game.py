"""The interface of a game.

The registry finds its instance, `GAME`, or several, `GAMES`, in the `game.py` of a game's folder.
"""

from __future__ import annotations

import inspect
from abc import ABC, abstractmethod
from collections.abc import Callable, Collection, Iterator, Mapping, Sequence
from copy import copy
from datetime import tzinfo
from functools import cached_property
from pathlib import Path
from typing import Any, ClassVar, NamedTuple, Self, cast

from .cards import Card, Deck
from .choices import Candidate, Choice
from .counting import POINTS, Count, Measure, items_of
from .faces import Face, plain_face
from .feats import Feat
from .foreign import Foreign
from .lines import Line, Score, goes_to
from .needs import Need, Reach, to_goal
from .options import Options
from .problems import Problems
from .record import RawRecord, Record
from .rulebook import Rule, Rulebook
from .schema import GameSchema
from .screen import Context, Screen, TrickByTrick
from .seats import Deal, Table
from .shared_phrases import SHARED_PHRASES
from .tricks import CardsPerPlay, Duty, Judge, Play, Trick, follow_suit, one_card
from .words import Message, Phrase, Title, Typed


class Kind[C: Card, O: Options, P](NamedTuple):
    """One kind of round. `score` gives the record's Score, or None after adding its problems; `dealt`: cards are dealt."""

    score: Callable[[Record[O, C], Deal[P]], Score | None]
    dealt: bool = True


class Bid(NamedTuple):
    """The record of before a round, in words.

    It concerns these players: one, or all of a team; without players it concerns the whole table.
    """

    players: Sequence[str]
    words: Phrase | Message | Typed


class Earned(NamedTuple):
    """A bonus earned in a trick, in words, and its points."""

    words: Phrase | Message
    points: int


GOES_TO = Phrase("goes_to", de="Der Stich geht an {player}", en="{player} takes it")
GOES_TO_WITH = Phrase(
    "goes_to", de="Der Stich geht an {player}, mit {card:dem}", en="{player} takes it with {card:the}"
)
CARD_POINTS = Phrase("card_points", de="{points:1 Punkt|{points} Punkte}", en="{points:1 point|{points} points}")
WHICH_TRUMP = Phrase("which_trump", de="Was ist Trumpf?", en="What is trumps?")


class Game[C: Card, O: Options, P](ABC):
    """One game: how it is dealt, its kinds of round, its referee, its end. What is not abstract has a default.

    `C` are its cards, `O` its house rules, `P` is what it remembers of the rounds before (None: nothing).
    """

    slug: str
    name: Phrase
    gist: Phrase | None = None  # what the game is, in a line
    also: Sequence[str] = ()  # other names by which people look for it
    seats: Collection[int]  # possible numbers of players
    fixed_seats: ClassVar[bool] = False  # whether the number of players must stay the same during a game
    options: type[O]
    rules_in_options: bool = False  # whether its rules are among the options of each group, and not in the code
    shown_first: ClassVar[bool] = True  # also to a group that has played nothing; else a search finds it
    pays_each_round: bool = False  # else the differences of the totals are paid, at the end
    champion: ClassVar[Title]  # of the winner
    feats: Sequence[Feat] = ()  # its own figures for the statistics
    schema: GameSchema  # what its part of a score file may hold
    phrases: ClassVar[Mapping[str, Phrase]] = SHARED_PHRASES  # what its templates say, by code
    worth: ClassVar[Phrase] = CARD_POINTS  # what so many {points} of its cards are called
    # What the player to the dealer's left does first; `you_open` is the same, said on that player's own phone.
    opens: ClassVar[Phrase] = Phrase("opens", de="{player} spielt aus", en="{player} to lead")
    you_open: ClassVar[Phrase] = Phrase("you_open", de="Du spielst aus.", en="It’s your lead.")

    @property
    def emblem(self) -> str:
        """The name of the game's symbol for the site's `icon`: from its own icons.svg, in one ink, 48 units."""
        return f"{self.slug}/emblem"

    def with_rules_in(self, options: Mapping[str, Any]) -> AnyGame:
        """Return the game with the rules that these options hold, as a score file writes them.

        Return the game itself if the options hold none.
        """
        return self

    def title(self, seats: int, options: O) -> Phrase | Typed:
        """Return the name of the game at this number of players and with these house rules."""
        return self.name

    def read_options(self, raw: Mapping[str, Any]) -> O | None:
        """Return the options read from a score file; None if they do not fit, such as those of an older edition."""
        return self.options.read(dict(raw), "options", Problems())

    def seats_with(self, options: O) -> Collection[int]:
        """Return the possible numbers of players with these house rules."""
        return self.seats

    def lets_dealer_sit_out(self, seats: int, options: O) -> bool:
        """Return whether so many can play while one more, the dealer, sits out."""
        return not self.keeps_seats(options)

    def team_count(self, options: O) -> int:
        """Return how many teams stay together for the whole game; 0 where there are no such teams."""
        return 0

    def teams(self, table: Table[O, C]) -> Sequence[Sequence[str]]:
        """Return the teams that stay together for the whole game, each in seat order. Their players sit alternately."""
        return table.in_teams(self.team_count(table.options))

    def keeps_seats(self, options: O) -> bool:
        """Return whether the number of players must stay the same during a game."""
        return self.fixed_seats or self.team_count(options) > 0

    def of_other_program(self, root: object, zone: tzinfo) -> Iterator[Foreign] | None:
        """Return the games of another program's file, read as JSON; None if this game does not know such files.

        Times without a zone are those of `zone`.
        """
        return None

    def variant(self, options: O) -> str:
        """Return the group's own name for the game, "" where it has none; statistics count each name by itself."""
        return ""

    def deck(self, seats: int, options: O) -> Deck[C]:
        """Return the cards in play at this number of players; an empty deck if only the points are known.

        Without cards there is no deal to explain, no trick to judge and nothing to count.
        """
        return Deck(())

    def hand_size(self, seats: int, options: O) -> int:
        """Return how many cards each player is dealt."""
        return 0

    @abstractmethod
    def kinds(self, table: Table[O, C]) -> Mapping[str, Kind[C, O, P]]:
        """Return the kinds of round this table can play."""

    def judge(self, table: Table[O, C], trump: str | None) -> Judge[C]:
        """Return the referee of one trick; called only if there are cards. `trump`: the suit named for the round."""
        raise NotImplementedError

    def over(self, table: Table[O, C], totals: Mapping[str, int], deal: Deal[P]) -> bool:
        """Return whether these totals, in points, end the game. `deal` is the one that would follow.

        The game ends once somebody has reached the goal, or with its last round if that comes first. A tie at the top
        is a shared win.
        """
        goal, rounds = self.goal(table), self.rounds(table)
        reached = goal is not None and max(totals.values()) >= goal
        return reached or (rounds is not None and deal.number >= rounds)

    def lowest_wins(self, options: O) -> bool:
        """Return whether points are bad: then the lowest total is the best, and players with more points pay."""
        return False

    def places(self, options: O, totals: Sequence[int]) -> list[int]:
        """Return the place of each of these totals, in points: 1 is the best; equals share one."""
        order = sorted(totals, reverse=not self.lowest_wins(options))
        return [1 + order.index(total) for total in totals]

    def passed_on(self, past: P | None, heirs: Mapping[str, str]) -> P | None:
        """Return what the game remembers, after seats were taken over: what belonged to a player belongs to their heir.

        `heirs` gives, by the name of each replaced player, the name of who takes over.
        """
        return past

    def goal(self, table: Table[O, C]) -> int | None:
        """Return the points a player needs to end the game; None where the game ends otherwise."""
        return None

    def rounds(self, table: Table[O, C]) -> int | None:
        """Return how many rounds the game has, where their number is fixed."""
        return None

    def tied(self, table: Table[O, C], totals: Mapping[str, int]) -> bool:
        """Return whether the target is reached but a tie for the highest total demands another round."""
        return False

    def left_out(self, table: Table[O, C]) -> Sequence[C]:
        """Return the cards that stay in the box at this number of players."""
        return ()

    def dealing(self, table: Table[O, C]) -> Sequence[Message]:
        """Return further sentences for the dealer: the pot, cards laid aside, how to deal."""
        return ()

    # The cards as the group has them

    faces: ClassVar[Mapping[str, Phrase]] = {}  # ways to draw its cards, where it has several; the usual one first
    shown = ""  # which of them this game draws; "": the usual one

    def showing(self, faces: str) -> Self:
        """Return the same game with its cards drawn and named in these faces; unchanged if it has no such faces."""
        if faces not in self.faces or faces == self.shown:
            return self
        other = copy(self)
        other.shown = faces
        return other

    def face(self, card: C) -> Face:
        """Return how a card of this game is drawn."""
        return plain_face(card)

    def picture(self, table: Table[O, C], past: P | None) -> tuple[str, Context] | None:
        """Return the template and context of a board beside the cards; None where there is none."""
        return None

    def table(
        self, players: tuple[str, ...], options: O, *, sits_out: bool = False, everyone: tuple[str, ...] = ()
    ) -> Table[O, C]:
        """Return the table of these players, in seat order, with these house rules.

        With `sits_out` the dealer sits out each round. `everyone`: all who ever sat there, if more than these players.
        """
        seats = len(players) - sits_out
        deck, hand_size = self.deck(seats, options), self.hand_size(seats, options)
        return Table(players, options, deck, hand_size, sits_out, everyone=everyone)

    def screens(self, table: Table[O, C]) -> Sequence[Screen[C, O, P]]:
        """Return the ways to enter a round at this table, the usual one first."""
        return ()

    def before_round(self, table: Table[O, C]) -> Screen[C, O, P] | None:
        """Return the form of what is written down before a round is played, such as bids; None if nothing is.

        Its record is a part of the round's record.
        """
        return None

    def check_before_round(self, record: Record[O, C], deal: Deal[P]) -> None:
        """Add every problem of a record of what is written down before a round; called only if there is such a form."""
        raise NotImplementedError

    def keeps_bids_secret(self, options: O) -> bool:
        """Return whether nobody learns what the others have written down before a round until everybody has."""
        return False

    def bids_in_words(self, table: Table[O, C], record: RawRecord, deal: Deal[P]) -> Sequence[Bid]:
        """Return in words what was written down before a round, complete or not; then its sum, if there is one."""
        return ()

    # The rulebook

    @cached_property
    def rulebook(self) -> Rulebook | None:
        """The rulebook in the game's folder, if it has one."""
        folder = Path(inspect.getfile(type(self))).parent / "rulebook"
        return Rulebook(folder) if folder.is_dir() else None

    def rule(self, code: str) -> Rule | None:
        """Return the rulebook's place for the code of a line, a referee's reason or a duty; None where it has none."""
        return self.rulebook.rules.get(code) if self.rulebook else None

    def rulebook_context(self, table: Table[O, C]) -> Context:
        """Return further context for the rulebook, besides `options`, `players` and `game`."""
        return {}

    # The helper at the table

    def deal_help(self, table: Table[O, C], deal: Deal[P]) -> Context:
        """Return the context of templates/<slug>/deal.html, the game's own part of the page before the deal."""
        return {}

    def count(self, table: Table[O, C]) -> Count | None:
        """Return the count after a round; None where no card counts points."""
        cards = [card for card in table.deck.values() if card.points]
        if not cards:
            return None
        measure = Measure("points", POINTS, table.deck.points)
        items = items_of(cards, self.face, measure.code)
        return Count(items, (measure,), table.hand_size * len(table.players), trick=len(table.players))

    def reach(self, table: Table[O, C]) -> Reach | None:
        """Return the most points of one round; None where that is not known."""
        return None

    def needs(self, table: Table[O, C], totals: Mapping[str, int], deal: Deal[P]) -> Sequence[Need]:
        """Return each player's need for a win, while the game is not over; may be empty."""
        goal = self.goal(table)
        return [] if goal is None else to_goal(table, totals, goal, self.reach(table))

    # The referee of a single trick

    names_trump: ClassVar[Collection[str]] = ()  # the suits among which each round's trump is named
    has_choices: ClassVar[bool] = False

    def trump_choice(self) -> Choice | None:
        """Return the question for the trumps of a round; None where none are named."""
        candidates = [Candidate(suit, Phrase(suit, de=suit, en=suit)) for suit in self.names_trump]
        return Choice("trump", WHICH_TRUMP(), candidates) if candidates else None

    def choices(self, table: Table[O, C], trick: Trick[C]) -> Sequence[Choice]:
        """Return the choices that the cards of a complete trick leave to their players, given those already made."""
        return ()

    def called(self, card: C) -> Phrase | Message:
        """Return the name of a card in a sentence; a `Noun` where sentences shall write its article."""
        return card.name

    # A round in words

    def result(self, table: Table[O, C], score: Score) -> Message:
        """Return the result of a round in one sentence: who wins it, and by what."""
        return goes_to(score, self.lowest_wins(table.options))

    def story(self, table: Table[O, C], record: RawRecord, score: Score) -> Sequence[Message]:
        """Return the sentences above a round's ledger: what was played, who with whom. `record` gave this score."""
        return [self.result(table, score)]

    def reasons(self, lines: Sequence[Line]) -> Sequence[Message]:
        """Return the reason of each of these lines, in the order of the ledger; it may refer to the line before."""
        return [line.message for line in lines]

    def say(self, sentence: Message, language: str) -> str:
        """Return the text of a message of the rules, with its cards named as in `called`."""
        return self._with_called(sentence).text(language)

    def _with_called(self, sentence: Message) -> Message:
        return Message(sentence.phrase, {name: self.in_a_sentence(fact) for name, fact in sentence.facts.items()})

    def in_a_sentence(self, fact: Any) -> Any:
        """Return a fact as the sentences of this game write it: its cards as in `called`."""
        if isinstance(fact, Card):
            return self.called(cast("C", fact))
        if isinstance(fact, Message):
            return self._with_called(fact)
        return [self.in_a_sentence(each) for each in fact] if isinstance(fact, list | tuple) else fact

    def earned(self, kind: str, count: int) -> Earned:
        """Return a bonus of a verdict in words, with its points: this kind, earned so many times."""
        return Earned(Phrase(kind, de=kind, en=kind), count)

    @property
    def cards_per_play(self) -> CardsPerPlay[C]:
        """How many cards each player plays into a trick."""
        return one_card

    # A round written down trick by trick

    def duty(self, table: Table[O, C], trump: str | None) -> Duty[C]:
        """Return the check of a player's duties when playing a card, such as following suit."""
        return follow_suit

    def contradictions(
        self, record: RawRecord, before: Sequence[Trick[C]], plays: Sequence[Play[C]]
    ) -> Sequence[tuple[int, Message]]:
        """Return the plays that cannot be, given the tricks `before` and the rest of the record.

        Each is given by its index, with a message.
        """
        return ()

    def trick_by_trick(self, table: Table[O, C]) -> TrickByTrick | None:
        """Return the questions beside the tricks of a round written down trick by trick; None: no such kind."""
        plain = TrickByTrick()
        return plain if plain.kind in self.kinds(table) else None


# For what is the same in every game
type AnyGame = Game[Any, Any, Any]
type AnyKind = Kind[Any, Any, Any]
