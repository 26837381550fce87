"""The notebook of ten questions, on a dataset of games that bots played."""

import runpy
import subprocess
import sys
from pathlib import Path

import pytest
from typer.testing import CliRunner

from services.cli.main import app

ROOT = Path(__file__).parents[2]
NOTEBOOK = ROOT / "examples/commons.py"


@pytest.fixture(scope="module")
def dataset(tmp_path_factory):
    folder = tmp_path_factory.mktemp("commons")
    games = folder / "exported"
    for variant in ("power_grid/russia", "card_game"):
        words = ["simulate", variant, "--players", "3", "--games", "2", "--bots", "greedy,planner"]
        done = CliRunner().invoke(app, [*words, "--export", str(games)], env={"TURNLEDGER_KEYS": str(folder / "keys")})
        assert done.exit_code == 0, done.output
    words = ["dataset", "--from", str(games), "--to", str(folder / "set"), "--workers", "1"]
    assert CliRunner().invoke(app, words, env={"TURNLEDGER_KEYS": str(folder / "keys")}).exit_code == 0
    return folder / "set"


@pytest.mark.slow
def test_the_notebook_answers_ten_questions_and_draws_a_plot(dataset):
    questions = runpy.run_path(str(NOTEBOOK))["QUESTIONS"]
    assert len(questions) == 10
    command = [sys.executable, str(NOTEBOOK), "--dataset", str(dataset)]
    done = subprocess.run(command, capture_output=True, text=True, cwd=ROOT)
    assert done.returncode == 0, done.stderr
    assert all(f"\n{question}\n" in done.stdout for question in questions)
    assert "Empty DataFrame" not in done.stdout
    assert (dataset / "seats.svg").read_text().count("</svg>") == 1


@pytest.mark.slow
def test_answers_are_those_of_the_rows(dataset):
    commons = runpy.run_path(str(NOTEBOOK))
    games = commons["connect"](dataset)
    seats = games.sql(commons["QUESTIONS"]["Which seat wins how often?"]).fetchall()
    assert {(variant, players, seat) for variant, players, seat, *_ in seats} == {
        (variant, 3, seat) for variant in ("card_game", "power_grid/russia") for seat in range(3)
    }
    wins = games.sql("SELECT sum(won::int) FROM seats").fetchall()[0][0]
    assert round(sum(share * count for *_, share, _, count in seats)) == wins
    paid = games.sql(commons["QUESTIONS"]["What is a plant worth, by round?"]).fetchall()
    bought = games.sql("SELECT count(*) FROM events WHERE topic LIKE '%PlantBought/%'").fetchall()[0][0]
    assert sum(count for *_, count in paid) == bought > 0
