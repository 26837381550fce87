"""The speed of commands and boards over gRPC and Connect. `python -m bench.submit` prints JSON and a table.

The floor is a bare `grpc.aio` echo (uvloop, bytes in and out, no interceptor) in a process of its own, in the same run:
rounds alternate and medians count, because absolute figures drift. `append` is the same server where each call stores
two prepared events through the append queue before it answers: as far as commands could go without rules, accounts,
chain or contract. `connect_proto` and `connect_json` are `Submit` as browsers send it, over HTTP/1.1; `plain` is an
HTTP server on the same libraries (uvicorn) that stores two prepared events a call and answers. The server's processor
time a call is printed with each of them, and its ratio to the cost of its floor; where Go is found also the ratio of
the three kinds of `Submit` to a plain Go + pgx server that stores one row a move (`go_floor/`).

Sixteen callers, one match each, one call in flight each; they send prepared requests and do not decode answers, so that
all the rest is the server. The commands are those of whole games of two greedy bots, worked out beforehand from the
tables' seeds.
"""

import argparse
import asyncio
import json
import sys
from collections import Counter, defaultdict
from collections.abc import AsyncIterator, Awaitable, Callable, Iterator, Sequence
from contextlib import AbstractContextManager, AsyncExitStack, ExitStack, asynccontextmanager
from itertools import cycle, product
from pathlib import Path
from socket import socket
from statistics import median
from tempfile import TemporaryDirectory
from time import perf_counter
from typing import Any, Literal, NamedTuple, TypeVar
from uuid import uuid4

import grpc
import uvicorn
import uvloop
from google.protobuf.json_format import MessageToJson

from bench import at_least, report, under
from bench._connect import Connection, posted
from bench._go import go_cost_us, go_floor
from bench._houses import command, process, spent_s
from domain import catalogue
from domain.history.record import EventRow
from domain.kernel.decider import Table as Seating
from domain.kernel.dice import Dice, Roll
from domain.kernel.ids import Seat
from domain.kernel.simulation import play
from projections.folds.boards import Boards
from projections.stores.interface import View
from services.api.messages import contract
from services.main import Started
from services.projection_runner.views import open_views
from services.store.postgres import PostgresStore
from services.store.schema import migrate
from support.servers import PostgresServer, RedisServer, create_database
from turnledger import Client, sign_in
from turnledger.v1 import games_pb2, play_pb2, views_pb2

CALLERS = 16
SHOWN_S = 120.0
"""The most that the views may take to show the games of a run."""
VARIANT = "power_grid/russia"
COLOURS = ("red", "blue")
BODY = b"x" * 300
ECHO, APPEND, BOARD = "/bench.Echo/Echo", "/bench.Echo/Append", "/turnledger.v1.Views/GetBoard"
Channels = list[grpc.aio.Channel]
Running = tuple[Started, int]
"""A server, and its process."""
T = TypeVar("T")
HERE = Path(__file__).resolve().parents[1]
SUBMIT, SESSION = "/turnledger.v1.Play/Submit", "/turnledger.v1.Play/Session"


class Call(NamedTuple):
    """`framed`: the same request as a message of a session. `proto` and `json`: as whole requests of HTTP."""

    method: str
    request: bytes
    metadata: tuple[tuple[str, str], ...] = ()
    framed: bytes = b""
    proto: bytes = b""
    json: bytes = b""


async def echo_server(store_url: str) -> None:
    """Over gRPC and HTTP. Until it is killed."""
    store, versions = PostgresStore(store_url), Counter[str]()

    async def echo(request: bytes, _: object) -> bytes:
        return request

    async def append(request: bytes, _: object) -> bytes:
        """The request is the id of a game."""
        game_id = request.decode()
        versions[game_id] += 2
        first = versions[game_id] - 1
        await store.append([EventRow(game_id, version, "bench.Said/1", BODY) for version in (first, first + 1)], 10.0)
        return request

    async def plain(_: object, receive: Callable[[], Awaitable[Any]], send: Callable[[Any], Awaitable[None]]) -> None:
        """ASGI, without a framework."""
        body = await append((await receive())["body"], None)
        length = (b"content-length", b"%d" % len(body))
        await send({"type": "http.response.start", "status": 200, "headers": [length]})
        await send({"type": "http.response.body", "body": body})

    server = grpc.aio.server()
    calls = {"Echo": echo, "Append": append}
    handlers: dict[str, grpc.RpcMethodHandler[bytes, bytes]] = {
        name: grpc.unary_unary_rpc_method_handler(call) for name, call in calls.items()
    }
    server.add_generic_rpc_handlers((grpc.method_handlers_generic_handler("bench.Echo", handlers),))
    port = server.add_insecure_port("127.0.0.1:0")
    await server.start()
    listening = socket()
    listening.bind(("127.0.0.1", 0))
    told = {"grpc": f"127.0.0.1:{port}", "http": f"127.0.0.1:{listening.getsockname()[1]}"}
    http = uvicorn.Server(uvicorn.Config(plain, lifespan="off", log_config=None, access_log=False))
    print(json.dumps(told), flush=True)
    await http.serve([listening])


def commands_of(seed: str) -> list[tuple[Seat, games_pb2.Command]]:
    """All commands of the game that a table with this seed has, in order, each with its seat."""
    rules = catalogue.find(VARIANT).decider({}, len(COLOURS))
    setup = rules.draw_setup(Seating(COLOURS), Dice.from_text(seed))
    turns = play(rules, setup, [rules.bots["greedy"]] * len(COLOURS), Roll(seed.encode(), "bots"))
    spoken = contract.game(rules.name)
    return [(turn.command.player, spoken.command_message(turn.command)) for turn in turns if turn.command]


class Rate(NamedTuple):
    per_s: float
    calls: int


class Match:
    """The two accounts of one caller, and the calls that play their games one after another."""

    def __init__(self, ann: Client, bob: Client, number: int) -> None:
        self._players, self._number = (ann, bob), number
        self.game_ids: list[str] = []
        self.calls: list[Call] = []

    async def prepare(self, games: int) -> None:
        for number in range(games):
            seed = f"bench {self._number} {number}"
            ann, bob = self._players
            game = await ann.create_table(VARIANT, seats=2, join=True, unrated=True, seed=seed)
            await bob.game(game.game_id).join()
            await game.start()
            self.game_ids.append(game.game_id)
            self.calls += [self._call(game.game_id, *command) for command in commands_of(seed)]

    def _call(self, game_id: str, seat: Seat, command: games_pb2.Command) -> Call:
        request = play_pb2.SubmitRequest(game_id=game_id, request_id=str(uuid4()), command=command)
        metadata = self._players[seat].connection.metadata()
        token = dict(metadata)["authorization"].removeprefix("Bearer ")
        binary = request.SerializeToString()
        return Call(
            SUBMIT,
            binary,
            metadata,
            framed=play_pb2.SessionRequest(submit=request).SerializeToString(),
            proto=posted(SUBMIT, "application/proto", token, binary),
            json=posted(SUBMIT, "application/json", token, MessageToJson(request, indent=None).encode()),
        )

    async def wait_for_boards(self, boards: View) -> None:
        """Return when the view has all its games. The API shows them before, but folds them from the log."""
        for game_id in self.game_ids:
            version = (await self._players[0].game(game_id).table()).version
            assert await boards.wait_for(game_id, version, SHOWN_S) >= version

    def board_calls(self) -> Iterator[Call]:
        request = views_pb2.GetBoardRequest(game_id=self.game_ids[0]).SerializeToString()
        return cycle([Call(BOARD, request, self._players[0].connection.metadata())])


async def rate(channels: Channels, calls: Sequence[Iterator[Call]], seconds: float) -> Rate:
    """Measure the rate of all callers."""

    async def one(channel: grpc.aio.Channel, call: Call) -> None:
        ask: grpc.aio.UnaryUnaryMultiCallable[bytes, bytes] = channel.unary_unary(call.method)
        await ask(call.request, metadata=call.metadata)

    return await _rate(one, channels, calls, seconds)


async def session_rate(channels: Channels, calls: Sequence[Iterator[Call]], seconds: float) -> Rate:
    """The same, each account of each caller with one stream."""
    streams: dict[tuple[tuple[str, str], ...], grpc.aio.StreamStreamCall[bytes, bytes]] = {}

    async def one(channel: grpc.aio.Channel, call: Call) -> None:
        stream = streams.get(call.metadata)
        if stream is None:
            stream = streams[call.metadata] = channel.stream_stream(SESSION)(metadata=call.metadata)
        await stream.write(call.framed)
        said = await stream.read()
        assert isinstance(said, bytes), "the stream has not ended"
        answer = play_pb2.SessionResponse.FromString(said)
        assert answer.WhichOneof("outcome") == "submit", answer

    done = await _rate(one, channels, calls, seconds)
    for stream in streams.values():
        stream.cancel()
    return done


async def http_rate(
    address: str, kind: Literal["proto", "json"], calls: Sequence[Iterator[Call]], seconds: float
) -> Rate:
    """The same over HTTP/1.1, each caller with a connection."""
    connected = [await Connection.to(address) for _ in range(CALLERS)]

    async def one(connection: Connection, call: Call) -> None:
        await connection.request(getattr(call, kind))

    done = await _rate(one, connected, calls, seconds)
    for connection in connected:
        connection.close()
    return done


async def _rate(
    one: Callable[[T, Call], Awaitable[None]],
    channels: Sequence[T],
    calls: Sequence[Iterator[Call]],
    seconds: float,
) -> Rate:
    began, done = perf_counter(), 0

    async def caller(channel: T, own: Iterator[Call]) -> None:
        nonlocal done
        for call in own:
            await one(channel, call)
            done += 1
            if perf_counter() - began > seconds:
                return

    await asyncio.gather(*map(caller, channels, calls))
    elapsed = perf_counter() - began
    if elapsed < seconds:
        raise SystemExit("all games are over before the round is: give each caller more of them (--games)")
    return Rate(done / elapsed, done)


@asynccontextmanager
async def connections(address: str, callers: int = CALLERS) -> AsyncIterator[Channels]:
    """One a caller, as clients of their own would have."""
    own = (("grpc.use_local_subchannel_pool", 1),)
    async with AsyncExitStack() as stack:
        yield [await stack.enter_async_context(grpc.aio.insecure_channel(address, options=own)) for _ in range(callers)]


@asynccontextmanager
async def matches(address: str, games: int) -> AsyncIterator[list[Match]]:
    """One match a caller, with so many games."""
    async with AsyncExitStack() as clients:
        players = [await clients.enter_async_context(sign_in(address)) for _ in range(2 * CALLERS)]
        made = [Match(players[2 * number], players[2 * number + 1], number) for number in range(CALLERS)]
        for match in made:
            await match.prepare(games)
        yield made


@asynccontextmanager
async def boards_in(url: str) -> AsyncIterator[View]:
    views = await open_views(url)
    try:
        yield next(view for projection, view in views if projection.name == Boards.name)
    finally:
        await views.close()


async def measure(
    server: Running,
    echo: Running,
    go: Running | None,
    follower: AbstractContextManager[Running],
    views: str,
    given: argparse.Namespace,
) -> dict[str, float]:
    """The follower works after the commands: it would be measured with them on a machine of two cores."""
    floor = [cycle([Call(ECHO, b"x" * 100)]) for _ in range(CALLERS)]
    appended = [cycle([_stored(str(uuid4()))]) for _ in range(CALLERS)]
    found = defaultdict[str, list[float]](list)
    (to, pid), (beside, beside_pid), seconds, rounds = server, echo, given.seconds, given.rounds
    async with (
        matches(to.grpc, given.games) as made,
        connections(to.grpc) as to_server,
        connections(beside.grpc) as to_echo,
    ):
        commands = [iter(match.calls) for match in made]
        for _ in range(rounds):
            await _measured(found, "echo", beside_pid, rate(to_echo, floor, seconds))
            if go:
                found["go_cpu_us"].append(await go_cost_us(go, CALLERS, 0, seconds))
            await _measured(found, "append", beside_pid, rate(to_echo, appended, seconds))
            await _measured(found, "plain", beside_pid, http_rate(beside.http, "proto", appended, seconds))
            await _measured(found, "submit", pid, rate(to_server, commands, seconds))
            await _measured(found, "session", pid, session_rate(to_server, commands, seconds))
            await _measured(found, "connect_proto", pid, http_rate(to.http, "proto", commands, seconds))
            await _measured(found, "connect_json", pid, http_rate(to.http, "json", commands, seconds))
        async with boards_in(views) as shown:
            with follower:
                for match in made:
                    await match.wait_for_boards(shown)
        boards = [match.board_calls() for match in made]
        for _ in range(rounds):
            await _measured(found, "board_echo", beside_pid, rate(to_echo, floor, seconds))
            await _measured(found, "board", pid, rate(to_server, boards, seconds))
    figures = {name: median(values) for name, values in found.items()}
    for name, base in COMPARED.items():
        pairs = zip(found[f"{name}_per_s"], found[f"{base}_per_s"], strict=True)
        figures[f"{name}_to_{base}"] = median(a / b for a, b in pairs)
    for name, base in COSTS:
        if base in found:
            pairs = zip(found[f"{name}_cpu_us"], found[base], strict=True)
            figures[f"{name}_cost_to_{base.removesuffix('_cpu_us')}"] = median(a / b for a, b in pairs)
    return figures


def _stored(game_id: str) -> Call:
    return Call(APPEND, game_id.encode(), proto=posted(APPEND, "application/proto", "", game_id.encode()))


async def _measured(found: dict[str, list[float]], name: str, pid: int, measuring: Awaitable[Rate]) -> None:
    """The rate, and the processor time that the server took for a call."""
    before = spent_s({name: pid})[name]
    measured = await measuring
    found[f"{name}_per_s"].append(measured.per_s)
    found[f"{name}_cpu_us"].append(1e6 * (spent_s({name: pid})[name] - before) / measured.calls)


COMPARED = {
    "append": "echo",
    "submit": "echo",
    "session": "submit",
    "connect_proto": "plain",
    "connect_json": "plain",
    "board": "board_echo",
}
COSTS = [
    *product(("submit", "connect_proto", "connect_json"), ("echo_cpu_us", "go_cpu_us")),
    ("session", "echo_cpu_us"),
    ("board", "board_echo_cpu_us"),
]
"""Costs, and the floor of each."""
TARGETS = {
    "submit_to_echo": at_least(0.6),
    "session_to_submit": at_least(2),
    "board_to_board_echo": at_least(0.7),
    "connect_proto_cpu_us": under(180),
    "connect_json_cpu_us": under(230),
}


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--seconds", type=float, default=1.0, help="length of a round")
    parser.add_argument("--rounds", type=int, default=7)
    parser.add_argument("--games", type=int, default=20, help="games that each caller has to play")
    parser.add_argument("--echo-server", metavar="STORE", help=argparse.SUPPRESS)
    given = parser.parse_args()
    if given.echo_server:
        uvloop.run(echo_server(given.echo_server))
        return
    with ExitStack() as stack:
        postgres = stack.enter_context(PostgresServer()).url()
        store, floor, plain = (create_database(postgres) for _ in range(3))
        migrate(store)
        migrate(floor)
        views = stack.enter_context(RedisServer()).url
        folder = stack.enter_context(TemporaryDirectory())
        here = ("--store", store, "--views", views, "--keys", str(Path(folder) / "keys"))
        anywhere = ("--listen", "127.0.0.1:0", "--http", "127.0.0.1:0")
        serve = command("serve", "--json", "--fixed-setups", *anywhere, *here, "--calls-per-s", "10000", "--roles")
        server = stack.enter_context(process([*serve, "api"], HERE))
        follower = process([*serve, "follower"], HERE)
        echo = stack.enter_context(process([sys.executable, "-m", "bench.submit", "--echo-server", floor], HERE))
        go = stack.enter_context(go_floor(plain))
        figures = uvloop.run(measure(server, echo, go, follower, views, given))
    report(figures, TARGETS)


if __name__ == "__main__":
    main()
