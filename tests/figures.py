"""Finds wrong figures in refusals that no test notices: `python -m pytest tests/domain -p tests.figures -n 0`.

Every test is repeated with one of its figures changed, as `bid=…` in `Refused("BID_NOT_HIGHER", …, bid=…)`, until a
repetition fails. Figures with which all repetitions passed, or that no test received, are listed at the end.
"""

import ast
import sys
import time
from collections.abc import Iterator
from functools import cache
from pathlib import Path
from typing import Any

import pytest

from domain.kernel.refused import Fact, Refused

ROOT = Path(__file__).parents[1]
LONGEST_S = 0.5
"""Tests that take more of the processor are not repeated: they play whole games."""
_OF_REFUSALS = {"Refusal", "Refused", "refusal", "refused", "refusing"}
Figure = tuple[str, str]
"""The place of the refusal, `file:line` of its call, and the name of the figure."""


def calls() -> Iterator[tuple[str, ast.Call]]:
    """Every `Refused(…)` of the domain, with its file."""
    for path in sorted((ROOT / "domain").rglob("*.py")):
        for node in ast.walk(ast.parse(path.read_text())):
            if isinstance(node, ast.Call) and isinstance(node.func, ast.Name) and node.func.id == "Refused":
                yield str(path), node


def changed(fact: Fact) -> Fact:
    match fact:
        case bool():
            return not fact
        case int():
            return fact + 1
        case str():
            return f"{fact}?"
        case tuple():
            return (*fact, "?")
    return "?"


class Figures:
    def __init__(self) -> None:
        self.places = {
            (file, line): f"{Path(file).relative_to(ROOT)}:{node.lineno}"
            for file, node in calls()
            for line in range(node.lineno, (node.end_lineno or node.lineno) + 1)
        }
        self.unnoticed: set[Figure] = {
            (self.places[file, node.lineno], each.arg) for file, node in calls() for each in node.keywords if each.arg
        }
        self.said: set[Figure] = set()
        self.wrong: Figure | None = None
        """Told wrongly at the moment."""
        self.took_s = 0.0

    def tell(self, caller: Any, facts: dict[str, Fact]) -> None:
        place = self.places.get((caller.f_code.co_filename, caller.f_lineno))
        if place is None:
            return
        self.said |= {(place, name) for name in facts}
        if self.wrong and self.wrong[0] == place and self.wrong[1] in facts:
            facts[self.wrong[1]] = changed(facts[self.wrong[1]])

    def goes_wrong(self, item: pytest.Item, figure: Figure | None) -> bool:
        self.wrong = figure
        try:
            item.runtest()
        except (Exception, pytest.fail.Exception):
            return True
        finally:
            self.wrong = None
        return False


@cache
def figures() -> Figures:
    """Made on first use: a test takes `calls` from here, and no test waits for more."""
    return Figures()


def pytest_sessionstart() -> None:
    plain = Refused.__init__

    def telling(self: Refused, code: str, rule: str, **facts: Fact) -> None:
        figures().tell(sys._getframe(1), facts)
        plain(self, code, rule, **facts)

    Refused.__init__ = telling  # type: ignore[method-assign]


def pytest_collection_modifyitems(items: list[pytest.Function]) -> None:
    """Tests about refusals first, then those next to them."""

    def place(item: pytest.Function) -> tuple[bool, bool]:
        return _OF_REFUSALS.isdisjoint(item.function.__code__.co_names), _OF_REFUSALS.isdisjoint(vars(item.module))

    items.sort(key=place)


@pytest.hookimpl(tryfirst=True)
def pytest_runtest_protocol() -> bool | None:
    """Once every figure is noticed, the remaining tests are skipped."""
    return None if figures().unnoticed else True


@pytest.hookimpl(wrapper=True)
def pytest_runtest_call() -> Iterator[None]:
    began = time.process_time()
    yield
    figures().took_s = time.process_time() - began


@pytest.hookimpl(wrapper=True)
def pytest_runtest_makereport(item: pytest.Item, call: pytest.CallInfo[None]) -> Iterator[None]:
    report = yield
    if call.when == "call" and call.excinfo is None and figures().took_s < LONGEST_S:
        said = sorted(figures().said & figures().unnoticed)
        if said and not figures().goes_wrong(item, None):  # it can be repeated
            figures().unnoticed -= {figure for figure in said if figures().goes_wrong(item, figure)}
    figures().said.clear()
    return report


def pytest_sessionfinish(session: pytest.Session) -> None:
    if figures().unnoticed:
        session.exitstatus = pytest.ExitCode.TESTS_FAILED


def pytest_terminal_summary(terminalreporter: Any) -> None:
    for place, name in sorted(figures().unnoticed):
        terminalreporter.write_line(f"unnoticed: {place} {name}")
