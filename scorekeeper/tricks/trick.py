"""One trick as it is tapped: the posted fields become the score file's `trick`, the game's referee judges it,
and a page shows who gets what and why.

The fields: `leader` is a seat; `play` (repeated) the cards in the order played, "" where one was taken back;
`trump`, `last`; each choice by its own name (`couple-marker`). A tap without a script is a button of its own:
`add` a card, `drop` the card at a place, `lead` for a seat. Whole rounds are built of this too: they say who
leads (`leader`) and how many cards each player still holds (`hand`).
"""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, NamedTuple

from games.kernel.cards import Card
from games.kernel.choices import Candidate, Choice
from games.kernel.faces import Face
from games.kernel.game import AnyGame
from games.kernel.posted import Posted, player_on
from games.kernel.problems import Problem, Problems
from games.kernel.record import Record
from games.kernel.seats import AnyTable
from games.kernel.tricks import Play, Trick, Verdict, plays_wanted
from games.score_file import hands_before, judge, read_trick
from scorekeeper.entry.saved_tricks import Bonus, bonuses_of
from scorekeeper.people.signs import Sign, signs
from scorekeeper.web.formatting import language

TWICE_ROUND = 2  # as often at most does everybody play to one trick


@dataclass(frozen=True)
class TrickInput:
    """A trick as far as it lies on the table.

    `codes` are the cards by place, "" for a gap; `record` is the trick as the score file writes it; `wanted` is
    how many cards make it complete, `most` how many it can hold at all. `verdict` is None until it is complete
    and without problems.
    """

    game: AnyGame
    table: AnyTable
    leader: str
    codes: Sequence[str]
    record: Mapping[str, Any]
    wanted: int
    most: int
    trump: Choice | None
    choices: Sequence[Choice]
    verdict: Verdict[Any] | None
    problems: Sequence[Problem]
    last_matters: bool = False

    @property
    def played(self) -> dict[str, Any]:
        """The trick as it stands in a round's `tricks`."""
        return {key: self.record[key] for key in ("plays", "choices") if key in self.record}

    @property
    def made(self) -> Mapping[str, Any]:
        """The choices that are made."""
        made: Mapping[str, Any] = self.record.get("choices", {})
        return made

    @property
    def complete(self) -> Trick[Any]:
        """The trick as the rules see it; only where there is a verdict."""
        plays = [Play(player, self.table.deck[code]) for player, code in self.record["plays"]]
        return Trick(plays, last=self.record.get("last", False), choices=self.made)

    @property
    def is_full(self) -> bool:
        return len([code for code in self.codes if code]) >= self.most

    def player_at(self, place: int) -> str:
        order = self.table.clockwise_from(self.leader)
        return order[place % len(order)]


# Reading what was tapped


def codes_of(posted: Posted, table: AnyTable) -> list[str]:
    """The cards by place, after the tap that sent the form."""
    codes = [code.strip()[:40] for code in posted.fields.get("play", ())]
    if len(codes) == 1:  # one field for the whole trick: "RD TG TK"
        codes = codes[0].replace(",", " ").split() or [""]
    codes = codes[: TWICE_ROUND * len(table.players)]
    drop = posted.one("drop")
    if drop.isascii() and drop.isdigit() and len(drop) < 3 and int(drop) < len(codes):
        codes[int(drop)] = ""
    for code in posted.many("add"):
        if "" in codes:
            codes[codes.index("")] = code[:40]
        elif len(codes) < TWICE_ROUND * len(table.players):
            codes.append(code[:40])
    while codes and not codes[-1]:
        codes.pop()
    return codes


def leader_of(posted: Posted, table: AnyTable, usual: str) -> str:
    """Who led, as tapped; the usual leader where nobody was."""
    led = player_on(posted.one("lead") or posted.one("leader"), table)
    return led if led in table.players else usual


def judged(
    game: AnyGame, table: AnyTable, posted: Posted, *, leader: str, hand: int | None = None, trump: str | None = None
) -> TrickInput:
    """Judges what was tapped, as far as it goes.

    `leader` leads unless the form says otherwise. `hand` is how many cards each player holds before the trick,
    where that is known: then the form is not asked whether it is the last. `trump` likewise.
    """
    leader = leader_of(posted, table, leader)
    codes = codes_of(posted, table)
    order = table.clockwise_from(leader)
    record: dict[str, Any] = {"plays": [[order[n % len(order)], code] for n, code in enumerate(codes)]}
    trump_choice = game.trump_choice()
    named = trump or (posted.one("trump") if trump_choice else "")
    if named:
        record["trump"] = named
    first = [table.deck[code] for code in codes[: len(order)] if code in table.deck]
    last = posted.one("last") not in ("", "0") if hand is None else _is_last(game, table, first, hand)
    if last:
        record["last"] = True
    hands: Collection[int] = hands_before(last) if hand is None else (hand,)
    counts = plays_wanted(len(order), first, hands, game.cards_per_play)

    choices: Sequence[Choice] = ()
    if game.has_choices:
        read = read_trick(game, Record(record, table, Problems()), hands)
        if read is not None:
            made, choices = _choose(game, table, read[0], posted)
            if made:
                record["choices"] = made
    problems = Problems()
    verdict = judge(game, Record(record, table, problems), hands)
    return TrickInput(
        game=game,
        table=table,
        leader=leader,
        codes=codes,
        record=record,
        wanted=min(counts) if len(codes) <= min(counts) else max(counts),
        most=max(counts),
        trump=None if trump else trump_choice,
        choices=choices,
        verdict=verdict,
        problems=problems,
        last_matters=hand is None and (last or _last_matters(game, table, record, verdict)),
    )


def _is_last(game: AnyGame, table: AnyTable, first: Sequence[Card], hand: int) -> bool:
    """Whether nobody has a card left after this trick."""
    return hand <= game.cards_per_play(first, hand)


def _choose(
    game: AnyGame, table: AnyTable, trick: Trick[Any], posted: Posted
) -> tuple[dict[str, Any], Sequence[Choice]]:
    """The choices as posted, one after the other, because one may depend on another; what follows is filled in."""
    made: dict[str, Any] = {}
    while True:
        asked = game.choices(table, Trick(trick.plays, last=trick.last, choices=made))
        for choice in asked:
            answer = posted.one(choice.field)[:40] or choice.follows
            if answer and choice.answer(made) is None:
                made = choice.answered(made, answer)
                break
        else:
            return made, [choice for choice in asked if not choice.follows]


def _last_matters(game: AnyGame, table: AnyTable, record: Mapping[str, Any], verdict: Verdict[Any] | None) -> bool:
    """Whether the same trick would be judged otherwise as the last of its round."""
    if not record["plays"]:
        return False
    otherwise = judge(game, Record({**record, "last": True}, table, Problems()), hands_before(True))
    if otherwise is None or verdict is None:
        return otherwise is not verdict
    return (otherwise.winner, otherwise.bonuses, otherwise.captured) != (
        verdict.winner,
        verdict.bonuses,
        verdict.captured,
    )


# What the page shows


class Place(NamedTuple):
    """A place in the trick: who plays there, and the card that lies there."""

    number: int
    sign: Sign
    code: str
    face: Face | None
    leads: bool
    wins: bool
    out: bool
    now: bool  # the next card comes here
    again: bool  # this player's second card


class Answer(NamedTuple):
    """A candidate as the page shows it."""

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
    """What one player gets of a trick."""

    sign: Sign
    cards: Sequence[str]
    size: int  # how many cards
    points: int


class Why(NamedTuple):
    code: str
    text: str


class Shown(NamedTuple):
    """A verdict in words."""

    winner: Sign
    won_with: str
    shares: Sequence[Share]
    whole: bool  # one player gets every card that was played
    discarded: Sequence[str]
    void: Sequence[str]  # captured, but nobody pays for it
    worthless: Sequence[str]
    bonuses: Sequence[Bonus]
    why: Sequence[Why]


class Row(NamedTuple):
    """A suit of the deck."""

    cards: Sequence[DeckCard]

    @property
    def columns(self) -> int:
        """How many stand side by side: two rows where that goes."""
        return 4 if len(self.cards) <= 2 * 4 else 5


class DeckCard(NamedTuple):
    face: Face
    in_trick: bool
    gone: bool


def trick_context(trick: TrickInput, *, sent: bool = False, gone: Collection[str] = ()) -> dict[str, Any]:
    """Everything the partials of a trick need. `sent`: gaps are named too. `gone`: cards played before."""
    people = {sign.name: sign for sign in signs(trick.table.players)}
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
    """The fields that give this trick once more."""
    fields = [("leader", str(trick.table.players.index(trick.leader))), *(("play", code) for code in trick.codes)]
    fields += [(key, str(trick.record[key])) for key in ("trump",) if key in trick.record]
    fields += [("last", "1")] if trick.record.get("last") else []
    answers = [(choice.field, choice.answer(trick.made)) for choice in trick.choices]
    return fields + [(name, str(answer)) for name, answer in answers if answer is not None]


def problems_of(trick: TrickInput, *, sent: bool) -> list[dict[str, str]]:
    """What is wrong, beside the cards; while the trick is being tapped, not what is only missing yet."""
    return [
        {"slot": problem.field, "text": trick.game.say(problem.message, language()), "code": problem.code}
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

    shares = [
        Share(
            people[player],
            called(cards),
            len(cards),
            sum(card.points for card in cards if card.code not in spoiled),
        )
        for player, cards in verdict.captured.items()
        if cards
    ]
    return Shown(
        winner=people[verdict.winner],
        won_with=game.won_with(verdict.card).text(speaks) if verdict.card is not None else "",
        shares=shares,
        whole=len(shares) == 1 and shares[0].size == len(trick.record["plays"]),
        discarded=called([card for card in verdict.discarded if card.code not in held]),
        void=called([card for card in verdict.discarded if card.code in held]),
        worthless=called(verdict.worthless),
        bonuses=bonuses_of(verdict, game, trick.table),
        why=[Why(each.code, game.say(each, speaks)) for each in verdict.why],
    )


def deck_rows(trick: TrickInput, gone: Collection[str] = ()) -> list[Row]:
    """The deck suit by suit, low to high as the game lists it."""
    rows: dict[str, list[DeckCard]] = {}
    for card in trick.table.deck.values():
        drawn = DeckCard(trick.game.face(card), card.code in trick.codes, card.code in gone)
        rows.setdefault(card.suit, []).append(drawn)
    return [Row(cards) for cards in rows.values()]
