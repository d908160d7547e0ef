"""Breaks the core in small ways, one after the other, and tells what no test sees (`make mutants`).

    python -m tests.mutants [part | path | path::function]…

A run writes what it has judged to the file that JUDGED names, and goes on from there if it was broken off: killed
mutants have a `+`, the others a `-`. Take out the lines with a `-` to try those again.

Every test of a part is run once; from then on it is known which lines it runs. For each mutant the process is forked: the
child has the mutant's code in the functions that it has changed, and runs the tests that come to its line until one
fails: first those that others of the function died of, then one case of every test, the quickest first, then a second
one. Statements outside of functions are not touched, nor are texts.
"""

from __future__ import annotations

import ast
import copy
import functools
import gc
import importlib
import os
import resource
import shutil
import signal
import sys
import time
from collections import Counter, defaultdict
from collections.abc import Callable, Iterator
from pathlib import Path
from random import Random
from types import CodeType, FunctionType
from typing import Any, NamedTuple

import pytest
from _pytest.runner import runtestprotocol

HERE = Path(__file__).parent.parent
WANTED = 0.9
# For each mutant: tests that take so many seconds altogether without it, and never fewer than so many tests.
SECONDS, TESTS = 10, 50
# Of a mutant, in bytes: one that never ends may collect more and more.
MEMORY = 2 << 30

RULES = ["tests/test_cases.py"]
PARTS = {
    "scoring": (["games/*/scoring.py"], [*RULES, "games"]),
    "engine": (
        ["games/kernel/engine.py", "games/money.py"],
        [*RULES, "tests/test_engine.py", "tests/test_settling.py"],
    ),
    "money": (
        ["scorekeeper/money/ledger.py", "scorekeeper/money/models.py"],
        [
            "scorekeeper/money",
            "scorekeeper/exchange/tests/test_long_files.py",
            "scorekeeper/history/tests/test_forgetting.py",
            "scorekeeper/nights/tests/test_begun_by_mistake.py",
        ],
    ),
    "access": (
        ["scorekeeper/people/access.py", "scorekeeper/nights/access.py"],
        [
            "scorekeeper/people",
            "scorekeeper/nights/tests/test_whose_phone.py",
            "scorekeeper/nights/tests/test_other_rules.py",
            "scorekeeper/nights/tests/test_begun_by_mistake.py",
            "scorekeeper/pad/tests/test_pad.py",
            "scorekeeper/sending",
            "games/rufmariasch/tests/test_entering.py::test_the_group_chooses_its_faces",
            "tests/test_access.py",
            "tests/test_hostile.py",
            "tests/test_queries.py",
        ],
    ),
    "once": (
        ["scorekeeper/nights/models/entry.py", "scorekeeper/nights/models/match.py", "scorekeeper/sending/*.py"],
        [
            "scorekeeper/entry/tests/test_entering.py",
            "scorekeeper/entry/tests/test_helping.py",
            "scorekeeper/nights",
            "scorekeeper/sending",
            "scorekeeper/tricks",
            "scorekeeper/exchange/tests/test_exchange.py",
            "scorekeeper/exchange/tests/test_copy.py",
            "scorekeeper/pad/tests/test_ending.py",
            "scorekeeper/pad/tests/test_piles.py",
            "tests/test_queries.py",
        ],
    ),
    "ratings": (
        ["scorekeeper/history/ratings.py", "scorekeeper/history/models/ladders.py"],
        ["scorekeeper/history", "scorekeeper/exchange/tests/test_long_files.py"],
    ),
}


# What is changed

OTHER: dict[type, type] = {
    ast.Eq: ast.NotEq,
    ast.NotEq: ast.Eq,
    ast.Lt: ast.LtE,
    ast.LtE: ast.Lt,
    ast.Gt: ast.GtE,
    ast.GtE: ast.Gt,
    ast.In: ast.NotIn,
    ast.NotIn: ast.In,
    ast.Is: ast.IsNot,
    ast.IsNot: ast.Is,
    ast.And: ast.Or,
    ast.Or: ast.And,
    ast.Add: ast.Sub,
    ast.Sub: ast.Add,
    ast.Mult: ast.Add,
    ast.FloorDiv: ast.Mult,
    ast.Div: ast.Mult,
    ast.Mod: ast.FloorDiv,
    ast.BitAnd: ast.BitOr,
    ast.BitOr: ast.BitAnd,
    ast.BitXor: ast.BitOr,
    ast.LShift: ast.RShift,
}
NAMES = {"min": "max", "max": "min", "any": "all", "all": "any"}
TEXTS = {"_", "gettext", "ngettext", "pgettext", "cast", "Phrase", "Reason", "BadRequest", "Http404", "ValueError"}


class Site(NamedTuple):
    """A node in its place: an attribute of its parent, or an element of a list there."""

    parent: ast.AST
    name: str
    index: int | None
    node: ast.AST
    statement: ast.stmt
    function: str


def sites(tree: ast.AST) -> Iterator[Site]:
    """Every node in the body of a function, in the order of the source."""

    def inside(parent: ast.AST, statement: ast.stmt | None, function: str) -> Iterator[Site]:
        for name, value in ast.iter_fields(parent):
            if name in ("annotation", "returns", "decorator_list", "args", "type_params") and not isinstance(
                parent, ast.Call
            ):
                continue
            for index, node in enumerate(value) if isinstance(value, list) else [(None, value)]:
                if not isinstance(node, ast.AST):
                    continue
                its = node if isinstance(node, ast.stmt) else statement
                if function and its is not None and not is_text(parent, node):
                    yield Site(parent, name, index, node, its, function)
                if is_text(parent, node) or isinstance(node, ast.JoinedStr):
                    continue
                where = function
                if isinstance(node, ast.FunctionDef | ast.ClassDef) and node.name in ("__str__", "__repr__", "Meta"):
                    continue
                if isinstance(node, ast.FunctionDef):
                    where = f"{function}.{node.name}".lstrip(".")
                elif isinstance(node, ast.Lambda):
                    where = function or "lambda"
                elif isinstance(node, ast.ClassDef):
                    where = ""
                yield from inside(node, its, where)

    return inside(tree, None, "")


def is_text(parent: ast.AST, node: ast.AST) -> bool:
    """A docstring, or what is said to people."""
    if isinstance(parent, ast.Expr):
        return isinstance(node, ast.Constant)
    called = parent.func if isinstance(parent, ast.Call) else None
    return isinstance(called, ast.Name) and called.id in TEXTS and node is not called


def variants(site: Site) -> list[ast.AST | None]:
    """What may stand in this place instead; None: nothing."""
    node, made = site.node, []

    def like(**fields: Any) -> ast.AST:
        other = copy.copy(node)
        for name, value in fields.items():
            setattr(other, name, value)
        return other

    match node:
        case (
            ast.Compare(ops=[operator]) | ast.BoolOp(op=operator) | ast.BinOp(op=operator) | ast.AugAssign(op=operator)
        ):
            other = OTHER.get(type(operator))
            if other and not (isinstance(node, ast.BinOp) and isinstance(node.left, ast.Constant | ast.JoinedStr)):
                made.append(like(ops=[other()]) if isinstance(node, ast.Compare) else like(op=other()))
        case ast.UnaryOp(op=ast.Not() | ast.USub()):
            made.append(node.operand)
        case ast.Constant(value=bool()):
            made.append(like(value=not node.value))
        case ast.Constant(value=int()):
            made.append(like(value=node.value + 1))
        case ast.Constant(value=str()) if node.value:
            made.append(like(value="XX" + node.value))
        case ast.Name(id=name) if name in NAMES and isinstance(site.parent, ast.Call):
            made.append(like(id=NAMES[name]))
        case ast.keyword(arg=str()):
            made.append(None)
        case ast.Return(value=ast.expr()) if not isinstance(node.value, ast.Constant):
            made.append(never(node, ast.Return(ast.Constant(None))))
        case ast.Continue():
            made.append(ast.Break())
        case ast.Break():
            made.append(ast.Continue())
        case ast.Expr(value=ast.Call()) | ast.Raise() | ast.Assign(targets=[ast.Attribute() | ast.Subscript()]):
            made.append(never(node))
    if isinstance(node, ast.AugAssign):
        made.append(never(node))
    tested = (site.name == "test" and isinstance(site.parent, ast.If | ast.IfExp | ast.While)) or site.name == "ifs"
    if tested and not (isinstance(node, ast.UnaryOp | ast.Compare) and made):
        made.append(ast.UnaryOp(ast.Not(), node))
    return [ast.copy_location(each, node) if each else None for each in made]


def never(statement: ast.stmt, *instead: ast.stmt) -> ast.stmt:
    """It is not done, but still names what the function has from around it, such as the class of `super()`."""
    return ast.If(ast.Constant(0), [statement], [*instead])


class Mutant(NamedTuple):
    path: str
    place: int  # of its site
    variant: int
    function: str
    lines: range
    text: str

    def code(self) -> list[CodeType]:
        tree = ast.parse((HERE / self.path).read_text("utf-8"))
        site = list(sites(tree))[self.place]
        put(site, variants(site)[self.variant])
        ast.fix_missing_locations(tree)
        return list(codes(compile(tree, HERE / self.path, "exec", dont_inherit=True)))


def put(site: Site, other: ast.AST | None) -> None:
    if site.index is None:
        setattr(site.parent, site.name, other)
    elif other is None:
        del getattr(site.parent, site.name)[site.index]
    else:
        getattr(site.parent, site.name)[site.index] = other


def mutants(path: str) -> Iterator[Mutant]:
    tree = ast.parse((HERE / path).read_text("utf-8"))
    for place, site in enumerate(sites(tree)):
        for number, other in enumerate(variants(site)):
            first, last = site.statement.lineno, site.statement.end_lineno or 0
            if body := getattr(site.statement, "body", None):
                last = max(first, body[0].lineno - 1)
            before = ast.unparse(site.node)
            after = "nothing" if other is None or isinstance(other, ast.If) else ast.unparse(other)
            line = getattr(site.node, "lineno", first)
            text = f"{path}:{line} {site.function}: {before} → {after}"
            yield Mutant(path, place, number, site.function, range(first, last + 1), text)


def codes(code: CodeType) -> Iterator[CodeType]:
    yield code
    for each in code.co_consts:
        if isinstance(each, CodeType):
            yield from codes(each)


# How it is tried


class Run:
    """A pytest plugin that runs the tests once, and then again for each mutant."""

    def __init__(self, paths: list[str], only: list[str]) -> None:
        self.paths, self.only = paths, only
        self.tests: dict[tuple[str, int], set[int]] = defaultdict(set)  # those that come to a line
        self.now = -1
        self.cases: list[int] = []  # which case of its function each test is
        self.killers: dict[str, Counter[int]] = defaultdict(Counter)  # the tests, by function
        self.share: dict[str, tuple[int, int]] = {}
        self.judged = Path(os.environ.get("JUDGED", os.devnull))
        self.before = set(self.judged.read_text("utf-8").splitlines())

    def pytest_configure(self) -> None:
        from hypothesis import Phase, settings

        phases = [Phase.explicit, Phase.generate]  # what fails need not be made smaller
        settings.register_profile("quick", settings(), phases=phases, database=None, derandomize=True)
        settings.load_profile("quick")

    def pytest_runtestloop(self, session: pytest.Session) -> bool:
        from django.db import connection

        self.capture = session.config.pluginmanager.getplugin("capturemanager")
        self.names = {str(HERE / path): path for path in self.paths}
        for path in self.paths:
            importlib.import_module(path.removesuffix(".py").replace("/", "."))
        alive = gc.get_objects()
        self.functions = [
            each for each in alive if isinstance(each, FunctionType) and each.__code__.co_filename in self.names
        ]
        self.cached = [each for each in alive if isinstance(each, functools._lru_cache_wrapper)]
        del alive
        self.watch()
        self.seconds = [self.passes(item) for item in session.items]
        cases = Counter[str]()
        for item in session.items:
            name, _, _ = item.nodeid.partition("[")
            self.cases.append(cases[name])
            cases[name] += 1
        sys.monitoring.free_tool_id(sys.monitoring.PROFILER_ID)
        session._setupstate.teardown_exact(session)
        connection.close()
        gc.freeze()
        self.say(f"\n{len(session.items)} tests in {sum(self.seconds):.0f} s")
        for path in self.paths:
            found = [each for each in mutants(path) if self.is_meant(each)]
            Random(path).shuffle(found)  # those of a run that was broken off are a sample
            killed = 0
            for tried, each in enumerate(found, 1):
                killed += (dies := self.judge(each, session.items))
                if not dies:
                    self.say(f"  {killed}/{tried} {each.text}")
            self.share[path] = killed, len(found)
            self.say(f"{path}: {killed} of {len(found)} die")
        return True

    def say(self, text: str) -> None:
        with self.capture.global_and_fixture_disabled():
            print(text, flush=True)

    def is_meant(self, mutant: Mutant) -> bool:
        names = [each.partition("::") for each in self.only]
        return not names or any(path == mutant.path and name in ("", mutant.function) for path, _, name in names)

    def watch(self) -> None:
        """Notes from now on which test comes to which line."""
        watching = sys.monitoring
        watching.use_tool_id(watching.PROFILER_ID, "mutants")

        def seen(code: CodeType, line: int) -> Any:
            self.tests[self.names[code.co_filename], line].add(self.now)
            return watching.DISABLE

        def begun(code: CodeType, offset: int) -> Any:  # a function of one line has no event for it
            return seen(code, code.co_firstlineno)

        watching.register_callback(watching.PROFILER_ID, watching.events.LINE, seen)
        watching.register_callback(watching.PROFILER_ID, watching.events.PY_START, begun)
        for function in self.functions:
            for code in codes(function.__code__):
                watching.set_local_events(watching.PROFILER_ID, code, watching.events.LINE | watching.events.PY_START)

    def passes(self, item: pytest.Item) -> float:
        """The seconds of the processor that it takes; too many where it does not pass."""
        self.now += 1
        self.forget(lambda code: code.co_filename in self.names)
        sys.monitoring.restart_events()
        before = time.process_time()
        reports = runtestprotocol(item, log=False, nextitem=item.session)
        if any(report.failed for report in reports):
            self.say(f"left out, it fails: {item.nodeid}")
            return float("inf")
        return time.process_time() - before

    def chosen(self, mutant: Mutant) -> list[int]:
        coming = set().union(*(self.tests.get((mutant.path, line), ()) for line in mutant.lines))
        killers = self.killers[mutant.path + mutant.function]
        chosen, seconds = [], 0.0
        for each in sorted(coming, key=lambda each: (-killers[each], self.cases[each], self.seconds[each])):
            seconds += self.seconds[each]
            if seconds == float("inf") or (seconds > SECONDS and len(chosen) >= TESTS):
                break
            chosen.append(each)
        return chosen

    def judge(self, mutant: Mutant, items: list[pytest.Item]) -> bool:
        line = f"{mutant.place}.{mutant.variant} {mutant.text}".replace("\n", " ")
        if f"+{line}" in self.before or f"-{line}" in self.before:
            return f"+{line}" in self.before
        dies = self.dies(mutant, items)
        with self.judged.open("a", encoding="utf-8") as file:
            file.write(f"{'+' if dies else '-'}{line}\n")
        return dies

    def dies(self, mutant: Mutant, items: list[pytest.Item]) -> bool:
        chosen = self.chosen(mutant)
        child = os.fork()
        if not child:
            os._exit(self.child(mutant, {each: items[each] for each in chosen}))
        until = time.monotonic() + 30 + 10 * sum(self.seconds[each] for each in chosen)
        done, status = os.waitpid(child, os.WNOHANG)
        while not done and time.monotonic() < until:
            time.sleep(0.01)
            done, status = os.waitpid(child, os.WNOHANG)
        if not done:
            os.kill(child, signal.SIGKILL)
            os.waitpid(child, 0)
        if done and 0 < (killer := os.waitstatus_to_exitcode(status)) <= len(chosen):
            self.killers[mutant.path + mutant.function][chosen[killer - 1]] += 1
        return not done or status != 0

    def child(self, mutant: Mutant, items: dict[int, pytest.Item]) -> int:
        from django.db import connection

        resource.setrlimit(resource.RLIMIT_AS, (MEMORY, MEMORY))
        quiet = os.open(os.devnull, os.O_WRONLY)
        os.dup2(quiet, 1)
        os.dup2(quiet, 2)
        database = connection.settings_dict
        if Path(str(database["NAME"])).exists():  # each its own
            own = f"{database['NAME']}.mutant"
            shutil.copyfile(database["NAME"], own)
            database["NAME"] = own
        try:
            self.swap(mutant)
        except Exception:
            return 255
        for number, (each, item) in enumerate(items.items(), 1):
            signal.setitimer(signal.ITIMER_PROF, 3 + 5 * self.seconds[each])  # of the processor: else it is killed
            if any(report.failed for report in runtestprotocol(item, log=False, nextitem=item.session)):
                return min(number, 255)
        return 0

    def swap(self, mutant: Mutant) -> None:
        """Puts the mutant's code into the functions that are there."""
        path = str(HERE / mutant.path)
        new = {(code.co_qualname, code.co_firstlineno): code for code in mutant.code()}
        for function in self.functions:
            code = function.__code__
            other = new.get((code.co_qualname, code.co_firstlineno)) if code.co_filename == path else None
            if other and len(other.co_freevars) == len(code.co_freevars):
                function.__code__ = other
        changed = set(new.values())
        self.forget(changed.__contains__)

    def forget(self, which: Callable[[CodeType], bool]) -> None:
        """What was put together once by functions with such code."""
        for cached in self.cached:
            if (code := getattr(cached.__wrapped__, "__code__", None)) and which(code):
                cached.cache_clear()


def main(arguments: list[str]) -> int:
    fine = True
    for name, (patterns, tests) in PARTS.items():
        paths = [str(path.relative_to(HERE)) for pattern in patterns for path in sorted(HERE.glob(pattern))]
        only = [] if name in arguments or not arguments else [a for a in arguments if a.partition("::")[0] in paths]
        if arguments and name not in arguments and not only:
            continue
        paths = [path for path in paths if not only or any(each.startswith(path) for each in only)]
        if os.fork() == 0:
            run = Run(paths, only)
            options = ["-m", "not browser and not server", "-n", "0", "-p", "no:cacheprovider", "--no-header"]
            pytest.main([*options, *tests], plugins=[run])
            killed, total = (sum(each) for each in zip(*run.share.values(), strict=True))
            print(f"{name}: {killed} of {total} die, {killed / max(total, 1):.0%}", flush=True)
            sys.exit(killed < WANTED * total)
        fine = os.wait()[1] == 0 and fine
    return 0 if fine else 1


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
