"""The cost of a move with people at the tables: `python -m bench.evening` prints JSON and a table.

Tables of two seats that play as clients do: each seat watches with board and options, chooses at random and gives its
choice, one call a turn; a spectator looks on, a chat line comes now and then, and idle tables are open as well. The
same through the Python client over gRPC and over Connect, binary and JSON. PostgreSQL and Redis; the API is a process
of its own, all other roles are another.

Processor time a move, by process, is what counts: moves a second and times to the other screen move with the machine.
`--profile` says besides where the two processes spend it, by task and function; `--other CHECKOUT` measures the
servers of another checkout in turn with these.
"""

import argparse
import asyncio
import json
from collections.abc import Awaitable, Callable, Mapping
from contextlib import AsyncExitStack, ExitStack, suppress
from itertools import product
from pathlib import Path
from statistics import median, quantiles
from time import perf_counter
from typing import NamedTuple

import uvloop
from rich.console import Console
from rich.table import Table

from bench._houses import House, house, signalled, spent_s
from bench._playing import Evening, idle_tables, table
from turnledger import Client, sign_in

HERE = Path(__file__).resolve().parents[1]
WAYS = ("grpc", "proto", "json")


class Cost(NamedTuple):
    """The processor time of a move in one round, in milliseconds, by process."""

    moves_per_s: float
    p50_ms: float
    p99_ms: float
    cpu_ms: dict[str, float]


async def _no_floor() -> None:
    """Only milliseconds count then."""


async def measure(
    houses: Mapping[str, House], given: argparse.Namespace, floor: Callable[[], Awaitable[None]] = _no_floor
) -> dict[str, list[Cost]]:
    """Run a round of the floor, then one of each house and way, in turn."""
    ways = given.ways.split(",")
    costs: dict[str, list[Cost]] = {f"{name}{way}": [] for way in ways for name in houses}
    async with AsyncExitStack() as people:
        groups = {name: await come(people, each, given) for name, each in houses.items()}
        for _ in range(given.rounds):
            await floor()
            for way, (name, each) in product(ways, houses.items()):
                costs[f"{name}{way}"].append(await one_round(each, groups[name], way, given))
    return costs


async def come(people: AsyncExitStack, to: House, given: argparse.Namespace) -> list[list[Client]]:
    """Return players and spectators by table, and open the idle tables."""
    address = to.served.grpc
    await people.enter_async_context(idle_tables(people, address, given.idle))
    return [[await people.enter_async_context(sign_in(address)) for _ in range(3)] for _ in range(given.tables)]


async def one_round(at: House, groups: list[list[Client]], way: str, given: argparse.Namespace) -> Cost:
    evening, pids = Evening(), at.pids
    going = [asyncio.create_task(table(group, way, at.served.http, evening)) for group in groups]
    playing = asyncio.gather(*going)
    await _or_fail(playing, given.warm_up)
    evening.clear()
    looked_at = [pids["api"], pids["roles"]] if given.profile else []
    before, began = spent_s(pids), perf_counter()
    signalled(looked_at)
    await _or_fail(playing, given.seconds)
    signalled(looked_at)
    after, took = spent_s(pids), perf_counter() - began
    playing.cancel()
    with suppress(asyncio.CancelledError):
        await playing
    return _cost(evening, took, {name: after[name] - before[name] for name in pids})


async def _or_fail(playing: "asyncio.Future[list[None]]", seconds: float) -> None:
    done, _ = await asyncio.wait({playing}, timeout=seconds)
    for ended in done:
        ended.result()


def _cost(evening: Evening, took: float, spent: dict[str, float]) -> Cost:
    if len(evening.seen_s) < 2:
        raise SystemExit("fewer than two moves were seen in a round: the machine is too busy for its --seconds")
    cuts = quantiles(evening.seen_s, n=100)
    cpu = {name: 1000 * seconds / evening.moves for name, seconds in spent.items()}
    return Cost(evening.moves / took, 1000 * cuts[49], 1000 * cuts[98], cpu)


def tell(costs: dict[str, list[Cost]]) -> None:
    ways = {
        way: {
            "moves_per_s": median(each.moves_per_s for each in found),
            "p50_ms": median(each.p50_ms for each in found),
            "p99_ms": median(each.p99_ms for each in found),
            **{f"{name}_ms": median(each.cpu_ms[name] for each in found) for name in found[0].cpu_ms},
        }
        for way, found in costs.items()
    }
    for figures in ways.values():
        figures["servers_ms"] = figures["api_ms"] + figures["roles_ms"]
    print(json.dumps({way: {name: round(value, 3) for name, value in each.items()} for way, each in ways.items()}))
    shown = Table("a move", *ways)
    for name in next(iter(ways.values())):
        shown.add_row(name, *(f"{each[name]:,.2f}" for each in ways.values()))
    Console(stderr=True).print(shown)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--tables", type=int, default=8)
    parser.add_argument("--idle", type=int, default=8, help="tables beside them at which nothing happens")
    parser.add_argument("--seconds", type=float, default=5.0, help="length of a round")
    parser.add_argument("--warm-up", type=float, default=2.0, help="seconds before it")
    parser.add_argument("--rounds", type=int, default=3)
    parser.add_argument("--ways", default=",".join(WAYS), help="of grpc,proto,json")
    parser.add_argument("--other", type=Path, help="a checkout whose servers are measured in turn with these")
    parser.add_argument("--profile", action="store_true")
    given = parser.parse_args()
    sides = {"before ": given.other.resolve(), "now ": HERE} if given.other else {"": HERE}
    with ExitStack() as stack:
        each = {name: stack.enter_context(house(at, profile=given.profile)) for name, at in sides.items()}
        tell(uvloop.run(measure(each, given)))


if __name__ == "__main__":
    main()
