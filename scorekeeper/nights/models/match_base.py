"""The abstract base class of `Match`, with all that scoring needs. `match.py` adds times and recorded changes."""

from __future__ import annotations

import json
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import replace
from functools import cached_property
from hashlib import blake2b
from itertools import takewhile
from typing import TYPE_CHECKING, Any

from django.db import models

from games.kernel.engine import LAST, Engine
from games.kernel.game import AnyGame
from games.kernel.names import BAD_NAME
from games.kernel.options import Options
from games.kernel.posted import Fields, Posted, player_on
from games.kernel.problems import Problem, Problems
from games.kernel.record import Record
from games.kernel.seating import SITS_ALREADY, check_number
from games.kernel.seats import AnyTable, in_teams
from games.kernel.single_trick import judge_single_trick, read_trick
from games.kernel.tricks import Trick, Verdict
from games.kernel.words import Phrase
from games.registry import find_game
from scorekeeper.people import names
from scorekeeper.people.bounds import PEOPLE, Full
from scorekeeper.people.models import NAME_LENGTH, Player
from scorekeeper.people.signs import Sign, signs

from .course import Course, Row
from .draft import WHO_DEALS, Draft
from .entry import Entry
from .refusals import Refused
from .seat import Seat

if TYPE_CHECKING:
    from django.db.models.fields.related_descriptors import RelatedManager

    from .night import Night


def digest_of_rules(options: Mapping[str, Any]) -> str:
    return blake2b(json.dumps(options, sort_keys=True).encode(), digest_size=8).hexdigest()


class MatchBase(models.Model):
    """A game with its house rules, its seats, its entries, and their course: the entries scored in order.

    `options` are the house rules, as the score file writes them. An option that is missing has its default.
    """

    game_slug = models.CharField(max_length=40)
    options = models.JSONField(default=dict)
    first_dealer = models.PositiveSmallIntegerField(default=0)  # the position of a seat
    sits_out = models.BooleanField(default=False, db_default=False)  # whether the dealer of each round sits out
    ended_early = models.BooleanField(default=False)
    left_out = models.BooleanField(default=False)  # misplayed: kept, but not counted in statistics
    deleted_at = models.DateTimeField(null=True, blank=True, editable=False)

    # The code of the card faces that the group has chosen for this game; "": the usual ones. Set by access.match_for.
    faces = ""
    # The entry that is being corrected: forms use its table. None: forms use the table of the coming round.
    corrects: Entry | None = None

    night: models.ForeignKey[Night]
    seats: RelatedManager[Seat]
    entries: RelatedManager[Entry]

    class Meta:
        abstract = True

    if TYPE_CHECKING:  # `Match` has them
        finished: bool

        @cached_property
        def draft(self) -> Draft: ...

        @cached_property
        def last_dealt(self) -> str: ...

    # The game, its players and its house rules

    @property
    def game(self) -> AnyGame:
        """The game, with the card faces in `faces`. Raise LookupError if this version does not know the game."""
        game = find_game(self.game_slug, self.options)
        if game is None:
            raise LookupError(self.game_slug)
        return game.showing(self.faces)

    @property
    def number_of_players(self) -> int:
        """The number of players of the first round; a dealer who sits out is not counted."""
        return len(self.starters) - self.sits_out

    @property
    def champion(self) -> Phrase:
        """The winner's title in this game, e.g. "Chief Architect"; the feminine form if all winners have chosen it."""
        won = [seat.player for seat in self.seated if seat.name in self.course.engine.winners]
        title = self.game.champion
        return title.feminine if won and all(player.feminine for player in won) else title

    @cached_property
    def seated(self) -> list[Seat]:
        """All seats, by position, including those of players who have left."""
        return list(self.seats.all())

    @property
    def starters(self) -> list[Seat]:
        """The seats of the players who sat here from the start, clockwise."""
        return [seat for seat in self.seated if seat.from_start]

    @property
    def sitting(self) -> list[Seat]:
        """The seats of the players who sit here now, clockwise. To find them, the entries are scored."""
        return [self.seated[number] for number, _ in self.course.engine.seating.numbered]

    @cached_property
    def signs(self) -> list[Sign]:
        """The sign of each seat's player, by position. Its name is the player's name in the match's records.

        If two players have the same colour or letters, the later player gets others in this match (see
        `people.signs`).
        """
        return signs((seat.name, seat.player) for seat in self.seated)

    def sides_of(self, seats: Iterable[int], figures: Sequence[int] | Mapping[int, int]) -> list[Sign]:
        """Return the sides that sit on these seats: the teams or, in a game without teams, the players.

        `seats` are given clockwise. `figures` are points by seat. If any partners have different points (a group's own
        sheet can cause that), return all players as sides, and no teams.
        """
        signs = [self.signs[seat] for seat in seats]
        teams = in_teams(signs, self.game.team_count(self.house_rules))
        if not teams or any(len({figures[each.seat] for each in team}) > 1 for team in teams):
            return signs
        return [Sign.of_team(team) for team in teams]

    def sides_after(self, course: Course) -> list[Sign]:
        """Return the sides (see `sides_of`) of the players who sit here at the end of this course."""
        return self.sides_of([number for number, _player in course.engine.seating.numbered], course.totals)

    def places_after(self, course: Course) -> dict[str, int]:
        """Return the place of each player who sits here at the end of this course, by name.

        1 is the best. Players with equal totals share a place, and so do the players of a team.
        """
        sides = self.sides_after(course)
        places = self.game.places(self.house_rules, [course.totals[side.seat] for side in sides])
        return {each.name: place for side, place in zip(sides, places, strict=True) for each in side.people}

    def signs_at(self, table: AnyTable) -> list[Sign]:
        """Return the signs of the players at this table, clockwise."""
        return [self.signs[number] for number, _player in table.numbered]

    @cached_property
    def table(self) -> AnyTable:
        """The table that forms use: that of the entry being corrected (`corrects`), else that of the coming round.

        The table of every entry is in its row of the course (`Row.table`).
        """
        row = self.corrected_row
        return row.table.dealt_by(row.dealer) if row else self.course.engine.table

    @cached_property
    def corrected_row(self) -> Row | None:
        """The row of the entry being corrected (`corrects`), even if it was removed; None if `corrects` is None."""
        if self.corrects is None:
            return None
        row = next((row for row in self.course.rows if row.entry == self.corrects), None)
        return row or self.preview(self.corrects.record, instead_of=self.corrects)[1]

    def correcting(self, entry: Entry | None) -> None:
        """Make forms use the table at which this entry was played; with None, the table of the coming round."""
        self.corrects = entry
        self.forget("table", "corrected_row")

    def dealt_by(self, number: str) -> None:
        """Make forms use the table of a round in which the player on this seat deals and sits out.

        `number` is the seat's position as a form sends it. If nobody sits there, or if dealers do not sit out, do
        nothing.
        """
        seating = self.corrected_row.table if self.corrected_row else self.course.engine.seating
        dealer = player_on(number, seating)
        if self.dealer_sits_out and dealer in seating.seated:
            self.table = replace(seating.whole, players=tuple(each for each in seating.seated if each != dealer))

    @property
    def dealer_sits_out(self) -> bool:
        """Return whether the dealer sits out in the round being corrected or, if none is, in the coming round."""
        row = self.corrected_row
        return len(row.table.players) < len(row.table.seated) if row else self.course.engine.seating.sits_out

    @cached_property
    def house_rules(self) -> Options:
        """The house rules, read from `options`; the defaults if this version cannot read them."""
        found: Options = self.game.read_options(self.options) or self.game.options()
        return found

    @property
    def lowest_wins(self) -> bool:
        return self.game.lowest_wins(self.house_rules)

    @property
    def rules_seen(self) -> str:
        """A digest of the house rules. A form sends it back, to show whether the rules were changed meanwhile."""
        return digest_of_rules(self.options)

    @property
    def is_readable(self) -> bool:
        """Return whether this version knows the game and its house rules."""
        game = find_game(self.game_slug, self.options)
        return game is not None and game.read_options(self.options) is not None

    def table_with(self, options: Mapping[str, Any]) -> AnyTable:
        """Return the table at the match's start with these options. Raise Refused with all problems of the options."""
        problems = Problems()
        read = self.game.options.read(dict(options), "options", problems)
        if problems:
            raise Refused(problems)
        players, everyone = (tuple(seat.name for seat in seats) for seats in (self.starters, self.seated))
        return self.game.table(players, read, sits_out=self.sits_out, everyone=everyone)

    def table_with_new(self, options: Mapping[str, Any]) -> AnyTable:
        """Return `table_with(options)`, where `options` are about to replace the match's house rules.

        Raise Refused also if they do not allow this number of players, or do not let the dealer sit out.
        """
        table, problems = self.table_with(options), Problems()
        check_number(self.game, len(self.starters), table.options, sits_out=self.sits_out, problems=problems)
        if problems:
            raise Refused(problems)
        return table

    # The entries and their course

    @cached_property
    def all_entries(self) -> list[Entry]:
        return list(self.entries.all())

    @property
    def active(self) -> list[Entry]:
        """The entries that were not removed, in order."""
        return [entry for entry in self.all_entries if entry.removed_at is None]

    @property
    def last_number(self) -> int:
        return max((entry.number for entry in self.all_entries), default=0)

    @cached_property
    def course(self) -> Course:
        return self.whole_course((entry, entry.record) for entry in self.active)

    def whole_course(self, records: Iterable[tuple[Entry, Any]], table: AnyTable | None = None) -> Course:
        """Return the course of these records (see `course_of`), in which the coming round's draft says who deals."""
        said, pairs = None if self.finished else self.draft.fields(WHO_DEALS), [*records]
        if not said:
            return self.course_of(pairs, table)
        number = next((each.number for each in self.all_entries if each.key == self.last_dealt), 0)
        before = [*takewhile(lambda pair: pair[0].number <= number, pairs)]
        course = Course([], self.engine(table)).followed_by(before)
        self._let_deal(said, course)
        course = self._ended(course.followed_by(pairs[len(before) :]))  # who takes over from the dealer deals, too
        self._let_deal(said, course)
        return course

    @staticmethod
    def _let_deal(said: Fields, course: Course) -> None:
        """Make the player whom this part of a draft names the next dealer, if they are seated at the course's end."""
        engine = course.engine
        dealer = player_on(Posted(said).one("dealer"), engine.seating)
        if dealer in engine.seating.seated and not engine.over:
            engine.next_dealer = dealer

    def course_of(self, records: Iterable[tuple[Entry, Any]], table: AnyTable | None = None) -> Course:
        """Return the course of these records, each with its entry, in order.

        `table` is the table at the start of the match. Without it, the match's house rules are used; raise Refused if
        this version cannot read them.
        """
        return self._ended(Course([], self.engine(table)).followed_by(records))

    def course_with(self, entries: Iterable[Entry]) -> Course:
        """Return the match's course with these entries added at its end."""
        records = [(entry, entry.record) for entry in entries]
        if self.ended_early:  # an ended engine takes no entries: score all again, then end the game
            return self.course_of([*((entry, entry.record) for entry in self.active), *records])
        return self.course.followed_by(records)

    def _ended(self, course: Course) -> Course:
        if self.ended_early:
            course.engine.finish_early()
        return course

    def engine(self, table: AnyTable | None = None) -> Engine:
        table = table or self.table_with(self.options)
        return Engine(self.game, table, table.players[self.first_dealer])

    def newcomers(self, course: Course) -> dict[str, Player | None]:
        """Return the names of the players who join in this course and have no seat yet.

        Each name comes with the group's player of that name, or None. Raise Refused if a player would sit here twice,
        if a name is empty or too long, or if the group has no room for new players.
        """
        unknown = course.engine.seating.everyone[len(self.seated) :]
        sitting = {seat.player.canonical for seat in self.seated} if unknown else set()
        new: dict[str, Player | None] = {}
        for name in unknown:
            player = self.night.group.players.named(name)
            if not 1 <= len(names.tidy(name)) <= NAME_LENGTH:
                raise Refused([Problem("players", BAD_NAME(name=name, longest=NAME_LENGTH))])
            if player in sitting or any(names.key(name) == names.key(other) for other in new):
                raise Refused([Problem("players", SITS_ALREADY(name=name))])
            new[name] = player
            sitting |= {player} if player else set()
        if unsaved := list(new.values()).count(None):
            try:
                PEOPLE.make_room(self.night.group.players.filter(merged_into=None).count(), unsaved)
            except Full as full:
                raise Refused([full.problem._replace(field="players")]) from full
        return new

    def preview(self, record: dict[str, Any], instead_of: Entry | None = None) -> tuple[Course, Row]:
        """Return the course with this record added at its end, and the record's row. Nothing is saved.

        With `instead_of`, the record is not added, but replaces that entry's record, even if the entry was removed.
        """
        if instead_of is None:
            course = self.course_with([Entry(record=record)])
            return course, course.rows[-1]
        counting = [each for each in self.all_entries if each.removed_at is None or each == instead_of]
        course = self.whole_course((each, record if each == instead_of else each.record) for each in counting)
        return course, next(row for row in course.rows if row.entry == instead_of)

    @property
    def last_rounds(self) -> Entry | None:
        """The latest entry that sets how many more rounds are dealt; None if there is none."""
        said = [row.entry for row in self.course.rows if row.score and row.record.get("kind") == LAST]
        return said[-1] if said else None

    def rounds_after(self, number: int) -> list[Row]:
        """Return the rows of the rounds that were entered after the entry with this number."""
        return [row for row in self.course.rows if row.number is not None and row.entry.number > number]

    def with_dealer(self, record: dict[str, Any]) -> dict[str, Any]:
        """Return the record with the next dealer added as `dealer`. So corrections of other rounds do not change it.

        Return the record unchanged if it is not of a dealt round, has a dealer already, or the next dealer is not
        known.
        """
        dealer = self.course.engine.next_dealer
        return {**record, "dealer": dealer} if self.is_dealt(record) and dealer and "dealer" not in record else record

    def is_dealt(self, record: Mapping[str, Any]) -> bool:
        """Return whether the record is of a dealt round, and not of another entry such as an adjustment.

        For some kinds of entry, this depends on the number of players. Return True if it is a dealt round with the
        number at the start or with the number now.
        """
        return any(engine.is_dealt(record) for engine in (self.engine(), self.course.engine))

    @property
    def tricks_to_fill_in(self) -> list[dict[str, Any]]:
        """The tricks that the referee has judged for the coming round, as the score file writes them."""
        return [part["fields"] for part in self.draft.of_kind("judged").values()]

    @property
    def judged_tricks(self) -> list[tuple[Trick[Any], Verdict[Any]]]:
        """`tricks_to_fill_in`, each with its verdict; tricks that are invalid now are left out."""
        records = [Record(each, self.table, Problems()) for each in self.tricks_to_fill_in]
        judged = [(read_trick(self.game, record), judge_single_trick(self.game, record)) for record in records]
        return [(read[0], verdict) for read, verdict in judged if read and verdict]

    def refresh(self) -> None:
        """Clear all cached properties that depend on the stored data, so that changes of the data are seen."""
        self.forget("course", "all_entries", "table", "corrected_row", "seated", "signs", "house_rules", "seat_changes")
        self.forget("last_dealt", "draft")

    def forget(self, *names: str) -> None:
        """Clear the cached properties with these names."""
        for name in names:
            self.__dict__.pop(name, None)
