"""Changes of who plays: players take over seats, leave, join or come back, and seats are reordered."""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping, Sequence
from functools import reduce
from typing import Any, NamedTuple

from .game import AnyGame
from .lines import Line, Reason, Score, score_of
from .names import read_names
from .problems import AN_OBJECT, UNKNOWN_PLAYER, UNKNOWN_VALUE, Problems
from .record import AnyRecord
from .seats import AnyTable
from .words import Message, Phrase, abbreviated, join_names

SEATS_KEYS = ("players", "replaced", "points", "sits_out")
DEALER = "dealer"
MOST_AT_THE_START = 1_000_000  # points, up or down

WRONG_SEATS = Phrase(
    "wrong_number_of_players",
    de="{game} ist für {seats: oder } Spieler, nicht für {count}.",
    en="{game} is for {seats: or } players, not for {count}.",
)
WRONG_SEATS_BUT_ONE = Phrase(
    "wrong_number_of_players",
    de="{game} ist für {seats: oder } Spieler und einen, der gibt und aussetzt: nicht für {count}.",
    en="{game} is for {seats: or } players and a dealer who sits out: not for {count}.",
)
SEATS_FIXED = Phrase(
    "seats_fixed",
    de="In diesem Spiel bleibt es bei {count} Spielern: Wer geht, braucht jemanden, der übernimmt.",
    en="This game goes on with {count} players: whoever leaves needs someone to take over.",
)
TEAMS_FIXED = Phrase(
    "seats_fixed",
    de="So wären es andere Teams. Die Teams bleiben bis zum Ende des Spiels.",
    en="That would change the teams. They stay until the game is over.",
)
DEALER_PLAYS = Phrase(
    "dealer_plays", de="Hier setzt niemand aus: Wer gibt, spielt mit.", en="Nobody sits out here: the dealer plays too."
)
SITS_ALREADY = Phrase("sits_already", de="{name} sitzt schon am Tisch.", en="{name} is at the table already.")
SAT_BEFORE = Phrase(
    "sat_before",
    de="{name} war schon dabei und kommt mit den eigenen Punkten wieder.",
    en="{name} has played before and comes back with the points from then.",
)
STILL_PLAYS = Phrase(
    "still_plays",
    de="{name} spielt weiter mit, da ist kein Platz zu übernehmen.",
    en="{name} plays on, so there is no seat to take over.",
)
REPLACED_TWICE = Phrase(
    "replaced_twice",
    de="Den Platz von {name} kann nur einer übernehmen.",
    en="Only one player can take over from {name}.",
)
TWO_STARTS = Phrase(
    "two_starts",
    de="{name} übernimmt die Punkte von {before} und bekommt keine anderen dazu.",
    en="{name} takes over the points of {before} and gets no others.",
)

START = Reason("start", de="Punkte zum Einstieg", en="points to start with")
TAKES_OVER = Reason("taken_over", de="übernimmt von {before}", en="takes over from {before}")
HANDS_OVER = Reason("taken_over", de="übergibt an {after}", en="hands over to {after}")

SENTENCES = Phrase("sentences", de="{first} {next}", en="{first} {next}")
HAS_TAKEN_OVER = Phrase(
    "result",
    de="{player} übernimmt von {before}, mit {points:{points} Punkt|{points} Punkten}.",
    en="{player} takes over from {before}, with {points:{points} point|{points} points}.",
)
HAS_LEFT = Phrase(
    "result",
    de="{player} geht, mit {points:{points} Punkt|{points} Punkten}.",
    en="{player} leaves with {points:{points} point|{points} points}.",
)
HAS_JOINED = Phrase(
    "result",
    de="{player} kommt dazu, mit {points:{points} Punkt|{points} Punkten}.",
    en="{player} joins with {points:{points} point|{points} points}.",
)
IS_BACK = Phrase(
    "result",
    de="{player} ist wieder da, mit {points:{points} Punkt|{points} Punkten}.",
    en="{player} is back, with {points:{points} point|{points} points}.",
)
NEW_ORDER = Phrase("result", de="Ihr sitzt jetzt so: {players}.", en="The order at the table is now {players}.")
NOTHING_NEW = Phrase("result", de="Alle spielen weiter.", en="Everyone plays on.")
DEALER_IS_OUT = Phrase("result", de="Ab jetzt setzt aus, wer gibt.", en="From now on the dealer sits out.")
DEALER_IS_IN = Phrase("result", de="Ab jetzt spielt auch mit, wer gibt.", en="From now on the dealer plays too.")


class SeatChange(NamedTuple):
    """A change of who plays: the new table, who takes over whose seat, and the starting points of newcomers."""

    table: AnyTable
    # maps the name of each replaced player to the name of the player who takes over the seat: the heir
    heirs: Mapping[str, str]
    # has the starting points of each newcomer, by name. A newcomer never sat here before and is not an heir
    start: Mapping[str, int]

    def next_dealer(self, before: AnyTable, dealer: str | None) -> str | None:
        """Return who deals instead of `dealer`: the heir, or the next clockwise who stayed or has an heir."""
        if dealer is None:
            return None
        seats = [self.heirs.get(each, each) for each in before.clockwise_from(dealer)]
        return next((each for each in seats if each in self.table.players), self.table.players[0])

    def passed_on(self, before: AnyTable, money: Mapping[str, int]) -> dict[str, int]:
        """Return by how much each player's balance changes, in minor units (cents)."""
        passed = dict.fromkeys((*self.table.players, *before.players), 0)
        for old, new in self.heirs.items():
            passed[new] += money[old]
            passed[old] -= money[old]
        return passed

    def score(self, before: AnyTable, totals: Mapping[str, int], money: Mapping[str, int] | None) -> Score:
        """Return the score of this change of seats. `money` is stored in the score."""
        players = self.table.players
        lines = [Line(player, START, points) for player, points in self.start.items()]
        for old, new in self.heirs.items():
            lines += [
                Line(new, TAKES_OVER, totals[old], {"before": old}),
                Line(old, HANDS_OVER, -totals[old], {"after": new}),
            ]
        said = list(self._said(before, totals)) or [NOTHING_NEW()]
        sentences = reduce(lambda first, then: SENTENCES(first=first, next=then), said)
        concerned = (*players, *before.players)
        return score_of(concerned, lines, money=money, said=sentences, change=self)

    def _said(self, before: AnyTable, totals: Mapping[str, int]) -> Iterator[Message]:
        """Yield a sentence on each change since the table `before`. `totals` are the points before the change."""
        players = self.table.players
        for old, new in self.heirs.items():
            yield HAS_TAKEN_OVER(player=new, before=old, points=totals[old])
        for player in before.players:
            if player not in players and player not in self.heirs:
                yield HAS_LEFT(player=player, points=totals[player])
        for player in players:
            if player in self.start:
                yield HAS_JOINED(player=player, points=self.start[player])
            elif player not in before.players and player not in self.heirs.values():
                yield IS_BACK(player=player, points=totals[player])
        stayed = [self.heirs.get(each, each) for each in before.players]
        if [each for each in stayed if each in players] != [each for each in players if each in stayed]:
            yield NEW_ORDER(players=join_names(list(players)))
        if self.table.sits_out != before.sits_out:
            yield (DEALER_IS_OUT if self.table.sits_out else DEALER_IS_IN)()


def check_number(game: AnyGame, count: int, options: Any, *, sits_out: bool, problems: Problems) -> None:
    """Add a problem if `count` people cannot play the game, or if the dealer may not sit out."""
    playing = count - sits_out
    possible = game.seats if options is None else game.seats_with(options)
    if playing not in possible:
        sentence = WRONG_SEATS_BUT_ONE if sits_out else WRONG_SEATS
        problems.add("players", sentence(game=game.name, seats=list(possible), count=count))
    elif sits_out and options is not None and not game.lets_dealer_sit_out(playing, options):
        problems.add("sits_out", DEALER_PLAYS())


def read_sits_out(value: object, allowed: Sequence[str | None], problems: Problems) -> bool | None:
    """Return whether the dealer sits out: True for the value "dealer", False for None."""
    if (value is None or isinstance(value, str)) and value in allowed:
        return value == DEALER
    words = [abbreviated(each) for each in allowed]
    problems.add("sits_out", UNKNOWN_VALUE(value=abbreviated(value), allowed=words))
    return None


def read_seat_change(
    record: AnyRecord, game: AnyGame, known: Collection[str], replaced_before: Collection[str]
) -> SeatChange | None:
    """Return the change of who plays that a record of the kind `seats` describes; None with problems in the record."""
    problems = record.problems
    before = problems.added
    has_players = record.needs("players")
    players = read_names(record.raw["players"], "players", problems, tuple(known)) if has_players else None
    replaced = _read_map(record, "replaced", players)
    start = _read_map(record, "points", players)
    heirs = _heirs(record, replaced, players)
    for name in replaced:
        if name in record.table.players:
            record.add(f"replaced.{name}", SITS_ALREADY(name=name))
        elif name in known and name not in replaced_before:
            record.add(f"replaced.{name}", SAT_BEFORE(name=name))
    _check_start(record, start, replaced, known)
    sits_out: bool | None = record.table.sits_out
    if "sits_out" in record:
        sits_out = read_sits_out(record.raw["sits_out"], (DEALER, None), problems)
    _check_seats(record, game, players, heirs, sits_out=sits_out)
    if players is None or sits_out is None or problems.added > before:
        return None
    table = game.table(players, record.table.options, sits_out=sits_out, everyone=record.table.everyone)
    if _teams(game, table) != _teams(game, record.table):
        record.add("players", TEAMS_FIXED())
        return None
    new = [each for each in players if each not in known and each not in heirs.values()]
    return SeatChange(table, heirs, {player: start.get(player, 0) for player in new})


def _teams(game: AnyGame, table: AnyTable) -> set[frozenset[str]]:
    return {frozenset(team) for team in game.teams(table)}


def _read_map(record: AnyRecord, key: str, players: Sequence[str] | None) -> dict[str, Any]:
    """Return the JSON object at `key`, unchecked values by player of the new table, without those that are problems."""
    raw = record.raw.get(key, {})
    if not isinstance(raw, dict):
        record.wrong_type(key, raw, AN_OBJECT)
        return {}
    for name in raw:
        if players is not None and name not in players:
            record.add(f"{key}.{name}", UNKNOWN_PLAYER(name=abbreviated(name)))
    return {name: value for name, value in raw.items() if players is None or name in players}


def _heirs(record: AnyRecord, replaced: Mapping[str, Any], players: Sequence[str] | None) -> dict[str, str]:
    """Return the name of each heir, by the name of the replaced player."""
    heirs: dict[str, str] = {}
    for heir, name in replaced.items():
        path = f"replaced.{heir}"
        if record.seated(path, name) is None:
            continue
        if players is not None and name in players:
            record.add(path, STILL_PLAYS(name=name))
        elif name in heirs:
            record.add(f"replaced.{heirs[name]}", REPLACED_TWICE(name=name))
        else:
            heirs[name] = heir
    return heirs


def _check_start(
    record: AnyRecord, start: Mapping[str, Any], replaced: Mapping[str, Any], known: Collection[str]
) -> None:
    """Add every problem of the starting points."""
    for name, points in start.items():
        path = f"points.{name}"
        record.is_whole(path, points, -MOST_AT_THE_START, MOST_AT_THE_START)
        if name in replaced:
            record.add(path, TWO_STARTS(name=name, before=abbreviated(replaced[name])))
        elif name in record.table.players:
            record.add(path, SITS_ALREADY(name=name))
        elif name in known:
            record.add(path, SAT_BEFORE(name=name))


def _check_seats(
    record: AnyRecord,
    game: AnyGame,
    players: Sequence[str] | None,
    heirs: Mapping[str, str],
    *,
    sits_out: bool | None,
) -> None:
    """Add a problem if the game cannot go on with these players, e.g. because there are too many."""
    old, raw = record.table, record.raw.get("players")
    if game.keeps_seats(old.options):
        in_teams = game.team_count(old.options) > 0
        stayed = [each if in_teams else heirs.get(each, each) for each in old.players]
        if players is not None and sorted(stayed) != sorted(players):
            record.add("players", TEAMS_FIXED() if in_teams else SEATS_FIXED(count=len(old.players)))
        if sits_out:
            record.add("sits_out", DEALER_PLAYS())
    elif isinstance(raw, list) and sits_out is not None:
        check_number(game, len(raw), old.options, sits_out=sits_out, problems=record.problems)
