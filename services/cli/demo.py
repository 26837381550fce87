"""`turnledger demo`: four bot clients play a whole game over gRPC; the server is killed in the middle."""

import asyncio
import signal
import subprocess
import sys
import tempfile
from collections.abc import Iterator
from contextlib import AsyncExitStack, contextmanager
from pathlib import Path
from typing import Annotated

import msgspec
import typer
from rich.console import Console

from domain.kernel.dice import Roll
from services.cli import drawing
from services.cli.remote import play_as
from services.main import Started
from turnledger import Client, Game, sign_in
from turnledger.v1 import play_pb2

NAMES = ("Ann", "Boris", "Clara", "Dmitri")
KILL_AFTER = 60
"""Commands answered before the server is killed: well into the second round."""


class Server:
    """Our own server as a process of its own, on a folder and always on the same port."""

    def __init__(self, folder: Path) -> None:
        self._folder, self._port = folder, 0
        self.process: subprocess.Popen[bytes] | None = None

    @property
    def address(self) -> str:
        return f"127.0.0.1:{self._port}"

    def start(self) -> None:
        """Returns once it answers."""
        command = [sys.executable, "-m", "services.cli.main", "serve", "--json", "--http", ""]
        command += ["--listen", self.address, "--store", f"sqlite:///{self._folder / 'demo.db'}"]
        command += ["--keys", str(self._folder / "keys")]
        with (self._folder / "log").open("ab") as log:
            self.process = subprocess.Popen(command, stdout=subprocess.PIPE, stderr=log)  # noqa: S603
        assert self.process.stdout
        told = self.process.stdout.readline()
        if not told:
            raise RuntimeError((self._folder / "log").read_text())
        self._port = int(msgspec.json.decode(told, type=Started).grpc.rpartition(":")[2])

    def end(self, how: signal.Signals) -> None:
        if self.process:
            self.process.send_signal(how)
            self.process.wait()
            assert self.process.stdout
            self.process.stdout.close()
            self.process = None


def demo(
    variant: Annotated[str, typer.Argument(help="Name of a variant")] = "power_grid/russia",
    bot: Annotated[str, typer.Option(help="Strategy of the four players")] = "greedy",
    kill_after: Annotated[int, typer.Option(min=1, help="Commands before the server is killed")] = KILL_AFTER,
) -> None:
    """Four bot clients play a whole game over gRPC; the server is killed in the middle (SIGKILL) and restarted."""
    console = Console()
    with _server() as server:
        asyncio.run(_demo(console, server, variant, bot, kill_after))
    console.print("[green]nothing lost, nothing left running")


@contextmanager
def _server() -> Iterator[Server]:
    with tempfile.TemporaryDirectory(prefix="turnledger-demo-") as folder:
        server = Server(Path(folder))
        server.start()
        try:
            yield server
        finally:
            server.end(signal.SIGTERM)


async def _demo(console: Console, server: Server, variant: str, bot: str, kill_after: int) -> None:
    async with AsyncExitStack() as stack:
        players = [await stack.enter_async_context(sign_in(server.address, name)) for name in NAMES]
        game_id = await _open(players, variant)
        console.print(f"server on {server.address}, game {game_id}, players {', '.join(NAMES)}")
        answers: list[play_pb2.SubmitResponse] = []
        enough = asyncio.Event()

        def answered(answer: play_pb2.SubmitResponse) -> None:
            answers.append(answer)
            if len(answers) == kill_after:
                enough.set()

        async with asyncio.TaskGroup() as tasks:
            for number, player in enumerate(players):
                roll = Roll(b"demo", f"bot {number}")
                tasks.create_task(play_as(bot, player.game(game_id), roll, answered))
            await enough.wait()
            await _crash(console, server, players[0].game(game_id), answers)
        await _show(console, players[0].game(game_id), answers)


async def _open(players: list[Client], variant: str) -> str:
    game = await players[0].create_table(variant, seats=len(players), join=True)
    for player in players[1:]:
        await player.game(game.game_id).join()
    await game.start()
    return game.game_id


async def _crash(console: Console, server: Server, game: Game, answers: list[play_pb2.SubmitResponse]) -> None:
    await asyncio.to_thread(server.end, signal.SIGKILL)
    last = max(answer.version for answer in answers)
    console.print(f"[red]SIGKILL[/] after {len(answers)} commands; the last one answered made version {last}")
    await asyncio.to_thread(server.start)
    version = (await game.table()).version
    console.print(f"restarted: the game stands at version {version}")
    assert version >= last, "an answered command is lost"


async def _show(console: Console, game: Game, answers: list[play_pb2.SubmitResponse]) -> None:
    table = await game.table()
    console.print(drawing.board(table, await game.board(min_version=table.version)))
    console.print(drawing.standings(table))
    console.print(f"{len(answers)} commands, {table.version} events")
    versions = [version for answer in answers for version in range(answer.first_version, answer.version + 1)]
    assert len(versions) == len(set(versions)), "a command happened twice"
