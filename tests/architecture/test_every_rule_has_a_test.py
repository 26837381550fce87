"""Rules, examples and decisions of docs/rules/ have tests that name them, and a refusal names a rule that lists it."""

import ast
import re
from collections.abc import Iterator
from functools import cache
from itertools import product
from pathlib import Path

import pytest

from domain import catalogue
from domain.club.messages import EVENTS as CLUB_EVENTS
from domain.table.messages import TABLE_EVENTS
from domain.tournament.messages import EVENTS

ROOT = Path(__file__).parents[2]
PAGES = {page.stem: page.read_text() for page in sorted((ROOT / "docs/rules").glob("*.md"))}
ITEM = re.compile(r"^#### (\S+) · .*\n((?:(?!#).*\n)*)", re.MULTILINE)
ROW = re.compile(r"^\| ((?:TB|EV|CL|EX|DEC)-[A-Z0-9-]*\d+) \|(.*)$", re.MULTILINE)
CODE = re.compile(r"`([A-Z][A-Z0-9_]+)`")
CODE_ROW = re.compile(r"^\| (`[A-Z0-9_]+`(?:, `[A-Z0-9_]+`)*) \| .* \|$", re.MULTILINE)
MARK = re.compile(r"^[^#\n]*\bpytest\.mark\.rule\(([^)]*)\)", re.MULTILINE)
ID = re.compile(r'"([^"]+)"')
WRITTEN = re.compile(r'"([A-Z][A-Z0-9_]+)"')
TITLES = [name for name in catalogue.TITLES if name != "demo"]
OF_THE_TABLE = {"GAME_NOT_STARTED", "GAME_ALREADY_STARTED", "NOT_A_PLAYER", "VERSION_CONFLICT"}
"""Given around a game: by its table (docs/rules/table.md), or by the server before any rule is asked."""

ITEMS = {found: text for page in PAGES.values() for pattern in (ITEM, ROW) for found, text in pattern.findall(page)}
SOURCES = {path: path.read_text() for path in sorted((ROOT / "domain").rglob("*.py"))}


def ids_with_a_test() -> set[str]:
    sources = (path.read_text() for path in (ROOT / "tests").rglob("test_*.py"))
    return {rule for source in sources for marked in MARK.findall(source) for rule in ID.findall(marked)}


def strings(expression: ast.expr) -> Iterator[str]:
    """The possible values of an expression, as far as they are written here."""
    for part in (expression.body, expression.orelse) if isinstance(expression, ast.IfExp) else (expression,):
        if isinstance(part, ast.Constant) and isinstance(part.value, str):
            yield part.value


@cache
def refusals() -> tuple[tuple[str, str, str], ...]:
    """Place, code and rule of every refusal that names both directly."""
    found: list[tuple[str, str, str]] = []
    for path, source in SOURCES.items():
        for node in ast.walk(ast.parse(source)):
            if isinstance(node, ast.Call) and isinstance(node.func, ast.Name) and node.func.id == "Refused":
                where = f"{path.relative_to(ROOT)}:{node.lineno}"
                found += [(where, code, rule) for code, rule in product(*map(strings, node.args[:2]))]
    return tuple(found)


def test_the_catalogue_is_read():
    assert len(ITEMS) > 600
    assert len(refusals()) > 150


def test_every_id_of_the_catalogue_has_a_test_and_tests_name_no_other():
    assert sorted(ITEMS.keys() ^ ids_with_a_test()) == []


def test_every_refusal_names_a_rule_that_lists_its_code():
    wrong = [each for each in refusals() if each[1] not in CODE.findall(ITEMS.get(each[2], ""))]
    assert wrong == []


@pytest.mark.parametrize("page", TITLES)
def test_every_reason_code_of_a_catalogue_is_given_by_something(page):
    codes = {code for row in CODE_ROW.findall(PAGES[page]) for code in CODE.findall(row)}
    written = {code for source in SOURCES.values() for code in WRITTEN.findall(source)}
    assert codes
    assert sorted(codes - written - OF_THE_TABLE) == []


def test_every_event_names_rules_of_the_catalogue():
    types = [
        *TABLE_EVENTS,
        *EVENTS,
        *CLUB_EVENTS,
        *(kind for name in TITLES for kind in catalogue.TITLES[name].variants[0].decider({}, 2).event_types),
    ]
    assert all(event_type.rules for event_type in types)
    assert {rule for event_type in types for rule in event_type.rules} <= ITEMS.keys()
