"""Errors of commands: every command ends in the same way."""

from typing import NoReturn

import typer

from domain.kernel.refused import Refused


def refusal(refused: Refused) -> str:
    """Return a refusal by the rules for people, with the code for programs."""
    from services.texts.error_texts import localized  # a command that refuses nothing needs no texts

    says = localized(refused.code, refused.facts, "")
    return f"{says.message} ({refused.code})" if says else str(refused)


def fail(says: str, code: int = 2) -> NoReturn:
    typer.echo(says, err=True)
    raise typer.Exit(code)
