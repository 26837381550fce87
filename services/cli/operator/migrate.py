"""`turnledger migrate`: brings the store's tables to the schema of this program."""

from typing import Annotated

import msgspec
import typer

from services.settings import from_environment
from services.store.schema import migrate as run


def migrate(
    store: Annotated[str | None, typer.Option(help="Event store; TURNLEDGER_STORE if not given")] = None,
    as_json: Annotated[bool, typer.Option("--json", help="Print one JSON object")] = False,
) -> None:
    """Bring the store's tables to the schema of this program. Safe to run at any time, by several at once."""
    version = run(from_environment(store=store).store)
    typer.echo(msgspec.json.encode({"schema": version}) if as_json else f"schema {version}")
