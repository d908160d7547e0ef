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
from scorekeeper.nights.models import Course, Entry, Match
from scorekeeper.nights.presenter import ledger_texts, problem_messages
from scorekeeper.rounds.bids import Bids
from scorekeeper.rounds.forms import screen_messages, screens_of
from scorekeeper.rounds.messages import consequences
from scorekeeper.web.formatting import language
from scorekeeper.web.posted import written_record


class SubmittedRound(NamedTuple):
    """A round as submitted: typed on a screen or, if `whole`, sent as a record of the score file.

    Records come from scripts, and from Pocket, the app without a server.
    """

    screen: AnyScreen
    fields: Fields | None  # None: no screen shows the record
    record: RawRecord
    whole: bool

    @classmethod
    def of(cls, match: Match, screen: AnyScreen, form: Posted) -> Self:
        record = written_record(form.one("record"))
        if record is None:
            typed = screen.record(form, match.table)
            if screen.dealt and (dealer := form.seat("dealer", match.table)) and form.one("dealer") != form.one("turn"):
                typed = {**typed, "dealer": dealer}
            return cls(screen, form.fields, typed, whole=False)
        record = under_the_names_of(match.game, match.table, record, _names_in_record(match, form))
        for each in screens_of(match):
            # A script's record may have values that no form gives. A screen that fails on them is passed over.
            with suppress(AttributeError, LookupError, TypeError, ValueError):
                if each.shows(record):
                    fields = each.fields(record, match.table)
                    each.record(Posted(fields), match.table)
                    return cls(each, fields, record, whole=True)
        return cls(screen, None, record, whole=True)

    def form(self, match: Match, entry: Entry | None = None) -> dict[str, Any]:
        """Return the arguments with which `form_page` shows the round: its screen and its fields.

        If no screen can show the record, the fields are empty, and the record is added as JSON and in words.
        """
        if self.fields is not None:
            return {"screen": self.screen, "fields": self.fields}
        _course, row = match.preview(match.with_dealer(self.record) if entry is None else self.record, instead_of=entry)
        in_words = ledger_texts(match, self.record, row.score)
        return {"screen": self.screen, "fields": {}, "record": json.dumps(self.record), "in_words": in_words}

    def messages(self, problems: Sequence[Problem], match: Match) -> list[dict[str, str]]:
        """Return the problems in words, each with the `slot` of its field."""
        if self.fields is None:
            return problem_messages(problems, match, sent=True)
        return screen_messages(problems, self.screen, self.record, match, sent=True)


def _names_in_record(match: Match, form: Posted) -> Sequence[str]:
    """Return the names that a sent record uses for the players who ever sat here, in the order of the seats.

    Pocket sends each name (`seat`) with the key of its player (`person`). A player who has a seat here but not in Pocket
    gets the name used here. If the names come without keys, they are in the order of the seats already.
    """
    called, keys = form.many("seat"), form.many("person")
    if len(keys) != len(called):
        return called
    players = match.night.group.players.by_key(keys)
    meant = {player.pk: name for player, name in zip(players, called, strict=True) if player}
    # Looked up before `meant`: both a merged player and the player who remains can have a seat.
    own = dict(zip(keys, called, strict=True))
    return [own.get(seat.player.key) or meant.get(seat.player.canonical.pk, seat.name) for seat in match.seated]


def question_of(match: Match, screen: AnyScreen, form: Posted, record: RawRecord) -> str:
    """Return the question that the screen asks before a doubtful record is saved, in words; "" for none."""
    question = screen.question(form, record, match.table)
    return match.game.say(question, language()) if question else ""


def _question_of_bids(match: Match, screen: AnyScreen, record: RawRecord) -> str:
    """Return the question that is asked because a new round's record differs from secret bids; "" for none."""
    bids = Bids.of(match) if screen.dealt else None
    question = bids.question(record) if bids else None
    return match.game.say(question, language()) if question else ""


def all_questions(
    match: Match, screen: AnyScreen, form: Posted, record: RawRecord, course: Course | None = None
) -> str:
    """Return all questions to confirm before this record is saved, as one text; "" for none.

    - The screen's question comes first.
    - For a new round, the question about secret bids follows. `course` is None.
    - For a correction, the question about entries that would no longer count follows. `course` is the match's course
      with the correction.
    """
    more = consequences(match.course, course).asked if course else _question_of_bids(match, screen, record)
    return " ".join(filter(None, [question_of(match, screen, form, record), more]))


def unanswered(
    match: Match, screen: AnyScreen, form: Posted, record: RawRecord, instead_of: Entry | None = None
) -> str:
    """Return the questions that are still to confirm before this record is saved.

    Return "" in three cases:
    - There are no questions.
    - The record has problems.
    - The form's field `asked` has the same text: the questions are confirmed.

    `instead_of` is the entry that is corrected; None for a new round.
    """
    if instead_of is None and not all_questions(match, screen, form, record):
        return ""
    course, row = match.preview(match.with_dealer(record) if instead_of is None else record, instead_of=instead_of)
    question = all_questions(match, screen, form, record, course if instead_of is not None else None)
    return "" if row.problems or form.one("asked") == question else question
