"""`turnledger play`: a person at a terminal takes a seat. Everything legal is listed and numbered."""

import asyncio
from typing import Annotated

import typer
from rich.console import Console
from rich.prompt import IntPrompt

from services.cli import drawing
from services.settings import from_environment
from turnledger import Game, ServiceError, Turn, sign_in


def play(
    variant: Annotated[
        str, typer.Argument(help="Variant of a new table, e.g. power_grid/russia")
    ] = "power_grid/russia",
    game_id: Annotated[str, typer.Option("--game", help="Sit down at this table instead")] = "",
    players: Annotated[int, typer.Option(min=2, max=6, help="Seats of a new table; bots take the others")] = 3,
    bot: Annotated[str, typer.Option(help="Strategy of the bots")] = "greedy",
    name: Annotated[str, typer.Option(help="Your name; generated if not given")] = "",
    server: Annotated[str | None, typer.Option(help="gRPC: HOST:PORT; TURNLEDGER_LISTEN if not given")] = None,
) -> None:
    """Play a game at the terminal, against bots or at a table of others."""
    try:
        asyncio.run(_play(server or from_environment().listen, name, game_id, variant, players, bot))
    except ServiceError as error:
        typer.echo(str(error), err=True)
        raise typer.Exit(1) from error


async def _play(server: str, name: str, game_id: str, variant: str, players: int, bot: str) -> None:
    console = Console()
    async with sign_in(server, name) as me:
        if game_id:
            game = me.game(game_id)
            await game.join()
            console.print("waiting for the host to start…")
        else:
            game = await me.create_table(variant, seats=players, join=True, unrated=True)
            for _ in range(players - 1):
                await game.add_bot(bot)
            await game.start()
        console.print(f"game {game.game_id}")
        async for turn in game.my_turns():
            await _turn(console, game, turn)
        console.print(drawing.standings(await game.table()))


async def _turn(console: Console, game: Game, turn: Turn) -> None:
    """Shows the board and asks until a command is taken."""
    console.print(drawing.board(await game.table(), await game.board(min_version=turn.version)))
    for number, offered in enumerate(turn.options, 1):
        console.print(f"[bold]{number:3}[/] {drawing.option(offered)}", highlight=False)
    option = await _ask("Your choice", len(turn.options))
    count = turn.options[option].count
    number = await _ask(f"Which of its {count} ways", count) if count > 1 else 0
    try:
        await turn.choose(option, number)
    except ServiceError as refused:
        console.print(f"[red]{refused}")


async def _ask(question: str, most: int) -> int:
    """A number from 0, asked for from 1; the connection lives on while the player thinks."""
    while True:
        given = await asyncio.to_thread(IntPrompt.ask, f"{question} (1–{most})")
        if 1 <= given <= most:
            return given - 1
