"""A round in parts as pages show it: who is done, what is missing or claimed twice, and the score."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from datetime import datetime
from functools import cached_property
from typing import Any, NamedTuple

from django.utils.text import capfirst
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from games.kernel.faces import Face
from games.kernel.lines import Line
from games.kernel.parts import EVERYBODY, card_of
from games.kernel.posted import Fields, Posted
from games.kernel.problems import CARD_TAKEN_TWICE, CARDS_MISSING, WRONG_SUM, Problem
from games.kernel.screen import AnyScreen
from games.kernel.seats import AnyTable
from games.kernel.words import Message
from scorekeeper.nights.models import Match, Row
from scorekeeper.nights.presenter import ledger_texts
from scorekeeper.people.signs import Sign
from scorekeeper.rounds.piles import Piles
from scorekeeper.web.formatting import language, minus, signed


class Part(NamedTuple):
    """A part of the round. `at`: when it was saved; None if it is not. `sign`: its player; None for everybody."""

    seat: str
    sign: Sign | None
    given: bool
    at: datetime | None
    rest: bool  # whether the part follows from all other parts
    points: int | None  # None until every part is given or follows, and the round has a score
    figure: str = ""  # the typed number (see `_figure`), or the number of cards in words; "" for neither


class Answer(NamedTuple):
    seat: str
    sign: Sign


class Question(NamedTuple):
    """The question "Who has it?" about a card, or another thing, that nobody claims or that several players claim."""

    text: str
    field: str  # form field for the thing
    face: Face | None  # face of the card; None if the thing is not a card
    answers: Sequence[Answer]
    whom: Collection[int]  # the seats of the players whom the question concerns


class Wrong(NamedTuple):
    text: str
    whom: Collection[int]
    is_common: bool  # whether the page links the problem to the part that concerns everybody


class Outcome(NamedTuple):
    """The points of one seat in the round, and how they come about: a text for each line of the score."""

    points: int
    lines: Sequence[str]

    @property
    def in_words(self) -> str:
        return ngettext("%(points)s point", "%(points)s points", abs(self.points)) % {"points": minus(self.points)}


def _in_words(line: Line) -> str:
    return f"{capfirst(line.message.text(language()))} {signed(line.amount)}"


class PartsState(Piles):
    """The round in parts in words, as saved or as it would be with a typed part. It does not depend on the phone."""

    @property
    def playing(self) -> list[Sign]:
        return self.match.signs_at(self.table)

    @property
    def number(self) -> int:
        """The number that the round will have on the pad."""
        return self.match.course.rounds_played + 1

    @property
    def complete(self) -> bool:
        """Return whether every part is given or follows from the other parts."""
        return not self.missing

    @property
    def counting(self) -> list[Sign]:
        """The players whose parts are missing and do not follow from the other parts."""
        return [self.match.signs[seat] for seat in self.missing]

    @property
    def done(self) -> list[Sign]:
        return [sign for sign in self.playing if str(sign.seat) in self.parts]

    @property
    def idle(self) -> list[Sign]:
        """The people who have nothing of their own to enter."""
        return idle(self.match, [sign for sign in self.done if sign != self.knows])

    @property
    def last(self) -> Sign | None:
        """The player whose part follows from all other parts; None if there is no such player."""
        return None if self.derived_seat is None else self.match.signs[self.derived_seat]

    @cached_property
    def questions(self) -> list[Question]:
        """The questions about things that several players claim or, once every part is given, that nobody claims."""
        found = []
        for problem in self.conflicting_claims:
            values = self.fields()[problem.field]
            claiming = [sign for sign in self.playing if str(sign.seat) in values]
            found.append(self._question(problem.field, self._text(problem), claiming, {sign.seat for sign in claiming}))
        return found + (list(self._loose()) if self.complete else [])

    def _loose(self) -> Iterator[Question]:
        """Yield a question about each thing that some player must have but nobody claims."""
        if self.screen is None or self.derived_seat is not None or not self.row.problems:
            return
        fields = self.fields()
        lost = [each.field for each in self.row.problems if each.field not in fields and self.own.is_once(each.field)]
        if any(each.message.phrase is CARDS_MISSING for each in self.row.problems):
            without = self.screen.fields(self.screen.record(Posted(fields), self.table), self.table)
            with_rest = self.screen.record(Posted({**fields, "rest": ["0"]}), self.table)
            lost += [name for name in self.screen.fields(with_rest, self.table) if name not in without]
        for name in dict.fromkeys(lost):
            text = _("%(what)s is still missing.") % {"what": capfirst(self._named(name))}
            yield self._question(name, text, self.playing, {sign.seat for sign in self.playing})

    def _named(self, name: str) -> str:
        what = self.own.names.get(name)
        card = card_of(name, self.table)
        if what is None and card is not None:
            what = self.match.game.called(card)
        return what.text(language()) if what is not None else name

    def _question(self, name: str, text: str, who: Iterable[Sign], concerns: Collection[int]) -> Question:
        card = card_of(name, self.table)
        face = self.match.game.face(card) if card is not None else None
        return Question(text, name, face, [Answer(str(sign.seat), sign) for sign in who], concerns)

    @cached_property
    def problems(self) -> list[Wrong]:
        """The problems of the round, without those that `questions` ask about."""
        asked = {CARD_TAKEN_TWICE} if self.conflicting_claims else set()
        if self.questions and self.complete:
            asked.add(CARDS_MISSING)
        fields = {question.field for question in self.questions}
        return [
            Wrong(self._text(each), whom := concerned(each, self.table), self._is_common(each, whom))
            for each in self.row.problems
            if each.message.phrase not in asked and each.field not in fields and (self.complete or not may_come(each))
        ]

    def _is_common(self, problem: Problem, whom: Collection[int]) -> bool:
        missing = self.own.has_common_part and problem.gap and len(whom) == len(self.playing)
        return missing or self.open_to_all

    @property
    def wrong(self) -> list[Question | Wrong]:
        """The questions and problems that keep the round from being saved."""
        return [*self.questions, *self.problems]

    def _text(self, problem: Problem) -> str:
        return self.match.game.say_problem(problem, language())

    @property
    def only_open(self) -> bool:
        """Return whether there is no question, and every problem is a missing value."""
        return not self.questions and all(each.gap for each in self.row.problems)

    @property
    def missing_in_words(self) -> str:
        """The first problem of the round in words; "" if the round has no problem."""
        return next((self._text(each) for each in self.row.problems), "")

    @property
    def off(self) -> int | None:
        """The counted sum minus the right sum; None if the sum is right, or if parts are missing."""
        found = [each.message.facts["off"] for each in self.row.problems if each.message.phrase is WRONG_SUM]
        return found[0] if found and self.complete else None

    @cached_property
    def question(self) -> str:
        """The question to confirm before a doubtful round is saved, in words; "" for none."""
        return self.match.game.say(self.doubt, language()) if self.doubt else ""

    @cached_property
    def players(self) -> list[Part]:
        known = self.complete and self.row.score
        return [
            self._part(str(sign.seat), sign, self.row.points[sign.seat] if known else None) for sign in self.playing
        ]

    @property
    def open_to_all(self) -> bool:
        """Return whether only the part that concerns everybody is missing, and no question is open."""
        return self.own.has_common_part and not self.is_told and self.complete and not self.questions

    @property
    def knows(self) -> Sign | None:
        """The player who is asked for the part that concerns everybody."""
        if self.screen is None or self.is_told:
            return None
        player = self.screen.who_knows(Posted(self.told), self.table, self.match.course.engine.coming)
        return self.match.signs[self.table.number_of(player)] if player is not None else None

    @property
    def common(self) -> Part | None:
        """The part that concerns everybody; None if there is none. It is `given` only with all required fields."""
        if not self.own.has_common_part:
            return None
        part = self._part(EVERYBODY, None, None)
        return part._replace(given=part.given and self.is_told)

    def _part(self, seat: str, sign: Sign | None, points: int | None) -> Part:
        part = self.parts.get(seat)
        return Part(
            seat,
            sign,
            part is not None,
            datetime.fromisoformat(part["at"]) if part else None,
            sign is not None and sign.seat == self.derived_seat,
            points,
            self._figure(seat, part["fields"]) if part and sign else "",
        )

    def _figure(self, seat: str, fields: Fields) -> str:
        """Return the number typed in a player's part, or the number of its cards in words; "" for neither."""
        own = self.own
        main = own.main or (own.numbered[0] if own.scores and own.numbered else "")
        if main:
            return (fields.get(f"{main}-{seat}") or ["0" if own.main else ""])[-1]
        cards = sum(name.startswith("card-") and own.is_once(name) for name in fields)
        return ngettext("%(count)s card", "%(count)s cards", cards) % {"count": cards} if cards else ""

    @property
    def explanation(self) -> list[str]:
        """The explanation of the score, line by line; [] until the round can be saved."""
        return ledger_texts(self.match, self.row.record, self.row.score) if self.is_ready else []

    def fields_of(self, seat: str) -> Fields:
        """Return the fields with which the form of this part opens on every phone; {} without a screen."""
        part = self.parts.get(seat)
        if part is not None or self.screen is None:
            return dict(part["fields"]) if part else {}
        if seat == str(self.derived_seat):
            return self.own.part(self.screen.fields(self.record, self.table), seat, self.table)
        saved = self.screen.from_judged(self.match.judged_tricks(self.table), self.table)
        return self.own.part(saved, seat, self.table) | self.bids.get(seat, {})

    @property
    def filled(self) -> dict[str, str | Message]:
        """The values of empty fields that follow from other fields, by name (see `Screen.filled`)."""
        if self.screen is None:
            return {}
        found = self.screen.filled(Posted(self.fields()), self.record, self.table)
        open_ones = {f"{self.own.main}-{seat}" for seat in self.waiting if seat != self.derived_seat}
        return {name: value for name, value in found.items() if name not in open_ones}

    def left_in_words(self, seat: int) -> str:
        """Return the number and the cards of this seat's part in words; "" for neither."""
        found = []
        for name, values in self.fields_of(str(seat)).items():
            if name == f"{self.own.main}-{seat}":
                found += values
            elif self.own.is_once(name):
                found.append(self._named(name))
        return ", ".join(found)

    def earned(self, seat: int) -> Outcome | None:
        """Return the seat's points and lines; None without a score or a line, or if missing parts can change them."""
        if not self.own.scores and (not self.is_told or any(each != seat for each in self.waiting)):
            return None
        name, found = self.match.signs[seat].name, []
        for row in self._rows(seat):
            if row.score is None:
                return None
            found.append((row.points[seat], [line for line in row.score.lines if line.player == name]))
        if any(each != found[0] for each in found) or not found[0][1]:
            return None
        points, own = found[0]
        return Outcome(points, [_in_words(line) for line in own])

    def _rows(self, seat: int) -> Iterator[Row]:
        """Yield the rows that the round can still get on the pad, whatever the other seats' missing parts will be."""
        waiting = [each for each in self.waiting if each != seat]
        if self.row.score is not None or not waiting or not self.screen or not self.rest_follows:
            yield self.row
            return
        for other in waiting:
            posted = Posted({**self.told, "rest": [str(other)]})
            yield self.match.preview(self.match.with_dealer(self.screen.record(posted, self.table)))[1]

    def taken(self, seat: str) -> dict[str, Sign]:
        """Return the sign of the player who has it, by each thing that this seat cannot have any more."""
        return {
            code: self.match.signs[int(other)]
            for other, part in self.parts.items()
            if other not in (seat, EVERYBODY)
            for code in self.own.taken(part["fields"], other)
        }


def idle(match: Match, done: Collection[Sign] = ()) -> list[Sign]:
    """Return the signs of everyone who does not play the coming round, or is `done` with it."""
    playing = match.signs_at(match.table)
    return [sign for sign in match.signs if sign not in playing or sign in done]


def own_screens(screens: Iterable[AnyScreen]) -> list[AnyScreen]:
    """Return the screens on which every player can enter their own part."""
    return [screen for screen in screens if screen.own is not None]


def are_piles(screens: Iterable[AnyScreen]) -> bool:
    """Return whether a player's own part is a pile of captured cards on any of these screens."""
    return any(screen.own and screen.own.pile for screen in screens)


def may_come(problem: Problem) -> bool:
    """Return whether another part can settle the problem: a missing value, or a sum that is too low."""
    facts = problem.message.facts
    return problem.gap or (problem.message.phrase is WRONG_SUM and facts["off"] < 0)


def concerned(problem: Problem, table: AnyTable) -> set[int]:
    """Return the seats of the players named in the problem's field or sentence; all seats if no player is named."""
    names, path = set(_strings(problem.message.facts)), f".{problem.field}."
    seats = {seat for seat, player in table.numbered if player in names or f".{player}." in path}
    return seats or {seat for seat, _ in table.numbered}


def _strings(fact: Any) -> Iterator[str]:
    """Yield every string in the facts of a message, also in nested messages and lists."""
    if isinstance(fact, str):
        yield fact
    elif isinstance(fact, Mapping):
        for each in fact.values():
            yield from _strings(each)
    elif hasattr(fact, "facts"):
        yield from _strings(fact.facts)
    elif isinstance(fact, list | tuple):
        for each in fact:
            yield from _strings(each)
