"""`turnledger edition`: the folder of data files, their problems, and the values that were not read off a print."""

from pathlib import Path
from typing import Annotated

import msgspec
import typer

from domain import catalogue
from domain.kernel.editions import Editions, misnamed

app = typer.Typer(no_args_is_help=True, add_completion=False)


@app.callback()
def editions() -> None:
    """Data files of the games: maps, cards, tables."""


@app.command()
def folder(as_json: Annotated[bool, typer.Option("--json", help="Print one JSON object")] = False) -> None:
    """Print the folder from which this program reads data files, each game's in GAME/data."""
    path = str(Path(catalogue.__file__).parent)
    typer.echo(msgspec.json.encode({"folder": path}) if as_json else path)


@app.command()
def check(
    files: Annotated[list[Path], typer.Argument(exists=True, dir_okay=False, help="Data files")],
    game: Annotated[str, typer.Option(help="Name of a game; found out if not given")] = "",
    as_json: Annotated[bool, typer.Option("--json", help="Print one JSON object")] = False,
) -> None:
    """Name every problem of the files, and where it is. Exits 1 if there is one."""
    if game and game not in catalogue.TITLES:
        raise typer.BadParameter(f"one of {', '.join(catalogue.TITLES)}", param_hint="--game")
    found = {str(file): _problems(file, game) for file in files}
    if as_json:
        typer.echo(msgspec.json.encode(found))
    else:
        for name, problems in found.items():
            typer.echo("\n".join(f"{name}: {problem}" for problem in problems) or f"{name}: sound")
    raise typer.Exit(1 if any(found.values()) else 0)


@app.command()
def reconstructed(
    files: Annotated[
        list[Path] | None, typer.Argument(exists=True, dir_okay=False, help="Data files; those in force if not given")
    ] = None,
    as_json: Annotated[bool, typer.Option("--json", help="Print one JSON object")] = False,
) -> None:
    """List the values that were not read off a print: check them against your own copy. Exits 1 on an invalid file."""
    read = {str(file): (_editions_of(data := file.read_bytes()), data) for file in files or ()} or _in_force()
    wrong = [name for name, (editions, data) in read.items() if editions.problems(data)]
    if wrong:
        typer.echo(
            "\n".join(f"{name}: not a valid edition, see `turnledger edition check`" for name in wrong), err=True
        )
        raise typer.Exit(1)
    found = {name: list(editions.reconstructed(data)) for name, (editions, data) in read.items()}
    if as_json:
        typer.echo(msgspec.json.encode(found))
    else:
        for name, values in found.items():
            typer.echo("\n".join(f"{name}: {value}" for value in values) or f"{name}: all read off a print")


def _editions_of(data: bytes) -> Editions:
    return catalogue.TITLES[_game_of(data)].editions


def _in_force() -> dict[str, tuple[Editions, bytes]]:
    """Return the files that new games use, by edition, each with the editions of its game."""
    return {
        edition.id: (title.editions, title.editions.content(edition.id))
        for title in catalogue.TITLES.values()
        for variant in title.variants
        for edition in variant.editions()
    }


def _problems(file: Path, game: str) -> list[str]:
    data = file.read_bytes()
    found = (catalogue.TITLES[game].editions if game else _editions_of(data)).problems(data)
    return list(found or misnamed(str(msgspec.json.decode(data).get("id")), file.stem))


def _game_of(data: bytes) -> str:
    """The game whose data it looks like. Bytes that no game knows are left to the first game's checker, which names
    the line."""
    first, *_ = catalogue.TITLES
    try:
        head = msgspec.json.decode(data)
    except (msgspec.DecodeError, UnicodeDecodeError, RecursionError):
        return first
    if not isinstance(head, dict):
        return first
    return next((title.name for title in catalogue.TITLES.values() if title.editions.takes(head)), first)
