"""A whole server as its own process, people who play on it while it breaks, and the check afterwards."""

import asyncio
import json
import os
import random
import signal
import subprocess
import sys
from collections.abc import Sequence
from contextlib import suppress
from dataclasses import dataclass
from pathlib import Path
from typing import Self
from uuid import uuid4

import grpc

from domain import stored
from domain.history.record import Recorded
from services.projection_runner.filling import OVER
from services.projection_runner.rebuild import rebuild
from services.projection_runner.views import HOUR_S, open_views
from services.settings import Settings
from services.store import open_store
from support.servers import free_port
from turnledger import Client, Game, ServiceError, sign_in
from turnledger.v1 import play_pb2

PATIENCE_S = 120.0


class Service:
    """`turnledger serve` on one port for its whole life, however often it is killed and started again."""

    program = "turnledger_server"

    def __init__(self, folder: Path, store: str, views: str = "memory://", **settings: str) -> None:
        self.store, self.views = store, views
        self.address = f"127.0.0.1:{free_port()}"
        self.settings = os.environ | {
            "TURNLEDGER_STORE": store,
            "TURNLEDGER_VIEWS": views,
            "TURNLEDGER_KEYS": str(folder / "keys"),
            "TURNLEDGER_LISTEN": self.address,
            "TURNLEDGER_HTTP": "",
            "TURNLEDGER_METRICS": "",
            "TURNLEDGER_CALLS_PER_S": "1000000",
            "TURNLEDGER_STREAMS_PER_ACCOUNT": "10000",
            **settings,
        }
        self._process: subprocess.Popen[bytes] | None = None

    @property
    def pid(self) -> int:
        assert self._process, "started"
        return self._process.pid

    async def start(self) -> None:
        """Returns when it answers."""
        command = (sys.executable, "-m", self.program, "serve", "--json")
        self._process = subprocess.Popen(command, env=self.settings, stdout=subprocess.PIPE)
        assert self._process.stdout
        line = await asyncio.to_thread(self._process.stdout.readline)
        assert json.loads(line)["grpc"] == self.address

    def kill(self) -> None:
        self._end(signal.SIGKILL)

    def stop(self) -> None:
        self._end(signal.SIGTERM)

    def _end(self, by: signal.Signals) -> None:
        if self._process and self._process.poll() is None:
            self._process.send_signal(by)
            self._process.wait()
        if self._process and self._process.stdout:
            self._process.stdout.close()


@dataclass(frozen=True)
class Acknowledged:
    game_id: str
    request_id: str
    first_version: int
    version: int


class Players:
    """Pairs of people who play one game after another by drawing any option, and send each command until it is
    answered."""

    def __init__(self, *addresses: str, tables: int = 4, variant: str = "power_grid/russia") -> None:
        self._addresses, self._tables, self._variant = addresses, tables, variant
        self.acknowledged: list[Acknowledged] = []
        self._over = asyncio.Event()
        self._progress = asyncio.Condition()
        self._tasks: list[asyncio.Task[None]] = []
        self._dice = random.Random(1)

    async def __aenter__(self) -> Self:
        self._tasks = [asyncio.create_task(self._table(place)) for place in range(self._tables)]
        return self

    async def __aexit__(self, *failed: object) -> None:
        self._over.set()
        if failed[0] is not None:
            for task in self._tasks:
                task.cancel()
        async with asyncio.timeout(PATIENCE_S):
            await asyncio.gather(*self._tasks, return_exceptions=failed[0] is not None)

    async def more(self, commands: int) -> None:
        """Returns when so many more commands have been acknowledged."""
        wanted = len(self.acknowledged) + commands
        async with asyncio.timeout(PATIENCE_S), self._progress:
            await self._progress.wait_for(lambda: len(self.acknowledged) >= wanted)

    async def _table(self, place: int) -> None:
        address, other = (self._addresses[(place + n) % len(self._addresses)] for n in range(2))
        async with sign_in(address) as ann, sign_in(other) as bob:
            while not self._over.is_set():
                game = await ann.create_table(self._variant, seats=2, join=True)
                await bob.game(game.game_id).join()
                await game.start()
                async with asyncio.TaskGroup() as both:
                    for player in (ann, bob):
                        both.create_task(self._play(player, player.game(game.game_id)))

    async def _play(self, player: Client, game: Game) -> None:
        turns = game.my_turns()
        over = asyncio.create_task(self._over.wait())
        try:
            while not self._over.is_set():
                turn = asyncio.ensure_future(anext(turns, None))
                await asyncio.wait({turn, over}, return_when=asyncio.FIRST_COMPLETED)
                if not turn.done() or turn.result() is None:
                    turn.cancel()
                    return
                await self._choose(game, turn.result())
        finally:
            over.cancel()
            with suppress(RuntimeError):
                await turns.aclose()

    async def _choose(self, game: Game, turn) -> None:
        option = self._dice.randrange(len(turn.options))
        number = self._dice.randrange(turn.options[option].count)
        choice = play_pb2.Choice(option=option, number=number)
        request_id = str(uuid4())
        try:
            done = await game.submit(choice, expected_version=turn.version, request_id=request_id)
        except ServiceError as error:
            if error.code == grpc.StatusCode.ABORTED:  # another process was faster
                return
            raise
        self.acknowledged.append(Acknowledged(game.game_id, request_id, done.first_version, done.version))
        async with self._progress:
            self._progress.notify_all()


async def verify(service: Service, players: Players) -> None:
    """Acknowledged commands are stored once and at their versions, nothing else is, and the views equal a rebuild."""
    store = open_store(service.store)
    for game_id, given in versions_by_request(players.acknowledged).items():
        found = commands_of([stored.codec().read(row) for row in await store.load(game_id)])
        assert found == {game_id: given}, f"game {game_id}: what is stored is not what was acknowledged"
    await _views_equal_a_rebuild(service, store)
    await store.close()


async def finished(service: Service) -> int:
    """The number of games that are over."""
    store = open_store(service.store)
    rows = [each.row.topic for log in store.logs for each in await log.hot.read_tables(0, 10_000)]
    await store.close()
    return sum(topic.startswith(OVER) for topic in rows)


def commands_of(records: Sequence[Recorded]) -> dict[str, dict[str, list[int]]]:
    """The versions that each command of a player led to, by game and request."""
    found: dict[str, dict[str, list[int]]] = {}
    for record in records:
        in_game, request_id = found.setdefault(record.stream_id, {}), record.envelope.request_id
        if record.envelope.command.startswith(b'{"type":') and b'"player"' in record.envelope.command[:80]:
            in_game[request_id] = []
        if request_id in in_game:
            in_game[request_id].append(record.version)
    return found


def versions_by_request(acknowledged: Sequence[Acknowledged]) -> dict[str, dict[str, list[int]]]:
    """The same, by what players were answered."""
    found: dict[str, dict[str, list[int]]] = {each.game_id: {} for each in acknowledged}
    for each in acknowledged:
        found[each.game_id][each.request_id] = list(range(each.first_version, each.version + 1))
    return found


async def _views_equal_a_rebuild(service: Service, store) -> None:
    if service.views == "memory://":
        return
    keep_s = Settings().views_keep_h * HOUR_S  # as the service does: without it, keys of finished games never expire
    views = await open_views(service.views, keep_s, store)
    for log, (projection, view) in views.of_logs(store):
        done = await rebuild(log, stored.codec().read, projection, view, lead=log.lead, switch=False)
        assert done.differing == 0, f"{projection.name}: {done.differences}"
    await views.close()
