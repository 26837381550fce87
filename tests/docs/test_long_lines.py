"""No line that a person writes is longer than 120 columns.

Data and generated files are exempt: JSON, catalogues of texts, rows of Markdown tables, texts of the page, `EXEMPT`
and `WHOLE`. ruff holds Python.
"""

import re

import pytest

from services.texts.catalogues import GENERAL, texts
from tests.tracked import ROOT, tracked

COLUMNS = 120
EXEMPT = re.compile(
    r"docs/reference/|docs/index\.md|turnledger/v1/|tests/golden/|uv\.lock|.*/vendor/|proto/contract\.d\.ts"
    r"|deploy/kubernetes/monitoring/rules\.yaml"
    r"|tests/mutants/equivalent\.toml"  # lines of code as they are
    r"|docs/rules/"  # a rule is a line, which tests read
    r"|services/store/migrations/"  # applied as they are
    r"|.*\.py$"  # held by ruff, which lets a pragma pass
    r"|.*\.(json|jsonl|po|pot|svg|png|sum|lock|golden|tsv|txt)$"
)
WHOLE = re.compile(
    r'\s*"[0-9a-f]+",?'  # a test vector
    r'|\s*(\w+: )?"?\w+://[^"\s]+"?,?'  # an address
    r'|\s*\{"\w+": [^()]*\},?'  # test vectors in JSON
    r'|[A-Z_]+="[^"]*://[^"]*"'  # addresses in a setting
    r"|\s*`[^`]+`"  # inline code, which Markdown cannot break
    r"|.*archive_command ?= ?.*"  # a setting of PostgreSQL, which takes no line break
)


def long_lines() -> list[tuple[str, int]]:
    """Return each place: the path and the line number."""
    return [
        (path, number)
        for path in tracked()
        if not EXEMPT.match(path)
        for number, line in enumerate(text_of(path).splitlines(), 1)
        if len(line) > COLUMNS and not is_data(path, line)
    ]


def text_of(path: str) -> str:
    """Return the text of a file, empty for binary and deleted files."""
    try:
        return (ROOT / path).read_text("utf-8")
    except (UnicodeDecodeError, FileNotFoundError):
        return ""


def is_data(path: str, line: str) -> bool:
    """Return whether a line cannot be broken: `WHOLE`, a row of a table, or a text that is a key of the catalogue."""
    if WHOLE.fullmatch(line):
        return True
    if path.endswith(".md"):
        return line.lstrip().startswith("|")
    literal = re.fullmatch(r'\s*"([^"\\]*)",?', line)
    return path.endswith(".js") and literal is not None and literal[1] in texts(GENERAL, "en")


def test_no_line_is_longer_than_120_columns():
    assert [f"{path}:{number}" for path, number in long_lines()] == []


def test_only_rows_of_tables_are_data_in_markdown():
    assert is_data("docs/a.md", "| a | b |")
    assert not is_data("docs/a.md", "a | b")
    assert not is_data("a.py", "| b")


@pytest.mark.parametrize(
    ("line", "is_whole"),
    [
        ('    "0af9",', True),
        ('    check("0af9"),', False),
        ('    "0afg",', False),
        ('  value: "postgresql://user@host/base?a=b"', True),
        ("https://example.org/a", True),
        ("See https://example.org/a", False),
        ('  - "archive_command=cp %p /wal/%f"', True),
        ("archive_command = 'cp %p /wal/%f'", True),
        ('STORE="postgresql://one postgresql://two"', True),
        ('STORE="sqlite:///games.db" turnledger serve', False),
        ("  `ACL SETUSER turnledger on`", True),
        ("See `ACL` and `SETUSER`", False),
        ('  {"seed": "00", "is": 1},', True),
        ("The setting archive_command copies a segment.", False),
    ],
)
def test_only_what_cannot_be_broken_is_whole(line, is_whole):
    assert is_data("a", line) == is_whole


def test_only_whole_texts_of_the_catalogue_are_data_in_scripts():
    text = next(text for text in texts(GENERAL, "en") if len(text) > COLUMNS and '"' not in text)
    assert is_data("clients/web/a.js", f'    "{text}",')
    assert not is_data("clients/web/a.js", f'    tell("{text}");')
    assert not is_data("clients/web/a.js", f'    "{text}?",')
