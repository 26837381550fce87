"""A whole move, of which everything else is judged: `python -m bench.path --other CHECKOUT` prints JSON and a table.

Processor time of our servers for a move of `bench.evening`, at 8 and at 64 tables (a full batch costs half), of this
checkout and of another one in alternating rounds of one run. The figure is the ratio of both: milliseconds move with
the machine. The floors of the same rounds are a bare `grpc.aio` echo with as many callers, and where Go is found a
plain Go + pgx server with two watchers a match (`go_floor/`); `ratios.json` has the last ratios to them.

Before the moves: what idle servers with 8 watched tables ask of Redis and PostgreSQL, and the processor time of a
process from its start until it answers calls, with its ratio to an interpreter that imports the libraries alone.
"""

import argparse
import sys
from collections import defaultdict
from contextlib import ExitStack
from itertools import cycle
from pathlib import Path
from statistics import median

import uvloop

from bench import Target, report, under
from bench._go import go_cost_us, go_floor
from bench._houses import House, house, process, spent_s
from bench._idle import floor_s, idle, start_s
from bench.evening import HERE, WAYS, Cost, measure
from bench.submit import ECHO, Call, Running, connections, rate
from support.servers import PostgresServer, create_database

TABLES = (8, 64)
RATIO_MAX = 0.35
"""Target of a move, to the servers before the one straight path (8e62fae)."""
GO_RATIO_MAX = {8: 8.0, 64: 5.0}
"""By tables."""
BEFORE, NOW = "before ", ""
WATCHERS, FLOOR_S = 2, 1.5
TARGETS = {"idle_redis_per_s": under(11), "idle_sql_per_s": under(4)}
"""A tenth above the last measurement."""


def servers_ms(cost: Cost) -> float:
    return cost.cpu_ms["api"] + cost.cpu_ms["roles"]


class Floors:
    """The processor time of a call of each floor, round by round."""

    def __init__(self, echo: Running, go: Running | None, callers: int) -> None:
        self._echo, self._go, self._callers = echo, go, callers
        self.ms = defaultdict[str, list[float]](list)

    async def measure(self) -> None:
        to, pid = self._echo
        calls = [cycle([Call(ECHO, b"x" * 100)]) for _ in range(self._callers)]
        async with connections(to.grpc, self._callers) as channels:
            before = spent_s({"echo": pid})["echo"]
            done = await rate(channels, calls, FLOOR_S)
            self.ms["echo"].append(1000 * (spent_s({"echo": pid})["echo"] - before) / done.calls)
        if self._go:
            self.ms["go"].append(await go_cost_us(self._go, self._callers, WATCHERS, FLOOR_S) / 1000)


def figures_of(
    costs: dict[str, list[Cost]], floors: dict[str, list[float]], tables: int, ways: list[str]
) -> dict[str, float]:
    """Medians by way, and the median of the ratios of rounds that followed each other."""
    figures = {f"{floor}_{tables}_ms": median(found) for floor, found in floors.items()}
    for way in ways:
        now, before = costs[NOW + way], costs.get(BEFORE + way)
        name = f"{way}_{tables}"
        figures[f"{name}_ms"] = median(map(servers_ms, now))
        figures[f"{name}_api_ms"] = median(each.cpu_ms["api"] for each in now)
        figures[f"{name}_stores_ms"] = median(each.cpu_ms["postgres"] + each.cpu_ms["redis"] for each in now)
        figures[f"{name}_p50_ms"] = median(each.p50_ms for each in now)
        figures[f"{name}_moves_per_s"] = median(each.moves_per_s for each in now)
        if before:
            figures[f"{name}_before_ms"] = median(map(servers_ms, before))
            pairs = zip(now, before, strict=True)
            figures[f"{name}_ratio"] = median(servers_ms(new) / servers_ms(old) for new, old in pairs)
        for floor, found in floors.items():
            figures[f"{name}_to_{floor}"] = median(servers_ms(a) / b for a, b in zip(now, found, strict=True))
    return figures


def of_idle_and_start(houses: dict[str, House], sides: dict[str, Path], given: argparse.Namespace) -> dict[str, float]:
    figures = dict[str, float]()
    for name, each in houses.items():
        found = uvloop.run(idle(each, given.idle_seconds))
        figures |= {name.replace(" ", "_") + key: value for key, value in found.items()}
    starts: dict[str, list[float]] = {name: [] for name in ("floor", *houses)}
    for _ in range(given.rounds):
        starts["floor"].append(floor_s())
        for name, each in houses.items():
            starts[name].append(start_s(each, sides[name]))
    figures["start_cpu_s"] = median(starts[NOW])
    figures["start_to_floor"] = median(now / floor for now, floor in zip(starts[NOW], starts["floor"], strict=True))
    if BEFORE in starts:
        figures["before_start_cpu_s"] = median(starts[BEFORE])
        figures["start_to_before"] = median(now / old for now, old in zip(starts[NOW], starts[BEFORE], strict=True))
    return figures


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--other", type=Path, help="a checkout whose servers are measured in turn with these")
    parser.add_argument("--tables", default=",".join(map(str, TABLES)))
    parser.add_argument("--ways", default=",".join(WAYS), help="of grpc,proto,json")
    parser.add_argument("--seconds", type=float, default=4.0, help="length of a round")
    parser.add_argument("--warm-up", type=float, default=2.0, help="seconds before it")
    parser.add_argument("--rounds", type=int, default=3)
    parser.add_argument("--idle-seconds", type=float, default=20.0, help="0 leaves out idle servers and starts")
    parser.set_defaults(idle=8, profile=False)
    given = parser.parse_args()
    sides = {BEFORE: given.other.resolve(), NOW: HERE} if given.other else {NOW: HERE}
    figures, ways = dict[str, float](), given.ways.split(",")
    with ExitStack() as stack:
        each = {name: stack.enter_context(house(at)) for name, at in sides.items()}
        if given.idle_seconds:
            figures |= of_idle_and_start(each, sides, given)
        postgres = stack.enter_context(PostgresServer()).url()
        go = stack.enter_context(go_floor(create_database(postgres)))
        bare = [sys.executable, "-m", "bench.submit", "--echo-server", create_database(postgres)]
        echo = stack.enter_context(process(bare, HERE))
        for tables in map(int, filter(None, given.tables.split(","))):
            floors = Floors(echo, go, tables)
            at = argparse.Namespace(**vars(given) | {"tables": tables})
            costs = uvloop.run(measure(each, at, floors.measure))
            figures |= figures_of(costs, floors.ms, tables, ways)
    wanted: dict[str, Target] = {name: each for name, each in TARGETS.items() if name in figures}
    wanted |= {name: under(RATIO_MAX) for name in figures if name.endswith("_ratio")}
    wanted |= {
        name: under(most)
        for tables, most in GO_RATIO_MAX.items()
        for name in figures
        if name.endswith(f"_{tables}_to_go")
    }
    report(figures, wanted)


if __name__ == "__main__":
    main()
