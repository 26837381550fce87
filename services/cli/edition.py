"""`turnledger edition check`: every problem of data files, before anybody plays with them."""

from pathlib import Path
from typing import Annotated

import msgspec
import typer

from domain import catalogue

app = typer.Typer(no_args_is_help=True, add_completion=False)


@app.callback()
def editions() -> None:
    """Data files of the games: maps, cards, tables."""


@app.command()
def check(
    files: Annotated[list[Path], typer.Argument(exists=True, dir_okay=False, help="Data files")],
    game: Annotated[str, typer.Option(help="Name of a game; found out if not given")] = "",
    as_json: Annotated[bool, typer.Option("--json", help="Print one JSON object")] = False,
) -> None:
    """Name every problem of the files, and where it is. Exits 1 if there is one."""
    if game and game not in catalogue.TITLES:
        raise typer.BadParameter(f"one of {', '.join(catalogue.TITLES)}", param_hint="--game")
    found = {str(file): _problems(file.read_bytes(), game) for file in files}
    if as_json:
        typer.echo(msgspec.json.encode(found))
    else:
        for name, problems in found.items():
            typer.echo("\n".join(f"{name}: {problem}" for problem in problems) or f"{name}: sound")
    raise typer.Exit(1 if any(found.values()) else 0)


def _problems(data: bytes, game: str) -> list[str]:
    return list(catalogue.TITLES[game or _game_of(data)].editions.problems(data))


def _game_of(data: bytes) -> str:
    """The game whose data it looks like. Bytes that no game knows are left to the first game's checker, which names
    the line."""
    first, *_ = catalogue.TITLES
    try:
        head = msgspec.json.decode(data)
    except msgspec.DecodeError:
        return first
    if not isinstance(head, dict):
        return first
    return next((title.name for title in catalogue.TITLES.values() if title.editions.takes(head)), first)
