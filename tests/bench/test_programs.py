"""The programs of `make bench` run: figures are nobody's test, but a program that has broken is seen here."""

import subprocess
import sys
from pathlib import Path

import pytest

from bench import audit, engine

PROGRAMS = sorted(path.stem for path in Path(engine.__file__).parent.glob("[a-z]*.py"))


@pytest.mark.slow
@pytest.mark.parametrize("program", PROGRAMS)
def test_every_program_says_how_it_is_used(program):
    done = subprocess.run([sys.executable, "-m", f"bench.{program}", "--help"], capture_output=True, check=True)
    assert b"usage" in done.stdout


@pytest.mark.slow
def test_the_rules_are_measured(monkeypatch):
    monkeypatch.setattr(engine, "ROUNDS", 1)
    (speed,) = [each for each in engine.measure(["card_game"], ["random"], 1) if each.players == 2]
    assert min(speed.commands_per_s, speed.events_per_s) > 0


@pytest.mark.slow
async def test_histories_are_measured(monkeypatch, tmp_path):
    monkeypatch.setattr(audit, "ROUNDS", 1)
    figures = [
        *audit.verifying("card_game", 1, "random"),
        await audit.looking_back(str(tmp_path)),
        await audit.exporting(str(tmp_path), 1),
    ]
    assert all(figure.measured > 0 for figure in figures)
