"""`turnledger monitor`: reads a whole transparency log and says what cannot be."""

import asyncio
from pathlib import Path
from typing import Annotated

import httpx
import msgspec
import typer

from domain.history.file import MalformedFile, take_apart
from domain.history.tournament_file import is_tournament
from services.cli.failure import fail
from services.platform.private_files import write_file
from services.tlog.held_files import HeldFiles
from services.tlog.installation import policy_at
from services.tlog.monitor import TIMEOUT_S, BadLog, Seen, Watched, watch
from services.tlog.policy import Policy


def monitor(
    log: Annotated[str, typer.Argument(help="Prefix of the log, e.g. https://play.example.org/log")],
    policy: Annotated[Path, typer.Option(help="Whom to trust (c2sp.org/tlog-policy)", exists=True, dir_okay=False)],
    state: Annotated[Path | None, typer.Option(help="Where to keep what was seen, for the next time")] = None,
    files: Annotated[
        Path | None,
        typer.Option(help="A history file, or a folder of them: hold each entry of its game to it", exists=True),
    ] = None,
    as_json: Annotated[bool, typer.Option("--json", help="Print one JSON object")] = False,
) -> None:
    """Read all tiles of a transparency log, and say what cannot be: another tree, two entries of a version.

    The tree is held to what a quorum of witnesses saw, and to what was seen before; with --files every opening, start,
    mark and end of their games to the files, which `turnledger verify` proves. Exits 1 if anything is wrong."""
    trusted, before = policy_at(policy), _before(state)
    try:
        found = asyncio.run(_watched(log, trusted, before, _files_to_hold(files)))
    except BadLog as bad:
        fail(bad.says, 1)
    except httpx.HTTPError as away:
        fail(f"{log} does not answer: {away!r}", 1)
    if state:
        write_file(state, msgspec.json.encode(found.seen))
    typer.echo(msgspec.json.encode(found) if as_json else _report(found))
    raise typer.Exit(1 if found.doubled or found.contradictions else 0)


async def _watched(log: str, policy: Policy, before: Seen | None, files: HeldFiles) -> Watched:
    async with httpx.AsyncClient(timeout=TIMEOUT_S) as http:
        return await watch(http, log.rstrip("/"), policy, before, files)


def _files_to_hold(files: Path | None) -> HeldFiles:
    held = HeldFiles()
    if files is None:
        return held
    for path in sorted(files.glob("*.jsonl")) if files.is_dir() else [files]:
        content = path.read_bytes()
        if is_tournament(content):
            continue
        try:
            held.add(str(path), take_apart(content))
        except MalformedFile as wrong:
            fail(f"{path}: {wrong}")
    return held


def _before(state: Path | None) -> Seen | None:
    if state is None or not state.exists():
        return None
    try:
        return msgspec.json.decode(state.read_bytes(), type=Seen)
    except msgspec.MsgspecError as error:
        fail(f"{state}: {error}")


def _report(found: Watched) -> str:
    lines = [
        f"{found.seen.origin}: {found.seen.size} entries, {found.games} games opened, {found.starts} started",
        *(f"WRONG {each.first_index}: {each.first}\n      {each.index}: {each.entry}" for each in found.doubled),
    ]
    for each in found.contradictions:
        said = f"{each.index}: {each.entry}" if each.index >= 0 else "the log has no entry of this game"
        lines.append(f"WRONG {each.file}\n      {said}")
    if found.stopped:
        lines.append(f"{found.stopped} starts were ended before the game began: ask the operator why")
    return "\n".join(lines)
