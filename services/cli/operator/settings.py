"""`turnledger settings`: the effective settings and their origin, without passwords."""

from typing import Annotated

import msgspec
import typer

from services.main.settings_checks import check
from services.settings import effective, from_environment


def settings(
    everything: Annotated[bool, typer.Option("--all", help="Also those that have their default")] = False,
    as_json: Annotated[bool, typer.Option("--json", help="Print one JSON array of all settings")] = False,
) -> None:
    """Print the settings that a process would have, and where each comes from. Exits 2 if one is wrong.

    Passwords are hidden. Flags of `serve` take precedence over the environment."""
    found = effective()
    if as_json:
        typer.echo(msgspec.json.encode(found))
    else:
        for each in found:
            if everything or each.origin != "default":
                typer.echo(f"{each.variable}={each.value}  ({each.origin})")
    check(from_environment())
