"""The score file: the open JSON form of games on the table, read with every problem told.

`score_text` and `judge_text` take the text of a file and give what `manage.py score` and
`manage.py referee` print.
"""

from __future__ import annotations

import json
import re
import unicodedata
from collections.abc import Callable, Collection, Iterator, Mapping, Sequence
from contextlib import suppress
from datetime import datetime
from itertools import takewhile
from math import inf
from typing import Any, NamedTuple

from .kernel.engine import Engine
from .kernel.game import Game
from .kernel.lines import Score
from .kernel.options import Options
from .kernel.problems import (
    A_LIST,
    A_TEXT,
    AN_OBJECT,
    MISSING_KEY,
    TRUE_OR_FALSE,
    UNKNOWN_KEY,
    UNKNOWN_PLAYER,
    UNKNOWN_VALUE,
    WRONG_TYPE,
    Problem,
    Problems,
)
from .kernel.record import Record
from .kernel.seats import Table
from .kernel.tricks import Trick, Verdict, read_plays
from .kernel.words import Message, Phrase, abbreviated
from .long_json import Entries, read_object
from .money import settle
from .processes import shared_out
from .registry import all_games

FORMAT = "scorekeeper/1"
LONG_LISTS = ("games", "rounds")
LONGEST_NAME = 40

NO_JSON = Phrase(
    "no_json",
    de="Das ist kein JSON: Zeile {line}, Zeichen {column}.",
    en="This is no JSON: line {line}, column {column}.",
)
NOT_UTF8 = Phrase("not_utf8", de="Die Datei ist kein UTF-8-Text.", en="The file is not UTF-8 text.")
NESTED_TOO_DEEP = Phrase(
    "nested_too_deep", de="Die Datei ist zu tief verschachtelt.", en="The file is nested too deep."
)
REPEATED_KEY = Phrase(
    "repeated_key", de="„{key}“ steht zweimal im selben Objekt.", en="“{key}” stands twice in one object."
)
LONE_SURROGATE = Phrase(
    "lone_surrogate",
    de="Ein Text enthält ein halbes Zeichen (\\ud800 bis \\udfff).",
    en="A text holds half a character (\\ud800 to \\udfff).",
)
WRONG_FORMAT = Phrase(
    "wrong_format",
    de="„format“ muss „{wanted}“ sein, nicht {value}.",
    en="“format” must be “{wanted}”, not {value}.",
)
UNREADABLE = Phrase(
    "unreadable", de="Die Datei lässt sich nicht lesen: {reason}.", en="The file cannot be read: {reason}."
)
UNKNOWN_GAME = Phrase(
    "unknown_game",
    de="{value} ist hier kein Spiel; möglich ist: {allowed}.",
    en="{value} is no game here; possible is: {allowed}.",
)
WRONG_SEATS = Phrase(
    "wrong_number_of_players",
    de="{game} spielt man zu {seats: oder }, hier sitzen {count}.",
    en="{game} is for {seats: or } players; here are {count}.",
)
BAD_NAME = Phrase(
    "bad_name",
    de="{name}: ein Name hat 1 bis {longest} Zeichen und keine Steuerzeichen.",
    en="{name}: a name has 1 to {longest} characters and no control characters.",
)
SAME_NAME = Phrase("same_name", de="{names: und } sind derselbe Name.", en="{names: and } are the same name.")
BAD_TIME = Phrase(
    "bad_time",
    de="{value} ist kein Zeitpunkt wie 2026-03-01T20:15+01:00.",
    en="{value} is no time such as 2026-03-01T20:15+01:00.",
)


class Found(NamedTuple):
    """A problem with its place in the file: the game's and the round's number from 0, None for the whole."""

    game: int | None
    round: int | None
    problem: Problem

    def as_json(self, language: str) -> dict[str, Any]:
        return {
            "game": self.game,
            "round": self.round,
            "field": self.problem.field,
            "code": self.problem.code,
            "text": self.problem.text(language),
        }


class Answer(NamedTuple):
    """What came of a file: `result` (as JSON values) if there is no problem, else every problem."""

    result: Any
    problems: Sequence[Found]


# The text


def score_text(text: str | bytes, language: str = "en", processes: int = 1) -> Answer:
    """Scores a score file. See score-file.md for what goes in and comes out.

    `processes` may share the games of a file among them.
    """
    return _answer(text, lambda raw, found, number: _score_game(raw, found, number, language), processes)


def games_of(text: str | bytes, enough: int) -> Answer:
    """The games of a score file as they are written there, each a dict without `format`, if all of it is right.

    Reads no further once `enough` problems are found.
    """
    problems = _answer(text, lambda raw, found, number: _score_game(raw, found, number, "en", enough), enough=enough)[1]
    if problems:
        return Answer(None, problems)
    root, _ = _parse(text)
    games = root["games"] if "games" in root else [{key: root[key] for key in root if key != "format"}]
    return Answer([{**game, "rounds": list(game.get("rounds", ()))} for game in games], ())


def judge_text(text: str | bytes, language: str = "en") -> Answer:
    """Judges one trick, or one for each of several games."""
    return _answer(text, lambda raw, found, number: _judge_game(raw, found, number, language))


type _Reader = Callable[[object, list[Found], int], Any]


def _answer(text: str | bytes, read_game: _Reader, processes: int = 1, enough: float = inf) -> Answer:
    try:
        return _read(text, read_game, processes, enough)
    except RecursionError:
        return Answer(None, [_whole(NESTED_TOO_DEEP())])


def _read(text: str | bytes, read_game: _Reader, processes: int, enough: float) -> Answer:
    root, found = _parse(text)
    if found:
        return Answer(None, found)
    if not isinstance(root, dict):
        return Answer(None, [_whole(WRONG_TYPE(value=abbreviated(root), wanted=AN_OBJECT))])
    if root.get("format") != FORMAT:
        found.append(_whole(WRONG_FORMAT(wanted=FORMAT, value=abbreviated(root.get("format"))), "format"))
    if "games" not in root:
        result = read_game({key: value for key, value in root.items() if key != "format"}, found, 0)
        return Answer(None if found else result, found)
    for key in root:
        if key not in ("format", "games"):
            found.append(_whole(UNKNOWN_KEY(key=abbreviated(key)), key))
    raw_games = root["games"]
    if not isinstance(raw_games, (list, Entries)):
        found.append(_whole(WRONG_TYPE(value=abbreviated(raw_games), wanted=A_LIST), "games"))
        return Answer(None, found)

    def read(numbers: range) -> tuple[list[Any], list[Found]]:
        found: list[Found] = []
        left = takewhile(lambda _: len(found) < enough, numbers)
        return [read_game(raw_games[number], found, number) for number in left], found

    results = []
    for some, found_there in shared_out(read, len(raw_games), processes):
        results += some
        found += found_there
    return Answer(None if found else results, found)


def _whole(said: Message, field: str = "") -> Found:
    return Found(None, None, Problem(field, said))


def unreadable(reason: str) -> Found:
    """The file itself could not be read."""
    return _whole(UNREADABLE(reason=reason))


_SURROGATE = re.compile(r"[\ud800-\udfff]")
_ESCAPED_SURROGATE = re.compile(r"\\u[dD][89a-fA-F]")
_HUGE = 10**30


def _parse(text: str | bytes) -> tuple[Any, list[Found]]:
    """JSON as score files want it: UTF-8, no NaN, no key twice, no half characters, no bottomless nesting."""
    if isinstance(text, bytes):
        try:
            text = text.decode("utf-8-sig")
        except UnicodeDecodeError:
            return None, [_whole(NOT_UTF8())]
    half_characters = _ESCAPED_SURROGATE.search(text) or _SURROGATE.search(text)
    if not half_characters:
        with suppress(ValueError):
            return read_object(text, LONG_LISTS, _sound.raw_decode), []
    # Something is odd: the whole of it is read, to say what.
    repeated: dict[str, None] = {}

    def once(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
        members = dict(pairs)
        if len(members) != len(pairs):
            seen: set[str] = set()
            repeated.update((key, None) for key, _ in pairs if key in seen or seen.add(key))  # type: ignore[func-returns-value]
        return members

    try:
        try:
            root = json.loads(text, object_pairs_hook=once, parse_constant=_no_constant)
        except json.JSONDecodeError:
            raise
        except ValueError:  # a number of thousands of digits: too large anywhere
            root = json.loads(text, object_pairs_hook=once, parse_constant=_no_constant, parse_int=_bounded)
    except json.JSONDecodeError as error:
        return None, [_whole(NO_JSON(line=error.lineno, column=error.colno))]
    if repeated:
        keys = [_SURROGATE.sub("�", key) for key in repeated]
        return None, [_whole(REPEATED_KEY(key=abbreviated(key)), key) for key in keys]
    if half_characters and any(map(_SURROGATE.search, _strings(root))):
        return None, [_whole(LONE_SURROGATE())]
    return root, []


def _no_constant(name: str) -> Any:
    raise json.JSONDecodeError(name, "", 0)


def _members(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    members = dict(pairs)
    if len(members) != len(pairs):
        raise ValueError("a key stands twice")
    return members


_sound = json.JSONDecoder(object_pairs_hook=_members, parse_constant=_no_constant)


def _bounded(digits: str) -> int:
    return int(digits) if len(digits) < 30 else (-_HUGE if digits.startswith("-") else _HUGE)


def _strings(root: Any) -> Iterator[str]:
    """Every text in a JSON value, keys included."""
    waiting = [root]
    while waiting:
        value = waiting.pop()
        if isinstance(value, str):
            yield value
        elif isinstance(value, dict):
            waiting.extend(value)
            waiting.extend(value.values())
        elif isinstance(value, list):
            waiting.extend(value)


# One game's header


class Header(NamedTuple):
    """Who plays what; None where a problem leaves it open."""

    game: Game
    table: Table
    first_dealer: str | None


_TEXTS = ("id", "place", "note")
SCORE_KEYS = ("game", "players", "options", "rounds", "first_dealer", "played_at", "ended", *_TEXTS)
JUDGE_KEYS = ("game", "players", "options", "trick")


def _read_header(raw: Mapping[str, Any], keys: Sequence[str], problems: Problems) -> Header | None:
    for key in raw:
        if key not in keys:
            problems.add(key, UNKNOWN_KEY(key=abbreviated(key)))
    before = len(problems)
    game = _read_game(raw, problems)
    players = _read_players(raw, game, problems)
    options = game.options.read(raw.get("options", {}), "options", problems) if game else None
    if game is None and "options" in raw:
        _read_common_options(raw["options"], problems)
    playable = len(problems) == before
    _read_extras(raw, keys, problems)
    first_dealer = _read_first_dealer(raw, players, problems) if "first_dealer" in keys else None
    if not playable or game is None or players is None:
        return None
    return Header(game, game.table(players, options), first_dealer)


def _read_common_options(raw: object, problems: Problems) -> None:
    """What can be said of the options while nobody knows the game."""
    if isinstance(raw, dict):
        raw = {key: value for key, value in raw.items() if key in Options.rules()}
    Options.read(raw, "options", problems)


def _read_game(raw: Mapping[str, Any], problems: Problems) -> Game | None:
    if "game" not in raw:
        problems.add("game", MISSING_KEY(key="game"))
        return None
    slug = raw["game"]
    game = all_games().get(slug) if isinstance(slug, str) else None
    if game is None:
        problems.add("game", UNKNOWN_GAME(value=abbreviated(slug), allowed=list(all_games())))
    return game


def name_key(name: str) -> str:
    """Two names are the same when their keys are: trimmed, NFC, without regard to case."""
    return unicodedata.normalize("NFC", unicodedata.normalize("NFC", name.strip()).casefold())


def fits_as_name(name: str) -> bool:
    """1 to 40 characters after trimming, none of them a control character."""
    return 1 <= len(name.strip()) <= LONGEST_NAME and not any(unicodedata.category(each) == "Cc" for each in name)


def _read_players(raw: Mapping[str, Any], game: Game | None, problems: Problems) -> tuple[str, ...] | None:
    if "players" not in raw:
        problems.add("players", MISSING_KEY(key="players"))
        return None
    players = raw["players"]
    if not isinstance(players, list):
        problems.add("players", WRONG_TYPE(value=abbreviated(players), wanted=A_LIST))
        return None
    before = len(problems)
    same: dict[str, list[int]] = {}
    for index, name in enumerate(players):
        if not isinstance(name, str):
            problems.add(f"players.{index}", WRONG_TYPE(value=abbreviated(name), wanted=A_TEXT))
        elif not fits_as_name(name):
            problems.add(f"players.{index}", BAD_NAME(name=abbreviated(name), longest=LONGEST_NAME))
        else:
            same.setdefault(name_key(name), []).append(index)
    for indexes in same.values():
        if len(indexes) > 1:
            problems.add(f"players.{indexes[0]}", SAME_NAME(names=[players[index] for index in indexes]))
    if game and len(players) not in game.seats:
        problems.add("players", WRONG_SEATS(game=game.name, seats=list(game.seats), count=len(players)))
    return tuple(players) if len(problems) == before else None


TIME = re.compile(r"\d{4}-\d\d-\d\dT\d\d:\d\d(:\d\d)?(Z|[+-]\d\d:\d\d)", re.ASCII)


def _read_extras(raw: Mapping[str, Any], keys: Sequence[str], problems: Problems) -> None:
    """What may stand beside the game and changes no point."""
    for key in _TEXTS:
        if key in keys and key in raw and not isinstance(raw[key], str):
            problems.add(key, WRONG_TYPE(value=abbreviated(raw[key]), wanted=A_TEXT))
    if "played_at" in keys and "played_at" in raw and not _is_time(raw["played_at"]):
        problems.add("played_at", BAD_TIME(value=abbreviated(raw["played_at"])))
    if "ended" in keys and "ended" in raw and raw["ended"] != "early":
        problems.add("ended", UNKNOWN_VALUE(value=abbreviated(raw["ended"]), allowed=["early"]))
    if "rounds" in keys and "rounds" in raw and not isinstance(raw["rounds"], (list, Entries)):
        problems.add("rounds", WRONG_TYPE(value=abbreviated(raw["rounds"]), wanted=A_LIST))


def _is_time(value: object) -> bool:
    if not isinstance(value, str) or not TIME.fullmatch(value):
        return False
    try:
        datetime.fromisoformat(value)
    except ValueError:
        return False
    return True


def _read_first_dealer(raw: Mapping[str, Any], players: Sequence[str] | None, problems: Problems) -> str | None:
    """Who deals first: the first player unless the file says otherwise. None after a problem."""
    if "first_dealer" not in raw:
        return players[0] if players else None
    dealer = raw["first_dealer"]
    if not isinstance(dealer, str):
        problems.add("first_dealer", WRONG_TYPE(value=abbreviated(dealer), wanted=A_TEXT))
    elif players is not None and dealer not in players:
        problems.add("first_dealer", UNKNOWN_PLAYER(name=abbreviated(dealer)))
    else:
        return dealer
    return None


# Scoring one game


def _score_game(raw: object, found: list[Found], number: int, language: str, enough: float = inf) -> Any:
    problems = Problems()
    if not isinstance(raw, dict):
        found.append(Found(number, None, Problem("", WRONG_TYPE(value=abbreviated(raw), wanted=AN_OBJECT))))
        return None
    header = _read_header(raw, SCORE_KEYS, problems)
    found.extend(Found(number, None, problem) for problem in problems)
    rounds = raw.get("rounds", [])
    if header is None or not isinstance(rounds, (list, Entries)):
        return None
    match = Engine(header.game, header.table, header.first_dealer)
    results = []
    for index, record in enumerate(rounds):
        entry = match.enter(record)
        if entry.score is not None:
            results.append(score_as_json(entry.score, language))
        else:
            found.extend(Found(number, index, problem) for problem in entry.problems)
            if len(found) >= enough:
                break
    if raw.get("ended") == "early":
        match.finish_early()
    return match_as_json(match, results)


def score_as_json(score: Score, language: str) -> dict[str, Any]:
    """A round's score as the score file writes it."""
    result: dict[str, Any] = {
        "points": score.points,
        "lines": [
            {"player": line.player, "reason": line.reason, "amount": line.amount, "text": line.text(language)}
            for line in score.lines
        ],
    }
    if score.money is not None:
        result["money"] = score.money
    if score.revokes:
        result["revokes"] = [
            {"trick": each.trick, "player": each.player, "duty": each.duty.code, "text": each.text(language)}
            for each in score.revokes
        ]
    return result


def match_as_json(match: Engine, rounds: Sequence[Mapping[str, Any]]) -> dict[str, Any]:
    """A whole game as the score file writes it, with its rounds already written."""
    result: dict[str, Any] = {
        "game": match.game.slug,
        "rounds": rounds,
        "totals": match.totals,
        "ranking": match.ranking,
        "finished": match.over,
        "winners": match.winners,
        "next_dealer": match.next_dealer,
    }
    balances = match.balances
    if balances is not None:
        result["money"] = balances
        result["transfers"] = [
            {"from": each.payer, "to": each.receiver, "amount": each.amount} for each in settle(balances).transfers
        ]
    return result


# Judging one trick


def _judge_game(raw: object, found: list[Found], number: int, language: str) -> Any:
    problems = Problems()
    if not isinstance(raw, dict):
        found.append(Found(number, None, Problem("", WRONG_TYPE(value=abbreviated(raw), wanted=AN_OBJECT))))
        return None
    header = _read_header(raw, JUDGE_KEYS, problems)
    verdict = None
    if "trick" not in raw:
        problems.add("trick", MISSING_KEY(key="trick"))
    elif not isinstance(raw["trick"], dict):
        problems.add("trick", WRONG_TYPE(value=abbreviated(raw["trick"]), wanted=AN_OBJECT))
    elif header is not None:
        verdict = judge(header.game, Record(raw["trick"], header.table, problems, "trick."))
    found.extend(Found(number, None, problem) for problem in problems)
    return None if problems or verdict is None else verdict_as_json(verdict, language)


def hands_before(last: bool) -> tuple[int, ...]:
    """How many cards each player may hold before a trick: two at least, in the last one or two."""
    return (1, 2) if last else (2,)


def judge(game: Game, record: Record, hands: Collection[int] = ()) -> Verdict[Any] | None:
    """Judges one trick by itself; None after telling every problem of it.

    `hands`: how many cards each player may hold before it, where that is known.
    """
    before = len(record.problems)
    read = read_trick(game, record, hands)
    if read is None:
        return None
    trick, trump = read
    verdict = game.judge(record.table, trump)(trick, record)
    return verdict if len(record.problems) == before else None


def read_trick(game: Game, record: Record, hands: Collection[int] = ()) -> tuple[Trick[Any], str | None] | None:
    """A complete trick and the trump of its round; None after telling what is wrong with its plays."""
    keys = ["plays", "last"]
    if game.names_trump:
        keys.append("trump")
    if game.has_choices:
        keys.append("choices")
    record.allow(keys)
    trump = record.choice("trump", game.names_trump) if game.names_trump else None
    last = record.raw.get("last", False)
    if type(last) is not bool:
        record.wrong_type("last", last, TRUE_OR_FALSE)
    plays = read_plays(record, record.table.deck, None, hands or hands_before(last is True), game.cards_per_play, {})
    if plays is None:
        return None
    return Trick(plays, last=last is True, choices=record.raw.get("choices", {})), trump


def verdict_as_json(verdict: Verdict[Any], language: str) -> dict[str, Any]:
    """A verdict as the score file writes it."""
    return {
        "winner": verdict.winner,
        "captured": {player: [card.code for card in cards] for player, cards in verdict.captured.items() if cards},
        "discarded": [card.code for card in verdict.discarded],
        "worthless": [card.code for card in verdict.worthless],
        "bonuses": verdict.bonuses,
        "why": [{"code": said.code, "text": said.text(language)} for said in verdict.why],
    }
