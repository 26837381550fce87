"""The programs of `make bench` run: no test checks their figures, but a broken program is noticed here."""

import json
import subprocess
import sys
from pathlib import Path

import pytest

from bench import audit, engine

PROGRAMS = sorted(path.stem for path in Path(engine.__file__).parent.glob("[a-z]*.py"))


# Each as a process of its own, of one that has imported what they import: that takes longer than all the rest.
_SAY_HOW = """
import gc, importlib, json, os, runpy, sys
folder, *programs = sys.argv[1:]
for program in programs:
    importlib.import_module(f"bench.{program}")
gc.freeze()
ended = {}
for program in programs:
    if not (child := os.fork()):
        os.dup2(os.open(f"{folder}/{program}", os.O_CREAT | os.O_WRONLY), sys.stdout.fileno())
        sys.argv, code = [program, "--help"], 1  # unless it ends itself
        del sys.modules[f"bench.{program}"]
        try:
            runpy.run_module(f"bench.{program}", run_name="__main__")
        except SystemExit as end:
            code = end.code or 0
        finally:
            sys.stdout.flush()
            os._exit(code)
    ended[program] = os.waitstatus_to_exitcode(os.waitpid(child, 0)[1])
print(json.dumps(ended))
"""


@pytest.fixture(scope="module")
def used(tmp_path_factory):
    """Return the exit code and output of every program that was run with `--help`."""
    folder = tmp_path_factory.mktemp("used")
    asked = [sys.executable, "-c", _SAY_HOW, folder, *PROGRAMS]
    ended = json.loads(subprocess.run(asked, stdout=subprocess.PIPE, check=True).stdout)
    return {program: (ended[program], (folder / program).read_text()) for program in PROGRAMS}


@pytest.mark.slow
@pytest.mark.parametrize("program", PROGRAMS)
def test_every_program_says_how_it_is_used(used, program):
    code, said = used[program]
    assert code == 0
    assert "usage" in said


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
