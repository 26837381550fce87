"""The sheets that examples/league_night.py reads, and those it refuses before it calls the server."""

import runpy
from pathlib import Path
from uuid import UUID

import pytest

READ = runpy.run_path(str(Path(__file__).parents[2] / "examples/league_night.py"))["read"]
TOURNAMENT = str(UUID(int=40))


@pytest.fixture
def read(tmp_path):
    def of(text):
        (tmp_path / "tables.csv").write_text(text, encoding="utf-8-sig")
        return READ(tmp_path / "tables.csv", TOURNAMENT)

    return of


def test_a_spreadsheet_may_have_blank_lines_and_empty_cells_at_the_end(read):
    tables, _ = read("name,first,second,third\n\nWindow,a,b,c\nDoor, d ,e,\n,,,\n")
    assert tables == [{"name": "Window", "account_ids": ["a", "b", "c"]}, {"name": "Door", "account_ids": ["d", "e"]}]


def test_the_same_sheet_has_the_same_request_id(read):
    first, second = "name,first,second\nWindow,a,b\n", "name,first,second\nWindow,b,a\n"
    assert read(first)[1] == read(first)[1] != read(second)[1]


@pytest.mark.parametrize(
    ("text", "place"),
    [
        ("", "line 1:"),
        ("Window,a,b\n", "line 1:"),
        ("name,first,second,start\nWindow,a,b,2026-11-27T19:00Z\n", "line 1:"),
        ("name,first,second\n\n", "no tables"),
        ("name,first,second\nWindow,a,b\n\n,c,d\n", "line 4:"),
        ("name,first,second\nWindow,a,\n", "line 2:"),
        ("name,first,second,third\nWindow,a,,c\n", "line 2:"),
        ("name,first,second\nWindow,a,b,c\n", "line 2:"),
        ("name;first;second\nWindow;a;b\n", "line 1:"),
    ],
)
def test_a_wrong_sheet_is_refused_with_its_line(read, text, place):
    with pytest.raises(SystemExit, match=place):
        read(text)
