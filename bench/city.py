"""The load of a city of tables on one machine: `python -m bench.city` prints JSON and a table (a quarter of an hour).

On PostgreSQL and Redis, with a server of its own for the API and one for all other roles: twenty thousand games in
play, a watcher at each of them, and so many moves a second at tables in turn, whatever happens. The tables are copies
of one game, stored at once with COPY; two accounts sit at all of them. Told are what was moved, and how long a move
took, from the moment when it was due to its acknowledgement, and from that to the watcher of its table, the memory of
the servers, and the processor time of each: what has no rest left gives way first.
"""

import argparse
import asyncio
import json
import os
import sys
from collections import Counter
from collections.abc import Iterator, Sequence
from contextlib import closing, contextmanager
from pathlib import Path
from statistics import quantiles
from subprocess import PIPE, Popen
from time import monotonic
from uuid import UUID, uuid4

import grpc
import psycopg
import uvloop

from bench import report
from bench._houses import House, house, spent_s
from support.memory import memory_mib
from turnledger import Client, ServiceError, sign_in
from turnledger.v1 import play_pb2, snapshot_pb2, views_pb2

VARIANT = "power_grid/russia"
MOVES = 40
"""Of the game that is copied."""
A_CHANNEL = 500
"""Streams that share a connection."""
SUBMIT, WATCH = "/turnledger.v1.Play/Submit", "/turnledger.v1.Views/WatchGame"
_FIRST = play_pb2.Choice(option=0, number=0)
_OPTIONS = snapshot_pb2.Parts(options=True)


def name(table: int) -> str:
    return str(UUID(int=table + 1))


async def play_one(address: str) -> tuple[str, list[str], tuple[int, int]]:
    """The game that is copied, the tokens of its two seats, and which of them is asked next, at which version."""
    async with sign_in(address) as ann, sign_in(address) as bob:
        game = await ann.create_table(VARIANT, seats=2, join=True, unrated=True, seed="city")
        await bob.game(game.game_id).join()
        await game.start()
        seats, tokens = (game, bob.game(game.game_id)), [_token(each) for each in (ann, bob)]
        for _ in range(MOVES):
            now = await game.options()
            await seats[now.to_act[0]].submit(_FIRST, expected_version=now.version)
        now = await game.options()
        return game.game_id, tokens, (now.to_act[0], now.version)


def _token(client: Client) -> str:
    return str(dict(client.connection.metadata())["authorization"])


def fill(store: str, game_id: str, tables: int) -> None:
    with closing(psycopg.connect(store, autocommit=True)) as connection:
        rows = connection.execute(
            "SELECT originator_version, topic, state FROM stored_events WHERE originator_id = %s"
            " ORDER BY originator_version",
            (game_id,),
        ).fetchall()
        into = "COPY stored_events (originator_id, originator_version, topic, state) FROM STDIN (FORMAT binary)"
        with connection.cursor().copy(into) as copy:
            copy.set_types(["text", "int8", "text", "bytea"])
            for table in range(tables):
                for version, topic, state in rows:
                    copy.write_row((name(table), version, topic, state.replace(game_id.encode(), name(table).encode())))
        connection.execute("VACUUM ANALYZE stored_events")


async def hold(address: str, token: str, tables: Sequence[int]) -> None:
    """Watch these tables and print “open”; at the end of standard input print the time of each version received, and
    the number of ended watches by reason."""
    seen, ended = list[tuple[int, int, float]](), Counter[str]()

    async def read(table: int, call: "grpc.aio.UnaryStreamCall[bytes, bytes]") -> None:
        while isinstance(message := await call.read(), bytes):
            if (told := views_pb2.WatchGameResponse.FromString(message)).events:
                seen.append((table, told.version, monotonic()))
        ended[f"{(await call.code()).name} {await call.details()}"] += 1

    calls: list[grpc.aio.UnaryStreamCall[bytes, bytes]] = []
    for start in range(0, len(tables), A_CHANNEL):
        channel = _channel(address)
        watch: grpc.aio.UnaryStreamMultiCallable[bytes, bytes] = channel.unary_stream(WATCH)
        opened = [
            watch(
                views_pb2.WatchGameRequest(game_id=name(table)).SerializeToString(),
                metadata=(("authorization", token),),
            )
            for table in tables[start : start + A_CHANNEL]
        ]
        await asyncio.gather(*(call.read() for call in opened))
        calls += opened
    reading = [asyncio.create_task(read(*each)) for each in zip(tables, calls, strict=True)]
    print("open", flush=True)
    await asyncio.to_thread(sys.stdin.read)
    for task in reading:
        task.cancel()
    print(json.dumps({"seen": seen, "ended": ended}), flush=True)


def _channel(address: str) -> grpc.aio.Channel:
    return grpc.aio.insecure_channel(address, options=(("grpc.use_local_subchannel_pool", 1),))


class Moves:
    """One at each table in turn, each begun when it is due, however long others take; none where the last one is still
    under way. `patience_s`: how long each is waited for."""

    def __init__(
        self, address: str, tokens: Sequence[str], asked: tuple[int, int], tables: int, patience_s: float
    ) -> None:
        self._submit: list[grpc.aio.UnaryUnaryMultiCallable[bytes, bytes]] = [
            _channel(address).unary_unary(SUBMIT) for _ in range(8)
        ]
        self._tokens, self._asked = tokens, dict.fromkeys(range(tables), asked)
        self._patience_s, self._moving = patience_s, set[int]()
        self.took_ms: list[float] = []
        self.acknowledged: dict[tuple[int, int], float] = {}
        self.failed = Counter[str]()

    async def make(self, per_s: float, seconds: float) -> None:
        began, going = monotonic(), set[asyncio.Task[None]]()
        for number in range(int(per_s * seconds)):
            due = began + number / per_s
            if (early := due - monotonic()) > 0:
                await asyncio.sleep(early)
            table = number % len(self._asked)
            if table in self._moving:
                self.failed["the last move there is under way"] += 1
                continue
            self._moving.add(table)
            task = asyncio.create_task(self._move(table, due))
            going.add(task)
            task.add_done_callback(going.discard)
        await asyncio.gather(*going)

    async def _move(self, table: int, due: float) -> None:
        seat, version = self._asked[table]
        request = play_pb2.SubmitRequest(
            game_id=name(table), request_id=str(uuid4()), expected_version=version, choice=_FIRST, parts=_OPTIONS
        )
        submit = self._submit[table % len(self._submit)]
        try:
            answer = await submit(
                request.SerializeToString(),
                metadata=(("authorization", self._tokens[seat]),),
                timeout=self._patience_s,
            )
        except grpc.aio.AioRpcError as error:
            self.failed[error.code().name] += 1
            return
        finally:
            self._moving.discard(table)
        now, done = monotonic(), play_pb2.SubmitResponse.FromString(answer)
        self.took_ms.append(1000 * (now - due))
        self.acknowledged[table, done.version] = now
        if done.snapshot.to_act:
            self._asked[table] = done.snapshot.to_act[0], done.version


@contextmanager
def watchers(address: str, token: str, tables: int, processes: int) -> Iterator[list["Popen[str]"]]:
    call = [sys.executable, "-m", "bench.city", "--hold", address, token]
    running = [
        Popen([*call, f"{number}:{tables}:{processes}"], stdin=PIPE, stdout=PIPE, text=True)
        for number in range(processes)
    ]
    try:
        for each in running:
            assert each.stdout
            assert each.stdout.readline() == "open\n"
        yield running
    finally:
        for each in running:
            each.kill()
            each.wait()


def watched(running: Sequence["Popen[str]"]) -> tuple[dict[tuple[int, int], float], Counter[str]]:
    """When each version of each table was seen, and how many watches had ended, by reason."""
    seen, ended = dict[tuple[int, int], float](), Counter[str]()
    for each in running:
        assert each.stdin
        assert each.stdout
        each.stdin.close()
        of_one = json.loads(each.stdout.readline())
        seen |= {(table, version): at_s for table, version, at_s in of_one["seen"]}
        ended.update(of_one["ended"])
    return seen, ended


async def measure(at: House, given: argparse.Namespace) -> dict[str, float]:
    game_id, tokens, asked = await play_one(at.served.grpc)
    began = monotonic()
    await asyncio.to_thread(fill, at.store, game_id, given.tables)
    async with sign_in(at.served.grpc) as eve:
        await _wait_until_shown(eve, name(given.tables - 1))
        shown_s = monotonic() - began
        with watchers(at.served.grpc, _token(eve), given.tables, given.processes) as running:
            figures = {"views_shown_after_s": shown_s, "watched_after_s": monotonic() - began}
            moves = Moves(at.served.grpc, tokens, asked, given.tables, given.patience)
            before, began = spent_s(at.pids), monotonic()
            await moves.make(given.per_s, given.seconds)
            took, after = monotonic() - began, spent_s(at.pids)
            seen, ended = watched(running)
    later = [1000 * (seen[each] - at_s) for each, at_s in moves.acknowledged.items() if each in seen]
    figures |= {"moves_per_s": len(moves.took_ms) / took, "failed": moves.failed.total()}
    figures |= _spread("move_ms", moves.took_ms) | _spread("to_watcher_ms", later)
    figures["not_seen"], figures["watches_ended"] = len(moves.acknowledged) - len(later), ended.total()
    for number, code in [*((n, f"watch: {c}") for c, n in ended.items()), *((n, c) for c, n in moves.failed.items())]:
        print(f"{number} × {code}", file=sys.stderr)
    for part, pid in at.pids.items():
        figures[f"{part}_cores"] = (after[part] - before[part]) / took
        figures[f"{part}_mib"] = memory_mib(pid)
    return figures


async def _wait_until_shown(eve: Client, game_id: str) -> None:
    """When the views have a game."""
    while True:
        try:
            await eve.game(game_id).board()
        except ServiceError as error:
            if (
                error.reason not in ("UNKNOWN_GAME", "VIEW_BEHIND", "NOT_SHOWN")
                and error.code != grpc.StatusCode.NOT_FOUND
            ):
                raise
            await asyncio.sleep(0.5)
        else:
            return


def _spread(of: str, times_ms: Sequence[float]) -> dict[str, float]:
    cuts = quantiles(times_ms, n=100) if len(times_ms) > 1 else [0.0] * 99
    return {f"{of}_p50": cuts[49], f"{of}_p99": cuts[98]}


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--tables", type=int, default=20_000)
    parser.add_argument("--per-s", type=float, default=500, help="moves that are due a second, in all")
    parser.add_argument("--seconds", type=float, default=600)
    parser.add_argument("--patience", type=float, default=30, help="seconds until whoever moves gives up")
    parser.add_argument("--processes", type=int, default=2, help="that hold the watchers")
    parser.add_argument("--hold", nargs=3, metavar=("ADDRESS", "TOKEN", "TABLES"), help=argparse.SUPPRESS)
    given = parser.parse_args()
    if given.hold:
        address, token, tables = given.hold
        first, end, step = map(int, tables.split(":"))
        uvloop.run(hold(address, token, range(first, end, step)))
        return
    crowd = str(given.tables + 100)
    os.environ["TURNLEDGER_GAMES_IN_MEMORY"] = crowd
    with house(
        Path(__file__).resolve().parents[1],
        "--fixed-setups",
        "--streams-per-account",
        crowd,
        "--streams-per-address",
        crowd,
    ) as at:
        figures = uvloop.run(measure(at, given))
    report(figures, {})


if __name__ == "__main__":
    main()
