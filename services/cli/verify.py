"""`turnledger verify FILE…`: proves exported histories, offline."""

from collections.abc import Sequence
from pathlib import Path
from typing import Annotated

import msgspec
import typer
from rich.console import Console
from rich.progress import track

from domain import stored
from domain.history.verify import Checkpoint, Verdict
from domain.history.verify import verify as prove
from services.cli.reading import fail, known_keys
from services.settings import from_environment


class Result(msgspec.Struct, frozen=True):
    file: str
    verdict: Verdict


def verify(
    files: Annotated[list[Path], typer.Argument(help="Exported histories", exists=True, dir_okay=False)],
    keys: Annotated[
        Path | None, typer.Option(help="The server's published key set (JWKS); its own if not given")
    ] = None,
    checkpoints: Annotated[Path | None, typer.Option(help="Signed checkpoints, one JSON object a line")] = None,
    as_json: Annotated[bool, typer.Option("--json", help="Print one JSON array")] = False,
) -> None:
    """Prove that games were played by the rules, that nobody edited them and that the dice were honest.

    Exits 0 if every file is right, 1 if one is not. Needs no server and no database."""
    known, kept = known_keys(keys, from_environment()), _read_checkpoints(checkpoints)
    codec, console = stored.codec(), Console()
    results = [
        Result(str(path), prove(path.read_bytes(), codec, known, kept))
        for path in track(files, "verifying", console=Console(stderr=True), transient=True, disable=len(files) < 2)
    ]
    if as_json:
        typer.echo(msgspec.json.encode(results))
    else:
        for result in results:
            _print(console, result)
    raise typer.Exit(1 if any(result.verdict.fault for result in results) else 0)


def _read_checkpoints(path: Path | None) -> Sequence[Checkpoint]:
    if path is None:
        return ()
    try:
        return msgspec.json.Decoder(Checkpoint).decode_lines(path.read_bytes())
    except (OSError, msgspec.MsgspecError) as error:
        fail(f"{path}: {error}")


def _print(console: Console, result: Result) -> None:
    verdict, fault = result.verdict, result.verdict.fault
    if fault is None:
        console.print(
            f"[green]right[/] {result.file}: {verdict.variant}, {verdict.status.lower()}, {verdict.commands} commands"
            f" and {verdict.events} events proven",
            soft_wrap=True,
        )
    else:
        where = f"event {fault.version} {fault.topic}" if fault.version else "the file"
        rule = "" if fault.rule == "format" else f" ({fault.rule})"
        console.print(f"[red]WRONG[/] {result.file}: {fault.code} at {where}{rule}", soft_wrap=True)
        console.print(f"      {fault.says}", markup=False, soft_wrap=True)
    for note in verdict.notes:
        console.print(f"      {note}", markup=False, soft_wrap=True)
