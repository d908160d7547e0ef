"""docs/problems.md lists every problem code with an example, from the first case that has this problem.

    python -m tests.test_problem_codes

updates the list.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator
from importlib import import_module
from pathlib import Path
from pkgutil import iter_modules

import pytest

from games import kernel, score_file
from games.registry import open_games
from games.score_file import PlacedProblem, score_text, unreadable

from .test_cases import OF_THE_TREE, cases, phrases_in, run

SHARED = (kernel, score_file)
PAGE = Path(__file__).parent.parent / "docs" / "problems.md"
BEGIN = "<!-- python -m tests.test_problem_codes writes what follows -->\n\n"


def placed_problems() -> Iterator[tuple[str, PlacedProblem]]:
    """Yield (slug, problem): first the problems of unreadable files, with the slug "", then those of all cases by slug."""
    found = [unreadable("No such file or directory")]
    for text in (b"\xff", "[" * 100_000):
        found += score_text(text).problems
    yield from (("", each) for each in found)
    told = {"", *OF_THE_TREE, *open_games()}
    for slug, case in sorted(
        (each for each in cases() if "deck" not in each[1] and each[0] in told), key=lambda each: each[0]
    ):
        yield from ((slug, each) for each in run(slug, case).problems)


def shared_codes() -> set[str]:
    """Return the codes of the phrases in games/kernel and games/score_file, which belong to no single game."""
    modules = [f"{package.__name__}.{each.name}" for package in SHARED for each in iter_modules(package.__path__)]
    values = [value for module in modules for value in vars(import_module(module)).values()]
    return {phrase.code for value in values for phrase in phrases_in(value)}


def table() -> str:
    """Return the list of problem codes as a Markdown table."""
    examples: dict[str, PlacedProblem] = {}
    games_of: dict[str, list[str]] = defaultdict(list)
    for slug, found in placed_problems():
        examples.setdefault(found.problem.code, found)
        games_of[found.problem.code] += [slug] if slug else []
    shared = shared_codes()
    rows = ["| code | games | an example’s field | its text |", "| --- | --- | --- | --- |"]
    for code, found in sorted(examples.items()):
        told_in = "all" if code in shared else ", ".join(dict.fromkeys(games_of[code]))
        field = f"`{found.problem.field}`" if found.problem.field else ""
        rows.append(f"| `{code}` | {told_in} | {field} | {found.problem.text('en')} |")
    return "\n".join(rows) + "\n"


def test_every_problem_code_is_in_the_list(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("games.score_file.checking.all_games", lambda: OF_THE_TREE)
    assert PAGE.read_text("utf-8").partition(BEGIN)[2] == table(), "run python -m tests.test_problem_codes"


if __name__ == "__main__":
    head, begin, _ = PAGE.read_text("utf-8").partition(BEGIN)
    PAGE.write_text(head + begin + table(), "utf-8")
