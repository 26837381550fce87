"""The cost of watchers: the memory of 2,000 idle ones, and the delay until 1,000 have an event.
`python -m bench.watchers`.

One server process (API and follower) on SQLite with views in memory, then on PostgreSQL and Redis; another process
holds the watchers, a third (this one) gives the commands. Memory is what is resident in the server's process. Delivery
is the time from the acknowledgement of a command until the last of 1,000 spectators of its game has the events. The
floor is a bare `grpc.aio` server that gives 1,000 streams the same bytes at once, to the same process of watchers.
Prints JSON and a table.
"""

import argparse
import asyncio
import json
import subprocess
import sys
from collections import Counter
from collections.abc import AsyncIterator, Awaitable, Callable, Iterator
from contextlib import AsyncExitStack, ExitStack, asynccontextmanager, contextmanager
from pathlib import Path
from statistics import median
from tempfile import TemporaryDirectory
from time import perf_counter
from typing import NamedTuple

import grpc
import msgspec
import uvloop

from bench import report, under
from services.main import Started
from services.store.schema import migrate
from support.memory import memory_mib
from support.servers import PostgresServer, RedisServer, create_database
from turnledger import sign_in
from turnledger.v1 import events_pb2, play_pb2, views_pb2

IDLE, WATCHERS = 2_000, 1_000
A_CHANNEL = 100
VARIANT = "power_grid/russia"
WATCH, FAN_OUT, SEND = "/turnledger.v1.Views/WatchGame", "/bench.FanOut/Watch", "/bench.FanOut/Send"
Step = Callable[[], Awaitable[tuple[int, float]]]
"""Makes something happen: the version that all shall see, and when it was acknowledged."""


class Served(NamedTuple):
    address: str
    pid: int

    def busy_s(self) -> float:
        """Processor time that it had."""
        fields = Path(f"/proc/{self.pid}/stat").read_text().rpartition(") ")[2].split()
        return (int(fields[11]) + int(fields[12])) / 100


class Watched(msgspec.Struct, frozen=True):
    """The streams that the watchers' process opens: `count` streams of a method, with a request and token."""

    address: str
    method: str
    count: int
    game_id: str = ""
    token: str = ""


async def bare_server() -> None:
    """Until it is killed: what comes in by Send goes out to all who are at Watch."""
    news: asyncio.Future[bytes] = asyncio.get_running_loop().create_future()

    async def watch(_request: bytes, _context: object) -> AsyncIterator[bytes]:
        yield b""
        while True:
            yield await asyncio.shield(news)

    async def send(request: bytes, _context: object) -> bytes:
        nonlocal news
        told, news = news, asyncio.get_running_loop().create_future()
        told.set_result(request)
        return request

    server = grpc.aio.server()
    methods: dict[str, grpc.RpcMethodHandler[bytes, bytes]] = {
        "Watch": grpc.unary_stream_rpc_method_handler(watch),
        "Send": grpc.unary_unary_rpc_method_handler(send),
    }
    server.add_generic_rpc_handlers((grpc.method_handlers_generic_handler("bench.FanOut", methods),))
    port = server.add_insecure_port("127.0.0.1:0")
    await server.start()
    print(json.dumps({"grpc": f"127.0.0.1:{port}"}), flush=True)
    await server.wait_for_termination()


async def hold(watched: Watched) -> None:
    """Open the streams, print a line, then print for each version when the last stream had it. Runs until killed."""
    request = views_pb2.WatchGameRequest(game_id=watched.game_id).SerializeToString()
    metadata = (("authorization", watched.token),) if watched.token else ()
    have = Counter[int]()

    async def read(call: "grpc.aio.UnaryStreamCall[bytes, bytes]") -> None:
        while isinstance(message := await call.read(), bytes):  # until the end of the stream
            seen = views_pb2.WatchGameResponse.FromString(message)
            if seen.events:
                have[seen.version] += 1
                if have[seen.version] == watched.count:
                    print(seen.version, perf_counter(), flush=True)

    calls: list[grpc.aio.UnaryStreamCall[bytes, bytes]] = []
    for _ in range(0, watched.count, A_CHANNEL):
        channel = grpc.aio.insecure_channel(watched.address, options=(("grpc.use_local_subchannel_pool", 1),))
        watch: grpc.aio.UnaryStreamMultiCallable[bytes, bytes] = channel.unary_stream(watched.method)
        opened = [watch(request, metadata=metadata) for _ in range(A_CHANNEL)]
        await asyncio.gather(*(call.read() for call in opened))
        calls += opened
    print("open", flush=True)
    await asyncio.gather(*map(read, calls))


@contextmanager
def process(*command: str) -> Iterator["subprocess.Popen[bytes]"]:
    started = subprocess.Popen([sys.executable, *command], stdout=subprocess.PIPE)
    try:
        yield started
    finally:
        started.kill()
        started.wait()


@contextmanager
def serving(*command: str) -> Iterator[Served]:
    with process(*command) as server:
        yield Served(msgspec.json.decode(_line(server), type=Started).grpc, server.pid)


@contextmanager
def watching(watched: Watched) -> Iterator["subprocess.Popen[bytes]"]:
    with process("-m", "bench.watchers", "--hold", msgspec.json.encode(watched).decode()) as watchers:
        assert _line(watchers) == b"open\n"
        yield watchers


def _line(process: "subprocess.Popen[bytes]") -> bytes:
    assert process.stdout
    return process.stdout.readline()


async def deliver(watchers: "subprocess.Popen[bytes]", step: Step, times: int) -> list[float]:
    """Milliseconds from each acknowledgement to the last receipt."""
    took = []
    for _ in range(times):
        version, acknowledged_s = await step()
        told, at_s = (await asyncio.to_thread(_line, watchers)).split()
        assert int(told) == version
        took.append(1000 * max(0.0, float(at_s) - acknowledged_s))
    return took


@asynccontextmanager
async def match(address: str) -> AsyncIterator[tuple[Watched, Step]]:
    """A running game of two: what a spectator of it watches, and what gives its next command."""
    async with AsyncExitStack() as players:
        ann, bob, eve = [await players.enter_async_context(sign_in(address)) for _ in range(3)]
        game = await ann.create_table(VARIANT, seats=2, join=True, unrated=True, seed="bench")
        await bob.game(game.game_id).join()
        await game.start()

        async def step() -> tuple[int, float]:
            for each in (game, bob.game(game.game_id)):
                options = await each.options()
                if options.seat in options.to_act:
                    move = play_pb2.Choice(option=0, number=0)
                    answer = await each.submit(move, expected_version=options.version)
                    return answer.version, perf_counter()
            raise AssertionError("the game waits for nobody")

        yield Watched(address, WATCH, WATCHERS, game.game_id, dict(eve.connection.metadata())["authorization"]), step


async def measure(server: Served, name: str, times: int) -> dict[str, float]:
    async with match(server.address) as (watched, step):
        before = memory_mib(server.pid)
        with watching(msgspec.structs.replace(watched, count=IDLE)):
            idle = memory_mib(server.pid)
        with watching(watched) as watchers:
            busy_s = server.busy_s()
            took = await deliver(watchers, step, times)
            busy_s = server.busy_s() - busy_s
    return {
        f"{name}_mib_before": before,
        f"{name}_mib_with_2000": idle,
        f"{name}_delivery_ms": median(took),
        f"{name}_delivery_worst_ms": max(took),
        f"{name}_server_busy_ms": 1000 * busy_s / times,
    }


async def measure_bare(server: Served, times: int) -> dict[str, float]:
    async with grpc.aio.insecure_channel(server.address) as channel:
        version = 0

        async def step() -> tuple[int, float]:
            nonlocal version
            version += 1
            opened = events_pb2.TableEvent.GameOpened(variant="x" * 80)
            event = events_pb2.GameEvent(version=version, table=events_pb2.TableEvent(game_opened=opened))
            message = views_pb2.WatchGameResponse(version=version, events=[event])
            send: grpc.aio.UnaryUnaryMultiCallable[bytes, bytes] = channel.unary_unary(SEND)
            await send(message.SerializeToString())
            return version, perf_counter()

        with watching(Watched(server.address, FAN_OUT, WATCHERS)) as watchers:
            busy_s = server.busy_s()
            took = await deliver(watchers, step, times)
            busy_s = server.busy_s() - busy_s
    return {
        "bare_delivery_ms": median(took),
        "bare_delivery_worst_ms": max(took),
        "bare_server_busy_ms": 1000 * busy_s / times,
    }


TARGETS = {
    "memory_mib_with_2000": under(400),
    "redis_mib_with_2000": under(400),
    "memory_delivery_ms": under(150),
    "redis_delivery_ms": under(150),
}


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--times", type=int, default=30, help="commands whose delivery is measured")
    parser.add_argument("--hold", help=argparse.SUPPRESS)
    parser.add_argument("--bare-server", action="store_true", help=argparse.SUPPRESS)
    given = parser.parse_args()
    if given.bare_server:
        uvloop.run(bare_server())
        return
    if given.hold:
        uvloop.run(hold(msgspec.json.decode(given.hold, type=Watched)))
        return
    figures: dict[str, float] = {}
    with ExitStack() as stack:
        folder = Path(stack.enter_context(TemporaryDirectory()))
        store = create_database(stack.enter_context(PostgresServer()).url())
        migrate(store)
        backends = {
            "memory": (f"sqlite:///{folder}/events.db", "memory://"),
            "redis": (store, stack.enter_context(RedisServer()).url),
        }
        serve: tuple[str, ...] = ("-m", "turnledger_server", "serve", "--json", "--listen", "127.0.0.1:0", "--http", "")
        serve += ("--keys", str(folder / "keys"), "--roles", "api,follower", "--fixed-setups")
        serve += ("--streams-per-account", str(2 * IDLE), "--calls-per-s", str(IDLE))
        for name, (events, views) in backends.items():
            with serving(*serve, "--store", events, "--views", views) as server:
                figures |= uvloop.run(measure(server, name, given.times))
        with serving("-m", "bench.watchers", "--bare-server") as server:
            figures |= uvloop.run(measure_bare(server, given.times))
    report(figures, TARGETS)


if __name__ == "__main__":
    main()
