"""`turnledger edition check`: every problem of data files, before anybody plays with them."""

from collections.abc import Callable, Iterable
from pathlib import Path
from typing import Annotated

import msgspec
import typer

from domain.card_game.checks import problems as card_game
from domain.colony61.checks import problems_of as colony61
from domain.power_grid.validate import problems as power_grid

app = typer.Typer(no_args_is_help=True, add_completion=False)
CHECKS: dict[str, Callable[[bytes], Iterable[object]]] = {
    "power_grid": power_grid,
    "card_game": card_game,
    "colony61": colony61,
}


@app.callback()
def editions() -> None:
    """Data files of the games: maps, cards, tables."""


@app.command()
def check(
    files: Annotated[list[Path], typer.Argument(exists=True, dir_okay=False, help="Data files")],
    game: Annotated[str, typer.Option(help="power_grid, card_game or colony61; found out if not given")] = "",
    as_json: Annotated[bool, typer.Option("--json", help="Print one JSON object")] = False,
) -> None:
    """Name every problem of the files, and where it is. Exits 1 if there is one."""
    if game and game not in CHECKS:
        raise typer.BadParameter(f"one of {', '.join(CHECKS)}", param_hint="--game")
    found = {str(file): _problems(file.read_bytes(), game) for file in files}
    if as_json:
        typer.echo(msgspec.json.encode(found))
    else:
        for name, problems in found.items():
            typer.echo("\n".join(f"{name}: {problem}" for problem in problems) or f"{name}: sound")
    raise typer.Exit(1 if any(found.values()) else 0)


def _problems(data: bytes, game: str) -> list[str]:
    return [str(problem) for problem in CHECKS[game or _game_of(data)](data)]


def _game_of(data: bytes) -> str:
    """Whose data it looks like; bytes that are no JSON are left to the checker that names the line."""
    try:
        head = msgspec.json.decode(data)
    except msgspec.DecodeError:
        return "power_grid"
    if not isinstance(head, dict) or "kind" in head:
        return "power_grid"
    return "colony61" if str(head.get("id")).startswith("colony61") else "card_game"
