"""A finished game as a table for spreadsheets."""

import csv
import io
import json

from typer.testing import CliRunner

from services.cli.main import app
from tests.domain.history.golden import FOLDER

FILE = str(FOLDER / "power_grid.jsonl")


def run(*words):
    return CliRunner().invoke(app, ["figures", *words])


def test_a_line_of_the_csv_is_a_seat_in_a_round_and_the_headings_are_in_the_language_asked_for():
    english, russian = (run(FILE, "--csv", "--lang", each) for each in ("en", "ru"))
    rows = list(csv.DictReader(io.StringIO(english.stdout)))
    assert list(rows[0])[:6] == ["Round", "Seat", "Player", "Cities", "Money", "Cities powered"]
    assert list(rows[0])[6:] == ["Income", "Paid for plants", "Paid for fuel", "Paid for cities"]
    assert all(int(row["Paid for fuel"]) >= 0 for row in rows)
    assert "Уплачено за топливо" in russian.stdout.splitlines()[0]
    assert len(russian.stdout.splitlines()) == len(english.stdout.splitlines()) == len(rows) + 1
    told = json.loads(run(FILE, "--json").stdout)
    assert len(told["rounds"]) == len(rows)
    assert told["leads"][0]["version"] < told["leads"][-1]["version"]
