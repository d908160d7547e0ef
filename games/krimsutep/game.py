"""The Architects of Krimsutep: 3 players and 8 rounds, or 4 players and 6."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from games.kernel.cards import Deck
from games.kernel.counting import Count
from games.kernel.faces import Face
from games.kernel.game import Earned, Game, Kind
from games.kernel.lines import ROUND_GOES_TO, Score, goes_to
from games.kernel.screen import Context, Screen, TrickByTrick
from games.kernel.seats import Deal
from games.kernel.tricks import Judge
from games.kernel.words import Message, Phrase, Title

from . import words
from .board import FULL_PALACE, Map
from .buildings import Past
from .cards import (
    ALL_CARDS,
    BUILDINGS,
    DECKS,
    HAND_SIZE,
    OASIS,
    OWNED,
    POINTS_OF_A_SUIT,
    ROUNDS,
    CourtCard,
    roman_total,
)
from .count import count
from .drawing import drawn, drawn_at_the_end
from .faces import called, face_of, sites_left
from .feats import FEATS
from .options import NILE_CARDS, KrimsutepOptions, KrimsutepTable
from .referee import judge
from .scoring import MAID_POINTS, ROYAL_POINTS, SUIT_POINTS, TRICK_BONUSES, oases, oasis_lines, round_
from .screens import SCREENS, TRICK_BY_TRICK

PICTURE = "krimsutep/picture.html"


class Krimsutep(Game[CourtCard, KrimsutepOptions, Past]):
    slug = "krimsutep"
    name = Phrase("krimsutep", de="Die Baumeister des Krimsutep", en="The Architects of Krimsutep")
    gist = Phrase(
        "gist",
        de="Stiche am Nil: Paläste, Obelisken und Oasen bauen.",
        en="Tricks on the Nile: build palaces, obelisks and oases.",
    )
    champion = Title("champion", de="Oberster Baumeister", en="Chief Architect", de_feminine="Oberste Baumeisterin")
    feats = FEATS
    phrases = words.PHRASES
    seats = (3, 4)
    fixed_seats = True
    options = KrimsutepOptions

    def deck(self, seats: int, options: KrimsutepOptions) -> Deck[CourtCard]:
        return DECKS[seats]

    def hand_size(self, seats: int, options: KrimsutepOptions) -> int:
        return HAND_SIZE[seats]

    def kinds(self, table: KrimsutepTable) -> Mapping[str, Kind[CourtCard, KrimsutepOptions, Past]]:
        return {"round": Kind(round_), "oases": Kind(oases, dealt=False)}

    def face(self, card: CourtCard) -> Face:
        return face_of(card)

    def judge(self, table: KrimsutepTable, trump: str | None) -> Judge[CourtCard]:
        return judge

    def called(self, card: CourtCard) -> Phrase | Message:
        return called(card)

    def earned(self, kind: str, count: int) -> Earned:
        words, points = TRICK_BONUSES[kind]
        return Earned(words, points * count)

    def passed_on(self, past: Past | None, heirs: Mapping[str, str]) -> Past | None:
        """Return what the game remembers, with the cards and buildings of replaced players given to their heirs."""
        return past and past.passed_on(heirs)

    def rounds(self, table: KrimsutepTable) -> int:
        return ROUNDS[len(table.players)]

    def left_out(self, table: KrimsutepTable) -> Sequence[CourtCard]:
        return [card for card in ALL_CARDS.values() if card.code not in table.deck]

    def dealing(self, table: KrimsutepTable) -> Sequence[Message]:
        return [words.CHOOSE_A_BUILDING()]

    def screens(self, table: KrimsutepTable) -> Sequence[Screen[CourtCard, KrimsutepOptions, Past]]:
        return SCREENS

    def rulebook_context(self, table: KrimsutepTable) -> Context:
        """Return the variables of the rulebook: rounds, cards, victory points, building cards, the board."""
        options = table.options
        seats = len(table.players)
        return {
            "rounds": ROUNDS[seats],
            "hand_size": HAND_SIZE[seats],
            "deck_size": len(table.deck),
            "points_of_a_suit": POINTS_OF_A_SUIT,
            "roman_total": roman_total(seats, options.roman_masters),
            "royal_points": ROYAL_POINTS,
            "maid_points": MAID_POINTS,
            "suit_points": SUIT_POINTS,
            "full_palace": FULL_PALACE,
            "oasis_points": min(BUILDINGS[OASIS].worth),
            "owned": OWNED[seats],
            "usual_map": options.map == Map(),
            "nile_cards": NILE_CARDS,
            "free_spaces": options.map.rows * options.map.cols - NILE_CARDS,
            "example_total": ROYAL_POINTS + SUIT_POINTS + 2 * FULL_PALACE,
        }

    def picture(self, table: KrimsutepTable, past: Past | None) -> tuple[str, Context] | None:
        """Return the template of the board and its context."""
        if past is None or past.board is None:
            return None
        board = past.board
        if not past.finished:
            return PICTURE, {"picture": drawn(board, table)}
        ends = oasis_lines(table, {player: board.oasis(player) for player in table.players})
        return PICTURE, {"picture": drawn_at_the_end(board, table), "oases": [(end.player, end) for end in ends]}

    def trick_by_trick(self, table: KrimsutepTable) -> TrickByTrick:
        return TRICK_BY_TRICK

    def result(self, table: KrimsutepTable, score: Score) -> Message:
        at_the_end = all(line.phrase is words.OASIS_END for line in score.lines)
        return goes_to(score, lowest=False, sentence=words.OASES_GO_TO if at_the_end else ROUND_GOES_TO)

    def over(self, table: KrimsutepTable, totals: Mapping[str, int], deal: Deal[Past]) -> bool:
        """Return whether the oases are scored, which ends the game. A tie at the top is a shared win (ruling)."""
        return deal.past is not None and deal.past.finished

    def count(self, table: KrimsutepTable) -> Count:
        return count(table)

    def deal_help(self, table: KrimsutepTable, deal: Deal[Past]) -> Context:
        """Return `sites`: the building cards that each player has left, as (seat, cards)."""
        left = [(seat, sites_left(deal.past, player, table)) for seat, player in table.numbered]
        return {"sites": [(seat, [site for site in sites if site.left]) for seat, sites in left]}


GAME = Krimsutep()
