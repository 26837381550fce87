"""How every command ends when it cannot go on."""

from typing import NoReturn

import typer


def fail(says: str, code: int = 2) -> NoReturn:
    typer.echo(says, err=True)
    raise typer.Exit(code)
