"""Runs the service under seeds.

    python -m tests.simulation --seed 61               one seed, again and again the same
    python -m tests.simulation --plan '{"seed": …}'    one plan, as a failing run prints it
    python -m tests.simulation --hours 8 [--first 0]   seed after seed on all cores, until the time is over
    python -m tests.simulation --work                  prints how much work plans without faults make, for work.toml

Of the seeds that failed, the quickest is made shorter, and the command is printed that runs its plan. Exit code 1: a
run failed, or a state of SOMETIMES (years.py) was not reached by SEEDS_ENOUGH seeds.
"""

import argparse
import os
import sys

import msgspec

from tests.simulation.faults import Plan, plan
from tests.simulation.work import PLANS
from tests.simulation.world import run
from tests.simulation.years import show, years


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    what = parser.add_mutually_exclusive_group(required=True)
    what.add_argument("--seed", type=int)
    what.add_argument("--plan", help="the JSON of a plan")
    what.add_argument("--hours", type=float)
    what.add_argument("--work", action="store_true", help="print how much work plans without faults make")
    parser.add_argument("--first", type=int, default=0, help="the first seed of a long run")
    parser.add_argument("--processes", type=int, default=os.cpu_count() or 1, help="of a long run; one for each core")
    args = parser.parse_args()
    if os.environ.get("PYTHONHASHSEED") != "0":  # sets of texts have another order in each process
        os.execve(
            sys.executable,
            [sys.executable, "-m", "tests.simulation", *sys.argv[1:]],
            {**os.environ, "PYTHONHASHSEED": "0"},
        )
    if args.work:
        return _show_work()
    if args.hours is not None:
        return years(args.hours * 3600, args.first, args.processes)
    outcome = run(plan(args.seed) if args.plan is None else msgspec.json.decode(args.plan, type=Plan))
    return show(outcome)


def _show_work() -> int:
    """Print the section of each plan of work.toml."""
    for name, calm in PLANS.items():
        print(f"[{name}]", *(f'"{what}" = {rate}' for what, rate in run(calm).rates.items()), "", sep="\n")
    return 0


if __name__ == "__main__":
    sys.exit(main())
