"""Every rule, example and decision of docs/rules/ has a test that names it, or stands in docs/rules/not_built/."""

import re
from pathlib import Path

ROOT = Path(__file__).parents[2]
ROW = re.compile(r"^\| ((?:PG|RU|JP|IN|AU|RN|CG|CG2|C61|TB|EX|DEC)-[A-Z0-9-]*\d+) \|", re.MULTILINE)
MARK = re.compile(r"^[^#\n]*\bpytest\.mark\.rule\(([^)]*)\)", re.MULTILINE)
ID = re.compile(r'"([^"]+)"')


def catalogue_ids() -> set[str]:
    return {found for page in (ROOT / "docs/rules").glob("*.md") for found in ROW.findall(page.read_text())}


def not_built() -> set[str]:
    lines = [line for page in (ROOT / "docs/rules/not_built").glob("*.txt") for line in page.read_text().splitlines()]
    return {line.strip() for line in lines if line.strip() and not line.startswith("#")}


def ids_with_a_test() -> set[str]:
    sources = (path.read_text() for path in (ROOT / "tests").rglob("test_*.py"))
    return {rule for source in sources for marked in MARK.findall(source) for rule in ID.findall(marked)}


def test_the_catalogue_is_read():
    assert len(catalogue_ids()) > 400


def test_every_id_of_the_catalogue_has_a_test_or_is_listed_as_not_built():
    assert sorted(catalogue_ids() - ids_with_a_test() - not_built()) == []


def test_nothing_that_is_tested_is_still_listed_as_not_built():
    assert sorted(not_built() & ids_with_a_test()) == []


def test_tests_name_no_id_that_the_catalogue_does_not_have():
    assert sorted(ids_with_a_test() - catalogue_ids()) == []


def test_the_list_names_ids_of_the_catalogue():
    assert sorted(not_built() - catalogue_ids()) == []
