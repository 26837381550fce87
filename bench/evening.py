"""What a move costs when people sit at the tables: `python -m bench.evening` prints JSON and a table.

Tables of two seats that play as clients do: each seat watches with board and options, chooses at random and gives its
choice, one call a turn; a spectator looks on, a chat line comes now and then, idle tables stand beside them. The same
through the Python client over gRPC and over Connect, binary and JSON. PostgreSQL and Redis; the API is a process of its
own, all other roles are another.

Processor time a move, by process, is what counts: moves a second and times to the other screen move with the machine.
`--profile` says besides where the two processes spend it, by task and function; `--other CHECKOUT` measures the
servers of another checkout in turn with these.
"""

import argparse
import asyncio
import json
import os
import random
import signal
import subprocess
import sys
from collections import Counter
from collections.abc import AsyncGenerator, AsyncIterator, Awaitable, Callable, Iterator, Mapping, Sequence
from contextlib import AsyncExitStack, ExitStack, aclosing, asynccontextmanager, contextmanager, suppress
from itertools import product
from pathlib import Path
from statistics import median, quantiles
from subprocess import PIPE
from tempfile import TemporaryDirectory
from time import perf_counter
from typing import NamedTuple

import msgspec
import uvloop
from rich.console import Console
from rich.markup import escape
from rich.table import Table

from bench._connect import ConnectSeat
from services.main import Started
from tests.servers import PostgresServer, RedisServer, create_database
from turnledger import Client, Game, sign_in

HERE = Path(__file__).resolve().parents[1]
SAMPLED = Path(__file__).with_name("_sampled.py")
VARIANT = "power_grid/russia"
WAYS = ("grpc", "proto", "json")
CHAT_EVERY = 40
"""Moves of a seat from one line to the next."""
_TICK = os.sysconf("SC_CLK_TCK")
Choose = Callable[[int], Awaitable[object]]


class Turn(NamedTuple):
    version: int
    choices: int
    choose: Choose


class Evening:
    """What is counted while all play."""

    def __init__(self) -> None:
        self.moves = 0
        self.seen_s: list[float] = []
        """From a choice to the turn of the other seat that it led to."""
        self._given: dict[str, tuple[int, float]] = {}

    def given(self, game_id: str, seat: int) -> None:
        self._given[game_id] = seat, perf_counter()

    def turn(self, game_id: str, seat: int) -> None:
        who, at = self._given.get(game_id, (seat, 0.0))
        if who != seat:
            self.seen_s.append(perf_counter() - at)

    def clear(self) -> None:
        self.moves, self.seen_s = 0, []


async def grpc_turns(game: Game) -> AsyncGenerator[Turn, None]:
    async with aclosing(game.my_turns()) as turns:
        async for turn in turns:
            yield Turn(turn.version, len(turn.options), turn.choose)


async def connect_turns(seat: ConnectSeat) -> AsyncGenerator[Turn, None]:
    """As Game.my_turns does it."""
    seen = 0
    async with aclosing(seat.watch()) as watched:
        async for stands in watched:
            if stands.version <= seen:
                continue
            while stands.acts and stands.choices:
                told = list[object]()

                async def choose(option: int, version: int = stands.version, told: list[object] = told) -> None:
                    told.append(await seat.choose(version, option))

                yield Turn(stands.version, stands.choices, choose)
                stands = told[0]  # type: ignore[assignment]
            seen = stands.version
            if stands.is_over:
                return


async def play(turns: AsyncGenerator[Turn, None], game: Game, seat: int, evening: Evening) -> None:
    """One game, to its end."""
    chance, moves = random.Random(f"{game.game_id}/{seat}"), 0
    async with aclosing(turns):
        async for turn in turns:
            evening.turn(game.game_id, seat)
            evening.given(game.game_id, seat)
            await turn.choose(chance.randrange(turn.choices))
            evening.moves += 1
            moves += 1
            if moves % CHAT_EVERY == 0:
                await game.say("well played")


async def look_on(game: Game) -> None:
    async with aclosing(game.watch(None, as_spectator=True, board=True)) as messages:
        async for _ in messages:
            pass


async def table(people: Sequence[Client], way: str, http: str, evening: Evening) -> None:
    """Game after game of the first two, on whom the third looks, until cancelled."""
    ann, bob, eve = people
    while True:
        game = await ann.create_table(VARIANT, seats=2, join=True, unrated=True)
        await bob.game(game.game_id).join()
        await game.start()
        looking, seats = asyncio.create_task(look_on(eve.game(game.game_id))), list[ConnectSeat]()
        playing = []
        for place, player in enumerate((ann, bob)):
            own = player.game(game.game_id)
            token = dict(player.connection.metadata())["authorization"].partition(" ")[2]
            seat = ConnectSeat(http, token, way, game.game_id)
            seats.append(seat)
            turns = grpc_turns(own) if way == "grpc" else connect_turns(seat)
            playing.append(asyncio.create_task(play(turns, own, place, evening)))
        try:
            await asyncio.gather(*playing)
        finally:
            for task in (looking, *playing):
                task.cancel()
            await asyncio.gather(looking, *playing, return_exceptions=True)
            for seat in seats:
                await seat.close()


@asynccontextmanager
async def idle_tables(people: AsyncExitStack, address: str, count: int) -> AsyncIterator[None]:
    """Tables that wait for a second player, watched by the first."""
    watching = []
    for _ in range(count):
        host = await people.enter_async_context(sign_in(address))
        game = await host.create_table(VARIANT, seats=2, join=True)
        watching.append(asyncio.create_task(look_on(game)))
    yield
    for task in watching:
        task.cancel()
    await asyncio.gather(*watching, return_exceptions=True)


class Cost(NamedTuple):
    """Of one round: processor time a move in milliseconds, by process."""

    moves_per_s: float
    p50_ms: float
    p99_ms: float
    cpu_ms: dict[str, float]


class House(NamedTuple):
    """Servers with a database and views of their own. `folder`: what the sampler says is left there."""

    served: Started
    pids: dict[str, int]
    folder: Path


@contextmanager
def house(checkout: Path, *, profile: bool) -> Iterator[House]:
    """Of the program that a checkout has."""
    with ExitStack() as stack:
        postgres, redis = stack.enter_context(PostgresServer()), stack.enter_context(RedisServer())
        store, folder = create_database(postgres.url()), Path(stack.enter_context(TemporaryDirectory()))
        subprocess.run(command("migrate", "--store", store), env=environment(checkout), check=True, stdout=PIPE)
        here = [
            *("--store", store, "--views", redis.url, "--keys", str(folder / "keys"), "--json"),
            *("--listen", "127.0.0.1:0", "--http", "127.0.0.1:0"),
            *("--calls-per-s", "10000", "--tables-per-account", "1000"),
        ]
        pids = {}
        for name, roles in {"roles": "follower,bots,deadlines,webhooks", "api": "api"}.items():
            run = [sys.executable, "-P", str(SAMPLED), str(folder / name)] if profile else command()
            started = process([*run, "serve", *here, "--roles", roles], checkout)
            served, pids[name] = stack.enter_context(started)
        assert postgres.process, "started"
        assert redis.process, "started"
        pids |= {"postgres": postgres.process.pid, "redis": redis.process.pid}
        yield House(served, pids, folder)
        for name in ("api", "roles") if profile else ():
            tell_profile(name, folder / name)


async def measure(houses: Mapping[str, House], given: argparse.Namespace) -> dict[str, list[Cost]]:
    """By house and way, a round each in turn."""
    ways = given.ways.split(",")
    costs: dict[str, list[Cost]] = {f"{name}{way}": [] for way in ways for name in houses}
    async with AsyncExitStack() as people:
        groups = {name: await come(people, each, given) for name, each in houses.items()}
        for _, way, (name, each) in product(range(given.rounds), ways, houses.items()):
            costs[f"{name}{way}"].append(await one_round(each, groups[name], way, given))
    return costs


async def come(people: AsyncExitStack, to: House, given: argparse.Namespace) -> list[list[Client]]:
    """Who plays and looks on, by table; the idle tables stand from now on."""
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


def signalled(pids: list[int]) -> None:
    """The sampler begins, or ends."""
    for pid in pids:
        os.kill(pid, signal.SIGUSR1)


async def _or_fail(playing: "asyncio.Future[list[None]]", seconds: float) -> None:
    done, _ = await asyncio.wait({playing}, timeout=seconds)
    for ended in done:
        ended.result()


def _cost(evening: Evening, took: float, spent: dict[str, float]) -> Cost:
    cuts = quantiles(evening.seen_s, n=100)
    cpu = {name: 1000 * seconds / evening.moves for name, seconds in spent.items()}
    return Cost(evening.moves / took, 1000 * cuts[49], 1000 * cuts[98], cpu)


def spent_s(pids: dict[str, int]) -> dict[str, float]:
    """Processor time of each process, with its children."""
    parents, own = dict[int, int](), Counter[int]()
    for stat in Path("/proc").glob("[0-9]*/stat"):
        with suppress(OSError):
            pid, rest = stat.read_text().rpartition(")")[::2]
            fields = rest.split()
            number = int(pid.partition(" ")[0])
            parents[number] = int(fields[1])
            own[number] = sum(map(int, fields[11:15]))
    total = Counter[int]()
    for number, ticks in own.items():
        each: int | None = number
        while each:
            total[each] += ticks
            each = parents.get(each)
    return {name: total[pid] / _TICK for name, pid in pids.items()}


def command(*arguments: str) -> list[str]:
    return [sys.executable, "-P", "-m", "turnledger_server", *arguments]


def environment(checkout: Path) -> dict[str, str]:
    return os.environ | {"PYTHONPATH": str(checkout)}


@contextmanager
def process(arguments: Sequence[str], checkout: Path) -> Iterator[tuple[Started, int]]:
    started = subprocess.Popen(arguments, stdout=PIPE, env=environment(checkout))
    try:
        assert started.stdout
        yield msgspec.json.decode(started.stdout.readline(), type=Started), started.pid
    finally:
        started.terminate()
        started.wait()


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


def tell_profile(name: str, file: Path) -> None:
    parts = Counter[str](json.loads(file.read_text()))
    shown = Table(f"{name}: where its time went", "%")
    for part, times in parts.most_common(28):
        shown.add_row(escape(part), f"{100 * times / parts.total():.1f}")
    Console(stderr=True, width=110).print(shown)


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
