"""The interface of a game. The registry imports the module `game.py` in the game's folder."""

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
from .counting import POINTS, Count, Measure
from .faces import Face, plain_face
from .feats import Feat
from .giving import Giving
from .lines import Line, Score, goes_to
from .needs import Need, Reach, to_goal
from .options import Options
from .problems import Problem, Problems
from .record import RawRecord, Record
from .rulebook import Rule, Rulebook
from .screen import Context, Screen, TrickByTrick
from .seats import Deal, Table
from .tricks import CardsPerPlay, Duty, Judge, Play, Trick, follow_suit, one_card
from .words import SHARED_PHRASES, Message, Phrase, Title, Typed


class Kind[C: Card, O: Options, P](NamedTuple):
    """One kind of entry: a kind of round, or another kind such as the manual adjustment."""

    # function that scores a record. If the record is wrong, it adds the problems to the record; the engine then
    # ignores the score. It returns None if it cannot calculate a score
    score: Callable[[Record[O, C], Deal[P]], Score | None]
    dealt: bool = True  # whether the entry is a dealt round, with a dealer


class Bid(NamedTuple):
    """A bid in words, or something else that was written down before a round."""

    # player who bid, or all players of the team that bid; empty if `words` are about the whole table
    players: Sequence[str]
    words: Phrase | Message | Typed


class Earned(NamedTuple):
    """A bonus that a player earned in a trick, once or several times."""

    words: Phrase | Message
    points: int


class Foreign(NamedTuple):
    """A game that another program recorded."""

    title: str
    day: str  # YYYY-MM-DD, or "" if the file has no date
    # game as in a score file. If the game cannot be read, this is a message with the reason
    game: Mapping[str, Any] | Message


GOES_TO = Phrase("goes_to", de="Der Stich geht an {player}", en="{player} takes it")
GOES_TO_WITH = Phrase(
    "goes_to", de="Der Stich geht an {player}, mit {card:dem}", en="{player} takes it with {card:the}"
)
CARD_POINTS = Phrase("card_points", de="{points:1 Punkt|{points} Punkte}", en="{points:1 point|{points} points}")
WHICH_TRUMP = Phrase("which_trump", de="Was ist Trumpf?", en="What is trumps?")


class Game[C: Card, O: Options, P](ABC):
    """One game: its deal, its kinds of round, its referee, its end. Subclasses set the attributes without a default.

    - `C`: the type of its cards.
    - `O`: the type of its house rules.
    - `P`: the type of the facts that it remembers from earlier rounds; None if it remembers nothing.
    """

    slug: str
    name: Phrase
    gist: Phrase | None = None  # a description in one line
    also: Sequence[str] = ()  # other names by which people look for it
    seats: Collection[int]  # possible numbers of players
    fixed_seats: ClassVar[bool] = False  # whether the number of players must stay the same during a game
    options: type[O]
    rules_in_options: bool = False  # whether its rules are in the options (a group's own game)
    shown_first: ClassVar[bool] = True  # whether it is among the first games for a group that has played none lately
    pays_each_round: bool = False  # whether each round is paid; if not, the totals' differences are paid at the end
    passes: bool = False  # whether a deal can be passed by everybody, and is then a round that does not count
    champion: ClassVar[Title]  # the winner's title
    feats: Sequence[Feat] = ()  # its own figures in the statistics
    phrases: ClassVar[Mapping[str, Phrase]] = SHARED_PHRASES  # the sentences of its templates, by code
    worth: ClassVar[Phrase] = CARD_POINTS  # an amount of card points in words, with {points}
    # What the player to the dealer's left does first, e.g. leading a card. `you_open`: the same, said to that player.
    opens: ClassVar[Phrase] = Phrase("opens", de="{player} spielt aus", en="{player} to lead")
    you_open: ClassVar[Phrase] = Phrase("you_open", de="Du spielst aus.", en="It’s your lead.")

    @property
    def emblem(self) -> str:
        """The name of the game's symbol, for the template tag `icon`. A symbol is 48 units wide and has one colour."""
        return f"{self.slug}/emblem"

    def with_rules_in(self, options: Mapping[str, Any]) -> AnyGame:
        """Return the game whose rules are in these options. The options are JSON values, as in a score file."""
        return self

    def refused_in_files(self) -> Problem | None:
        """Return why a score file may not bring this game, with the rules in its options; None if it may."""
        return None

    def title(self, seats: int, options: O) -> Phrase | Typed:
        """Return the name of the game at this number of players and with these house rules."""
        return self.name

    def read_options(self, raw: Mapping[str, Any]) -> O | None:
        """Return the options from their JSON object; None if they are invalid."""
        return self.options.read(dict(raw), "options", Problems())

    def seats_with(self, options: O) -> Collection[int]:
        """Return the possible numbers of players with these house rules."""
        return self.seats

    def lets_dealer_sit_out(self, seats: int, options: O) -> bool:
        """Return whether a dealer may sit out while `seats` others play."""
        return not self.keeps_seats(options)

    def dealer_sits_out(self, count: int, options: O, *, asked: bool) -> bool:
        """Return whether the dealer sits out with `count` people at the table: as asked, if both ways can be played."""
        all_play = count in self.seats_with(options)
        one_less = count - 1 in self.seats_with(options) and self.lets_dealer_sit_out(count - 1, options)
        return one_less if one_less != all_play else asked and one_less

    def lets_choose_who_sits_out(self, count: int, options: O) -> bool:
        """Return whether `count` people can play with the dealer sitting out, and without."""
        either = (self.dealer_sits_out(count, options, asked=asked) for asked in (True, False))
        return len({*either}) == 2

    def team_count(self, options: O) -> int:
        """Return the number of teams that stay together for the whole game; 0 if there are no such teams."""
        return 0

    def teams(self, table: Table[O, C]) -> Sequence[Sequence[str]]:
        """Return the teams that stay together for the whole game, each in seat order. The teams sit alternately."""
        return table.in_teams(self.team_count(table.options))

    def keeps_seats(self, options: O) -> bool:
        """Return whether the number of players must stay the same during a game."""
        return self.fixed_seats or self.team_count(options) > 0

    def of_other_program(self, root: object, zone: tzinfo) -> Iterator[Foreign] | None:
        """Return the games in a file of another program; None if this game does not know such files."""
        return None

    def variant(self, options: O) -> str:
        """Return the group's own name for the game, "" if it has none. Statistics count each name separately."""
        return ""

    def deck(self, seats: int, options: O) -> Deck[C]:
        """Return the cards in play at this number of players; an empty deck if the cards are not known."""
        return Deck(())

    def hand_size(self, seats: int, options: O) -> int:
        """Return how many cards each player is dealt; 0 if the cards are not known."""
        return 0

    @abstractmethod
    def kinds(self, table: Table[O, C]) -> Mapping[str, Kind[C, O, P]]:
        """Return the kinds of round that this table can play, by their names in the score file."""

    def judge(self, table: Table[O, C], trump: str | None) -> Judge[C]:
        """Return the referee of single tricks. A game with cards must override this."""
        raise NotImplementedError

    def over(self, table: Table[O, C], totals: Mapping[str, int], deal: Deal[P]) -> bool:
        """Return whether the game is over with these totals, in points. `deal` is the deal that would follow."""
        goal, rounds = self.goal(table), self.rounds(table)
        reached = goal is not None and max(totals.values()) >= goal
        return reached or (rounds is not None and deal.number >= rounds)

    def lowest_wins(self, options: O) -> bool:
        """Return whether the lowest total is the best; then players with more points pay those with fewer."""
        return False

    def places(self, options: O, totals: Sequence[int]) -> list[int]:
        """Return the place of each of these totals, in points: 1 is the best; equal totals share a place."""
        order = sorted(totals, reverse=not self.lowest_wins(options))
        return [1 + order.index(total) for total in totals]

    def passed_on(self, past: P | None, heirs: Mapping[str, str]) -> P | None:
        """Return what the game remembers, with facts about replaced players told of their `heirs` now."""
        return past

    def goal(self, table: Table[O, C]) -> int | None:
        """Return the total, in points, that ends the game once a player has reached it; None if there is no goal."""
        return None

    def rounds(self, table: Table[O, C]) -> int | None:
        """Return the number of rounds of the game; None if it is not fixed."""
        return None

    def tied(self, table: Table[O, C], totals: Mapping[str, int]) -> bool:
        """Return whether the goal is reached with a tie at the top, so that another round is needed."""
        return False

    def left_out(self, table: Table[O, C]) -> Sequence[C]:
        """Return the cards that stay in the box at this number of players."""
        return ()

    def dealing(self, table: Table[O, C]) -> Sequence[Message]:
        """Return the game's own sentences for the dealer, such as on the pot, cards laid aside, or how to deal."""
        return ()

    # The group's own edition of the cards

    faces: ClassVar[Mapping[str, Phrase]] = {}  # its sets of card faces: their names by code, the usual set first
    shown = ""  # the code of the set in use; "": the usual set

    def showing(self, faces: str) -> Self:
        """Return the game with this set of card faces. If it has no such set, return the game unchanged."""
        if faces not in self.faces or faces == self.shown:
            return self
        other = copy(self)
        other.shown = faces
        return other

    def face(self, card: C) -> Face:
        """Return what the pages draw for a card of this game."""
        return plain_face(card)

    # The board, the table, and the forms

    def picture(self, table: Table[O, C], past: P | None) -> tuple[str, Context] | None:
        """Return the template and the context of a drawing of the game's board; None if the game has no board."""
        return None

    def table(
        self, players: tuple[str, ...], options: O, *, sits_out: bool = False, everyone: tuple[str, ...] = ()
    ) -> Table[O, C]:
        """Return the table of these players, in seat order, with these house rules."""
        seats = len(players) - sits_out
        deck, hand_size = self.deck(seats, options), self.hand_size(seats, options)
        return Table(players, options, deck, hand_size, sits_out, everyone=everyone)

    def screens(self, table: Table[O, C]) -> Sequence[Screen[C, O, P]]:
        """Return the screens on which a round can be entered at this table, the usual one first."""
        return ()

    def before_round(self, table: Table[O, C]) -> Screen[C, O, P] | None:
        """Return the form that is filled in before a round, such as for bids; None if the game has none."""
        return None

    def check_before_round(self, record: Record[O, C], deal: Deal[P]) -> None:
        """Add every problem of a record to it. The record is one of the form `before_round`."""
        raise NotImplementedError

    def keeps_bids_secret(self, options: O) -> bool:
        """Return whether bids stay hidden from other players until every player has written theirs down."""
        return False

    def bids_in_words(self, table: Table[O, C], record: RawRecord, deal: Deal[P]) -> Sequence[Bid]:
        """Return the bids in a record of the form `before_round`, in words. The record may be incomplete."""
        return ()

    # The rulebook

    @cached_property
    def rulebook(self) -> Rulebook | None:
        """The rulebook in the game's folder; None if the game has none."""
        folder = Path(inspect.getfile(type(self))).parent / "rulebook"
        return Rulebook(folder) if folder.is_dir() else None

    def rule(self, code: str) -> Rule | None:
        """Return the rule that explains this code; None if there is none."""
        return self.rulebook.rules.get(code) if self.rulebook else None

    def rulebook_context(self, table: Table[O, C]) -> Context:
        """Return the game's own variables for the rulebook, besides `options`, `players` and `game`."""
        return {}

    # Help at the table: the page before a deal, the count of the cards, what each player needs to win

    def deal_help(self, table: Table[O, C], deal: Deal[P]) -> Context:
        """Return the game's own variables for its template deal.html, a part of the page before a deal."""
        return {}

    def count(self, table: Table[O, C]) -> Count | None:
        """Return the count that finds missing cards after a round; None if no card counts points."""
        cards = [card for card in table.deck.values() if card.points]
        if not cards:
            return None
        measure = Measure("points", POINTS, table.deck.points)
        items = [
            Giving(self.face(card), card.points, worth={measure.code: card.points}, row=card.suit) for card in cards
        ]
        return Count(items, (measure,), table.hand_size * len(table.players), trick=len(table.players))

    def reach(self, table: Table[O, C]) -> Reach | None:
        """Return the most points that one round can give; None if that is not known."""
        return None

    def needs(self, table: Table[O, C], totals: Mapping[str, int], deal: Deal[P]) -> Sequence[Need]:
        """Return what each player needs to win; an empty list if that is not known."""
        goal = self.goal(table)
        return [] if goal is None else to_goal(table, totals, goal, self.reach(table))

    # The referee of a single trick

    names_trump: ClassVar[Collection[str]] = ()  # the suits that can be named trumps for a round; empty: none
    has_choices: ClassVar[bool] = False

    def trump_choice(self) -> Choice | None:
        """Return the choice of the trump suit of a round; None if the game has no suit to name."""
        candidates = [Candidate(suit, Phrase(suit, de=suit, en=suit)) for suit in self.names_trump]
        return Choice("trump", WHICH_TRUMP(), candidates) if candidates else None

    def choices(self, table: Table[O, C], trick: Trick[C]) -> Sequence[Choice]:
        """Return the decisions that the cards of a complete trick leave to their players, such as naming a suit."""
        return ()

    def called(self, card: C) -> Phrase | Message:
        """Return a card's name for a sentence. If the sentence has the card's article, the name must be a `Noun`."""
        return card.name

    # A round in words

    def result(self, table: Table[O, C], score: Score) -> Message:
        """Return the result of an entry in one sentence, such as who wins a round and with how many points."""
        return goes_to(score, self.lowest_wins(table.options))

    def story(self, table: Table[O, C], record: RawRecord, score: Score) -> Sequence[Message]:
        """Return the sentences above the lines of a round's score: what was played, who played with whom."""
        return [self.result(table, score)]

    def reasons(self, lines: Sequence[Line]) -> Sequence[Message]:
        """Return the reason of each line. `lines` are in the order of the page."""
        return [line.message for line in lines]

    def say(self, sentence: Message, language: str) -> str:
        """Return the text of a message, with each card named by `called`. `language`: "de" or "en"."""
        return self._with_called(sentence).text(language)

    def say_problem(self, problem: Problem, language: str) -> str:
        """Return the text of a problem (`Problem.text`), with each card named by `called`."""
        return problem._replace(message=self._with_called(problem.message)).text(language)

    def _with_called(self, sentence: Message) -> Message:
        return Message(sentence.phrase, {name: self.in_a_sentence(fact) for name, fact in sentence.facts.items()})

    def in_a_sentence(self, fact: Any) -> Any:
        """Return a fact with each card replaced by its name (`called`), also inside lists and messages."""
        if isinstance(fact, Card):
            return self.called(cast("C", fact))
        if isinstance(fact, Message):
            return self._with_called(fact)
        return [self.in_a_sentence(each) for each in fact] if isinstance(fact, list | tuple) else fact

    def earned(self, kind: str, count: int) -> Earned:
        """Return a bonus of this kind that was earned `count` times in a trick: its words, and its points in all."""
        return Earned(Phrase(kind, de=kind, en=kind), count)

    # The tricks of a round

    @property
    def cards_per_play(self) -> CardsPerPlay[C]:
        """The function that returns how many cards each player plays into a trick."""
        return one_card

    def duty(self, table: Table[O, C], trump: str | None) -> Duty[C]:
        """Return the function that checks a player's duties when playing a card, such as following suit."""
        return follow_suit

    def contradictions(
        self, record: RawRecord, before: Sequence[Trick[C]], plays: Sequence[Play[C]]
    ) -> Sequence[tuple[int, Message]]:
        """Return the index in `plays` and a message for each play that contradicts the tricks `before` or the record."""
        return ()

    def trick_by_trick(self, table: Table[O, C]) -> TrickByTrick | None:
        """Return the forms of a round that is written down trick by trick; None if the game has no such rounds."""
        plain = TrickByTrick()
        return plain if plain.kind in self.kinds(table) else None


# Types for code that is the same for every game
type AnyGame = Game[Any, Any, Any]
type AnyKind = Kind[Any, Any, Any]
