"""`turnledger restore`: brings a backup into an empty installation."""

import asyncio
from enum import StrEnum
from pathlib import Path
from typing import Annotated

import typer

from services.cli.failure import fail
from services.cli.operator.doctor import print_findings, restored_findings
from services.operations.backup import BackupFailed, dump_of, load, mark_of, restore_files
from services.settings import Settings, from_environment
from services.store.backends import urls_of
from services.store.schema import migrate


class Step(StrEnum):
    FILES = "files"
    DATABASE = "database"
    PROVE = "prove"


def restore(
    folder: Annotated[Path, typer.Argument(help="The folder that `turnledger backup` wrote")],
    steps: Annotated[
        list[Step] | None, typer.Option("--step", help="One step of it, where another program loads; in this order")
    ] = None,
    store: Annotated[str | None, typer.Option(help="An empty store; TURNLEDGER_STORE if not given")] = None,
    as_json: Annotated[bool, typer.Option("--json", help="Print one JSON array of findings")] = False,
) -> None:
    """Restore keys, archive and databases into an empty installation, migrate, and prove it. Exits 1 if it is not
    whole.

    With its processes stopped, as the owner of the store's tables. Afterwards: `turnledger rebuild`."""
    settings = from_environment(store=store)
    wanted = steps or list(Step)
    try:
        if Step.FILES in wanted:
            restore_files(folder, settings)
        if Step.DATABASE in wanted:
            _load(folder, settings)
        if Step.PROVE not in wanted:
            return
        findings = asyncio.run(restored_findings(settings, folder))
    except BackupFailed as failed:
        fail(str(failed), 1)
    print_findings(findings, as_json=as_json)
    raise typer.Exit(1 if any(each.state == "fail" for each in findings) else 0)


def _load(folder: Path, settings: Settings) -> None:
    urls, dumped = urls_of(settings.store), len(mark_of(folder).logs)
    if len(urls) != dumped:
        raise BackupFailed(
            f"the backup has {dumped} logs, TURNLEDGER_STORE names {len(urls)}: name as many, home first"
        )
    for number, url in enumerate(urls):
        load(dump_of(folder, number), url)
    typer.echo(f"schema {migrate(settings.store)}", err=True)
