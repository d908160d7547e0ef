"""The context of the pages of a trick: its places, open questions, the verdict in words, and the deck."""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from typing import Any, NamedTuple

from games.kernel.cards import Card
from games.kernel.choices import Candidate, Choice
from games.kernel.faces import Face
from games.kernel.game import GOES_TO, GOES_TO_WITH, AnyGame
from games.kernel.tricks import Verdict
from scorekeeper.people.signs import Sign
from scorekeeper.rounds.judged import Bonus, bonuses_of
from scorekeeper.rounds.trick import TrickInput
from scorekeeper.web.formatting import language


class Place(NamedTuple):
    """A place in the trick: its player, and the card there."""

    number: int
    sign: Sign
    code: str
    face: Face | None
    leads: bool
    wins: bool
    out: bool  # whether the card is discarded
    now: bool  # the next tapped card goes here
    again: bool  # the place is for its player's second card


class Answer(NamedTuple):
    """One possible answer to a question, as the page shows it."""

    value: str
    face: Face | None
    name: str
    icons: Sequence[str]
    ink: str
    chosen: bool


class Question(NamedTuple):
    field: str
    text: str
    answers: Sequence[Answer]
    open: bool
    needed: bool


class Share(NamedTuple):
    """The cards of a trick that one player gets."""

    sign: Sign
    cards: Sequence[str]
    size: int  # how many cards
    worth: str  # the cards' points in the game's words; "" for no points


class Why(NamedTuple):
    code: str
    text: str


class Shown(NamedTuple):
    """The verdict on a trick, in words."""

    winner: Sign
    headline: str
    shares: Sequence[Share]
    whole: bool  # one player gets every card that was played
    discarded: Sequence[str]
    void: Sequence[str]  # discarded cards that still go to a player, but score nothing
    worthless: Sequence[str]
    bonuses: Sequence[Bonus]
    why: Sequence[Why]


class Row(NamedTuple):
    """A row of the deck: all cards of one suit."""

    cards: Sequence[DeckCard]

    @property
    def columns(self) -> int:
        """The number of cards side by side: four if the suit has at most eight cards (two lines of four), else five."""
        return 4 if len(self.cards) <= 2 * 4 else 5


class DeckCard(NamedTuple):
    face: Face
    in_trick: bool
    gone: bool


def trick_context(
    trick: TrickInput, seats: Sequence[Sign], *, sent: bool = False, gone: Collection[str] = ()
) -> dict[str, Any]:
    """Return the context of the templates in tricks/parts that draw a trick. `seats` are the players of the trick."""
    people = {sign.name: sign for sign in seats}
    verdict = trick.verdict
    choices = [_question(choice, trick) for choice in trick.choices]
    trump = _question(trick.trump, trick) if trick.trump else None
    asks_trump = trump is not None and trump.open
    return {
        "trick": trick,
        "places": _places(trick, people),
        "leader_sign": people[trick.leader],
        "trump": trump,
        "asks_trump": asks_trump,
        "asked": [choice for choice in choices if choice.open and choice.needed],
        "later": [choice for choice in choices if not (choice.open and choice.needed)],
        "sends": fields_of(trick),
        "made": [(choice.field, each.value) for choice in choices for each in choice.answers if each.chosen],
        "verdict": shown(verdict, trick, people) if verdict else None,
        "wrong": problems_of(trick, sent=sent),
        "deck": deck_rows(trick, gone),
        "tapping": not asks_trump and not trick.is_full,
    }


def fields_of(trick: TrickInput) -> list[tuple[str, str]]:
    """Return the form fields from which this trick is read again: a list of (name, value)."""
    fields = [("leader", str(trick.table.number_of(trick.leader))), *(("play", code) for code in trick.codes)]
    fields += [(key, str(trick.record[key])) for key in ("trump",) if key in trick.record]
    fields += [("last", "1")] if trick.record.get("last") else []
    answers = [(choice.field, choice.answer(trick.made)) for choice in trick.choices]
    return fields + [(name, str(answer)) for name, answer in answers if answer is not None]


def problems_of(trick: TrickInput, *, sent: bool) -> list[dict[str, str]]:
    """Return the problems in words, each with its field (`slot`) and its code."""
    return [
        {"slot": problem.field, "text": trick.game.say_problem(problem, language()), "code": problem.code}
        for problem in trick.problems
        if sent or not problem.gap
    ]


def _places(trick: TrickInput, people: Mapping[str, Sign]) -> list[Place]:
    deck, verdict = trick.table.deck, trick.verdict
    seats = len(people)
    codes = [*trick.codes, *[""] * (max(trick.wanted, seats) - len(trick.codes))]
    following = codes.index("") if "" in codes else -1
    out = {card.code for card in verdict.discarded} if verdict else set()
    places = []
    for number, code in enumerate(codes):
        player = trick.player_at(number)
        face = trick.game.face(deck[code]) if code in deck else Face(code, code, (), "", code) if code else None
        places.append(
            Place(
                number,
                people[player],
                code,
                face,
                leads=number == 0,
                wins=verdict is not None and _wins(verdict, player, code),
                out=code in out,
                now=number == following,
                again=number >= seats,
            )
        )
    return places


def _wins(verdict: Verdict[Any], player: str, code: str) -> bool:
    return code == verdict.card.code if verdict.card is not None else player == verdict.winner


def _question(choice: Choice, trick: TrickInput) -> Question:
    value = trick.record.get("trump") if choice is trick.trump else choice.answer(trick.made)
    answers = [_answer(each, trick.game, each.value == value) for each in choice.candidates]
    still_open = not any(each.chosen for each in answers)
    return Question(choice.field, choice.question.text(language()), answers, still_open, choice.needed)


def _answer(candidate: Candidate, game: AnyGame, chosen: bool) -> Answer:
    card = candidate.card
    name = game.called(card) if card is not None else candidate.name
    face = game.face(card) if card is not None else None
    return Answer(candidate.value, face, name.text(language()), candidate.icons, candidate.ink, chosen)


def shown(verdict: Verdict[Any], trick: TrickInput, people: Mapping[str, Sign]) -> Shown:
    game, speaks = trick.game, language()
    spoiled = {card.code for card in verdict.worthless} | {card.code for card in verdict.discarded}

    held = {card.code for cards in verdict.captured.values() for card in cards}

    def called(cards: Sequence[Card]) -> list[str]:
        return [game.called(card).text(speaks) for card in cards]

    def worth(cards: Sequence[Card]) -> str:
        points = sum(card.points for card in cards if card.code not in spoiled)
        return game.worth(points=points).text(speaks) if points else ""

    shares = [
        Share(people[player], called(cards), len(cards), worth(cards))
        for player, cards in verdict.captured.items()
        if cards
    ]
    goes_to = GOES_TO_WITH(card=verdict.card, player=verdict.winner) if verdict.card else GOES_TO(player=verdict.winner)
    return Shown(
        winner=people[verdict.winner],
        headline=game.say(goes_to, speaks),
        shares=shares,
        whole=len(shares) == 1 and shares[0].size == len(trick.record["plays"]),
        discarded=called([card for card in verdict.discarded if card.code not in held]),
        void=called([card for card in verdict.discarded if card.code in held]),
        worthless=called(verdict.worthless),
        bonuses=bonuses_of(verdict, game, people),
        why=[Why(each.code, game.say(each, speaks)) for each in verdict.why],
    )


def deck_rows(trick: TrickInput, gone: Collection[str]) -> list[Row]:
    """Return the deck in rows, one for each suit, in the order of the deck."""
    rows: dict[str, list[DeckCard]] = {}
    for card in trick.table.deck.values():
        drawn = DeckCard(trick.game.face(card), card.code in trick.codes, card.code in gone)
        rows.setdefault(card.suit, []).append(drawn)
    return [Row(cards) for cards in rows.values()]
