"""Runs the service under seeds.

    python -m tests.simulation --seed 61               one seed, again and again the same
    python -m tests.simulation --plan '{"seed": …}'    one plan, as a failing run prints it
    python -m tests.simulation --hours 8 [--first 0]   seed after seed, until the time is over or one fails
    python -m tests.simulation --work                  prints how much work plans without faults make, for work.toml

A failing seed is made shorter, and the command is printed that runs the short plan. Exit code 1: a run failed, or a
state of SOMETIMES was not reached by SEEDS_ENOUGH seeds.
"""

import argparse
import os
import sys
import time
from collections import Counter

import msgspec

from tests.simulation.faults import Plan, plan
from tests.simulation.shrink import shrunk
from tests.simulation.work import PLANS
from tests.simulation.world import Outcome, run

SEEDS_ENOUGH = 10_000
SOMETIMES = (
    "a game ended",
    "a repeated request was answered",
    "a move was refused: ExpectedVersionMismatch",
    "a call was uncertain: NoAnswer",
    "a call was uncertain: StoreUnavailable",
    "a deadline was overtaken",
    "a role waits for the store (bots)",
    "a role waits for the store (deadlines)",
    "the store has lost events: the game is read again",
    "the store has lost events: the stream is read again",
    "%s; built anew from what the log has: %s",
    "the views were built anew by another process",
    "views are taken up again: %s",
    "arrivals are polled until Redis is heard again: %r",
    "a watcher saw the end of a game",
    "a watcher saw nothing: ViewUnavailable",
    "a connection fell silent",
    "a call arrived twice",
    "a client was started again",
    "a stored request was answered after a restart",
    "a queued move was answered",
    "a call was answered that was sent again",
    "a request was answered twice",
    "a watch was resumed at another process",
    "a watch ended: UNKNOWN_VERSION",
    "a client ran out of patience: UNAVAILABLE",
    "a move was refused: VERSION_CONFLICT",
    "a process was asked whether it is ready: not ready",
    "a process was asked whether it is ready: no answer",
    "a process that led was killed",
    "a process that led was frozen",
    "a fault began during another one",
    "a fault hit a rebuild of a view",
    "a lead of a view was taken during a rebuild",
    "a rebuilt view was compared",
    "nothing was left of a rebuild",
    "a view was read while Redis was full",
    "an archive pass was killed after its file was stored",
    "an archive pass was killed before the events left the store",
    "an archive pass was killed after the events left the store",
    "the view %s takes up game %s, which it had passed over",
    "a tournament ended",
    "a round was paired by a process that took over",
    "an event of a tournament was lost",
    "a repeated quick match was answered",
    "the seat of a quick match was lost",
    "a rating was compared",
    "a notice came again",
    "a failover lost that notices were answered",
    "an account was deleted",
    "the deletion of an account was lost",
    "a name was taken",
    "a checkpoint was compared with the leaves",
    "a checkpoint was lost",
    "the transparency log was continued by a process that took over",
    "a token was refused after its end",
    "a failover lost a sign-in or its end",
    "older processes were looked at after a migration",
    "a log was looked at while another one was away",
    "a failover lost where games are",
    "a log has lost events: what was read of all logs since is void",
)
"""States that a long run has to reach."""


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    what = parser.add_mutually_exclusive_group(required=True)
    what.add_argument("--seed", type=int)
    what.add_argument("--plan", help="the JSON of a plan")
    what.add_argument("--hours", type=float)
    what.add_argument("--work", action="store_true", help="print how much work plans without faults make")
    parser.add_argument("--first", type=int, default=0, help="the first seed of a long run")
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
        return years(args.hours * 3600, args.first)
    outcome = run(plan(args.seed) if args.plan is None else msgspec.json.decode(args.plan, type=Plan))
    return _show(outcome)


def years(seconds: float, seed: int) -> int:
    """Run seeds until the time is over or one fails."""
    began_s, game_s, first, commands = time.monotonic(), 0.0, seed, 0
    reached, injected = Counter[str](), Counter[str]()
    while time.monotonic() - began_s < seconds:
        outcome = run(plan(seed))
        if outcome.faults:
            return _shrink(outcome)
        seed += 1
        game_s += outcome.game_s
        commands += outcome.commands
        reached += outcome.reached
        injected += outcome.injected
        if (seed - first) % 10 == 0:
            hours = game_s / 3600
            print(f"{seed - first} seeds, {hours:.1f} hours of a table, {injected.total()} faults", flush=True)
    processor_s = time.process_time()
    rate, cost_ms = game_s / processor_s / 60, 1000 * processor_s / max(commands, 1)
    print(f"{rate:.1f} table hours a processor minute, {cost_ms:.1f} ms a command")
    print("faults:", *(f"  {number:6} {kind}" for kind, number in injected.most_common()), sep="\n")
    print("states:", *(f"  {number:6} {state}" for state, number in reached.most_common()), sep="\n")
    missing = [state for state in SOMETIMES if not reached[state]]
    print("states not reached:", ", ".join(missing) or "none")
    return int(bool(missing) and seed - first >= SEEDS_ENOUGH)


def _show_work() -> int:
    """Print the section of each plan of work.toml."""
    for name, calm in PLANS.items():
        print(f"[{name}]", *(f'"{what}" = {rate}' for what, rate in run(calm).rates.items()), "", sep="\n")
    return 0


def _shrink(outcome: Outcome) -> int:
    _show(outcome)
    print("making the plan shorter …", flush=True)
    return _show(run(shrunk(outcome.plan, lambda shorter: bool(run(shorter).faults))))


def _show(outcome: Outcome) -> int:
    each = outcome.plan
    size = f"{each.processes} processes, {each.tables} tables, {each.seconds:.0f} s"
    print(f"seed {each.seed}: {size}, digest {outcome.digest}")
    for fault in each.faults:
        print(f"  at {fault.at_s:.1f} s: {fault.kind}")
    print(f"{outcome.commands} commands acknowledged, {len(outcome.faults)} things wrong")
    for wrong in outcome.faults[:20]:
        print(f"- {wrong[:1000]}")
    if outcome.faults:
        print(f"run again: python -m tests.simulation --plan '{msgspec.json.encode(each).decode()}'")
    return int(bool(outcome.faults))


if __name__ == "__main__":
    sys.exit(main())
