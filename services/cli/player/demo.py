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
from rich.console import Console, RenderableType

from domain.kernel.dice import Roll
from services.cli import drawing
from services.cli.reader import reader
from services.cli.remote import play_as
from services.main import Started
from turnledger import Client, Game, sign_in
from turnledger.v1 import play_pb2

NAMES = ("Ann", "Boris", "Clara", "Dmitri")
KILL_AFTER = 60
"""Commands answered before the server is killed: well into the second round."""


class ServerProcess:
    """Our own server as a process of its own, on a folder and always on the same port."""

    def __init__(self, folder: Path) -> None:
        self._folder, self._port = folder, 0
        self.process: subprocess.Popen[bytes] | None = None

    @property
    def address(self) -> str:
        return f"127.0.0.1:{self._port}"

    def start(self) -> None:
        """Returns once it answers."""
        command = [sys.executable, "-m", "turnledger_server", "serve", "--json", "--http", ""]
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


class Tell:
    """Says each stage to people, or as one JSON object a line."""

    def __init__(self, *, as_json: bool) -> None:
        self._console, self._as_json = Console(), as_json

    def __call__(self, kind: str, *said: RenderableType, **figures: object) -> None:
        if self._as_json:
            typer.echo(msgspec.json.encode({"kind": kind} | figures))
            return
        for each in said:
            self._console.print(each)


def demo(
    variant: Annotated[str, typer.Argument(help="Name of a variant")] = "power_grid/russia",
    bot: Annotated[str, typer.Option(help="Strategy of the four players")] = "greedy",
    kill_after: Annotated[int, typer.Option(min=1, help="Commands before the server is killed")] = KILL_AFTER,
    as_json: Annotated[bool, typer.Option("--json", help="Print one JSON object a line")] = False,
) -> None:
    """Four bot clients play a whole game over gRPC; the server is killed in the middle (SIGKILL) and restarted."""
    tell = Tell(as_json=as_json)
    with _server() as server:
        asyncio.run(_demo(tell, server, variant, bot, kill_after))
    tell("over", "[green]nothing lost, nothing left running")


@contextmanager
def _server() -> Iterator[ServerProcess]:
    with tempfile.TemporaryDirectory(prefix="turnledger-demo-") as folder:
        server = ServerProcess(Path(folder))
        server.start()
        try:
            yield server
        finally:
            server.end(signal.SIGTERM)


async def _demo(tell: Tell, server: ServerProcess, variant: str, bot: str, kill_after: int) -> None:
    async with AsyncExitStack() as stack:
        players = [await stack.enter_async_context(sign_in(server.address, name)) for name in NAMES]
        game_id = await _open(players, variant)
        said = f"server on {server.address}, game {game_id}, players {', '.join(NAMES)}"
        tell("began", said, server=server.address, game_id=game_id, variant=variant, players=NAMES)
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
            await _crash(tell, server, players[0].game(game_id), answers)
        await _finish(tell, players[0].game(game_id), answers)


async def _open(players: list[Client], variant: str) -> str:
    game = await players[0].create_table(variant, seats=len(players), join=True)
    for player in players[1:]:
        await player.game(game.game_id).join()
    await game.start()
    return game.game_id


async def _crash(tell: Tell, server: ServerProcess, game: Game, answers: list[play_pb2.SubmitResponse]) -> None:
    await asyncio.to_thread(server.end, signal.SIGKILL)
    commands, last = len(answers), max(answer.version for answer in answers)
    said = f"[red]SIGKILL[/] after {commands} commands; the last one answered made version {last}"
    tell("killed", said, commands=commands, version=last)
    await asyncio.to_thread(server.start)
    version = (await game.table()).version
    tell("restarted", f"restarted: the game stands at version {version}", version=version)
    assert version >= last, "an answered command is lost"


async def _finish(tell: Tell, game: Game, answers: list[play_pb2.SubmitResponse]) -> None:
    table = await game.table()
    by = reader(table, "en")
    board = drawing.board(table, await game.board(min_version=table.version), by)
    versions = [version for answer in answers for version in range(answer.first_version, answer.version + 1)]
    assert len(versions) == len(set(versions)), "a command happened twice"
    standings = [
        {"name": table.occupants[each.seat].display_name, "rank": each.rank, "won": each.won, "score": each.score}
        for each in table.outcome.standings
    ]
    figures = {"reason": table.outcome.reason, "commands": len(answers), "events": table.version}
    said = f"{len(answers)} commands, {table.version} events"
    tell("finished", board, drawing.standings(table, by), said, **figures, standings=standings)
