"""Golden cases, worked out by hand from the rules. Each has the sentence of the rules that it tests.

The cases of a game are in `tests/cases.toml` of its folder. A folder with several games has `tests/cases/<slug>.toml`.
The cases of the score file are in `score_file_cases.toml`, beside this file. All cases can use these short forms:

- `players` is a number (Anna, Ben, Carla, Dora, Emil in seat order) or a list of names. The default is 4 players, or
  the most that can play if 4 cannot.
- A list with a whole number for each player, in seat order, stands for a map: `gold = [34, 20, 26]`.
- Several cards are one text: `captured = {Anna = "R1 RD"}`. Anna leads in `trick = "RD TG TM"`, Ben in `trick = "Ben:
  RD TG TM"`.
- A round that is a text is JSON, for values that TOML does not have.
- `options = "values"` refers to the table `values` in the file's `[options]`.

There are four kinds of cases, each with a key of its own:

- `problems` lists all problems, each as a field (`*`: any) and a code. `"2: captured.Anna card_taken_twice"` is in
  round 2 (counted from 0), `"options.target out_of_range"` in the header, `"file: no_json"` in the whole file.
- `trick` is for the referee. `winner` is a name, or the card that wins. `en` and `de` are each one sentence of the
  explanation. By default, the winner takes all cards, nothing is discarded or worthless, and nobody has a bonus.
- `deck` has the cards of the deck, `hand_size` the number of cards that each player gets.
- `rounds` are scored, with the `points` of each player: a map if the players are not those who sat down first.
  `rulings` are those that the last round names. `said` is the result of the last entry in words, if it is no round. By
  default, the totals are the sums of the points, nobody has revoked, there is no money, and the game goes on.
"""

from __future__ import annotations

import importlib
import inspect
import json
import pkgutil
import re
import string
import tomllib
from collections.abc import Iterable, Iterator, Mapping
from functools import cache
from pathlib import Path
from types import CodeType, FunctionType, MethodType, ModuleType
from typing import Any

import pytest

import games
from games.kernel.cards import Deck
from games.kernel.engine import Engine
from games.kernel.game import AnyGame, Game
from games.kernel.lines import Reason, Score
from games.kernel.options import OneOf, Option, Options
from games.kernel.problems import Problems
from games.kernel.words import LANGUAGES, Message, Phrase
from games.registry import all_games, open_games
from games.score_file import Answer, judge_text, score_text

NAMES = ("Anna", "Ben", "Carla", "Dora", "Emil")
CARD_LISTS = ("discarded", "worthless", "aside", "buried_cards", "pot_cards")
KEYS = {
    "any": {"title", "rule", "ruling", "players", "options"},
    "problems": {"rounds", "header", "trick", "last", "trump", "choices", "file", "problems", "referee"},
    "trick": {
        *("trick", "last", "trump", "choices", "winner", "captured", "discarded", "worthless", "bonuses", "why"),
        *LANGUAGES,
    },
    "deck": {"deck", "hand_size", "deck_points"},
    "rounds": {
        *("rounds", "header", "points", "totals", "lines", "winners", "ranking"),
        *("next_dealer", "revokes", "paid", "money", "transfers", "rulings", "said"),
    },
}

type Case = dict[str, Any]


def folder_of(game: AnyGame) -> Path:
    return Path(inspect.getfile(type(game))).parent


OF_THE_TREE = {
    slug: game for slug, game in all_games().items() if folder_of(game).parent == Path(games.__file__).parent
}
"""The games in games/, which the documentation describes, without the tests' own."""


def files() -> Iterator[tuple[str, Path]]:
    """Yield each game's slug and the path of its cases. Last, yield "" and the path of the score file's cases."""
    for slug, game in {**all_games(), **open_games()}.items():
        of_one = folder_of(game) / "tests" / "cases.toml"
        yield slug, of_one if of_one.exists() else folder_of(game) / "tests" / "cases" / f"{slug}.toml"
    yield "", Path(__file__).parent / "score_file_cases.toml"


@cache
def cases() -> list[tuple[str, Case]]:
    """Return all cases with their game's slug. Cases of the score file have "": they name the game in their header."""
    found = []
    for slug, path in files():
        if path.exists():
            read = tomllib.loads(path.read_text("utf-8"))
            shared = read.get("options", {})
            found += [(slug, case | options_of(case, shared)) for case in read["case"]]
    return found


def options_of(case: Case, shared: Mapping[str, Any]) -> Case:
    options = case.get("options")
    return {"options": shared[options]} if isinstance(options, str) else {}


def named(slug: str, case: Case) -> str:
    return f"{slug or 'score-file'}: {case['title']}"


def sort_of(case: Case) -> str:
    return next((sort for sort in ("problems", "trick", "deck") if sort in case), "rounds")


def all_of(sort: str) -> Any:
    chosen = [(slug, case) for slug, case in cases() if sort_of(case) == sort]
    return pytest.mark.parametrize(("slug", "case"), chosen, ids=[named(slug, case) for slug, case in chosen])


# From a case to a score file


def seated(slug: str, case: Case) -> list[str]:
    players = case.get("players")
    if players is None:
        seats = all_games()[slug].seats if slug in all_games() else [4]
        players = 4 if 4 in seats else max(seats)
    return list(NAMES[:players]) if isinstance(players, int) else players


def file_of(slug: str, case: Case) -> dict[str, Any]:
    players = seated(slug, case)
    file = {"format": "scorekeeper/1", "players": players}
    if slug:
        file["game"] = slug
    if "options" in case:
        file["options"] = case["options"]
    if "rounds" in case:
        file["rounds"] = [written_round(each, players) for each in case["rounds"]]
    if "trick" in case:
        trick = written_trick(case["trick"], players)
        file["trick"] = trick | {key: case[key] for key in ("last", "trump", "choices") if key in case}
    header = case.get("header", {})
    return file | (json.loads(header) if isinstance(header, str) else header)


def written_round(short: Any, players: list[str]) -> Any:
    if isinstance(short, str):
        return json.loads(short)
    return {key: written(key, value, players) for key, value in short.items()}


def written(key: str, short: Any, players: list[str]) -> Any:
    if isinstance(short, list) and len(short) == len(players) and all(type(each) is int for each in short):
        return dict(zip(players, short, strict=True))
    if key in CARD_LISTS and isinstance(short, str):
        return short.split()
    if key == "captured" and isinstance(short, dict):
        return {name: pile.split() if isinstance(pile, str) else pile for name, pile in short.items()}
    if key == "bonuses" and isinstance(short, dict):
        return {name: counted(kinds) for name, kinds in short.items()}
    if key == "tricks" and isinstance(short, list):
        return [written_trick(each, players) for each in short]
    if key == "buildings" and isinstance(short, list):
        return [written_building(each) for each in short]
    if isinstance(short, dict):
        return {inner: written(inner, value, players) for inner, value in short.items()}
    return short


def counted(short: Any) -> Any:
    """Return the map that a text such as `"gardist 2, barde 1"` stands for; return any other value unchanged."""
    if not isinstance(short, str):
        return short
    pairs = (each.rsplit(maxsplit=1) for each in short.split(",") if each.strip())
    return {kind.strip(): int(count) for kind, count in pairs}


def written_trick(short: Any, players: list[str]) -> Any:
    """Return the trick that a text such as `"Ben: R1 R2 R3"` stands for; return any other value unchanged.

    The text may also be in the key `plays` of a trick. If there are more cards than players, the turn goes round again.
    """
    if isinstance(short, dict):
        return short | written_trick(short["plays"], players) if isinstance(short.get("plays"), str) else short
    if not isinstance(short, str):
        return short
    leader, _, cards = short.rpartition(":")
    first = players.index(leader) if leader else 0
    return {"plays": [[players[(first + turn) % len(players)], card] for turn, card in enumerate(cards.split())]}


def written_building(short: Any) -> Any:
    """Return the building that a text stands for; return any other value unchanged.

    `"Ben palace_small 4"` is worth 4 points; `"Ben palace_small 0/3 second"` is on row 0, column 3, second side.
    """
    if not isinstance(short, str):
        return short
    player, card, where, *side = short.split()
    if "/" in where:
        place: dict[str, Any] = {"at": [int(each) for each in where.split("/")]}
    else:
        place = {"points": int(where)}
    return [player, {"card": card, **place, **({"side": side[0]} if side else {})}]


def run(slug: str, case: Case, language: str = "en") -> Answer:
    text = case["file"] if "file" in case else json.dumps(file_of(slug, case))
    judging = "trick" in case or case.get("referee")
    return (judge_text if judging else score_text)(text, language)


def has_no_leftovers(text: str) -> bool:
    """Return whether all facts of a sentence are filled in. `{…}` is allowed: it stands for a JSON object."""
    return bool(text.strip()) and not re.search(r"[{}]|\bNone\b|<games", text.replace("{…}", ""))


# The cases


def test_every_case_says_what_it_pins_and_no_more() -> None:
    for _, case in cases():
        assert case["title"].strip()
        assert case["rule"].strip(), case["title"]
        assert case.get("ruling", True) is True, case["title"]
        assert set(case) <= KEYS["any"] | KEYS[sort_of(case)], case["title"]


def test_no_two_cases_have_the_same_title() -> None:
    titles = [named(slug, case) for slug, case in cases()]
    assert sorted(set(titles)) == sorted(titles)


def test_every_game_has_cases() -> None:
    assert {slug for slug, _ in cases()} >= set(all_games())


@all_of("rounds")
def test_rounds_are_scored(slug: str, case: Case) -> None:
    answer = run(slug, case)
    assert [found.as_json("en") for found in answer.problems] == []
    result, players = answer.result, seated(slug, case)
    points = [for_each(short, players) for short in each_round(case["points"])]
    assert [each["points"] for each in result["rounds"]] == points
    assert result["totals"] == for_each(case.get("totals", sums_of(points, players)), players)
    for wanted, each in zip(lines_of(case, len(points)), result["rounds"], strict=True):
        assert added_up(each["lines"], each["points"]) == each["points"]
        if wanted is not None:
            assert by_player(each["lines"]) == {name: sorted(lines.split(", ")) for name, lines in wanted.items()}
    assert (result["winners"], result["finished"]) == (case.get("winners", []), "winners" in case)
    for key in ("ranking", "next_dealer"):
        assert result[key] == case.get(key, result[key])
    revokes = [result_of.get("revokes", []) for result_of in result["rounds"]]
    told = [[f"{each['trick']} {each['player']} {each['duty']}" for each in found] for found in revokes]
    assert told[-1:] == ([case["revokes"]] if "revokes" in case else [[]][: len(told)])
    assert not any(told[:-1])
    check_money(case, result, players)


def scores_of(slug: str, case: Case) -> list[Score | None]:
    """Return the score of each entry of a case; None for an entry with problems."""
    game, file = all_games()[slug], file_of(slug, case)
    options = game.options.read(file.get("options", {}), "options", Problems())
    table = game.table(tuple(file["players"]), options, sits_out="sits_out" in file)
    engine = Engine(game, table, file.get("first_dealer", file["players"][0]))
    return [engine.enter(record).score for record in file.get("rounds", ())]


def rulings(slug: str, case: Case) -> list[list[Message]]:
    """Return the rulings that each round of a case names."""
    return [list(score.rulings) if score else [] for score in scores_of(slug, case)]


@pytest.mark.parametrize(
    ("slug", "case"),
    [pytest.param(slug, case, id=named(slug, case)) for slug, case in cases() if "said" in case],
)
def test_what_is_no_round_says_what_it_comes_to(slug: str, case: Case) -> None:
    last = scores_of(slug, case)[-1]
    assert last is not None
    assert last.said is not None
    assert last.said.text("en") == case["said"]
    assert has_no_leftovers(last.said.text("de"))


@pytest.mark.parametrize(
    ("slug", "case"),
    [pytest.param(slug, case, id=f"{slug}: {case['title']}") for slug, case in cases() if "rulings" in case],
)
def test_a_round_says_the_rulings_it_rests_on(slug: str, case: Case) -> None:
    told = rulings(slug, case)[-1]
    assert [said.code for said in told] == case["rulings"].split()
    assert all(has_no_leftovers(said.text(language)) for said in told for language in LANGUAGES)


def each_round(short: list[Any]) -> list[Any]:
    """Return a list of rounds. A case with a single round can leave out the outer list."""
    return short if not short or isinstance(short[0], list | dict) else [short]


def for_each(short: Any, players: list[str]) -> dict[str, int]:
    """Return numbers by player; a list has a number for each of `players`, in their order."""
    return dict(short) if isinstance(short, dict) else dict(zip(players, short, strict=True))


def sums_of(points: Iterable[Mapping[str, int]], players: Iterable[str]) -> dict[str, int]:
    sums = dict.fromkeys(players, 0)
    for each in points:
        for player, amount in each.items():
            sums[player] = sums.get(player, 0) + amount
    return sums


def lines_of(case: Case, count: int) -> list[Mapping[str, str] | None]:
    """Return the expected lines of each of `count` rounds; None for a round of which the case gives no lines.

    If the case has a map instead of a list, these are the lines of its last round.
    """
    lines = case.get("lines")
    if isinstance(lines, list):
        return lines
    return [None] * (count - 1) + [lines] if count else []


def added_up(lines: Iterable[Mapping[str, Any]], players: Iterable[str]) -> dict[str, int]:
    sums = dict.fromkeys(players, 0)
    for line in lines:
        assert line["amount"] != 0
        sums[line["player"]] += line["amount"]
    return sums


def by_player(lines: Iterable[Mapping[str, Any]]) -> dict[str, list[str]]:
    told: dict[str, list[str]] = {}
    for line in lines:
        told.setdefault(line["player"], []).append(f"{line['reason']} {line['amount']}")
    return {name: sorted(each) for name, each in told.items()}


def check_money(case: Case, result: Mapping[str, Any], players: list[str]) -> None:
    money = for_each(case["money"], players) if "money" in case else None
    assert result.get("money") == money
    paid = [each["money"] for each in result["rounds"] if "money" in each]
    assert paid == [for_each(short, players) for short in each_round(case.get("paid", []))]
    assert ("transfers" in result) == (money is not None)
    if "transfers" in case:
        told = [f"{each['from']} {each['to']} {each['amount']}" for each in result["transfers"]]
        assert sorted(told) == sorted(case["transfers"])


@all_of("trick")
def test_tricks_are_judged(slug: str, case: Case) -> None:
    answer = run(slug, case)
    assert [found.as_json("en") for found in answer.problems] == []
    verdict, plays = answer.result, file_of(slug, case)["trick"]["plays"]
    winner = next((player for player, card in plays if card == case["winner"]), case["winner"])
    captured = case.get("captured", {winner: " ".join(card for _, card in plays)})
    captured = {winner: captured} if isinstance(captured, str) else captured
    bonuses = case.get("bonuses", {})
    bonuses = {winner: bonuses} if isinstance(bonuses, str) else bonuses
    assert {key: verdict[key] for key in verdict if key != "why"} == {
        "winner": winner,
        "captured": {name: cards.split() for name, cards in captured.items()},
        "discarded": case.get("discarded", "").split(),
        "worthless": case.get("worthless", "").split(),
        "bonuses": {name: counted(kinds) for name, kinds in bonuses.items()},
    }
    assert set(case.get("why", "").split()) <= {each["code"] for each in verdict["why"]}
    for language in LANGUAGES:
        assert case.get(language) in [None, *(each["text"] for each in run(slug, case, language).result["why"])]


@all_of("problems")
def test_every_problem_is_told(slug: str, case: Case) -> None:
    answer = run(slug, case)
    assert answer.result is None
    wanted = sorted(case["problems"], key=lambda each: "*" in each)
    told = [place(found.as_json("en")) for found in answer.problems]
    left = list(told)
    for each in wanted:
        match = next((one for one in left if one == each or ("*" in each and fits(one, each))), None)
        assert match is not None, (each, told)
        left.remove(match)
    assert left == []


def place(found: Mapping[str, Any]) -> str:
    """Return a problem as a case writes it: `"2: gold wrong_sum"`; for a later game of the file, `"game 1, 2: …"`."""
    where = "file: " if found["game"] is None else ""
    if found["game"]:
        where = f"game {found['game']}" + (": " if found["round"] is None else ", ")
    if found["round"] is not None:
        where += f"{found['round']}: "
    return where + " ".join(each for each in (found["field"], found["code"]) if each)


def fits(told: str, pattern: str) -> bool:
    return re.fullmatch(re.escape(pattern).replace(r"\*\ ", r"(\S+ )?"), told) is not None


@all_of("deck")
def test_decks_and_deals(slug: str, case: Case) -> None:
    game, players = all_games()[slug], tuple(seated(slug, case))
    table = game.table(players, game.options.read(case.get("options", {}), "options", Problems()))
    assert table.deck.codes == set(case["deck"].split())
    assert len(table.deck) == len(case["deck"].split())
    assert table.hand_size == case["hand_size"]
    if "deck_points" in case:
        assert table.deck.points == case["deck_points"]


# Words


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("slug", list(dict(files())), ids=lambda slug: slug or "score-file")
def test_every_sentence_is_written_out(slug: str, language: str) -> None:
    for case in (case for other, case in cases() if other == slug and "deck" not in case):
        texts = [text for _, text in sentences(run(slug, case, language), language)]
        assert [text for text in texts if not has_no_leftovers(text)] == [], case["title"]


def sentences(answer: Answer, language: str) -> Iterator[tuple[str, str]]:
    """Yield the code and text of every problem, line, revoke and reason of an answer."""
    for found in answer.problems:
        yield found.problem.code, found.as_json(language)["text"]
    if isinstance(answer.result, dict):
        for each in answer.result.get("why", ()):
            yield each["code"], each["text"]
        for each in answer.result.get("rounds", ()):
            yield from ((line["reason"], line["text"]) for line in each["lines"])
            yield from ((revoke["duty"], revoke["text"]) for revoke in each.get("revokes", ()))


def in_words(slug: str, case: Case) -> Iterator[Message]:
    """Yield the sentence `said` of a case's last entry, if it has one, and each message in it."""
    waiting = [score.said for score in scores_of(slug, case)[-1:] if score and score.said]
    while waiting:
        message = waiting.pop()
        yield message
        waiting += [fact for fact in message.facts.values() if isinstance(fact, Message)]


@cache
def all_phrases() -> dict[Phrase, str]:
    """Return every phrase in games/ with the first module that contains it."""
    found: dict[Phrase, str] = {}
    for module in pkgutil.walk_packages(games.__path__, "games."):
        if ".tests" not in module.name:
            for value in vars(importlib.import_module(module.name)).values():
                for phrase in phrases_in(value):
                    found.setdefault(phrase, module.name)
    return found


def phrases_in(value: Any) -> Iterator[Phrase]:
    if isinstance(value, Phrase):
        yield value
    elif isinstance(value, type) and issubclass(value, Options):
        yield from phrases_in(value.rules())
    elif isinstance(value, Option):
        yield value.label
        if isinstance(value, OneOf):
            yield from value.values.values()
    elif isinstance(value, Deck | Mapping):
        for each in value.values():
            yield from phrases_in(each)
    elif isinstance(value, Game):
        yield from (value.name, value.champion)
    elif isinstance(value, list | tuple) and not isinstance(value, str):
        for each in value:
            yield from phrases_in(each)
    elif isinstance(getattr(value, "name", None), Phrase) and not isinstance(value, type):
        yield value.name


def is_sentence(phrase: Phrase) -> bool:
    """Return whether a phrase is a whole sentence or a reason, not a name or a part of a sentence."""
    return isinstance(phrase, Reason) or phrase.de.endswith(".")


def fields_of(text: str) -> tuple[set[str], set[str]]:
    """Return the fields that a sentence shows, and those that only choose a word: `{n:has|have}`."""
    told, chosen = set(), set()
    for _, field, spec, _ in string.Formatter().parse(text):
        if field is not None:
            (chosen if "|" in str(spec) else told).add(field)
    return told, chosen


def test_german_and_english_say_the_same() -> None:
    for phrase in all_phrases():
        (german, german_choice), (english, english_choice) = fields_of(phrase.de), fields_of(phrase.en)
        assert german <= english | english_choice, phrase
        assert english <= german | german_choice, phrase
        assert phrase.de.strip() == phrase.de != ""
        assert phrase.en.strip() == phrase.en != ""
        assert phrase.de.endswith(".") == phrase.en.endswith("."), phrase


def reached(start: Iterable[object]) -> Iterator[object]:
    """Yield these objects and, recursively, the objects to which they lead.

    A function or class of `games` leads to all that its code names, and to its closure, attributes and bases. A
    mapping, list or tuple leads to its values.
    """
    waiting = list(start)
    seen: dict[int, object] = {}
    while waiting:
        each = inspect.unwrap(each) if callable(each := waiting.pop()) else each
        if id(each) in seen:
            continue
        seen[id(each)] = each  # kept, so that no other object gets its id
        yield each
        ours = (getattr(each, "__module__", "") or "").startswith("games.")
        match each:
            case FunctionType() if ours:
                names = set(names_in(each.__code__))
                used = [each.__globals__[name] for name in names if name in each.__globals__]
                modules = [one for one in used if isinstance(one, ModuleType) and one.__name__.startswith("games.")]
                waiting += [getattr(module, name) for module in modules for name in names if hasattr(module, name)]
                waiting += [*used, *(cell.cell_contents for cell in each.__closure__ or ())]
            case type() if ours:
                waiting += [*vars(each).values(), *each.__bases__]
            case MethodType():
                waiting += [each.__func__, type(each.__self__)]
            case property():
                waiting.append(each.fget)
            case classmethod() | staticmethod():
                waiting.append(each.__func__)
            case Mapping():
                waiting += each.values()
            case list() | tuple():
                waiting += each


def names_in(code: CodeType) -> Iterator[str]:
    yield from code.co_names
    for inner in code.co_consts:
        if isinstance(inner, CodeType):
            yield from names_in(inner)


def test_every_sentence_has_a_case() -> None:
    """Each problem, line, ruling and reason that a game can give is given in at least one case."""
    told_by_the_commands = {"not_utf8", "nested_too_deep"}
    said = {code for slug, case in cases() if "deck" not in case for code, _ in sentences(run(slug, case), "en")}
    said |= {code for _, case in cases() for code in case.get("rulings", "").split()}
    said |= {each.code for slug, case in cases() if slug and "said" in case for each in in_words(slug, case)}
    # The sentences of forms and of dealing are not reached from here; the tests of the pages cover them.
    start: list[object] = [score_text, judge_text, Engine]
    for game in all_games().values():
        for seats in game.seats:
            table = game.table(tuple("ABCDEFGH"[:seats]), game.options())
            start += [type(rule) for rule in game.options.rules().values()]
            start += [kind.score for kind in game.kinds(table).values()]
            start += [game.judge(table, "H"), game.duty(table, "H")] if table.deck else []
    spoken = {each.code for each in reached(start) if isinstance(each, Phrase) and is_sentence(each)}
    assert spoken - said - told_by_the_commands == set()
