"""Rounds as submitted, before they are saved."""

import json
from collections.abc import Sequence
from contextlib import suppress
from typing import Any, NamedTuple, Self

from games.kernel.naming import under_the_names_of
from games.kernel.posted import Fields, Posted
from games.kernel.problems import Problem
from games.kernel.record import RawRecord
from games.kernel.screen import AnyScreen
from scorekeeper.nights.models import Course, Match
from scorekeeper.nights.presenter import ledger_texts, problem_messages
from scorekeeper.rounds.messages import consequences
from scorekeeper.rounds.round_form import RoundForm
from scorekeeper.web.formatting import language
from scorekeeper.web.posted import written_record


class SubmittedRound(NamedTuple):
    """A round as submitted: typed on a screen or, if `whole`, sent as a record of the score file."""

    screen: AnyScreen
    fields: Fields | None  # None: no screen shows the record
    record: RawRecord
    whole: bool

    @classmethod
    def of(cls, round_form: RoundForm, screen: AnyScreen, form: Posted) -> Self:
        match, table, record = round_form.match, round_form.table, written_record(form.one("record"))
        if record is None:
            typed = screen.record(form, table)
            if screen.dealt and (dealer := form.seat("dealer", table)) and form.one("dealer") != form.one("turn"):
                typed = {**typed, "dealer": dealer}
            return cls(screen, form.fields, typed, whole=False)
        record = under_the_names_of(match.game, table, record, _names_in_record(match, form))
        for each in round_form.screens:
            # A script's record may have values that no form gives. A screen that fails on them is passed over.
            with suppress(AttributeError, LookupError, TypeError, ValueError):
                if each.shows(record):
                    fields = each.fields(record, table)
                    each.record(Posted(fields), table)
                    return cls(each, fields, record, whole=True)
        return cls(screen, None, record, whole=True)

    def form(self, round_form: RoundForm) -> dict[str, Any]:
        """Return the arguments with which `form_page` shows the round: its screen and its fields."""
        if self.fields is not None:
            return {"screen": self.screen, "fields": self.fields}
        match, entry = round_form.match, round_form.entry
        _course, row = match.preview(match.with_dealer(self.record) if entry is None else self.record, instead_of=entry)
        in_words = ledger_texts(match, self.record, row.score)
        return {"screen": self.screen, "fields": {}, "record": json.dumps(self.record), "in_words": in_words}

    def messages(self, problems: Sequence[Problem], round_form: RoundForm) -> list[dict[str, str]]:
        """Return the problems in words, each with the `slot` of its field."""
        if self.fields is None:
            return problem_messages(problems, round_form.match, sent=True)
        return round_form.messages(problems, self.screen, self.record, sent=True)


def _names_in_record(match: Match, form: Posted) -> Sequence[str]:
    """Return the names that a sent record uses for the players who ever sat here, in the order of the seats."""
    called, keys = form.many("seat"), form.many("person")
    if len(keys) != len(called):
        return called
    players = match.night.group.players.by_key(keys)
    meant = {player.pk: name for player, name in zip(players, called, strict=True) if player}
    # Looked up before `meant`: both a merged player and the player who remains can have a seat.
    own = dict(zip(keys, called, strict=True))
    return [own.get(seat.player.key) or meant.get(seat.player.canonical.pk, seat.name) for seat in match.seated]


def question_of(round_form: RoundForm, screen: AnyScreen, form: Posted, record: RawRecord) -> str:
    """Return the question that the screen asks before a doubtful record is saved, in words; "" for none."""
    question = screen.question(form, record, round_form.table)
    return round_form.match.game.say(question, language()) if question else ""


def all_questions(
    round_form: RoundForm, screen: AnyScreen, form: Posted, record: RawRecord, course: Course | None = None
) -> str:
    """Return all questions to confirm before this record is saved, as one text; "" for none."""
    match, more = round_form.match, ""
    if course:
        more = consequences(match.course, course).asked
    elif screen.dealt and (bids := round_form.bids) and (question := bids.question(record)):
        more = match.game.say(question, language())
    return " ".join(filter(None, [question_of(round_form, screen, form, record), more]))


def unanswered(round_form: RoundForm, screen: AnyScreen, form: Posted, record: RawRecord) -> str:
    """Return the questions that are still to confirm before this record is saved; "" for none."""
    match, entry = round_form.match, round_form.entry
    if entry is None and not all_questions(round_form, screen, form, record):
        return ""
    course, row = match.preview(match.with_dealer(record) if entry is None else record, instead_of=entry)
    question = all_questions(round_form, screen, form, record, course if entry is not None else None)
    return "" if row.problems or form.one("asked") == question else question
