"""A trick read from a form's fields, and its judgement by the game's rules."""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any

from games.kernel.choices import Choice
from games.kernel.game import AnyGame
from games.kernel.judging import hands_before, judge_single_trick, read_trick
from games.kernel.posted import Posted, player_on
from games.kernel.problems import Problem, Problems
from games.kernel.record import Record
from games.kernel.seats import AnyTable
from games.kernel.tricks import Play, Trick, Verdict, plays_wanted

TWICE_ROUND = 2  # the largest number of cards that a player plays to one trick


@dataclass(frozen=True)
class TrickInput:
    """A trick as tapped so far."""

    game: AnyGame
    table: AnyTable
    leader: str
    codes: Sequence[str]  # the codes of the cards by place; "" for a gap
    record: Mapping[str, Any]  # the trick as the score file writes it
    wanted: int  # the number of cards that make the trick complete
    most: int  # the largest number of cards that the trick can have
    trump: Choice | None  # the question for trumps; None if the game has no such question, or trumps are known
    choices: Sequence[Choice]  # the questions about special cards of the trick, answered or not
    verdict: Verdict[Any] | None  # None until the trick is complete and without problems
    problems: Sequence[Problem]
    last_matters: bool = False  # whether the page must ask if this is the last trick of the round

    @property
    def played(self) -> dict[str, Any]:
        """The trick as an item of the field `tricks` of a round's record: its plays and choices."""
        return {key: self.record[key] for key in ("plays", "choices") if key in self.record}

    @property
    def made(self) -> Mapping[str, Any]:
        """The answers given so far to the choices of this trick."""
        made: Mapping[str, Any] = self.record.get("choices", {})
        return made

    @property
    def complete(self) -> Trick[Any]:
        """The trick as a `Trick` for the game's rules; use it only if there is a verdict."""
        plays = [Play(player, self.table.deck[code]) for player, code in self.record["plays"]]
        return Trick(plays, last=self.record.get("last", False), choices=self.made)

    def after(self, before: Sequence[Trick[Any]], record: Mapping[str, Any]) -> TrickInput:
        """Return this trick, checked as the next one of a round. `before` are the earlier tricks of the round."""
        deck = self.table.deck
        plays = [Play(player, deck[code]) for player, code in self.record["plays"] if code in deck]
        wrong = [Problem("plays", message) for _, message in self.game.contradictions({**record}, before, plays)]
        return replace(self, problems=[*self.problems, *wrong], verdict=None) if wrong else self

    @property
    def is_full(self) -> bool:
        return len([code for code in self.codes if code]) >= self.most

    def player_at(self, place: int) -> str:
        order = self.table.clockwise_from(self.leader)
        return order[place % len(order)]


def codes_of(posted: Posted, table: AnyTable) -> list[str]:
    """Return the codes of the cards by place, as they are after the tap that sent the form; "" for a gap."""
    codes = [code.strip()[:40] for code in posted.fields.get("play", ())]
    if len(codes) == 1:  # all cards can be typed into one field: "RD TG TK"
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
    """Return the player in the field `lead`; without this field, the player in `leader`."""
    led = player_on(posted.one("lead") or posted.one("leader"), table)
    return led if led in table.players else usual


def judged(
    game: AnyGame, table: AnyTable, posted: Posted, *, leader: str, hand: int | None = None, trump: str | None = None
) -> TrickInput:
    """Return the trick as tapped so far, with the verdict once it is complete and has no problems."""
    leader = leader_of(posted, table, leader)
    codes = codes_of(posted, table)
    order = table.clockwise_from(leader)
    record: dict[str, Any] = {"plays": [[order[n % len(order)], code] for n, code in enumerate(codes)]}
    trump_choice = game.trump_choice()
    named = trump or (posted.one("trump") if trump_choice else "")
    if named:
        record["trump"] = named
    first = [table.deck[code] for code in codes[: len(order)] if code in table.deck]
    # If `hand` is given, the trick is the last one if it takes all cards that the players hold.
    last = posted.one("last") not in ("", "0") if hand is None else hand <= game.cards_per_play(first, hand)
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
    verdict = judge_single_trick(game, Record(record, table, problems), hands)
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


def _choose(
    game: AnyGame, table: AnyTable, trick: Trick[Any], posted: Posted
) -> tuple[dict[str, Any], Sequence[Choice]]:
    """Return the answers to the trick's choices, as in the score file, and the choices that the page shows."""
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
    """Return whether the verdict changes if this is the last trick of its round."""
    if not record["plays"]:
        return False
    otherwise = judge_single_trick(game, Record({**record, "last": True}, table, Problems()), hands_before(True))
    if otherwise is None or verdict is None:
        return otherwise is not verdict
    return (otherwise.winner, otherwise.bonuses, otherwise.captured) != (
        verdict.winner,
        verdict.bonuses,
        verdict.captured,
    )
