"""Breaks the product in places that the fixed plans run, and runs these plans: does the simulation notice?

    python -m tests.simulation.mutants [--count 200] [--seed 1] [--only TEXT]

The mutants are those of `tests/mutants`, of `services/` and `projections/`. Each is tried in a tree of links with the
plans that run its line, the shortest first. It is noticed if a plan finds something wrong, misses a state that its test
demands, fails, or needs more than CPU_S. Mutants of `tests/mutants/equivalent.toml` are left out. Exit code 1: more
than one in twenty was not noticed.
"""

import argparse
import os
import resource
import subprocess
import sys
import time
import tomllib
from collections import Counter
from random import Random

import msgspec
from coverage import Coverage
from msgspec import Struct

from tests.mutants.__main__ import EQUIVALENT, NOTICED, NOTICED_MIN, SURVIVED
from tests.mutants.places import ROOT, Mutant, Source
from tests.mutants.tree import Tree
from tests.simulation.faults import Plan
from tests.simulation.test_rooms import PLANS as PLANS_OF_ROOMS
from tests.simulation.test_rooms import STATES
from tests.simulation.test_seeds import LOSSY, OF_CLIENTS, SEATS_CHANGE, SEEDS, SLOW, short
from tests.simulation.world import run

PLANS = (*map(short, SEEDS), LOSSY, OF_CLIENTS, SEATS_CHANGE, SLOW, *PLANS_OF_ROOMS)
PACKAGES = ("projections", "services")
CPU_S, PATIENCE_S = 60, 1800
TREE = 1000


class Covered(Struct):
    """A plan, the seconds that it takes, and the lines that it runs of each file."""

    plan: Plan
    seconds: float
    lines: dict[str, set[int]]


class PlanTree(Tree):
    """Tries mutants with plans in place of tests."""

    def check(self, plans: list[str]) -> None:
        """Raise an error if the plans find something without a mutant."""
        if found := self._run(plans, PATIENCE_S):
            raise SystemExit(f"the plans find something without a mutant: {found}")

    def _run(self, tests: list[str], limit_s: float) -> str | None:
        environment = {**os.environ, "PYTHONPATH": str(self._path), "PYTHONHASHSEED": "0"}
        ran = subprocess.run(
            [sys.executable, "-m", "tests.simulation.mutants", "--plans", *tests],
            cwd=self._path,
            env=environment,
            capture_output=True,
            text=True,
            timeout=limit_s,
            check=False,
        )
        lines = (ran.stdout.strip() or ran.stderr.strip() or "killed").splitlines()
        return lines[-1][:200] if ran.returncode else ""


def cover(plan: Plan) -> Covered:
    """Run a plan and note the lines of the product that it runs."""
    coverage = Coverage(data_file=None, source=[str(ROOT / each) for each in PACKAGES])
    began_s = time.process_time()
    with coverage.collect():
        outcome = run(plan)
    assert not outcome.faults, outcome.faults
    data = coverage.get_data()
    lines = {file.removeprefix(f"{ROOT}/"): set(data.lines(file) or ()) for file in data.measured_files()}
    return Covered(plan, time.process_time() - began_s, lines)


def drawn(covered: list[Covered], count: int, seed: int, only: str) -> list[Mutant]:
    """Draw mutants of lines that a plan runs, each as likely as any other."""
    files = sorted({file for each in covered for file in each.lines if only in file})
    every = [mutant for file in files for mutant in Source(file).mutants() if _plans(covered, mutant)]
    equivalent = tomllib.loads(EQUIVALENT.read_text())
    found = Random(seed).sample(every, min(count, len(every)))
    print(f"{len(every)} places are run by {len(covered)} plans; {len(found)} are tried", flush=True)
    return [mutant for mutant in found if mutant.key() not in equivalent]


def _plans(covered: list[Covered], mutant: Mutant) -> list[str]:
    found = [each for each in covered if mutant.line in each.lines.get(mutant.path, ())]
    return [msgspec.json.encode(each.plan).decode() for each in sorted(found, key=lambda each: each.seconds)]


def wrong_with(plan: Plan) -> str:
    """Return the first thing that a plan finds, or the first state that it misses."""
    outcome = run(plan)
    missing = [state for room in plan.rooms for state in STATES[room] if not outcome.reached[state]]
    return next(iter([*outcome.faults, *(f"not reached: {state}" for state in missing)]), "")


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--count", type=int, default=200)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--only", default="", help="only files whose path has this text")
    parser.add_argument("--plans", nargs="+", help="run these plans until one finds something (for a mutant's process)")
    args = parser.parse_args()
    if args.plans:
        resource.setrlimit(resource.RLIMIT_CPU, (CPU_S, CPU_S))
        wrong = next(filter(None, (wrong_with(msgspec.json.decode(each, type=Plan)) for each in args.plans)), "")
        print(wrong)
        return int(bool(wrong))
    if os.environ.get("PYTHONHASHSEED") != "0":  # as in __main__.py
        command = [sys.executable, "-m", "tests.simulation.mutants", *sys.argv[1:]]
        os.execve(sys.executable, command, {**os.environ, "PYTHONHASHSEED": "0"})
    covered = [cover(plan) for plan in PLANS]
    tree, verdicts = PlanTree(TREE), Counter[str]()
    tree.check([msgspec.json.encode(each.plan).decode() for each in covered])
    for mutant in drawn(covered, args.count, args.seed, args.only):
        found = tree.failing(mutant, _plans(covered, mutant), PATIENCE_S)
        verdict = NOTICED if found else SURVIVED
        verdicts[verdict] += 1
        print(f"{verdict:10} {mutant.line_diff()}  # {found}", flush=True)
    rate = verdicts[NOTICED] / max(1, verdicts.total())
    print(f"{verdicts.total()} tried, {verdicts[SURVIVED]} not noticed ({rate:.1%} noticed)")
    return int(rate < NOTICED_MIN)


if __name__ == "__main__":
    sys.exit(main())
